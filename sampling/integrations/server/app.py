"""The HTTP side, an ASGI application on starlette: OpenAI's chat, completions and responses, Anthropic's messages.

The event loop reads requests and writes answers, and does nothing that takes long: large bodies are read, grammars
compiled (through the process's cache of constraints) and prompts encoded on a few threads of their own, texts are
decoded on the engine's.
Whatever a client may send is bounded: the size of a body and the time it takes to come, the work on a grammar from its
text to the first token, how many requests may be under way. Grammars that take longer than most are made on threads of
their own, and clients take turns (`turns`), so that nobody waits for what others ask for. A client that goes away frees
its rows, and ends its compile.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from constrain import metrics
from constrain.budget import Cancellation, limited
from constrain.errors import Cancelled, ConstrainError, GrammarError, LimitExceeded, UnsupportedError
from constrain.serving.constraint_cache import ConstraintCache, constraint_cache
from constrain.support.shown import shown

from . import messages, parameters, responses
from .engine import Engine, Job, give_memory_back
from .guard import HostGuard
from .parameters import Asked, Fields, Refusal
from .preparing import Preparer, Settings, Unknown
from .prometheus import CONTENT_TYPE, ServerMetrics
from .replies import ChatReply, CompletionReply, Reply
from .turns import Turns
from .writing import Writing

MakeReply = Callable[..., Reply]  # of the served name, what is asked, the jobs, the vocabulary, the format of calls
Read = Callable[[Fields], tuple[Asked, MakeReply]]
ErrorForm = Callable[[Refusal], dict[str, Any]]

log = logging.getLogger("constrain.server")
# Seconds that a grammar may take until requests come first that need less: none, for what is known or free; as 99 of
# 100 grammars of MaskBench take; as nearly all others do. Greater: others wait longer; smaller: more begin anew.
_TIMES = (0.0, 0.02, 0.2)
_TIDY = 1.0  # seconds after a large grammar, when its request has been answered
_LARGE = 1 << 16  # bytes; a body of so many is read in a few milliseconds
_CLIENT_LEFT = 499  # as nginx has it, for the log and the metrics; nobody reads it


class Server:
    """The application around an engine; `app` is what an ASGI server runs. Closing it closes the engine."""

    def __init__(self, engine: Engine, settings: Settings, *, cache: ConstraintCache = constraint_cache) -> None:
        if settings.cache_memory is not None:
            cache = ConstraintCache(memory=settings.cache_memory, cache_bytes=settings.cache_memory // 2)
            engine.vocabulary.native.store_budget = 2 * settings.cache_memory
        self.engine, self.settings, self.cache = engine, settings, cache
        self.metrics = ServerMetrics()
        self.under_way = self._store_bytes = 0
        self.started = int(time.time())
        self._reader = ThreadPoolExecutor(1, "constrain read")
        self._turns = Turns(len(_TIMES) + 1, settings.compile_threads)
        self._conversations = responses.Conversations()
        self._preparer = Preparer(engine, settings, self.cache)
        self._parameters = self._tables()
        routes = [
            Route("/v1/chat/completions", self._answer("chat", self._chat), methods=["POST"]),
            Route("/v1/completions", self._answer("completions", self._completion), methods=["POST"]),
            Route("/v1/responses", self._answer("responses", self._responses), methods=["POST"]),
            Route("/v1/messages", self._answer("messages", self._message, messages.error_body), methods=["POST"]),
            Route("/v1/messages/count_tokens", self._guarded(self._count, messages.error_body), methods=["POST"]),
            Route("/v1/models", self._guarded(self._models)),
            Route("/v1/models/{name:path}", self._guarded(self._one_model)),
            Route("/health", self._health),
            Route("/metrics", self._metrics),
        ]
        self.app = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            exception_handlers={HTTPException: _http_error},
            middleware=self._middleware(),
        )

    def _middleware(self) -> list[Middleware]:
        hosts, origins = self.settings.hosts, self.settings.cors_origins
        found = [] if hosts is None else [Middleware(HostGuard, hosts=hosts)]
        if origins:
            found.append(Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["*"], allow_headers=["*"]))
        return found

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        stop = metrics.listen(self.metrics.told)
        try:
            yield
        finally:
            stop()
            await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Ends all texts, and the threads."""
        self._reader.shutdown(wait=False, cancel_futures=True)
        self._turns.close()
        self.engine.close()

    # ---- routes ----

    async def _health(self, request: Request) -> Response:
        return PlainTextResponse("ok" if self.engine.alive else "stopped", 200 if self.engine.alive else 503)

    async def _metrics(self, request: Request) -> Response:
        running, waiting = self.engine.load()
        counts = self.cache.counts()
        self.metrics.gauges({
            "constrain_texts_running": running,
            "constrain_texts_waiting": waiting,
            "constrain_cache_entries": counts.entries,
            "constrain_cache_bytes": counts.bytes,
        })  # fmt: skip
        return Response(self.metrics.text(), media_type=CONTENT_TYPE)

    async def _models(self, request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [self._model()]})

    async def _one_model(self, request: Request) -> Response:
        parameters.model_of(Fields({"model": request.path_params["name"]}), self.settings.model)
        return JSONResponse(self._model())

    def _model(self) -> dict[str, Any]:
        places = {} if self.engine.places is None else {"max_model_len": self.engine.places}
        return {
            "id": self.settings.model,
            "object": "model",
            "created": self.started,
            "owned_by": "constrain",
            **places,
            "parameters": self._parameters,
        }

    def _guarded(
        self, handle: Callable[[Request], Awaitable[Response]], form: ErrorForm = Refusal.body
    ) -> Callable[[Request], Awaitable[Response]]:
        """The same, for whoever has the key; a `Refusal` becomes the answer."""

        async def guarded(request: Request) -> Response:
            try:
                self._check_key(request)
                return await handle(request)
            except Refusal as refusal:
                return JSONResponse(form(refusal), refusal.status)

        return guarded

    def _check_key(self, request: Request) -> None:
        key = self.settings.api_key
        given = request.headers.get("authorization") or f"Bearer {request.headers.get('x-api-key', '')}"
        if key is not None and not hmac.compare_digest(given.encode(errors="replace"), f"Bearer {key}".encode()):
            raise Refusal("the API key is missing or wrong", status=401, code="invalid_api_key")

    def _answer(
        self, endpoint: str, read: Read, form: ErrorForm = Refusal.body
    ) -> Callable[[Request], Awaitable[Response]]:
        """The route of a request that is answered by texts."""

        async def answer(request: Request) -> Response:
            began = time.perf_counter()
            response: Response
            try:
                self._check_key(request)
                data = await self._body(request)
                response = await self._while_connected(request, self._begun(read, data, began, _client(request)))
            except Refusal as refusal:
                self.metrics.add("constrain_refusals_total", reason=refusal.code or refusal.kind)
                headers = {"retry-after": "1"} if refusal.status == 503 else None
                response = JSONResponse(form(refusal), refusal.status, headers)
            except ClientDisconnect:
                response = Response(status_code=_CLIENT_LEFT)
            except Exception as error:
                log.exception("a request has failed")
                failure = Refusal(f"{type(error).__name__}: {shown(str(error), 500)}", status=500)
                response = JSONResponse(form(failure), 500)
            self.metrics.add("constrain_requests_total", endpoint=endpoint, status=str(response.status_code))
            if not isinstance(response, EventStream):
                self.metrics.observe("constrain_request_seconds", time.perf_counter() - began, endpoint=endpoint)
            return response

        return answer

    async def _body(self, request: Request) -> bytes:
        """A body of bounded size, which comes in bounded time."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":  # browsers send other kinds for any page, without asking
            raise Refusal(
                f"the content type is {shown(kind, 60)}; application/json is needed (curl: --json instead of -d)",
                status=415,
            )
        most, seconds = self.settings.max_body, self.settings.body_timeout
        data = bytearray()
        try:
            async with asyncio.timeout(seconds):
                async for piece in request.stream():
                    data += piece
                    if len(data) > most:
                        raise Refusal(f"the body has more than {most} bytes", status=413, code="body_too_large")
        except TimeoutError:
            raise Refusal(f"the body has not come within {seconds:g} seconds", status=408) from None
        return bytes(data)

    async def _read(self, read: Read, data: bytes) -> tuple[Asked, MakeReply]:
        """What a body asks for; a large one is read on a thread, beside which the loop goes on. Raises `Refusal`."""
        if len(data) <= _LARGE:
            return read(Fields(_json(data)))
        return await asyncio.get_running_loop().run_in_executor(self._reader, lambda: read(Fields(_json(data))))

    async def _while_connected(self, request: Request, work: Coroutine[Any, Any, Response]) -> Response:
        """What the work gives; it is cancelled where the client leaves before, which raises ClientDisconnect."""
        working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(request.receive))
        try:
            await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise ClientDisconnect
        finally:
            leaving.cancel()
            if not working.done():
                working.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await working

    # ---- texts ----

    def _responses(self, fields: Fields) -> tuple[Asked, MakeReply]:
        parameters.model_of(fields, self.settings.model)
        return responses.read(fields, self.settings.defaults, self.settings.tool_format, self._conversations)

    def _message(self, fields: Fields) -> tuple[Asked, MakeReply]:
        parameters.model_of(fields, self.settings.model)
        return messages.read(fields, self.settings.defaults, self.settings.tool_format)

    async def _count(self, request: Request) -> Response:
        """How many tokens a conversation has, as Anthropic's clients ask before they send it."""

        def read(fields: Fields) -> tuple[Asked, MakeReply]:
            return self._message(Fields({"max_tokens": 1, **fields.left}))

        data = await self._body(request)
        asked, _ = await self._read(read, data)
        encode = partial(self._preparer.encoded, asked.prompts[0], asked)
        tokens = await self._turns.take(_client(request), self._turns.last if len(data) > _LARGE else 0, encode)
        return JSONResponse({"input_tokens": len(tokens)})

    def _chat(self, fields: Fields) -> tuple[Asked, MakeReply]:
        parameters.model_of(fields, self.settings.model)
        return parameters.chat(fields, self.settings.defaults, self.settings.tool_format), ChatReply

    def _tables(self) -> dict[str, Any]:
        """What each interface does with its parameters, found by reading the shortest request of each."""
        hello = [{"role": "user", "content": "Hello"}]
        interfaces: list[tuple[str, Read, dict[str, Any], tuple[str, ...], parameters.Refused]] = [
            ("/v1/chat/completions", self._chat, {"messages": hello}, (), {}),
            ("/v1/completions", self._completion, {}, (), parameters.OF_COMPLETIONS),
            ("/v1/responses", self._responses, {"input": "Hello"}, responses.WITHOUT_EFFECT, responses.REFUSED),
            ("/v1/messages", self._message, {"messages": hello, "max_tokens": 1}, messages.WITHOUT_EFFECT,
             messages.REFUSED),
        ]  # fmt: skip
        found = {}
        for path, read, body, without_effect, refused in interfaces:
            fields = Fields({"model": self.settings.model, **body})
            read(fields)
            found[path] = parameters.table(fields.known, without_effect, refused)
        return found

    def _completion(self, fields: Fields) -> tuple[Asked, MakeReply]:
        parameters.model_of(fields, self.settings.model)
        return parameters.completion(fields, self.settings.defaults), CompletionReply

    async def _begun(self, read: Read, data: bytes, began: float, client: str) -> Response:
        """The answer of a request: all of it, or a stream that has begun."""
        if self.under_way >= self.settings.max_requests:
            raise Refusal(
                f"{self.under_way} requests are under way, and {self.settings.max_requests} may be; try again",
                status=503,
                code="overloaded",
            )
        self.under_way += 1
        stream = False  # whether an `EventStream` has taken over
        writing = None
        try:
            asked, kind = await self._read(read, data)
            try:
                asked, jobs = await self._prepared(asked, client, len(data) > _LARGE)
            except Refusal as refusal:
                raise refusal.told(asked.names) from None
            for job in jobs:
                job.client = client
            writing = Writing(self.engine, jobs)
            writing.submit()
            reply = kind(self.settings.model, asked, writing.jobs, self.engine.vocabulary, self.settings.tool_format)
            if asked.stream:
                stream = True
                return EventStream(self, writing, reply, began)
            async for index, news in writing.news():
                if news.error is not None:
                    raise _refusal(news.error, 500)
                reply.choices[index].feed(news)
            self.count(reply)
            return JSONResponse(reply.whole())
        finally:
            if not stream:
                self.under_way -= 1
                if writing is not None:
                    writing.close()

    def count(self, reply: Reply) -> None:
        """Notes the tokens and the ends of an answer's texts."""
        usage = reply.usage()
        self.metrics.add("constrain_tokens_total", usage["prompt_tokens"], kind="prompt")
        self.metrics.add("constrain_tokens_total", usage["completion_tokens"], kind="answer")
        for choice in reply.choices:
            self.metrics.add("constrain_texts_total", finish_reason=choice.reason or "cancelled")

    async def _prepared(self, asked: Asked, client: str, large: bool) -> tuple[Asked, list[Job]]:
        """The request's texts, checked: compiled and encoded on other threads; and what is known now. Raises `Refusal`.

        What takes longer than others may wait begins anew with more time, after those that need less; a `large` request
        has the most from the beginning, because its texts alone take long.
        """
        cancel = Cancellation()
        most = self.settings.compile_timeout
        times = () if large else tuple(seconds for seconds in _TIMES if seconds < most)
        last = False
        try:
            for level, seconds in enumerate(times):
                found = await self._turns.take(client, level, partial(self._tried, asked, seconds, cancel))
                if found is not None:
                    return found
            last = True
            return await self._turns.take(client, self._turns.last, partial(self._jobs, asked, most, cancel))
        except asyncio.CancelledError:
            cancel.cancel()
            raise
        except Cancelled:
            raise Refusal("the server is shutting down", status=503) from None
        except (GrammarError, UnsupportedError) as error:  # of what the text is to be like
            said = f"{asked.said_by}: {str(error).removeprefix(f'{asked.said_by}: ')}"
            raise Refusal(said, param=asked.said_by, code=type(error).__name__) from None
        except (ConstrainError, ValueError, TypeError) as error:
            raise _refusal(error, 400) from None
        finally:
            if last:  # when nothing holds any more what was made
                asyncio.get_running_loop().call_later(_TIDY, self._tidy)

    def _tidy(self) -> None:
        """Returns what a large grammar has left: the C library keeps some hundreds of megabytes for each thread.

        What refused grammars have left in the store of patterns goes when nothing uses the store any more.
        """
        vocabulary, before = self.engine.vocabulary.native, self._store_bytes
        self._store_bytes = now = vocabulary.statistics()["store_bytes"]
        # Too large: the next grammar begins on a store of its own. Smaller: one has, and others hold the one before.
        if self.settings.cache_memory is not None and (now > vocabulary.store_budget or now < before):
            self.cache.clear()
        with suppress(RuntimeError):  # the server is shutting down
            self._reader.submit(give_memory_back)

    def _jobs(
        self, asked: Asked, seconds: float, cancel: Cancellation, *, known: bool = False
    ) -> tuple[Asked, list[Job]]:
        """The texts, with `seconds` for each step: to make the grammar, and to find out what it needs at least."""
        with limited(timeout=seconds, cancel=cancel):
            return self._preparer.jobs(asked, known=known)

    def _tried(self, asked: Asked, seconds: float, cancel: Cancellation) -> tuple[Asked, list[Job]] | None:
        """The texts; None where `seconds` are not enough, or 0 and the grammar is not known."""
        began = time.monotonic()
        try:
            return self._jobs(asked, seconds or _TIMES[1], cancel, known=not seconds)
        except Unknown:
            return None
        except LimitExceeded:
            if time.monotonic() - began < seconds:
                raise
            return None


