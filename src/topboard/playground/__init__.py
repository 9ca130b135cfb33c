"""Topboard in the browser: the answers to the requests of a page that runs Python itself.

``python -m tools.playground`` builds the page from the files in ``static`` and ``templates``, this
package's wheel and Pyodide. A web worker calls ``requests.Playground``. Nothing is uploaded.
"""
