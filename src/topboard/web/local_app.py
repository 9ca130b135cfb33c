"""What the first page of the desk can do if the desk is an app on the user's computer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LocalApp:
    """The app that runs the desk."""

    quit: Callable[[], None]
    """Stop the desk after the current requests."""
    show_folder: Callable[[], None]
    """Show the data folder in the file manager."""
