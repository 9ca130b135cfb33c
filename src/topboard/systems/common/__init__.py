"""Rules and data structures that several pairing systems share.

They do not depend on any edition or article number.
"""
