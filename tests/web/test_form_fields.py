"""The macros for fields: what was typed comes back, problems stand at fields, no form forgets."""

from __future__ import annotations

import re

import pytest
from jinja2 import nodes
from playwright.sync_api import expect

from tests.sample_event import create_sample_event
from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import Visitor, event_with_entries, new_event, serve_folder, words
from tests.web.page_forms import fill, forms_of
from tests.web.test_pages import OPEN, SHOWN, TEAMS
from topboard.errors import Problem
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository
from topboard.web.forms import PostedForm
from topboard.web.request_context import jinja_environment
from topboard.web.submitted_form import FormRefusal, SubmittedForm

IMPORT = (
    '{% from "fields.html" import checkbox, file, folded, hidden_field, number, password, '
    "post_form, radio_group, select, text, textarea with context %}"
)


def sent_form(*said: tuple[str, str], problems: tuple[Problem, ...] = ()) -> SubmittedForm:
    """A form that was sent to /go from the page /page, and refused."""
    return SubmittedForm(
        PostedForm(said), "/go", "/page?part=2", FormRefusal("Nothing was saved", problems)
    )


def render(template: str, form: SubmittedForm | None = None) -> str:
    """A page of such a template."""
    made = jinja_environment().from_string(IMPORT + template)
    return made.render(form=form or SubmittedForm())


def render_form(fields: str, *said: tuple[str, str], problems: tuple[Problem, ...] = ()) -> str:
    """The form with these fields, as it comes back."""
    template = f'{{% call post_form("/go") %}}{fields}{{% endcall %}}'
    return render(template, sent_form(*said, problems=problems))


# --- what was typed -----------------------------------------------------------------------------


def test_a_page_that_was_not_submitted_shows_its_given_values():
    page = render(
        '{% call post_form(class="stack", data_x_y="1") %}'
        '{{ text("city", "City", "Bern", help="how", required=true, list=none) }}{% endcall %}'
    )

    assert page.strip() == (
        '<form method="post" class="stack" data-x-y="1"><label>City '
        '<input name="city" value="Bern" required aria-describedby="how"></label></form>'
    )


def test_typed_html_is_escaped():
    typed = """<script>"x" & 'y'</script>"""
    fields = '{{ text("city", "City") }}{{ textarea("notes", "Notes") }}'

    page = render_form(fields, ("city", typed), ("notes", f"\n{typed}\r\nend"))

    assert "<script>" not in page
    (form,) = forms_of(page)
    assert [one.shown for one in form.typed] == [typed, f"\n{typed}\nend"]


def test_check_boxes_stay_as_the_user_left_them():
    fields = (
        '{{ checkbox("told", "Told", checked=true) }}{{ checkbox("agreed", "Agreed") }}'
        '{% for n in (1, 2, 3) %}{{ checkbox("whom", n, n, checked=n == 1) }}{% endfor %}'
    )

    (form,) = forms_of(render_form(fields, ("agreed", "on"), ("whom", "2"), ("whom", "3")))

    assert [one.is_ticked for one in form.typed] == [False, True, False, True, True]


def test_a_radio_group_shows_the_submitted_or_the_default_choice():
    fields = '{{ radio_group("colour", "Colour", (("w", "White"), ("b", "Black")), "w") }}'

    (sent,) = forms_of(render_form(fields, ("colour", "b")))
    (not_sent,) = forms_of(render_form(fields))

    assert [one.is_ticked for one in sent.typed] == [False, True]
    assert [one.is_ticked for one in not_sent.typed] == [True, False]


def test_several_choices_from_a_list_are_kept():
    fields = '{{ select("days", "Days", ("Fri", "Sat", "Sun"), ("Fri",), multiple=true) }}'

    page = render_form(fields, ("days", "Sat"), ("days", "Sun"))

    assert re.findall(r'<option value="(\w+)" selected>', page) == ["Sat", "Sun"]


