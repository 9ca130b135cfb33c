"""The Burstein system, in which players of equal score should have met equal opposition."""
