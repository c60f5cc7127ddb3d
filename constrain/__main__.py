"""The command line: `constrain demo`, `generate`, `inspect`, `serve`, `grammars`, `check` and `bench`.

One of the few modules of the core that know grammars and sampling; it imports them when a command runs. What the user
got wrong (a file, a schema, a pattern) is one line on standard error and exit status 2.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from . import __version__
from .errors import ConstrainError, GrammarError, LimitExceeded, UnsupportedError
from .grammar import Grammar
from .support.command_line import Parser
from .support.nearest import nearest

_BENCHMARKS = (
    "suite",
    "maskbench",
    "coverage",
    "hard_cases",
    "lark_starts",
    "code_grammars",
    "batches",
    "growth",
    "many_schemas",
    "live_constraints",
    "lateness",
    "vocabularies",
    "from_tokenizer",
    "tools",
    "sampling",
    "processors",
    "sql_masks",
    "budgets",
    "decoding",
    "faithful",
    "canonical",
)


class UsageError(Exception):
    """Something on the command line does not work out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0, or 2 for what the user can mend, or 3 for a text cut short, or 1
    where `check --strict` finds what is perhaps meant otherwise."""
    options = _parser().parse_args(arguments)
    try:
        _check_numbers(options)
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
        return status
    except (ConstrainError, UsageError) as error:
        print(f"constrain: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # who reads the output has enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # as a shell says of a program that ends by SIGPIPE
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "transformers", "tokenizers", "starlette", "uvicorn"):
            raise
        packages = "starlette uvicorn" if error.name in ("starlette", "uvicorn") else "torch transformers"
        install = f"{sys.executable} -m pip install {packages}"
        print(f"constrain: {error.name} is not installed. Run {install}", file=sys.stderr)
        return 2


# What an option's number must at least be, by the option's name; looked at before anything is done.
_LEAST = {
    "beams": 1,
    "max_tokens": 1,
    "threads": 1,
    "port": 0,
    "max_rows": 1,
    "max_batch_tokens": 1,
    "max_queue": 1,
    "max_request_tokens": 1,
    "max_body": 1,
    "compile_timeout": 0.001,
    "cache_memory": 0,
}


def _check_numbers(options: argparse.Namespace) -> None:
    for name, least in _LEAST.items():
        value = getattr(options, name, None)
        if value is not None and not value >= least:  # nor is nan
            raise UsageError(f"--{name.replace('_', '-')} {value}: at least {least} is needed")


_DIALECTS, _OF_SQL = ("w3c", "iso", "xgrammar"), ("sqlite", "postgresql")
_DIALECT = "FILE.ebnf: whose EBNF; its first line may say it too, as `#!w3c`"


def _parser() -> Parser:
    """All commands and their options; `run` is what a command does."""
    parser = Parser(prog="constrain", description="Make a language model's output obey a grammar.")
    parser.add_argument("--version", action="version", version=f"constrain {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    demo = commands.add_parser("demo", help="what a small model says, free and constrained; nothing is downloaded")
    demo.add_argument("--text", metavar="TEXT", help="take a record from a text of yours, instead of all scenes")
    demo.add_argument(
        "--fields",
        metavar="A,B,…",
        help="its fields: `name, age int, paid bool, born date, size small|large`; `email?` may be null. Otherwise "
        "`name?, age int?, city?, job?, email?`",
    )
    demo.add_argument("--json", action="store_true", help="print everything as JSON")
    demo.set_defaults(run=_demo)
    generate = commands.add_parser("generate", help="constrain a model of yours, or a small one at hand")
    _add_model_options(generate)
    _add_text_options(generate, required=True)
    generate.add_argument("--stream", action="store_true", help="print the text as it is written")
    generate.add_argument("--json", action="store_true", help="print text, value, complete and finish_reason as JSON")
    generate.set_defaults(run=_generate)
    inspect = commands.add_parser("inspect", help="generate, and write a page that shows each token's choice")
    _add_model_options(inspect)
    _add_text_options(inspect, required=False)
    inspect.add_argument("--from", dest="recording", type=Path, metavar="FILE.json", help="show this recording instead")
    inspect.add_argument(
        "--out", type=Path, default=Path("inspect.html"), metavar="FILE.html", help="where the page is written"
    )
    inspect.add_argument("--json", type=Path, metavar="FILE.json", help="keep the recording as well, for --from")
    inspect.set_defaults(run=_inspect)
    _add_serve(commands)
    listing = commands.add_parser("grammars", help="list the grammars of the library")
    listing.set_defaults(run=_grammars)
    _add_check(commands)
    bench = commands.add_parser("bench", help="measure, beside the peers; in a checkout of the repository")
    bench.add_argument(
        "name",
        choices=_BENCHMARKS,
        help="which benchmark, or the suite of all; its --help tells its options",
    )
    bench.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    bench.set_defaults(run=_bench)
    return parser


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        metavar="PATH_OR_NAME",
        help="a folder, a FILE.gguf, or as for AutoModel.from_pretrained; otherwise the small model at hand",
    )
    parser.add_argument("--device", default="cpu", metavar="NAME", help="of the model, as torch names it")
    parser.add_argument("--threads", type=int, metavar="N", help="threads of torch; otherwise as torch chooses")


def _add_serve(commands: Any) -> None:
    serve = commands.add_parser("serve", help="serve a model by OpenAI's interface, for small loads")
    _add_model_options(serve)
    serve.add_argument("--chat-template", type=Path, metavar="FILE", help="Jinja; otherwise the tokenizer's own")
    serve.add_argument("--name", help="what requests call the model; otherwise what --model says")
    serve.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on; by default only this machine reaches it"
    )
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="the port to listen on")
    serve.add_argument("--api-key", metavar="KEY", help="requests must bring it; or set CONSTRAIN_API_KEY")
    serve.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that requests may use, beside localhost",
    )
    serve.add_argument(
        "--cors-origin", action="append", default=[], metavar="URL", help="pages from there may use it in browsers"
    )
    serve.add_argument(
        "--dtype", choices=("float32", "bfloat16", "float16"), help="type of the weights; otherwise as stored"
    )
    serve.add_argument("--max-rows", type=int, default=16, metavar="N", help="texts that are written at once")
    serve.add_argument("--max-batch-tokens", type=int, metavar="N", help="tokens that these may have together")
    serve.add_argument("--max-queue", type=int, default=256, metavar="N", help="texts that may wait")
    serve.add_argument(
        "--max-request-tokens", type=int, default=1 << 18, metavar="N", help="texts × max_tokens of one request"
    )
    serve.add_argument("--max-body", type=int, default=4 << 20, metavar="BYTES", help="how long a request may be")
    serve.add_argument("--max-tokens", type=int, default=1024, metavar="N", help="where a request does not say")
    serve.add_argument("--compile-timeout", type=float, default=10.0, metavar="SECONDS", help="to compile a grammar")
    serve.add_argument(
        "--cache-memory",
        type=int,
        default=64 << 20,
        metavar="BYTES",
        help="memory for compiled grammars; token tables may take twice as much",
    )
    serve.add_argument("--tool-format", metavar="NAME", help="of tool calls; otherwise seen in the chat template")
    serve.set_defaults(run=_serve)


def _add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="say what of a JSON Schema is enforced, or what is odd in a grammar")
    check.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="FILE.json (a JSON Schema), FILE.lark, FILE.gbnf, FILE.ebnf, FILE.abnf, module:Model or a library grammar",
    )
    check.add_argument("--dialect", choices=_DIALECTS, help=_DIALECT)
    check.add_argument("--any-order", action="store_true", help="JSON Schema: keys in any order")
    check.add_argument("--layout", metavar="NAME", help="JSON Schema: as for `constrain generate`")
    check.add_argument("--start", metavar="RULE", help="where texts begin; otherwise `start`, or `root` in GBNF")
    check.add_argument("--parser", choices=("lalr", "earley"), help="Lark: which parser; otherwise lalr")
    check.add_argument(
        "--lexer", choices=("contextual", "basic", "dynamic", "dynamic_complete"), help="Lark: which lexer"
    )
    check.add_argument("--postlex", metavar="MODULE:CLASS", help="Lark: an Indenter, as lark.indenter:PythonIndenter")
    check.add_argument(
        "--strict",
        action="store_true",
        help="exit status 1 where something is perhaps meant otherwise: a misspelt keyword, a rule without use or text",
    )
    check.set_defaults(run=_check)


def _add_text_options(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """What a text is like, and how it is to be written."""
    kind = parser.add_mutually_exclusive_group(required=required)
    kind.add_argument("--schema", type=Path, metavar="FILE.json", help="a JSON Schema")
    kind.add_argument("--pydantic", metavar="MODULE:MODEL", help="a Pydantic model")
    kind.add_argument("--regex", metavar="PATTERN", help="as re.fullmatch reads it")
    kind.add_argument("--choice", nargs="+", metavar="A,B,…", help="one of these texts, without the blanks around them")
    kind.add_argument(
        "--grammar",
        metavar="FILE",
        help="FILE.lark, FILE.gbnf, FILE.ebnf, FILE.abnf, FILE.json (a JSON Schema), module:Model, or a name in "
        "`constrain grammars`",
    )
    kind.add_argument(
        "--sql",
        metavar="DATABASE",
        help="queries of a database: SQLite's FILE.db, FILE.sql with CREATE TABLE …, or postgresql://…",
    )
    parser.add_argument(
        "--dialect", choices=(*_DIALECTS, *_OF_SQL), help=f"{_DIALECT}. FILE.sql: whose SQL (default: sqlite)"
    )
    parser.add_argument(
        "--layout",
        metavar="NAME",
        help="of JSON: spaced (one blank after commas and colons; the default), compact, flexible, any, lenient, or a "
        "number of blanks to indent by",
    )
    parser.add_argument(
        "--prompt", default="", metavar="TEXT", help="the prompt; - reads standard input (default: none)"
    )
    parser.add_argument(
        "--describe",
        action="store_true",
        help="before the prompt, tell the model what is asked for: the fields of a schema, the tables of a database",
    )
    parser.add_argument("--max-tokens", type=int, default=512, metavar="N", help="how many the text may have")
    parser.add_argument("--sample", action="store_true", help="draw tokens instead of taking the likeliest")
    parser.add_argument(
        "--temperature", type=float, metavar="T", help="for drawing; implies --sample (default: the model's own)"
    )
    parser.add_argument("--beams", type=int, default=1, metavar="N", help="beam search with so many beams; 1: none")
    parser.add_argument("--seed", type=int, metavar="N", help="makes draws repeatable (default: another each time)")
    parser.add_argument("--cut", action="store_true", help="cut off at --max-tokens what is not complete")


def _demo(options: argparse.Namespace) -> int:
    from .demo import demo

    if options.fields is not None and options.text is None:
        raise UsageError("--fields says what to take from a text; give it with --text")
    return 0 if demo(options.text, options.fields, as_json=options.json) else 3


def _generate(options: argparse.Namespace) -> int:
    if options.stream and options.json:
        raise UsageError("--stream prints a text as it is written, and --json one that is whole; leave one out")
    grammar = _grammar(options)
    decoding, prompt = _decoding(options), _asked(options, grammar)
    model, tokenizer = _model(options)
    result = _generated(options, model, tokenizer, prompt, grammar, decoding)
    if options.json:
        value = result.value.model_dump(mode="json") if hasattr(result.value, "model_dump") else result.value
        fields = {
            "text": result.text,
            "value": value,
            "complete": result.complete,
            "finish_reason": result.finish_reason,
        }
        print(json.dumps(fields, ensure_ascii=False, default=str))
    elif not options.stream:
        print(result.text)
    return _status(options, result)


def _status(options: argparse.Namespace, result: Any) -> int:
    """What the command returns, and a word to the user where the text was cut off."""
    if result.complete:
        if result.shortened:
            print(f"constrain: shortened to fit into {options.max_tokens} tokens; raise --max-tokens", file=sys.stderr)
        return 0
    print(f"constrain: cut short after {options.max_tokens} tokens; raise --max-tokens", file=sys.stderr)
    return 3


def _model(options: argparse.Namespace) -> tuple[Any, Any]:
    """The model that `--model` names, or the small one at hand, on its device, and its tokenizer."""
    which = "no --model given; loading the small one at hand" if options.model is None else f"loading {options.model}"
    print(f"constrain: {which} …", file=sys.stderr, flush=True)  # before torch, whose import takes seconds
    import torch

    from constrain.sampling import load_model, small_model

    if options.threads is not None:
        torch.set_num_threads(options.threads)
    try:
        torch.empty(0, device=options.device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise UsageError(f"--device {options.device}: {str(error).partition(chr(10))[0]}") from None
    progress = sys.stderr.isatty()
    if options.model is None:
        model, tokenizer = small = small_model(progress=progress)
        print(f"constrain: this is {small.name}", file=sys.stderr)
        return model.to(options.device), tokenizer
    try:
        return load_model(options.model, options.device, progress=progress)
    except ConstrainError as error:
        raise UsageError(f"--model {error}") from None
    except (OSError, ValueError, RuntimeError) as error:
        here = "" if Path(options.model).exists() else "no such folder is here, and as a name on the hub: "
        raise UsageError(f"--model {options.model}: {here}{' '.join(str(error).split())}") from None


def _decoding(options: argparse.Namespace) -> dict[str, Any]:
    """How tokens are chosen, as `generate` takes it."""
    decoding: dict[str, Any] = {
        "do_sample": options.sample or options.temperature is not None,
        "seeds": options.seed,
        "max_tokens": options.max_tokens,
    }
    if options.temperature is not None:
        if not 0 < options.temperature < math.inf:
            raise UsageError(
                f"--temperature {options.temperature}: a finite number above 0 is needed; without it the likeliest "
                "tokens are taken"
            )
        decoding["temperature"] = options.temperature
    if options.beams > 1:
        if getattr(options, "stream", False):
            raise UsageError("--stream prints what cannot change any more, and --beams may change all; leave one out")
        decoding["num_beams"] = options.beams
    if options.cut:
        decoding["fit"] = False
    return decoding


def _asked(options: argparse.Namespace, grammar: Grammar) -> str:
    """The prompt, and before it, if so asked, what the text is to be like."""
    from constrain.grammars import describe

    prompt = sys.stdin.read() if options.prompt == "-" else str(options.prompt)
    if not prompt:
        print("constrain: no --prompt given; the model is asked nothing", file=sys.stderr)
    try:
        return f"{describe(grammar)}\n\n{prompt}" if options.describe else prompt
    except UnsupportedError:
        raise UsageError(
            "--describe tells of --schema, --pydantic, --regex, --choice and --sql; say in the prompt what texts of "
            "this grammar are like"
        ) from None
    except LimitExceeded as error:
        raise UsageError(f"--describe: {str(error).partition(';')[0]}; write what matters into the prompt") from None


def _inspect(options: argparse.Namespace) -> int:
    from constrain.sampling.recording import Inspection, Recording

    kinds = (options.schema, options.pydantic, options.regex, options.choice, options.grammar, options.sql)
    status = 0
    if options.recording is not None:
        if options.model is not None or any(kind is not None for kind in kinds):
            raise UsageError("--from shows a recording that is there; leave out the model and what describes a text")
        try:
            recording = Recording.from_json(_text(options.recording))
        except ValueError as error:
            raise UsageError(f"--from {options.recording}: {error}") from None
    else:
        if all(kind is None for kind in kinds):
            raise UsageError("say what the text is like: --schema, --pydantic, --regex, --choice, --grammar or --sql")
        for path in (options.out, options.json):
            if path is not None and not path.parent.is_dir():  # told before a text is made
                raise UsageError(f"{path}: there is no folder {path.parent}")
        grammar = _grammar(options)
        model, tokenizer = _model(options)
        result = _generated(
            options, model, tokenizer, _asked(options, grammar), grammar, _decoding(options), record=True
        )
        if result.recording is None:
            raise result.error
        recording = result.recording
        print(result.text)
        status = _status(options, result)
    _write(options.out, Inspection(recording).html)
    if options.json is not None:
        _write(options.json, recording.to_json())
    count = len(recording.written)
    print(f"{options.out}: {count:,} token{'s' * (count != 1)}; open it in a browser", file=sys.stderr)
    return status


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error}") from None


def _check_serving(options: argparse.Namespace) -> None:
    """Raises `UsageError` for what would only be seen once a model is loaded, or never."""
    if options.port >= 1 << 16:
        raise UsageError(f"--port {options.port}: choose one from 0 to 65535")
    if options.api_key is not None and not options.api_key.strip():
        raise UsageError("--api-key is empty, so that anybody might ask; leave it out, if that is meant")
    for origin in options.cors_origin:
        if not re.fullmatch(r"\*|null|[a-z][a-z0-9+.-]*://[^/\s]+", origin):
            raise UsageError(
                f"--cors-origin {origin}: browsers say scheme://host or scheme://host:port, without a path"
            )
    for name in options.allowed_host:
        if not re.fullmatch(r"\[[0-9a-fA-F:.]+\]|[^:/\s]+", name):
            raise UsageError(f"--allowed-host {name}: a host's name, without scheme, port or path; IPv6 in brackets")
    try:
        addresses = socket.getaddrinfo(
            options.host or None, options.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _, address in addresses:
            try:
                probe = socket.socket(family, kind, protocol)
            except OSError:  # asyncio leaves out the families that a machine has not, too
                continue
            with probe:
                if os.name == "posix":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind(address)
    except (OSError, ValueError) as error:  # a name that is too long, or has a byte 0, is a ValueError
        where = f"--host {options.host} --port {options.port}"
        raise UsageError(f"{where}: nothing can listen there: {getattr(error, 'strerror', None) or error}") from None


def _serve(options: argparse.Namespace) -> int:
    for package in ("starlette", "uvicorn"):  # what is wrong is told before the model is loaded
        importlib.import_module(package)
    _check_serving(options)
    template = None if options.chat_template is None else _text(options.chat_template)

    import torch

    from constrain.grammars import prepare
    from constrain.sampling.integrations import server

    try:
        server.tool_format(options.tool_format or "hermes")
        model, tokenizer = _model(options)
        if options.dtype is not None:
            model = model.to(getattr(torch, options.dtype))
        if template is not None:
            tokenizer.chat_template = template
        engine = server.Engine(
            model,
            tokenizer,
            max_rows=options.max_rows,
            max_queue=options.max_queue,
            max_batch_tokens=options.max_batch_tokens,
        )
        settings = server.Settings(
            model=options.name or options.model or str(model.name_or_path),
            api_key=options.api_key or os.environ.get("CONSTRAIN_API_KEY") or None,
            tool_format=options.tool_format or server.tool_format_of(tokenizer),
            max_body=options.max_body,
            max_request_tokens=options.max_request_tokens,
            compile_timeout=options.compile_timeout,
            cache_memory=options.cache_memory,
            default_max_tokens=options.max_tokens,
            defaults=server.choosing_of(model),
            hosts=server.hosts_of(options.host, options.allowed_host),
            cors_origins=tuple(options.cors_origin),
        )
        made = server.Server(engine, settings)
    except ValueError as error:
        raise UsageError(str(error)) from None
    prepare(engine.vocabulary)
    server.serve(made, host=options.host, port=options.port)
    return 0


def _generated(
    options: argparse.Namespace,
    model: Any,
    tokenizer: Any,
    prompt: str,
    grammar: Grammar,
    decoding: dict[str, Any],
    *,
    record: bool = False,
) -> Any:
    """The result; with `--stream` its text has been printed as it was written."""
    from constrain.sampling import generate, stream

    try:
        if record or not options.stream:
            return generate(model, tokenizer, prompt, grammar, record=record, **decoding)
        result = None
        for part in stream(model, tokenizer, prompt, grammar, **decoding):
            print(part, end="", flush=True)
            result = part.result
    except LimitExceeded as error:
        if error.limit != options.max_tokens or error.needed is None:
            raise
        raise UsageError(
            f"the shortest text takes {error.needed} tokens, and --max-tokens is {error.limit}; allow more, or cut the "
            f"text off there by --cut"
        ) from None
    print()
    return result


def _grammars(options: argparse.Namespace) -> int:
    from constrain.grammars import library

    entries = [library.entry(name) for name in library.names()]
    names, modes = (max(len(getattr(entry, field)) for entry in entries) for field in ("name", "mode"))
    for entry in entries:
        print(f"{entry.name:<{names}}  {entry.mode:<{modes}}  {entry.description}")
    print("\nIn Python: constrain.grammars.library.load(NAME). For more of one: constrain check NAME")
    return 0


def _check(options: argparse.Namespace) -> int:
    with _told_of(options.file):
        return _check_file(options)


def _check_file(options: argparse.Namespace) -> int:
    """By what the file is called: a schema, a grammar in one of four notations, or a name in the library."""
    from constrain.grammars import library

    path: Path = options.file
    if not path.exists() and str(path) in library.names():
        _only(options, path, "start")
        return _check_grammar(options, library.read(str(path)), **library.entry(str(path)).options())
    if not path.exists() and ":" in str(path):
        return _check_schema(options, _named(str(path), "check"))
    if not path.exists() and not path.suffix:
        raise UsageError(f"{path}: {_nowhere(path)}")
    if path.suffix in (".gbnf", ".ebnf", ".abnf"):
        _only(options, path, "start", *(["dialect"] if path.suffix == ".ebnf" else []))
        return _check_grammar(options, _text(path))
    if path.suffix == ".lark":
        _only(options, path, "start", "parser", "lexer", "postlex")
        postlex = _named(options.postlex, "--postlex")() if options.postlex else None
        paths = [str(path.parent)]  # what stands beside a file that the user names
        choices = {
            "parser": options.parser or "lalr",
            "lexer": options.lexer,
            "postlex": postlex,
            "import_paths": paths,
        }
        return _check_grammar(options, _text(path), **choices)
    if path.suffix not in ("", ".json"):
        raise UsageError(f"{path}: {_notations(path)}")
    return _check_schema(options, _text(path))


def _only(options: argparse.Namespace, what: object, *known: str) -> None:
    """UsageError for an option that says nothing of such a file or text: none is silently ignored."""
    for name in ("dialect", "any_order", "layout", "start", "parser", "lexer", "postlex"):
        if getattr(options, name, None) and name not in known:
            raise UsageError(f"--{name.replace('_', '-')} has no effect on {what}; leave it out")


def _nowhere(path: Path) -> str:
    """What is wrong with a name that is neither a file's nor the library's."""
    from constrain.grammars import library

    near = nearest(str(path), library.names())
    known = f"did you mean {near}?" if near else f"the library has {', '.join(library.names())}"
    return f"neither a file, nor a grammar of the library, nor module:Model; {known}"


def _notations(path: Path) -> str:
    """What a file may be called; told to a user who called it otherwise."""
    if path.suffix in (".sql", ".db", ".sqlite"):
        return "queries of a database are written by `constrain generate --sql FILE`"
    if path.suffix == ".g4":
        return (
            "an ANTLR grammar, which is not read; in Lark's notation (FILE.lark) rules are the same in lower case, "
            "a lexer rule `ID : [a-z]+ ;` is `ID: /[a-z]+/`, and `WS : [ \\t]+ -> skip ;` is `WS: /[ \\t]+/` "
            "with `%ignore WS`"
        )
    return (
        f"a file `*{path.suffix}` is in no notation known here; known are FILE.json (a JSON Schema), FILE.lark (Lark), "
        "FILE.gbnf (llama.cpp's), FILE.ebnf (W3C's, ISO's or xgrammar's EBNF), FILE.abnf (RFC 5234), and module:Model"
    )


def _check_grammar(options: argparse.Namespace, text: str, **choices: Any) -> int:
    from constrain.grammars.check import check_abnf, check_ebnf, check_gbnf, check_lark

    if options.file.suffix == ".gbnf":
        report = check_gbnf(text, options.start or "root", source=str(options.file))
    elif options.file.suffix == ".abnf":
        report = check_abnf(text, options.start, source=str(options.file))
    elif options.file.suffix == ".ebnf":
        dialect, start, text = _dialect(options, text)
        report = check_ebnf(text, options.start or start, dialect=dialect, source=str(options.file))
    else:
        report = check_lark(text, options.start or "start", source=str(options.file), **choices)
    print(report)
    if report.refusal is not None:
        raise report.refusal
    return _doubtful(options, sum(len(report.of(kind)) for kind in ("unproductive", "redefined", "unused")))


def _doubtful(options: argparse.Namespace, count: int) -> int:
    """The exit status of a check that has found so many things that were perhaps meant otherwise; warns of them."""
    if count:
        what = "1 thing is" if count == 1 else f"{count} things are"
        print(f"constrain: {options.file}: {what} perhaps meant otherwise (above)", file=sys.stderr)
    return 1 if count and options.strict else 0


def _dialect(options: argparse.Namespace, text: str) -> tuple[str, str | None, str]:
    """The dialect of an EBNF text, by the option or its first line (`#!w3c Root`), the start named there, the rest."""
    from constrain.grammars.notation import header_of

    name, start, rest = header_of(text)
    if name not in (None, "ebnf", *_DIALECTS):
        raise UsageError(f"a file of EBNF names another notation in its first line, {name}; call it FILE.{name}")
    if options.dialect in _OF_SQL:
        raise UsageError(f"--dialect {options.dialect} is one of SQL; of EBNF there are {', '.join(_DIALECTS)}")
    if options.dialect and name in _DIALECTS and name != options.dialect:
        raise UsageError(f"--dialect {options.dialect}: the first line of the file says {name}")
    return options.dialect or (name if name in _DIALECTS else "auto"), start, rest


def _check_schema(options: argparse.Namespace, source: Any) -> int:
    from constrain.grammars import json_schema

    _only(options, options.file, "any_order", "layout")
    order: Literal["any", "schema"] = "any" if options.any_order else "schema"
    grammar = json_schema(source, property_order=order, on_unsupported="drop", **_layout(options))
    print(grammar.report)
    if not grammar.dropped:
        return _doubtful(options, sum(len(each.doubts) for each in grammar.report.subschemas))
    for pointer, keyword in grammar.dropped:
        print(f"constrain: {pointer}: `{keyword}` cannot be enforced", file=sys.stderr)
    json_schema(source, property_order=order, **_layout(options))  # raises, with the first reason and the way on
    return 2


def _bench(options: argparse.Namespace) -> int:
    """Runs a module of tests/bench, which is not installed with the library."""
    if not Path("tests", "bench", "report.py").exists():
        raise UsageError("the benchmarks are in the repository, not in the package; call this at the top of a checkout")
    sys.path.insert(0, str(Path.cwd()))
    arguments = sys.argv
    try:
        sys.argv = [f"constrain bench {options.name}", *options.rest]
        importlib.import_module(f"tests.bench.{options.name}").main()
    finally:
        sys.argv = arguments
    return 0


def _grammar(options: argparse.Namespace) -> Grammar:
    """The grammar that the options name."""
    with _told_of(options.schema or options.grammar or options.sql):
        return _described(options)


@contextmanager
def _told_of(file: str | Path | None) -> Iterator[None]:
    """What is wrong in a file is told with the file."""
    try:
        yield
    except ConstrainError as error:
        if file is None or not Path(file).exists():
            raise
        raise UsageError(f"{file}: {error}") from None


def _described(options: argparse.Namespace) -> Grammar:
    from constrain.grammars import abnf, choice, ebnf, gbnf, json_schema, lark, library, regex

    if options.schema is not None or options.pydantic is not None:
        _only(options, "--schema" if options.schema is not None else "--pydantic", "layout")
        source = _named(options.pydantic, "--pydantic") if options.schema is None else _text(options.schema)
        return json_schema(source, **_layout(options))
    if options.grammar is not None:
        path = Path(options.grammar)
        model = ":" in options.grammar and not path.exists()
        said = {".ebnf": ["dialect"], ".json": ["layout"]}.get(path.suffix, ["layout"] if model else [])
        _only(options, path, *said)
        if options.grammar in library.names() and not path.exists():
            return library.load(options.grammar)
        if model:
            return json_schema(_named(options.grammar, "--grammar"), **_layout(options))
        if path.suffix == ".lark":
            return lark(_text(path), import_paths=[str(path.parent)])
        if path.suffix == ".json":
            return json_schema(_text(path), **_layout(options))
        if path.suffix == ".ebnf":
            dialect, start, text = _dialect(options, _text(path))
            return ebnf(text, start, dialect=dialect)
        readers: dict[str, Callable[[str], Grammar]] = {".gbnf": gbnf, ".abnf": abnf}
        if path.suffix in readers:
            return readers[path.suffix](_text(path))
        if path.suffix:
            raise UsageError(f"--grammar {path}: {_notations(path)}")
        raise UsageError(f"--grammar {path}: {_nowhere(path)}")
    if options.sql is not None:
        _only(options, "--sql", "dialect")
        return _queries(options.sql, options.dialect)
    _only(options, "--regex" if options.regex is not None else "--choice")
    if options.regex is not None:
        return regex(options.regex)
    if not any(options.choice):
        raise UsageError("--choice names no text; separate the texts by commas")
    return choice([text.strip() for texts in options.choice for text in texts.split(",")])


def _queries(database: str, dialect: str | None) -> Grammar:
    """Queries of the database that `--sql` names: a file of SQLite's, DDL, or the address of a PostgreSQL server."""
    import sqlite3

    from constrain.grammars import sql

    path, served = Path(database), database.startswith(("postgresql://", "postgres://"))
    kept = not served and path.is_file() and _is_sqlite(path)
    if dialect in _DIALECTS or (served and dialect == "sqlite") or (kept and dialect == "postgresql"):
        raise UsageError(f"--dialect {dialect}: --sql {path if not served else 'postgresql://…'} is of another kind")
    if served:
        try:
            import psycopg
        except ImportError:
            install = f"{sys.executable} -m pip install 'psycopg[binary]'"
            raise UsageError(f"--sql postgresql://… needs psycopg, which is not installed. Run {install}") from None
        try:
            with psycopg.connect(database) as connection:
                return sql(connection, dialect="postgresql")
        except psycopg.Error as error:
            raise UsageError(f"--sql postgresql://…: {' '.join(str(error).split())}") from None
    if kept:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            return sql(connection)
        except sqlite3.Error as error:
            raise UsageError(f"--sql {path}: {error}") from None
        finally:
            connection.close()
    if "://" in database or database.lstrip().lower().startswith("create "):
        raise UsageError("--sql takes a file of SQLite's, a file of DDL (FILE.sql), or postgresql://user@host/database")
    try:
        return sql(_text(path), dialect or "sqlite")
    except GrammarError as error:
        if path.suffix == ".sql":
            raise
        raise UsageError(f"--sql {path} is no file of SQLite's, so it was read as DDL: {error}") from None


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


