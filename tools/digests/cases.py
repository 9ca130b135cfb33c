"""The cases whose answers are digested. Each is a function that yields aspects and their texts."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tools.digests.desk import Visitor, ask_api, run_by_api, run_by_forms
from tools.digests.pages import aspects_of_file, aspects_of_page, serving, text_of_pdf, walk
from tools.digests.program import without_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.digests.program import Program

Case: TypeAlias = "tuple[str, Callable[[Program], Iterator[tuple[str, str]]]]"
"""The name of a case, and a function that yields its aspects with their texts."""

OF_ITS_OWN = ("602=Games are rated by the section",)
CANADIAN_SWISS = (
    ("613.1a",),
    ("613.1b",),
    ("616.1",),
    ("617.1",),
    ("619.1",),
    ("624.1", "624.2"),
    ("631.1",),
    ("631.2",),
    ("633.1",),
    ("633.2",),
    OF_ITS_OWN,
)
OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "fide_dutch_2026": (("baku",),),
    "fide_dutch_2017": (("baku",),),
    "fide_dubov_2026": (("forfeits-float",), ("baku",)),
    "fide_burstein_2026": (("baku",),),
    "fide_lim_2026": (("maxi",), ("baku",)),
    "fide_team_2026": (
        ("game-points",),
        ("one-score",),
        ("type-b",),
        ("no-preferences",),
        ("graded",),
        ("baku",),
    ),
    "fide_double_swiss_2026": (("graded",), ("baku",)),
    "dubov_1997": (("danubian",),),
    "cfc_swiss": CANADIAN_SWISS,
    "cfc_team_swiss": (*CANADIAN_SWISS, ("643=50",), ("644=50",)),
    "fide_round_robin": (("double",), ("double", "keep-order"), ("federations-apart",)),
    "cfc_round_robin": (("double",), ("double", "swap-last-two"), ("provinces-apart",), OF_ITS_OWN),
    "cfc_team_round_robin": (
        ("643=50",),
        ("double",),
        ("double", "swap-last-two"),
        ("provinces-apart",),
        OF_ITS_OWN,
    ),
}
"""All options of all systems. Each has at least one generated event."""
SIZES = (6, 7, 8, 9, 10, 12, 13, 16, 21)
TROUBLE: tuple[tuple[str, ...], ...] = (
    (),
    ("--no-shows", "10"),
    ("--absences", "10", "--draws", "60"),
    ("--late", "15", "--leaving", "10"),
    ("--forbidden", "2"),
    ("--half-byes", "12", "--spread", "100"),
)
SYSTEM_OF_FOLDER = {
    "burstein": "fide_burstein_2026",
    "dubov": "fide_dubov_2026",
    "dutch": "fide_dutch_2026",
    "lim": "fide_lim_2026",
}
"""The system for report files that name none, keyed by their folder in ``fixtures/fide``."""
SMALL = 3_000
"""The maximum size, in bytes, of a file whose rounds are all explained."""
FILE_FORMATS = ("event-json", "trf16", "trf26")
TIE_BREAKS = "BH/C1,BH,SB,DE,WIN,WON,BPG,PS,KS,ARO,AOB,FB,REP,TPR,PTP,APRO,APPO,RTNG,TPN"
TEAM_TIE_BREAKS = "MPvGP,EDE,SSSC,BC,TBR,BBE,EMMSB,EMGSB,EGMSB,EGGSB,DE,BH,TPN"
DOCUMENTS = (
    "pairing-sheet",
    "pairings-by-name",
    "result-slips",
    "match-sheets",
    "line-ups",
    "explanation",
    "check-list",
    "board-labels",
    "standings",
    "tie-breaks",
    "cross-table",
    "wall-chart",
    "pairing-cards",
    "rosters",
    "prizes",
    "averages",
    "announcement",
    "timetable",
    "score-sheets",
    "round-pack",
    "starting-list",
    "alphabetical-list",
    "list-by-rating",
    "list-by-federation",
    "list-by-club",
    "name-cards",
    "certificates",
    "team-players",
    "board-results",
)
VERBS = (
    "pair",
    "check",
    "compare",
    "explain",
    "standings",
    "generate",
    "convert",
    "event",
    "prove",
    "verify",
    "document",
    "publish",
    "serve",
    "mcp",
    "certify",
    "study",
    "ratings",
    "systems",
    "host",
    "engine",
)
PRINTED = ("fide_dutch_2026", "olympiad_2022")
"""The systems whose documents are also compared as PDF files."""
AT_THE_DESK = {
    "fide_dutch_2026": False,
    "fide_double_swiss_2026": False,
    "cfc_swiss": False,
    "fide_round_robin": False,
    "olympiad_2022": True,
    "cfc_team_swiss": True,
}
"""The systems of events that are run through forms, and whether they pair teams."""
BY_API = {"fide_dutch_2026": False, "olympiad_2022": True}
COMPARED = (
    ("fide_dutch_2026", "fide_dutch_2017"),
    ("fide_lim_2026", "fide_burstein_2026"),
    ("olympiad_2022", "olympiad_2008"),
    ("cfc_swiss", "dubov_1997"),
)
"""Pairs of systems that pair the same rounds, so that their pairings can be compared."""
STUDY = """
name = "Two ways"
events = 6
chunk = 3
sizes = [9, 10]
rounds = [4]
[field]
draws = 30
spread = 800
[[format]]
name = "dutch"
system = "fide_dutch_2026"
[[format]]
name = "canada"
system = "cfc_swiss"
variations = ["633.2"]
"""
ENGINE_SYSTEMS = ("--dutch", "--dubov", "--burstein", "--lim", "--team", "--double")


# --- an event in a file -----------------------------------------------------------------------


def round_answers(program: Program, number: int, *file: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs, the reasons and the explanation of one round."""
    told = program.ask("explain", *file, "--round", number, "--json")
    found: Any = told.json()
    if told.exit != 0 or not isinstance(found, dict):
        yield f"round {number}: refused", told.text
        return
    pairs = ("pairs", "bye", "floaters", "warnings")
    yield f"round {number}: pairs", json.dumps([found.pop(name, None) for name in pairs])
    yield f"round {number}: sentences", json.dumps(found.pop("explanation", None))
    yield f"round {number}: reasons", json.dumps(found.pop("reasons", None))
    yield f"round {number}: other", json.dumps(found, sort_keys=True)