def test_a_choice_that_is_not_offered_is_reported_and_changes_no_other_field():
    fields = '{% for now in ("a", "b") %}{{ select("code", "Code", ("a", "b"), now) }}{% endfor %}'

    page = render_form(fields, ("code", "<zz>"), ("code", "a"))

    (form,) = forms_of(page)
    assert [one.shown for one in form.typed] == ["a", "a"]
    assert (
        "These values no longer have a field on this page:</p>\n<ul><li>&lt;zz&gt;</li></ul>"
        in page
    )


def test_fields_with_the_same_name_receive_typed_values_in_order():
    fields = '{% for day in ("1", "2", "3") %}{{ text("day", "", day) }}{% endfor %}'

    (form,) = forms_of(render_form(fields, ("day", "x"), ("day", ""), ("day", "z")))
    (fewer,) = forms_of(render_form(fields, ("day", "x")))
    more = render_form(fields, *(("day", text) for text in "wxyz"))

    assert [one.shown for one in form.typed] == ["x", "", "z"]
    assert [one.shown for one in fewer.typed] == ["x", "2", "3"]
    assert "<ul><li>z</li></ul>" in more


def test_a_typed_value_without_a_field_is_reported_and_a_hidden_one_is_not():
    fields = '{{ text("city", "City") }}{{ hidden_field("round", 3) }}'
    said = [("city", "Bern"), ("hall", "Barn"), ("round", "2"), ("token", "t"), ("declined", "1")]

    page = render_form(fields, *said)

    assert "<ul><li>Barn</li></ul>" in page
    assert 'name="round" value="3"' in page


def test_files_and_passwords_are_never_filled_in():
    fields = '{{ file("file", "File") }}{{ password("password", "Password") }}{{ text("a", "A") }}'

    page = render_form(fields, ("password", "secret"), ("file", "secret"), ("a", "x"))

    assert "secret" not in page


def test_only_the_submitted_form_is_filled_in():
    template = "".join(
        f'{{% call post_form("{action}", when=form.has_field("{mark}")) %}}'
        f'{{{{ text("city", "City") }}}}{{{{ text("{mark}", "") }}}}{{% endcall %}}'
        for action, mark in (("/other", "a"), ("/go", "b"), ("/go", "a"), ("/go", "a"))
    )

    page = render(template, sent_form(("city", "Bern"), ("a", "1")))

    assert [form.typed[0].shown for form in forms_of(page)] == ["", "", "Bern", ""]
    assert page.count('id="not-done"') == 1
    assert page.count('name="came_from" value="/page?part=2"') == 1


def test_a_field_after_the_form_is_not_filled_in():
    template = '{% call post_form("/go") %}{{ text("city") }}{% endcall %}{{ text("city") }}'

    page = render(template, sent_form(("city", "Bern"), ("city", "Basel")))

    assert page.endswith('<input name="city" value="">')


@pytest.mark.parametrize(("role", "filled"), [("arbiter", "Anna"), ("", "")])
def test_a_refused_removal_does_not_fill_in_the_form_for_naming_members(role, filled):
    template = (
        '{% from "parts.html" import member_form, members_table with context %}'
        '{{ members_table(members, "/go", shown, "t", true) }}{{ member_form("/go", roles, "t") }}'
    )
    roles = [("chief", "Chief"), ("arbiter", "Arbiter")]
    form = sent_form(("account", "Anna"), ("role", role))

    page = (
        jinja_environment()
        .from_string(template)
        .render(form=form, members=[], roles=roles, shown=str)
    )

    assert forms_of(page)[-1].typed[0].shown == filled
    assert form.is_filled == bool(filled)


def test_a_form_without_an_action_keeps_the_address_of_its_page():
    form = SubmittedForm(PostedForm([("city", "Bern")]), "/page", "/page?part=2")

    page = render('{% call post_form() %}{{ text("city", "City") }}{% endcall %}', form)

    assert '<form method="post" action="/page?part=2">' in page
    assert form.is_filled


