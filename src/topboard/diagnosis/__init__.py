"""The diagnosis of published rounds that differ from the rules, by repairs of the data.

A repair is an assumed error, such as a wrong result. ``report`` has the functions for callers,
``search`` the search for repairs, and ``repairs`` one class for each kind of repair.
"""
