"""The functions behind the commands; each reads its input, calls the library and prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard import api
from topboard._frozen import replace
from topboard.cli import text_output
from topboard.cli.exit_codes import DIFFERENCE, DONE, NO_PAIRING
from topboard.cli.output_formats import format_from_ending
from topboard.cli.streams import speak, tell, tell_note
from topboard.cli.terminal import round_by_round, show, show_json
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import say
from topboard.model import Team
from topboard.systems.registry import SYSTEMS, system as system_named

if TYPE_CHECKING:
    from argparse import Namespace

    from topboard.analysis.generate import Wishes
    from topboard.model import Number, Tournament
    from topboard.proof.verify import Verified
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Standings

HIGHEST_SEED = 10**9
"""The limit for random seeds, which stay short because people read them aloud."""


def systems(request: Namespace) -> int:
    """List the editions with their titles, or as JSON with everything known about them."""
    found = [system_named(name) for name in SYSTEMS]
    if request.json:
        from topboard.serialize import answers

        show_json([answers.system(one) for one in found])
    else:
        show(text_output.systems(found))
    return DONE


def pair(request: Namespace) -> int:
    """Pair the next round of an event file and print the pairing."""
    tournament = event_before(request)
    refuse_beyond_last_round(tournament)
    pairing = api.system_of(tournament, request.system).pair(tournament)
    if request.plain:
        print(*_plain(pairing), sep="\n")
    elif request.json:
        from topboard.serialize import answers

        show_json(answers.pairing(tournament, pairing, with_reasons=request.reasons))
    else:
        show(text_output.pairing(tournament, pairing))
        if request.reasons:
            show(["", *text_output.reasons(tournament, pairing)])
    _say_if_published_differs(tournament, pairing)
    return DONE


def _plain(pairing: RoundPairing) -> list[str]:
    """Return the lines of the round in the form that host programs of pairing engines read."""
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return [str(len(lines)), *lines]


def check(request: Namespace) -> int:
    """Pair every published round again, recompute the standings, and print the differences."""
    from topboard.checking import check_rounds, check_standings, rounds_left_out, rounds_to_check
    from topboard.formats import read_with_claims

    paired_by = request.system or ""
    read, claimed = read_with_claims(request.file, paired_by=paired_by, on_note=tell_note)
    tournament = _with_variations(read, request)
    if request.round is not None:
        _refuse_unknown_round(tournament, request.round)
        tournament = tournament.before(request.round)
    system = api.system_of(tournament, request.system)
    name = system.name
    wanted = [n for n in rounds_to_check(tournament) if request.round in (None, n)]
    proofs: dict[int, Verified] = {}
    if request.proofs:
        from topboard.cli.proofs import verify_proofs

        proofs = verify_proofs(request.proofs, tournament, name, wanted)
        wanted = [n for n in wanted if n not in proofs or not proofs[n].proved]
    checks = tuple(round_by_round(check_rounds(tournament, system, wanted), len(wanted)))
    left_out = [n for n in rounds_left_out(tournament) if request.round in (None, n)]
    if not checks and not proofs and not left_out:
        raise BadInput([Problem(say("nothing was published yet"), where=str(request.file))])
    table = None
    if claimed is not None and request.round is None and tournament.rounds:
        if request.accept_points:
            claimed = replace(claimed, wrong_points=())
        table = check_standings(tournament, system, claimed)
    if request.json:
        from topboard.serialize import answers

        told = {"system": name, "rounds": [answers.round_check(one) for one in checks]}
        left = {"left_out": left_out} if left_out else {}
        counted = {} if table is None else {"standings": answers.round_check(table)}
        by_proof = (
            {"proofs": [answers.round_verification(*one) for one in proofs.items()]}
            if proofs
            else {}
        )
        show_json({**told, **by_proof, **left, **counted})
    else:
        show(text_output.checks(tournament, name, checks, left_out, proofs))
        if table is not None:
            show(text_output.standings_check(tournament, table))
    found = [one.differences for one in checks] + ([] if table is None else [table.differences])
    refused = any(not one.proved for one in proofs.values())
    return DIFFERENCE if refused or any(found) else DONE


def compare(request: Namespace) -> int:
    """Pair every round according to two systems, and show where and why they differ."""
    from topboard.analysis.compare import compare_rounds
    from topboard.checking import rounds_left_out, rounds_to_check
    from topboard.formats import read

    tournament = read(request.file, accept_points=request.accept_points)
    systems = [api.system_of(tournament, name) for name in (request.first, request.second)]
    numbers = [*rounds_to_check(tournament)]
    if not rounds_left_out(tournament) and tournament.round_to_pair not in numbers:
        beyond = 0 < tournament.planned_rounds < tournament.round_to_pair
        numbers += [] if beyond else [tournament.round_to_pair]
    if request.round is not None:
        if request.round not in numbers:
            known = ", ".join(map(str, numbers))
            what = say("this round cannot be paired from the record")
            remedy = say("one of: {known}", known=known)
            raise BadInput([Problem(what, quoted=str(request.round), remedy=remedy)])
        numbers = [request.round]
    found = compare_rounds(tournament, systems[0], systems[1], numbers)
    rounds = tuple(round_by_round(found, len(numbers)))
    if request.json:
        from topboard.serialize import answers

        names = [system.name for system in systems]
        told = [answers.round_compared(tournament, one) for one in rounds]
        show_json({"systems": names, "rounds": told})
    else:
        show(text_output.comparison(tournament, systems, rounds))
    return DONE


def explain(request: Namespace) -> int:
    """Print the reasons for the pairing of a round."""
    tournament = event_before(request)
    refuse_beyond_last_round(tournament)
    if request.why_not is not None:
        return _why_not(request, tournament)
    pairing = api.system_of(tournament, request.system).pair(tournament)
    number = None
    if request.who is not None:
        number = _find_participant(tournament, request.who)
    elif request.table is not None:
        if not 1 <= request.table <= len(pairing.pairs):
            raise BadInput(
                [
                    Problem(
                        say("the round has tables 1 to {count}", count=len(pairing.pairs)),
                        quoted=str(request.table),
                    )
                ]
            )
        number = pairing.pairs[request.table - 1].white
    if request.json:
        from topboard.serialize import answers

        show_json(answers.explanation(tournament, pairing, number))
    else:
        show(text_output.explanation(tournament, pairing, number))
    return DONE


def _find_participant(tournament: Tournament, text: str) -> Number:
    # This import is not needed to pair a round.
    from topboard.formats.lookup import find_by_number_or_name

    return find_by_number_or_name(tournament.names, text)


def _why_not(request: Namespace, tournament: Tournament) -> int:
    a, b = (_find_participant(tournament, who) for who in request.why_not)
    verdict = api.why_not(tournament, a, b, request.system)
    if request.json:
        from topboard.serialize import answers

        show_json(answers.verdict(tournament, a, b, verdict))
    else:
        show(text_output.verdict(tournament, a, b, verdict))
    return DONE


def standings(request: Namespace) -> int:
    """Print the standings or, with ``--open``, how one line of them is calculated."""
    tournament = _read_tournament(request)
    if request.after is not None:
        if not 0 <= request.after <= len(tournament.rounds):
            played = len(tournament.rounds)
            raise BadInput(
                [
                    Problem(
                        say("{rounds} rounds were played", rounds=played), quoted=str(request.after)
                    )
                ]
            )
        tournament = replace(tournament, rounds=tournament.rounds[: request.after])
    if request.tie_breaks is not None:
        tournament = replace(tournament, tie_breaks=_codes(request.tie_breaks))
    if request.tie_break_edition is not None:
        tournament = replace(tournament, tie_break_edition=request.tie_break_edition)
    if request.aro:
        return _averages(request, tournament)
    table = api.standings(tournament, request.system or _scoring_system(request, tournament))
    if request.category is not None:
        table = _of_category(tournament, table, request.category)
    number = None if request.who is None else _find_participant(tournament, request.who)
    if request.json:
        from topboard.serialize import answers

        show_json(answers.standings(tournament, table))
    else:
        show(text_output.standings(tournament, table, number))
    return DONE


def _of_category(tournament: Tournament, table: Standings, name: str) -> Standings:
    """Return the standings of the members of a category, whose name describes it."""
    from topboard.event.categories import filter_standings, is_in_category, parse_category

    category, start = parse_category(name), tournament.details.start
    inside = {c.number for c in tournament.competitors if is_in_category(c, category, start)}
    return filter_standings(table, inside)


def _scoring_system(request: Namespace, tournament: Tournament) -> str | None:
    """Return the system that scores the requested tie-breaks if the file does not name one.

    Return None if the file names a system or no tie-breaks are requested.
    """
    if request.tie_breaks is None or tournament.system in SYSTEMS:
        return None

    teams = any(isinstance(one, Team) for one in tournament.competitors)
    name = "olympiad_2022" if teams else "fide_dutch_2026"
    tell(say("the file names no system of ours: points are counted as in {name}", name=name))
    return name


def _averages(request: Namespace, tournament: Tournament) -> int:
    system = api.system_of(tournament, request.system)
    if system.averages is None:
        raise BadInput(
            [Problem(say("this system publishes no average ratings"), quoted=system.name)]
        )
    lines = system.averages(tournament)
    if request.json:
        from topboard.serialize import answers

        show_json(answers.averages(tournament, lines))
    else:
        show(text_output.averages(tournament, lines))
    return DONE


def generate(request: Namespace) -> int:
    """Generate a random event and write it to a file."""
    from topboard.analysis.generate import generate_rounds, rounds_to_play
    from topboard.formats import write

    format = request.to or _format_of(request.output)
    seed = _seed(request)
    wishes = _wishes(request, seed)
    tell(say("seed {seed}", seed=seed))
    events = generate_rounds(system_named(request.system), seed, wishes)
    made = next(events)
    code = DONE
    try:
        for after in round_by_round(events, rounds_to_play(made, wishes)):
            made = after
    except NoLegalPairing as none:
        speak(str(none))
        speak(say("the event ends before round {round}", round=made.round_to_pair))
        code = NO_PAIRING
    # The file is written once at the end, so that an interruption leaves no partial event.
    write(made, request.output, format)
    return code


def _seed(request: Namespace) -> int:
    """Return the given seed, or a random one if none is given."""
    if request.seed is not None:
        return int(request.seed)
    from secrets import randbelow

    return randbelow(HIGHEST_SEED)


def _wishes(request: Namespace, seed: int) -> Wishes:
    """Return the requested settings; the others are defaults or, if requested, random."""
    from topboard.analysis.generate import Wishes, wishes_by_lot

    named = {name: getattr(request, name, None) for name in Wishes.__dataclass_fields__}
    named["variations"] = tuple(request.variation)
    if request.tie_breaks is not None:
        named["tie_breaks"] = _codes(request.tie_breaks)
    if request.points is not None:
        from topboard.event.arguments import parse_scale

        named["scale"] = parse_scale(request.points, "--points")
    wishes = wishes_by_lot(seed) if request.by_lot else Wishes()
    return replace(wishes, **{name: value for name, value in named.items() if value is not None})


def _codes(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def convert(request: Namespace) -> int:
    """Write an event in a different format."""
    from topboard.formats import describe_losses, dumps, read
    from topboard.formats.files import write_target

    target = request.to or _format_of(request.output)
    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=tell_note,
    )
    if request.system is not None:
        tournament = replace(tournament, system=system_named(request.system).name)
    if request.number:
        tournament = api.system_of(tournament, None).number_entries(tournament)
    text = dumps(tournament, target)
    for what in describe_losses(tournament, target, text):
        speak(say("{target} cannot carry {what}", target=target, what=what))
    write_target(text, request.output)
    return DONE


ENDINGS = {"trf": "trf26", "trfx": "trf26", "txt": "trf26", "json": "event-json"}


def _format_of(output: str) -> str:
    """Return the format implied by the extension of the output file, or event JSON without one."""
    return format_from_ending(output, ENDINGS, "event-json", ("trf16", "trf26", "event-json"))


def _read_tournament(request: Namespace) -> Tournament:
    from topboard.formats import read

    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=getattr(request, "system", None) or "",
        on_note=tell_note,
    )
    return _with_variations(tournament, request)


def _with_variations(tournament: Tournament, request: Namespace) -> Tournament:
    if not request.variation:
        return tournament
    known = dict.fromkeys((*tournament.variations, *request.variation))
    return replace(tournament, variations=tuple(known))


def event_before(request: Namespace) -> Tournament:
    """Return the tournament as it was before the requested round."""
    tournament = _read_tournament(request)
    if request.round is None:
        return tournament
    _refuse_unknown_round(tournament, request.round)
    return tournament.before(request.round)


def _refuse_unknown_round(tournament: Tournament, number: int) -> None:
    if not 1 <= number <= tournament.round_to_pair:
        last = tournament.round_to_pair
        raise BadInput(
            [Problem(say("the file knows rounds 1 to {last}", last=last), quoted=str(number))]
        )


def refuse_beyond_last_round(tournament: Tournament) -> None:
    """Raise ``BadInput`` if all planned rounds have been played."""
    if 0 < tournament.planned_rounds < tournament.round_to_pair:
        raise BadInput(
            [
                Problem(
                    say(
                        "all {rounds} rounds are played",
                        rounds=tournament.planned_rounds,
                    ),
                    remedy=say("--round N pairs an earlier one again"),
                )
            ]
        )


def _say_if_published_differs(tournament: Tournament, pairing: RoundPairing) -> None:
    if tournament.published is None:
        return
    from topboard.checking import compare

    result = compare(tournament, pairing)
    if result.differences:
        speak(say("round {round} not as published: see topboard check", round=result.round))
    else:
        speak(say("round {round} as published", round=result.round))
