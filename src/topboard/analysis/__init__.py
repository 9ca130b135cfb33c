"""Analysis of many events: comparing systems, certifying engines and studying formats."""
