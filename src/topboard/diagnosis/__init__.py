"""Why published rounds differ from the rules: repairs that explain them, and what they are worth.

``report`` has the functions for callers, ``search`` the search itself, and ``repairs`` one class
for each kind of repair.
"""
