"""Personal values lie beside the entries: they are erased for good, and the chain stays."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.sessions import CONTEXT, SECTION
from topboard.cli import main
from topboard.cli.exit_codes import DONE
from topboard.errors import ConfirmationNeeded, DamagedJournal, Refused
from topboard.event import actions
from topboard.event.personal_data import (
    compute_personal_value_seal,
    find_personal_seals,
    restore_personal_values_in_content,
    seal_personal_values_in_content,
)
from topboard.model import Number, Player, Team
from topboard.storage.journal_json import format_journal_json, parse_journal_json
from topboard.storage.salvage import salvage_journal_file
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal

SURE = replace(CONTEXT, reason="asked for it", confirmed=True)
FIRST_FORMAT = Path(__file__).parents[1] / "fixtures" / "journals" / "dubov_1997.topboard"


def player_born(number: int, birth: str, fide_id: str = "") -> Player:
    return Player(Number(number), f"Player {number:03}", 2000, birth=birth, fide_id=fide_id)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event of three players of whom something is on record."""
    path = tmp_path / "event.topboard"
    people = (
        player_born(1, "1971/03/05", "10000071"),
        player_born(2, "1982/04/06"),
        player_born(3, "1993/05/07"),
    )
    with JournalSession.create(path, "Test", CONTEXT) as file:
        file.record(actions.AddSection(SECTION, "dubov_1997", 5), CONTEXT)
        file.record(actions.Enter(SECTION, people), CONTEXT)
    return path


def births(path: Path) -> list[str]:
    with JournalSession.open(path) as file:
        found = file.event.section(SECTION).competitors.values()
        return [one.birth for one in found if isinstance(one, Player)]


def bytes_of(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in path.parent.iterdir() if one.is_file())


def test_entries_contain_seals_and_the_event_has_the_personal_data(path: Path) -> None:
    with SqliteJournal.open(path) as journal:
        record = journal.load_verified_entries()[2]

    # The whole date: a seal is a random hexadecimal number and may contain 1971.
    assert "1971/03/05" not in record.content
    assert "10000071" not in record.content
    assert {one.value for one in record.personal} == {
        "1971/03/05",
        "10000071",
        "1982/04/06",
        "1993/05/07",
    }
    assert births(path) == ["1971/03/05", "1982/04/06", "1993/05/07"]


def test_equal_values_have_different_seals() -> None:
    salts = iter(("salt", "pepper"))
    content, kept = seal_personal_values_in_content(
        '[{"birth":"2001"},{"birth":"2001"}]', lambda: next(salts)
    )

    assert find_personal_seals(content) == [
        compute_personal_value_seal("salt", "2001"),
        compute_personal_value_seal("pepper", "2001"),
    ]
    assert len(set(find_personal_seals(content))) == 2
    assert (
        restore_personal_values_in_content(content, kept) == '[{"birth":"2001"},{"birth":"2001"}]'
    )
    assert restore_personal_values_in_content(content, kept[:1]) == '[{"birth":"2001"},{}]'


def test_data_of_one_player_are_erased_and_the_chain_stays_valid(path: Path) -> None:
    with JournalSession.open(path) as file:
        heads = [record.hash for record in file.journal.load_verified_entries()]
        file.record(actions.ErasePersonal(SECTION, Number(1)), SURE)

        one = file.event.section(SECTION).competitor(Number(1))
        assert isinstance(one, Player)
        assert (one.birth, one.fide_id, one.name) == ("", "", "Player 001")
        entered = file.entries[2].act
        assert isinstance(entered, actions.Enter)
        assert getattr(entered.competitors[0], "birth", None) == "", "nor in memory"
        assert [record.hash for record in file.journal.load_verified_entries()][:-1] == heads
        assert b"1971/03/05" not in bytes_of(path), "nor in the file or the log beside it"
        assert b"10000071" not in bytes_of(path)

    assert births(path) == ["", "1982/04/06", "1993/05/07"]
    assert b"1982/04/06" in bytes_of(path)
    assert main(["event", "verify", str(path)]) == DONE


