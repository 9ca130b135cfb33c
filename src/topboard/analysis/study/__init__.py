"""Studies of formats, each based on the averages of many random events."""
