"""The Lim system, with groups towards the median, floaters by type, and exchanges."""
