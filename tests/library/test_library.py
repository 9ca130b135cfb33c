"""The library's own functions: what a programmer gets from ``import topboard``."""

from __future__ import annotations

import doctest
from dataclasses import replace
from importlib import import_module

import pytest

import topboard
import topboard.api
from topboard.analysis.generate import Wishes
from topboard.model import ForbiddenPair, ForfeitWin, Manner, Meeting, Number, Player, Round, Team
from topboard.model.history import outcomes
from topboard.reasons.obstacles import HaveMet
from topboard.reasons.why_not import OthersCouldNotBePaired, Suffers
from topboard.systems.registry import SYSTEMS, system


def test_every_public_name_can_be_imported():
    assert all(getattr(topboard, name) is not None for name in topboard.__all__)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="swiss_roll"):
        _ = topboard.swiss_roll


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_and_the_rounds_it_pairs_carry_its_name(name):
    made = topboard.generate(name, 5, Wishes(competitors=6, rounds=3, unpaired_last=True))

    assert system(name).name == name
    assert topboard.pair(made).system == name


def test_the_examples_in_the_docstrings_are_correct():
    found = doctest.testmod(topboard.api)

    assert found.attempted > 0
    assert found.failed == 0


def event(**wishes):
    """A generated event whose last round is still to be paired."""
    return topboard.generate(
        "olympiad_2022", 2, Wishes(competitors=10, rounds=4, unpaired_last=True, **wishes)
    )


def test_the_system_of_the_tournament_is_used_unless_another_is_named():
    made = event()

    assert topboard.pair(made).system == "olympiad_2022"
    assert topboard.pair(made, "olympiad_2009").system == "olympiad_2009"
    assert topboard.pair(made, topboard.system("olympiad_2008")).system == "olympiad_2008"


def test_a_tournament_that_names_no_system_needs_one():
    with pytest.raises(topboard.BadInput, match="does not name a pairing system"):
        topboard.pair(replace(event(), system=""))


def test_single_players_are_not_paired_as_teams():
    players = topboard.Tournament((Player(Number(1), "A"), Player(Number(2), "B")))

    with pytest.raises(topboard.BadInput, match="olympiad_2022 is for teams, not for players: 'A'"):
        topboard.pair(players, "olympiad_2022")


def test_two_teams_with_the_same_number_are_refused():
    twins = topboard.Tournament((Team(Number(1), "A"), Team(Number(1), "B")))

    with pytest.raises(topboard.BadInput, match="two participants have the same number: 'B'"):
        topboard.pair(twins, "olympiad_2022")


@pytest.mark.parametrize("name", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_no_teams_or_a_single_team_give_a_round_without_pairs(name):
    nobody = topboard.pair(topboard.Tournament(()), name)
    alone = topboard.pair(topboard.Tournament((Team(Number(1), "A"),)), name)

    assert (nobody.pairs, nobody.bye) == ((), None)
    assert (alone.pairs, alone.bye) == ((), 1)


def test_why_not_names_the_round_of_an_earlier_meeting():
    made = event()
    meeting = made.rounds[1].meetings[0]

    verdict = topboard.why_not(made, meeting.white, meeting.black)

    assert verdict == HaveMet(2, "6.1")


def test_why_not_gives_a_certificate_if_the_others_could_not_be_paired():
    teams = tuple(Team(Number(n), f"T{n}") for n in range(1, 5))
    apart = (ForbiddenPair(Number(3), Number(4)),)
    four = topboard.Tournament(teams, boards=4, forbidden=apart, system="olympiad_2022")

    verdict = topboard.why_not(four, Number(1), Number(2))

    assert isinstance(verdict, OthersCouldNotBePaired)
    assert (verdict.islands, verdict.bridge) in ((((3,),), ()), (((4,),), ()))
    assert verdict.article == "6.1"


def test_why_not_forces_the_pair_and_compares_the_results():
    made = event()
    actual = topboard.pair(made)
    a, b = actual.pairs[0].white, actual.pairs[1].white

    verdict = topboard.why_not(made, a, b)

    if isinstance(verdict, Suffers):
        assert any({p.white, p.black} == {a, b} for p in verdict.forced.pairs)
        assert verdict.article
    else:
        assert isinstance(verdict, HaveMet | OthersCouldNotBePaired)


def test_check_reports_a_rematch():
    made = event()
    again = replace(made.rounds[0], number=4)
    played = replace(made, rounds=(*made.rounds, again))

    found = topboard.check(played)[3]

    assert {d.kind for d in found.differences} >= {"rematch"}
    assert sum(d.kind == "rematch" for d in found.differences) == len(again.meetings)


def test_a_later_result_does_not_change_a_round_paired_before_it():
    made = event()
    last = made.rounds[1]
    first = last.meetings[0]
    as_paired = replace(
        made,
        rounds=(
            made.rounds[0],
            replace(
                last,
                meetings=(
                    replace(first, manner=Manner.UNFINISHED, white_points=20, black_points=20),
                    *last.meetings[1:],
                ),
            ),
        ),
    )
    third = topboard.pair(as_paired)
    published = Round(
        3,
        tuple(Meeting(p.white, p.black, manner=Manner.PENDING) for p in third.pairs),
    )
    finished = replace(first, white_points=0, black_points=40, paired_as=(20, 20))
    later = replace(
        made,
        rounds=(made.rounds[0], replace(last, meetings=(finished, *last.meetings[1:])), published),
    )

    assert topboard.check(later)[2].differences == ()
    assert topboard.pair(later.before(3)) == third


@pytest.mark.parametrize("name", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_generated_events_contain_what_was_requested(name):
    wishes = Wishes(
        competitors=30, rounds=6, no_shows=10, absences=5, late=20, leaving=10, forbidden=3
    )

    made = topboard.generate(name, 11, wishes)

    assert made == topboard.generate(name, 11, wishes)
    assert len(made.rounds) == 6
    assert len(made.forbidden) == 3
    assert any(c.joined > 1 for c in made.competitors)
    assert made.requests
    rows = outcomes(made)
    assert any(isinstance(o, ForfeitWin) for row in rows.values() for o in row)
    assert all(not found.differences for found in topboard.check(made))


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("topboard.explain", "topboard.reasons.sentences", "names_of"),
        ("topboard.explain", "topboard.reasons.sentences", "paragraph"),
        (
            "topboard.explain.verdict_words",
            "topboard.reasons.sentences.why_not",
            "verdict_sentences",
        ),
    ],
)
def test_old_documented_names_still_work_and_name_their_replacements(old, new, name) -> None:
    with pytest.warns(DeprecationWarning, match=f"is now {new}.{name}"):
        found = getattr(import_module(old), name)

    assert found is getattr(import_module(new), name)
