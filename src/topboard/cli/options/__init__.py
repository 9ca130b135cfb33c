"""The options of the verbs, in modules that are imported only when one of their verbs is used."""
