"""The check of the messages finds what would keep a language from coming."""

from __future__ import annotations

import pytest

from tools.messages import calls_in_source, calls_in_template, catalogue


def faults(source: str) -> list[str]:
    return [fault for call in calls_in_source(source, "desk.py") for fault in call.faults()]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('say(f"round {n}")', "desk.py:1: the message of say is not a literal"),
        ("worded(text)", "desk.py:1: the message of worded is not a literal"),
        ('say_count("one", text, 2)', "desk.py:1: the message of say_count is not a literal"),
        ('say("round {round}", n=2)', "desk.py:1: 'round {round}' has no value for round"),
        ('say("round", n=2)', "desk.py:1: no message has a place for n"),
    ],
)
def test_a_message_that_cannot_be_translated_is_named(source: str, fault: str) -> None:
    assert fault in faults(source)


def test_messages_are_collected_from_source_and_templates() -> None:
    source = 'say("round {n}", n=n)\nsay_count("{count} team", "{count} teams", n)\n'
    template = '<h1>{{ say("Standings after round {n}", n=3) }}</h1>'

    found = [*calls_in_source(source, "a.py"), *calls_in_template(template, "a.html")]

    assert not [fault for call in found for fault in call.faults()]
    assert catalogue(found) == {
        "Standings after round {n}": "Standings after round {n}",
        "round {n}": "round {n}",
        "{count} team": ("{count} team", "{count} teams"),
    }
