"""The diagnosis of published rounds that differ from the rules, by repairs of the data.

A repair is an assumed error, such as a wrong result. ``report`` has the public functions,
``search`` finds repairs, and ``repairs`` has one class for each kind of repair.
"""
