"""The engine against the literal reading of the text, and its short ways against the long one."""

from __future__ import annotations

import pytest

from tests.fide.events import EDITIONS, event, names
from tests.oracle import fide_dutch
from tests.oracle.fide_dutch_events import event_paired_by_chance, play_event
from tests.oracle.fide_dutch_field import NoPairing
from topboard._frozen import replace
from topboard.errors import NoLegalPairing
from topboard.model import Manner, Meeting, Number, Player, Round, Scale, Tournament
from topboard.systems.fide_common.legality import find_lowest_bye_score
from topboard.systems.fide_dutch import fide_dutch_2017, fide_dutch_2026
from topboard.systems.fide_dutch.text_of_2017 import BracketsOf2017
from topboard.systems.fide_dutch.text_of_2026 import BracketsOf2026
from topboard.systems.fide_dutch.weighted_pairing import PlayersMatchedTogether
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough

Pairs = set[tuple[int, int]]


def by_the_engine(edition, tournament) -> tuple[Pairs, int | None] | None:
    try:
        paired = system(edition).pair(tournament)
    except NoLegalPairing:
        return None
    return {(pair.white, pair.black) for pair in paired.pairs}, paired.bye


def by_the_text(edition, tournament) -> tuple[Pairs, int | None] | None:
    try:
        answer = fide_dutch.pair_round(tournament, edition, {})
    except NoPairing:
        return None
    return {tuple(pair) for pair in answer.pairs}, answer.bye


WITH_BYE_OF_FEWEST_MISSED = (262, 404, 5743)
"""Rounds in which the bye is given in a weighed bracket, and missed games decide to whom."""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [*range(60), *WITH_BYE_OF_FEWEST_MISSED])
def test_random_rounds_are_paired_as_the_text_says(edition: str, seed: int) -> None:
    """Whoever met whom before: such rounds have floaters, limbos and byes at higher scores."""
    tournament = event_paired_by_chance(seed, 5 + seed % 7, 1 + seed % 5)
    assert by_the_engine(edition, tournament) == by_the_text(edition, tournament)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(8))
def test_whole_events_are_paired_as_the_text_says(edition: str, seed: int) -> None:
    for tournament in play_event(seed, 5 + seed % 6, 7, edition):
        assert by_the_engine(edition, tournament) == by_the_text(edition, tournament)


def worth_three_two_one(tournament: Tournament) -> Tournament:
    """The event with 3 points for a win, 2 for a draw and 1 for a loss over the board.

    Whoever did not come has nothing; of the last round the first two games have no result.
    """
    worth = {10: 30, 5: 20, 0: 10}

    def rescore(meeting: Meeting) -> Meeting:
        points = (meeting.white_points, meeting.black_points)
        if meeting.manner is Manner.BOTH_DEFAULTED:
            return meeting
        if meeting.manner is Manner.DEFAULT:
            white, black = (30 if point == 10 else 0 for point in points)
        else:
            white, black = (worth[point] for point in points)
        return replace(meeting, white_points=white, black_points=black)

    rounds = [
        replace(played, meetings=tuple(rescore(m) for m in played.meetings))
        for played in tournament.rounds
    ]
    open_games = [
        replace(m, manner=Manner.PENDING) if i < 2 and m.manner is Manner.PLAYED else m
        for i, m in enumerate(rounds[-1].meetings)
    ]
    rounds[-1] = replace(rounds[-1], meetings=tuple(open_games))
    return replace(tournament, rounds=tuple(rounds), game_scale=Scale(30, 20, 10))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(40))
def test_other_scoring_and_double_forfeits_are_paired_according_to_the_text(
    edition: str, seed: int
) -> None:
    tournament = event_paired_by_chance(seed, 5 + seed % 7, 1 + seed % 5)
    first, *others = tournament.rounds[0].meetings or [None]
    if first is not None and seed % 2:
        nobody = replace(first, white_points=0, black_points=0, manner=Manner.BOTH_DEFAULTED)
        opening = replace(tournament.rounds[0], meetings=(nobody, *others))
        tournament = replace(tournament, rounds=(opening, *tournament.rounds[1:]))
    asked = worth_three_two_one(tournament)

    assert by_the_engine(edition, asked) == by_the_text(edition, asked)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_for_which_neither_player_came_is_worth_nothing(edition: str) -> None:
    players = tuple(Player(Number(n), f"Player {n}", 2400 - n) for n in range(1, 5))
    games = (
        Meeting(Number(1), Number(3), manner=Manner.BOTH_DEFAULTED),
        Meeting(Number(2), Number(4), 30, 10),
    )
    after = Tournament(players, (Round(1, games),), 3, game_scale=Scale(30, 20, 10))

    points = {line.number: line.points for line in system(edition).standings(after).lines}
    assert points == {1: 0, 2: 30, 3: 0, 4: 10}


# --- short ways and the long one ----------------------------------------------------------------


class WeighedOf2026(BracketsOf2026):
    """Every bracket weighed with everybody below it."""

    def pair_bracket_without_looking_below(self, bracket):
        return None

    def _must_this_or_next_bracket_give_bye(self, bracket):
        return True


class WeighedOf2017(BracketsOf2017):
    """Every bracket weighed."""

    def pair_bracket_without_looking_below(self, bracket):
        return None

    def pair_last_bracket(self, bracket):
        scope = PlayersMatchedTogether(
            bracket.members, self._find_players_eligible_for_bye(bracket.members)
        )
        return self._pair_bracket_by_weighted_matching(bracket, scope, looks_ahead=False)


def pairs_of(brackets) -> tuple[list[tuple[int, int]], int | None]:
    made = brackets.pair_all_brackets()
    pairs = [pair for paired in made for pair in (*paired.moved_down, *paired.remainder)]
    return sorted(pairs), brackets.bye


SOME = [name for name in names("plain", "forfeit", "byes", "mixed") if "n02" in name][:8]


@pytest.mark.parametrize("name", SOME)
def test_the_2026_shortcuts_give_the_same_pairs_as_weighing_everybody(name: str) -> None:
    for before, _ in event(name).rounds("fide_dutch_2026"):
        field = fide_dutch_2026.build_field(before)
        score = find_lowest_bye_score(field) if len(field.players) % 2 else None
        short, long = BracketsOf2026(field, score), WeighedOf2026(field, score)
        assert pairs_of(short) == pairs_of(long)


@pytest.mark.parametrize("name", SOME)
def test_the_2017_shortcuts_give_the_same_pairs_as_weighing(name: str) -> None:
    for before, _ in event(name).rounds("fide_dutch_2017"):
        field = fide_dutch_2017.build_field(before)
        assert pairs_of(BracketsOf2017(field)) == pairs_of(WeighedOf2017(field))
