"""Cards, ratings, pairing numbers and late entrants."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.oracle import cfc
from tests.player_events import event, played_round, player
from tests.systems.cfc.cfc_swiss.events import pair, play, without_ratings
from tests.team_events import opponents, reasons
from topboard import formats, read
from topboard.errors import BadInput
from topboard.event.ratings import add_ratings_from_text
from topboard.model import (
    Colour,
    Lot,
    NotYetEntered,
    Number,
    Player,
    RatingChoice,
    RatingKind,
    Tournament,
)
from topboard.model.history import outcomes
from topboard.reasons.decisions import PairingWarning
from topboard.systems.cfc import cards, cfc_swiss, variations
from topboard.systems.cfc.ratings import RatedParticipant, sort_cards_with_late_entries
from topboard.systems.common import canadian_ratings
from topboard.systems.registry import fill_in_ratings_in_force

BASIC = variations.Variations()

CASES = Path(__file__).parents[3] / "fixtures" / "cfc"


def book(tournament: Tournament) -> cards.PairingCardBook:
    in_force = variations.parse_variations_in_force(tournament, teams=False)
    return cards.build_card_book(
        tournament, in_force, cfc_swiss._build_rating_and_scoring(tournament)
    )


@pytest.mark.article("cfc_swiss:611")
def test_a_card_shows_points_colours_and_opponents() -> None:
    opened = book(event(4, "1-3 1:0, 4-2 =", "2-1 0:1, 3-4 +:-"))

    first = opened.players[0]
    assert (first.number, first.points) == (1, 20)
    assert first.colours == (Colour.WHITE, Colour.BLACK)
    assert opened.met[Number(1)] == {3: 1, 2: 2}


# --- ratings ------------------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:612")
@pytest.mark.parametrize(
    ("source", "published", "rating"),
    [
        ("CFC", 1850, 1850),
        ("FIDE", 2100, 2100),
        ("USCF", 1777, 1777),
        ("BCF", 150, 1800),
        ("Ingo", 130, 1800),
        ("estimate", 1500, 1500),
    ],
)
def test_published_ratings_are_converted(source: str, published: int, rating: int) -> None:
    assert canadian_ratings.convert_to_canadian_scale(source, published) == rating


def on_card(entered: Player, *chosen: RatingChoice) -> tuple[int | None, str]:
    """The rating of a card and its source, as entries have them."""
    (made,) = fill_in_ratings_in_force([entered], "cfc_swiss", chosen)
    assert isinstance(made, Player)
    return made.rating, made.rating_source


@pytest.mark.article("cfc_swiss:612")
def test_the_canadian_rating_comes_first_then_fide_then_national_then_an_estimate() -> None:
    entered = add_ratings_from_text(
        Player(Number(1), "Ames"), "estimate 1500, BCF 150, FIDE 2000, CFC 1900"
    )

    taken = []
    while entered.ratings:
        taken.append(on_card(entered))
        entered = add_ratings_from_text(entered, f"{taken[-1][1].split()[0]} 0")

    assert taken == [
        (1900, "CFC 1900"),
        (2000, "FIDE 2000"),
        (1800, "BCF 150"),
        (1500, "estimate 1500"),
    ]


@pytest.mark.article("cfc_swiss:612")
def test_an_event_may_put_another_list_first_and_its_ratings_are_converted() -> None:
    entered = add_ratings_from_text(Player(Number(1), "Ames"), "BCF 150, CFC 1900")

    assert on_card(entered, RatingChoice("BCF", RatingKind.NATIONAL)) == (1800, "BCF 150")


@pytest.mark.article("cfc_swiss:612")
@pytest.mark.parametrize(
    ("source", "value", "complaint"),
    [
        ("ICC", 1800, "unknown rating source: 'ICC'"),
        ("Ingo", 400, "out of range: '400'"),
        ("BCF", -5, "out of range: '-5'"),
    ],
)
def test_a_rating_that_cannot_be_used_is_refused(source: str, value: int, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        canadian_ratings.convert_to_canadian_scale(source, value)


# --- pairing numbers ----------------------------------------------------------------------


def order(
    *entered: int | None, lot: tuple[int, ...] = (), announced: tuple[str, ...] = ()
) -> list[int]:
    """The entrants, counted from 1, in the order of the numbers they are given."""
    players = [player(n, rating) for n, rating in enumerate(entered, start=1)]
    lots = (Lot("equal ratings", tuple(Number(n) for n in lot)),)
    entries = event(players, lots=lots, variations=announced)
    numbered = cfc_swiss.SYSTEM.assign_pairing_numbers(entries).competitors
    assert [p.number for p in numbered] == list(range(1, len(entered) + 1))
    return [int(p.name.split()[1]) for p in numbered]


@pytest.mark.article("cfc_swiss:613")
def test_numbers_follow_the_ratings_and_the_unrated_come_last() -> None:
    assert order(1500, None, 2100, 1800) == [3, 4, 1, 2]


@pytest.mark.article("cfc_swiss:613")
def test_equal_ratings_and_the_unrated_are_arranged_by_lot() -> None:
    assert order(1800, 1800, None, 1800, None, lot=(4, 1, 2, 5, 3)) == [4, 1, 2, 5, 3]


@pytest.mark.article("cfc_swiss:613")
def test_without_a_lot_equally_rated_players_stay_in_order_of_entry() -> None:
    assert order(1800, 1900, 1800, None, None) == [2, 1, 3, 4, 5]


@pytest.mark.article("cfc_swiss:613.1a")
def test_the_unrated_may_be_placed_just_below_the_average() -> None:
    below_average = ("613.1a",)

    # The average of the rated is 1750.
    assert order(2000, None, 1800, 1700, 1500, None, announced=below_average) == [1, 3, 2, 6, 4, 5]
    assert order(1750, None, 1750, announced=below_average) == [1, 3, 2]


@pytest.mark.article("cfc_swiss:613.1b")
def test_the_unrated_may_be_placed_one_fifth_up_from_the_bottom() -> None:
    one_fifth_up = ("613.1b",)

    assert order(2000, 1900, 1800, 1700, 1600, None, announced=one_fifth_up) == [1, 2, 3, 4, 6, 5]
    assert order(2000, 1900, 1800, None, announced=one_fifth_up) == [1, 2, 4, 3]


def test_numbers_are_assigned_once_and_everything_recorded_follows_them() -> None:
    entered = [player(1, 1500), player(2, 2000), player(3, None), player(4, 1800)]
    tournament = event(entered, forbid="1-3", lots=(Lot("equal ratings", (Number(3),)),))

    numbered = cfc_swiss.SYSTEM.assign_pairing_numbers(tournament)

    assert [c.name for c in numbered.competitors] == [f"Player {n}" for n in (2, 4, 1, 3)]
    assert {numbered.forbidden[0].a, numbered.forbidden[0].b} == {3, 4}
    assert numbered.lots[0].order == (4,)
    with pytest.raises(BadInput, match="fixed once round 1 is paired"):
        cfc_swiss.SYSTEM.assign_pairing_numbers(event(2, "1-2 1:0"))


# --- late entrants ------------------------------------------------------------------------


def late(rating: int | None, number: int = 7, **facts: object) -> Tournament:
    """Six players after a round of draws, and a late entrant or two."""
    entered = [*(player(n) for n in range(1, 7)), player(number, rating, joined=2, **facts)]
    return event(entered, "1-4 =, 5-2 =, 3-6 =")


@pytest.mark.article("cfc_swiss:614")
def test_a_late_entrant_follows_in_number_but_is_ranked_by_rating() -> None:
    # Rated between players 2 and 3, he has missed a round and stands below all who drew.
    opened = book(late(1985))

    assert [card.number for card in opened.players] == [1, 2, 3, 4, 5, 6, 7]
    assert [opened.places[Number(n)] for n in (1, 2, 7, 3)] == [0, 1, 2, 3]


@pytest.mark.article("cfc_swiss:614")
def test_a_late_entrant_may_be_given_a_score_for_pairing_only() -> None:
    tournament = late(1985, pairing_score=5)

    assert [card.number for card in book(tournament).players] == [1, 2, 7, 3, 4, 5, 6]
    points = {line.number: line.points for line in cfc_swiss.SYSTEM.standings(tournament).lines}
    assert points[Number(7)] == 0


def test_a_pairing_score_is_for_late_entrants_only() -> None:
    entered = [player(1), player(2, pairing_score=10), player(3), player(4)]

    assert [card.points for card in book(event(entered)).players] == [0, 0, 0, 0]


@pytest.mark.article("cfc_swiss:614")
def test_the_rounds_a_late_entrant_missed_are_defaulted() -> None:
    tournament = late(1985)

    assert [type(o).__name__ for o in outcomes(tournament)[Number(7)]] == ["NotYetEntered"]
    assert opponents(pair(replace(tournament, rounds=()))) == "1-4 2-5 3-6"


@pytest.mark.article("cfc_swiss:614")
def test_a_player_who_is_not_yet_entered_in_the_rounds_is_a_late_entrant() -> None:
    # 7 says nothing of joining, but the first round does: he is ranked by his rating. Of those
    # left below, 4 and 6 have both had Black.
    late_ones = (Number(7), NotYetEntered()), (Number(8), NotYetEntered())
    tournament = event([*(player(n) for n in range(1, 7)), player(7, 2500), player(8, 900)])
    first = played_round(1, "1-4 1:0, 5-2 0:1, 3-6 1:0")
    after = replace(tournament, rounds=(replace(first, away=late_ones),))
    said = [replace(c, joined=2) if c.number > 6 else c for c in after.competitors]

    assert [card.number for card in book(after).players] == [1, 2, 3, 7, 4, 5, 6, 8]
    assert pair(after) == pair(replace(after, competitors=tuple(said)))
    in_a_report = formats.read_text(formats.dumps(replace(after, system="cfc_swiss"), "trf16"))
    assert opponents(pair(in_a_report)) == opponents(pair(after)) == "1-2 3-7 4-8 5-6"


@pytest.mark.article("cfc_swiss:614")
def test_a_late_entrant_recognized_from_the_rounds_has_a_pairing_score() -> None:
    entered = [*(player(n) for n in range(1, 7)), player(7, 2500, pairing_score=10)]
    first = played_round(1, "1-4 1:0, 5-2 0:1, 3-6 1:0")
    first = replace(first, away=((Number(7), NotYetEntered()),))

    assert book(event(entered, rounds=(first,))).players[0].number == 7


@pytest.mark.article("cfc_swiss:614")
def test_a_player_without_a_record_in_round_1_is_not_late_unless_their_number_follows() -> None:
    silent = read(str(CASES / "614-silence.json"))
    paired = [(p.white, p.black) for p in pair(silent).pairs]

    # 1 has a number among those who played round 1, so it was given before the list was closed.
    assert [card.number for card in book(silent).players] == [3, 4, 1, 2, 5, 6]
    assert paired == [(3, 4), (1, 5), (6, 2)]
    said = pair(read(str(CASES / "614-said.json")))
    assert paired == [(p.white, p.black) for p in said.pairs]
    assert sorted(paired) == sorted(cfc.pair(silent).pairs)


@pytest.mark.article("cfc_swiss:614")
def test_the_note_on_an_equally_rated_late_entrant_says_where_the_card_went() -> None:
    entered = [*(player(n, 1800) for n in range(1, 5)), player(5, 1800, joined=2)]
    tournament = event(entered, "1-3 =, 2-4 =")

    assert [card.number for card in book(tournament).players] == [1, 2, 3, 4, 5]
    assert notes(tournament, "613") == [
        (
            "#5, a late entry, has the same rating as another participant, but no drawing of lots "
            "is recorded, so the late entry is ranked lower"
        )
    ]
    (late,) = (card for card in book(replace(tournament, rounds=())).players if card.number == 4)
    assert late.place == 3


def notes(tournament: Tournament, article: str) -> list[str]:
    return [note.what for note in reasons(pair(tournament), PairingWarning, article=article)]


@pytest.mark.article("cfc_swiss:613")
def test_numbers_that_contradict_the_rating_order_are_noted_in_round_1() -> None:
    against = [player(1), player(2, 1700), player(3, 1800), player(4, 1600)]

    assert notes(event(4), "613") == []
    assert notes(event(against), "613") == [
        "#2 is rated below #3 but has a lower TPN; renumber the participants unless this is"
        " intended"
    ]
    assert notes(event(against, "1-3 1:0, 4-2 0:1"), "613") == []


@pytest.mark.article("cfc_swiss:613")
def test_an_unrated_entrant_above_rated_ones_is_noted() -> None:
    assert notes(without_ratings(event(4), "2"), "613") == [
        "#2 is unrated but is numbered ahead of rated participants; renumber the participants"
        " unless this is intended"
    ]
    assert notes(without_ratings(event(4), "3 4"), "613") == []


@pytest.mark.article("cfc_swiss:613.1a")
def test_a_variation_announced_after_the_numbers_were_assigned_is_noted() -> None:
    # The average of the rated is 1985: number 6 should stand below the second of them.
    numbered = without_ratings(event(6, variations=("613.1a",)), "6")
    said = "#6 is unrated and is not numbered as variation 613.1a requires"

    assert notes(numbered, "613.1a") == [
        f"{said}; renumber the participants unless this is intended"
    ]
    assert notes(play_out(numbered), "613.1a") == [
        f"{said}, but the numbers can no longer be changed"
    ]
    assert notes(cfc_swiss.SYSTEM.assign_pairing_numbers(numbered), "613.1a") == []


def play_out(tournament: Tournament) -> Tournament:
    return play(tournament, pair(tournament), Random(1))


@pytest.mark.article("cfc_swiss:614")
@pytest.mark.parametrize(
    ("rating", "lot", "place", "warns"),
    [
        (2050, (), 0, False),
        (1900, (), 6, False),
        (1980, (), 3, True),
        (1980, (7, 3), 2, False),
        (1980, (3, 7), 3, False),
        (None, (), 6, False),
    ],
)
def test_the_card_of_a_late_entrant_goes_below_the_last_higher_rating(
    rating: int | None, lot: tuple[int, ...], place: int, warns: bool
) -> None:
    entries = [RatedParticipant(Number(n), 2010 - 10 * n) for n in range(1, 7)]
    entries.append(RatedParticipant(Number(7), rating, joined=2))
    lots = (Lot("equal ratings", tuple(Number(n) for n in lot)),)

    ordered, warned = sort_cards_with_late_entries(entries, lots, BASIC)

    assert ordered.index(Number(7)) == place
    assert [type(w) for w in warned] == [PairingWarning] * warns


@pytest.mark.article("cfc_swiss:614")
def test_an_unrated_late_entrant_joins_the_other_unrated_players() -> None:
    entries = [RatedParticipant(Number(n), 2010 - 10 * n) for n in range(1, 6)]
    entries[2] = RatedParticipant(Number(3), None)
    entries.append(RatedParticipant(Number(6), None, joined=3))
    lots = (Lot("equal ratings", (Number(6), Number(3))),)

    assert sort_cards_with_late_entries(entries, (), BASIC)[0] == [1, 2, 3, 6, 4, 5]
    assert sort_cards_with_late_entries(entries, lots, BASIC)[0] == [1, 2, 6, 3, 4, 5]


def test_the_directors_rating_for_all_unrated_players_counts_as_their_rating() -> None:
    tournament = replace(without_ratings(event(4), "2"), unrated_as=1100)

    numbered = cfc_swiss.SYSTEM.assign_pairing_numbers(tournament)

    assert [c.name for c in numbered.competitors][-1] == "Player 2"
    assert pair(numbered).bye is None
