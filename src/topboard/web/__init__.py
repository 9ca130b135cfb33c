"""The tournament desk in the browser: pages for the arbiter, and a JSON API for the same actions.

It requires the optional dependencies ``web``. Every page works without JavaScript; scripts only
make it faster to use.
"""
