"""Concepts that round robins share: the table of rounds, lots, withdrawals and scoring."""
