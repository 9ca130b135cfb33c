"""What the journal takes, its own export gives back; what it could not give back it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, TOO_LARGE
from topboard.errors import Refused, TooLarge
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, to_stored_entry
from topboard.event.policy.objections import Authority, Office
from topboard.event.session import EventSession
from topboard.formats import read
from topboard.model import EventInfo, Number, Player, Team
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path

FOUL = ["a\nb", "a\x1b[2Jb", "a\rb", "a\x00b", "a\x85b", "a\u2028b", "a\udcffb", "a\x7fb"]


def session_with_section() -> EventSession:
    session = EventSession()
    for act in (actions.CreateEvent("Test"), actions.AddSection("Open", "dubov_1997", 5)):
        session.accept_entry(session.prepare_action(act, CONTEXT))
    return session


@pytest.mark.parametrize("text", [*FOUL, "x" * 2001])
def test_text_in_a_journal_entry_has_no_line_breaks_and_limited_length(text: str) -> None:
    session = session_with_section()
    entered = (Player(Number(1), text),)
    contexts = (
        replace(CONTEXT, who=text),
        replace(CONTEXT, reason=text),
        replace(CONTEXT, authority=Authority(Office.DIRECTOR, text)),
    )
    acts_ = (
        actions.Enter("Open", entered),
        actions.Enter("Open", (replace(entered[0], name="A", federation=text),)),
        actions.Enter("Open", (Player(Number(1), "A"),), text),
        actions.Announce("Open", text),
        actions.AddSection(text[:50], "dubov_1997", 5)
        if len(text) < 50
        else actions.Announce(text),
    )

    for context in contexts:
        with pytest.raises(Refused, match="text"):
            session.prepare_action(actions.Announce("Open"), context)
    for act in acts_:
        with pytest.raises(Refused, match="text"):
            session.prepare_action(act, CONTEXT)
    with pytest.raises(Refused, match="text"):
        EventSession().prepare_action(actions.CreateEvent("Test", EventInfo(city=text)), CONTEXT)


@pytest.mark.parametrize("time", ["yesterday", "", "2026-13-01", "10:00", "2026-08-01T10:00\n"])
def test_a_journal_entry_must_have_a_time(time: str) -> None:
    with pytest.raises(Refused, match="invalid time"):
        session_with_section().prepare_action(actions.Announce("Open"), replace(CONTEXT, time=time))


@pytest.mark.parametrize("time", ["2026-08-01T18:00Z", "2026-08-01", "2026-08-01 18:00:00.5+02:00"])
def test_every_valid_time_format_is_accepted(time: str) -> None:
    assert (
        session_with_section()
        .prepare_action(actions.Announce("Open"), replace(CONTEXT, time=time))
        .entry.time
        == time
    )


@pytest.mark.parametrize(
    "act",
    [
        actions.Enter("Open", (Player(Number(100_000), "A"),)),
        actions.Enter("Open", (Player(Number(1), "A", rating=10_000),)),
        actions.ForbidPair("Open", Number(1), Number(2), last=10_001),
        actions.AdjustPoints("Open", Number(1), 100_001),
        actions.AdjustPoints("Open", Number(1), 0, -10_001),
        actions.FixTable("Open", Number(1), 20_001),
        actions.RequestBye("Open", Number(1), 10_001),
        actions.AddSection("B", "dubov_1997", 5, unrated_as=10_000),
    ],
)
def test_numbers_must_fit_the_limits_of_the_file_formats(act: actions.Act) -> None:
    with pytest.raises(Refused, match="the number must be between"):
        session_with_section().prepare_action(act, CONTEXT)


def test_a_section_accepts_no_more_entries_than_a_file_can_hold() -> None:
    session = session_with_section()
    many = tuple(Player(Number(n), "A") for n in range(1, 20_001))
    session.accept_entry(session.prepare_action(actions.Enter("Open", many), CONTEXT))

    with pytest.raises(TooLarge, match="20,001 participants"):
        session.prepare_action(actions.Enter("Open", (Player(Number(20_001), "B"),)), CONTEXT)


def test_a_request_keeps_a_limited_number_of_players_apart() -> None:
    session = session_with_section()
    players = tuple(Player(Number(n), "A") for n in range(1, 102))
    session.accept_entry(session.prepare_action(actions.Enter("Open", players), CONTEXT))
    one, other, *others = (p.number for p in players)

    session.prepare_action(actions.ForbidPair("Open", one, other, tuple(others[:98])), CONTEXT)
    with pytest.raises(
        Refused, match="a restriction cannot name more than 100 participants: '101'"
    ):
        session.prepare_action(actions.ForbidPair("Open", one, other, tuple(others)), CONTEXT)


def test_a_team_has_no_more_players_than_a_file_can_hold() -> None:
    session = session_with_section()
    team = Team(Number(1), "A", players=tuple(Player(Number(n), "P") for n in range(1, 102)))

    with pytest.raises(Refused, match="more than 100 players"):
        session.prepare_action(actions.Enter("Open", (team,)), CONTEXT)


def test_the_largest_accepted_event_survives_an_export(tmp_path: Path) -> None:
    path = tmp_path / "e.topboard"
    long = "ż" * 2_000
    with JournalSession.create(path, long[:1_900], CONTEXT, EventInfo(city=long)) as file:
        file.record(actions.AddSection("Other", "dubov_1997", 5), CONTEXT)
        file.record(actions.AddSection("s" * 60, "dubov_1997", 100, unrated_as=9_999), CONTEXT)
        one = Player(Number(99_999), long, rating=9_999, federation=long)
        two = Player(Number(1), long, rating=9_999, affiliations=(long,))
        file.record(actions.Enter("s" * 60, (one, two)), CONTEXT)
        file.record(actions.CloseEntries("s" * 60, (Number(99_999), Number(1))), CONTEXT)
        context = replace(CONTEXT, reason=long, authority=Authority(Office.DIRECTOR, long[:1_900]))
        context = replace(context, confirmed=True)
        file.record(actions.AdjustPoints("s" * 60, Number(1), 0, 100_000), context)
        file.record(actions.ForbidPair("s" * 60, Number(1), Number(2)), context)

    for form in ("event-json", "trf26"):
        out = tmp_path / form
        arguments = ["event", "export", str(path), str(out), "--to", form, "--section", "s" * 60]
        assert main(arguments) == DONE
        assert len(read(str(out)).competitors) == 2
    journal = str(tmp_path / "journal.json")
    assert main(["event", "export", str(path), journal]) == DONE
    assert main(["event", "import-journal", str(tmp_path / "again"), journal]) == DONE


def test_the_command_refuses_values_that_no_file_can_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "e.topboard")
    new = ["event", "new", path, "Name"]

    assert main([*new, "--who", "Ann\n2 2026-08-01T10:00Z President close event"]) == BAD_INPUT
    assert main([*new, "--who", "Ann", "--at", "yesterday"]) == BAD_INPUT
    assert main(["event", "new", path, "\x1b[31mName", "--who", "Ann"]) == BAD_INPUT
    assert "'yesterday'. Use ISO 8601" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_too_many_entries_have_their_own_exit_code(tmp_path: Path) -> None:
    path, table = tmp_path / "e.topboard", tmp_path / "many.csv"
    table.write_text("name,rating\n" + "A,1500\n" * 20_001)
    with JournalSession.create(path, "Test", CONTEXT) as file:
        file.record(actions.AddSection("Open", "dubov_1997", 5), CONTEXT)

    assert main(["event", "import", str(path), str(table), "--who", "Ann"]) == TOO_LARGE


# --- old journals -------------------------------------------------------------------------------


def old_journal(path: Path) -> None:
    """A journal from a time when nobody asked for limits."""
    foul = "Eve\n9 2026-01-01 President close event\x1b[2J"
    entries = [
        Entry(
            1, "yesterday", foul, actions.CreateEvent("Old\x1b[31m", EventInfo(city="x" * 10_000))
        ),
        Entry(2, "2026-08-02T10:00Z", "Ann", actions.AddSection("Open", "dubov_1997", 5)),
        Entry(
            3,
            "2026-08-01T10:00Z",
            "Ann",
            actions.Enter("Open", (Player(Number(1), "y\n" * 5_000), Player(Number(2), "B"))),
        ),
    ]
    records, previous = [], BEGINNING
    for entry in entries:
        records.append(to_stored_entry(entry, previous))
        previous = records[-1].hash
    SqliteJournal.create(path, records).close()


def test_an_old_journal_that_exceeds_the_limits_can_still_be_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.topboard"
    old_journal(path)

    assert main(["event", "log", str(path)]) == DONE
    assert main(["event", "show", str(path)]) == DONE
    shown = capsys.readouterr().out
    assert main(["event", "verify", str(path)]) == DONE
    assert "Journal entry 3 has an earlier time (2026-08-01T10:00Z)" in capsys.readouterr().out
    assert main(["event", "enter", str(path), "C", "--who", "Ann"]) == DONE

    assert "\x1b" not in shown
    assert len(shown.splitlines()) == 3 + 5


# --- the clock ----------------------------------------------------------------------------------


def test_a_clock_that_goes_backwards_is_noted() -> None:
    session = session_with_section()
    earlier = replace(CONTEXT, time="2026-08-01T11:59:59+02:00")

    (remark,) = session.prepare_action(actions.Announce("Open"), earlier).notices

    assert "Journal entry 3 has an earlier time (2026-08-01T11:59:59+02:00) than" in remark
    assert session.prepare_action(actions.Announce("Open"), CONTEXT).notices == ()


def test_the_command_says_that_the_clock_went_backwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "e.topboard")
    options = ["--who", "Ann", "--at"]
    main(["event", "new", path, "Name", *options, "2026-08-02"])
    section = ["event", "section", path, "S", "--system", "dubov_1997", "--rounds", "5"]

    assert main([*section, *options, "2026-08-01"]) == DONE
    assert (
        "note: Journal entry 2 has an earlier time (2026-08-01) than entry 1 (2026-08-02)"
        in capsys.readouterr().err
    )
