"""Reports say what the standings say, and lose nothing on the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import topboard
from tests.strategies import player_events, team_events
from topboard import formats
from topboard.analysis.generate import Wishes
from topboard.cli import main
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import Manner, MemberBye, OfficialRanks, Team
from topboard.systems.registry import SYSTEMS

FOLDER = Path(__file__).parents[1] / "fixtures" / "trf"
REPORTS = ("trf16", "trf26")


def players_of(text):
    """Points, rank and cells of every player's line, by number."""
    return {
        int(line[4:8]): (line[80:84].strip(), int(line[85:89]), line[91:].split("  "))
        for line in text.splitlines()
        if line.startswith("001")
    }


def teams_of(text):
    """Match points and rank of every team's line."""
    lines = (line for line in text.splitlines() if line.startswith("310"))
    return {int(line[4:7]): (line[54:60].strip(), int(line[68:71])) for line in lines}


def cells(text, number):
    """The cells of a player's line, blanks between."""
    line = next(one for one in text.splitlines() if one.startswith(f"001 {number:4}"))
    return [line[i : i + 8].strip() for i in range(91, len(line), 10)]


# --- those who left a round robin ----------------------------------------------------------


@pytest.mark.article("cfc_round_robin:653", "cfc_round_robin:653.half")
@pytest.mark.parametrize("edition", REPORTS)
def test_the_report_after_a_player_withdrew_at_half_of_the_games(edition):
    """Free rounds count nothing; games that 5 did not come to any more are won by default."""
    event = formats.read(FOLDER / "round-robin-left-at-half.event.json")

    text = formats.dumps(event, edition)

    said = {number: line[:2] for number, line in players_of(text).items()}
    assert said == {1: ("2.5", 1), 4: ("2.5", 1), 2: ("2.0", 3), 3: ("2.0", 3), 5: ("1.0", 5)}
    assert cells(text, 1) == ["0000 - Z", "2 w =", "3 b =", "4 w =", "5 b +"]
    assert cells(text, 4) == ["3 b =", "0000 - Z", "5 w +", "1 b =", "2 w ="]
    assert cells(text, 5) == ["2 b =", "3 w =", "4 b -", "0000 - Z", "1 w -"]
    assert topboard.standings(formats.read_text(text)) == topboard.standings(event)


@pytest.mark.article("cfc_round_robin:653", "cfc_round_robin:653.under_half")
@pytest.mark.parametrize("edition", REPORTS)
def test_the_report_after_a_player_withdrew_before_half_of_the_games(edition):
    """The game that was played stays, to be rated; its points count for nobody."""
    event = formats.read(FOLDER / "round-robin-left-under-half.event.json")

    text = formats.dumps(event, edition)

    said = {number: line[:2] for number, line in players_of(text).items()}
    assert said == {**dict.fromkeys((1, 2, 3, 4), ("1.5", 1)), 5: ("0.0", 5)}
    assert cells(text, 2)[0] == "5 w 0"
    assert cells(text, 5) == ["2 b 1", "0000 - Z", "0000 - Z", "0000 - Z", "0000 - Z"]
    assert topboard.standings(formats.read_text(text)) == topboard.standings(event)


def test_a_half_point_bye_is_written_as_worth_half_a_point():
    event = topboard.generate("cfc_swiss", 3, Wishes(competitors=5, rounds=2))
    event = replace(event, variations=("616.1",))
    free = event.rounds[0].bye

    text = formats.dumps(event, "trf16")

    assert cells(text, free)[0] == "0000 - H"
    assert formats.read_text(text).rounds[0].bye == free


# --- every system ---------------------------------------------------------------------------


def random_event(name, seed):
    """A random event with late entries, leavers, no-shows and absences; None if it ended."""
    wishes = Wishes(
        competitors=7 + seed % 3,
        rounds=4,
        boards=2,
        no_shows=10,
        absences=10,
        late=10,
        leaving=15,
        forbidden=1,
        unpaired_last=bool(seed % 2),
    )
    try:
        return topboard.generate(name, seed, wishes)
    except NoLegalPairing:
        return None


