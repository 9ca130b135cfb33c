"""What round robins share: the table of rounds, numbers by lot, who left, what a round counts."""
