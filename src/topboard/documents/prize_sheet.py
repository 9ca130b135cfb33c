"""The document that lists the prize winners and the reasons for their prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard.documents import people
from topboard.documents.sheet import (
    Document,
    Heading,
    number_heading,
    place_number_and_name_headings,
    title_after_round,
)
from topboard.event.actions import PrizeSharing
from topboard.event.prizes import format_prize_amount
from topboard.messages import counted, join_worded_names, message, say, say_count, translate_worded
from topboard.reasons.sentences.words import format_ordinal
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.actions import Prize, SetPrizes
    from topboard.event.prizes import Award, PrizeGiving
    from topboard.model import Number, Tournament
    from topboard.tiebreaks.standings import Standings

    Given = tuple[SetPrizes, PrizeGiving]


def prize_sheet(tournament: Tournament, standings: Standings, prizes: Given | None) -> Document:
    """Return a document that lists all prize winners, in the order of the standings."""
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
        title=title_after_round(
            tournament,
            message("{event}: Prizes after round {round}"),
            counted(
                "{event}: Prizes after round {round}, {count} result missing",
                "{event}: Prizes after round {round}, {count} results missing",
            ),
        ),
        headings=(
            *place_number_and_name_headings(),
            number_heading("points", say("Pts")),
            Heading("prize", say("Prize")),
            Heading("why", say("Reason"), wraps=True),
        ),
        rows=rows,
        notes=tuple(_prize_rule_notes(settled, giving)),
    )


def format_award(award: Award, settled: SetPrizes) -> str:
    """Return an award as text: an amount of money, other prizes, or both."""
    worth = [format_prize_amount(award.amount, settled)] if award.amount else []
    return translate_worded(join_worded_names([*worth, *award.things]))


def explain_award(award: Award, settled: SetPrizes, known: dict[Number, str]) -> str:
    """Return the reason why a participant wins this prize instead of a different one."""
    prizes = _format_list_of_prizes(award.prizes)
    if len(award.sharers) > 1:
        total = sum(prize.amount for prize in award.prizes)
        won = say(
            "Shares the {prizes} ({total}) with {others}.",
            prizes=prizes,
            total=format_prize_amount(total, settled),
            others="; ".join(known[n] for n in award.sharers if n != award.number),
        )
    else:
        won = say("Wins the {prizes}.", prizes=prizes)
    if award.left is None:
        return won
    left = format_prize(award.left)
    worth = (
        format_prize_amount(award.left.amount, settled) if award.left.amount else award.left.thing
    )
    if award.left.amount < max(prize.amount for prize in award.prizes):
        reason = say("The {prize} ({worth}) would have been smaller.", prize=left, worth=worth)
    else:
        reason = say("The {prize} ({worth}) would not have been larger.", prize=left, worth=worth)
    return f"{won} {reason}"


def _format_list_of_prizes(prizes: Iterable[Prize]) -> str:
    return translate_worded(join_worded_names([format_prize(prize) for prize in prizes]))


def format_prize(prize: Prize) -> str:
    """Return a prize as text, such as ``1st U16 prize`` or ``2nd prize``."""
    if prize.category:
        return say(
            "{place} {category} prize", place=format_ordinal(prize.place), category=prize.category
        )
    return say("{place} prize", place=format_ordinal(prize.place))


def _prize_rule_notes(settled: SetPrizes | None, giving: PrizeGiving | None) -> Iterator[str]:
    if settled is None or giving is None:
        yield say("No prizes have been set.")
        return
    match settled.sharing:
        case PrizeSharing.EQUALLY:
            yield say(
                "No participant wins two prizes. Participants with equal points share their prizes "
                "equally. A category prize is shared only within the category. The tie-breaks "
                "decide who wins a prize that cannot be divided."
            )
        case PrizeSharing.TIE_BREAK:
            yield say(
                "No participant wins two prizes. The tie-breaks decide who wins which prize. "
                "Participants who are tied on all tie-breaks share their prizes equally."
            )
        case _:
            assert_never(settled.sharing)
    total = sum(award.amount for award in giving.awards)
    if total:
        count = len(giving.awards)
        yield say_count(
            "{total} in total for {count} winner.",
            "{total} in total for {count} winners.",
            count,
            total=format_prize_amount(total, settled),
        )
    if giving.unclaimed:
        yield say_count(
            "This prize has no eligible winner: {prizes}.",
            "These prizes have no eligible winner: {prizes}.",
            len(giving.unclaimed),
            prizes="; ".join(map(format_prize, giving.unclaimed)),
        )
