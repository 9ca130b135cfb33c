"""The articles about people, for each edition: what is refused, regretted or left to somebody.

An edition's table says what an article has against an act, whom it leaves unpaired, and which
articles an office may overrule. An edition without a table is governed by the general rules.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.event.acts import ChangeGround, Exclusion
from topboard.event.governance import general, lots, presence, publication, rosters
from topboard.event.governance.objections import Office
from topboard.model import ForfeitWin, FullPointBye, NotYetEntered, PairingBye
from topboard.records import dataclass, field
from topboard.rules.shared import scoring

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.governance.objections import Rule
    from topboard.event.governance.presence import Bar
    from topboard.event.state import Section
    from topboard.model import Outcome, Tenths


@dataclass(frozen=True, slots=True)
class Governance:
    """The articles of an edition that speak of people rather than of pairs."""

    acts: Mapping[str, Rule] = field(default_factory=dict)
    """Article -> what it has against an act."""
    absences: Mapping[str, Bar] = field(default_factory=dict)
    """Article -> whom it leaves unpaired."""
    lifts: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """Article -> which other articles it lets somebody overrule."""
    notions: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Article -> a notion of it on which another article of the table rests."""
    general: tuple[Rule, ...] = ()
    """What holds where the text is silent."""
    lot: str = ""
    """The article on the lot for the colours of round 1, where there is one."""
    left: str = ""
    """The article on those who leave or are excused, where there is one."""
    byes: Mapping[str, tuple[type[Outcome], ...]] = field(default_factory=dict)
    """Article -> after which outcomes of earlier rounds nobody has the bye."""
    default_score: Callable[[int, int], tuple[Tenths, Tenths]] = scoring.default_all_boards
    """Boards and players present -> the points of the side that came and of the other."""

    @property
    def articles(self) -> dict[str, Callable[..., object]]:
        """Every article with its function."""
        return {**self.acts, **self.absences, **self.lifts, **self.notions}


COLOUR_LIMIT = (ChangeGround.COLOUR_LIMIT,)
REMATCH_OR_COLOUR_LIMIT = (ChangeGround.REMATCH, ChangeGround.COLOUR_LIMIT)
SQUAD = partial(rosters.four_players_and_a_reserve, boards=4, reserves=1)
NO_BYE = partial(presence.no_bye_on_request, offices=(Office.CHIEF_ARBITER, Office.PRESIDENT))
UNSCORED_BYE = partial(presence.no_bye_on_request, offices=general.DIRECTING)
ELEVEN_ROUNDS = partial(rosters.number_of_rounds, rounds=11)

OLYMPIAD_2008 = Governance(
    acts={
        "2": rosters.second_teams_are_the_hosts,
        "3": rosters.c_team_stays,
        "4": SQUAD,
        "5": rosters.rosters_are_locked,
        "10": ELEVEN_ROUNDS,
        "11": NO_BYE,
        "56": publication.panel_makes_pairings,
        "57": presence.travel_is_notified,
        "58": partial(presence.default_counts_as_the_text_says, score=scoring.default_all_boards),
        "59": partial(publication.changed_for_breach_only, grounds=COLOUR_LIMIT),
        "61": publication.no_protest,
    },
    absences={"57": partial(presence.not_there_for_round_one, least=2)},
    lifts={"60": partial(publication.overruled_by_president, articles=("57", "58", "59"))},
    general=(general.late_entry_needs_a_word, general.full_point_bye, publication.arbiter_changes),
    lot="19",
    byes={"11": (PairingBye,), "15b": (ForfeitWin,)},
)

OLYMPIAD_2009 = Governance(
    acts={
        "2": rosters.second_teams_are_the_hosts,
        "3": rosters.c_team_stays,
        "4": SQUAD,
        "5": rosters.rosters_are_locked,
        "11": ELEVEN_ROUNDS,
        "12": NO_BYE,
        "43": publication.panel_makes_pairings,
        "44": presence.travel_is_notified,
        "45": partial(
            presence.default_counts_as_the_text_says, score=scoring.default_boards_present
        ),
        "46": partial(publication.changed_on_other_grounds, grounds=COLOUR_LIMIT),
        "48": publication.president_confirms_change,
    },
    absences={"44": partial(presence.not_there_for_round_one, least=3)},
    lifts={"47": partial(publication.overruled_by_president, articles=("44", "45"))},
    general=(general.late_entry_needs_a_word, general.full_point_bye),
    lot="21",
    byes={"12": (PairingBye,), "16b": (ForfeitWin,)},
    default_score=scoring.default_boards_present,
)

