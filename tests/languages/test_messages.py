"""What a message is in the language in force."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

from topboard.messages import (
    Language,
    counted,
    current_language,
    join_worded_names,
    message,
    say,
    say_count,
    say_kept,
    say_kept_count,
    translate_worded,
    use_language,
    worded,
    worded_count,
    worded_kept_count,
)

GERMAN = Language(
    "de",
    {
        "they met in round {round}": "sie spielten in Runde {round}",
        "{count} team": ("{count} Mannschaft", "{count} Mannschaften"),
        "{others} and {last}": "{others} und {last}",
        "nobody": "niemand",
    },
)
POLISH = Language(
    "pl",
    {"{count} round": ("{count} runda", "{count} rundy", "{count} rund")},
    lambda n: 0 if n == 1 else 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2,
)


def test_english_text_is_the_message_itself_with_its_fields_filled_in() -> None:
    assert current_language() is None
    assert say("they met in round {round}", round=3) == "they met in round 3"
    assert say("an object {{…}}") == "an object {…}"


def test_messages_are_translated_only_while_a_language_is_active() -> None:
    with use_language(GERMAN):
        assert say("they met in round {round}", round=3) == "sie spielten in Runde 3"
        with use_language(None):
            assert say("nobody") == "nobody"
        assert say_kept(message("nobody")) == "niemand"
    assert say("nobody") == "nobody"


def test_missing_translations_fall_back_to_english() -> None:
    with use_language(GERMAN):
        assert say("round {round}", round=2) == "round 2"
        assert say_count("{count} game", "{count} games", 2) == "2 games"


def test_a_language_has_as_many_plural_forms_as_it_needs() -> None:
    def rounds(count: int) -> str:
        return say_count("{count} round", "{count} rounds", count)

    assert [rounds(n) for n in (0, 1, 2)] == ["0 rounds", "1 round", "2 rounds"]
    with use_language(POLISH):
        assert [rounds(n) for n in (1, 3, 5, 13, 22)] == [
            "1 runda",
            "3 rundy",
            "5 rund",
            "13 rund",
            "22 rundy",
        ]
    with use_language(GERMAN):
        teams = counted("{count} team", "{count} teams")
        assert say_kept_count(teams, 2) == "2 Mannschaften"


def test_words_from_the_rules_are_english_until_they_are_translated() -> None:
    with use_language(GERMAN):
        words = join_worded_names(["1", "2", worded("nobody")])

        assert words == "1, 2 and nobody"
        assert translate_worded(words) == "1, 2 und niemand"
        assert translate_worded("from a file") == "from a file"
        assert translate_worded(pickle.loads(pickle.dumps(words))) == "1, 2 und niemand"


def test_a_count_from_the_rules_is_translated_with_the_correct_plural_form() -> None:
    one, many = (worded_count("{count} team", "{count} teams", n) for n in (1, 2))
    kept = worded_kept_count(counted("{count} team", "{count} teams"), 3)

    assert (one, many, kept) == ("1 team", "2 teams", "3 teams")
    assert translate_worded(many) == "2 teams"
    with use_language(GERMAN):
        assert translate_worded(one) == "1 Mannschaft"
        assert translate_worded(many) == "2 Mannschaften"
        assert translate_worded(pickle.loads(pickle.dumps(kept))) == "3 Mannschaften"
    with use_language(POLISH):
        assert translate_worded(worded_count("{count} round", "{count} rounds", 5)) == "5 rund"


def test_each_thread_has_its_own_language() -> None:
    with use_language(GERMAN), ThreadPoolExecutor(1) as pool:
        assert pool.submit(say, "nobody").result() == "nobody"
