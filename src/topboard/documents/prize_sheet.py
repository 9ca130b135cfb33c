"""The prizes as a document that shows the winners and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard.documents import people
from topboard.documents.sheet import (
    Document,
    Heading,
    event_name,
    number_heading,
    place_headings,
)
from topboard.event.actions import PrizeSharing
from topboard.event.prizes import format_amount
from topboard.messages import and_worded, retold, say, say_count
from topboard.reasons.sentences.words import after_round_heading, ordinal
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.actions import Prize, SetPrizes
    from topboard.event.prizes import Award, PrizeGiving
    from topboard.model import Number, Tournament
    from topboard.tiebreaks.standings import Standings

    Given = tuple[SetPrizes, PrizeGiving]


def prize_sheet(tournament: Tournament, standings: Standings, prizes: Given | None) -> Document:
    """Return a document of all prize winners, in the order of the standings."""
    known, place = people.titled_names(tournament), {x.number: x for x in standings.lines}
    settled, giving = prizes or (None, None)
    rows = tuple(
        (
            place[award.number].place,
            award.number,
            known[award.number],
            format_points(place[award.number].points),
            format_award(award, settled),
            explain_award(award, settled, known),
        )
        for award in (giving.awards if giving else ())
        if settled is not None
    )
    return Document(
        kind="prizes",
        title=say(
            "{event}: Prizes {after_round}",
            event=event_name(tournament),
            after_round=after_round_heading(tournament),
        ),
        headings=(
            *place_headings(),
            number_heading("points", say("Pts")),
            Heading("prize", say("Prize")),
            Heading("why", say("Why"), wraps=True),
        ),
        rows=rows,
        notes=tuple(_prize_notes(settled, giving)),
    )


def format_award(award: Award, settled: SetPrizes) -> str:
    """Return an award as text: an amount, objects, or both."""
    worth = [format_amount(award.amount, settled)] if award.amount else []
    return retold(and_worded([*worth, *award.things]))


def explain_award(award: Award, settled: SetPrizes, known: dict[Number, str]) -> str:
    """Return the reason why a participant wins this prize and not a different one."""
    if len(award.sharers) > 1:
        total = sum(prize.amount for prize in award.prizes)
        others = [known[n] for n in award.sharers if n != award.number]
        words = say(
            "shares {prizes} ({total}) with {others}",
            prizes=_format_prizes(award.prizes),
            total=format_amount(total, settled),
            others="; ".join(others),
        )
    else:
        words = say("takes {prize}", prize=_format_prizes(award.prizes))
    if award.left is None:
        return words
    ours = max(prize.amount for prize in award.prizes)
    left = format_prize(award.left)
    worth = format_amount(award.left.amount, settled) if award.left.amount else award.left.thing
    if award.left.amount < ours:
        return say("{words}: {left} ({worth}) is smaller", words=words, left=left, worth=worth)
    return say("{words}: {left} ({worth}) is not larger", words=words, left=left, worth=worth)


def _format_prizes(prizes: Iterable[Prize]) -> str:
    return retold(and_worded([format_prize(prize) for prize in prizes]))


def format_prize(prize: Prize) -> str:
    """Return a prize as text, such as ``1st U16`` or ``2nd prize``."""
    if prize.category:
        return say("{place} {category}", place=ordinal(prize.place), category=prize.category)
    return say("{place} prize", place=ordinal(prize.place))


def _prize_notes(settled: SetPrizes | None, giving: PrizeGiving | None) -> Iterator[str]:
    if settled is None or giving is None:
        yield say("No prizes are settled.")
        return
    match settled.sharing:
        case PrizeSharing.EQUALLY:
            yield say(
                "Nobody takes two prizes. Who have the same points share theirs equally, a prize"
                " of a category only among those of it; what cannot be divided goes by the"
                " tie-breaks."
            )
        case PrizeSharing.TIE_BREAK:
            yield say(
                "Nobody takes two prizes. The tie-breaks decide who takes which; who are equal in"
                " all of them share theirs equally."
            )
        case _:
            assert_never(settled.sharing)
    total = sum(award.amount for award in giving.awards)
    if total:
        count = len(giving.awards)
        yield say_count(
            "{total} to {count} winner.",
            "{total} to {count} winners.",
            count,
            total=format_amount(total, settled),
        )
    if giving.unclaimed:
        told = "; ".join(map(format_prize, giving.unclaimed))
        yield say("Nobody is left who may take: {told}.", told=told)
