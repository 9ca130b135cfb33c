"""What to do at the desk about an error whose remedy names an option of a command."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.messages import message, say_kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.errors import Problem

REMEDIES = {
    "--accept-points": message(
        "Correct the points or a result in the file, or choose the file again and select \u201cIf"
        " the points in the file do not match its results, use the results\u201d."
    ),
    "--system": message("Choose the file again, and choose its pairing system under System."),
    "--kind": message("Choose the file again, and choose a kind under Kind of ratings."),
}
"""The remedy at the desk for each option that an error recommends."""


def replace_command_remedies(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with remedies that people can follow at the desk."""
    return [_replace_command_remedy(problem) for problem in problems]


def _replace_command_remedy(problem: Problem) -> Problem:
    for option, remedy in REMEDIES.items():
        if option in str(problem.remedy):
            return replace(problem, remedy=say_kept(remedy))
    return problem
