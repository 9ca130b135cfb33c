"""The machinery of the Lim system: groups towards the median, floaters by type, exchanges."""
