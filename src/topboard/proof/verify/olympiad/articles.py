"""The articles of the Olympiad regulations for each kind of decision."""

from __future__ import annotations

_NAMES = ("2022", "2009", "2008 in halves", "2008 first against last")
_ROWS = {
    "bye": ("4.1", "12", "11", "11"),
    "most pairs": ("9.5", "42", "47", "53"),
    "limits": ("7.3", "22", "20", "20"),
    "limits yield": ("7.4", "23a", "21a", "21a"),
    "from the top": ("9.3", "39", "39", "49"),
    "from the bottom": ("9.2", "38", "41", "55"),
    "leaves down": ("8.3.1", "30a", "29a", "51"),
    "leaves up": ("8.2.1", "33a", "32", "55"),
    "floater from above": ("8.3.1", "30a", "29a", "51"),
    "floater from below": ("8.2.1", "33a", "32", "51"),
    "goes on down": ("8.3.4", "32", "44", "53"),
    "goes on up": ("8.2.4", "35", "45", "53"),
    "lot": ("7.2", "21", "19", "19"),
    "equalise": ("7.5.1", "24a", "22a", "22a"),
    "alternate": ("7.6", "25", "23", "23"),
    "alternate further back": ("7.6", "26", "24", "24"),
    "balance the higher": ("7.5.1", "27a", "25a", "25a"),
    "alternate the higher": ("7.6", "28", "26", "26"),
    "tables": ("11.1", "", "", ""),
}
TEXTS = {name: {kind: row[at] for kind, row in _ROWS.items()} for at, name in enumerate(_NAMES)}
"""For each edition, the article for each kind of decision, or an empty string if it has none."""
