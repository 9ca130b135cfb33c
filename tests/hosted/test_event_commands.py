"""Every command of an event's life takes the address of one on a host where a file could stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import DONE, FILE
from topboard.event.lots import COLOUR

if TYPE_CHECKING:
    from pathlib import Path

WHO = ("--who", "Ann", "--at", "2026-08-01T10:00:00+00:00")
LIFE = (
    ("new", "Village Open", "--city", "Bern"),
    ("section", "Open", "--system", "fide_dutch_2026", "--rounds", "3"),
    *(("enter", name, "--rating", str(2000 - i), "--birth", "2001-02-03")
      for i, name in enumerate(("Berg", "Dahl", "Frei", "Vogt"))),
    ("close-entries",),
    ("lot", COLOUR, "--colour", "white"),
    ("pair", "--publish", "--authority", "chief arbiter:Ann"),
    ("result", "1", "1", "1-0"),
    ("result", "1", "2", "0-1"),
    ("undo",),
    ("redo",),
    ("erase", "Berg", "--reason", "asked", "--yes"),
    ("visibility", "public"),
)  # fmt: skip
READING = (
    ("event", "show", "--json"),
    ("event", "standings", "--json"),
    ("event", "replay", "1", "--json"),
    ("event", "export", "--to", "trf26"),
    ("event", "export", "--to", "csv"),
    ("document", "standings", "--to", "text"),
)


def lead(where: str) -> None:
    """Lead an event by the command."""
    for verb, *words in LIFE:
        assert main(["event", verb, where, *words, *WHO]) == DONE, verb


def command_output(command: tuple[str, ...], where: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints of an event."""
    capsys.readouterr()
    noun, verb, *words = command
    assert main([noun, verb, where, *words]) == DONE, command
    return capsys.readouterr().out


def test_commands_give_the_same_answers_for_a_host_and_a_file(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, hosted = str(tmp_path / "open.topboard"), f"{url}#open"
    lead(file)
    lead(hosted)

    without_heads = [
        [
            command_output(command, where, capsys).partition("Journal: entry")[0]
            for command in READING
        ]
        for where in (file, hosted)
    ]
    assert without_heads[0] == without_heads[1]
    assert "Berg" in without_heads[0][0]
    proved = command_output(("event", "verify"), hosted, capsys)
    assert "chain intact" in proved
    assert "NOT" not in proved
    assert "Journal entry 10: signed" in proved
    assert len(command_output(("event", "log"), hosted, capsys).splitlines()) == len(LIFE) + 1


def test_a_journal_can_also_move_to_a_host_as_json(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, hosted, left = str(tmp_path / "open.topboard"), f"{url}#open", str(tmp_path / "j.json")
    lead(file)
    assert main(["event", "export", file, left]) == DONE
    assert main(["event", "import-journal", hosted, left]) == DONE

    assert command_output(("event", "log"), hosted, capsys) == command_output(
        ("event", "log"), file, capsys
    )
    assert main(["event", "export", hosted, str(tmp_path / "again.json")]) == DONE
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "j.json").read_bytes()


def test_an_existing_event_is_not_created_again(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "new", f"{url}#open", "Open", *WHO]) == DONE
    assert main(["event", "new", f"{url}#open", "Open", *WHO]) == FILE

    assert (
        "an event with that name already exists. Choose a different name after #."
        in capsys.readouterr().err
    )


def test_no_message_contains_a_password(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    secret = url.replace("postgres@", "postgres:s3cret@")
    main(["event", "new", f"{secret}#open", "Open", *WHO])
    for command in (
        ["event", "new", f"{secret}#open", "Open"],
        ["event", "show", f"{secret}#other"],
        ["event", "show", f"{secret}#Not a word"],
        ["event", "show", secret],
        ["event", "verify", f"{secret}#open", "--head", "0" * 64],
        ["event", "move", f"{secret}#open", f"{secret}#second", "--json"],
        ["event", "close", f"{secret}#open"],
        ["event", "show", f"{secret}&nonsense=1#open"],
        ["host", "set-up", secret, "--web-role", "nobody_we_know"],
        ["host", "check", secret],
        ["pair", f"{secret}#open"],
        ["document", "standings", f"{secret}#open", "-o", f"{secret}/x"],
        ["publish", f"{secret}#none", "nowhere"],
        ["host", "set-up", secret],
    ):
        main([*command])
        spoken = capsys.readouterr()
        assert spoken.out + spoken.err
        assert "s3cret" not in spoken.out + spoken.err, command
