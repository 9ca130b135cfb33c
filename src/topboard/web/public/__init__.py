"""Pages for everybody: no sign-in, nothing to change, live or as files; and the papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.web.public import paper, routes
from topboard.web.public.paper import documents_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import APIRouter

__all__ = ["ROUTERS", "documents_of"]

ROUTERS: Sequence[APIRouter] = (routes.router, paper.router)
