"""Every system names its table of articles about people, and the table is there."""

from __future__ import annotations

import pytest

from topboard.event.governance import SILENT, governance_of
from topboard.rules.systems import SYSTEMS, system


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_names_a_table_that_is_there(name: str) -> None:
    governance = governance_of(name)

    assert system(name).governance
    assert governance.general
    assert governance is not SILENT


def test_what_is_no_system_has_the_general_rules_only() -> None:
    assert governance_of("") is SILENT
