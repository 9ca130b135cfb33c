"""The machinery of the Burstein system: players of equal score should have met equal opposition."""
