"""The interface of a pairing system's edition, and the table of all editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, overload

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem, UnknownSystem
from topboard.messages import worded
from topboard.model import RatingChoice, Tables
from topboard.model.renumbering import map_old_to_new_numbers_by_order, renumber_tournament
from topboard.model.scoring import count_unfinished_games_as_drawn
from topboard.systems.common.ratings import apply_rating_in_force, has_listed_ratings
from topboard.systems.common.variations import list_variation_announcements
from topboard.text.suggestions import find_similar_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from importlib.metadata import EntryPoint

    from topboard.model import Colour, Competitor, Number, Tenths, Tournament, VirtualPoints
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.common.variations import Variation
    from topboard.tiebreaks.opponents import OpponentRatingAverage
    from topboard.tiebreaks.ranking import Facts, TieBreak
    from topboard.tiebreaks.standings import Standings


USUAL_ORDER = (RatingChoice("FIDE"),)
"""The order of preference for ratings if neither the event nor its system specifies one."""


@dataclass(frozen=True, slots=True)
class SectionPurpose:
    """A typical kind of section, such as a weekend open, with its usual settings."""

    title: str
    section: str
    rounds: int = 0
    """The number of rounds, or 0 if it depends on the number of participants."""
    boards: int = 0


@dataclass(frozen=True, slots=True)
class ChangedInterpretation:
    """A change in the interpretation of articles that led to different pairings."""

    revision: int
    """The first revision of the system with the new interpretation, at least 2."""
    articles: tuple[str, ...]
    page: str
    """The name of the page in ``docs/interpretations`` that describes the change."""


@dataclass(frozen=True, slots=True)
class System:
    """An edition of a pairing system, with the functions that implement its rules."""

    name: str
    title: str
    source: str
    teams: bool
    pair: Callable[[Tournament], RoundPairing]
    facts: Callable[[Tournament], Facts]
    """A function that returns the scores and outcomes on which the standings are based."""
    articles: Mapping[str, Callable[..., object]]
    """The function that implements each article, keyed by article in the order of the rules."""
    objections: Callable[[RoundPairing, Number, Number], Objections]
    """A function that returns the reasons against a pair, given the pairing of the round.

    It uses the intermediate results in ``RoundPairing.decided``.
    """
    bare: Callable[[Tournament], Tables] | None = None
    """A function that pairs the next round without reasons, or None if the system has none."""
    initial_colour: Callable[[Tournament], Colour | None] | None = None
    """A function that returns the initial colour, or None if the system does not draw one."""
    games: int = 1
    """The number of games that each pair plays in a round, with colours reversed each time."""
    plain: str = ""
    """A short description for arbiters who do not know the system."""
    whose: str = "FIDE"
    """The name of the organisation that issued the rules."""
    in_force: tuple[str, str] | None = ("", "")
    """The first and the last day of validity, or None if the rules never came into force.

    An empty string means that there is no first or last day.
    """
    occasions: tuple[SectionPurpose, ...] = ()
    """Typical kinds of sections that use this system."""
    governance: str = ""
    """The name of the policy table in ``topboard.event.policy``, such as ``olympiad.FROM_2022``.

    Only the name is stored because the systems must not depend on events.
    """
    scoring: str = ""
    """The article that says how many points each result is worth."""
    unfinished_drawn: bool = False
    """Whether unfinished games in a match count as draws, whatever result is recorded."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """The tie-breaks in the rules, in order. Tie-breaks announced for the event replace them."""
    usual_tie_breaks: tuple[str, ...] = ()
    """The codes of FIDE tie-breaks that follow those in ``tie_breaks``.

    They are strings because pairing a round should not import the tie-breaks.
    """
    variations: tuple[Variation, ...] = ()
    """The options that a director may choose, in the order of the rules."""
    requests: str = ""
    """The option under which players may ask not to be paired with each other, or an empty
    string.
    """
    order_of_entries: Callable[[Tournament], Sequence[Number]] | None = None
    """A function that returns the participants in the order of their TPNs.

    It is None if the rules do not define the order.
    """
    rating_order: tuple[RatingChoice, ...] = USUAL_ORDER
    """The ratings that may count, preferred ones first, unless the event specifies others.

    The first rating that a player has is used.
    """
    converted: Callable[[str, int], int] | None = None
    """A function that converts a rating, given its list and value, to the scale of the rules.

    None means that ratings are not converted.
    """
    ranks_by_previous: bool = False
    """Whether the standings of the previous event determine the initial ranking."""
    to_draw: Callable[[Tournament], Sequence[Sequence[Number]]] | None = None
    """A function that returns the groups of tied participants whose TPNs must be assigned by
    lot.
    """
    place_of_late_entry: Callable[[Tournament, Competitor], Number | None] | None = None
    """A function that returns the TPN of a late entry, or None for the next free number.

    The participants from that number on move down.
    """
    timetable: Callable[[Tournament], tuple[tuple[tuple[Number, Number], ...], ...]] | None = None
    """A function that returns the pairs of every round, White first.

    None means that the pairs are not fixed before round 1.
    """
    averages: Callable[[Tournament], Sequence[OpponentRatingAverage]] | None = None
    """A function that returns the average ratings of opponents, if the rules publish them."""
    check_list: Callable[[Tournament], Sequence[CheckListRow]] | None = None
    """A function that returns the checklist for the next round, or None if the system has none."""
    float_criteria: tuple[str, str] = ("C14", "C16")
    """The criteria on floats one round ago and two rounds ago, as named in the checklist."""
    virtual_points: Callable[[Tournament], tuple[VirtualPoints, ...]] | None = None
    """A function that returns each participant's virtual points, round by round."""
    changed_readings: tuple[ChangedInterpretation, ...] = ()
    """All changes in interpretation that led to different pairings."""

    def __repr__(self) -> str:
        return f"<System {self.name}: {self.title}>"

    def pair_without_reasons(self, tournament: Tournament) -> Tables:
        """Return the pairing of the next round without reasons. This is often faster."""
        if self.bare is not None:
            return self.bare(tournament)
        made = self.pair(tournament)
        return Tables(made.pairs, made.bye, self.facts(tournament).points)

    def count_unfinished_games_by_rules(self, tournament: Tournament) -> Tournament:
        """Return the tournament with unfinished games counted as these rules require."""
        if not self.unfinished_drawn:
            return tournament

        return count_unfinished_games_as_drawn(tournament)

    def standings(self, tournament: Tournament) -> Standings:
        """Return the standings, ranked by points and tie-breaks.

        The tie-breaks announced for the event take precedence over those in the rules.
        """

        # Seam: pairing a round needs no tie-breaks.
        from topboard.systems.standings import build_system_standings

        return build_system_standings(self, tournament)

    @property
    def revision(self) -> int:
        """The revision number of this system's interpretation, which increases when pairings
        change.

        It starts at 1. Journals and proofs record it, so a round paired under an earlier
        interpretation is not mistaken for one that was tampered with.
        """
        return max((one.revision for one in self.changed_readings), default=1)

    def interpretations_changed_since(self, revision: int) -> tuple[ChangedInterpretation, ...]:
        """Return the changes in interpretation made after the given revision."""
        return tuple(one for one in self.changed_readings if one.revision > revision)

    @property
    def is_current(self) -> bool:
        """Return whether this edition has come into force and has no last day of validity."""
        return self.in_force is not None and not self.in_force[1]

    @property
    def offered_variations(self) -> tuple[Variation, ...]:
        """The options that an event using this system may choose."""
        return tuple(v for v in self.variations if self.teams or not v.teams_only)

    def announce_variations(self, tournament: Tournament) -> tuple[tuple[str, str], ...]:
        """Return the article and announcement text of each option that the event uses."""
        if not self.variations:
            return ()
        return list_variation_announcements(
            tournament.variations, self.variations, teams=self.teams
        )

    def scores_by_round(self, tournament: Tournament) -> dict[Number, tuple[Tenths, ...]] | None:
        """Return each participant's points by round, or None if the system does not provide
        them.
        """
        rounds = self.facts(tournament).rounds
        if rounds is None:
            return None
        return {n: tuple(points for _, points in row) for n, row in rounds.items()}

    def list_participants_by_rules_for_tpns(self, tournament: Tournament) -> tuple[Number, ...]:
        """Return the participants in the order in which the rules assign their TPNs.

        Raise ``BadInput`` if the rules do not assign TPNs.
        """
        if self.order_of_entries is None:
            raise BadInput(
                [
                    Problem(
                        worded("this system does not assign tournament pairing numbers"),
                        quoted=self.name,
                    )
                ]
            )
        return tuple(self.order_of_entries(tournament))

    def assign_pairing_numbers(self, tournament: Tournament) -> Tournament:
        """Return the tournament with its participants renumbered in the order of the rules.

        Raise ``BadInput`` if round 1 has already been paired.
        """
        if tournament.rounds:
            what = worded("tournament pairing numbers are fixed once round 1 is paired")
            raise BadInput([Problem(what, remedy=worded("Keep the current numbers."))])

        return renumber_tournament(
            tournament,
            map_old_to_new_numbers_by_order(self.list_participants_by_rules_for_tpns(tournament)),
        )


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
"""The names of all editions, keyed by the folder of their family."""

