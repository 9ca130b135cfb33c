"""Report files written by hand, and what is in them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from topboard import formats
from topboard._frozen import replace
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import (
    Adjustment,
    AwardedPoints,
    Colour,
    ForbiddenPair,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    PairingBye,
    Player,
    Rating,
    RatingKind,
    Request,
    Round,
    Scale,
    Tournament,
    VirtualPoints,
    ZeroPointBye,
)

FOLDER = Path(__file__).parents[1] / "fixtures" / "trf"
FILES = sorted(FOLDER.glob("*.trf"))


def read_fixture(name):
    """A file of the folder."""
    return formats.read(FOLDER / f"{name}.trf")


def numbers(game):
    """Who played, with the points."""
    return game.white, game.black, game.white_points, game.black_points


# --- players -----------------------------------------------------------------------------


def test_a_player_has_a_name_rating_title_and_date_of_birth():
    players = read_fixture("players-trf16").competitors

    assert players[0] == Player(1, "Müller, Karl", 2600, "m", "GM", "AUT", "1600001", "1970/01/02")
    assert players[3].name == "D'Artagnan, Charles de Batz, jr."
    assert players[5] == Player(6, "Nobody, Nora", sex="w")


NATIONAL = f"AUT {2:>4}{'':6}{'Ohara':33} 2300\n"
"""A national rating in the columns of record 001."""


def test_a_federation_line_is_read_as_a_national_rating_and_kept():
    event = formats.read_text((FOLDER / "players-trf16.trf").read_text() + NATIONAL)

    assert event.details.other[-1] == ("AUT", NATIONAL.rstrip()[3:])
    assert event.competitors[1].ratings == (Rating(2300, "AUT", RatingKind.NATIONAL),)
    assert (event.competitors[1].rating, event.competitors[1].rating_source) == (2400, "")
    for format in ("trf16", "trf26", "event-json"):
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(event, format))
        ) == sort_tournament_for_comparison(event)
        assert formats.describe_losses(event, format) == []


def test_a_national_rating_alone_counts_if_the_event_says_so():
    text = (FOLDER / "players-trf16.trf").read_text().replace("2400 IRL", "     IRL")
    text += NATIONAL
    order = '### topboard rating_order [{"list": "AUT", "kind": "national"}]\n'

    plain, chosen = (formats.read_text(t).competitors[1] for t in (text, text + order))

    assert (plain.rating, plain.rating_source) == (None, "none that counts")
    assert (chosen.rating, chosen.rating_source) == (2300, "AUT 2300")


def test_games_byes_and_forfeits_of_players_are_read():
    first, second, third = read_fixture("players-trf16").rounds

    assert first.meetings == (
        Meeting(1, 4, 30, 0),
        Meeting(5, 2, 10, 10),
        Meeting(3, 6, 30, 0, Manner.DEFAULT, rated=False),
    )
    assert second.meetings == (Meeting(2, 1, 0, 30), Meeting(3, 4, 30, 0, rated=False))
    assert second.away == ((5, HalfPointBye()), (6, PairingBye()))
    assert third.meetings == (
        Meeting(1, 3, 10, 10),
        Meeting(6, 2, 0, 0, Manner.BOTH_DEFAULTED, rated=False),
        Meeting(5, 4, 10, 0),
    )
    assert not first.tables_known


def test_the_records_of_javafo_are_read():
    event = read_fixture("players-trf16")

    assert event.planned_rounds == 5
    assert event.lot is Colour.BLACK
    assert event.game_scale == Scale(30, 10, 0)
    assert event.forbidden == (ForbiddenPair(1, 5), ForbiddenPair(1, 6), ForbiddenPair(5, 6))
    assert event.requests == (Request(6, 4, ZeroPointBye()), Request(5, 4, ZeroPointBye()))


def test_content_of_a_file_that_no_rule_uses_is_kept():
    event = read_fixture("players-trf16")
    details = event.details

    assert event.name == "Café Open"
    assert (details.city, details.federation, details.type) == (
        "Wien",
        "AUT",
        "Individual: Swiss-System",
    )
    assert (details.start, details.end) == ("2016/05/01", "2016/05/03")
    assert details.chief_arbiter == "IA Schnabel, Otto"
    assert details.deputies == ("FA Eins, Eva", "FA Zwei, Zoé")
    assert details.time_control == "90 min + 30 sec"
    assert details.round_dates == ("16/05/01", "16/05/02", "16/05/03")
    assert details.comments == ("six players, three rounds, the fourth to be paired",)
    assert [code for code, _ in details.other] == ["XXC", "AUT"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_any_line_ending_and_encoding_is_read(path, end, encoding):
    text = path.read_text(encoding="utf-8")
    if encoding == "latin-1":
        text = text.replace("Łukasz, Żak", "Lukasz, Zak")
    expected = formats.read_text(text)

    assert formats.read_text(text.replace("\n", end).encode(encoding)) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_survives_a_round_trip_unchanged(path):
    event = formats.read(path)
    edition = "trf16" if path.stem.endswith("16") else "trf26"

    back = formats.read_text(formats.dumps(event, edition))

    assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
    assert formats.describe_losses(event, edition) == []


def test_the_player_file_is_written_back_unchanged():
    """But for JaVaFo's records, which are sorted, and the absences, which get cells."""
    written = formats.dumps(read_fixture("players-trf16"), "trf16").split("\r\n")
    original = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8").split("\n")

    lines = [line for line in original if line[:2] not in ("XX", "AU") and "Żak" not in line]
    assert [line for line in lines if line not in written] == []