def event_answers(program: Program, *file: str, explained: int = 99) -> Iterator[tuple[str, str]]:
    """Yield all answers of the command about an event, with explanations of its last rounds.

    ``file`` has the name of the file, followed by ``--system`` and a system if the file names none.
    """
    converted = program.ask("convert", *file, "--to", "event-json")
    yield "event-json", converted.text
    event: Any = converted.json()
    if not isinstance(event, dict):
        return
    for to in FILE_FORMATS[1:]:
        yield to, program.ask("convert", *file, "--to", to).text
    played = len(event.get("history") or [])
    people = event.get("teams") or event.get("players") or []
    last = played + 1
    for number in range(max(1, last - explained), last + 1):
        yield from round_answers(program, number, *file)
    yield "plain pairs", program.ask("pair", *file, "--plain", "--round", max(played, 1)).text
    size = len(people)
    number = max(played, 1)
    for a, b in ((1, 2), (1, max(size, 2)), (max(size // 2, 1), size // 2 + 1)):
        told = program.ask("explain", *file, "--round", number, "--json", "--why-not", a, b)
        yield f"round {number}: why not", told.text
    yield "check", program.ask("check", *file, "--json").text
    yield "standings", program.ask("standings", *file, "--json").text
    codes = TEAM_TIE_BREAKS if event.get("teams") else TIE_BREAKS
    counted = program.ask("standings", *file, "--json", "--tie-breaks", codes)
    yield "tie-breaks", counted.text
    yield "standings as text", program.ask("standings", *file).text
    yield "averages", program.ask("standings", *file, "--aro").text
    yield from proof_answers(program, max(played, 1), *file)


def proof_answers(program: Program, number: int, *file: str) -> Iterator[tuple[str, str]]:
    """Yield the proof of a round and the result of verifying it."""
    made = program.ask("prove", *file, "--round", number, "-o", "proof.json")
    yield "proof: made", made.text
    if made.exit == 0:
        yield "proof: file", (program.folder / "proof.json").read_text("utf-8")
        yield "proof: checked", program.ask("verify", "proof.json", "--json", "--steps").text


def generated_event_answers(
    system: str, seed: int, options: tuple[str, ...], program: Program
) -> Iterator[tuple[str, str]]:
    """Yield the answers about a generated event, which depends only on its seed."""
    size = SIZES[seed % len(SIZES)]
    rounds = size - 1 + size % 2 if "round_robin" in system else 5
    rounds *= 2 if "double" in options else 1
    wishes = [*TROUBLE[seed % len(TROUBLE)], "--teams", str(size), "--rounds", str(rounds)]
    for option in options:
        wishes += ["--variation", option]
    made = program.ask(
        "generate",
        "--system",
        system,
        "--seed",
        seed,
        *wishes,
        "--unpaired-last",
        "-o",
        "event.json",
    )
    yield "generated", made.text
    if (program.folder / "event.json").exists():
        yield from event_answers(program, "event.json")


def generated_cases(systems: list[str], events: int) -> Iterator[Case]:
    """Yield several generated events for each system, with at least one for each option."""
    for system in systems:
        kinds = [(), *OPTIONS.get(system, ())]
        for seed in range(max(events, 2 * len(kinds))):
            options = kinds[seed % len(kinds)]
            yield f"{system} {seed}", partial(generated_event_answers, system, seed, options)


# --- fixtures ---------------------------------------------------------------------------------


def fixture_file_answers(path: Path, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the answers about a fixture file, which gets the same name in every checkout."""
    name = f"given{path.suffix}"
    shutil.copy(path, program.folder / name)
    large = path.stat().st_size > SMALL
    named = [system for folder, system in SYSTEM_OF_FOLDER.items() if folder in path.parts]
    told = ["--system", *named] if named and path.suffix == ".trf" else []
    yield from event_answers(
        program, name, *told, explained=(path.suffix == ".trf") if large else 99
    )
    # The engine's check pairs all rounds again, as check does, so some Dutch events are enough.
    if path.suffix == ".trf" and ("dutch" not in path.parts or path.parent.name == "plain"):
        yield from engine_report_answers(program, name)


def engine_report_answers(program: Program, name: str) -> Iterator[tuple[str, str]]:
    """Yield the engine's answers about a report file: the next round, the check and the list."""
    paired = program.ask("engine", name, "-p", "out.txt", "-l", "out.list")
    yield "engine -p", paired.text
    for written in ("out.txt", "out.list"):
        path = program.folder / written
        if path.exists():
            yield f"engine {written[3:]}", path.read_text("utf-8")
    yield "engine -c", program.ask("engine", name, "-c").text


def engine_process_answers(system: str, program: Program) -> Iterator[tuple[str, str]]:
    """Yield what ``topboard-engine`` prints as a process that generates, pairs, lists and
    checks.
    """
    yield "-g", program.start_engine(system, "-g", "-o", "made.trf", "-s", "17").text
    if not (program.folder / "made.trf").exists():
        return
    yield "made", (program.folder / "made.trf").read_text("utf-8")
    yield "-c", program.start_engine(system, "made.trf", "-c").text
    yield "-p", program.start_engine(system, "made.trf", "-p", "-l", "made.list").text
    if (program.folder / "made.list").exists():
        yield "-l", (program.folder / "made.list").read_text("utf-8")


def stored_proof_answers(path: Path, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the result of verifying a stored proof."""
    shutil.copy(path, program.folder / "proof.json")
    yield "checked", program.ask("verify", "proof.json", "--json", "--steps").text


def rating_list_answers(path: Path, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the answers to importing a rating list, listing it and searching in it."""
    shutil.copy(path, program.folder / path.name)
    lists = ("--folder", "rating-lists")
    asked = ("ratings", "import", path.name, *lists, "--kind", "standard", "--period", "2026-11")
    yield "taken in", program.ask(*asked).text
    yield "lists", program.ask("ratings", "list", *lists).text
    for letter in "abcmst":
        yield f"search {letter}", program.ask("ratings", "search", letter, *lists, "--json").text
    shutil.rmtree(program.folder / "rating-lists", ignore_errors=True)


def fixture_cases(fixtures: Path) -> Iterator[Case]:
    """Yield a case for each fixture file that the program can read."""
    apart = {"evidence", "journals", "proofs", "ratings"}
    for path in sorted(fixtures.rglob("*")):
        within = path.relative_to(fixtures)
        if path.suffix in (".trf", ".json") and within.parts[0] not in apart:
            yield f"fixture {within.as_posix()}", partial(fixture_file_answers, path)
    for path in sorted((fixtures / "proofs").glob("*.json")):
        yield f"proof {path.stem}", partial(stored_proof_answers, path)
    for path in sorted((fixtures / "ratings").glob("*")):
        if path.suffix in (".txt", ".xml", ".csv"):
            yield f"ratings {path.stem}", partial(rating_list_answers, path)
    for system in ENGINE_SYSTEMS:
        yield f"engine {system[2:]}", partial(engine_process_answers, system)


# --- journals ---------------------------------------------------------------------------------


def journal_answers(path: Path, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the answers about a journal, which is shown, verified, replayed and exported."""
    file = "event.topboard"
    shutil.copy(path, program.folder / file)
    shown = program.ask("event", "show", file, "--json")
    for verb in ("log", "show", "standings", "prizes"):
        yield verb, program.ask("event", verb, file, "--json").text
    yield "verify", program.ask("event", "verify", file, "--json").text
    # A closed event has one round more than the open event in the same folder, whose documents and
    # public pages are covered by the desk.
    if path.stem == "closed":
        yield from documents(program, file)
        yield from published_pages(program, file)
        if path.parent.name in PRINTED:
            yield from document_texts(program, file)
        return
    yield "verify by proof", program.ask("event", "verify", file, "--by-proof").text
    yield "preview", program.ask("event", "preview", file, "--json").text
    found: Any = shown.json()
    section = found["sections"][0] if isinstance(found, dict) else {"rounds": [{}] * 5}
    for number in range(1, len(section["rounds"]) + 1):
        yield f"replay {number}", program.ask("event", "replay", file, number, "--json").text
    for to in (*FILE_FORMATS, "csv", "journal"):
        yield f"export {to}", program.ask("event", "export", file, "--to", to).text


def documents(program: Program, file: str) -> Iterator[tuple[str, str]]:
    """Yield the visible content of every document as an HTML page."""
    for name in DOCUMENTS:
        page = program.ask("document", name, file, "--to", "html")
        yield f"document {name}: ended", without_now(f"{page.exit} {page.err}")
        for aspect, text in aspects_of_page(page.out).items():
            yield f"document {name}: {aspect}", text


def document_texts(program: Program, file: str) -> Iterator[tuple[str, str]]:
    """Yield the text of every document as a PDF file."""
    for name in DOCUMENTS:
        made = program.ask("document", name, file, "--to", "pdf", "-o", "paper.pdf")
        yield f"printed {name}: ended", made.text
        path = program.folder / "paper.pdf"
        if path.exists():
            yield f"printed {name}: text", without_now(text_of_pdf(path))
            path.unlink()


def published_pages(program: Program, file: str) -> Iterator[tuple[str, str]]:
    """Yield the visible content of the static pages that are published for any web host."""
    target = program.folder / "public"
    yield (
        "publish",
        program.ask("publish", file, "public", "--address", "https://example.org/").text,
    )
    for path in sorted(target.rglob("*")):
        if path.is_file():
            name = path.relative_to(target).as_posix()
            for aspect, text in aspects_of_file(name, path.read_bytes()).items():
                yield f"published {name}: {aspect}", text
    shutil.rmtree(target, ignore_errors=True)


def journals_in(fixtures: Path) -> list[Path]:
    """Return the paths of the stored journals among the fixtures."""
    kept = [
        *(fixtures / "journals").glob("*.topboard"),
        *(fixtures / "evidence").rglob("*.topboard"),
    ]
    return sorted(kept)


def desk_pages(journals: list[Path], program: Program) -> Iterator[tuple[str, str]]:
    """Yield the visible content of every page of a desk with these events."""
    folder = program.folder / "events"
    folder.mkdir()
    for path in journals:
        shutil.copy(path, folder / f"{path.parent.name}-{path.name}".lower())
    with serving(program.checkout, program.folder, "events") as address:
        for page, aspects in walk(address):
            for aspect, text in aspects.items():
                yield f"{page}: {aspect}", text
        yield from ask_api(Visitor(address))


def new_event_answers(
    run: Callable[..., Iterator[tuple[str, str]]], system: str, teams: bool, program: Program
) -> Iterator[tuple[str, str]]:
    """Yield the answers of an initially empty desk while an event is run."""
    (program.folder / "events").mkdir()
    with serving(program.checkout, program.folder, "events") as address:
        yield from run(Visitor(address), system, teams=teams)


def new_event_cases() -> Iterator[Case]:
    """Yield cases in which an event is run through the forms of the desk or the web API."""
    for system, teams in AT_THE_DESK.items():
        yield f"forms {system}", partial(new_event_answers, run_by_forms, system, teams)
    for system, teams in BY_API.items():
        yield f"api {system}", partial(new_event_answers, run_by_api, system, teams)


# --- comparisons of systems -------------------------------------------------------------------


def system_comparison_answers(one: str, other: str, program: Program) -> Iterator[tuple[str, str]]:
    """Yield the comparison of two systems' pairings, and the certification of one against the
    other.
    """
    wishes = ("--teams", 11, "--rounds", 5, "--no-shows", 6, "-o", "event.json")
    program.ask("generate", "--system", one, "--seed", 5, *wishes)
    yield "compare", program.ask("compare", "event.json", one, other, "--json").text
    yield "compare as text", program.ask("compare", "event.json", one, other).text
    asked = ("--players", "7-9", "--rounds", "4", "--seed", 120, "--folder", "run", "--json")
    run = program.ask("certify", "--system", one, "--against", other, "--events", 3, *asked)
    yield "certify", run.text
    yield from _files_in(program.folder / "run", "certify")


def study_answers(program: Program) -> Iterator[tuple[str, str]]:
    """Yield the statistics of a small study and the files that it writes."""
    (program.folder / "study.toml").write_text(STUDY, "utf-8")
    yield "study", program.ask("study", "study.toml", "--folder", "run", "--json").text
    yield "study as text", program.ask("study", "study.toml", "--folder", "run").text
    yield from _files_in(program.folder / "run", "study")


def _files_in(folder: Path, what: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            yield f"{what}: {name}", without_now(path.read_text("utf-8", "backslashreplace"))


def comparison_cases() -> Iterator[Case]:
    """Yield the cases that compare two systems, and a study."""
    for one, other in COMPARED:
        yield f"two {one} {other}", partial(system_comparison_answers, one, other)
    yield "study small", study_answers


def journal_cases(fixtures: Path) -> Iterator[Case]:
    """Yield a case for each stored journal, and a desk for each event that is not closed."""
    journals = journals_in(fixtures)
    for path in journals:
        name = path.relative_to(fixtures).with_suffix("").as_posix()
        yield f"journal {name}", partial(journal_answers, path)
    # One desk for each system is enough, because the pages of closed events differ little.
    for path in journals:
        if path.stem == "event":
            name = path.relative_to(fixtures).with_suffix("").as_posix()
            yield f"desk {name}", partial(desk_pages, [path])


def help_answers(program: Program) -> Iterator[tuple[str, str]]:
    """Yield the help texts and lists that the program prints about itself."""
    yield "systems", program.ask("systems", "--json").text
    yield "systems as text", program.ask("systems").text
    yield "help", program.ask("--help").text
    for verb in VERBS:
        yield f"help {verb}", program.ask(verb, "--help").text


def all_cases(systems: list[str], fixtures: Path, events: int) -> list[Case]:
    """Return all cases, with the slowest first."""
    return [
        *journal_cases(fixtures),
        *new_event_cases(),
        *comparison_cases(),
        *fixture_cases(fixtures),
        *generated_cases(systems, events),
        ("words itself", help_answers),
    ]