SUGGESTED = "fide_dutch_2026"
"""The default pairing system of a new section."""

EDITIONS = tuple(edition for editions in FAMILIES.values() for edition in editions)
"""The names of the editions in this package."""

ENTRY_POINTS = "topboard.systems"
"""The group of entry points under which other packages register their own systems."""


@cache
def _find_installed_systems() -> dict[str, EntryPoint]:
    """Return the entry points of systems in other packages, keyed by name."""
    # Seam: looking through the installed packages takes time, and most events need none.
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group=ENTRY_POINTS) if one.name not in EDITIONS}


class SystemNames(Sequence[str]):
    """The names of all systems: the editions in this package, then those of other packages."""

    def __contains__(self, name: object) -> bool:
        return name in EDITIONS or (bool(name) and name in _find_installed_systems())

    def __iter__(self) -> Iterator[str]:
        yield from EDITIONS
        yield from _find_installed_systems()

    def __len__(self) -> int:
        return len(EDITIONS) + len(_find_installed_systems())

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return tuple(self)[index]

    def __repr__(self) -> str:
        return repr(tuple(self))


SYSTEMS = SystemNames()


TYPE_CODES = {
    "fide_dutch_2026": ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
    "fide_dutch_2017": ("FIDE_DUTCH_2017",),
    "fide_dubov_2026": ("FIDE_DUBOV",),
    "fide_double_swiss_2026": ("FIDE_DOUBLESWISS",),
    "fide_round_robin": ("FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G1"),
    "fide_burstein_2026": ("FIDE_BURSTEIN",),
    "fide_team_2026": ("FIDE_TEAM", "FIDE_TEAM_TYPEA"),
}
"""The codes of each edition in FIDE's table of tournament types. The first code is written to
files.
"""

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
"""The codes of editions combined with certain options. The first code is written to files."""

