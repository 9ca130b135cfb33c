"""The setting for results from phones, and links to the page of each board."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.event import actions
from topboard.event.arguments import build_action_from_input
from topboard.messages import message, say, say_kept
from topboard.web.request_context import AtSection, Form

router = APIRouter(prefix="/e/{event}/s/{section}")

PHONE_MODES = {
    actions.PhoneResults.OFF: message("No results from phones"),
    actions.PhoneResults.ACCEPT: message("An arbiter accepts each reported result"),
    actions.PhoneResults.AGREED: message("Record a result when both sides agree"),
}


def list_phone_modes() -> list[tuple[str, str]]:
    """Return the options of the setting for results from phones, with their form values."""
    return [(mode.value, say_kept(words)) for mode, words in PHONE_MODES.items()]


@router.post("/results/{number}/phones")
def set_phone_results(context: AtSection, number: int, form: Form) -> Response:
    """Change the section's setting for results from phones."""
    act = build_action_from_input(actions.SetPhoneResults, context.section, form)
    context.record_action(act, form, check_seen=False)
    notes = [say("Results from phones: {mode}", mode=say_kept(PHONE_MODES[act.mode]))]
    return context.redirect_to("results", number, notes=notes)