# --- teams -------------------------------------------------------------------------------


def test_a_team_has_a_roster_in_board_order():
    teams = read_fixture("teams-trf26").competitors

    assert [team.name for team in teams] == [
        "Switzerland",
        "Austria",
        "Italy",
        "Germany",
        "Liechtenstein",
    ]
    assert [player.number for player in teams[0].players] == [1, 2, 3]
    assert teams[0].short_name == "SUI"
    assert teams[0].average == Fraction(2466)


def test_matches_are_put_together_from_games():
    first = read_fixture("teams-trf26").rounds[0]

    swiss, austrian, lonely = first.meetings
    assert numbers(swiss) == (3, 1, 0, 20)
    assert [numbers(game) for game in swiss.games] == [(21, 1, 0, 10), (2, 22, 10, 0)]
    assert numbers(austrian) == (2, 4, 10, 10)
    assert lonely == Meeting(
        None,
        5,
        0,
        10,
        Manner.DEFAULT,
        rated=False,
        games=(Game(None, 41, 0, 10, Manner.DEFAULT, rated=False),),
    )


def test_a_line_up_out_of_order_decides_the_boards_and_the_colour():
    second = read_fixture("teams-trf26").rounds[1]

    german, italian = second.meetings
    assert numbers(german) == (4, 1, 5, 15)
    assert [numbers(game) for game in german.games] == [(32, 1, 0, 10), (3, 31, 5, 5)]
    assert numbers(italian) == (3, 5, 5, 15)
    assert [numbers(game) for game in italian.games] == [(21, 42, 5, 5), (41, 22, 10, 0)]
    assert second.away == ((2, PairingBye()),)


def test_a_line_up_is_needed_to_identify_the_first_board():
    text = (FOLDER / "teams-trf26.trf").read_text()
    without = "\n".join(line for line in text.split("\n") if not line.startswith("300"))

    assert numbers(formats.read_text(text).rounds[1].meetings[1])[:2] == (3, 5)
    assert numbers(formats.read_text(without).rounds[1].meetings[1])[:2] == (3, 5)


def test_a_forfeited_match_is_won_on_all_boards():
    assert read_fixture("teams-trf26").rounds[2].meetings == (
        Meeting(2, 5, 20, 0, Manner.DEFAULT, rated=False),
    )


def test_rulings_and_settings_of_a_team_event_are_read():
    event = read_fixture("teams-trf26")

    assert event.system == "olympiad_2022"
    assert event.boards == 2
    assert event.lot is Colour.BLACK
    assert event.match_scale == Scale(30, 10, 0)
    assert event.game_scale == Scale(10, 5, 0)
    assert event.requests == (Request(1, 4, HalfPointBye()), Request(3, 4, HalfPointBye()))
    assert event.forbidden == (
        ForbiddenPair(1, 5),
        ForbiddenPair(2, 3, 3, 4),
        ForbiddenPair(2, 4, 3, 4),
        ForbiddenPair(3, 4, 3, 4),
    )
    assert event.awarded == (AwardedPoints(2, 3, 30, 20, "+"),)
    assert event.adjustments == (Adjustment(4, -10, 0, known_from=2),)
    assert [code for code, _ in event.details.other] == ["172"]
    assert event.tie_breaks == ("EDET/P", "MPvGP")


def test_teams_of_2016_are_numbered_by_their_order():
    event = read_fixture("teams-trf16")

    assert [(team.number, team.name) for team in event.competitors] == [
        (1, "Rook"),
        (2, "Knight"),
        (3, "Bishop"),
        (4, "Queen"),
    ]
    assert event.boards == 2
    assert [numbers(m) for m in event.rounds[0].meetings] == [(1, 2, 15, 5), (3, None, 20, 0)]
    assert event.rounds[1].away == ((2, PairingBye()), (4, ZeroPointBye()))


