"""Second readings of the regulations: slow, literal, and blind to the engine's code."""
