"""The HTTP engine, which answers questions about an event file and stores nothing.

``options`` has the parameters of each question, ``app`` the application, and ``description`` what
OpenAPI needs besides.
"""