def test_the_style_of_the_2026_sample_file_is_read():
    """Those not at a board have ``0000 - -``, those whose opponent did not come ``0000 - +``."""
    event = read_fixture("teams-fide-style")
    first, second, third = event.rounds

    assert [numbers(m) for m in first.meetings] == [(1, 2, 20, 0)]
    assert [numbers(game) for game in first.meetings[0].games] == [(1, 4, 10, 0), (6, 2, 0, 10)]
    assert first.away == ((3, PairingBye()),)
    assert numbers(second.meetings[0]) == (2, 3, 20, 0)
    assert second.meetings[0].manner is Manner.DEFAULT
    assert [numbers(game) for game in second.meetings[0].games] == [
        (4, None, 10, 0),
        (None, 5, 0, 10),
    ]
    assert second.away == ((1, HalfPointBye()),)
    assert numbers(third.meetings[0]) == (1, 3, 5, 15)
    assert [numbers(game) for game in third.meetings[0].games] == [(1, 7, 5, 5), (8, None, 10, 0)]
    assert third.away == ((2, ZeroPointBye()),)
    assert event.awarded == ()


def test_an_open_that_lists_teams_for_prizes_stays_a_player_event():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    prizes = "013 Club A                             1    2    3\n"
    prizes += "013 Club B                             4    5    6\n"

    event = formats.read_text(text + prizes)

    assert all(isinstance(competitor, Player) for competitor in event.competitors)
    assert [code for code, _ in event.details.other][-2:] == ["013", "013"]
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_a_pairing_without_results_is_read_as_the_published_pairing():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    lines = [line.rstrip() for line in text.split("\n")]
    for number, cell in (
        (1, "   5 w"),
        (5, "   1 b"),
        (2, "   3 b"),
        (3, "   2 w"),
        (4, "0000 - U"),
    ):
        i = next(i for i, line in enumerate(lines) if line.startswith(f"001    {number}"))
        lines[i] = lines[i].ljust(121) + cell
    text = "\n".join(line for line in lines if not line.startswith("XXZ"))

    event = formats.read_text(text)

    assert len(event.rounds) == 3
    assert event.published is not None
    assert [numbers(m)[:2] for m in event.published.meetings] == [(1, 5), (3, 2)]
    assert {m.manner for m in event.published.meetings} == {Manner.PENDING}
    assert event.published.bye == 4
    assert event.requests == (Request(6, 4, ZeroPointBye()),)
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf16"))
    ) == sort_tournament_for_comparison(event)


def test_scoring_that_the_model_does_not_support_is_kept():
    """Points for absence or for an unknown result change no game that was lost or won."""
    text = (FOLDER / "teams-trf26.trf").read_text().replace("L 0.0", "A 0.3    X 0.4")

    event = formats.read_text(text)

    assert event.rounds[0] == read_fixture("teams-trf26").rounds[0]
    assert event.details.other[0] == ("162", "  W 1.0    D 0.5    A 0.3    X 0.4")
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_the_last_of_two_colour_sequences_applies():
    text = (FOLDER / "teams-trf26.trf").read_text() + "352 BW\n"

    event = formats.read_text(text)

    assert event.boards == 2
    assert event.details.other[-1] == ("352", " BW")
    assert event.rounds == read_fixture("teams-trf26").rounds
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_a_team_strength_that_is_not_an_average_is_ignored():
    text = (FOLDER / "teams-trf26.trf").read_text().replace("   2466 ", "  12466 ")

    assert formats.read_text(text).competitors[0].average is None


def test_unfinished_games_count_as_drawn_for_the_time_being():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")

    event = formats.read_text(text.replace("3 w =", "3 w ?").replace("1 b =", "1 b ?"))

    assert event.rounds[2].meetings[0] == Meeting(1, 3, 10, 10, Manner.UNFINISHED)
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf16"))
    ) == sort_tournament_for_comparison(event)


def test_abnormal_points_for_all_rounds_apply_wherever_the_result_occurs():
    text = (FOLDER / "teams-trf26.trf").read_text() + "299 D   1.5   1.0  000    2    4\n"

    awarded = formats.read_text(text, accept_points=True).awarded

    assert awarded[1:] == (AwardedPoints(2, 1, 15, 10, "D"), AwardedPoints(4, 1, 15, 10, "D"))


