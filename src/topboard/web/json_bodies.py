"""Strict checks of JSON request bodies, with a clear message for each kind of defect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from fastapi.routing import APIRoute

from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from fastapi import Request
    from starlette.responses import Response


class StrictJsonRoute(APIRoute):
    """An API route that rejects bodies if they are not valid JSON or cannot be stored in a
    journal.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a handler that checks the request body before handling the request."""
        handle = super().get_route_handler()

        async def check_then_handle(request: Request) -> Response:
            if self.body_field is not None:
                check_json_body(await request.body())
            return await handle(request)

        return check_then_handle


def check_json_body(body: bytes) -> None:
    """Raise ``BadInput`` if the body is not valid JSON.

    Non-finite numbers, unpaired surrogates and very deep nesting are also rejected.
    """
    if not body:
        return
    try:
        found = json.loads(
            body.decode(),
            parse_constant=_refuse_non_finite_number,
            parse_float=_parse_finite_number,
        )
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        what = say("the text contains an incomplete character (an unpaired surrogate)")
        quoted = f"\\u{ord(error.object[error.start]):04x}"
        raise BadInput([Problem(what, "body", quoted, say("Send complete characters."))]) from error
    except RecursionError as error:
        what = say("the values are nested too deeply")
        raise BadInput(
            [Problem(what, "body", remedy=say("Use fewer levels of nesting."))]
        ) from error
    except ValueError as error:
        what = say("the request body is not valid JSON")
        raise BadInput([Problem(what, "body", str(error)[:200])]) from error


def _parse_finite_number(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        _refuse_non_finite_number(text)
    return number


def _refuse_non_finite_number(text: str) -> NoReturn:
    what = say("this number is not valid in JSON")
    raise BadInput([Problem(what, "body", text[:20], say("Send a finite number."))])
