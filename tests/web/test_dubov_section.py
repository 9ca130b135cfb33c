"""Sections by the Dubov systems, as the desk and the public pages show it."""

from __future__ import annotations

import re

from tests.web.desk_client import event_with_round, new_event, words


def test_a_section_is_run_at_the_desk_and_its_averages_are_published(visitor):
    section = event_with_round(visitor, "fide_dubov_2026", rounds=3)
    visitor.send(f"{section}/results/1", t1="1", t2="0", t3="5")
    visitor.send(f"{section}/pairing", publish="1")

    first, second = visitor.text(f"{section}/rounds/1"), visitor.text(f"{section}/rounds/2")

    assert "Nobody in the bracket of 0 points has played yet" in first
    assert "White is due to" in second
    assert "whose turn it is by ARO" in second
    assert "floats up to the bracket of" in second
    assert "met in round 1 (2.1.1 C1)" in visitor.text(f"{section}/why-not?a=1&b=4&round=2")
    assert "ARO" in visitor.text("/p/spring-open/main/averages.html")
    checked = visitor.text(f"{section.rpartition('/s/')[0]}/check")
    assert checked.count("as the rules pair it") == 2
    assert "cannot be proved yet" in first


def test_an_unrated_player_is_named_where_the_round_is_paired(visitor):
    section = new_event(visitor, "fide_dubov_2026")
    lines = "Adams; 2100\nBaker; 2000\nClark\nDavis; 1900"
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")

    asked = visitor.send(f"{section}/close-entries")
    assert "Clark has no rating: until the Chief Arbiter gives a provisional one" in words(asked)
    visitor.send_again(asked)
    visitor.send(f"{section}/check-in", all="1")

    assert "a player without a rating" in words(visitor.send(f"{section}/pairing", publish="1"))


def test_a_round_says_what_its_proof_means_and_the_check_follows_it(visitor):
    section = event_with_round(visitor, "dubov_1997")

    shown = visitor.text(f"{section}/rounds/1")
    checked = visitor.text(f"{section.rpartition('/s/')[0]}/check")

    assert "Proved: a checker that knows nothing of the engine" in shown
    assert "as the rules pair it" in checked
    assert re.search(r"as the rules pair it *proved", checked)
