"""Sections by the Dubov systems, as the desk and the public pages show it."""

from __future__ import annotations

import re

from tests.web.desk_client import event_with_round, new_event, words


def test_a_section_is_run_at_the_desk_and_its_averages_are_published(visitor):
    section = event_with_round(visitor, "fide_dubov_2026", rounds=3)
    visitor.send(f"{section}/results/1", t1="1", t2="0", t3="5")
    visitor.send(f"{section}/pairing", publish="1")

    first, second = visitor.text(f"{section}/rounds/1"), visitor.text(f"{section}/rounds/2")

    assert "No one in the 0-point bracket has played yet" in first
    assert "the players with a preference for White are in G1 and the others are in G2" in second
    assert "next in S1 with an ARO of" in second
    assert "with 0 points upfloats to the ½-point bracket" in second
    assert "met in round 1 (2.1.1 C1)" in visitor.text(f"{section}/why-not?a=1&b=4&round=2")
    assert "ARO" in visitor.text("/p/spring-open/main/averages.html")
    checked = visitor.text(f"{section.rpartition('/s/')[0]}/check")
    assert checked.count("matches the rules") == 2
    assert "cannot be proved yet" in first


def test_an_unrated_player_is_named_where_the_round_is_paired(visitor):
    section = new_event(visitor, "fide_dubov_2026")
    lines = "Adams; 2100\nBaker; 2000\nClark\nDavis; 1900"
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")

    asked = visitor.send(f"{section}/close-entries")
    assert (
        "Clark has no rating. No round can be paired until the Chief Arbiter assigns a provisional "
        "one (1.1.1)." in words(asked)
    )
    visitor.send_again(asked)
    visitor.send(f"{section}/check-in", all="1")

    assert "this player has no rating" in words(visitor.send(f"{section}/pairing", publish="1"))


def test_a_round_explains_its_proof_and_the_check_confirms_it(visitor):
    section = event_with_round(visitor, "dubov_1997")

    shown = visitor.text(f"{section}/rounds/1")
    checked = visitor.text(f"{section.rpartition('/s/')[0]}/check")

    assert "Proved: an independent checker" in shown
    assert "matches the rules" in checked
    assert re.search(r"matches the rules *proved", checked)
