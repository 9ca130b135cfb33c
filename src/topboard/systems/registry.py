"""The interface of an edition, and the explicit table of all editions."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem, UnknownSystem
from topboard.messages import worded
from topboard.model import RatingChoice, Tables
from topboard.model.renumbering import new_numbers_by_order, renumber_tournament
from topboard.model.scoring import count_unfinished_as_drawn
from topboard.systems.common.ratings import apply_rating_in_force, has_listed_ratings
from topboard.systems.common.variations import variation_announcements
from topboard.text.suggestions import find_similar_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Colour, Competitor, Number, Tenths, Tournament, VirtualPoints
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.common.variations import Variation
    from topboard.tiebreaks.opponents import OpponentRatingAverage
    from topboard.tiebreaks.ranking import Facts, TieBreak
    from topboard.tiebreaks.standings import Standings


USUAL_ORDER = (RatingChoice("FIDE"),)
"""The rating that counts if neither the event nor the rules specify one."""


@dataclass(frozen=True, slots=True)
class SectionPurpose:
    """A common purpose of a section, with its usual settings."""

    title: str
    section: str
    rounds: int = 0
    """The number of rounds, or 0 if it depends on the number of entries."""
    boards: int = 0


@dataclass(frozen=True, slots=True)
class ChangedInterpretation:
    """Articles whose interpretation changed in a revision in a way that changed pairings."""

    revision: int
    """The first revision of the system with the new interpretation. Revisions start at 1."""
    articles: tuple[str, ...]
    page: str
    """The page about the change in ``docs/decisions``."""


@dataclass(frozen=True, slots=True)
class System:
    """An edition of a pairing system, represented as a value instead of a subclass."""

    name: str
    title: str
    source: str
    teams: bool
    pair: Callable[[Tournament], RoundPairing]
    facts: Callable[[Tournament], Facts]
    """Returns the facts for the standings and tie-breaks after the rounds so far."""
    articles: Mapping[str, Callable[..., object]]
    """The function that implements each article, in the order of the rules."""
    objections: Callable[[RoundPairing, Number, Number], Objections]
    """Returns the reasons against a pair of two participants, given the round that was paired.

    The facts are those in ``RoundPairing.decided``, so that they are read once.
    """
    bare: Callable[[Tournament], Tables] | None = None
    """Returns the next round without reasons, if the system can compute it without them."""
    initial_colour: Callable[[Tournament], Colour | None] | None = None
    """Returns the colour drawn for number 1 as the rounds show it, if the system draws one."""
    games: int = 1
    """The number of games each pair plays in a round. Colours are reversed from game to game."""
    plain: str = ""
    """A short description for arbiters who have not read the rules."""
    whose: str = "FIDE"
    """The organisation that issued the rules."""
    in_force: tuple[str, str] | None = ("", "")
    """The first and last day in force, an empty string if open, or None if never in force."""
    occasions: tuple[SectionPurpose, ...] = ()
    """Common purposes of sections that use these rules."""
    governance: str = ""
    """The name of the table of the articles about people in ``topboard.event.policy``.

    An example is ``olympiad.FROM_2022``. Only the name is stored because the rules do not depend on
    events.
    """
    scoring: str = ""
    """The article about the value of results."""
    unfinished_drawn: bool = False
    """Whether an unfinished game of a match counts as a draw, whatever is recorded."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """The tie-breaks of the rules, in order, used unless the event has announced others."""
    usual_tie_breaks: tuple[str, ...] = ()
    """Codes of the FIDE tie-breaks that follow ``tie_breaks``.

    They are stored as text because pairing a round needs none of them.
    """
    variations: tuple[Variation, ...] = ()
    """The variations that a director may choose, in the order of the rules."""
    requests: str = ""
    """The variation under which players who request it are kept apart, or an empty string."""
    order_of_entries: Callable[[Tournament], Sequence[Number]] | None = None
    """Returns the participants in the order of their TPNs, if the rules define one."""
    rating_order: tuple[RatingChoice, ...] = USUAL_ORDER
    """The ratings that may count, in order of preference, unless the event says otherwise.

    The first one that a player has is used.
    """
    converted: Callable[[str, int], int] | None = None
    """Converts a rating, given its list and value, to the scale of the rules, if they define
    one."""
    ranks_by_previous: bool = False
    """Whether the initial ranking uses the standings of the previous event."""
    to_draw: Callable[[Tournament], Sequence[Sequence[Number]]] | None = None
    """Returns the groups of tied participants that need a drawing of lots before numbering."""
    place_of_late_entry: Callable[[Tournament, Competitor], Number | None] | None = None
    """Returns the number that a late entry takes, or None for the next free number.

    The participants from that number on move down.
    """
    timetable: Callable[[Tournament], tuple[tuple[tuple[Number, Number], ...], ...]] | None = None
    """Returns the pairs of every round, White first, if they are fixed before round 1."""
    averages: Callable[[Tournament], Sequence[OpponentRatingAverage]] | None = None
    """Returns the average ratings of opponents, if the rules use and publish them."""
    check_list: Callable[[Tournament], Sequence[CheckListRow]] | None = None
    """Returns the facts about each participant that decide the next round, if the rules use
    them."""
    float_criteria: tuple[str, str] = ("C14", "C16")
    """The check-list names of the criteria about floats one round ago and two rounds ago."""
    virtual_points: Callable[[Tournament], tuple[VirtualPoints, ...]] | None = None
    """Returns the points that the rules add to the scores for pairing, for all rounds."""
    changed_readings: tuple[ChangedInterpretation, ...] = ()
    """All interpretations whose change affected pairings since the first revision."""

    def __repr__(self) -> str:
        return f"<System {self.name}: {self.title}>"

    def pair_without_reasons(self, tournament: Tournament) -> Tables:
        """Return the next round without reasons, for host programs that need none."""
        if self.bare is not None:
            return self.bare(tournament)
        made = self.pair(tournament)
        return Tables(made.pairs, made.bye, self.facts(tournament).points)

    def count_unfinished_totals(self, tournament: Tournament) -> Tournament:
        """Return the tournament with unfinished matches counted as these rules require."""
        if not self.unfinished_drawn:
            return tournament

        return count_unfinished_as_drawn(tournament)

    def standings(self, tournament: Tournament) -> Standings:
        """Return the standings, ranked by points and tie-breaks.

        The tie-breaks are those the event announced, or else those of the rules.
        """

        # Seam: pairing a round needs no tie-breaks.
        from topboard.systems.standings import build_system_standings

        return build_system_standings(self, tournament)

    @property
    def revision(self) -> int:
        """The revision of the interpretation, which starts at 1 and increases when pairings change.

        Journals and proofs record it, so that a round paired under an earlier interpretation can be
        distinguished from one that was tampered with.
        """
        return max((one.revision for one in self.changed_readings), default=1)

    def interpretations_changed_since(self, revision: int) -> tuple[ChangedInterpretation, ...]:
        """Return the interpretations that differ from those of an earlier revision."""
        return tuple(one for one in self.changed_readings if one.revision > revision)

    @property
    def is_current(self) -> bool:
        """Whether this edition is in force and has not been replaced."""
        return self.in_force is not None and not self.in_force[1]

    @property
    def offered_variations(self) -> tuple[Variation, ...]:
        """The variations that an event using this system may choose."""
        return tuple(v for v in self.variations if self.teams or not v.teams_only)

    def announce_variations(self, tournament: Tournament) -> tuple[tuple[str, str], ...]:
        """Return the article and announcement text of each variation in use."""
        if not self.variations:
            return ()
        return variation_announcements(tournament.variations, self.variations, teams=self.teams)

    def scores_by_round(self, tournament: Tournament) -> dict[Number, tuple[Tenths, ...]] | None:
        """Return each participant's points by round, or None if the facts do not list them."""
        rounds = self.facts(tournament).rounds
        if rounds is None:
            return None
        return {n: tuple(points for _, points in row) for n, row in rounds.items()}

    def order_entries(self, tournament: Tournament) -> tuple[Number, ...]:
        """Return the participants in the order in which the rules assign their TPNs.

        Raise ``BadInput`` if the system assigns no numbers.
        """
        if self.order_of_entries is None:
            raise BadInput(
                [Problem(worded("this system does not assign numbers"), quoted=self.name)]
            )
        return tuple(self.order_of_entries(tournament))

    def assign_pairing_numbers(self, tournament: Tournament) -> Tournament:
        """Return the tournament with TPNs assigned.

        Raise ``BadInput`` if round 1 has already been paired.
        """
        if tournament.rounds:
            what = worded("TPNs are fixed once round 1 is paired")
            raise BadInput([Problem(what, remedy=worded("Keep the numbers."))])

        return renumber_tournament(tournament, new_numbers_by_order(self.order_entries(tournament)))


