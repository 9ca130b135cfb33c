"""Random events, their tie-breaks counted by the product and by the second reading."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import topboard
from topboard._frozen import replace
from topboard.model import (
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Team,
    Tournament,
    ZeroPointBye,
)

from .fide_tie_breaks import Event, by_boards

YEARS = ("2026", "2024", "2023")
BOARDS = 4


def random_event(seed: int, *, teams: bool) -> Tournament:
    """A few rounds paired by chance, with every way not to play; pairs may meet again."""
    dice = Random(seed)
    size, count = dice.randint(5, 10), dice.randint(2, 7)
    entered = tuple(
        Team(Number(n), f"T{n}") if teams else Player(Number(n), f"P{n}", dice.randint(1400, 2600))
        for n in range(1, size + 1)
    )
    leaver, leaves = dice.randint(1, size), dice.randint(2, 9)
    rounds = []
    for number in range(1, count + 1):
        there = [Number(n) for n in range(1, size + 1)]
        dice.shuffle(there)
        away = []
        if number >= leaves:
            there.remove(Number(leaver))
            away.append((Number(leaver), ZeroPointBye()))
        while dice.random() < 0.3 and len(there) > 2:
            kind = dice.choice((HalfPointBye(), ZeroPointBye(), FullPointBye()))
            away.append((there.pop(), kind))
        if len(there) % 2:
            away.append((there.pop(), PairingBye()))
        pairs = zip(there[::2], there[1::2], strict=True)
        meetings = tuple(meeting(dice, white, black, teams=teams) for white, black in pairs)
        rounds.append(Round(number, meetings, tuple(away)))
    boards = BOARDS if teams else 1
    return Tournament(entered, tuple(rounds), planned_rounds=count, boards=boards)


def meeting(dice: Random, white: Number, black: Number, *, teams: bool) -> Meeting:
    most = 10 * (BOARDS if teams else 1)
    lot = dice.random()
    if lot < 0.1:
        won = dice.choice(((most, 0), (0, most)))
        return Meeting(white, black, *won, Manner.DEFAULT)
    if lot < 0.13:
        return Meeting(white, black, 0, 0, Manner.BOTH_DEFAULTED)
    games = tuple(
        Game(None, None, own, 10 - own)
        for own in (dice.choice((10, 5, 5, 0)) for _ in range(most // 10))
    )
    own = sum(g.black_points if b % 2 else g.white_points for b, g in enumerate(games))
    return Meeting(white, black, own, most - own, games=games if teams else ())


def engine_values(event: Tournament, code: str, year: str) -> dict[int, str | None]:
    system = "olympiad_2022" if isinstance(event.competitors[0], Team) else "fide_dutch_2026"
    asked = replace(event, tie_breaks=(code,), tie_break_edition=year)
    return {
        line.number: line.values[0].decimal_text if line.values[0].is_defined else None
        for line in topboard.standings(asked, system).lines
    }


def format_value(number: Fraction | int | None) -> str | None:
    """To four places, a half up, without needless zeros."""
    if number is None:
        return None
    tenthousandths = int(Fraction(number) * 10_000 + Fraction(1, 2))
    whole, rest = divmod(tenthousandths, 10_000)
    return f"{whole}.{rest:04}".rstrip("0").rstrip(".")


OF_PLAYERS = {
    "WIN": lambda e, n: sum(c.points["P"] == 1 for c in e.rows[n]),
    "WON": lambda e, n: sum(c.letter == "1" for c in e.rows[n]),
    "BPG": lambda e, n: sum(c.played and c.black for c in e.rows[n]),
    "BWG": lambda e, n: sum(c.letter == "1" and c.black for c in e.rows[n]),
    "REP": lambda e, n: e.rounds - sum(c.letter in "HZ-" for c in e.rows[n]),
    "STD": Event.standard,
    "PS": Event.progressive,
    "PS/C2": lambda e, n: e.progressive(n, 2),
    "BH": Event.buchholz,
    "BH/C1": lambda e, n: e.buchholz(n, low=1),
    "BH/C2/P": lambda e, n: e.buchholz(n, low=2, p=True),
    "BH/M1": lambda e, n: e.buchholz(n, low=1, high=1),
    "BH/M2": lambda e, n: e.buchholz(n, low=2, high=2),
    "FB/C1": lambda e, n: e.fore().buchholz(n, low=1),
    "FB/P": lambda e, n: e.fore().buchholz(n, p=True),
    "AOB": Event.average_buchholz,
    "AOB/F": lambda e, n: e.average_buchholz(n, fore=True),
    "SB": Event.sonneborn,
    "SB/C1": lambda e, n: e.sonneborn(n, low=1),
    "SB/C2/P": lambda e, n: e.sonneborn(n, low=2, p=True),
    "KS": Event.koya,
    "KS/L-1": lambda e, n: e.koya(n, -1),
    "KS/L+2": lambda e, n: e.koya(n, 2),
    "ARO": Event.average_rating,
    "ARO/C1": lambda e, n: e.average_rating(n, 1),
    "ARO/M1": lambda e, n: e.average_rating(n, 1, 1),
    "TPR": Event.performance,
    "PTP": Event.perfect,
    "APRO": lambda e, n: e.mean_of_opponents(n, e.performance),
    "APPO": lambda e, n: e.mean_of_opponents(n, e.perfect),
    "RTNG": lambda e, n: e.ratings[n],
    "TPN": lambda e, n: n,
}
OF_TEAMS = {
    "WIN:MP": lambda e, n: sum(c.points["MP"] == 2 for c in e.rows[n]),
    "WON": lambda e, n: sum(c.letter == "1" for c in e.rows[n]),
    "PS:GP/C1": lambda e, n: e.progressive(n, 1, "GP"),
    "BH": lambda e, n: e.buchholz(n, "MP"),
    "BH:GP/C1": lambda e, n: e.buchholz(n, "GP", 1),
    "FB:GP": lambda e, n: e.fore().buchholz(n, "GP"),
    "MPvGP": lambda e, n: e.total(n, "GP"),
    "EMMSB": lambda e, n: e.sonneborn(n, "MP", "MP"),
    "EMGSB/C1": lambda e, n: e.sonneborn(n, "MP", "GP", 1),
    "EGMSB/C2": lambda e, n: e.sonneborn(n, "GP", "MP", 2),
    "EGGSB/C1/P": lambda e, n: e.sonneborn(n, "GP", "GP", 1, p=True),
    "KS": Event.koya,
    "SSSC": Event.strength,
    "SSSC/K3/F": lambda e, n: e.strength(n, 3, fore=True),
    "BC": lambda e, n: -by_boards("BC", e.all_boards(n))[0],
    "TBR": lambda e, n: by_boards("TBR", e.all_boards(n))[0],
    "BBE": lambda e, n: by_boards("BBE", e.all_boards(n))[0],
}
ENCOUNTERS = {"EDE": "", "EDEBT": "BC TBR", "EDEBB": "BC BBE", "EDET": "TBR", "EDEB": "BBE"}
EVENTS = 24


@pytest.mark.parametrize("code", OF_PLAYERS)
def test_tie_breaks_of_players_agree(code):
    assert differing_events(code, OF_PLAYERS[code], teams=False) == []


@pytest.mark.parametrize("code", OF_TEAMS)
def test_tie_breaks_of_teams_agree(code):
    assert differing_events(code, OF_TEAMS[code], teams=True) == []


def differing_events(code, reading, *, teams):
    """The events, each with the year of its edition, in which engine and oracle disagree."""
    found = []
    for seed in range(EVENTS):
        event = random_event(seed, teams=teams)
        year = YEARS[seed % 3]
        second = Event(event, int(year))
        expected = {n: format_value(reading(second, n)) for n in second.rows}
        if engine_values(event, code, year) != expected:
            found.append((seed, year))
    return found


def parts(event, code, system):
    table = topboard.standings(replace(event, tie_breaks=(code,), tie_break_edition="2026"), system)
    places: dict[int, list[int]] = {}
    for line in table.lines:
        places.setdefault(line.place, []).append(line.number)
    return [*places.values()]


@pytest.mark.parametrize("code", ["DE", "DE/P"])
def test_direct_encounters_agree(code):
    for seed in range(100, 100 + EVENTS):
        event = random_event(seed, teams=False)
        second = Event(event, 2026)

        def split_tied(tied, second=second):
            return second.encounter(tied, "P", code.endswith("/P"))

        assert parts(event, code, "fide_dutch_2026") == tables(second, split_tied), f"event {seed}"


@pytest.mark.parametrize("code", [*ENCOUNTERS, "EDEBT/P"])
def test_extended_encounters_agree(code):
    name, _, p = code.partition("/")
    for seed in range(100, 100 + EVENTS):
        event = random_event(seed, teams=True)
        second = Event(event, 2026)

        def split_tied(tied, second=second):
            return second.extended(tied, ENCOUNTERS[name], bool(p))

        assert parts(event, code, "olympiad_2022") == tables(second, split_tied), f"event {seed}"


def tables(second, split):
    """The groups of equal points, each split by the second reading; equals by their numbers."""
    found = []
    scores = {n: second.total(n, second.main) for n in second.rows}
    for score in sorted(set(scores.values()), reverse=True):
        tied = sorted(n for n in scores if scores[n] == score)
        found += split(tied) if len(tied) > 1 else [tied]
    return [sorted(part) for part in found]