def test_erased_data_also_disappear_from_the_log_of_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "event.topboard"
    with JournalSession.create(path, "Test", CONTEXT) as file:
        file.record(actions.AddSection(SECTION, "dubov_1997", 5), CONTEXT)
        # Many more pages than erasing one of them writes: it does not cover them by itself.
        people = tuple(player_born(n, f"1971/03/05 {n}") for n in range(1, 301))
        file.record(actions.Enter(SECTION, people), CONTEXT)
        assert b"1971/03/05 299" in (tmp_path / "event.topboard-wal").read_bytes()
        file.record(actions.ErasePersonal(SECTION, Number(299)), SURE)

        assert b"1971/03/05 299" not in bytes_of(path)
        assert b"1971/03/05 298" in bytes_of(path)


def test_everything_ever_recorded_about_a_player_is_erased(path: Path) -> None:
    """Also what was corrected, cleared for a while, undone, and recorded under another number."""
    with JournalSession.open(path) as file:
        for birth in ("1971/03/06", "", "1971/03/08"):
            file.record(actions.ChangeEntry(SECTION, player_born(1, birth)), CONTEXT)
        file.record(actions.ChangeEntry(SECTION, player_born(1, "1971/03/09")), CONTEXT)
        file.record(actions.Undo(len(file.entries)), CONTEXT)
        order = (Number(3), Number(2), Number(1))
        file.record(actions.CloseEntries(SECTION, order), replace(SURE))
        third = file.event.section(SECTION).competitor(Number(3))
        assert third.name == "Player 001"
        file.record(actions.ErasePersonal(SECTION, Number(3)), SURE)

    assert b"1971/03/0" not in bytes_of(path)
    assert births(path) == ["1993/05/07", "1982/04/06", ""]


def test_a_single_field_can_be_erased_for_all_players(path: Path) -> None:
    with JournalSession.open(path) as file:
        file.record(actions.ErasePersonal(SECTION, fields=("birth",)), SURE)
        one = file.event.section(SECTION).competitor(Number(1))

    assert isinstance(one, Player)
    assert one.fide_id == "10000071"
    assert births(path) == ["", "", ""]


def test_data_of_one_member_of_a_team_can_be_erased(tmp_path: Path) -> None:
    path = tmp_path / "teams.topboard"
    roster = (player_born(11, "1961/01/01"), player_born(12, "1962/02/02"))
    with JournalSession.create(path, "Test", CONTEXT) as file:
        file.record(actions.AddSection(SECTION, "olympiad_2022", 5, 2), CONTEXT)
        file.record(actions.Enter(SECTION, (Team(Number(1), "Aland", roster),)), CONTEXT)
        file.record(
            actions.ChangeEntry(SECTION, Team(Number(1), "Aland", tuple(reversed(roster)))), CONTEXT
        )
        with pytest.raises(Refused, match="Aland has no player #13"):
            file.record(actions.ErasePersonal(SECTION, Number(1), Number(13)), SURE)
        file.record(actions.ErasePersonal(SECTION, Number(1), Number(11)), SURE)
        (team,) = file.event.section(SECTION).competitors.values()

    assert isinstance(team, Team)
    assert [p.birth for p in team.players] == ["1962/02/02", ""]
    assert b"1961/01/01" not in bytes_of(path)


def test_team_members_first_entered_without_data_are_not_confused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "teams.topboard"
    before = (player_born(11, ""), player_born(12, ""))
    after = (
        player_born(11, "1961/01/01"),
        player_born(12, "1962/02/02"),
        player_born(13, "1963/03/03"),
    )
    with JournalSession.create(path, "Test", CONTEXT) as file:
        file.record(actions.AddSection(SECTION, "olympiad_2022", 5, 2), CONTEXT)
        file.record(actions.Enter(SECTION, (Team(Number(1), "Aland", before),)), CONTEXT)
        file.record(actions.ChangeEntry(SECTION, Team(Number(1), "Aland", after)), CONTEXT)
        file.record(actions.ErasePersonal(SECTION, Number(1), Number(11)), SURE)
        (team,) = file.event.section(SECTION).competitors.values()

    assert isinstance(team, Team)
    assert [p.birth for p in team.players] == ["", "1962/02/02", "1963/03/03"]


