"""The codes of records 202 and 212: read in any case, written in one form."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from topboard.errors import BadInput
from topboard.tiebreaks.codes import FORMS, Code, format_code, parse_code, parse_codes


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("bh:mp/p/c1", "BH:MP/C1/P"),
        ("mpvgp", "MPvGP"),
        ("SSSC/P/K4/F", "SSSC/K4/F/P"),
        ("KS/L3", "KS/L+3"),
        ("ks/l-2", "KS/L-2"),
        ("GE", "REP"),
        (" rtng/r ", "RTNG/R"),
        ("OTHER_blitz", "OTHER_blitz"),
    ],
)
def test_a_code_has_one_usual_form(text, usual):
    assert format_code(parse_code(text)) == usual


def test_the_modifiers_of_a_code_are_parsed_as_data():
    assert parse_code("BH:GP/C2/P") == Code("BH", "GP", cut=2, forfeits=True)
    assert parse_code("FB/M1") == Code("FB", median=1)


@pytest.mark.parametrize(
    "text",
    [
        "ESB",
        "EMMSB/M1",
        "WIN:GP",
        "SB:MP",
        "BH/K4",
        "BH/C0",
        "BH/",
        "BH/C1/M1",
        "BH/C1/C1",
        "TPR/P",
        "BH:XP",
        "BUCHHOLZ",
    ],
)
def test_an_invalid_code_is_refused_with_the_valid_ones(text):
    with pytest.raises(BadInput) as refused:
        parse_code(text)

    (problem,) = refused.value.problems
    assert problem.quoted == text
    assert problem.remedy


def test_an_invalid_list_reports_all_defects_at_once():
    with pytest.raises(BadInput) as refused:
        parse_codes("PTS,ESB,BH,WIN:GP")

    assert [problem.quoted for problem in refused.value.problems] == ["ESB", "WIN:GP"]


def test_the_list_in_a_record_is_read_back_unchanged():
    text = "PTS,EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP"

    assert ",".join(map(format_code, parse_codes(text))) == text


@st.composite
def codes(draw):
    form = draw(st.sampled_from([*FORMS.values()]))
    letters = draw(st.sets(st.sampled_from(form.modifiers))) if form.modifiers else set()
    number = st.integers(1, 99)
    return Code(
        form.name,
        draw(st.sampled_from(("", *form.scores))),
        cut=draw(number) if "C" in letters else 0,
        median=draw(number) if "M" in letters and "C" not in letters else 0,
        limit=draw(number) - 50 if "L" in letters else 0,
        factor=draw(number) if "K" in letters else 0,
        fore="F" in letters,
        forfeits="P" in letters,
        reverse="R" in letters,
    )


@given(codes())
def test_a_written_code_is_read_back(code):
    assert parse_code(format_code(code)) == code
    assert parse_code(format_code(code).lower()) == code
