"""The addresses that phones get: one that they can open, or a plain word that there is none."""

from __future__ import annotations

import re
import socket

import pytest

from tests.web.desk_client import Visitor, event_with_round, serve_folder, words
from topboard.cli import main
from topboard.cli.desk_server import DeskServer
from topboard.web.network_address import find_own_network_address, is_only_this_computer

REACHABLE = "http://192.0.2.7:8000/"


@pytest.fixture
def reachable(tmp_path):
    """A desk that this computer opens as 127.0.0.1, and phones by its address in the network."""
    with serve_folder(tmp_path, network_address=REACHABLE) as address:
        yield Visitor(address)


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("localhost", True),
        ("desk.localhost", True),
        ("[::1]", True),
        ("0.0.0.0", True),
        ("192.168.1.5", False),
        ("desk.example.org", False),
    ],
)
def test_some_hosts_always_mean_the_computer_itself(host, told):
    assert is_only_this_computer(host) is told


def test_this_computer_sees_the_steps_for_opening_the_desk_to_the_network(visitor, tmp_path):
    told = visitor.text("/network")
    assert "Only this computer can open 127.0.0.1:" in told
    assert "Add an account for yourself" in told
    assert f"topboard serve {tmp_path} --host 0.0.0.0 --port" in told


def test_a_qr_code_that_phones_cannot_open_is_not_shown(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    event = section.partition("/s/")[0]
    public = section.replace("/e/", "/p/").replace("/s/", "/")
    code = visitor.get(f"{public}/qr.svg").text
    assert "Phones cannot open 127.0.0.1:" in code
    assert "<path" not in code
    assert "qr.svg" not in visitor.get(f"{public}/").text
    assert "qr.svg" not in visitor.get(f"{public}/hall-1.html").text
    assert "only this computer can open this address" in visitor.text(event)
    visitor.send(f"{section}/results/1", f"{section}/results/1/phones", mode="accept")
    assert "Phones cannot open these links" in visitor.text(f"{section}/results/1")
    assert "<svg" not in visitor.get(f"{section}/paper/result-slips.html?number=1").text


def test_qr_codes_contain_the_network_address(reachable):
    section = event_with_round(reachable, "fide_dutch_2026")
    public = section.replace("/e/", "/p/").replace("/s/", "/")
    assert f"<title>{REACHABLE}{public[1:]}/</title>" in reachable.get(f"{public}/qr.svg").text
    assert "qr.svg" in reachable.get(f"{public}/").text
    assert f"<title>{REACHABLE}p/</title>" in reachable.get("/network/qr.svg").text
    assert REACHABLE in reachable.text("/network")
    assert f"{REACHABLE}p/spring-open/" in reachable.text(section.partition("/s/")[0])
    reachable.send(f"{section}/results/1", f"{section}/results/1/phones", mode="accept")
    assert f"{REACHABLE}report/" in reachable.get(f"{section}/results/1").text
    assert "Phones cannot open" not in words(reachable.get(f"{section}/results/1"))
    assert "<svg" in reachable.get(f"{section}/paper/result-slips.html?number=1").text


def test_a_captain_gets_a_link_that_a_phone_can_open(reachable):
    section = event_with_round(reachable, "olympiad_2022")
    reachable.send(f"{section}/line-ups/links")
    assert f"{REACHABLE}captain/spring-open/" in reachable.get(f"{section}/line-ups/links").text
    assert f"<title>{REACHABLE}captain/" in reachable.get(f"{section}/line-ups/links/1.svg").text


def test_the_serve_command_says_which_address_other_devices_open(tmp_path, capsys, monkeypatch):
    """The command is real but for the loop of the server."""
    monkeypatch.setattr(DeskServer, "run", lambda _, app, listening: served.append(app))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    monkeypatch.setattr("sys.stdin.readline", lambda: "correct horse battery\n")
    served: list = []
    assert main(["serve", str(tmp_path), "--add-user", "Ann", "chief"]) == 0
    assert main(["serve", str(tmp_path), "--host", "0.0.0.0", "--port", "0"]) == 0
    own, out = find_own_network_address(), capsys.readouterr().out
    port = re.search(r"The desk is running at http://localhost:(\d+)/", out)[1]
    expected = f"http://{own}:{port}/" if own else ""
    assert served[0].state.app_state.network_address == expected
    assert ("Other devices in your network open" in out) is bool(own)
    if own:
        # It is an address of this computer: a socket can be bound to it.
        with socket.socket() as bound:
            bound.bind((own, 0))


def test_with_a_host_name_the_desk_shows_no_other_address(tmp_path, monkeypatch):
    monkeypatch.setattr(DeskServer, "run", lambda _, app, listening: served.append(app))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    monkeypatch.setattr("sys.stdin.readline", lambda: "correct horse battery\n")
    served: list = []
    main(["serve", str(tmp_path), "--add-user", "Ann", "chief"])
    main(["serve", str(tmp_path), "--host", "0.0.0.0", "--name", "desk.example.org", "--port", "0"])
    assert served[0].state.app_state.network_address == ""
