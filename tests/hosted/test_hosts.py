"""A host is set up in steps, refuses what it does not know, and says what is wrong with it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE
from topboard.errors import BadInput, CannotReadOrWrite, WrongVersion
from topboard.storage.addresses import (
    Address,
    format_address_without_password,
    hide_address_password_in_message,
    is_server_address,
    is_slug,
    make_slug_from_name,
    parse_address,
)
from topboard.storage.postgres import migrations as migrating
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import RIGHTS, Migration, load_migrations, set_up_server
from topboard.storage.session import JournalSession
from topboard.web.repository import find_free_slug

if TYPE_CHECKING:
    from tools.postgres import PostgresServer


# --- addresses ----------------------------------------------------------------------------------


def test_an_address_names_a_host_and_an_event() -> None:
    assert parse_address("postgresql://h/db#open-2026") == Address("postgresql://h/db", "open-2026")
    assert parse_address("postgresql://h/db") == Address("postgresql://h/db", "")
    assert is_server_address("postgres://h/db")
    assert not is_server_address("open.topboard")


@pytest.mark.parametrize("slug", ["", "Open", "-open", "a/b", "a" * 61, "ö"])
def test_a_slug_that_cannot_be_in_an_address_is_refused(slug: str) -> None:
    with pytest.raises(BadInput, match="lower-case letters, digits"):
        parse_address(f"postgresql://h/db#{slug}")


def test_a_second_event_with_the_same_long_name_also_has_a_slug() -> None:
    word = make_slug_from_name(
        "The Open Championship of all Villages on the Northern Shore of the Lake"
    )
    second = find_free_slug(word, lambda one: one != word)

    assert is_slug(word)
    assert is_slug(second)
    assert second.endswith("-2")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("postgresql://h/db", "postgresql://h/db"),
        ("postgresql://ann@h:5433/db#open", "postgresql://ann@h:5433/db#open"),
        ("postgresql://ann:s3cret@h/db#open", "postgresql://ann:***@h/db#open"),
        ("postgresql://ann:s3cr@et/x@h/db", "postgresql://ann:***@h/db"),
        ("postgresql://ann:s3#ret@h/db", "postgresql://ann:***@h/db"),
        ("postgresql://ann:s3cret/db", "postgresql://ann:***/db"),
        ("postgresql://[::1]:5432/db", "postgresql://[::1]:5432/db"),
        ("postgresql://h:5432,i:5433/db", "postgresql://h:5432,i:5433/db"),
        ("postgresql:///db?host=h&password=s3cret&user=a", "postgresql:///db?host=h&password=***&user=a"),
        ("event:s3cret.topboard", "event:s3cret.topboard"),
    ],
)  # fmt: skip
def test_a_password_is_never_shown(address: str, expected: str) -> None:
    assert format_address_without_password(address) == expected


def test_errors_of_the_driver_contain_no_password() -> None:
    url = "postgresql://ann:s3%40cret@h/db?password=other"

    told = hide_address_password_in_message(
        f"cannot use {url}: s3@cret, s3%40cret and other are wrong", url
    )

    assert told == ("cannot use postgresql://ann:***@h/db?password=***: ***, *** and *** are wrong")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret/db",
        "postgresql://ann:s3cret@[h/db",
        "postgresql://ann:s3cret%zz@h/db",
        "postgresql://ann:s3cret@h/db?nonsense=1",
        "postgresql://ann:s3cret@h:port/db",
    ],
)
def test_an_invalid_database_address_is_refused(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["host", "set-up", url]) == BAD_INPUT

    told = capsys.readouterr().err
    assert "this is not the address of a database" in told
    assert "Write postgresql://HOST:5432/DATABASE, with USER:PASSWORD@ before HOST." in told
    assert "s3cret" not in told


# --- away, or not what it should be -------------------------------------------------------------


def test_an_unreachable_database_is_named_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = "postgresql://ann:s3cret@127.0.0.1:1/db"

    assert main(["host", "set-up", address]) == FILE
    assert main(["event", "show", f"{address}#open"]) == FILE

    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    for line in told:
        assert "'postgresql://ann:***@127.0.0.1:1/db' does not answer" in line
        assert "Make sure that the database is running, then try again." in line
        assert "s3cret" not in line


def test_a_nonexistent_database_is_named(postgres: PostgresServer) -> None:
    with pytest.raises(
        CannotReadOrWrite, match=r'refused the connection .*"nowhere" does not exist'
    ):
        Host.open(postgres.url("nowhere"))


def test_an_unknown_database_user_is_reported(postgres: PostgresServer) -> None:
    with pytest.raises(CannotReadOrWrite, match=r'refused the connection .*"nobody_we_know"'):
        Host.open(postgres.url(user="nobody_we_know"))


def test_a_database_that_is_not_set_up_is_not_a_host(database: str) -> None:
    with pytest.raises(WrongVersion, match=r"not set up as a server .* Run topboard host set-up"):
        Host.open(database)


def test_a_missing_event_is_named(url: str) -> None:
    with pytest.raises(CannotReadOrWrite, match="no event 'open' on"):
        JournalSession.open(f"{url}#open")
    with pytest.raises(BadInput, match="the address names a server but no event"):
        JournalSession.open(url)


def test_a_failed_transaction_leaves_nothing_behind(host: Host) -> None:
    def add(slug: str) -> None:
        with host.transaction() as connection:
            connection.execute(text("INSERT INTO event (slug) VALUES ('open')"))
            connection.execute(text("INSERT INTO event (slug) VALUES (:slug)"), {"slug": slug})

    with pytest.raises(CannotReadOrWrite, match="The action was not saved"):
        add("NOT A SLUG")
    with host.open_read_snapshot() as connection:
        assert connection.execute(text("SELECT count(*) FROM event")).scalar() == 0

    add("closed")
    with host.open_read_snapshot() as connection:
        assert connection.execute(text("SELECT count(*) FROM event")).scalar() == 2


def test_reading_from_a_host_writes_nothing(host: Host) -> None:
    with (
        pytest.raises(CannotReadOrWrite, match="is read-only"),
        host.open_read_snapshot() as looking,
    ):
        looking.execute(text("INSERT INTO event (slug) VALUES ('open')"))


# --- steps --------------------------------------------------------------------------------------


def test_a_host_is_set_up_once(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host", "set-up", database]) == DONE
    first = capsys.readouterr().out.splitlines()
    assert main(["host", "set-up", database]) == DONE

    assert first[0] == "Applied step 1: journals"
    assert first[-1] == f"{database} is ready."
    assert capsys.readouterr().out.splitlines() == [f"{database} is ready."]


def test_every_migration_step_has_its_own_number() -> None:
    numbers = [step.number for step in load_migrations()]

    assert numbers[0] == 1
    assert numbers == sorted({*numbers})


def test_two_processes_that_set_up_at_once_wait_for_each_other(database: str) -> None:
    command = [sys.executable, "-m", "topboard", "host", "set-up", database]
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=60) for process in both]

    assert [process.returncode for process in both] == [DONE, DONE], told
    assert sorted("Applied step 1" in out for out, _ in told) == [False, True]


def test_a_host_with_a_newer_version_is_refused(
    url: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = Migration(load_migrations()[-1].number + 1, "newer", "CREATE TABLE newer (x integer)")
    with monkeypatch.context() as newest:
        newest.setattr(migrating, "load_migrations", lambda: [*load_migrations(), newer])
        with pytest.raises(WrongVersion, match=f"lacks step {newer.number} .newer."):
            Host.open(url)
        assert set_up_server(host).applied == (newer,)
        Host.open(url).close()

    with pytest.raises(WrongVersion, match="set up by a newer version of Topboard"):
        Host.open(url)
    with pytest.raises(WrongVersion, match="set up by a newer version of Topboard"):
        set_up_server(host)


def test_a_migration_step_that_was_changed_later_is_detected(
    url: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = load_migrations()
    changed = Migration(first.number, first.name, first.sql + "\n-- and more")
    monkeypatch.setattr(migrating, "load_migrations", lambda: [changed, *others])

    for opening in (lambda: Host.open(url), lambda: set_up_server(host)):
        with pytest.raises(WrongVersion, match="step 1 of its table setup differs"):
            opening()


def test_a_failed_migration_step_leaves_the_host_unchanged(
    url: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = load_migrations()
    steps = [
        *known,
        Migration(known[-1].number + 1, "good", "CREATE TABLE good (x integer)"),
        Migration(known[-1].number + 2, "bad", "CREATE TABLE bad (x integer); CREATE TABLE ("),
    ]
    with monkeypatch.context() as newest:
        newest.setattr(migrating, "load_migrations", lambda: steps)
        with pytest.raises(CannotReadOrWrite, match="syntax error"):
            set_up_server(host)

    Host.open(url).close()
    with host.open_read_snapshot() as connection:
        assert connection.execute(text("SELECT to_regclass('good')")).scalar() is None


# --- rights -------------------------------------------------------------------------------------


def test_the_rights_on_every_table_are_defined(host: Host) -> None:
    query = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    with host.open_read_snapshot() as connection:
        assert {*connection.execute(query).scalars()} == {*RIGHTS}


def test_a_role_gets_its_rights_regardless_of_its_name(
    postgres: PostgresServer, host: Host
) -> None:
    role = 'Web "Workers"'
    if not postgres.run_sql("SELECT 1 FROM pg_roles WHERE rolname = 'Web \"Workers\"'"):
        postgres.run_sql('CREATE ROLE "Web ""Workers"""')

    assert set_up_server(host, role).roles == (role,)
    assert set_up_server(host).roles == (role,)
    with host.transaction() as connection:
        connection.exec_driver_sql("DROP OWNED BY " + '"Web ""Workers"""')
    assert set_up_server(host).roles == ()


def test_a_missing_database_role_is_named(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host", "set-up", url, "--web-role", "nobody_we_know"]) == BAD_INPUT

    told = capsys.readouterr().err
    assert "there is no such role: 'nobody_we_know'" in told
    assert "CREATE ROLE nobody_we_know LOGIN" in told
