"""Benchmarks, run by ``make bench``. The results are printed and never checked by tests."""
