"""A section that is paired by another system at first, as the desk shows it."""

from __future__ import annotations

from tests.web.desk_client import event_with_round


def test_the_desk_marks_a_seeding_round(visitor):
    section = event_with_round(visitor, "fide_burstein_2026", rounds=3)
    visitor.send(f"{section}/results/1", t1="1", t2="0", t3="5")
    visitor.send(f"{section}/pairing", publish="1")

    first, second = visitor.text(f"{section}/rounds/1"), visitor.text(f"{section}/rounds/2")

    # Of three rounds the first is a seeding round.
    assert "in the 0-point bracket, where S1 is paired with S2 in order (C.04.3 4.2.1)." in first
    assert "Buchholz" not in first
    assert "who has the largest available number" in second
    assert "Float -1" in visitor.text(f"{section}/check-list?round=1")
    assert "BH SB" in visitor.text(f"{section}/check-list?round=2")
    assert "met in round 1 (2.1.1 C1)" in visitor.text(f"{section}/why-not?a=1&b=4&round=2")
    checked = visitor.text(f"{section.rpartition('/s/')[0]}/check")
    assert checked.count("matches the rules") == 2
