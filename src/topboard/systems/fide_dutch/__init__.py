"""The FIDE (Dutch) system: its brackets, its criteria, and the editions of 2017 and 2026."""
