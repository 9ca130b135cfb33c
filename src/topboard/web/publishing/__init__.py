"""The public pages of an event brought to where everybody reads them: a folder, or a store."""
