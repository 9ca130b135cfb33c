"""How people read and write numbers, days and names."""
