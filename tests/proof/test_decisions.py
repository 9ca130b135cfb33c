"""Proofs where people have decided something: it counts, in its rounds and for its people only."""

from __future__ import annotations

from functools import cache

import pytest

from tests.proof.rounds import paired_rounds, refusal_place, with_facts
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import NoLegalPairing
from topboard.model import (
    Adjustment,
    ByeRuling,
    FixedTable,
    ForbiddenPair,
    Lot,
    Manner,
    Number,
    Scale,
)
from topboard.proof.prove import prove
from topboard.proof.prove.facts import build_facts
from topboard.proof.verify import FAMILIES, SYSTEMS, find_proof_scope, verify
from topboard.systems.registry import system

ODD = Wishes(competitors=11, rounds=5, absences=3, no_shows=3)
TEAMS = FAMILIES["olympiad"]


@cache
def rounds(name):
    """The facts before some rounds, each with its pairing."""
    found = [one for seed in (1, 2) for one in paired_rounds(name, seed, ODD)]
    return [(event, pairing) for event, pairing in found if event.round_to_pair >= 3]


def paired_again(name, event):
    """The pairing of other facts, if there is one, after its proof was checked."""
    try:
        pairing = system(name).pair(event)
    except NoLegalPairing:
        return None
    assert verify(prove(event, pairing)).refused is None
    return pairing


def assert_refused_with(decided, event, pairing):
    """The proof of a pairing without a decision does not hold for the facts with it."""
    refusal_place(with_facts(prove(event, pairing), build_facts(decided)))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_forbidden_pair_is_kept_apart_in_the_named_rounds(name):
    for event, pairing in rounds(name):
        here = event.round_to_pair
        for pair in pairing.pairs[::2]:

            def apart(first, last, event=event, pair=pair):
                kept = ForbiddenPair(pair.white, pair.black, first, last)
                return replace(event, forbidden=(*event.forbidden, kept))

            for decided in (apart(1, here - 1), apart(here + 1, 99)):
                assert paired_again(name, decided).pairs == pairing.pairs
            assert_refused_with(apart(here, here), event, pairing)
            paired_again(name, apart(here, here))


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_bye_is_denied_to_named_participants_in_the_named_rounds(name):
    kept = 0
    for event, pairing in rounds(name):
        if pairing.bye is None:
            continue
        here, (first, *_) = event.round_to_pair, pairing.pairs

        def without(number, first, last, event=event):
            ruling = ByeRuling(number, allowed=False, first=first, last=last)
            return replace(event, bye_rulings=(*event.bye_rulings, ruling))

        for decided in (
            without(pairing.bye, 1, here - 1),
            without(pairing.bye, here + 1, 99),
            without(first.white, here, here),
        ):
            assert paired_again(name, decided).pairs == pairing.pairs
        decided = without(pairing.bye, here, here)
        assert_refused_with(decided, event, pairing)
        again = paired_again(name, decided)
        kept += again is not None and again.bye not in (None, pairing.bye)
    assert kept


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_fixed_table_is_reserved_if_it_exists_and_is_free(name):
    for event, pairing in rounds(name):
        last, before, count = pairing.pairs[-1], pairing.pairs[-2], len(pairing.pairs)
        asked = (
            FixedTable(before.white, count + 1),
            FixedTable(last.black, 1),
            FixedTable(before.black, 1),
        )
        decided = replace(event, fixed_tables=asked)
        again = paired_again(name, decided)

        assert again.pairs[0].black == last.black
        assert {(p.white, p.black) for p in again.pairs} == {
            (p.white, p.black) for p in pairing.pairs
        }
        if "tables" in find_proof_scope(name).recomputed:
            document = with_facts(prove(event, pairing), build_facts(decided))
            assert "table 1 belongs to" in str(verify(document).refused)


def going_on(event, at, standing):
    """The facts with a meeting of the last round that is not finished, and how it stands."""
    *earlier, last = event.rounds
    white, black = standing
    unfinished = {"manner": Manner.UNFINISHED, "white_points": white, "black_points": black}
    meetings = [*last.meetings]
    meetings[at] = replace(meetings[at], **unfinished)
    return replace(event, rounds=(*earlier, replace(last, meetings=tuple(meetings))))


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_unfinished_meeting_counts_as_the_regulations_say(name):
    standing = (15, 5) if name in TEAMS else (5, 5)
    for event, _ in rounds(name):
        for at, meeting in enumerate(event.rounds[-1].meetings):
            if meeting.manner is Manner.PLAYED:
                assert paired_again(name, going_on(event, at, standing)) is not None


