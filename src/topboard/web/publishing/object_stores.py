"""Object storage as a publication target, on any service with the S3 API.

It requires the optional dependencies ``hosted``. Credentials come from the usual environment
variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL names a service other
than Amazon's.
"""

from __future__ import annotations

import gzip
import os
import re
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import obstore
from obstore import exceptions
from obstore.store import S3Store

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.messages import say
from topboard.web.public.sites import PACKING, WORTH_PACKING
from topboard.web.publishing.targets import (
    NOTHING,
    PreconditionFailed,
    PublishedFile,
    TargetUnreachable,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from contextlib import AbstractContextManager

    from obstore import PutMode

ADDRESS = re.compile(r"s3://([^/?#]+)/*([^?#]*)", re.IGNORECASE)
PATIENCE = timedelta(seconds=10)
"""The time limit for retrying a request before the target is considered unreachable."""
RETRIES = 3
PLAIN_HTTP = "http://"
PACKED = b"\x1f\x8b"
"""The first bytes of every gzip file. No uncompressed page starts with them."""


class ObjectStoreTarget:
    """A bucket in object storage, or its objects with a common prefix."""

    def __init__(self, name: str, store: S3Store) -> None:
        self.name, self._store = name, store

    @classmethod
    def from_address(cls, named: str, endpoint: str) -> ObjectStoreTarget:
        """Return the target for an address like ``s3://bucket/prefix``.

        ``endpoint`` is the URL of the storage service.
        """
        found = ADDRESS.fullmatch(named)
        if found is None:
            what = say("this is not the address of a bucket")
            raise BadInput(
                [Problem(what, quoted=named, remedy=say("Write it as s3://bucket/prefix."))]
            )
        bucket, prefix = found[1], found[2].strip("/")
        endpoint = endpoint or os.environ.get("AWS_ENDPOINT_URL", "")
        options: dict[str, Any] = {"endpoint": endpoint} if endpoint else {}
        if not {"AWS_REGION", "AWS_DEFAULT_REGION"} & {*os.environ}:
            # Most services other than Amazon's have one region and accept any name for it.
            options["region"] = "us-east-1"
        try:
            store = S3Store(
                bucket,
                prefix=prefix or None,
                client_options={
                    "allow_http": endpoint.lower().startswith(PLAIN_HTTP),
                    "connect_timeout": "5s",
                    "timeout": "60s",
                },
                retry_config={"max_retries": RETRIES, "retry_timeout": PATIENCE},
                **options,
            )
        except (exceptions.BaseError, ValueError) as error:
            raise CannotReadOrWrite(_shorten_error(named, error)) from error
        return cls(f"s3://{bucket}/{prefix}" if prefix else f"s3://{bucket}", store)

    def lock_target(self) -> AbstractContextManager[None]:
        """Return a context that does nothing, because conditional writes make locks unnecessary."""
        return nullcontext()

    def read(self, path: str) -> tuple[bytes, str] | None:
        """Return the content of an object and its ETag, or None if it does not exist."""
        with self._convert_storage_errors():
            try:
                found = obstore.get(self._store, path)
            except FileNotFoundError as error:
                if _is_missing_bucket(error):
                    raise
                return None
            content = bytes(found.bytes())
            if content.startswith(PACKED):
                # Some proxies decompress the content and others do not.
                content = gzip.decompress(content)
            return content, found.meta["e_tag"] or NOTHING

    def read_version_marks(self, asked: Collection[str], beginning: str) -> dict[str, str]:
        """Return the ETags of the objects in ``asked``, and of all objects with the prefix
        ``beginning``.

        They come from listings, because one request lists a thousand objects.
        """
        with self._convert_storage_errors():
            listed = (one for some in obstore.list(self._store) for one in some)
            return {
                one["path"]: one["e_tag"] or NOTHING
                for one in listed
                if one["path"] in asked or one["path"].startswith(beginning)
            }

    def write(self, path: str, file: PublishedFile, over: str | None = None) -> str:
        """Write an object and return its ETag. Long text is compressed.

        Raise ``PreconditionFailed`` if the stored object does not have the ETag ``over``.
        """
        content, attributes = file.content, {"Content-Type": file.kind, "Cache-Control": file.cache}
        if len(content) >= WORTH_PACKING and _is_text_type(file.kind):
            content = gzip.compress(content, PACKING, mtime=0)
            attributes["Content-Encoding"] = "gzip"
        with self._convert_storage_errors():
            try:
                put = obstore.put(
                    self._store,
                    path,
                    content,
                    attributes=attributes,
                    mode=_choose_put_mode(over),
                    use_multipart=False,
                )
            except (exceptions.AlreadyExistsError, exceptions.PreconditionError) as error:
                if _is_missing_bucket(error):
                    raise
                raise PreconditionFailed(path) from error
            return put["e_tag"] or NOTHING

    def remove(self, paths: Iterable[str]) -> None:
        """Remove the objects at these paths from the bucket."""
        if names := list(paths):
            with self._convert_storage_errors():
                obstore.delete(self._store, names)

    @contextmanager
    def _convert_storage_errors(self) -> Iterator[None]:
        """Convert errors from the storage service to Topboard errors with advice for the user."""
        try:
            yield
        except FileNotFoundError as error:
            what = say("{target}: the bucket does not exist. Create it first.", target=self.name)
            raise CannotReadOrWrite(what) from error
        except (exceptions.PermissionDeniedError, exceptions.UnauthenticatedError) as error:
            what = say(
                "{target}: access denied. Check that AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY "
                "belong to an account with read and write access.",
                target=self.name,
            )
            raise CannotReadOrWrite(what) from error
        except (exceptions.BaseError, NotImplementedError, OSError) as error:
            raise self._convert_unknown_storage_error(error) from error

    def _convert_unknown_storage_error(self, error: Exception) -> CannotReadOrWrite:
        told = str(error)
        if _is_missing_bucket(error):
            return CannotReadOrWrite(
                say("{target}: the bucket does not exist. Create it first.", target=self.name)
            )
        if ASKS_MACHINE in told:
            return CannotReadOrWrite(
                say(
                    "{target}: no credentials found. Set AWS_ACCESS_KEY_ID and "
                    "AWS_SECRET_ACCESS_KEY.",
                    target=self.name,
                )
            )
        if isinstance(error, NotImplementedError | exceptions.NotSupportedError):
            return CannotReadOrWrite(
                say(
                    "{target}: this object storage does not support conditional writes. Topboard "
                    "needs them so that an older publication cannot overwrite a newer one.",
                    target=self.name,
                )
            )
        return TargetUnreachable(_shorten_error(self.name, error))


ASKS_MACHINE = "169.254.169.254"
"""The address from which an Amazon machine requests credentials if none are set."""


def _choose_put_mode(over: str | None) -> PutMode:
    if over is None:
        return "overwrite"
    return {"e_tag": over} if over else "create"


def _is_text_type(kind: str) -> bool:
    return kind.startswith("text/") or "json" in kind or "xml" in kind


def _is_missing_bucket(error: Exception) -> bool:
    return "NoSuchBucket" in str(error)


def _shorten_error(target: str, error: Exception) -> str:
    """Return a message with the first line of a storage error, without details of the request."""
    told = str(error).partition("\n")[0]
    return say("{target} cannot be reached: {told}", target=target, told=told)
