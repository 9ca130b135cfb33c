"""Every system names its table of articles about people; authorities have office and name."""

from __future__ import annotations

import pytest

from topboard.errors import BadInput
from topboard.event.governance import SILENT, governance_of
from topboard.event.governance.objections import Authority, authority_in
from topboard.rules.systems import SYSTEMS, system


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_names_a_table_that_is_there(name: str) -> None:
    governance = governance_of(name)

    assert system(name).governance
    assert governance.general
    assert governance is not SILENT


def test_what_is_no_system_has_the_general_rules_only() -> None:
    assert governance_of("") is SILENT


# --- authorities ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["president", "president:", "king:Arthur", ":x"])
def test_an_authority_has_an_office_and_a_name(text: str) -> None:
    with pytest.raises(BadInput, match="OFFICE:NAME"):
        authority_in(text)


def test_an_authority_is_written_as_it_is_read() -> None:
    one = authority_in("president: Anna Bell")

    assert isinstance(one, Authority)
    assert authority_in(str(one)) == one