def test_a_collapsed_part_is_open_if_something_was_typed_in_it():
    template = (
        '{% call folded("Outside") %}{% call post_form("/go") %}'
        '{% call folded("Typed") %}{{ text("city", "") }}{% endcall %}'
        '{% call folded("Wrong") %}{{ text("hall", "", "Barn") }}{% endcall %}'
        '{% call folded("As it was") %}{{ text("land", "") }}{% endcall %}'
        "{% endcall %}{% endcall %}"
    )
    said, wrong = (("city", "Bern"), ("hall", "Barn")), Problem("too small", "hall", "Barn")

    opened = re.findall(
        r"<details open><summary>([\w ]+)<", render(template, sent_form(*said, problems=(wrong,)))
    )

    assert opened == ["Outside", "Typed", "Wrong"]
    assert "open" not in render(template)


def test_the_cursor_goes_to_the_error_summary_and_not_to_a_field():
    field = '{{ text("city", "City", autofocus=true) }}'

    assert 'value="" autofocus>' in render(field)
    page = render_form(field, ("city", "Bern"))
    assert re.findall(r"<(\w+)[^>]* autofocus", page) == ["div"]


def test_a_form_in_which_nothing_was_typed_counts_as_empty():
    form = sent_form(("city", "Bern"))

    render('{% call post_form("/go") %}{{ text("city", "City", "Bern") }}{% endcall %}', form)

    assert not form.is_filled


# --- what is wrong ------------------------------------------------------------------------------


def test_a_problem_appears_at_its_field_and_the_summary_links_to_it():
    problem = Problem("<not> a number", "First round", "x", "write 3")
    fields = '{{ text("city", "City") }}{{ number("round", "Round", 1, help="how") }}'

    page = render_form(fields, ("city", "x y"), ("round", "x"), problems=(problem,))

    assert (
        'inputmode="numeric" aria-describedby="how problem-1" aria-invalid="true"'
        ' id="field-problem-1"><small class="wrong" id="problem-1">'
        "&lt;not&gt; a number<br>write 3</small></label>"
    ) in page
    assert (
        '<li><a href="#field-problem-1"><b>First round:</b> &lt;not&gt; a number: <q>x</q></a>'
        "<br><small>write 3</small></li>"
    ) in page
    assert page.count("aria-invalid") == 1


def test_a_problem_of_a_repeated_field_appears_at_the_one_it_quotes():
    fields = '{% for n in (1, 2, 3) %}{{ text("rating", "", n) }}{% endfor %}'
    problems = (Problem("invalid rating", "rating", "strong"), Problem("too much", "", "9999"))
    said = [("rating", "2000"), ("rating", "strong"), ("rating", "9999")]

    (form,) = forms_of(render_form(fields, *said, problems=problems))

    described = [one.attributes.get("aria-describedby") for one in form.typed]
    assert described == [None, "problem-1", "problem-2"]


def test_both_problems_of_a_field_describe_it():
    problems = (Problem("too long", "city"), Problem("no such city", "city"))

    page = render_form('{{ text("city", "City") }}', ("city", "x"), problems=problems)

    assert 'aria-describedby="problem-1 problem-2"' in page
    assert page.count('href="#field-problem-1"') == 2
    assert page.count('<small class="wrong"') == 2


def test_a_problem_without_a_field_appears_only_in_the_summary():
    problems = (Problem("the hall is closed", "hall", "x"), Problem("twice", "", "x"))

    page = render_form(
        '{{ text("city", "") }}{{ text("land", "") }}',
        *(("city", "x"), ("land", "x")),
        problems=problems,
    )

    assert "aria-invalid" not in page
    assert "<li><b>hall:</b> the hall is closed: <q>x</q></li>" in page


