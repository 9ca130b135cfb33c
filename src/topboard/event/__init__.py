"""The life of an event: the arbiter's actions, the resulting state and the rules for actions.

An action becomes a journal entry, and the state is a pure fold over the journal entries. Nothing
here reads a clock, draws lots or opens a file; callers supply those values.
"""
