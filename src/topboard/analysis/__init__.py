"""Runs over many events: systems compared, engines certified, formats studied."""
