"""The options of each question, for the HTTP engine and for the MCP server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from topboard.errors import Problem
from topboard.formats.problems import MOST_BOARDS, MOST_COMPETITORS, MOST_ROUNDS, shorten_for_quote
from topboard.messages import say
from topboard.questions.sent_events import SentEvent
from topboard.questions.workers import Limits, Question
from topboard.serialize import answer_types
from topboard.systems.registry import SYSTEMS
from topboard.text.suggestions import find_similar_name

LONGEST_NAME = 200
Participant = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
RoundToPair = Annotated[
    int | None,
    Field(ge=1, le=MOST_ROUNDS, description="Number of the round. The default is the next round."),
]


class EventOptions(BaseModel):
    """The options of every question about an event: how to read it."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True)

    system: str = Field(
        "",
        max_length=LONGEST_NAME,
        description="Pairing system to use instead of the one that the event names.",
        json_schema_extra={"enum": ["", *SYSTEMS]},
    )
    accept_points: bool = Field(
        False,
        description="Whether the results count where the points in a TRF file differ from them.",
    )


class RuleOptions(EventOptions):
    """The options of a question that the rules of a pairing system answer."""

    variation: list[Annotated[str, Field(max_length=LONGEST_NAME)]] = Field(
        default_factory=list,
        max_length=20,
        description="Options of the pairing system, as in the field variations of an event.",
    )


class PairOptions(RuleOptions):
    """The options of the question which pairing the rules give."""

    round: RoundToPair = None
    reasons: bool = Field(False, description="Whether to include the reasons as values.")


class CheckOptions(RuleOptions):
    """The options of the question whether published rounds agree with the rules."""

    round: int | None = Field(
        None,
        ge=1,
        le=MOST_ROUNDS,
        description="Number of the round. The default is all rounds and the standings.",
    )


class ExplainOptions(RuleOptions):
    """The options of the question why a round is paired as it is."""

    round: RoundToPair = None
    participant: Participant | None = Field(
        None, description="Number or name of the participant whose pairing is explained."
    )
    board: int | None = Field(
        None,
        ge=1,
        le=MOST_COMPETITORS * MOST_BOARDS,
        description="Board or, for teams, table whose pairing is explained.",
    )


class WhyNotOptions(RuleOptions):
    """The options of the question why two participants do not meet."""

    a: Participant = Field(description="Number or name of a participant.", examples=["1"])
    b: Participant = Field(description="Number or name of the other participant.", examples=["5"])
    round: RoundToPair = None


class StandingsOptions(RuleOptions):
    """The options of the question what the standings are."""

    after_round: int | None = Field(
        None, ge=0, le=MOST_ROUNDS, description="Number of the last round that counts."
    )
    tie_breaks: list[Annotated[str, Field(max_length=LONGEST_NAME)]] = Field(
        default_factory=list,
        max_length=20,
        description="Codes of the tie-breaks to use, such as BH/C1, instead of the usual ones.",
    )


class ConvertOptions(EventOptions):
    """The options of a conversion."""

    to: Literal["event-json", "trf26", "trf16", "round-json"] = Field(
        description="Format of the answer.", examples=["event-json"]
    )


@dataclass(frozen=True, slots=True)
class QuestionType:
    """A question: its options and the type of its answer."""

    title: str
    description: str
    options: type[EventOptions]
    answer: type[Any]


QUESTION_TYPES: Mapping[str, QuestionType] = {
    "pair": QuestionType(
        "Pair a round",
        "Pair the next round of an event under its rules, or an earlier round again. Each pair has"
        " the article that decided it.",
        PairOptions,
        answer_types.PairAnswer,
    ),
    "check": QuestionType(
        "Check published rounds",
        "Pair every published round again, compare the points and ranks in the file with its"
        " results, and list all differences with their articles.",
        CheckOptions,
        answer_types.CheckAnswer,
    ),
    "explain": QuestionType(
        "Explain a pairing",
        "Explain in sentences, with articles, why a round is paired as it is. The answer can be"
        " limited to a participant or a board.",
        ExplainOptions,
        answer_types.ExplainAnswer,
    ),
    "why-not": QuestionType(
        "Say why two participants do not meet",
        "Give the reason, with its article, why the rules do not pair two participants with each"
        " other in a round.",
        WhyNotOptions,
        answer_types.WhyNotAnswer,
    ),
    "standings": QuestionType(
        "Calculate the standings",
        "Calculate the standings with all tie-breaks, and show the terms of every value.",
        StandingsOptions,
        answer_types.StandingsAnswer,
    ),
    "convert": QuestionType(
        "Convert an event",
        "Write an event in another format, and name what this format cannot store.",
        ConvertOptions,
        answer_types.ConvertAnswer,
    ),
}
"""All questions about an event, keyed by the last part of their paths."""


def build_question_from_options(
    name: str, content: bytes, source: str, options: EventOptions, limits: Limits
) -> Question:
    """Return the question for a worker. Messages call the event by the name ``source``."""
    own = options.model_dump(exclude=set(RuleOptions.model_fields))
    variations = options.variation if isinstance(options, RuleOptions) else ()
    sent = SentEvent(
        content,
        source,
        options.system,
        tuple(variations),
        options.accept_points,
        limits.participants,
    )
    return Question(name, sent, own)


def describe_invalid_options(
    errors: Iterable[Mapping[str, Any]], options: type[EventOptions]
) -> tuple[Problem, ...]:
    """Return the problems for the errors that a check of options by ``pydantic`` found."""
    return tuple(_describe_invalid_option(one, options) for one in errors)


def _describe_invalid_option(error: Mapping[str, Any], options: type[EventOptions]) -> Problem:
    known = list(options.model_fields)
    places = [str(part) for part in error["loc"] if part not in ("query", "body")]
    where = ".".join(places)
    if error["type"] == "extra_forbidden":
        similar = find_similar_name(where, known)
        remedy = (
            say("Did you mean {similar}?", similar=similar)
            if similar
            else say("Use one of these: {known}.", known=", ".join(known))
        )
        return Problem(say("unknown option"), where, shorten_for_quote(where), remedy)
    if error["type"] == "missing":
        return Problem(say("this option is required"), where)
    return Problem(str(error["msg"]), where, shorten_for_quote(str(error["input"])))
