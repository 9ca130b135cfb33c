"""Generated events about which questions are asked."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from topboard.analysis.generate import Wishes, generate_rounds
from topboard.errors import NoLegalPairing
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import why_not
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons.why_not import Verdict


@cache
def late_event(name: str, seed: int) -> Tournament | None:
    """A small event with a round to pair, late enough for rare decisions; None if it has none."""
    chance = Random(seed)
    count = chance.randint(6, 10)
    wishes = Wishes(
        competitors=count,
        rounds=chance.randint(2, count - 2),
        no_shows=6,
        absences=5,
        leaving=4,
        forbidden=chance.choice((0, 0, 2)),
        unpaired_last=True,
    )
    edition = system(name)
    try:
        *_, last = generate_rounds(edition, seed, wishes)
        edition.pair(last)
    except NoLegalPairing:
        return None
    return last


def questions(
    tournament: Tournament, name: str, seed: int, count: int
) -> Iterator[tuple[Number, Number, Verdict]]:
    """Some pairs that are asked about, and the answers."""
    chance = Random(seed)
    numbers = [c.number for c in tournament.competitors]
    for _ in range(count):
        a, b = chance.sample(numbers, 2)
        yield a, b, why_not(tournament, system(name), a, b)


def sentences_and_answers(tournament: Tournament, name: str, seed: int, asked: int) -> list[str]:
    """Every sentence about the round, and the answers to some questions."""
    named = names_of(tournament)
    pairing = system(name).pair(tournament)
    lines = [line for paragraph in generate_round_sentences(pairing, named) for line in paragraph]
    for a, b, verdict in questions(tournament, name, seed, asked):
        lines += verdict_sentences(verdict, a, b, named)
    return lines
