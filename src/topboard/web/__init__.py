"""The tournament desk in the browser: pages for the arbiter, and the same actions as a JSON API.

It requires the extra ``web``. Every page works without JavaScript; the script only makes it faster.
"""
