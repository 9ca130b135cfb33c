"""The FIDE (Dutch) system with its brackets, criteria, and the editions of 2017 and 2026."""