class EventStream(Response):
    """An answer as server-sent events. Whatever ends it, its rows are free afterwards."""

    def __init__(self, server: Server, writing: Writing, reply: Reply, began: float) -> None:
        self.status_code, self.background, self.body = 200, None, b""
        self.server, self.writing, self.reply, self.began = server, writing, reply, began
        self.init_headers({"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"})

    def init_headers(self, headers: Any = None) -> None:
        self.raw_headers = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        working = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
        except OSError:  # the client has left in the middle of a write
            pass
        finally:
            self.writing.close()
            self.server.under_way -= 1
            for each in (working, leaving):
                each.cancel()
            self.server.count(self.reply)
            seconds = time.perf_counter() - self.began
            self.server.metrics.observe("constrain_request_seconds", seconds, endpoint="stream")

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for data in self._events():
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _events(self) -> AsyncIterator[bytes]:
        for data in self.reply.beginning():
            yield data
        first = True
        try:
            async for index, news in self.writing.news():
                if news.error is not None:
                    raise _refusal(news.error, 500)
                if first and news.written:
                    first = False
                    seconds = time.perf_counter() - self.began
                    self.server.metrics.observe("constrain_first_token_seconds", seconds)
                for data in self.reply.pieces(index, news):
                    yield data
        except Refusal as refusal:
            for data in self.reply.failure(refusal):
                yield data
            return
        for data in self.reply.end():
            yield data


