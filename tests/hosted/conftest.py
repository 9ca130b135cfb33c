"""A host for the tests: a database of its own, set up."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.hosted.passwords import PASSWORD
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import set_up_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.postgres import PostgresServer


@pytest.fixture(scope="session")
def template_database(postgres: PostgresServer) -> str:
    """The name of a database that is set up and that nobody uses: others are copies of it."""
    database = postgres.create_database()
    with Host(database) as host:
        set_up_server(host)
    return urlsplit(database).path.removeprefix("/")


@pytest.fixture
def url(postgres: PostgresServer, template_database: str) -> str:
    """The address of a host without events."""
    return postgres.create_database(like=template_database)


@pytest.fixture
def host(url: str) -> Iterator[Host]:
    """A host without events, open."""
    with Host.open(url) as opened:
        yield opened


@pytest.fixture(scope="session")
def password_hash() -> str:
    """The hash of the password of all accounts, made quickly."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
