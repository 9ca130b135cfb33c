"""The pages for accounts: the user's own, and those that the chief arbiter manages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import time
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event.arguments import list_enum_choices, parse_choice
from topboard.messages import say, say_count, say_kept
from topboard.web.accounts import (
    TITLES,
    Accounts,
    NotAllowed,
    Role,
    User,
    format_role_name,
)
from topboard.web.devices import describe_device
from topboard.web.forms import PostedForm
from topboard.web.password_check import TooManySignIns, check_password
from topboard.web.request_context import (
    AUDIT,
    Form,
    SignedIn,
    current_time,
    get_app_state,
    get_session,
    is_open_to_requester,
    redirect_to,
    render_page,
)
from topboard.web.sessions import LONGEST_SESSION, Session

router = APIRouter()


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A line in the list of a user's sessions."""

    mark: str
    device: str
    begun: str
    """The time of the sign-in, in the format of journal entries."""
    is_current: bool
    """Whether this is the session of the request."""


def _list_session_rows(request: Request, name: str) -> list[SessionRow]:
    accounts, token = _accounts(request), get_session(request).token
    return [
        SessionRow(
            one.mark,
            one.device,
            format_seconds(one.begun),
            accounts.is_session_of_token(one, token),
        )
        for one in accounts.list_sessions(name, time() - LONGEST_SESSION)
    ]


def format_seconds(seconds: float) -> str:
    """Return a time in seconds since 1970 in the format of journal entries."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _accounts(request: Request) -> Accounts:
    return get_app_state(request).repository.accounts


# --- the user's own account ---------------------------------------------------------------------


@router.get("/account")
def own_account_page(request: Request, user: SignedIn) -> Response:
    """Show the forms for the user's own password and sessions."""
    if is_open_to_requester(request):
        # Nobody signs in at this desk, so the user has no account.
        return redirect_to(request, "/accounts")
    return render_page(
        request,
        "account.html",
        account=user.name,
        role=user.title,
        has_tokens=get_app_state(request).repository.api_tokens.have_owners,
        sessions=_list_session_rows(request, user.name),
    )


@router.post("/account/password")
def change_own_password(request: Request, user: SignedIn, form: Form) -> Response:
    """Change the user's password. The user stays signed in here and is signed out elsewhere."""
    _refuse_without_sign_in(request)
    _check_own_password(request, user, form)
    accounts, session = _accounts(request), get_session(request)
    accounts.change_password(user.name, _read_new_password(form))
    log_account_change(f"{user.name} changed their password")
    notes = [say("Your password is changed. All your other sessions have ended.")]
    response = redirect_to(request, "/account", notes)
    again = Session(session.token, user.name, accounts.find_cookie_stamp(user.name))
    record_session(request, again)
    get_app_state(request).sessions.set_session_cookie(request, response, again)
    return response


@router.post("/account/session")
def end_own_session(request: Request, user: SignedIn, form: Form) -> Response:
    """End one of the user's sessions, or all except this one."""
    _refuse_without_sign_in(request)
    count = _end_sessions(request, user.name, form)
    return redirect_to(request, "/account", [_describe_ended_sessions(count)])


def record_session(request: Request, session: Session) -> None:
    """Record a new session, so that the user can find and end it."""
    device = describe_device(request.headers.get("user-agent", ""))
    _accounts(request).begin_session(session.name, session.token, device, time(), LONGEST_SESSION)


def _refuse_without_sign_in(request: Request) -> None:
    if is_open_to_requester(request):
        raise BadInput([Problem(say("Nobody signs in at this desk, so you have no account."))])


def _check_own_password(request: Request, user: User, form: PostedForm) -> None:
    """Raise ``BadInput`` unless the form has the user's current password."""
    repository = get_app_state(request).repository
    address = request.client.host if request.client else ""
    given = _first_value(form, "current")
    try:
        attempt = check_password(
            repository.accounts, repository.sign_in_throttle, address, user.name, given
        )
    except TooManySignIns:
        what = say("Too many people are signing in right now. Try again in a few seconds.")
        raise BadInput([Problem(what)]) from None
    if attempt.wait:
        what = say_count(
            "Too many attempts. Wait {count} minute and try again.",
            "Too many attempts. Wait {count} minutes and try again.",
            int(attempt.wait / 60) + 1,
        )
        raise BadInput([Problem(what)])
    if attempt.user is None:
        raise BadInput([Problem(say("Your current password is wrong."), "current")])


def _read_new_password(form: PostedForm) -> str:
    """Return the new password, or raise ``BadInput`` if it was repeated differently."""
    password = _first_value(form, "password")
    if password != _first_value(form, "repeated"):
        remedy = say("Type the same password twice.")
        what = say("the passwords do not match")
        raise BadInput([Problem(what, "repeated", remedy=remedy)])
    return password


def _first_value(form: PostedForm, name: str) -> str:
    # Unlike other fields, a password keeps its spaces.
    return next(iter(form.all_values_of_argument(name)), "")


def _end_sessions(request: Request, name: str, form: PostedForm) -> int:
    """End the session in the form, or all of a user except the one of the request."""
    rows = _list_session_rows(request, name)
    marks = [form.text("session")]
    if form.has("others"):
        marks = [one.mark for one in rows if not one.is_current]
    for mark in marks:
        _accounts(request).end_listed_session(name, mark, time(), LONGEST_SESSION)
    if marks:
        log_account_change(f"{len(marks)} sessions of {name} ended")
    return len(marks)


def _describe_ended_sessions(count: int) -> str:
    return say_count("{count} session has ended.", "{count} sessions have ended.", count)


