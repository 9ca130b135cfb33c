"""The table of the verbs, whose modules are loaded by name."""

from __future__ import annotations

import pytest

from topboard.cli.parser import MODULES, load_command_function

WITH_SUBCOMMANDS = {"event", "ratings", "host"}


@pytest.mark.parametrize("verb", MODULES)
def test_the_module_of_every_verb_has_its_function(verb):
    function = load_command_function(
        MODULES[verb], "add_verbs" if verb in WITH_SUBCOMMANDS else f"run_{verb}"
    )

    assert callable(function)
    assert function.__module__ == f"topboard.cli.{MODULES[verb]}"