def _json(data: bytes) -> Any:
    try:
        body = json.loads(data)
        if b"\\ud" in data.lower():  # half of a pair is no text, and could not be sent back
            json.dumps(body, ensure_ascii=False).encode()
        return body
    except (ValueError, RecursionError) as error:
        raise Refusal(f"the body is no JSON: {shown(str(error), 200)}") from None


def _refusal(error: Exception, status: int) -> Refusal:
    """An error of the library as an answer; its class is the code."""
    return Refusal(str(error), status=status, code=type(error).__name__)


async def _disconnected(receive: Receive) -> None:
    """Returns when the client has left; what else it sends is not read."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _client(request: Request) -> str:
    """Who asks, as far as one can be told from another."""
    return "" if request.client is None else request.client.host


async def _http_error(request: Request, error: Exception) -> Response:
    """What starlette refuses (unknown paths and methods), in OpenAI's form."""
    assert isinstance(error, HTTPException)
    message = f"{request.method} {shown(request.url.path, 200)}: {error.detail}"
    if error.status_code == 404:
        paths = [route.path for route in request.app.routes if "{" not in route.path]
        message += f"; there are {', '.join(paths)}, so the base_url of OpenAI's clients ends with /v1, once"
    refusal = Refusal(message, status=error.status_code)
    return JSONResponse(refusal.body(), error.status_code, dict(error.headers or {}))
