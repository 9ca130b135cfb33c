"""The life of an event: the arbiter's actions, their checks and the resulting state.

Each action becomes a journal entry, and the state is computed from the journal entries alone.
Nothing here reads the clock, draws random numbers or opens files; callers supply those values.
"""
