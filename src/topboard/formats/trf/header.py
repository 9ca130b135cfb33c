"""Reader and writer of the tournament section of a report file.

The section contains names, dates and scoring. Records that the model cannot represent are kept as
text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.problems import (
    LONGEST_TEXT,
    MOST_ROUNDS,
    TOO_MANY_ROUNDS,
    parse_whole_number,
    replace_unprintable,
    too_large_error,
)
from topboard.formats.trf.announced import (
    format_pairing_program_record,
    format_rating_order_record,
    format_tie_break_records,
    is_topboard_program_record,
    parse_rating_order_record,
    parse_tie_break_records,
)
from topboard.formats.trf.national import has_only_national_rating
from topboard.formats.trf.records import (
    CELL_WIDTH,
    COMMENT,
    FIRST_CELL,
    OPENING,
    SYSTEM_REMARK,
    LineBuilder,
)
from topboard.formats.trf.scoring import (
    format_record_162,
    format_record_xxs,
    format_scoring_codes_in_columns,
    parse_scoring,
    read_codes_with_points,
)
from topboard.formats.trf.totals import USUAL_MATCH_POINTS
from topboard.formats.trf.types import (
    DUTCH,
    find_system_by_code,
    get_type_code_of_system,
    is_type_text_not_swiss,
    parse_day,
)
from topboard.messages import say, say_kept_count
from topboard.model import Colour, EventInfo, Scale
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.model import Player, Tenths, Tournament


USED = frozenset(
    (
        *("###", "#", "001", "012", "013", "022", "032", "042", "052", "062", "072", "082", "092"),
        *("102", "112", "122", "132", "142", "152", "162", "172", "202", "212", "352", "362"),
        *("240", "250", "260", "299", "300", "310", "320", "330", "801", "802"),
        *("XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
    )
)
"""The codes of records that the model represents or that can be derived from it."""

WITHOUT_TEXT = frozenset(
    (
        *("001", "062", "072", "082", "132", "142", "240", "260", "299", "300", "310", "320"),
        *("330", "801", "802", "XXP", "XXR", "XXZ"),
    )
)
"""The codes of records whose text is not kept and may therefore have any length."""

OWN_TYPES = (
    *("CUSTOM_SWISS", "CUSTOM_TEAM_SWISS"),
    *("CUSTOM_ROUNDROBIN", "CUSTOM_TEAM_ROUNDROBIN"),
)
"""The codes in record 192 for systems without a FIDE code. A comment names the system."""

FIRST_COLOURS = {
    "w": Colour.WHITE,
    "b": Colour.BLACK,
    "white1": Colour.WHITE,
    "black1": Colour.BLACK,
}


def is_topboard_remark(line: str) -> bool:
    """Return whether a line is a comment in which Topboard keeps additional data."""
    if not line.startswith(OPENING):
        return False
    # Seam: the reader of remarks also imports the one for JSON, and most files have no remarks.
    from topboard.formats.trf.remarks import is_topboard_remark as found

    return found(line)


def usual_team_colour_pattern(boards: int) -> str:
    """Return a team's usual colours by board, which alternate, as in "WBWB" for four boards."""
    return ("WB" * boards)[:boards]


def _find_two_game_system(name: str) -> str:
    """Return the system name if its rounds have two games, otherwise an empty string."""
    return name if name in SYSTEMS and system(name).games > 1 else ""


