"""Studies of formats: many random events of each, and what they show on average."""
