"""The FIDE (Dutch) system: brackets, criteria, and the editions of 2017 and 2026."""