def lacks_games(event):
    """Whether some match has a result and no games, so that TRF16 refuses it."""
    played = (Manner.PLAYED, Manner.UNFINISHED)
    meetings = [meeting for played_ in event.rounds for meeting in played_.meetings]
    of_teams = isinstance(event.competitors[0], Team)
    return of_teams and any(m.manner in played and not m.games for m in meetings)


@pytest.mark.parametrize("name", SYSTEMS)
def test_points_and_ranks_match_the_standings_and_nothing_is_lost(name):
    events = [event for seed in range(5) if (event := random_event(name, seed)) is not None]
    assert len(events) >= 3
    written = 0
    for event in events:
        table = topboard.standings(event)
        expected = {line.number: (f"{line.points / 10:.1f}", line.place) for line in table.lines}
        for edition in REPORTS:
            if edition == "trf16" and lacks_games(event):
                continue
            text = formats.dumps(event, edition)
            back = formats.read_text(text)
            of_teams = isinstance(event.competitors[0], Team)
            if of_teams and edition == "trf26":
                assert teams_of(text) == expected
            elif not of_teams:
                assert {n: line[:2] for n, line in players_of(text).items()} == expected
            assert topboard.standings(back) == table
            assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
            written += 1
    assert written >= len(events)


any_event = st.one_of(team_events(4), team_events(999), player_events(9_999))


@settings(max_examples=60)
@given(any_event, st.data())
def test_everything_written_can_be_read_in_every_direction(event, data):
    """Reports, and JSON of what was read from a report, with any system or none."""
    system = data.draw(st.sampled_from((event.system, *SYSTEMS)))
    event = replace(event, system=system, tie_breaks=data.draw(st.sampled_from(((), ("SB",)))))
    first, second = data.draw(st.sampled_from(REPORTS)), data.draw(st.sampled_from(formats.FORMATS))
    try:
        text = formats.dumps(event, first)
    except BadInput:
        # Numbers, gaps or matches without games: such a report is refused, with a reason.
        assert first == "trf16" or system not in SYSTEMS
        return

    back = formats.read_text(text)

    assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
    if second not in ("trf16", "round-json"):
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(back, second))
        ) == sort_tournament_for_comparison(event)


# --- points that are not those of the results -----------------------------------------------


def wrong_points():
    """The file of players, where the second line promises too much."""
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    return text.replace("1980        1.0    5", "1980        4.0    5")


def test_points_that_contradict_the_results_are_reported_with_line_and_column():
    with pytest.raises(BadInput) as caught:
        formats.read_text(wrong_points(), "open.trf")

    (problem,) = caught.value.problems
    assert problem.where == "open.trf:22:81"
    assert problem.what == "the points of player 2 are wrong; the results give 1.0"
    assert problem.quoted == "4.0"
    assert "--accept-points" in problem.remedy


def test_contradictory_points_may_be_accepted_but_the_results_count():
    event = formats.read_text(wrong_points(), accept_points=True)

    assert sort_tournament_for_comparison(event) == sort_tournament_for_comparison(
        formats.read(FOLDER / "players-trf16.trf")
    )


def test_the_points_in_a_topboard_file_follow_its_system():
    """The sum of the cells is not enough: a free round that counts a point is a wrong report."""
    event = formats.read(FOLDER / "round-robin-left-at-half.event.json")
    text = formats.dumps(event, "trf16").replace("0000 - Z     2 w =", "0000 - U     2 w =")
    text = text.replace("  2.5    1  0000", "  3.5    1  0000")

    with pytest.raises(BadInput, match=r"the points of player 1 are wrong; the results give 2\.5"):
        formats.read_text(text)


@pytest.mark.parametrize(
    ("points", "more"),
    [
        ("1.5", ["162  P 0.5"]),
        ("1.5", ["XXS PAB=0.5"]),
        ("1.5", ["BBU 0.5"]),
        ("2.0", []),
        ("", []),
        ("2.5", ["240 H 003    1"]),
        ("3.0", ["XXA    1  1.0  1.0"]),
        ("1.0", ["299         -1.0  000    1"]),
    ],
)
def test_points_written_by_other_programs_are_read(points, more):
    lines = ["012 E", _line(1, points, "   2 w 1", "0000 - U"), _line(2, "1.0", "   1 b 0", "")]
    lines[2] = _line(2, "0.0", "   1 b 0", "   3 w 0")
    lines.append(_line(3, "1.0", "        ", "   2 b 1"))

    event = formats.read_text("\n".join([*lines, *more]))

    assert len(event.rounds) == 2


