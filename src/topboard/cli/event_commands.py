"""The commands of ``topboard event``, which create an action, record it and print the outcome."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from secrets import token_hex

from topboard._frozen import fields, replace
from topboard.cli import event_text
from topboard.cli.event_actions import (
    build_action_context,
    find_section,
    print_recorded_entries,
    record_action_for_section,
    record_and_print_action,
    report_saved_entries_on_error,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.streams import print_message
from topboard.errors import BadInput, Problem
from topboard.event import (
    actions,
    commands,
    pairing,
    participant_commands,
)
from topboard.event.actions import ChangeDetails, ScheduleRounds
from topboard.event.arguments import (
    UserInput,
    find_competitor_number,
    find_competitor_numbers,
    parse_scoring_scale,
    read_points,
)
from topboard.event.categories import parse_categories
from topboard.event.entry_tables import (
    parse_affiliations,
    parse_rank_in_previous_event,
    parse_sex,
)
from topboard.event.lots import COLOUR, LEAST_SEED, hash_lot_seed
from topboard.event.new_entries import (
    add_letters_to_shared_names,
    build_late_entry_action,
    next_competitor_number,
    next_member_number,
)
from topboard.event.personal_fields import find_personal_problems, parse_birth
from topboard.event.ratings import add_ratings_from_text, parse_rating_order
from topboard.event.schedules import compute_round_starts, update_event_details_from_input
from topboard.event.state import Event, Section
from topboard.formats.files import read_first_bytes
from topboard.formats.lookup import find_participant_number_in_text as named
from topboard.messages import say
from topboard.model import Competitor, EventInfo, Number, Player, Scale, Team
from topboard.storage.keys import can_make_signatures
from topboard.storage.session import JournalSession
from topboard.systems.registry import SUGGESTED, system
from topboard.text.dates import normalize_start

# --- setting up -------------------------------------------------------------------------------


def create_event(request: commands.New) -> int:
    """Create an event in a new file, with a signing key if publications can be signed."""
    known = update_event_details_from_input(_convert_request_to_form(request), EventInfo())
    with_key = can_make_signatures() and not request.no_key
    made = JournalSession.create(
        request.file, request.name, build_action_context(request), known, with_key=with_key
    )
    with made as file:
        entry = file.entries[0]
        with report_saved_entries_on_error([entry]):
            event_text.print_recorded_entry(entry, (), as_json=request.json)
    return DONE


def change_event_details(request: commands.Details) -> int:
    """Change the details of the event. Omitted details stay the same."""

    def build_action(event: Event) -> actions.Act:
        known = update_event_details_from_input(_convert_request_to_form(request), event.details)
        return ChangeDetails(request.name or event.name, known)

    return record_and_print_action(request, build_action)


def _convert_request_to_form(request: commands.New | commands.Details) -> UserInput:
    """Return the command-line request as if it were a submitted web form."""
    return UserInput.from_values({one.name: getattr(request, one.name) for one in fields(request)})


def set_visibility(request: commands.Visibility) -> int:
    """Make the event public or private."""
    return record_and_print_action(
        request, lambda _: actions.SetVisibility(request.visibility == "public")
    )


def schedule_rounds(request: commands.Schedule) -> int:
    """Record the start times of the rounds, either as given or calculated from the first one."""

    def build_action(event: Event, section: Section) -> actions.Act:
        starts = tuple(
            normalize_start(*start.strip().replace("T", " ").split(" ", 1))
            for start in request.starts
        )
        if request.every is not None:
            if len(starts) != 1:
                what = say("--every needs exactly one start time")
                raise BadInput([Problem(what, quoted=" ".join(request.starts))])
            starts = compute_round_starts(starts[0], request.every, section.settings.rounds)
        zone = event.details.time_zone if request.time_zone is None else request.time_zone
        return ScheduleRounds(section.name, starts, zone)

    return record_action_for_section(request, build_action)


def set_categories(request: commands.Categories) -> int:
    """Set the categories of a section."""

    found, day = parse_categories(request.lines), normalize_start(request.day or "")
    return record_action_for_section(
        request, lambda _, section: actions.SetCategories(section.name, found, day)
    )


def create_signing_key(request: commands.Key) -> int:
    """Create a key that signs all publications from now on."""
    with JournalSession.open(request.file) as file:
        old = read_first_bytes(request.old_key) if request.old_key else b""
        print_recorded_entries(
            request, [file.create_signing_key(build_action_context(request), old)]
        )
    return DONE


def sign_journal(request: commands.Sign) -> int:
    """Record a signature that covers the whole journal so far."""
    return record_and_print_action(request, lambda _: actions.SignJournal())


def add_or_change_section(request: commands.Section) -> int:
    """Add a section to the event, or change the settings of an existing one."""

    def build_action(event: Event) -> actions.Act:
        before = event.sections.get(request.name)
        return (
            _build_add_section_action(request)
            if before is None
            else _build_change_section_action(request, before)
        )

    return record_and_print_action(request, build_action)


def _build_add_section_action(request: commands.Section) -> actions.AddSection:
    if not request.rounds:
        remedy = say(
            "Add --rounds N, and --system NAME if the system is not {usual}.", usual=SUGGESTED
        )
        raise BadInput(
            [
                Problem(
                    say("a new section needs a number of rounds"),
                    quoted=request.name,
                    remedy=remedy,
                )
            ]
        )
    chosen = system(request.system or SUGGESTED)
    return actions.AddSection(
        request.name,
        chosen.name,
        request.rounds,
        request.boards or (4 if chosen.teams else chosen.games),
        request.variation or (),
        request.tie_break or (),
        request.unrated_as,
        _parse_scoring_scale_option(request.match_points, None, "--match-points"),
        _parse_scoring_scale_option(request.points, None, "--points"),
        rating_order=parse_rating_order(request.rating_order or ""),
        tie_break_edition=request.tie_break_edition or "",
    )


def _build_change_section_action(
    request: commands.Section, before: Section
) -> actions.ChangeSection:
    old = before.settings
    if request.system not in (None, before.system):
        raise BadInput(
            [Problem(say("the system of a section cannot be changed"), quoted=request.system)]
        )
    return actions.ChangeSection(
        before.name,
        request.rounds or old.rounds,
        request.boards or old.boards,
        old.variations if request.variation is None else request.variation,
        old.tie_breaks if request.tie_break is None else request.tie_break,
        request.unrated_as or old.unrated_as,
        _parse_scoring_scale_option(request.match_points, old.match_scale, "--match-points"),
        _parse_scoring_scale_option(request.points, old.game_scale, "--points"),
        old.rating_order
        if request.rating_order is None
        else parse_rating_order(request.rating_order),
        old.tie_break_edition if request.tie_break_edition is None else request.tie_break_edition,
    )


def _parse_scoring_scale_option(
    text: str | None, before: Scale | None, option: str
) -> Scale | None:
    """Return the scoring scale given by an option, or ``before`` if the option is not given.

    A blank value removes the scale, so the result is None.
    """
    if text is None:
        return before
    return parse_scoring_scale(text, option) if text.strip() else None


def close_event(request: commands.Close) -> int:
    """Close the event permanently, so that no further action is accepted."""
    return record_and_print_action(request, lambda _: actions.CloseEvent())


# --- entries ----------------------------------------------------------------------------------


def enter_participant(request: participant_commands.Enter) -> int:
    """Enter a participant, either before the first round or as a late entry."""

    def build_action(event: Event, section: Section) -> actions.Act:
        number = next_competitor_number(section)
        blank: Competitor
        of_teams = system(section.system).teams
        blank = Team(number, request.name) if of_teams else Player(number, request.name)
        _refuse_wrong_values({"name": request.name})
        typed = _apply_participant_data(request.data, section, blank)
        (entered,) = add_letters_to_shared_names(section, [typed])
        if request.late is None:
            return actions.Enter(section.name, (entered,))
        score = None if request.pairing_score is None else read_points(request.pairing_score)
        entered = replace(entered, joined=request.late, pairing_score=score)
        return build_late_entry_action(event, section.name, entered, last=request.last_number)

    return record_action_for_section(request, build_action)


def change_participant(request: participant_commands.Change) -> int:
    """Change the recorded data of a participant."""

    def build_action(_: Event, section: Section) -> actions.Act:
        before = section.competitor(find_competitor_number(section, request.whom))
        if request.name:
            _refuse_wrong_values({"name": request.name})
            before = replace(before, name=request.name)
        return actions.ChangeEntry(
            section.name, _apply_participant_data(request.data, section, before)
        )

    return record_action_for_section(request, build_action)


def erase_personal_data(request: participant_commands.Erase) -> int:
    """Permanently erase personal data of a participant, a team member or everyone."""

    def build_action(_: Event, section: Section) -> actions.Act:
        number = None if request.whom == "all" else find_competitor_number(section, request.whom)
        member = (
            None if request.member is None else _find_team_member(section, number, request.member)
        )
        return actions.ErasePersonal(section.name, number, member, request.field or ())

    return record_action_for_section(request, build_action)


def _find_team_member(section: Section, number: Number | None, name: str) -> Number:
    team = None if number is None else section.competitor(number)
    if not isinstance(team, Team):
        raise BadInput([Problem(say("only a team can have players"), "--member", name)])
    return named({player.number: player.name for player in team.players}, name, team.name)


OF_A_COMPETITOR = (
    *("title", "federation", "fide_id", "sex", "birth", "letter", "short_name", "captain"),
    *("club", "national_id", "contact"),
)


def _refuse_wrong_values(values: Mapping[str, str], *, option: str = "") -> None:
    """Raise ``BadInput`` if a personal field cannot be right.

    Each problem names the option of its field, or ``option`` if there is one for all of them.
    """
    found = find_personal_problems(values)
    if problems := [replace(p, where=option or _option_of_field(p.where)) for p in found]:
        raise BadInput(problems)


def _option_of_field(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _apply_participant_data(
    data: participant_commands.CompetitorData, section: Section, before: Competitor
) -> Competitor:
    """Return the participant, updated with the data given in the request."""
    given = {
        name: getattr(data, name) for name in OF_A_COMPETITOR if getattr(data, name) is not None
    }
    _refuse_wrong_values({**given, "region": data.region or ""})
    if "sex" in given:
        given["sex"] = parse_sex(given["sex"])
    if "birth" in given:
        given["birth"] = parse_birth(given["birth"])
    if "federation" in given:
        given["federation"] = given["federation"].upper()
    if data.region is not None:
        given["affiliations"] = parse_affiliations(data.region)
    if data.rating is not None:
        given["rating"] = data.rating
    if data.previous_standing is not None:
        given["previous_standing"] = parse_rank_in_previous_event(data.previous_standing)
    fields = {*Team.__slots__} if isinstance(before, Team) else {*Player.__slots__}
    if strange := sorted({*given} - fields):
        option = _option_of_field(strange[0])
        what = (
            say("this option is only for players")
            if isinstance(before, Team)
            else say("this option is only for teams")
        )
        raise BadInput([Problem(what, option)])
    if data.player is not None:
        if not isinstance(before, Team):
            raise BadInput([Problem(say("only a team can have players"), quoted=before.name)])
        given["players"] = _parse_team_roster(data.player, before, next_member_number(section))
    rating = given.pop("rating", None)
    before = replace(before, **given)
    if rating is None or isinstance(before, Team):
        return before
    return add_ratings_from_text(before, rating)


def _parse_team_roster(texts: Sequence[str], team: Team, first: int) -> tuple[Player, ...]:
    """Return the members of a team. A member already in the team keeps the same number."""
    known = {p.name: p for p in team.players}
    players = []
    for text in texts:
        name, *more = (part.strip() for part in text.split(";"))
        rating, title, sex, fide_id = [*more, "", "", "", ""][:4]
        if extra := "; ".join(filter(None, more[4:])):
            remedy = say("Write each player as NAME;RATING;TITLE;SEX;ID.")
            what = say("this part of the value has no use")
            raise BadInput([Problem(what, "--player", extra, remedy)])
        values = {"name": name, "title": title, "sex": sex, "fide_id": fide_id}
        _refuse_wrong_values(values, option="--player")
        old = known.get(name)
        number = old.number if old else Number(first)
        first += old is None
        base = old or Player(number, name)
        base = add_ratings_from_text(base, rating) if rating else base
        players.append(
            replace(
                base,
                title=title or base.title,
                sex=parse_sex(sex) or base.sex,
                fide_id=fide_id or base.fide_id,
            )
        )
    return tuple(players)


def close_entries(request: participant_commands.CloseEntries) -> int:
    """Close the entry list and assign the starting numbers."""
    return record_action_for_section(
        request, lambda event, s: pairing.build_close_entries_action(event, s.name)
    )


def renumber_participants(request: participant_commands.Renumber) -> int:
    """Assign new tournament pairing numbers (TPNs) to the participants."""
    return record_action_for_section(
        request, lambda event, s: pairing.build_renumber_action(event, s.name)
    )


# --- drawing of lots --------------------------------------------------------------------------


def commit_or_draw_lots(request: participant_commands.Lot) -> int:
    """Commit to a random seed, draw lots with it, or record a drawing of lots made by hand."""

    def build_action(_: Event, section: Section) -> actions.Act:
        name, purpose = section.name, request.purpose
        if request.order is not None:
            values = tuple(read_points(text, purpose) for text in request.values or ())
            return actions.RecordLot(
                name, purpose, find_competitor_numbers(section, request.order), values=values
            )
        if request.colour is not None:
            return actions.RecordLot(name, purpose, colour=request.colour)
        if request.draw:
            if request.seed is None:
                raise BadInput(
                    [Problem(say("drawing lots requires the seed"), remedy=say("Add --seed TEXT."))]
                )
            return actions.DrawLot(name, purpose, request.seed)
        among = () if purpose == COLOUR else tuple(sorted(section.competitors))
        return actions.CommitLot(name, purpose, hash_lot_seed(_choose_lot_seed(request)), among)

    return record_action_for_section(request, build_action)


def _choose_lot_seed(request: participant_commands.Lot) -> str:
    """Return the given seed, or a new secret seed if none is given.

    The new seed is printed only once.
    """
    if request.seed is not None:
        if len(request.seed) < LEAST_SEED:
            remedy = say(
                "Use at least {least} characters, or leave out --seed for a new random seed.",
                least=LEAST_SEED,
            )
            raise BadInput([Problem(say("the seed is too short to be secret"), remedy=remedy)])
        return request.seed
    seed = token_hex(LEAST_SEED)
    # This is always printed, because without the seed the lots could never be drawn.
    print(say("Seed: {seed}", seed=seed), file=sys.stderr, flush=True)
    print_message(say("Keep the seed secret until you draw lots with it."))
    return seed


# --- presence ---------------------------------------------------------------------------------


def record_presence(request: participant_commands.Present) -> int:
    """Record that participants are present."""
    with JournalSession.open(request.file) as file:
        section = find_section(file.event, request.section)
        known = _build_presence_actions(section, request)
        context = build_action_context(request)
        print_recorded_entries(request, file.record_several_actions(known, context))
    return DONE


def _build_presence_actions(
    section: Section, request: participant_commands.Present
) -> list[actions.Act]:
    """Return a single action if everyone is present and no details are given.

    Otherwise return one action for each participant.
    """
    everybody = request.whom == ("all",)
    numbers = (
        list(section.competitors) if everybody else find_competitor_numbers(section, request.whom)
    )
    if everybody and not request.travel and not request.in_time:
        present = tuple((number, request.players) for number in numbers)
        return [actions.RecordAllPresent(section.name, present)]
    seen = (request.players, request.travel or "", request.in_time)
    return [actions.RecordPresence(section.name, number, *seen) for number in numbers]
