"""Modules that define the options of the verbs, each imported when one of its verbs is used."""
