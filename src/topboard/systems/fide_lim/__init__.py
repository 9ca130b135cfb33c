"""The Lim system: groups paired toward the median, floaters by type, and exchanges."""