@pytest.mark.parametrize("variations", [(), ("617.1",)])
@pytest.mark.parametrize("standing", [(10, 0), (5, 5), (10, 5), (0, 0)])
def test_in_canada_an_unfinished_game_is_a_draw_unless_won_or_adjudicated(standing, variations):
    for event, _ in rounds("cfc_swiss")[:3]:
        decided = replace(going_on(event, 0, standing), variations=variations)
        assert paired_again("cfc_swiss", decided) is not None


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_required_pair_meets(name):
    for event, pairing in rounds(name):
        (one, *_, other) = pairing.pairs
        for opponent in filter(None, (other.white, pairing.bye)):
            decided = replace(event, required=((one.white, opponent),))
            again = paired_again(name, decided)
            if again is not None:
                assert {one.white, opponent} in [{p.white, p.black} for p in again.pairs]
            assert_refused_with(decided, event, pairing)


@pytest.mark.parametrize("name", SYSTEMS)
def test_deducted_points_count_only_in_the_rounds_they_apply_to(name):
    moved = 0
    for event, pairing in rounds(name):
        here, first = event.round_to_pair, pairing.pairs[0].white
        later, now = (Adjustment(first, -20, -20, known_from=at) for at in (here + 1, here))
        assert paired_again(name, replace(event, adjustments=(later,))).pairs == pairing.pairs
        again = paired_again(name, replace(event, adjustments=(now,)))
        moved += again is not None and again.pairs != pairing.pairs
        # Points that count no more may have made floats of pairs when they did.
        past = Adjustment(first, -20, -20, last=here - 1)
        assert paired_again(name, replace(event, adjustments=(past,))) is not None
    assert moved


@pytest.mark.parametrize("name", ["dubov_1997", *FAMILIES["dutch"]])
def test_a_bye_worth_no_points_is_still_a_bye(name):
    wishes = replace(ODD, scale=Scale(bye=0), rounds=6)
    for seed in range(4):
        for event, pairing in paired_rounds(name, seed, wishes):
            assert verify(prove(event, pairing)).refused is None


def test_in_canada_cards_of_odd_men_are_marked_until_the_last_quarter():
    wishes = Wishes(competitors=20, rounds=8, draws=20, variations=("624.2",))
    for event, pairing in paired_rounds("cfc_swiss", 1, wishes):
        assert verify(prove(event, pairing)).refused is None


@pytest.mark.parametrize("variations", [(), ("631.2",)])
def test_in_canada_a_colour_lot_counts_in_the_last_round_between_equals(variations):
    turned = 0
    for seed in range(4):
        wishes = Wishes(competitors=12, rounds=5, variations=variations)
        for event, pairing in paired_rounds("cfc_swiss", seed, wishes):
            drawn = tuple(Lot("colour at the board", (p.black, p.white)) for p in pairing.pairs)
            again = paired_again("cfc_swiss", replace(event, lots=(*event.lots, *drawn)))
            sides = {(p.white, p.black) for p in pairing.pairs}
            others = {(p.white, p.black) for p in again.pairs} - sides
            assert not others or (variations and event.round_to_pair == event.planned_rounds)
            turned += len(others)
    assert bool(turned) == bool(variations)


@pytest.mark.parametrize("seed", range(3))
def test_in_canada_unrated_players_get_the_bye_only_after_rated_players(seed):
    wishes = Wishes(competitors=9, rounds=5, unrated=40)
    for event, pairing in paired_rounds("cfc_swiss", seed, wishes):
        assert verify(prove(event, pairing)).refused is None


@pytest.mark.parametrize("name", TEAMS)
def test_a_late_team_is_as_strong_as_its_players(name):
    for seed, top_rating in ((1, 2700), (2, 2700), (3, 1500)):
        wishes = Wishes(competitors=12, rounds=2, unrated=20, spread=700, top_rating=top_rating)
        event = next(e for e, _ in paired_rounds(name, seed, wishes) if e.round_to_pair == 2)
        for like in event.competitors[:8]:
            new = replace(like, number=Number(13), name="Unforeseen", joined=2)
            unrated = replace(new, players=tuple(replace(p, rating=None) for p in new.players))
            for one in (new, unrated, replace(new, players=())):
                decided = replace(event, competitors=(*event.competitors, one))
                assert paired_again(name, decided) is not None