def test_the_summary_leads_to_the_field_in_a_browser(address, visitor, open_page):
    section = event_with_entries(visitor, "olympiad_2022")
    page = open_page(address, width=390, reduced_motion="reduce")
    page.goto(f"{section}/entries/1")
    page.locator("[name=member_rating]").nth(2).fill("strong")
    page.get_by_role("button", name="Save").click()

    expect(page.locator("#not-done")).to_be_focused()
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#not-done a").click()
    wrong = page.locator("[name=member_rating]").nth(2)
    expect(wrong).to_be_focused()
    expect(wrong).to_have_value("strong")
    expect(wrong).to_have_accessible_description(re.compile("invalid rating"))


# --- no form forgets ----------------------------------------------------------------------------

FIELD = re.compile(r'<(?:input(?![^>]*type="hidden")|select|textarea)\b')
GET_FORM = re.compile(r'<form method="get".*?</form>', re.S)
ANSWERS = {"authority.html", "confirm.html"}
"""Pages that ask for more after a form: they have no address, and keep what they got."""
MACROS = {
    "text",
    "number",
    "date",
    "time",
    "textarea",
    "select",
    "checkbox",
    "radio",
    "radio_group",
}
NAMES = jinja_environment().list_templates()


def source_of(name: str) -> str:
    """A template without its comments."""
    loader = jinja_environment().loader
    assert loader is not None
    return re.sub(r"\{#.*?#\}", "", loader.get_source(jinja_environment(), name)[0], flags=re.S)


@pytest.mark.parametrize("name", sorted({*NAMES} - {"fields.html"}))
def test_every_field_of_a_form_that_writes_is_rendered_by_a_macro(name):
    assert FIELD.findall(GET_FORM.sub("", source_of(name))) == []


@pytest.mark.parametrize("name", sorted({*NAMES} - ANSWERS - {"fields.html"}))
def test_a_form_with_fields_is_rendered_by_its_macro(name):
    written = re.findall(r'<form method="post".*?</form>', source_of(name), re.S)
    called = {word for form in written for word in re.findall(r"(\w+)\(", form)}
    assert called & {*MACROS, "player_fields", "seat_fields", "section_fields", "tile"} == set()


def post_forms(name: str) -> list[nodes.CallBlock]:
    """The forms of a template that are made by the macro."""
    blocks = jinja_environment().parse(source_of(name)).find_all(nodes.CallBlock)
    return [b for b in blocks if getattr(b.call.node, "name", "") in ("post_form", "decide")]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_form_knows_its_hidden_fields_and_buttons(name):
    """Else what they send would be told as something that has no field any more."""
    parsed = jinja_environment().parse(source_of(name))
    inside = [parsed] if name in ("section_fields.html", "tiles.html") else post_forms(name)
    raw = [data.data for block in inside for data in block.find_all(nodes.TemplateData)]
    assert [text for text in raw if re.search(r'<(input|button)[^>]* name="\w', text)] == []


@pytest.mark.parametrize("name", sorted({*NAMES} - {"parts.html"}))
def test_a_page_shown_at_its_form_address_links_to_itself(name):
    """A page that was refused stands where its form was sent: links say their whole address."""
    if any(block.call.args for block in post_forms(name)):
        assert not re.search(r'href="\?|other_parts\(', source_of(name))
        assert re.findall(r'<form method="get"(?! action=)', source_of(name)) == []


# --- every form of the desk ---------------------------------------------------------------------


def send_stale(visitor: Visitor, path: str, action: str, said: list[tuple[str, str]]):
    """Send a form as after a start of the desk with another key: it is refused as it is."""
    data: dict[str, list[str]] = {}
    for name, value in said:
        data.setdefault(name, []).append("stale" if name == "token" else value)
    headers = {"Referer": str(visitor.http.base_url).rstrip("/") + path}
    return visitor.http.post(action, data=data, headers=headers)


