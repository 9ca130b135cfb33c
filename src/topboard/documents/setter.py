"""Sets sheets with typst: a program of its own, which ends with the pages it was started for.

Typst keeps what it has once laid out as long as its process lives, some 150 MB for a hundred
pages; a desk that is open for a week must not. It imports nothing of ours: so it starts at once.
"""

import json
import sys

import typst

if __name__ == "__main__":
    given = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(typst.compile(given["template"].encode(), sys_inputs=given["inputs"]))
