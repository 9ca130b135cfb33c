"""Questions about one event file, answered as JSON.

The command with ``--json``, the HTTP engine, the MCP server and the page in the browser give the
same answers. ``answers`` has a function for each question, ``rounds`` and ``checks`` have what the
functions share with the command, ``sent_events`` reads the file, ``failures`` describes errors, and
``workers`` answers in processes that are stopped if they take too long.
"""
