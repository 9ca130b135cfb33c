"""The application of the HTTP engine: its routes, its limits and its errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from topboard import __version__
from topboard.messages import say, say_kept
from topboard.questions.answers import list_systems
from topboard.questions.failures import KINDS, Failure, build_failure, list_kinds
from topboard.questions.workers import Limits, WorkerPool
from topboard.serialize.answer_types import ProblemKindJson, SystemJson
from topboard.web.engine.description import (
    BODY_NAME,
    JSON,
    PROBLEM,
    TEXT,
    build_failure_responses,
    build_request_body,
    complete_description,
)
from topboard.web.engine.options import (
    QUESTION_TYPES,
    EventOptions,
    QuestionType,
    build_question_from_options,
    describe_invalid_options,
)
from topboard.web.security_headers import HEALTH, SecurityMiddleware

if TYPE_CHECKING:
    from starlette.datastructures import Headers

PATIENCE = 30
"""The number of seconds in which the body of a request must arrive."""
RETRY_AFTER = {"Retry-After": "3"}
DESCRIPTION = """Questions about an event, answered by the pairing rules.

Send the event as the body of the request. Nothing is stored."""


def create_engine_app(limits: Limits | None = None, *, hosts: Collection[str] = ()) -> FastAPI:
    """Create the application, which accepts requests under these host names or, by default, any."""
    pool = WorkerPool(limits or Limits())

    @asynccontextmanager
    async def run_lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(pool.close)

    app = FastAPI(
        title="Topboard engine",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/v1/openapi.json",
        lifespan=run_lifespan,
    )
    for name, kind in QUESTION_TYPES.items():
        _add_question(app, pool, name, kind)
    _add_lists(app)
    app.openapi = _build_description(app.openapi)  # type: ignore[method-assign]
    app.add_middleware(EngineSecurityMiddleware, hosts=hosts, largest=pool.limits.body_bytes)
    app.add_exception_handler(RequestValidationError, handle_invalid_options)
    app.add_exception_handler(HTTPException, handle_http_error)
    app.add_exception_handler(Exception, handle_unexpected_error)
    return app


def _build_description(describe: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    @cache
    def describe_completely() -> dict[str, Any]:
        document = describe()
        complete_description(document)
        return document

    return describe_completely


def _add_question(app: FastAPI, pool: WorkerPool, name: str, kind: QuestionType) -> None:
    """Add the route that answers a question."""

    async def answer(request: Request, options: EventOptions) -> Response:
        return await answer_request(request, pool, name, options)

    answer.__annotations__["options"] = Annotated[kind.options, Query()]
    app.post(
        f"/v1/{name}",
        name=name,
        operation_id=name.replace("-", "_"),
        summary=kind.title,
        description=kind.description,
        response_model=kind.answer,
        responses=build_failure_responses(
            "slow-request",
            "too-large",
            "wrong-content-type",
            "bad-input",
            "no-legal-pairing",
            "busy",
            "time-limit",
        ),
        openapi_extra={"requestBody": build_request_body()},
    )(answer)


def _add_lists(app: FastAPI) -> None:
    @app.get("/v1/systems", operation_id="systems", summary="List the pairing systems")
    def systems() -> list[SystemJson]:
        """List all pairing systems with the articles of their rules."""
        return list_systems()

    @app.get("/v1/problems", operation_id="problems", summary="List the kinds of failures")
    def problems() -> list[ProblemKindJson]:
        """List the kinds of problem documents with their status."""
        return list_kinds()

    @app.api_route(HEALTH, methods=["GET", "HEAD"], include_in_schema=False)
    def check_health() -> Response:
        return PlainTextResponse(say("The engine is running."))


# --- questions ------------------------------------------------------------------------------------


async def answer_request(
    request: Request, pool: WorkerPool, name: str, options: EventOptions
) -> Response:
    """Answer a question about the event in the body of a request."""
    if (refused := find_wrong_content_type(request.headers)) is not None:
        return build_failure_response(refused)
    if not pool.has_room():
        return build_failure_response(Failure("busy"))
    content = await read_limited_body(request, pool.limits.body_bytes)
    if isinstance(content, Failure):
        return build_failure_response(content)
    question = build_question_from_options(name, content, BODY_NAME, options, pool.limits)
    found = await run_in_threadpool(pool.answer, question)
    if isinstance(found, Failure):
        return build_failure_response(found)
    return Response(found, media_type=JSON)


def find_wrong_content_type(headers: Headers) -> Failure | None:
    """Return the refusal of a content type that is neither text nor JSON, or else None."""
    said = headers.get("content-type", "")
    if said.partition(";")[0].strip().casefold() in ("", TEXT, JSON):
        return None
    remedy = say(
        "Send a TRF file as text/plain, or event JSON as application/json. With curl, add -H"
        " 'Content-Type: text/plain'."
    )
    return build_failure(
        "wrong-content-type", say("unknown content type"), "Content-Type", said[:80], remedy
    )


async def read_limited_body(request: Request, largest: int) -> bytes | Failure:
    """Return the body, or why it was not read to its end: too large, or too slow."""
    content = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                content += part
                if len(content) > largest:
                    return build_too_large_failure(largest)
    except TimeoutError:
        return Failure("slow-request")
    except ClientDisconnect:
        # Nobody reads this answer.
        return Failure("slow-request")
    return bytes(content)


def build_too_large_failure(largest: int) -> Failure:
    """Return the refusal of a body that is larger than the limit."""
    remedy = say("Stay within the limit of {limit:,} bytes.", limit=largest)
    return build_failure("too-large", say("the file is too large"), BODY_NAME, remedy=remedy)


# --- failures -------------------------------------------------------------------------------------


def build_failure_response(
    failure: Failure, status: int = 0, headers: dict[str, str] | None = None
) -> Response:
    """Return a failure as a problem document."""
    document = failure.to_json()
    status = status or document["status"]
    retry = RETRY_AFTER if failure.kind == "busy" else {}
    return Response(
        json.dumps({**document, "status": status}, ensure_ascii=False).encode(errors="replace"),
        status,
        {**retry, **(headers or {})},
        PROBLEM,
    )


def handle_invalid_options(request: Request, error: Exception) -> Response:
    """Return the response to a request whose options are not valid."""
    assert isinstance(error, RequestValidationError)
    kind = QUESTION_TYPES[request.url.path.rpartition("/")[2]]
    problems = describe_invalid_options(error.errors(), kind.options)
    return build_failure_response(Failure("bad-input", problems))


def handle_http_error(request: Request, error: Exception) -> Response:
    """Return the response for an address or a method that does not exist."""
    assert isinstance(error, HTTPException)
    kind = {404: "not-found", 405: "wrong-method"}.get(error.status_code, "refused")
    remedy = say("The addresses and methods are listed at /v1/openapi.json.")
    what = say_kept(KINDS[kind].title)
    failure = build_failure(kind, what, request.url.path[:200], remedy=remedy)
    return build_failure_response(failure, error.status_code, dict(error.headers or {}))


def handle_unexpected_error(request: Request, error: Exception) -> Response:
    """Return the response to an error that is a bug. Its details are only in the log."""
    return build_failure_response(Failure("error"))


class EngineSecurityMiddleware(SecurityMiddleware):
    """The security middleware of the desk, with refusals as problem documents."""

    def build_refusal(self, status: int, words: str) -> Response:
        """Return the refusal of a request."""
        failure = build_failure("refused", words)
        if status == 413:
            failure = build_too_large_failure(self.largest)
        return build_failure_response(failure, status)
