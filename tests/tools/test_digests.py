"""The digests of answers: the same for the same code, another where an answer moved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tools.digests import generated, main, moved

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_same_event_gives_the_same_digests() -> None:
    case, found = generated(("cfc_swiss", 1))

    assert generated(("cfc_swiss", 1)) == (case, found)
    assert {"generated", "round 1: pairs", "round 5: why not", "standings", "trf26"} <= set(found)


def test_another_event_gives_others() -> None:
    _, one = generated(("dubov_1997", 20))
    _, other = generated(("dubov_1997", 21))

    assert one["round 1: pairs"] != other["round 1: pairs"]
    assert one["standings"] != other["standings"]


def test_an_answer_that_moved_or_is_gone_is_found() -> None:
    before = {"a": {"pairs": "1", "trf16": "2"}, "b": {"pairs": "3"}}
    after = {"a": {"pairs": "1", "trf16": "9"}}

    assert list(moved(before, before)) == []
    assert list(moved(before, after)) == [("a", "trf16"), ("b", "pairs")]


def test_the_comparison_tells_what_moved_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps({"cfc_swiss 1": {"standings": "1"}}))
    after.write_text(json.dumps({"cfc_swiss 1": {"standings": "2"}}))

    assert main(["compare", str(before), str(after)]) == 1
    assert "cfc_swiss                standings         1 moved" in capsys.readouterr().out
    assert main(["compare", str(before), str(before)]) == 0