def log_account_change(what: str) -> None:
    """Write a change of the accounts or tokens into the audit log."""
    AUDIT.info("%s accounts: %s", current_time(), what)


# --- all accounts -------------------------------------------------------------------------------


def may_manage_accounts(request: Request, user: User) -> bool:
    """Return whether the user may add accounts and change those of others.

    On a server with organisations, the accounts belong to the operators of the server.
    """
    rules = get_app_state(request).repository.access_rules
    return user.role is Role.CHIEF and not rules.requires_membership()


def check_may_manage_accounts(request: Request, user: User) -> None:
    """Raise ``NotAllowed`` unless the user may add accounts and change those of others."""
    if may_manage_accounts(request, user):
        return
    if user.role is Role.CHIEF:
        what = say("On this server, only the operators of the server manage accounts.")
        raise NotAllowed([Problem(what, remedy=say("Ask the operators of the server."))])
    what = say("Only the chief arbiter can manage accounts.")
    raise NotAllowed([Problem(what, remedy=say("Ask the chief arbiter."))])


@router.get("/accounts")
def accounts_page(request: Request, user: SignedIn) -> Response:
    """Show all accounts, and the form for adding one."""
    check_may_manage_accounts(request, user)
    accounts, since = _accounts(request), time() - LONGEST_SESSION
    return render_page(
        request,
        "accounts.html",
        rows=[
            (name, format_role_name(role.value), len(accounts.list_sessions(name, since)))
            for name, role in accounts.roles_by_user().items()
        ],
        account_url=_account_url,
        roles=list_role_choices(),
        has_chief=Role.CHIEF in accounts.roles_by_user().values(),
    )


def list_role_choices() -> Sequence[tuple[str, str]]:
    """Return the roles as choices of a form: value and label."""
    return [(one.value, say_kept(words)) for one, words in TITLES.items()]


def _account_url(name: str) -> str:
    return f"/accounts/user?{urlencode({'name': name})}"


@router.post("/accounts")
def add_account(request: Request, user: SignedIn, form: Form) -> Response:
    """Add an account with a role and a password."""
    return redirect_to(request, "/accounts", [create_account(request, user, form, read_role(form))])


def create_account(request: Request, user: User, form: PostedForm, role: Role) -> str:
    """Create the account in a form, and return a message that says so."""
    check_may_manage_accounts(request, user)
    accounts, name = _accounts(request), form.text("name")
    if accounts.find_account(name) is not None:
        remedy = say("Choose a different name, or open the account in the list.")
        what = say("There is already an account with this name.")
        raise BadInput([Problem(what, "name", name, remedy)])
    accounts.add_user(name, role, _read_new_password(form))
    log_account_change(f"{user.name} added {name} as {role.value}")
    return say("{name} can now sign in as {role}.", name=name, role=format_role_name(role.value))


def read_role(form: PostedForm) -> Role:
    """Return the role chosen in a form."""
    return parse_choice(list_enum_choices(Role), form.text("role"), "role")


# --- one account --------------------------------------------------------------------------------


@router.get("/accounts/user")
def account_page(request: Request, user: SignedIn, name: str = "") -> Response:
    """Show the forms for the role, the password and the sessions of an account."""
    check_may_manage_accounts(request, user)
    role = _accounts(request).roles_by_user().get(name)
    if role is None:
        remedy = say("Choose an account from the list of accounts.")
        what = say("There is no account with this name.")
        raise BadInput([Problem(what, quoted=name, remedy=remedy)])
    return render_page(
        request,
        "account_of_user.html",
        account=name,
        role=role.value,
        roles=list_role_choices(),
        sessions=_list_session_rows(request, name),
    )


@router.post("/accounts/role")
def change_role(request: Request, user: SignedIn, form: Form) -> Response:
    """Change the role of an account. Its user has to sign in again."""
    check_may_manage_accounts(request, user)
    name, role = form.text("account"), read_role(form)
    _accounts(request).change_role(name, role)
    log_account_change(f"{user.name} gave {name} the role {role.value}")
    title = format_role_name(role.value)
    notes = [say("{account} now has the role {role}.", account=name, role=title)]
    return redirect_to(request, _account_url(name), notes)


@router.post("/accounts/password")
def reset_password(request: Request, user: SignedIn, form: Form) -> Response:
    """Set a new password for an account, which ends its sessions."""
    check_may_manage_accounts(request, user)
    name = form.text("account")
    _accounts(request).change_password(name, _read_new_password(form))
    log_account_change(f"{user.name} reset the password of {name}")
    notes = [say("{name} has a new password and has to sign in again.", name=name)]
    return redirect_to(request, _account_url(name), notes)


@router.post("/accounts/session")
def end_session_of_user(request: Request, user: SignedIn, form: Form) -> Response:
    """End one session of an account, or all of them."""
    check_may_manage_accounts(request, user)
    name = form.text("account")
    count = _end_sessions(request, name, form)
    return redirect_to(request, _account_url(name), [_describe_ended_sessions(count)])


@router.post("/accounts/remove")
def remove_account(request: Request, user: SignedIn, form: Form) -> Response:
    """Remove an account, if the box in the form is ticked."""
    check_may_manage_accounts(request, user)
    name = form.text("account")
    if not form.has("sure"):
        remedy = say("Tick the box first.")
        raise BadInput([Problem(say("The account was not removed."), "sure", remedy=remedy)])
    _accounts(request).remove_user(name)
    log_account_change(f"{user.name} removed {name}")
    notes = [say("{name} can no longer sign in.", name=name)]
    return redirect_to(request, "/accounts", notes)