def check_forms(visitor: Visitor, path: str) -> set[str]:
    """Fill every form of a page, and look whether it comes back so, and no other; their actions."""
    page = visitor.get(path).text
    tried = set()
    for place in range(len(forms_of(page))):
        before = forms_of(page, path.partition("?")[0])
        form, shown = before[place], [one.shown for one in before]
        said = list(fill(form))
        if form.shown == shown[place]:
            continue
        answer = send_stale(visitor, path, form.action, said)
        assert answer.status_code == 422, (path, form.action)
        assert "no longer have a field" not in words(answer), (path, form.action)
        after = forms_of(answer.text, form.action)
        shown[place] = form.shown
        assert [one.shown for one in after] == shown, (path, form.action)
        tried.add(re.sub(r"/\d+(?=/|$)", "/N", re.sub("^/e/[^/]+(/s/[^/]+)?", "", form.action)))
    return tried


RULINGS = ("bye", "except", "expel", "forbid", "imaginary", "lift", "points", "suspend", "table")
DECISIONS = {f"/decisions/{kind}" for kind in RULINGS}


def test_every_form_of_the_desk_is_shown_again_as_it_was_submitted(tmp_path):
    repository = FolderRepository(tmp_path)
    create_sample_event(repository)
    repository.accounts.add_user("Ann", Role.CHIEF, "correct horse")
    tried = set()
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        # Where nobody signs in, the page of the own account leads to all accounts.
        shown = [path for path in SHOWN if path != "/account"]
        for path in (*shown, f"{OPEN}/decisions", f"{TEAMS}/lots"):
            tried |= check_forms(visitor, path)
    assert tried == DECISIONS | {
        "/absent",
        "/accounts",
        "/accounts/remove",
        "/accounts/role",
        "/accounts/tokens",
        "/categories",
        "/categories/label",
        "/decisions/protest",
        "/details",
        "/entries",
        "/entries/N",
        "/entries/N/erase",
        "/entries/N/withdraw",
        "/entries/paste",
        "/erase",
        "/history/undo",
        "/lots/record",
        "/byes",
        "/line-ups/N",
        "/line-ups/deadline",
        "/ratings",
        "/network/open",
        "/new",
        "/new-section",
        "/prizes",
        "/results/N",
        "/results/N/N",
        "/results/N/phones",
        "/rounds/N/change",
        "/schedule",
        "/settings",
        "/sign-in",
        "/take-over",
        "/template",
    }


def test_a_refused_button_fills_in_no_form_with_the_same_action(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    said = [("number", "1"), ("round", "2"), ("from", "entry"), ("cancel", "1"), ("token", "")]

    answer = send_stale(visitor, f"{section}/entries/1", f"{section}/absent", said)

    assert answer.status_code == 422
    assert 'name="worth"' not in answer.text


@pytest.mark.parametrize(
    ("system", "more"),
    [("cfc_swiss", {"/decisions/request"}), ("olympiad_2022", {"/check-in"})],
)
def test_forms_of_other_stages_are_also_shown_again_as_submitted(visitor, system, more):
    before = new_event(visitor, system, name="Not closed")
    for name, region in (
        ("Ash", "North"),
        ("Birch", "North"),
        ("Cedar", "South"),
        ("Elm", "South"),
    ):
        visitor.send(f"{before}/entries", name=name, region=region)
    section = event_with_entries(visitor, system)
    tried = set()
    for path in ("entries", "check-in", "manual", "settings", "lots"):
        tried |= check_forms(visitor, f"{section}/{path}")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")
    published = re.findall(
        r'href="([^"]+/history/\d+/undo)"', visitor.get(f"{section}/../../history").text
    )
    rulings = (f"{before}/entries", f"{before}/decisions")
    for path in (*rulings, f"{section}/results/1", published[0]):
        tried |= check_forms(visitor, path)
    # One for numbers, and one for each region.
    requests = re.findall(
        'action="[^"]+/decisions/request"', visitor.get(f"{before}/decisions").text
    )
    assert len(requests) == (3 if system == "cfc_swiss" else 0)
    assert tried == DECISIONS | more | {
        "/announce",
        "/entries",
        "/entries/paste",
        "/erase",
        "/history/undo",
        "/lots/record",
        "/manual",
        "/results/N",
        "/results/N/phones",
        "/settings",
    }
