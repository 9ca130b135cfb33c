"""Proofs are made from what the pairing has read already, and from nothing that it has not."""

from __future__ import annotations

import pytest

from tests.proof.rounds import paired_rounds
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import BadInput
from topboard.model import AwardedPoints, Number
from topboard.proof.prove import prove
from topboard.proof.verify import FAMILIES, SYSTEMS, verify
from topboard.systems.registry import system

SMALL = Wishes(competitors=6, rounds=3, unpaired_last=True)


def last_round(name, seed=3, wishes=SMALL):
    """The facts before the last round of a small event, with its pairing."""
    *_, (event, pairing) = paired_rounds(name, seed, wishes)
    return event, pairing


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_pairing_passes_its_source_data_on_to_the_proof(name):
    event, pairing = last_round(name)

    assert pairing.made_from.tournament is event
    assert prove(replace(event), pairing) == prove(event, pairing)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_pairing_made_from_different_data_proves_nothing(name):
    event, pairing = last_round(name)
    *earlier, last = event.rounds
    turned = tuple(
        replace(m, white_points=m.black_points, black_points=m.white_points) for m in last.meetings
    )
    other = replace(event, rounds=(*earlier, replace(last, meetings=turned)))

    with pytest.raises(BadInput, match="made from different data"):
        prove(other, pairing)
    assert verify(prove(other, system(name).pair(other))).refused is None


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_pairing_without_its_decisions_is_refused_with_a_message(name):
    event, pairing = last_round(name)

    with pytest.raises(BadInput, match="does not contain its decisions"):
        prove(event, replace(pairing, made_from=None))


@pytest.mark.parametrize("name", FAMILIES["dutch"])
def test_a_pairing_that_kept_the_rounds_but_not_its_brackets_is_refused(name):
    event, pairing = last_round(name)

    with pytest.raises(BadInput, match="does not contain its decisions"):
        prove(event, replace(pairing, decided=None))


@pytest.mark.parametrize("name", [n for n in SYSTEMS if n not in FAMILIES["dutch"]])
def test_other_systems_need_only_the_rounds_for_a_proof(name):
    event, pairing = last_round(name)

    assert prove(event, replace(pairing, decided=None)) == prove(event, pairing)


@pytest.mark.parametrize("name", SYSTEMS)
def test_points_awarded_to_a_future_participant_do_not_prevent_a_proof(name):
    event, _ = last_round(name)
    rules, late = system(name), Number(7)
    coming = replace(event.competitors[-1], number=late, name="Latecomer", joined=9)
    awarded = AwardedPoints(late, 1, match_points=10, game_points=10)
    event = replace(event, competitors=(*event.competitors, coming), awarded=(awarded,))

    assert verify(prove(event, rules.pair(event))).refused is None
