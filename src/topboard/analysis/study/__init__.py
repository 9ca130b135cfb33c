"""Studies that compare tournament formats by the averages of many random events."""