def _line(number, points, *cells):
    text = f"001 {number:4}      {'P':33} 2000".ljust(80) + points.rjust(4)
    return text.ljust(91) + "  ".join(cells)


@pytest.mark.parametrize(
    ("old", "new", "where", "made"),
    [
        (
            "SUI     2466    6.0",
            "SUI     2466    4.0",
            "34:55",
            "team 1 are wrong; the results give 6.0: '4.0'",
        ),
        (
            "ITA     2200    0.0",
            "ITA     2200    1.0",
            "36:55",
            "team 3 are wrong; the results give 0.0: '1.0'",
        ),
        (
            "6.0    3.5   1",
            "6.0    3.0   1",
            "34:62",
            "team 1 are wrong; the results give 3.5: '3.0'",
        ),
    ],
)
def test_team_points_that_contradict_the_results_are_a_problem(old, new, where, made):
    text = (FOLDER / "teams-trf26.trf").read_text(encoding="utf-8")
    assert old in text

    with pytest.raises(BadInput, match="add --accept-points to use the results") as caught:
        formats.read_text(text.replace(old, new), "cup.trf")

    kind = "points" if where.endswith(":55") else "game points"
    assert f"cup.trf:{where}: the {kind} of {made}" in str(caught.value)
    assert formats.read_text(text.replace(old, new), accept_points=True).boards == 2


def test_totals_of_zero_from_a_program_that_omits_them_are_accepted():
    text = (FOLDER / "teams-trf26.trf").read_text(encoding="utf-8").split("\n")
    empty = [row[:54] + "   0.0" + row[60:] if row.startswith("310") else row for row in text]

    assert len(formats.read_text("\n".join(empty)).rounds) == 3


@pytest.mark.parametrize("verb", ["standings", "pair", "explain", "convert"])
def test_every_command_that_reads_a_report_can_accept_contradictory_points(verb, tmp_path, capsys):
    path = tmp_path / "open.trf"
    path.write_text(wrong_points(), encoding="utf-8")
    system = ["--system", "fide_dutch_2026"]

    assert main([verb, str(path), *system]) == 3
    assert "open.trf:22:81: the points of player 2" in capsys.readouterr().err
    assert main([verb, str(path), *system, "--accept-points"]) in (0, 1)


# --- ranks of the file ----------------------------------------------------------------------


def test_official_ranks_are_kept_and_written_back_if_topboard_computes_none():
    """A file whose ties were broken by means that we do not know."""
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    text = text.replace("7.0    1     6", "7.0    2     6").replace(
        "3.0    3     3", "3.0    4     3"
    )

    event = formats.read_text(text)

    ranks = ((1, 1), (2, 5), (3, 2), (4, 6), (5, 3), (6, 4))
    assert event.official_ranks == OfficialRanks(3, ranks)
    again = formats.dumps(event, "trf16")
    assert {n: rank for n, (_, rank, _) in players_of(again).items()} == dict(ranks)
    assert formats.read_text(again).official_ranks == event.official_ranks
    json_again = formats.read_text(formats.dumps(event, "event-json"))
    assert json_again.official_ranks == event.official_ranks


def test_official_ranks_are_in_a_remark_if_the_system_is_supported():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8").replace("XXS W=3 D=1\n", "")
    text = text.replace("001    1", "### topboard system dubov_1997\n001    1", 1)
    text = text.replace("7.0    1     6", "7.0    2     6")
    event = formats.read_text(text, accept_points=True)

    written = formats.dumps(event, "trf16")

    places = {line.number: line.place for line in topboard.standings(event).lines}
    assert {n: rank for n, (_, rank, _) in players_of(written).items()} == places
    assert "### topboard official_ranks" in written
    assert formats.read_text(written).official_ranks == event.official_ranks


def test_ranks_computed_by_topboard_are_not_kept():
    event = replace(formats.read(FOLDER / "players-trf16.trf"), official_ranks=None)

    assert formats.read_text(formats.dumps(event, "trf16")).official_ranks is None


