"""Notions of the regulations, one module each; they know no edition and no article number."""