class Header:
    """The data in the tournament section of a report."""

    def __init__(self, report: Report, paired_by: str = "") -> None:
        self.report = report
        self._check_text_lengths()
        self._kept: list[Record] = [
            record
            for code in report.records
            if code not in USED
            for record in report.records_with_code(code)
            if not (
                is_topboard_program_record(record)
                or has_only_national_rating(record)
                or self._is_redundant_time_control_code(record)
            )
        ]
        self.name = self._read_record_text("012")
        self.planned_rounds = self._read_planned_rounds()
        self.lot = self._read_initial_colour()
        self.variations: tuple[str, ...] = ()
        self.system = self._read_system() or _find_two_game_system(paired_by)
        self.match_scale = self._read_match_scoring_scale()
        read = parse_scoring(report)
        self.scoring, self.game_scale = read.scoring, read.game_scale
        self.bye_is_open = read.bye_is_open
        self.tie_breaks, lists_kept = parse_tie_break_records(report)
        self.rating_order, methods_kept = parse_rating_order_record(report)
        self._kept += (*read.kept, *lists_kept, *methods_kept)

    def _check_text_lengths(self) -> None:
        """Note a problem for each record whose text would be kept but is too long."""
        for code, records in self.report.records.items():
            for record in records:
                too_long = len(record.text) > LONGEST_TEXT and not is_topboard_remark(record.line)
                if too_long and code not in WITHOUT_TEXT:
                    what = say(
                        "the text is longer than {longest:,} characters", longest=LONGEST_TEXT
                    )
                    self.report.add_problem(record, 5, what, say("Shorten the text."))

    def _is_redundant_time_control_code(self, record: Record) -> bool:
        """Return whether this is a 222 record that only encodes the text of the 122 record."""
        return record.code == "222" and record.text == encode_time_control(
            self._read_record_text("122")
        )

    def _read_record_text(self, code: str) -> str:
        found = self.report.records_with_code(code)
        return found[-1].text if found else ""

    def _read_planned_rounds(self) -> int:
        for record in self.report.records_with_code("142", "XXR"):
            said = parse_whole_number(record.text.split(" ")[0])
            if said is None:
                what = say("the number of rounds is not a whole number")
                self.report.add_problem(record, 5, what, say("Correct the line."))
            elif said > MOST_ROUNDS:
                where = f"{self.report.name}:{record.number}"
                raise too_large_error(say_kept_count(TOO_MANY_ROUNDS, said), where, MOST_ROUNDS)
            else:
                return said
        return 0

    def _read_initial_colour(self) -> Colour | None:
        """Return the initial colour in record 152 or JaVaFo's XXC, or None if neither gives it."""
        found = None
        for record in self.report.records_with_code("XXC"):
            words = record.text.lower().split()
            found = next((FIRST_COLOURS[w] for w in words if w in FIRST_COLOURS), found)
            if any(word not in FIRST_COLOURS for word in words):
                self._kept.append(record)
        for record in self.report.records_with_code("152"):
            letter = record.text.lower()
            if letter in ("w", "b"):
                return FIRST_COLOURS[letter]
            what = say("the initial colour is neither W nor B")
            self.report.add_problem(record, 5, what, say("Correct the line."))
        return found

    def _read_system(self) -> str:
        for record in self.report.records_with_code("###"):
            if record.text.startswith(SYSTEM_REMARK):
                self._kept = [
                    kept for kept in self._kept if kept.code != "192" or kept.text not in OWN_TYPES
                ]
                return record.text.removeprefix(SYSTEM_REMARK).strip(" ")
        return self._read_system_from_type()

    def _read_system_from_type(self) -> str:
        """Return the system named in record 192 or, as bbpPairings writes it, in record 092.

        Return an empty string if neither names a known system.
        """
        for record in self.report.records_with_code("192", "092"):
            known = find_system_by_code(record.text, self._read_record_text("042"))
            if known is not None:
                self._kept = [kept for kept in self._kept if kept is not record]
                name, self.variations = known
                return name
        return ""

    def assume_system_if_unnamed(self) -> str:
        """Return the system to assume for an individual event if the file names none.

        A note tells the user which system is assumed. Programs that write no record 192 use the
        Dutch system. The edition is the one in force on the event's first day or, if that is
        unknown, today. Return an empty string if record 192 has an unknown code or if record 092
        does not describe a Swiss.
        """
        if self.report.records_with_code("192") or is_type_text_not_swiss(
            self._read_record_text("092")
        ):
            return ""
        day = self._find_first_known_day()
        found = find_system_by_code(DUTCH, day)
        assert found is not None, "every day has an edition of the Dutch system"
        name, _ = found
        if day:
            what = say(
                "the file names no pairing system, so it is read as {system}, the Dutch system in"
                " force on {day}",
                system=name,
                day=day,
            )
        else:
            what = say(
                "the file names no pairing system and no readable date, so it is read as {system}, "
                "the Dutch system in force today",
                system=name,
            )
        self.report.add_note(what, remedy=say("Add --system NAME to use a different system."))
        return name

    def _find_first_known_day(self) -> str:
        """Return the first known day of the event or its rounds, such as 2026/02/01, or ""."""
        rounds = (f"20{day}" for day in self._read_round_dates() if day)
        return parse_day(self._read_record_text("042")) or next(
            filter(None, map(parse_day, rounds)), ""
        )

    @property
    def has_two_games(self) -> bool:
        """Return whether each round is a match of two games, which takes two columns."""
        return bool(_find_two_game_system(self.system))

    # --- scoring -------------------------------------------------------------------------

    def _read_match_scoring_scale(self) -> Scale | None:
        said: dict[str, Tenths] = {}
        for record in self.report.records_with_code("362"):
            said.update(pairs := read_codes_with_points(self.report, record))
            if any(key not in ("TW", "TD", "TL") for key, _ in pairs):
                self._kept.append(record)
        usual = USUAL_MATCH_POINTS
        if not said:
            return None
        return Scale(
            said.get("TW", usual.win), said.get("TD", usual.draw), said.get("TL", usual.loss)
        )

    def compute_points_of_team_bye(self, boards: int) -> tuple[Tenths, Tenths]:
        """Return the match points and game points for a team's bye.

        The bye counts as a drawn match.
        """
        match_scale = self.match_scale or USUAL_MATCH_POINTS
        return match_scale.draw, boards * self.scoring.scale.draw

    # --- information that no rule uses ---------------------------------------------------

    def build_event_info(self, also_kept: Iterable[Record], boards: int) -> EventInfo:
        """Return the information about the event that no pairing or ranking rule uses."""
        kept = [*self._kept, *also_kept, *self._find_unusual_colour_pattern_records(boards)]
        return EventInfo(
            city=self._read_record_text("022"),
            federation=self._read_record_text("032"),
            start=self._read_record_text("042"),
            end=self._read_record_text("052"),
            type=self._read_record_text("092"),
            chief_arbiter=self._read_record_text("102"),
            deputies=tuple(record.text for record in self.report.records_with_code("112")),
            time_control=self._read_record_text("122"),
            round_dates=self._read_round_dates(),
            comments=self._read_comments(),
            other=tuple(
                (record.code, record.line[3:]) for record in sorted(kept, key=lambda r: r.number)
            ),
        )

    def _find_unusual_colour_pattern_records(self, boards: int) -> list[Record]:
        found = self.report.records_with_code("352")[-1:]
        if not found:
            return []
        return [
            record for record in found if record.text.upper() != usual_team_colour_pattern(boards)
        ]

    def _read_round_dates(self) -> tuple[str, ...]:
        found: list[str] = []
        for record in self.report.records_with_code("132"):
            columns = range(FIRST_CELL, len(record.line) + 1, CELL_WIDTH)
            found = [record.text_in_columns(column, column + 7) for column in columns]
        return tuple(found[:MOST_ROUNDS])

    def _read_comments(self) -> tuple[str, ...]:
        found = sorted(
            self.report.records_with_code("###", COMMENT), key=lambda record: record.number
        )
        texts = (
            record.line[3:] if record.code == "###" else record.line.lstrip(COMMENT)
            for record in found
            if not is_topboard_remark(record.line)
        )
        return tuple(text.removeprefix(" ") for text in texts)


