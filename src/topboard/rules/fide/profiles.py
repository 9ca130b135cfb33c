"""What the rules look at in every player of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import colours, opponents_met, outcomes, participants
from topboard.model import (
    Colour,
    PairingBye,
    Pending,
    Played,
    Scale,
    Unfinished,
)
from topboard.reasons.brackets import Strength
from topboard.records import dataclass, field
from topboard.rules.fide.acceleration import virtual_points
from topboard.rules.fide.numbers import numbers_in_use
from topboard.rules.fide.preferences import ORDER, preference_of
from topboard.rules.shared.field import forbidden_pairs
from topboard.scoring import adjusted, by_points, by_round, deciding, in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.reasons import Obstacle
    from topboard.rules.fide.preferences import Preference

    Row = tuple[Outcome, ...]
    FloatsUnplayed = Callable[[Outcome, Tenths, Scale], bool]
    Bar = Callable[["Tournament", Number, Row, Sequence[Tenths], Scale], Obstacle | None]

USUAL = Scale()


@dataclass(frozen=True, slots=True)
class PastFloats:
    """How a player floated one round ago and two rounds ago."""

    down_last: bool = False
    down_before: bool = False
    up_last: bool = False
    up_before: bool = False


NO_FLOATS = PastFloats()


@dataclass(frozen=True, slots=True)
class Profile:
    """A player of the round to come."""

    number: Number
    points: Tenths
    """The pairing score: with virtual points where the event is accelerated."""
    parity: int
    """The pairing number by which colours are given to those who have none yet."""
    colours: tuple[Colour, ...]
    preference: Preference
    floats: PastFloats
    unplayed: int
    """How many rounds so far he has not played in."""
    barred: Obstacle | None
    """What keeps the bye from him."""
    topscorer: bool

    @property
    def absolute(self) -> Colour | None:
        """The colour that he must have, if there is one."""
        if self.preference.strength is Strength.ABSOLUTE:
            return self.preference.colour
        return None


@dataclass(frozen=True, slots=True)
class Roll:
    """Everybody to be paired, highest ranked first; a place is where somebody stands in it."""

    tournament: Tournament
    profiles: tuple[Profile, ...]
    closed: tuple[frozenset[int], ...]
    """For each the places of those he has met or may not meet."""
    rows: Mapping[Number, Row]
    """The outcomes of everybody, also of those who are away."""
    met: Mapping[Number, Mapping[Number, int]]
    """Opponent -> the round in which the two played."""
    forbidden: Mapping[Number, frozenset[Number]]
    kinds: tuple[int, ...] = ()
    """``colour_kind`` of everybody."""
    settled: tuple[tuple[Profile, Profile], ...] = ()
    """Pairs made beforehand, by an authority or for a question; their players have no place."""
    scale: Scale = USUAL
    points: Mapping[Number, Tenths] = field(default_factory=dict)
    """What everybody has scored, also those who are away; without virtual points."""

    @property
    def last_round(self) -> bool:
        """Whether the round to come is the last of the event."""
        return self.tournament.round_to_pair == self.tournament.planned_rounds

    def number(self, place: int) -> Number:
        """The player's number."""
        return self.profiles[place].number


# --- scores -------------------------------------------------------------------------------------


def scale_of(tournament: Tournament) -> Scale:
    """What results are worth in the event."""
    return in_force(tournament.game_scale, USUAL)


def scores_by_round(
    tournament: Tournament, rows: Mapping[Number, Row], scale: Scale
) -> dict[Number, list[Tenths]]:
    """What every round was worth to everybody."""
    return by_round(tournament, rows, lambda outcome: by_points(outcome, scale))


# --- floats -------------------------------------------------------------------------------------


def floats_by_pairing(own: Tenths, opponent: Tenths) -> int:
    """Of two with different scores who play the higher floats down (1), the lower up (-1)."""
    return (own > opponent) - (own < opponent)


def floats_if_scored(outcome: Outcome, points: Tenths, scale: Scale) -> bool:
    """Who has the bye, or scores more than for a loss without playing, floats down."""
    return isinstance(outcome, PairingBye) or points > scale.loss


def floats_if_unplayed(_outcome: Outcome, _points: Tenths, _scale: Scale) -> bool:
    """Who does not play floats down, for whatever reason."""
    return True


def _float_of_round(
    number: Number,
    outcome: Outcome,
    scored: Tenths,
    before: Mapping[Number, Tenths],
    scale: Scale,
    unplayed: FloatsUnplayed,
) -> int:
    if isinstance(outcome, Played | Unfinished | Pending):
        return floats_by_pairing(before[number], before[outcome.opponent])
    return int(unplayed(outcome, scored, scale))


