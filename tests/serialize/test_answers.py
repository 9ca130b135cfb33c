"""The JSON answer about a round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topboard.analysis.generate import Wishes, generate
from topboard.serialize import answers
from topboard.systems.registry import system


@pytest.mark.parametrize("name", ["dubov_1997", "fide_dutch_2026", "cfc_swiss"])
def test_every_floater_has_an_article(name: str) -> None:
    played = generate(system(name), 3, Wishes(competitors=21, rounds=5))
    floaters = [
        floater
        for count in range(1, len(played.rounds))
        for before in [replace(played, rounds=played.rounds[:count])]
        for floater in answers.pairing_to_json(before, system(name).pair(before))["floaters"]
    ]

    assert len(floaters) > 3
    assert [floater for floater in floaters if not floater["article"]] == []
