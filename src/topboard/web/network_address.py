"""The address under which phones and other devices can open the desk."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from topboard.messages import say
from topboard.web.request_context import get_app_state

if TYPE_CHECKING:
    from fastapi import Request

ALL_INTERFACES = ("0.0.0.0", "::")
"""The hosts with which a desk listens on all network interfaces."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation, to which nothing is ever sent."""


def find_own_network_address() -> str:
    """Return the address of this computer in its local network, or "" if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Connecting a datagram socket sends nothing. It only chooses the interface.
            asked.connect(ELSEWHERE)
            found = str(asked.getsockname()[0])
        except OSError:
            return ""
    return "" if is_only_this_computer(found) else found


def is_only_this_computer(host: str) -> bool:
    """Return whether a host name always means the computer itself."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name)
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified


def find_phone_address(request: Request) -> str:
    """Return the address of the desk that phones can open, with a final slash.

    It is empty if only this computer can open the desk.
    """
    base = str(request.base_url)
    if not is_only_this_computer(urlsplit(base).hostname or ""):
        return base
    app_state = get_app_state(request)
    return app_state.network.address or app_state.network_address


def describe_unreachable_address(request: Request) -> tuple[str, str]:
    """Return two short lines for a picture that stands where a QR code would be."""
    host = urlsplit(str(request.base_url)).netloc
    return say("Phones cannot open {host}.", host=host), say("See: Phones and other devices")
