"""What an edition of some rules offers, and the explicit table of all editions."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, Problem, UnknownSystem
from topboard.messages import worded
from topboard.model import RatingChoice, Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Colour, Competitor, Number, Tenths, Tournament, VirtualPoints
    from topboard.reasons.check_list import CheckLine
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Between
    from topboard.systems.common.variations import Variation
    from topboard.tiebreaks.opponents import AverageOfOpponents
    from topboard.tiebreaks.ranking import Facts, TieBreak
    from topboard.tiebreaks.standings import Standings


USUAL_ORDER = (RatingChoice("FIDE"),)
"""Which rating counts where neither the event nor the text of the rules says it."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a section is often for, with the values it then has."""

    title: str
    section: str
    rounds: int = 0
    """0 where the entries make the rounds."""
    boards: int = 0


@dataclass(frozen=True, slots=True)
class ChangedReading:
    """Articles that Topboard reads differently from some revision on, so that pairings changed."""

    revision: int
    """The first revision of the system with the new reading; the first of all is 1."""
    articles: tuple[str, ...]
    page: str
    """The page about it in ``docs/decisions``."""


@dataclass(frozen=True, slots=True)
class System:
    """An edition as a value; there is no base class."""

    name: str
    title: str
    source: str
    teams: bool
    pair: Callable[[Tournament], RoundPairing]
    facts: Callable[[Tournament], Facts]
    """What the standings and their tie-breaks look at, after the rounds so far."""
    articles: Mapping[str, Callable[..., object]]
    """Article -> the function that does what it says, in the order of the text."""
    between: Callable[[Tournament, RoundPairing, Number, Number], Between]
    """What stands between two in the round to come, whatever is decided in it."""
    bare: Callable[[Tournament], Tables] | None = None
    """The round to come without reasons, where the rules can do without them."""
    initial_colour: Callable[[Tournament], Colour | None] | None = None
    """The colour drawn for number 1 as the rounds show it, where one is drawn."""
    games: int = 1
    """How many games the two players of a pair have in a round, colours reversed in each next."""
    plain: str = ""
    """What an arbiter wants to know of it before reading its text."""
    whose: str = "FIDE"
    """Whose rules they are."""
    in_force: tuple[str, str] | None = ("", "")
    """Since when and until when, empty where that is open; None for what never was in force."""
    occasions: tuple[Occasion, ...] = ()
    """What sections by these rules are often for."""
    governance: str = ""
    """The table of its articles about people in ``topboard.event.policy``, as in
    ``olympiad.FROM_2022``; a name, because the rules know nothing of events."""
    scoring: str = ""
    """The article that says what a round is worth."""
    unfinished_drawn: bool = False
    """Whether an unfinished game of a match counts as drawn, whatever result is noted for it."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """The tie-breaks of the rules in their order, where the event has not announced others."""
    usual_tie_breaks: tuple[str, ...] = ()
    """Codes of FIDE's tie-breaks that follow them: text, because who pairs a round needs none."""
    variations: tuple[Variation, ...] = ()
    """What a director may choose, in the order of the text."""
    requests: str = ""
    """The variation by which players who ask for it are kept apart, where there is one."""
    order_of_entries: Callable[[Tournament], Sequence[Number]] | None = None
    """The entries in the order of their pairing numbers, where the rules say how."""
    rating_order: tuple[RatingChoice, ...] = USUAL_ORDER
    """Which rating counts, the first that a player has, where the event does not say."""
    converted: Callable[[str, int], int] | None = None
    """A rating by its list and value on the scale of the rules, where they say how."""
    ranks_by_previous: bool = False
    """Whether the initial ranking looks at the standing in the previous event."""
    to_draw: Callable[[Tournament], Sequence[Sequence[Number]]] | None = None
    """The entries that a lot has to arrange before they have numbers, each group of equals."""
    place_of_late_entry: Callable[[Tournament, Competitor], Number | None] | None = None
    """The number that a late entry takes, the others moving down; None: the next number."""
    timetable: Callable[[Tournament], tuple[tuple[tuple[Number, Number], ...], ...]] | None = None
    """Who meets whom in every round, White first, where that is settled before round 1."""
    averages: Callable[[Tournament], Sequence[AverageOfOpponents]] | None = None
    """The average ratings of the opponents, where the rules pair by them and publish them."""
    check_list: Callable[[Tournament], Sequence[CheckLine]] | None = None
    """What decides about everybody in the round to come, where the rules look at profiles."""
    float_criteria: tuple[str, str] = ("C14", "C16")
    """What check-lists call the criteria about floats of one and of two rounds ago."""
    virtual_points: Callable[[Tournament], tuple[VirtualPoints, ...]] | None = None
    """What the rules add to the scores for the pairing, in all rounds, where they add something."""
    changed_readings: tuple[ChangedReading, ...] = ()
    """Every reading of the text that changed pairings since the first revision."""

    def __repr__(self) -> str:
        return f"<System {self.name}: {self.title}>"

    def tables(self, tournament: Tournament) -> Tables:
        """The round to come, for hosts that ask for no reasons."""
        if self.bare is not None:
            return self.bare(tournament)
        made = self.pair(tournament)
        return Tables(made.pairs, made.bye, self.facts(tournament).points)

    def with_totals_that_count(self, tournament: Tournament) -> Tournament:
        """The tournament with the totals of unfinished matches as these rules count them."""
        if not self.unfinished_drawn:
            return tournament
        from topboard.systems.common.unfinished import count_unfinished_as_drawn

        return count_unfinished_as_drawn(tournament)

    def standings(self, tournament: Tournament) -> Standings:
        """The table by points and the tie-breaks announced, else those of the rules."""
        # Who pairs a round asks for another order.
        import gc

        # A large table makes a million values and no cycle: to look for one takes half the time.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._standings(tournament)
        finally:
            if collecting:
                gc.enable()

    def _standings(self, tournament: Tournament) -> Standings:
        from topboard.systems.common.withdrawals import withdrawn
        from topboard.tiebreaks.ranking import build_standings
        from topboard.tiebreaks.registry import in_force

        facts = self.facts(tournament)
        chosen = in_force(tournament.tie_breaks, self.tie_breaks, facts, self.usual_tie_breaks)
        table = build_standings(self.name, facts, chosen)
        gone = withdrawn(tournament, may_return=self.timetable is None)
        if not gone:
            return table
        lines = (replace(x, withdrawn=True) if x.number in gone else x for x in table.lines)
        return replace(table, lines=tuple(lines))

    @property
    def revision(self) -> int:
        """Which reading of the text this is: 1, and one more whenever a reading changes pairings.

        Journals and proofs record it, so that a round paired by an earlier reading can be told
        from one that was tampered with.
        """
        return max((one.revision for one in self.changed_readings), default=1)

    def readings_changed_since(self, revision: int) -> tuple[ChangedReading, ...]:
        """The readings that are different from those of an earlier revision."""
        return tuple(one for one in self.changed_readings if one.revision > revision)

    @property
    def current(self) -> bool:
        """Whether a new event would use it: it is in force, and nothing has replaced it."""
        return self.in_force is not None and not self.in_force[1]

    @property
    def offered(self) -> tuple[Variation, ...]:
        """The variations that an event of this system may use."""
        return tuple(v for v in self.variations if self.teams or not v.teams_only)

    def announcement(self, tournament: Tournament) -> tuple[tuple[str, str], ...]:
        """The variations in use, each with its article and the words of the announcement."""
        # Nobody who pairs a round announces its variations.
        from topboard.systems.common.variations import announcement

        if not self.variations:
            return ()
        return announcement(tournament.variations, self.variations, teams=self.teams)

    def scores_by_round(self, tournament: Tournament) -> dict[Number, tuple[Tenths, ...]] | None:
        """What each round counts in the standings, where a later event can change it."""
        rounds = self.facts(tournament).rounds
        if rounds is None:
            return None
        return {n: tuple(points for _, points in row) for n, row in rounds.items()}

    def entries_in_order(self, tournament: Tournament) -> tuple[Number, ...]:
        """The entries in the order in which the rules give them their pairing numbers."""
        if self.order_of_entries is None:
            raise BadInput([Problem(worded("this system assigns no numbers"), quoted=self.name)])
        return tuple(self.order_of_entries(tournament))

    def number_entries(self, tournament: Tournament) -> Tournament:
        """The tournament with its pairing numbers, before round 1."""
        if tournament.rounds:
            what = worded("pairing numbers are fixed once round 1 is paired")
            raise BadInput([Problem(what, remedy=worded("keep them"))])
        # Nobody who pairs a round has its entries numbered.
        from topboard.model.renumbering import in_order, renumber_tournament

        return renumber_tournament(tournament, in_order(self.entries_in_order(tournament)))


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
"""Every edition, in the folder of its family: the one list of them."""

