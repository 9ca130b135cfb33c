"""Benchmarks: one command, ``make bench``; figures side by side, never asserted in tests."""
