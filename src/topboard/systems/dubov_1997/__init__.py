"""The notions of Dubov's pairing by average opponents: columns, transfers and floaters."""
