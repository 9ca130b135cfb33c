"""Rounds of FIDE systems that were published by an earlier reading of the rules, and signed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from topboard._frozen import dataclass
from topboard.cli import main
from topboard.event.replay import replay_rounds
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from topboard.event.replay import Replay

KEPT = Path(__file__).parents[1] / "fixtures" / "journals"


@dataclass(frozen=True, slots=True)
class KeptJournal:
    """What stands in a journal that is never written again."""

    name: str
    head: str
    publications: tuple[int, ...]
    """The entries that published rounds 1 to 5."""
    fourth_round: tuple[tuple[int, int], ...]


LIM = KeptJournal(
    "fide_lim_2026_floats_into_median_revision_1",
    "29f62bb2a3be31f1ac1c8488a67db8f75117d943d07f1fb461589fb4b2e355b5",
    (14, 20, 26, 32, 38),
    ((2, 4), (7, 1), (5, 6), (8, 3)),
)
BURSTEIN = KeptJournal(
    "fide_burstein_2026_zero_point_byes_revision_1",
    "6a0d4e84266615e3dc9e35570c2304494ab668da5f5b654ec857caf33ee84f40",
    (14, 20, 27, 32, 38),
    ((8, 6), (1, 3), (4, 2), (5, 7)),
)
each_journal = pytest.mark.parametrize("kept", [LIM, BURSTEIN], ids=["lim", "burstein"])


@pytest.fixture
def path(kept: KeptJournal, tmp_path: Path) -> Path:
    return Path(shutil.copy(KEPT / f"{kept.name}.topboard", tmp_path))


def rounds_of(path: Path) -> dict[int, Replay]:
    """The published rounds by their number, paired again."""
    with JournalSession.open(path, read_only=True) as file:
        return {one.round: one for one in replay_rounds(file.entries)}


def pairs_of(replay: Replay) -> tuple[tuple[int, int], ...]:
    """The pairs as the rules make them today."""
    assert replay.pairing_by_rules is not None
    return tuple((pair.white, pair.black) for pair in replay.pairing_by_rules.pairs)


@each_journal
def test_the_journal_still_has_the_round_as_it_was_published(kept: KeptJournal, path: Path) -> None:
    with JournalSession.open(path, read_only=True) as file:
        (section,) = file.event.sections.values()
        played = section.rounds[3]

        assert kept.name.startswith(section.system)
        assert tuple((m.white, m.black) for m in played.meetings.values()) == kept.fourth_round
        assert (played.manual, played.revision) == (False, 0)
        assert file.head == kept.head


@each_journal
def test_the_hash_chain_and_the_signatures_of_the_journal_are_genuine(
    kept: KeptJournal, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cryptography")

    main(["event", "verify", str(path), "--json", "--head", kept.head])
    told = json.loads(capsys.readouterr().out)

    assert (told["chain"], told["guarded"], told["anchored"]) == ("intact", True, 38)
    assert [(one["entry"], one["verdict"]) for one in told["signatures"]] == [
        (entry, "genuine") for entry in kept.publications
    ]


@pytest.mark.parametrize("kept", [LIM])
def test_a_different_floater_moves_into_the_median_today(path: Path) -> None:
    rounds = rounds_of(path)

    assert pairs_of(rounds[4]) == ((2, 4), (7, 6), (8, 1), (5, 3))
    # The pairs of round 5 are the same, but players who must leave their group leave it first.
    assert pairs_of(rounds[5]) == ((4, 7), (8, 2), (6, 1), (3, 5))
    assert [replay.does_not_contradict_record for replay in rounds.values()] == [
        True,
        True,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("kept", [BURSTEIN])
def test_byes_of_a_returning_player_no_longer_count_as_draws(path: Path) -> None:
    rounds = rounds_of(path)

    assert pairs_of(rounds[4]) == ((3, 6), (4, 2), (1, 8), (5, 7))
    assert [replay.does_not_contradict_record for replay in rounds.values()] == [
        True,
        True,
        True,
        False,
        True,
    ]


@each_journal
def test_verify_lists_the_rounds_that_today_are_paired_differently(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cryptography")
    assert main(["event", "verify", str(path)]) == 0

    told = capsys.readouterr().out
    assert (
        "Open, round 4 (journal entry 32): paired again with a different pairing, because"
        " revision 1 of"
    ) in told
    assert told.count("with a different pairing") == 1