# --- writing ------------------------------------------------------------------------------


def format_header_lines(
    tournament: Tournament, players: Sequence[Player], teams: int, edition: str
) -> Iterator[str]:
    """Yield the lines of the tournament section, including comments and records kept as text."""
    details = tournament.details
    for comment in details.comments:
        line = f"### {replace_unprintable(comment)}".rstrip(" ")
        # An extra blank keeps a comment that looks like one of Topboard's remarks from being read
        # as one.
        yield (
            f"###  {replace_unprintable(comment)}".rstrip(" ") if is_topboard_remark(line) else line
        )
    is_told = edition == "trf26" and get_type_code_of_system(
        tournament.system, tournament.variations
    )
    if tournament.system and not is_told and not tournament.system.startswith('"'):
        yield f"### {SYSTEM_REMARK}{replace_unprintable(tournament.system)}".rstrip(" ")
    rated = sum(bool(player.rating) for player in players)
    yield from _format_text_records(
        ("012", tournament.name),
        ("022", details.city),
        ("032", details.federation),
        ("042", _format_header_date(details.start, edition)),
        ("052", _format_header_date(details.end, edition)),
        ("062", str(len(players))),
        ("072", str(rated)),
        ("082", str(teams) if teams else ""),
        ("092", details.type),
        ("102", details.chief_arbiter),
        *(("112", deputy) for deputy in details.deputies),
        ("122", details.time_control),
    )
    kept = {code for code, _ in details.other}
    settings = _format_trf16_settings if edition == "trf16" else _format_trf26_settings
    for code, text in settings(tournament, bool(teams)):
        if text and code not in kept:
            yield f"{code} {text}"
    for code, text in details.other:
        if len(code) == 3 and code.isalnum():
            yield replace_unprintable(code + text).rstrip(" ")
    if any(details.round_dates):
        yield _format_round_dates(details.round_dates)


def _format_header_date(text: str, edition: str) -> str:
    """Return the date with slashes, as TRF26 requires.

    TRF16 allows any form, so the date is not changed for it.
    """
    ours = text.count("-") == 2 and text.replace("-", "").isdigit()
    return text.replace("-", "/") if ours and edition == "trf26" else text


def _format_text_records(*records: tuple[str, str]) -> Iterator[str]:
    for code, text in records:
        held = replace_unprintable(text).strip(" ")
        if held:
            yield f"{code} {held}"