FAMILIES = {
    "fide_dutch": ("fide_dutch_2026", "fide_dutch_2017"),
    "fide_dubov": ("fide_dubov_2026",),
    "fide_burstein": ("fide_burstein_2026",),
    "fide_lim": ("fide_lim_2026",),
    "fide_upfloat": ("fide_team_2026", "fide_double_swiss_2026"),
    "olympiad": (
        "olympiad_2008",
        "olympiad_2008_dresden",
        "olympiad_2009",
        "olympiad_2021_draft",
        "olympiad_2022",
    ),
    "dubov_1997": ("dubov_1997",),
    "cfc": ("cfc_swiss", "cfc_team_swiss"),
    "round_robin": ("fide_round_robin", "cfc_round_robin", "cfc_team_round_robin"),
}
"""All editions, keyed by the folder of their family. This is the only list of them."""

SUGGESTED = "fide_dutch_2026"
"""The default system of a new section."""

SYSTEMS = tuple(edition for editions in FAMILIES.values() for edition in editions)


TYPE_CODES = {
    "fide_dutch_2026": ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
    "fide_dutch_2017": ("FIDE_DUTCH_2017",),
    "fide_dubov_2026": ("FIDE_DUBOV",),
    "fide_double_swiss_2026": ("FIDE_DOUBLESWISS",),
    "fide_round_robin": ("FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G1"),
    "fide_burstein_2026": ("FIDE_BURSTEIN",),
    "fide_team_2026": ("FIDE_TEAM", "FIDE_TEAM_TYPEA"),
}
"""The codes of each edition in FIDE's table of tournament types. The first is used for output."""