def test_a_bye_with_an_unusual_value_is_read_as_awarded_points():
    text = (FOLDER / "teams-trf26.trf").read_text().replace("320  1.0  1.0", "320  3.0  2.0")

    event = formats.read_text(text, accept_points=True)

    assert event.awarded[0] == AwardedPoints(2, 2, 30, 20, "U")
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_imaginary_points_of_teams_are_distinguished_from_other_virtual_points():
    usual = "250  2.0      001 002 0001 0002\n250  2.0      001 002 0004 0004\n"
    other = "250  1.0      001 004 0001 0003\n"
    text = (FOLDER / "teams-trf26.trf").read_text()

    event = formats.read_text(text + usual)
    unusual = formats.read_text(text + other)

    assert (event.accelerated, event.virtual) == (frozenset((1, 2, 4)), ())
    assert usual.replace("\n", "\r\n") in formats.dumps(event, "trf26")
    assert unusual.accelerated is None
    assert unusual.virtual == tuple(VirtualPoints(n, (10, 10, 10, 10)) for n in (1, 2, 3))
    assert other.replace("\n", "\r\n") in formats.dumps(unusual, "trf26")
    for each in (event, unusual):
        assert each.details.other == read_fixture("teams-trf26").details.other
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(each, "trf26"))
        ) == sort_tournament_for_comparison(each)


def test_only_line_ups_out_of_order_are_written():
    written = formats.dumps(read_fixture("teams-trf26"), "trf26").split("\r\n")

    assert [line for line in written if line.startswith("300")] == [
        "300 002   4   1   32   31",
        "300 002   5   3   42   41",
    ]


@pytest.mark.parametrize(("colour", "white"), [("b", 1), ("w", 3)])
def test_the_colour_of_a_team_may_be_found_from_a_lower_board(colour, white):
    """At board 1 nobody sat opposite; at board 2 a team has the other colour than at board 1."""
    other = "b" if colour == "w" else "w"
    lines = (FOLDER / "teams-fide-style.trf").read_text().split("\n")
    cells = {1: "0000 - +", 2: f"   8 {colour} =", 7: "0000 - -", 8: f"   2 {other} ="}
    for number, cell in cells.items():
        i = next(i for i, line in enumerate(lines) if line.startswith(f"001    {number}"))
        lines[i] = lines[i][:111] + cell
    text = "\n".join(line for line in lines if not line.startswith("300   3"))

    text += "300   3   3   1    0    8\n"
    meeting = formats.read_text(text, accept_points=True).rounds[2].meetings[0]

    assert meeting.white == white
    assert meeting.colour_known
    first = meeting.games[0]
    assert (first.white, first.black) == ((1, None) if white == 1 else (None, 1))


def test_western_letters_in_a_windows_encoding_are_read():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    text = text.replace("Łukasz, Żak", "Šimone, Žák")

    event = formats.read_text(text.encode("cp1252"))

    assert event.competitors[4].name == "Šimone, Žák"


def test_the_points_of_an_unknown_result_never_exceed_a_game():
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    text = text.replace("3 w =", "3 w ?").replace("1 b =", "1 b ?").replace("XXS", "162")

    known = formats.read_text(text + "162  X 0.5\n", accept_points=True)
    beyond = formats.read_text(text + "162  X 9.0\n", accept_points=True)

    assert numbers(known.rounds[2].meetings[0]) == (1, 3, 5, 5)
    assert numbers(beyond.rounds[2].meetings[0]) == (1, 3, 10, 10)


def test_names_padded_by_byte_count_are_aligned_by_character_count():
    """Programs that count bytes give a name with two-byte letters too few blanks."""
    text = (FOLDER / "players-trf16.trf").read_text(encoding="utf-8")
    lines = []
    for line in text.split("\n"):
        name = line[14:47]
        too_long = len(name.encode()) - len(name) if line.startswith("001") else 0
        lines.append(line[: 47 - too_long] + line[47:])

    assert lines != text.split("\n")
    assert formats.read_text("\n".join(lines)) == read_fixture("players-trf16")


@pytest.mark.parametrize(
    ("colour", "meeting"),
    [
        ("w", Meeting(2, None, 10, 0, Manner.DEFAULT, rated=False)),
        ("b", Meeting(None, 2, 0, 10, Manner.DEFAULT, rated=False)),
        ("-", Meeting(2, None, 10, 0, Manner.DEFAULT, rated=False, colour_known=False)),
    ],
)
def test_a_win_against_an_unnamed_opponent_keeps_its_colour_or_has_none(colour, meeting):
    players = (Player(1, "Ay"), Player(2, "Bee"), Player(3, "Cee"))
    played = Round(1, (Meeting(1, 3, 5, 5), meeting), tables_known=False)
    event = Tournament(players, (played,))

    text = formats.dumps(event, "trf26")

    assert f"0000 {colour} +" in text
    assert formats.read_text(text) == event


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_a_kept_record_that_looks_like_a_team_is_stored_in_a_remark(edition):
    event = read_fixture("teams-trf26")
    details = replace(event.details, other=(*event.details.other, ("013", " Ghosts")))
    event = replace(event, details=details)

    assert formats.read_text(formats.dumps(event, edition)).details.other == details.other
