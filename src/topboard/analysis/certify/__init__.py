"""Certification: two engines generate random events and check each other's pairings."""