# --- remarks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("remark", "column", "what"),
    [
        ("variations [", 25, "the file ends in the middle of the JSON"),
        ("variations 7", 25, "variations: expected a list […]"),
        ("unrated_as 99999", 25, "unrated_as: expected a whole number from 0 to 9,999"),
        ('requests [{"number": 1}]', 23, "requests: [0]: the field 'round' is missing"),
        ("player 9 {}", 23, "there is no player with number 9"),
        ("player 1 7", 23, "expected an object {…}"),
        ('player 1 {"rating": -1}', 23, "player: rating: expected a whole number from 0 to 9,999"),
        ("round 9 {}", 22, "expected a round number from 1 to 4"),
        ('round 1 {"tables": [1]}', 22, "round: tables: the list of tables must name one side"),
        ('round 1 {"unpaired": [1]}', 22, "the remark says that 1-4 did not meet"),
        ('round 1 {"table": [1]}', 22, "round: table: unknown field"),
        ("played 1000", 21, "played: expected a whole number from 0 to 100"),
    ],
)
def test_an_impossible_remark_is_reported_with_its_line(remark, column, what):
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")

    with pytest.raises(BadInput) as caught:
        formats.read_text(f"{text}### topboard {remark}\n", "open.trf")

    (problem,) = caught.value.problems
    assert problem.where == f"open.trf:27:{column}"
    assert problem.what.startswith(what)


def test_a_comment_that_looks_like_a_remark_stays_a_comment():
    event = formats.read(FOLDER / "players-trf16.trf")
    told = ("topboard variations [", "topboard is fine", "topboard system nonsense")
    event = replace(event, details=replace(event.details, comments=told))

    back = formats.read_text(formats.dumps(event, "trf26"))

    assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)


def test_a_kept_record_that_would_contradict_ours_is_stored_in_a_remark():
    event = formats.read(FOLDER / "players-trf16.trf")
    kept = (*event.details.other, ("001", "    1 twice"), ("142", " many"))
    event = replace(event, details=replace(event.details, other=kept))

    for edition in REPORTS:
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(event, edition))
        ) == sort_tournament_for_comparison(event)


@pytest.mark.parametrize(("points", "each"), [(("0.5", "1.0"), 5), (("1.0", "1.5"), 10)])
def test_points_that_players_got_for_a_bye_of_their_team_are_kept(points, each):
    """Members have ``0000 - U``, and their points count it: that goes from report to report."""
    text = (FOLDER / "teams-trf16.trf").read_text(encoding="utf-8")
    text = text.replace("0.0    7     1 b 0", f"{points[0]}    7     1 b 0")
    text = text.replace("0.5    5     2 w =", f"{points[1]}    5     2 w =")

    event = formats.read_text(text)

    assert event.member_byes == (MemberBye(3, 2, each), MemberBye(4, 2, each))
    for edition in REPORTS:
        written = formats.dumps(event, edition)
        assert [players_of(written)[n][0] for n in (3, 4)] == list(points)
        assert [cells(written, n)[1] for n in (3, 4)] == ["0000 - U"] * 2
        assert sort_tournament_for_comparison(
            formats.read_text(written)
        ) == sort_tournament_for_comparison(event)


def test_players_whose_points_exclude_the_bye_get_nothing_for_it():
    assert formats.read(FOLDER / "teams-trf16.trf").member_byes == ()


def test_official_ranks_beside_a_system_depend_on_who_wrote_the_file():
    """Another program's tie-breaks are its own; ours need not be counted to know our file."""
    theirs = formats.read(FOLDER / "dialects" / "bbppairings.trf")
    ours = formats.dumps(replace(theirs, official_ranks=None), "trf26")
    first = next(line for line in ours.split("\r\n") if line.startswith("001    1"))
    edited = ours.replace(first, first[:85] + "   2" + first[89:])

    assert theirs.official_ranks is not None
    assert dict(theirs.official_ranks.places) == {1: 1, 2: 4, 3: 2}
    assert formats.read_text(ours).official_ranks is None
    assert dict(formats.read_text(edited).official_ranks.places)[1] == 2