CODES_BY_DATE = {
    "FIDE_DUTCH": (("2026/02/01", "fide_dutch_2026"), ("", "fide_dutch_2017")),
    "FIDE_LIM": (("", "fide_lim_2026"),),
    "FIDE_OLYMPIAD": (("", "olympiad_2022"),),
}
"""The codes without a year, for which the first day of the event decides the edition.

Each list has the newest edition first, with the first day of its validity.
"""


def family_of_edition(name: str) -> str:
    """Return the family of an edition, which is the name of the edition's folder.

    A system of another package is a family of its own.
    """
    return next((family for family, editions in FAMILIES.items() if name in editions), name)


def module_name_of_edition(name: str) -> str:
    """Return the dotted name of the module that implements an edition."""
    return f"topboard.systems.{family_of_edition(name)}.{name}"


def list_editions_of_same_family(name: str) -> set[str]:
    """Return all editions of an edition's family, including the edition itself.

    All FIDE Swiss systems count as one family.
    """
    if name not in EDITIONS:
        return {name}
    relation = family_of_edition(name).partition("_")[0]
    return {
        edition
        for family, editions in FAMILIES.items()
        if family.partition("_")[0] == relation
        for edition in editions
    }


@cache
def system(name: str) -> System:
    """Return the edition with the given name. Its module is imported on first use.

    Raise ``UnknownSystem`` if there is no such edition.
    """
    if name not in SYSTEMS:
        known, similar = ", ".join(SYSTEMS), find_similar_name(name, SYSTEMS)
        remedy = (
            worded("Did you mean {similar}? Choose one of: {known}.", similar=similar, known=known)
            if similar
            else worded("Choose one of: {known}.", known=known)
        )
        raise UnknownSystem([Problem(worded("unknown pairing system"), quoted=name, remedy=remedy)])
    if name not in EDITIONS:
        return _load_installed_system(name)
    found = import_module(module_name_of_edition(name)).SYSTEM
    assert isinstance(found, System)
    return found


def _load_installed_system(name: str) -> System:
    """Return the system of another package.

    Raise ``UnknownSystem`` if it cannot be imported, or if it is not a ``System`` with this name.
    """
    entry = _find_installed_systems()[name]
    remedy = worded("Correct or remove the package that registers it.")
    try:
        found = entry.load()
    except Exception as error:
        what = worded("this installed system cannot be loaded: {error}", error=str(error))
        raise UnknownSystem([Problem(what, quoted=entry.value, remedy=remedy)]) from error
    if not isinstance(found, System) or found.name != name:
        what = worded("this entry point is not a System with the name {name}", name=name)
        raise UnknownSystem([Problem(what, quoted=entry.value, remedy=remedy)])
    return found


def list_tie_break_codes_of_system(name: str) -> tuple[str, ...]:
    """Return the codes of a system's tie-breaks, in the order in which they apply."""
    rules = system(name)
    own = tuple(one.code for one in rules.tie_breaks if not one.last_word)
    return (*own, *rules.usual_tie_breaks)


def fill_in_ratings_in_force(
    competitors: Iterable[Competitor],
    name: str,
    chosen: tuple[RatingChoice, ...],
    *,
    again: bool = False,
) -> tuple[Competitor, ...]:
    """Fill in the ratings that count, and return the participants.

    The event's choice of ratings takes precedence over the system's. A rating chosen before is kept
    unless ``again`` is true.
    """

    entered = tuple(competitors)
    if not any(has_listed_ratings(one) for one in entered):
        return entered
    used = system(name) if name in SYSTEMS else None
    order = chosen or (used.rating_order if used else USUAL_ORDER)
    converted = used.converted if used else None
    return tuple(apply_rating_in_force(c, order, converted, again=again) for c in entered)
