"""Two organisations on one host: nobody sees, reaches or changes anything of the other's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.hosted.passwords import PASSWORD
from tests.web.desk_client import Visitor, serve_repository
from topboard.cli import main
from topboard.event.search import AuditSearch
from topboard.event.session import ActionContext
from topboard.storage.organisations import ChangedBy, Membership
from topboard.storage.postgres import members
from topboard.storage.register import OF_MEMBERS, MembershipChange
from topboard.web import api
from topboard.web.accounts import Role, UserAccount
from topboard.web.app import PAGES
from topboard.web.hosted_repository import HostedRepository
from topboard.web.public import documents

if TYPE_CHECKING:
    from collections.abc import Iterator

BY = ChangedBy("administrator", "2026-08-01T10:00:00.000+00:00")
PEOPLE = ("olga", "carl", "dora", "eve", "fred")


@pytest.fixture
def repository(url: str, password_hash: str) -> Iterator[HostedRepository]:
    made = HostedRepository(url)
    for name in PEOPLE:
        made.accounts.store_account(name, UserAccount(Role.CHIEF, password_hash))
    for slug, officer in (("north", "olga"), ("south", "fred")):
        members.create_or_rename_organisation(made.host, slug, f"Chess of the {slug}", BY)
        members.set_organisation_member(made.host, slug, Membership(officer, "officer"), BY)
    members.set_organisation_member(made.host, "north", Membership("carl", "arbiter"), BY)
    members.set_organisation_member(made.host, "south", Membership("dora", "arbiter"), BY)
    yield made
    made.close()


@pytest.fixture
def address(repository: HostedRepository) -> Iterator[str]:
    with serve_repository(repository, open_to_all=False) as found:
        yield found
    Visitor.close_all()


def visitor_signed_in(address: str, name: str) -> Visitor:
    visitor = Visitor(address)
    answer = visitor.send("/sign-in", name=name, password=PASSWORD)
    assert answer.status_code == 200
    assert name in answer.text
    return visitor


def begin(visitor: Visitor, name: str) -> str:
    answer = visitor.send("/new", name=name, section="Open", system="fide_dutch_2026", rounds="5")
    assert answer.status_code == 200, answer.text
    found = re.search(r"/e/([a-z0-9-]+)", str(answer.url))
    assert found is not None
    return found[1]


def addresses(stem: str) -> Iterator[tuple[str, str]]:
    """Every address of the desk and the API that names an event, and with which method."""
    for router, prefix in (
        (api.router, "/api/v1"),
        *((one, "") for one in (*PAGES, documents.router)),
    ):
        for route in router.routes:
            path = prefix + getattr(route, "path", "")
            if "{event}" not in path:
                continue
            filled = path.replace("{event}", stem).replace("{section}", "open")
            filled = re.sub(r"\{(number|entry|round|table|step|a|b)\w*\}", "1", filled)
            for method in getattr(route, "methods", set()) - {"HEAD"}:
                yield method, re.sub(r"\{[^}]*\}", "x", filled)


def test_no_address_reaches_anything_of_the_other_organisation(address: str) -> None:
    carl, dora = visitor_signed_in(address, "carl"), visitor_signed_in(address, "dora")
    stem = begin(carl, "Northern Lights Open")
    assert stem == "northern-lights-open"

    walked = [*addresses(stem)]
    assert len(walked) > 90
    token = re.search(r'name="token" value="([^"]+)"', dora.get("/new").text)
    assert token is not None
    for method, path in walked:
        sent = {"data": {"token": token[1]}} if method == "POST" and "/api/" not in path else {}
        if method == "POST" and "/api/" in path:
            sent = {"json": {"act": "CloseEvent"}}  # type: ignore[dict-item]
        answer = dora.http.request(method, path, **sent)  # type: ignore[arg-type]
        assert answer.status_code == 404, f"{method} {path}: {answer.status_code}"
        assert "Northern" not in answer.text, path
        nowhere = dora.http.request(method, path.replace(stem, "nothing-here"), **sent)  # type: ignore[arg-type]
        assert nowhere.status_code == 404, f"{method} {path}"

    for page in ("/", "/?q=northern", "/audit", "/check-in", "/organisations"):
        assert "Northern" not in dora.get(page).text, page
        assert "carl" not in dora.get(page).text, page
    assert dora.get("/api/v1/events").json() == []
    assert "Northern" in carl.get("/").text
    assert carl.get(f"/api/v1/events/{stem}").json()["last"] == 2


def test_officers_see_all_events_of_the_organisation_and_arbiters_their_own(
    address: str,
) -> None:
    carl, olga, fred = (visitor_signed_in(address, name) for name in ("carl", "olga", "fred"))
    stem = begin(carl, "Arbiter's Cup")
    other = begin(olga, "Officer's Cup")

    assert olga.get(f"/e/{stem}").status_code == 200
    assert carl.get(f"/e/{other}").status_code == 404
    assert fred.get(f"/e/{stem}").status_code == 404
    assert {one["event"] for one in olga.get("/api/v1/events").json()} == {stem, other}


def test_a_form_that_is_sent_again_continues_where_it_was_interrupted(
    address: str, repository: HostedRepository
) -> None:
    """As after a connection that broke when the first entry was kept, and nothing more."""
    carl, name = visitor_signed_in(address, "carl"), "Northern Lights"
    repository.create(name, ActionContext("carl", BY.time), once="k")
    assert "Northern" not in carl.get("/").text

    for _ in range(2):
        answer = carl.send("/new", name=name, section="Main", rounds="5", once="k")
        assert answer.url.path == "/e/northern-lights/s/main"
    assert repository.list_event_slugs() == ["northern-lights"]
    assert members.list_organisation_events(repository.host, "north") == ["northern-lights"]
    assert members.find_role_in_event(repository.host, "carl", "northern-lights") == "chief"
    assert repository.event("northern-lights").snapshot().event.last == 2


def test_an_officer_is_called_an_officer_and_not_the_chief_arbiter(
    address: str, repository: HostedRepository
) -> None:
    carl, olga, eve = (visitor_signed_in(address, name) for name in ("carl", "olga", "eve"))
    stem = begin(carl, "Cup")

    def own_role(visitor: Visitor, page: str) -> str:
        found = re.search(r"<small>\((.+)\)</small>", visitor.get(page).text)
        assert found is not None
        return found[1]

    for page in ("/", "/organisations"):
        assert [own_role(one, page) for one in (olga, carl, eve)] == [
            "officer",
            "arbiter",
            "viewer",
        ]
    assert own_role(olga, f"/e/{stem}") == "officer"
    assert own_role(carl, f"/e/{stem}") == "chief arbiter"
    members.set_event_member(repository.host, stem, Membership("olga", "viewer"), BY)
    assert own_role(olga, f"/e/{stem}") == "officer"
    members.set_event_member(repository.host, stem, Membership("olga", "chief"), BY)
    assert own_role(olga, f"/e/{stem}") == "chief arbiter"


def test_the_chief_arbiter_adds_members_by_their_account_names(
    address: str, repository: HostedRepository
) -> None:
    carl, eve = visitor_signed_in(address, "carl"), visitor_signed_in(address, "eve")
    stem = begin(carl, "Open")
    page = f"/e/{stem}/members"
    assert eve.get(f"/e/{stem}").status_code == 404

    answer = carl.send(page, account="eve", role="viewer")
    assert "eve now has the role viewer." in answer.text
    assert eve.get(f"/e/{stem}/s/open").status_code == 200
    assert "Close event" not in eve.get(f"/e/{stem}").text
    assert eve.send(f"/e/{stem}", f"/e/{stem}/close").status_code == 403
    assert eve.send(page, account="eve", role="chief").status_code == 403

    assert carl.send(page, account="nobody", role="deputy").status_code == 422
    refused = carl.send(page, account="carl", role="")
    assert refused.status_code == 422
    assert "This is the last chief arbiter of the event" in refused.text
    carl.send(page, account="eve", role="")
    assert eve.get(f"/e/{stem}").status_code == 404

    told = carl.text("/audit?kind=members")
    assert "eve: viewer carl" in told
    assert "eve: no longer a member carl" in told


def test_officers_add_members_and_the_last_officer_cannot_be_removed(address: str) -> None:
    olga, carl = visitor_signed_in(address, "olga"), visitor_signed_in(address, "carl")
    assert (
        carl.send(
            "/organisations", "/organisations/north", account="carl", role="officer"
        ).status_code
        == 403
    )
    assert (
        olga.send(
            "/organisations", "/organisations/south", account="olga", role="officer"
        ).status_code
        == 403
    )
    refused = olga.send("/organisations", "/organisations/north", account="olga", role="arbiter")
    assert refused.status_code == 422
    assert "This is the last officer of the organisation" in refused.text
    olga.send("/organisations", "/organisations/north", account="carl", role="officer")
    assert (
        olga.send("/organisations", "/organisations/north", account="olga", role="").status_code
        == 200
    )
    assert "You are not a member of any organisation" in olga.text("/organisations")
    assert olga.get("/new").status_code == 403


def test_the_api_recognizes_the_same_members(address: str) -> None:
    stem = begin(visitor_signed_in(address, "carl"), "Open")
    for name, status in (("carl", 200), ("olga", 200), ("dora", 404), ("eve", 404)):
        answer = httpx.get(f"{address}/api/v1/events/{stem}", auth=(name, PASSWORD))
        assert answer.status_code == status, name


def test_membership_changes_are_listed_for_those_allowed_to_see_them(
    repository: HostedRepository, address: str
) -> None:
    carl, olga, dora = (visitor_signed_in(address, name) for name in ("carl", "olga", "dora"))
    stem = begin(carl, "Cup")
    carl.send(f"/e/{stem}/members", account="eve", role="viewer")

    told = olga.text("/audit")
    assert told.index("Cup Members eve: viewer carl") < told.index("Add section (fide_dutch_2026)")
    assert told.index("Add section (fide_dutch_2026)") < told.index("north Members carl: arbiter")
    assert "Assigned to north" in told
    assert "north Members Organisation created or renamed" in told
    assert "south" not in told
    others = dora.text("/audit")
    assert "south Members dora: arbiter" in others
    assert [word for word in ("Cup", "eve:", "north") if word in others] == []
    assert "eve: viewer" in olga.text("/audit?kind=members&who=carl&event=cup")
    assert "3 actions" in olga.text("/audit?kind=members&who=administrator")
    assert "Members eve" not in olga.text("/audit?kind=AddSection")
    assert "No actions match your search." in olga.text("/audit?kind=members&event=other")
    assert '<option value="administrator">' in olga.get("/audit").text


def test_membership_changes_are_kept_permanently(repository: HostedRepository) -> None:
    found, total = repository.search_index.audit_records(
        AuditSearch(kind=OF_MEMBERS), [], 0, 10, ["north"]
    )
    assert total == 3
    assert [one.membership for one in found] == [
        MembershipChange("north", "carl", "arbiter"),
        MembershipChange("north", "olga", "officer"),
        MembershipChange("north", "", ""),
    ]
    with (
        pytest.raises(Exception, match="never changed or removed"),
        repository.host.transaction() as connection,
    ):
        connection.exec_driver_sql("DELETE FROM membership_change")


def test_commands_create_organisations_and_add_members(
    url: str, repository: HostedRepository, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_host_command(*arguments: str) -> str:
        main(["host", *arguments])
        found = capsys.readouterr()
        return found.out + found.err

    assert "west: Chess of the west (0)" in run_host_command(
        "organisation", url, "west", "Chess of the west"
    )
    assert "There are no members yet." in run_host_command("member", url, "west")
    assert "eve: officer" in run_host_command("member", url, "west", "eve", "officer")
    assert "This is the last officer of the organisation" in run_host_command(
        "member", url, "west", "eve", "--remove"
    )
    assert "there is no such account: 'nobody'" in run_host_command(
        "member", url, "west", "nobody", "officer"
    )
    assert (
        "there is no such organisation: 'east'. Choose one of: north, south, west."
        in run_host_command("member", url, "east")
    )
    assert "the role is missing: 'eve'" in run_host_command("member", url, "west", "eve")
    assert "a role and --remove contradict each other: 'officer --remove'" in run_host_command(
        "member", url, "west", "eve", "officer", "--remove"
    )
    assert "no organisation or event is specified" in run_host_command("member", url)
    assert "too many arguments: 'west eve officer now'" in run_host_command(
        "member", url, "west", "eve", "officer", "now"
    )
    assert "there is no such role: 'king'" in run_host_command("member", url, "west", "eve", "king")
    assert "this is not a valid short name for an organisation" in run_host_command(
        "organisation", url, "Not A Word", "Name"
    )

    repository.create("Open", ActionContext("administrator", BY.time))
    run_host_command("organisation", url, "west", "--give", "open")
    assert "The event already belongs to an organisation" in run_host_command(
        "organisation", url, "north", "--give", "open"
    )
    assert "dora: chief" in run_host_command("member", f"{url}#open", "dora", "chief")
    assert members.list_visible_events(repository.host, "eve") == ["open"]
    assert members.find_role_in_event(repository.host, "dora", "open") == "chief"
