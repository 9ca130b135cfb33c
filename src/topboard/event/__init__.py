"""The life of an event: acts of the arbiter, the state they lead to, and the rules about them.

An act becomes an entry of a journal; the state is a pure fold of the entries. Nothing here
reads a clock, draws lots or opens a file: those come in from outside.
"""