SUGGESTED = "fide_dutch_2026"
"""What a new section is paired by unless another is chosen."""

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
"""How FIDE's table of types of tournaments calls an edition; the first is the one to write."""

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
"""How it calls an edition together with variations; the first is the one to write."""

CODES_BY_DATE = {
    "FIDE_DUTCH": (("2026/02/01", "fide_dutch_2026"), ("", "fide_dutch_2017")),
    "FIDE_LIM": (("", "fide_lim_2026"),),
    "FIDE_OLYMPIAD": (("", "olympiad_2022"),),
}
"""Codes without a year, some of them private: the edition for events that begin on the day."""


def family_of(name: str) -> str:
    """Return the family of the edition of that name."""
    return next(family for family, editions in FAMILIES.items() if name in editions)


def module_of(name: str) -> str:
    """Return the dotted name of the module of the edition of that name."""
    return f"topboard.systems.{family_of(name)}.{name}"


def related_to(name: str) -> set[str]:
    """Return the editions of the same family, all FIDE Swiss systems being related."""
    relation = family_of(name).partition("_")[0]
    return {
        edition
        for family, editions in FAMILIES.items()
        if family.partition("_")[0] == relation
        for edition in editions
    }


@cache
def system(name: str) -> System:
    """The edition of that name; its module is imported only when it is asked for."""
    if name not in SYSTEMS:
        raise UnknownSystem(
            [
                Problem(
                    worded("unknown system"),
                    quoted=name,
                    remedy=worded("one of: {known}", known=", ".join(SYSTEMS)),
                )
            ]
        )
    found = import_module(module_of(name)).SYSTEM
    assert isinstance(found, System)
    return found


def tie_break_keys(name: str) -> tuple[str, ...]:
    """The tie-breaks that a system knows, in its own order."""
    rules = system(name)
    own = tuple(one.code for one in rules.tie_breaks if not one.last_word)
    return (*own, *rules.usual_tie_breaks)


def with_ratings_in_force(
    competitors: Iterable[Competitor],
    name: str,
    chosen: tuple[RatingChoice, ...],
    *,
    again: bool = False,
) -> tuple[Competitor, ...]:
    """The competitors with the ratings that count, by the event's choice, else by the system's.

    What was settled before stays unless it is settled ``again``.
    """
    # Who pairs a round has its ratings settled.
    from topboard.systems.common.ratings import has_ratings, with_rating_in_force

    entered = tuple(competitors)
    if not any(has_ratings(one) for one in entered):
        return entered
    used = system(name) if name in SYSTEMS else None
    order = chosen or (used.rating_order if used else USUAL_ORDER)
    converted = used.converted if used else None
    return tuple(with_rating_in_force(c, order, converted, again=again) for c in entered)
