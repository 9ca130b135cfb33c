"""Fuzzing: no damaged or odd file or request may cause an unexpected exception."""
