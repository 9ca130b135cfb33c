"""The Dubov system, with upfloaters, subgroups, shifters and transpositions."""
