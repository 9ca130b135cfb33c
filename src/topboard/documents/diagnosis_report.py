"""The diagnosis of an event as a document."""

from __future__ import annotations

from topboard.diagnosis.sentences import (
    format_caveat,
    format_counts,
    format_explanation,
    format_meanings,
    format_notes,
    format_rival,
    format_title,
    format_unexplained,
    format_weight,
    list_distinct_rivals,
)
from topboard.diagnosis.values import Diagnosis, Outcome, RoundDiagnosis
from topboard.documents.sheet import (
    Cell,
    Document,
    Heading,
    event_details_line,
    event_name,
    number_heading,
)
from topboard.messages import say, translate_worded


def diagnosis_report(found: Diagnosis) -> Document:
    """Return a document that explains the published rounds that differ from the rules."""
    about = (
        event_details_line(found.event),
        *format_caveat(found),
        *(translate_worded(one.text) for one in found.findings),
    )
    return Document(
        kind="diagnosis",
        title=format_title(found, event_name(found.event)),
        headings=(
            number_heading("round", say("Round")),
            number_heading("differing", say("Pairs that differ")),
            Heading("weight", say("Weight")),
            Heading("explanation", say("Explanation"), wraps=True),
        ),
        rows=tuple(_round_row(one) for one in found.rounds if one.outcome is not Outcome.AS_FILED),
        about=tuple(filter(None, (*about, *format_counts(found)))),
        notes=(*format_meanings(found), *format_notes(found)),
    )


def _round_row(one: RoundDiagnosis) -> tuple[Cell, ...]:
    if one.explanation is None:
        return one.round, one.pairs_differing, format_weight(one.weight), format_unexplained(one)
    told = [format_explanation(one.explanation, one.weight)]
    told += [format_rival(rival) for rival in list_distinct_rivals(one)]
    return one.round, one.pairs_differing, format_weight(one.weight), " ".join(told)
