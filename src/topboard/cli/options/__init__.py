"""The options of the verbs. A module is loaded when one of its verbs is used."""
