"""The concepts of Dubov's pairing by average ratings of opponents: columns, transfers, floaters."""