_PREFERENCES_OF_TEAMS = (
    ("_TYPEA", ()),
    ("_TYPEB", ("type-b",)),
    ("", ("no-preferences",)),
)
_SCORES_OF_TEAMS = (
    ("_MP_GP", ()),
    ("_MP", ("one-score",)),
    ("_MP_GP_BAKU", ("baku",)),
    ("_MP_BAKU", ("one-score", "baku")),
    ("_GP_MP", ("game-points",)),
    ("_GP", ("game-points", "one-score")),
)

CODES_WITH_VARIATIONS: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {
    **{
        ("fide_team_2026", (*preferences, *scores)): (f"FIDE_TEAM{of_preferences}{of_scores}",)
        for of_preferences, preferences in _PREFERENCES_OF_TEAMS
        for of_scores, scores in _SCORES_OF_TEAMS
    },
    ("fide_round_robin", ("double",)): ("FIDE_DOUBLEROUNDROBIN",),
    ("fide_round_robin", ("double", "keep-order")): (
        "BERGER_ROUNDROBIN_G2",
        "BERGER_DOUBLEROUNDROBIN",
    ),
}
"""The codes of editions with variations. The first is used for output."""

CODES_BY_DATE = {
    "FIDE_DUTCH": (("2026/02/01", "fide_dutch_2026"), ("", "fide_dutch_2017")),
    "FIDE_LIM": (("", "fide_lim_2026"),),
    "FIDE_OLYMPIAD": (("", "olympiad_2022"),),
}
"""Codes without a year, some of them private, whose edition depends on the event's first day."""


def family_of_edition(name: str) -> str:
    """Return the family of an edition."""
    return next(family for family, editions in FAMILIES.items() if name in editions)


def module_name_of_edition(name: str) -> str:
    """Return the dotted module name of an edition."""
    return f"topboard.systems.{family_of_edition(name)}.{name}"


def related_editions(name: str) -> set[str]:
    """Return the editions related to this one, which are those of its family.

    All FIDE Swiss systems are related.
    """
    relation = family_of_edition(name).partition("_")[0]
    return {
        edition
        for family, editions in FAMILIES.items()
        if family.partition("_")[0] == relation
        for edition in editions
    }


@cache
def system(name: str) -> System:
    """Return the edition with that name, importing its module only when needed.

    Raise ``UnknownSystem`` if there is none.
    """
    if name not in SYSTEMS:
        known, similar = ", ".join(SYSTEMS), find_similar_name(name, SYSTEMS)
        remedy = (
            worded("Did you mean {similar}? Choose one of: {known}.", similar=similar, known=known)
            if similar
            else worded("Choose one of: {known}.", known=known)
        )
        raise UnknownSystem([Problem(worded("unknown system"), quoted=name, remedy=remedy)])
    found = import_module(module_name_of_edition(name)).SYSTEM
    assert isinstance(found, System)
    return found


def tie_break_codes(name: str) -> tuple[str, ...]:
    """Return the codes of the tie-breaks that a system defines, in its own order."""
    rules = system(name)
    own = tuple(one.code for one in rules.tie_breaks if not one.last_word)
    return (*own, *rules.usual_tie_breaks)


def apply_ratings_in_force(
    competitors: Iterable[Competitor],
    name: str,
    chosen: tuple[RatingChoice, ...],
    *,
    again: bool = False,
) -> tuple[Competitor, ...]:
    """Return the participants with the ratings that count.

    The choice of the event takes precedence over that of the system. A rating chosen before is kept
    unless ``again`` is true.
    """

    entered = tuple(competitors)
    if not any(has_listed_ratings(one) for one in entered):
        return entered
    used = system(name) if name in SYSTEMS else None
    order = chosen or (used.rating_order if used else USUAL_ORDER)
    converted = used.converted if used else None
    return tuple(apply_rating_in_force(c, order, converted, again=again) for c in entered)