_LAYOUTS = ("spaced", "compact", "flexible", "any", "lenient")


def _layout(options: argparse.Namespace) -> dict[str, Any]:
    """`--layout` as options of `json_schema`: a name, or blanks of indentation."""
    given: str | None = options.layout
    if given is None:
        return {}
    if given in _LAYOUTS:
        return {"layout": given}
    if given.isascii() and given.isdigit() and len(given) < 5:
        return {"indent": int(given)}
    raise UsageError(f"--layout {given}: choose {', '.join(_LAYOUTS)}, or a number of blanks to indent by")


def _text(path: Path) -> str:
    """What the file holds."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        hint = "; the schema itself is not taken here, but a file with it" if str(path).startswith("{") else ""
        raise UsageError(f"{path}: {error.strerror}{hint}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {error}") from None


def _named(given: str, option: str) -> Any:
    """What `module:Name` names."""
    module, colon, name = given.partition(":")
    if not colon:
        raise UsageError(f"{option} {given}: write it as module:Name")
    if module.endswith(".py"):
        raise UsageError(f"{option} {given}: name the module without .py: {module[:-3].replace('/', '.')}:{name}")
    sys.path.insert(0, "")  # as `python -m` does
    try:
        found = importlib.import_module(module)
        return getattr(found, name)
    except ImportError as error:
        raise UsageError(f"{option} {given}: {error}") from None
    except AttributeError as error:
        near = nearest(name, vars(found))
        raise UsageError(f"{option} {given}: {error}{f'; did you mean {near}?' if near else ''}") from None


if __name__ == "__main__":
    sys.exit(main())
