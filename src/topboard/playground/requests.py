"""The requests of the page: each is a JSON object with a verb, and so is its answer."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from topboard import __version__, api
from topboard._frozen import replace
from topboard.diagnosis.repaired_file import write_repaired_event
from topboard.diagnosis.report import diagnose_event, format_diagnosis
from topboard.errors import BadInput, NoLegalPairing, Problem, TopboardError
from topboard.messages import say, translate_worded
from topboard.model import Number
from topboard.playground import answers
from topboard.playground.journals import replayed_rounds_to_json
from topboard.playground.opened_files import OpenedFile, open_file
from topboard.playground.samples import build_sample
from topboard.proof.verify import verify
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.articles import replace_article_citations_by_names
from topboard.reasons.why_not import why_not
from topboard.serialize.answers import conversion_to_json, problem_to_json, why_not_to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.diagnosis.search import OnProgress, ShouldStop
    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Standings

    Answer = dict[str, Any]

KEPT_ROUNDS = 30
"""The number of rounds whose pairings are kept, so that the next question about one is quick."""


class Playground:
    """The program behind the page. It holds the file that is open and answers requests."""

    def __init__(self) -> None:
        self._opened: OpenedFile | None = None
        self._rounds: dict[int, tuple[Tournament, RoundPairing]] = {}
        self._standings: Standings | None = None
        self._verbs: dict[str, Callable[..., Answer]] = {
            "open": self._open,
            "sample": self._open_sample,
            "check": self._check_round,
            "round": self._show_round,
            "board": self._explain_board,
            "decisions": self._explain_round,
            "why-not": self._answer_why_not,
            "standings": self._show_standings,
            "tie-breaks": self._open_tie_breaks,
            "prove": self._prove,
            "verify": self._verify,
            "replay": self._replay_journal,
            "convert": self._convert,
        }

    @property
    def version(self) -> str:
        """Return the version of Topboard."""
        return __version__

    def answer(
        self,
        request: str,
        content: bytes = b"",
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> str:
        """Return the answer to a request, both as JSON.

        ``content`` is the file of the verb "open". ``on_progress`` and ``should_stop`` are for the
        verb "diagnose". Errors are answers with the key "problems".
        """
        asked = json.loads(request)
        verb = asked.pop("verb")
        try:
            if verb == "diagnose":
                found = self._diagnose(on_progress, should_stop, **asked)
            elif verb == "open":
                found = self._open(content, **asked)
            else:
                found = self._verbs[verb](**asked)
        except BadInput as refused:
            found = {"problems": [problem_to_json(one) for one in refused.problems]}
        except NoLegalPairing as refused:
            name = str if self._opened is None else names_of(self._opened.tournament)
            what = replace_article_citations_by_names(translate_worded(refused.words, name))
            found = {"problems": [problem_to_json(Problem(what))]}
        except TopboardError as refused:
            found = {"problems": [problem_to_json(Problem(str(refused)))]}
        return json.dumps(found, ensure_ascii=False)

    # --- opening ----------------------------------------------------------------------------

    def _open(
        self,
        content: bytes,
        name: str,
        system: str = "",
        section: str = "",
        accept_points: bool = False,
    ) -> Answer:
        opened = open_file(
            content, name, system=system, section=section, accept_points=accept_points
        )
        return self._show_opened(opened)

    def _open_sample(self, sample: str) -> Answer:
        name, content = build_sample(sample)
        return {**self._show_opened(open_file(content, name)), "content": content.decode()}

    def _show_opened(self, opened: OpenedFile) -> Answer:
        if opened.rules is not None:
            api.choose_system(opened.tournament, opened.rules)
        found = answers.event_to_json(opened)
        self._opened, self._standings = opened, None
        self._rounds.clear()
        return found

    @property
    def _file(self) -> OpenedFile:
        if self._opened is None:
            raise BadInput([Problem(say("no file is open"), remedy=say("Open a file first."))])
        return self._opened

    @property
    def _rules(self) -> System:
        return api.choose_system(self._file.tournament, None)

    @property
    def _download_name(self) -> str:
        """Return the name of the open file without its extension."""
        return PurePath(self._file.name).stem or "event"

    # --- rounds -----------------------------------------------------------------------------

    def _before(self, number: int) -> Tournament:
        return self._file.before(number)

    def _pair(self, number: int) -> tuple[Tournament, RoundPairing]:
        """Return the event before a round, and the round paired under the rules."""
        if number not in self._rounds:
            before = self._before(number)
            made = self._rules.pair(before)
            if len(self._rounds) >= KEPT_ROUNDS:
                self._rounds.pop(next(iter(self._rounds)))
            self._rounds[number] = before, made
        return self._rounds[number]

    def _check_round(self, round: int) -> Answer:
        try:
            before, made = self._pair(round)
        except NoLegalPairing:
            return answers.checked_round_to_json(self._before(round), self._rules)
        return answers.compared_round_to_json(before, made)

    def _show_round(self, round: int) -> Answer:
        try:
            before, made = self._pair(round)
        except NoLegalPairing as refused:
            return answers.round_without_pairing_to_json(self._before(round), refused)
        return answers.round_to_json(before, made)

    def _explain_board(self, round: int, white: int, black: int) -> Answer:
        before, made = self._pair(round)
        return answers.reasons_of_board_to_json(
            before, self._rules, made, Number(white), Number(black)
        )

    def _explain_round(self, round: int) -> Answer:
        return answers.reasons_of_round_to_json(*self._pair(round))

    def _answer_why_not(self, round: int, a: int, b: int) -> Answer:
        before = self._before(round)
        first, second = Number(a), Number(b)
        verdict = why_not(before, self._rules, first, second)
        lines = why_not_to_json(before, first, second, verdict)["explanation"]
        return {"lines": [replace_article_citations_by_names(line) for line in lines]}

    # --- standings --------------------------------------------------------------------------

    def _show_standings(self) -> Answer:
        return answers.standings_to_json(self._file.tournament, self._find_standings())

    def _find_standings(self) -> Standings:
        if self._standings is None:
            self._standings = self._rules.standings(self._file.tournament)
        return self._standings

    def _open_tie_breaks(self, number: int) -> Answer:
        event = self._file.tournament
        found = answers.opened_tie_breaks_to_json(event, self._find_standings(), Number(number))
        return {"values": found}

    # --- proofs, diagnosis, conversion ------------------------------------------------------

    def _prove(self, round: int) -> Answer:
        return answers.made_proof_to_json(*self._pair(round), self._download_name)

    def _verify(self) -> Answer:
        """Verify the proof that is open, on its own."""
        document = self._file.proof
        return answers.verified_proof_to_json(document, verify(document))

    def _replay_journal(self) -> Answer:
        return {"rounds": replayed_rounds_to_json(self._file.entries)}

    def _diagnose(
        self,
        on_progress: OnProgress | None,
        should_stop: ShouldStop | None,
        quick: bool = True,
    ) -> Answer:
        opened = self._file
        found = diagnose_event(
            opened.tournament,
            self._rules,
            quick=quick,
            claimed=opened.claimed,
            contradiction=opened.contradiction,
            on_progress=on_progress,
            should_stop=should_stop,
        )
        title, *lines = format_diagnosis(found)
        repaired = write_repaired_event(found, "trf26") if found.repairs else ""
        return {
            "title": title,
            "lines": [replace_article_citations_by_names(line) for line in lines],
            "file": f"{self._download_name}-repaired.trf",
            "text": repaired,
        }

    def _convert(self, format: str) -> Answer:
        event = self._file.tournament
        if not event.system:
            event = replace(event, system=self._rules.name)
        return dict(conversion_to_json(event, format, self._download_name))
