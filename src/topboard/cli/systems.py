"""The ``topboard systems`` command."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines
from topboard.cli.text_output import align_columns
from topboard.messages import say
from topboard.proof.prove.sentences import describe_proved_parts
from topboard.serialize import proof_answers
from topboard.systems.registry import SYSTEMS, System, system as system_named


def run_systems(request: Namespace) -> int:
    """Print the pairing systems with their titles or, as JSON, with all their properties."""
    found = [system_named(name) for name in SYSTEMS]
    if request.json:
        print_value_as_json([proof_answers.system_to_json(one) for one in found])
    else:
        print_lines(format_systems(found))
    return DONE


def format_systems(found: Sequence[System]) -> list[str]:
    """Return the title of each system, followed by the parts of a round that its proof covers."""
    rows = [[one.name, say("teams") if one.teams else say("players"), one.title] for one in found]
    lines = []
    for one, line in zip(found, align_columns(rows), strict=True):
        lines += [line, f"  {describe_proved_parts(one.name)}"]
    return lines
