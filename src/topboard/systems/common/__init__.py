"""Rules and data structures that several pairing systems share.

They depend on no edition and no article number.
"""
