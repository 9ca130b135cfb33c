"""A second reading of the Canadian rules: every complete pairing is written down and compared.

Nothing here is fast or shared with the engine. A round of up to ten players is paired by listing
all pairings that break no law and taking the one whose list of shortcomings comes first; the
order of the list is that of docs/interpretations/cfc-method.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    NotYetEntered,
    PairingBye,
    Player,
    Tournament,
    Withdrawn,
)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@dataclass
class Person:
    """A pairing card filled in by hand."""

    number: int
    rating: int | None
    score: int = 0
    colours: list[Colour] = field(default_factory=list)
    paired_with: set[int] = field(default_factory=set)
    had_bye: bool = False
    unfinished: bool = False
    marked: bool = False
    seat: int = 0
    """Place in the order of ratings."""


@dataclass
class Result:
    pairs: list[tuple[int, int]]
    """White first."""
    bye: int | None


class NoPairing(Exception):
    """No complete pairing breaks no law."""


def pair(event: Tournament) -> Result:
    """The next round."""
    people = cards(event)
    number = len(event.rounds) + 1
    here = [people[n] for n in sorted(people) if takes_part(event, n, number)]
    here.sort(key=lambda p: (-p.score, p.seat))
    shut = forbidden_pairs(event, number)
    present = list(here)
    bye = None
    if len(here) % 2:
        bye = give_bye(event, here, shut)
        here = [p for p in here if p.number != bye]
    groups = divide(event, here, present, people, number)
    everybody = [p for group in groups for p in group]
    candidates = [
        pairs
        for pairs in all_pairings(len(everybody))
        if all(may_meet(everybody[a], everybody[b], shut) for a, b in pairs)
    ]
    if not candidates:
        raise NoPairing
    wishes = requested_pairs(event, number)
    best = min(candidates, key=lambda pairs: shortcomings(event, groups, pairs, wishes))
    chosen = [(everybody[a], everybody[b]) for a, b in best]
    return Result([colours(event, a, b, number) for a, b in chosen], bye)


# --- cards --------------------------------------------------------------------------------


def cards(event: Tournament) -> dict[int, Person]:
    people = {
        c.number: Person(c.number, c.rating) for c in event.competitors if isinstance(c, Player)
    }
    for seat, number in enumerate(seats(event)):
        people[number].seat = seat
    for c in event.competitors:
        if came_late(event, c) and c.pairing_score is not None:
            people[c.number].score += c.pairing_score
    for round_ in event.rounds:
        before = {n: p.score for n, p in people.items()}
        write_round(event, people, round_, before)
    return people


def came_late(event: Tournament, entrant) -> bool:
    """Said with the entry, or the first round has no place for him, not even among the absent.

    Numbers of late entrants "follow in sequence the last number assigned before the entry list was
    closed": who has a number among those of the first round is not late.
    """
    if entrant.joined > 1 or not event.rounds:
        return entrant.joined > 1
    first = event.rounds[0]
    seen = {n for m in first.meetings for n in (m.white, m.black)}
    seen |= {n for n, outcome in first.away if not isinstance(outcome, NotYetEntered)}
    unentered = (entrant.number, NotYetEntered()) in first.away
    follows = bool(seen) and all(number < entrant.number for number in seen if number)
    return unentered or (entrant.number not in seen and follows)


def seats(event: Tournament) -> list[int]:
    """Numbers in order; a late entrant is put in by his rating."""
    on_time = [c for c in event.competitors if not came_late(event, c)]
    late = [c for c in event.competitors if came_late(event, c)]
    row = sorted(on_time, key=lambda c: c.number)
    for c in sorted(late, key=lambda c: c.number):
        if c.rating is None:
            same = [i for i, o in enumerate(row) if o.rating is None]
            rated = [Fraction(o.rating) for o in row if o.rating is not None]
            at = same[-1] + 1 if same else unrated_seat(event, rated)
        else:
            higher = [i for i, o in enumerate(row) if o.rating is not None and o.rating >= c.rating]
            at = higher[-1] + 1 if higher else 0
        row.insert(at, c)
    return [c.number for c in row]


def unrated_seat(event: Tournament, ratings: list[Fraction]) -> int:
    if "613.1a" in event.variations:
        return len([r for r in ratings if r * len(ratings) >= sum(ratings)])
    if "613.1b" in event.variations:
        return len(ratings) * 4 // 5
    return len(ratings)


def write_round(event: Tournament, people: dict[int, Person], round_, before) -> None:
    last = len(event.rounds)
    for m in round_.meetings:
        for me, other, points, against, colour in (
            (m.white, m.black, m.white_points, m.black_points, WHITE),
            (m.black, m.white, m.black_points, m.white_points, BLACK),
        ):
            if me is None:
                continue
            person = people[me]
            if other is not None:
                person.paired_with.add(other)
            if m.manner is Manner.PLAYED:
                person.score += points
                person.colours.append(colour)
            elif m.manner is Manner.DEFAULT:
                person.score += 10 if points > against else 0
            elif m.manner is Manner.UNFINISHED:
                clear = sorted((points, against)) == [0, 10] or "617.1" in event.variations
                person.score += points if clear else 5
                person.colours.append(colour)
                person.unfinished = True
            elif m.manner is Manner.PENDING:
                person.score += 5
                person.colours.append(colour)
                person.unfinished = True
        note_odd_pair(event, people, m, before, round_.number, last)
    for number, outcome in round_.away:
        person = people[number]
        if isinstance(outcome, PairingBye):
            person.score += 5 if "616.1" in event.variations else 10
            person.had_bye = True
        elif isinstance(outcome, FullPointBye):
            person.score += 10
            person.had_bye = True
        elif isinstance(outcome, HalfPointBye):
            person.score += 5


def note_odd_pair(event, people, meeting, before, number, last) -> None:
    if "624.2" not in event.variations or number == 1:
        return
    if 4 * (last + 1) > 3 * event.planned_rounds > 0:
        return
    if "633.2" in event.variations and number == 2:
        return
    both = meeting.white is not None and meeting.black is not None
    if both and before[meeting.white] != before[meeting.black]:
        people[meeting.white].marked = people[meeting.black].marked = True


def takes_part(event: Tournament, number: int, round_number: int) -> bool:
    entrant = next(c for c in event.competitors if c.number == number)
    if entrant.joined > round_number:
        return False
    for request in event.requests:
        if request.number == number and (
            request.round == round_number
            or (isinstance(request.outcome, Withdrawn) and request.round < round_number)
        ):
            return False
    return True


# --- who may meet -------------------------------------------------------------------------


def forbidden_pairs(event: Tournament, number: int) -> set[frozenset[int]]:
    """Pairs that may not be made: by decision, or because one of the two must meet another."""
    apart = {
        frozenset((f.a, f.b)) for f in event.forbidden if not f.wish and f.first <= number <= f.last
    }
    bound = {n for pair_ in event.required for n in pair_}
    apart |= {
        frozenset((a, c.number))
        for a in bound
        for c in event.competitors
        if (a, c.number) not in event.required and (c.number, a) not in event.required
    }
    return apart


def may_meet(a: Person, b: Person, shut: set[frozenset[int]]) -> bool:
    return b.number not in a.paired_with and frozenset((a.number, b.number)) not in shut


def requested_pairs(event: Tournament, number: int) -> set[frozenset[int]]:
    """Pairs of players who asked: "if specifically requested by the players involved"."""
    if "619.1" not in event.variations or number > 2:
        return set()
    return {
        frozenset((f.a, f.b)) for f in event.forbidden if f.wish and f.first <= number <= f.last
    }


def all_pairings(count: int) -> list[list[tuple[int, int]]]:
    def of(left: list[int]) -> list[list[tuple[int, int]]]:
        if not left:
            return [[]]
        first = left[0]
        return [
            [(first, other), *rest]
            for other in left[1:]
            for rest in of([v for v in left[1:] if v != other])
        ]

    return of(list(range(count)))


# --- the bye ------------------------------------------------------------------------------


def give_bye(event: Tournament, here: list[Person], shut: set[frozenset[int]]) -> int:
    drawn = [n for lot in event.lots if lot.purpose == "bye of the unrated" for n in lot.order]
    for score in sorted({p.score for p in here}):
        group = [p for p in here if p.score == score]
        rated = sorted((p for p in group if p.rating is not None), key=lambda p: -p.seat)
        unrated = sorted(
            (p for p in group if p.rating is None),
            key=lambda p: (drawn.index(p.number) if p.number in drawn else len(drawn), -p.seat),
        )
        for p in rated + unrated:
            required = any(p.number in pair_ for pair_ in event.required)
            if (
                not p.had_bye
                and not required
                and can_be_paired([q for q in here if q is not p], shut)
            ):
                return p.number
    raise NoPairing


def can_be_paired(people: list[Person], shut: set[frozenset[int]]) -> bool:
    return any(
        all(may_meet(people[a], people[b], shut) for a, b in pairs)
        for pairs in all_pairings(len(people))
    )


# --- groups -------------------------------------------------------------------------------


def divide(event, here, present, people, number) -> list[list[Person]]:
    scores = sorted({p.score for p in here}, reverse=True)
    groups = [[p for p in here if p.score == score] for score in scores]
    if "633.1" in event.variations:
        return quarters(event, groups, number)
    if "633.2" in event.variations and number == 1:
        return [g for g in cut_into_quarters(sorted(here, key=lambda p: p.seat), 0) if g]
    if "633.2" in event.variations and number == 2:
        return regroup(event, here, present, people)
    return groups


def cut_into_quarters(people: list[Person], coming: int) -> list[list[Person]]:
    """Two upper quarters, two lower quarters; an odd man comes from above or goes below."""
    rest = len(people) - coming
    pairs = rest // 2
    upper = 2 * ((pairs + 1) // 2) + coming
    return [people[:upper], people[upper:]]


def quarters(event, groups, number) -> list[list[Person]]:
    def parts(group: list[Person], coming: int) -> list[list[Person]]:
        return [group] if len(group) - coming < 4 else cut_into_quarters(group, coming)

    if number == 1:
        return [part for group in groups for part in parts(group, 0)]
    rounds_left = event.planned_rounds - number + 1
    perfect = [g for g in groups if g[0].score == 10 * (number - 1)]
    if rounds_left < 1 or not perfect or len(perfect[0]) <= 2**rounds_left:
        return groups
    divided = parts(groups[0], 0)
    if len(groups) > 1:
        divided += parts(groups[1], len(groups[0]) % 2)
    return divided + groups[2:]


def regroup(event, here, present, people) -> list[list[Person]]:
    seats_ = sorted(
        people[n].seat
        for m in event.rounds[0].meetings
        for n in (m.white, m.black)
        if n is not None
    )
    pairs = len(seats_) // 2
    last_seat = seats_[2 * ((pairs + 1) // 2) - 1] if seats_ else -1
    ratings: dict[int, Fraction] = {}
    known = next(
        (p.rating for p in sorted(present, key=lambda p: p.seat) if p.rating is not None), 0
    )
    for p in sorted(present, key=lambda p: p.seat):
        known = known if p.rating is None else p.rating
        ratings[p.number] = Fraction(known)
    in_seats = sorted(here, key=lambda p: p.seat)
    upper = [p for p in in_seats if p.seat <= last_seat]
    lower = [p for p in in_seats if p.seat > last_seat]

    def drew(p: Person) -> bool:
        """Drew a game of round 1, or has one that counts as drawn; a bye is no game."""
        return 0 < p.score < 10 and len(p.colours) == 1

    a = [p for p in upper if p.score >= 10]
    b = sorted(
        (p for p in upper if p.score < 10),
        key=lambda p: (-(ratings[p.number] + 100 * drew(p)), p.seat),
    )
    c = sorted(
        (p for p in lower if p.score >= 10 or drew(p)),
        key=lambda p: (-(ratings[p.number] - 100 * drew(p)), p.seat),
    )
    d = [p for p in lower if p.score < 10 and not drew(p)]
    odd = len(a) % 2
    middle_b, middle_c = list(b), list(c)
    extra_b: list[Person] = []
    extra_c: list[Person] = []
    while len(middle_b) - odd > len(middle_c):
        extra_b.insert(0, middle_b.pop())
    while len(middle_c) > max(len(middle_b) - odd, odd - len(b)):
        extra_c.insert(0, middle_c.pop())
    against_top_of_d = extra_c + d[: len(extra_c)] if extra_c else []
    groups = [a, middle_b + middle_c, against_top_of_d, extra_b + d[len(extra_c) :]]
    return [g for g in groups if g]


# --- comparing pairings -------------------------------------------------------------------


def shortcomings(event, groups, pairs, wishes) -> tuple:
    """Everything by which one complete pairing is better than another, the weightier first."""
    everybody = [p for group in groups for p in group]
    home = [i for i, group in enumerate(groups) for _ in group]
    laws = tuple((leave(pairs, home, g), went_past(pairs, home, g)) for g in range(len(groups)))
    odd = sorted((a, b) for a, b in pairs if home[a] != home[b])
    about_odd_men = tuple(
        odd_men_of_group(event, groups, everybody, home, odd, g, wishes) for g in range(len(groups))
    )
    gone = {v for pair_ in odd for v in pair_}
    inside = tuple(
        inside_group(
            event,
            [v for v in range(len(everybody)) if home[v] == g and v not in gone],
            [pair_ for pair_ in pairs if home[pair_[0]] == g == home[pair_[1]]],
            everybody,
            wishes,
        )
        for g in range(len(groups))
    )
    return laws, about_odd_men, inside


def leave(pairs, home, own) -> int:
    """How many of a group are not paired in it or with one from above (618b).

    621 goes "from the group with the highest score down", and 623 asks first "that the remaining
    players in the original group can all be paired with each other".
    """
    return len([1 for man, other in pairs if home[man] == own and home[other] > own])


def went_past(pairs, home, own) -> tuple:
    """How many of a group went past the next group, past the second lower, ... (618c, 623).

    Only if all "have played all the players in the next-lower group" is one paired "in the
    second-lower group". What becomes of the players in the groups below is asked after this: an
    odd man is "paired first" (622a), and "the lower score groups may have to be adjusted" (621).
    """
    return tuple(
        len([1 for man, other in pairs if home[man] == own and home[other] > lower])
        for lower in range(own + 1, home[-1])
    )


def odd_men_of_group(event, groups, everybody, home, odd, g, wishes) -> tuple:
    mine = [(a, b) for a, b in odd if home[a] == g]
    people = [(everybody[a], everybody[b]) for a, b in mine]
    unequal = [(a, b) for a, b in people if a.score != b.score]
    leaves = tuple(1 if v in [a for a, _ in mine] else 0 for v in range(len(home)) if home[v] == g)
    return (
        len([1 for a, _ in unequal if a.unfinished]),
        len([1 for pair_ in unequal for p in pair_ if p.marked]),
        len([1 for a, b in people if frozenset((a.number, b.number)) in wishes]),
        leaves,
        tuple((home[b], not_opposite(event, everybody[a], everybody[b]), b) for a, b in mine),
    )


def not_opposite(event, odd_man: Person, opponent: Person) -> bool:
    if "624.1" not in event.variations:
        return False
    mine, his = due(odd_man)[0], due(opponent)[0]
    return mine is not None and his is not mine.opposite


def inside_group(event, members, pairs, everybody, wishes) -> tuple:
    half = len(members) // 2
    top, bottom = members[:half], members[half:]
    people = [(everybody[a], everybody[b]) for a, b in pairs]
    missed = [what_is_missed(a, b) for a, b in people]
    down = {b for a, b in pairs if a in top and b in top}
    up = {a for a, b in pairs if a in bottom and b in bottom}
    meets = dict(pairs)
    granted = granted_wishes(event, members, everybody, wishes)
    return (
        len([1 for a, b in pairs if frozenset((a, b)) in granted]),
        sum(m[0] for m in missed),
        sum(m[1] for m in missed),
        len(down),
        tuple(v in down for v in top),
        tuple(v in up for v in reversed(bottom)),
        0 if "631.1" in event.variations else sum(m[2] for m in missed),
        tuple(meets.get(v, 0) for v in members),
    )


def granted_wishes(event, members, everybody, wishes) -> set[frozenset[int]]:
    """The pairs of a group that are avoided because a transposition can avoid them."""
    half = len(members) // 2
    top, bottom = members[:half], members[half:]
    shut = forbidden_pairs(event, len(event.rounds) + 1)

    def against(a: int, b: int) -> bool:
        return frozenset((everybody[a].number, everybody[b].number)) in wishes

    straight = [
        dict(zip(top, order, strict=True))
        for order in permutations(bottom)
        if all(may_meet(everybody[a], everybody[b], shut) for a, b in zip(top, order, strict=True))
    ]
    if not straight or not wishes:
        return set()
    granted = {
        frozenset((a, b)) for side in (top, bottom) for a in side for b in side if against(a, b)
    }
    for a in top:
        kept = [meets for meets in straight if not against(a, meets[a])]
        if kept:
            straight = kept
            granted |= {frozenset((a, b)) for b in bottom if against(a, b)}
    return granted


# --- colours ------------------------------------------------------------------------------


def due(p: Person) -> tuple[Colour | None, str]:
    """The due colour and whether it equalises or alternates."""
    whites, blacks = p.colours.count(WHITE), p.colours.count(BLACK)
    if whites != blacks:
        return (BLACK if whites > blacks else WHITE), "equalise"
    if not p.colours:
        return None, "none"
    return p.colours[-1].opposite, "alternate"


def missed_with(a: Person, b: Person, colour: Colour) -> tuple[int, int, int]:
    """Refused equalisation, third colours, refused alternation if a has the colour."""
    equalise = third = alternate = 0
    for p, got in ((a, colour), (b, colour.opposite)):
        wants, why = due(p)
        if wants is not None and wants is not got:
            equalise += why == "equalise"
            alternate += why == "alternate"
        third += p.colours[-2:] == [got, got]
    return equalise, third, alternate


def what_is_missed(a: Person, b: Person) -> tuple[int, int, int]:
    return min(missed_with(a, b, WHITE), missed_with(a, b, BLACK))


def colours(event: Tournament, a: Person, b: Person, number: int) -> tuple[int, int]:
    """White first."""
    high, low = sorted((a, b), key=lambda p: (-p.score, p.seat))
    colour = colour_of(event, high, low, number)
    return (high.number, low.number) if colour is WHITE else (low.number, high.number)


def colour_of(event: Tournament, high: Person, low: Person, number: int) -> Colour:
    lot = event.lot or WHITE
    by_lot = lot if high.number % 2 == 1 else lot.opposite
    if number == 1:
        return by_lot
    white, black = missed_with(high, low, WHITE), missed_with(high, low, BLACK)
    if white[:2] != black[:2]:
        return WHITE if white < black else BLACK
    wants, why = due(high)
    if why == "equalise" == due(low)[1]:
        return wants
    if white != black:
        return WHITE if white < black else BLACK
    return by_lot if wants is None else wants