OLYMPIAD_2022 = Governance(
    acts={
        "2.1": rosters.second_teams_are_the_hosts,
        "2.2": rosters.c_team_stays,
        "4.1": NO_BYE,
        "10.1": presence.travel_is_notified,
        "10.1.2": presence.on_the_way_by_discretion,
        "10.2": presence.warn_of_short_team,
        "11.2": publication.table_for_other_reason,
        "11.2.1": publication.table_for_sponsor,
        "11.2.2": publication.table_for_host,
        "11.2.3": publication.table_for_other_reason,
        "11.3": partial(publication.changed_for_breach_only, grounds=REMATCH_OR_COLOUR_LIMIT),
    },
    absences={
        "10.1": partial(presence.not_there_for_round_one, least=3),
        "10.2": presence.below_half_strength_twice,
    },
    lifts={"10.3": partial(publication.overruled_by_president, articles=("10.1", "10.2"))},
    notions={"10.1.1": presence.enough_players_present},
    general=(
        general.late_entry_needs_a_word,
        general.full_point_bye,
        publication.arbiter_changes,
    ),
    lot="7.2",
    byes={"4.2.1": (PairingBye,), "4.2.2": (ForfeitWin,), "4.2.3": (NotYetEntered,)},
    default_score=scoring.default_boards_present,
)

SILENT = Governance(
    general=(general.late_entry_needs_a_word, general.full_point_bye, publication.director_changes)
)
"""For a text that says nothing of these matters."""

DUBOV_1997 = Governance(
    general=SILENT.general,
    lot="5",
    byes={"2.2": (PairingBye, FullPointBye, ForfeitWin)},
)

CFC_SWISS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "613": general.equal_ratings_are_drawn,
        "614": presence.late_entry_is_accepted,
        "615a": presence.half_point_bye_is_granted,
        "616": presence.excuse_is_accepted,
        "617": presence.provisional_winner,
        "619.1": partial(presence.wishes_are_announced, last_round=2),
        "671": lots.ties_are_broken_by_the_director,
    },
    absences={"616": presence.no_show_is_not_paired},
    general=(publication.director_changes,),
    lot="628",
    left="616",
    byes={"615": (PairingBye,)},
)

CFC_TEAM_SWISS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "641": partial(
            general.rules_of_individual_events,
            rules={
                "613": general.equal_ratings_are_drawn,
                "614": presence.late_entry_is_accepted,
                "615a": presence.half_point_bye_is_granted,
                "619.1": partial(presence.wishes_are_announced, last_round=2),
            },
        ),
        "643": partial(rosters.order_of_boards, variation="643"),
        "647": presence.excuse_is_accepted,
        "671": lots.ties_are_broken_by_the_director,
    },
    absences={"647": presence.no_show_is_not_paired},
    general=(publication.director_changes,),
    lot="628",
    left="647",
    byes={"615": (PairingBye,)},
)

CFC_ROUND_ROBIN = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "652": presence.no_place_for_a_late_entry,
        "653": UNSCORED_BYE,
        "653.under_half": partial(presence.half_of_the_games, counts=False),
        "653.half": partial(presence.half_of_the_games, counts=True),
        "671": lots.ties_are_broken_by_the_director,
    },
    general=(publication.director_changes,),
    left="653",
    byes={"652": (PairingBye,)},
)

CFC_TEAM_ROUND_ROBIN = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "653.under_half": partial(presence.half_of_the_games, counts=False),
        "653.half": partial(presence.half_of_the_games, counts=True),
        "662": partial(rosters.order_of_boards, variation="643"),
        "663": presence.no_place_for_a_late_entry,
        "664": UNSCORED_BYE,
        "671": lots.ties_are_broken_by_the_director,
    },
    general=(publication.director_changes,),
    left="664",
    byes={"663": (PairingBye,)},
)

GOVERNANCE: dict[str, Governance] = {
    "olympiad_2008": OLYMPIAD_2008,
    "olympiad_2008_dresden": OLYMPIAD_2008,
    "olympiad_2009": OLYMPIAD_2009,
    "olympiad_2021_draft": OLYMPIAD_2022,
    "olympiad_2022": OLYMPIAD_2022,
    "cfc_swiss": CFC_SWISS,
    "cfc_team_swiss": CFC_TEAM_SWISS,
    "cfc_round_robin": CFC_ROUND_ROBIN,
    "cfc_team_round_robin": CFC_TEAM_ROUND_ROBIN,
    "dubov_1997": DUBOV_1997,
}


def governance_of(system: str) -> Governance:
    """The articles about people of a system."""
    return GOVERNANCE.get(system, SILENT)


def exclusions(section: Section) -> tuple[Exclusion, ...]:
    """Who is not paired in the round to come, and by which article."""
    found = {n: Exclusion(n, "") for n in sorted(section.suspended)}
    for article, bar in governance_of(section.system).absences.items():
        for exclusion in bar(section, article):
            if (exclusion.number, article) not in section.exceptions:
                found.setdefault(exclusion.number, exclusion)
    return tuple(found[n] for n in sorted(found))