def test_erasing_needs_confirmation_and_cannot_be_undone(path: Path) -> None:
    with JournalSession.open(path) as file:
        with pytest.raises(ConfirmationNeeded, match="Erased data cannot be restored"):
            file.record(actions.ErasePersonal(SECTION, Number(1)), CONTEXT)
        with pytest.raises(Refused, match="This field does not hold personal data"):
            file.record(actions.ErasePersonal(SECTION, Number(1), fields=("name",)), SURE)
        assert b"1971/03/05" in bytes_of(path), "nothing is erased where the act is refused"
        file.record(actions.ErasePersonal(SECTION, Number(1)), SURE)
        with pytest.raises(Refused, match="Erased data cannot be restored"):
            file.record(actions.Undo(len(file.entries)), SURE)


def test_data_can_still_be_erased_from_a_closed_event(path: Path) -> None:
    with JournalSession.open(path) as file:
        file.record(actions.CloseEvent(), SURE)
        file.record(actions.ErasePersonal(SECTION), SURE)
        assert file.event.closed
        with pytest.raises(Refused, match="closed"):
            file.record(actions.ChangeEntry(SECTION, player_born(1, "1971/03/05")), SURE)


def test_erased_data_also_disappear_from_other_sessions_of_the_event(path: Path) -> None:
    with JournalSession.open(path) as here, JournalSession.open(path) as there:
        here.record(actions.ErasePersonal(SECTION, Number(1)), SURE)
        there.refresh()
        entered = there.entries[2].act

    assert isinstance(entered, actions.Enter)
    assert getattr(entered.competitors[0], "birth", None) == ""


def test_the_exported_journal_contains_only_the_remaining_data(path: Path, tmp_path: Path) -> None:
    with JournalSession.open(path) as file:
        file.record(actions.ErasePersonal(SECTION, Number(1)), SURE)
        text = format_journal_json(file.journal.load_verified_entries())
    again = tmp_path / "again.topboard"
    SqliteJournal.create(again, parse_journal_json(text, "export")).close()

    assert json.loads(text)["version"] == 3
    # The whole date: seals and hashes are hexadecimal numbers and may contain 1971.
    assert "1971/03/05" not in text
    assert births(again) == ["", "1982/04/06", "1993/05/07"]


def test_a_forged_value_is_detected(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE personal SET value = '1999/09/09' WHERE value = '1971/03/05'")
    raw.close()

    with pytest.raises(DamagedJournal, match="entry 3"):
        JournalSession.open(path)


def test_salvaging_keeps_the_personal_data(path: Path) -> None:
    found = salvage_journal_file(path)

    assert {one.value for one in found.chain[2].personal} >= {"1971/03/05", "10000071"}


def test_a_file_in_the_first_format_works_but_says_it_cannot_erase(
    tmp_path: Path,
) -> None:
    path = Path(shutil.copy(FIRST_FORMAT, tmp_path))
    with JournalSession.open(path) as file:
        (section,) = file.event.sections.values()
        number, one = next(iter(section.competitors.items()))
        assert isinstance(one, Player)
        file.record(actions.ChangeEntry(section.name, replace(one, birth="1950/01/01")), SURE)
        with pytest.raises(
            Refused, match="The first entries of this journal contain unprotected personal data"
        ):
            file.record(actions.ErasePersonal(section.name, number), SURE)

    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (3,)
    raw.close()
    with JournalSession.open(path) as file:
        changed = file.event.section(section.name).competitor(number)
        assert isinstance(changed, Player)
        assert changed.birth == "1950/01/01"


def test_personal_data_are_erased_by_a_command(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    erase = ["event", "erase", str(path), "Player 001", "--reason", "asked"]
    assert main(erase) != DONE
    assert "Erased data cannot be restored." in capsys.readouterr().err
    assert main([*erase, "--yes"]) == DONE
    assert births(path)[0] == ""
    assert main(["event", "log", str(path)]) == DONE
    assert (
        "erase personal data of Player 001: date of birth, FIDE ID, national ID, contact"
        in capsys.readouterr().out
    )