def _format_trf16_settings(tournament: Tournament, of_teams: bool) -> Iterator[tuple[str, str]]:
    """Yield the code and text of each record that JaVaFo adds to TRF16 for settings."""
    yield "XXR", str(tournament.planned_rounds or "")
    if tournament.lot:
        yield "XXC", f"{tournament.lot.value}1"
    if tournament.game_scale is not None:
        yield "XXS", format_record_xxs(tournament.game_scale)


def _format_trf26_settings(tournament: Tournament, of_teams: bool) -> Iterator[tuple[str, str]]:
    yield "142", str(tournament.planned_rounds or "")
    if tournament.lot:
        yield "152", tournament.lot.value[0].upper()
    if tournament.game_scale is not None:
        yield "162", format_record_162(tournament.game_scale)
    if tournament.system:
        own = get_type_code_of_system(tournament.system, tournament.variations)
        yield "192", own or OWN_TYPES[of_teams + 2 * _is_round_robin(tournament.system)]
    yield from format_rating_order_record(tournament)
    yield from format_pairing_program_record(tournament)
    yield from format_tie_break_records(tournament)
    yield "222", encode_time_control(tournament.details.time_control)
    if of_teams:
        yield "352", usual_team_colour_pattern(tournament.boards)
    scale = tournament.match_scale
    if scale is not None:
        yield (
            "362",
            format_scoring_codes_in_columns(
                (("TW", scale.win), ("TD", scale.draw), ("TL", scale.loss))
            ),
        )


def _is_round_robin(name: str) -> bool:
    return name in SYSTEMS and system(name).timetable is not None


def _format_round_dates(dates: Sequence[str]) -> str:
    line = LineBuilder("132")
    for i, date in enumerate(dates):
        column = FIRST_CELL + CELL_WIDTH * i
        # The record requires a two-digit year and slashes.
        line.put(column, column + 7, _format_header_date(date, "trf26")[-8:], left=True)
    return str(line)


# --- time controls ----------------------------------------------------------------------------
#
# Record 222 has time controls in code: ``5400+30`` is ninety minutes with thirty seconds for each
# move; ``40/6000+30:900+30`` has two periods. A text in any other form gets no code, and no problem
# is reported.

MINUTE = 60
HOUR = 3600
MOST_MINUTES = 300
UNITS = {
    **dict.fromkeys(("h", "hour", "hours"), HOUR),
    **dict.fromkeys(("", "'", "m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(('"', "s", "sec", "secs", "second", "seconds", "''"), 1),
}


def encode_time_control(text: str) -> str:
    """Return the code for a time control in record 222, or "" if its form is unknown.

    The known forms are a time alone and a time with an increment, such as 90', 90'+30" or 15 min +
    10 sec/move.
    """
    written = text.strip(" ").lower()
    main, plus, more = written.partition("+")
    # People write minutes, so a small number that could be a code means minutes.
    small = main.isdigit() and int(main[:9]) <= MOST_MINUTES
    if is_time_control_code(written.upper()) and not small:
        return written.upper()
    allotted = _parse_seconds(main)
    added = _parse_seconds(_strip_per_move_suffix(more)) if plus else 0
    # An increment without a unit is in seconds.
    if plus and _strip_per_move_suffix(more).isdigit():
        added = int(_strip_per_move_suffix(more))
    if not allotted or added is None or (plus and not added):
        return ""
    return f"{allotted}+{added}" if added else str(allotted)


def _strip_per_move_suffix(text: str) -> str:
    bare = text.strip(" ")
    for ending in ("/move", "per move", "a move", "each move"):
        bare = bare.removesuffix(ending).strip(" ")
    return bare


def _parse_seconds(text: str) -> int | None:
    """Return the seconds in a time such as "90 min", or None if it cannot be read."""
    bare = text.strip(" ")
    digits = bare[: len(bare) - len(bare.lstrip("0123456789"))]
    unit = bare[len(digits) :].strip(" .")
    if not digits or not digits.isascii() or len(digits) > 5 or unit not in UNITS:
        return None
    return int(digits) * UNITS[unit]


# --- time control codes -------------------------------------------------------------------


def is_time_control_code(text: str) -> bool:
    """Return whether the text is a time control code. White and Black may have separate periods."""
    if text.startswith("W") and "-B" in text:
        white, _, black = text[1:].partition("-B")
        return _are_encoded_periods(white) and _are_encoded_periods(black)
    return _are_encoded_periods(text)


def _are_encoded_periods(text: str) -> bool:
    return all(_is_encoded_period(period) for period in text.split(":"))


def _is_encoded_period(text: str) -> bool:
    moves, slash, time = text.rpartition("/")
    allotted, plus, added = time.partition("+")
    parts = (allotted, *((moves,) if slash else ()), *((added,) if plus else ()))
    return all(part.isascii() and part.isdigit() for part in parts)
