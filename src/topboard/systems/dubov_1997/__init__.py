"""The concepts of Dubov's pairing by average opponents: columns, transfers and floaters."""
