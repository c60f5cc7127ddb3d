"""Who may speak to the server, and how long it waits for them to say it.

A page in a browser may send requests to a server on the same machine: by a name that its owner lets point to 127.0.0.1
(DNS rebinding), or with a body that browsers take for a form. So a request must name a host that the server goes by,
and bring JSON as such, for which a browser asks first (`app` looks at the content type). And a client that opens a
connection and says nothing, or a header an hour, costs a file descriptor: it is closed after some seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from constrain.support.shown import shown

from .parameters import Refusal

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def hosts_of(host: str, allowed: Iterable[str] = ()) -> frozenset[str] | None:
    """The names that requests may call a server by that listens at `host`; None: any, as it is meant for others."""
    allowed = tuple(allowed)
    if "*" in allowed or (not allowed and host.strip("[]") not in (*LOOPBACK, "::1")):
        return None
    return frozenset(name.lower() for name in (*LOOPBACK, host, *allowed))


def host_named(header: str) -> str:
    """The host of a `Host` header, without the port.

    >>> host_named("[::1]:8000"), host_named("Localhost")
    ('[::1]', 'localhost')
    """
    name, colon, port = header.strip().lower().rpartition(":")
    return name if colon and port.isdigit() else header.strip().lower()


class HostGuard:
    """Answers requests for other hosts with an error in OpenAI's form."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            header = Headers(scope=scope).get("host", "")
            if host_named(header) not in self.hosts:
                refusal = Refusal(
                    f"the request is for the host {shown(header, 100)}, and this server goes by "
                    f"{', '.join(sorted(self.hosts))}; allow others by --allowed-host",
                    status=421,
                    code="unknown_host",
                )
                app = JSONResponse(refusal.body(), refusal.status)
        await app(scope, receive, send)


def impatient_protocol(seconds: float) -> Any:
    """uvicorn's HTTP protocol, which closes a connection where no request has begun (its headers are there) in time."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Impatient(H11Protocol):
        timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.look()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.look()

        def connection_lost(self, exc: Exception | None) -> None:
            self.stop()
            super().connection_lost(exc)

        def look(self) -> None:
            """Waits from now on, unless it does already, or a request is under way."""
            if self.cycle is not None and not self.cycle.response_complete:
                self.stop()
            elif self.timer is None and not self.transport.is_closing():
                self.timer = self.loop.call_later(seconds, self.transport.close)

        def stop(self) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

    return Impatient
