"""The machinery of the Dubov system: upfloaters, subgroups, shifters, transpositions."""