# --- everybody ----------------------------------------------------------------------------------


def is_topscorer(points: Tenths, rounds_played: int, scale: Scale) -> bool:
    """Whether a score is more than half of what could be scored before the last round."""
    return 2 * points > rounds_played * scale.win


def colour_kind(profile: Profile, *, close: bool) -> int:
    """A number: whose is the same fare the same with colours, whomever they are paired with."""
    preference = profile.preference
    side = 0 if preference.colour is None else 1 + (preference.colour is Colour.WHITE)
    kind = 3 * ORDER.index(preference.strength) + side
    if close:
        # Only with topscorers can two meet who must have the same colour.
        latest = sum(3**at * (1 + (c is Colour.WHITE)) for at, c in enumerate(preference.latest))
        kind += 12 * (2 * (9 * (preference.difference + 64) + latest) + profile.topscorer)
    return kind


def roll_of(tournament: Tournament, bars: Sequence[Bar], unplayed: FloatsUnplayed) -> Roll:
    """Everybody to be paired in the round to come, by score and then by number."""
    rows = outcomes(tournament)
    present = participants(tournament)
    scale = scale_of(tournament)
    scored = scores_by_round(tournament, rows, scale)
    upcoming = tournament.round_to_pair
    kind = deciding(tournament)
    virtual_of = virtual_points(tournament, rows, present, scale)

    def before(played: int) -> dict[Number, Tenths]:
        """The pairing scores of a round."""
        added = adjusted(tournament, kind, played)
        virtual = virtual_of(played)
        return {
            n: sum(points[: played - 1]) + added.get(n, 0) + virtual.get(n, 0)
            for n, points in scored.items()
        }

    pairing_score = before(upcoming)
    past = [(played, before(played)) for played in (upcoming - 1, upcoming - 2) if played > 0]
    parity = numbers_in_use(rows, present)
    last = upcoming == tournament.planned_rounds
    profiles = []
    for n in present:
        row = rows[n]
        had = colours(row)
        points = pairing_score[n]
        moves = [
            _float_of_round(n, row[played - 1], scored[n][played - 1], scores, scale, unplayed)
            for played, scores in past
        ]
        profiles.append(
            Profile(
                number=n,
                points=points,
                parity=parity[n],
                colours=had,
                preference=preference_of(had),
                floats=_past_floats(moves) if any(moves) else NO_FLOATS,
                unplayed=len(row) - len(had),
                barred=next(
                    (
                        found
                        for bar in bars
                        if (found := bar(tournament, n, row, scored[n], scale)) is not None
                    ),
                    None,
                ),
                topscorer=last and is_topscorer(points, upcoming - 1, scale),
            )
        )
    profiles.sort(key=lambda p: (-p.points, p.number))
    settled = _settled(tournament, profiles)
    gone = {profile.number for pair in settled for profile in pair}
    profiles = [profile for profile in profiles if profile.number not in gone]
    place = {p.number: at for at, p in enumerate(profiles)}
    met = {n: {o: played for played, o in opponents_met(rows[n])} for n in present}
    forbidden = forbidden_pairs(tournament)
    nobody: frozenset[Number] = frozenset()
    closed = tuple(
        frozenset(
            place[o] for o in (*met[p.number], *forbidden.get(p.number, nobody)) if o in place
        )
        for p in profiles
    )
    added = adjusted(tournament, kind)
    close = any(profile.topscorer for profile in profiles)
    return Roll(
        tournament=tournament,
        profiles=tuple(profiles),
        closed=closed,
        rows=rows,
        met=met,
        forbidden=forbidden,
        kinds=tuple(colour_kind(profile, close=close) for profile in profiles),
        settled=settled,
        scale=scale,
        points={n: sum(of_rounds) + added.get(n, 0) for n, of_rounds in scored.items()},
    )


def _settled(
    tournament: Tournament, profiles: Sequence[Profile]
) -> tuple[tuple[Profile, Profile], ...]:
    """The pairs decided beforehand, the higher ranked first."""
    if not tournament.required:
        return ()
    rank = {profile.number: at for at, profile in enumerate(profiles)}
    pairs = (sorted((rank[a], rank[b])) for a, b in tournament.required)
    return tuple((profiles[higher], profiles[lower]) for higher, lower in pairs)


def _past_floats(moves: Sequence[int]) -> PastFloats:
    last, before = (*moves, 0)[:2]
    return PastFloats(last > 0, before > 0, last < 0, before < 0)
