"""Every system names its table of articles about people; authorities have office and name."""

from __future__ import annotations

import pytest

from tests.event.sessions import SECTION, dutch_event
from topboard.errors import BadInput
from topboard.event.actions import ChangePublished
from topboard.event.policy import SILENT, Governance, governance_of_system
from topboard.event.policy.objections import Authority, Question, Weight, parse_authority
from topboard.systems.registry import SYSTEMS, system


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_names_an_existing_governance_table(name: str) -> None:
    governance = governance_of_system(name)

    assert system(name).governance
    assert governance.general
    assert governance is not SILENT


def test_an_unknown_system_has_only_the_general_rules() -> None:
    assert governance_of_system("") is SILENT


def is_lifted(governance: Governance, article: str) -> bool:
    """Whether somebody can decide otherwise than the article."""
    anybody = [Authority(office, "Anna Bell") for office in governance.offices]
    return any(lift(article, one) for lift in governance.lifts.values() for one in anybody)


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_change_ground_is_offered_that_every_office_is_refused(
    name: str,
) -> None:
    play = dutch_event("fide_dutch_2026")
    play.publish()
    governance = governance_of_system(name)
    for ground in governance.grounds:
        act = ChangePublished(SECTION, 1, (), None, ground)
        for article, rule in governance.acts.items():
            for objection in rule(Question(play.event, play.section, act), article):
                if "changed only where" in objection.words and objection.weight is Weight.FORBIDS:
                    assert is_lifted(governance, article), ground


# --- authorities ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["president", "president:", "king:Arthur", ":x"])
def test_an_authority_has_an_office_and_a_name(text: str) -> None:
    with pytest.raises(BadInput, match="OFFICE:NAME"):
        parse_authority(text)


def test_a_written_authority_can_be_read_back() -> None:
    one = parse_authority("president: Anna Bell")

    assert isinstance(one, Authority)
    assert parse_authority(str(one)) == one
