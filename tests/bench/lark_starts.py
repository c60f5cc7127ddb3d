"""From a Lark grammar's text to its first mask: fresh grammars, beside llguidance in the same process.

    python -m tests.bench.lark_starts

Every grammar is read some times, and each time all its own names are others, so that nothing that an engine remembers of a
grammar helps; the figure is the median of the process's CPU time. The small languages stand here and nowhere else in the
repository; the four code grammars are those of `code_grammars`. `seen` is ours in a new process on a machine that has
compiled the text before (files in the user's cache folder, of the grammar and of its first mask), without what the first call
of any grammar costs.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from constrain.grammars.lark import saved
from tests.bench import code_grammars, command, report, tokens
from tests.bench.engines import ENGINES, Engine, version_of

_BLANK = "\n%ignore /[ \\t\\n]+/\n"
SMALL = {
    "calls": 'start: call+\ncall: NAME "(" (value ("," value)*)? ")" ";"\nvalue: NUMBER | NAME | call_\ncall_: "@" NAME\n'
    "NAME: /[a-z_][a-z0-9_]*/\nNUMBER: /-?[0-9]+/" + _BLANK,
    "formula": 'start: sum\nsum: product (("+" | "-") product)*\nproduct: power (("*" | "/") power)*\npower: atom ("^" power)?\n'
    'atom: NUMBER | NAME | "(" sum ")"\nNUMBER: /[0-9]+(\\.[0-9]+)?/\nNAME: /[a-z]+/' + _BLANK,
    "settings": 'start: (section | pair)*\nsection: "[" NAME "]"\npair: NAME "=" (STRING | NUMBER | "true" | "false" | list)\n'
    'list: "[" [STRING ("," STRING)*] "]"\nNAME: /[a-z][a-z0-9.]*/\nSTRING: /"[^"\\n]*"/\nNUMBER: /[0-9]+/' + _BLANK,
    "rules": 'start: rule+\nrule: "when" test ("and" test)* "then" action ";"\ntest: FIELD OP value\nvalue: NUMBER | STRING\n'
    'action: "set" FIELD value | "drop" | "send" STRING\nOP: "<" | ">" | "=="\nFIELD: /[a-z]+(\\.[a-z]+)*/\nNUMBER: /[0-9]+/\n'
    "STRING: /'[^'\\n]*'/" + _BLANK,
    "paths": 'start: step ("/" step)*\nstep: NAME predicate*\npredicate: "[" (NUMBER | "@" NAME "=" STRING) "]"\n'
    'NAME: /[A-Za-z][A-Za-z0-9]*/\nNUMBER: /[1-9][0-9]*/\nSTRING: /"[^"]*"/\n',
    "robot": 'start: command+\ncommand: "move" NUMBER direction? | "turn" ("left" | "right") | "repeat" NUMBER "{" command+ "}"\n'
    'direction: "north" | "south" | "east" | "west"\nNUMBER: /[0-9]+/' + _BLANK,
    "lisp": 'start: form+\nform: ATOM | NUMBER | STRING | "(" form* ")" | "\'" form\nATOM: /[a-z+*\\/<=>!?-]+/\nNUMBER: /[0-9]+/\n'
    'STRING: /"[^"]*"/' + _BLANK,
    "query": 'start: "find" NAME ("," NAME)* "in" NAME filter? sort?\nfilter: "where" test (("and" | "or") test)*\n'
    'test: "not"? NAME ("=" | "!=" | "like") (STRING | NUMBER)\nsort: "by" NAME ("up" | "down")?\nNAME: /[a-z_]+/\nNUMBER: /[0-9]+/\n'
    "STRING: /'[^']*'/" + _BLANK,
    "types": 'start: declaration+\ndeclaration: "type" NAME "=" type ";"\ntype: union\nunion: array ("|" array)*\narray: primary ("[" "]")*\n'
    'primary: NAME | "{" (NAME ":" type ";")* "}" | "(" type ")" | STRING\nNAME: /[A-Za-z_]+/\nSTRING: /"[^"\\n]*"/'
    + _BLANK,
    "dates": 'start: span ("," span)*\nspan: date ("-" date)?\ndate: DAY "." MONTH "." YEAR?\nDAY: /[0-3]?[0-9]/\nMONTH: "Jan" | "Feb" | "Mar"\n'
    "YEAR: /(19|20)[0-9][0-9]/\n",
}
_OWN = re.compile(r"^[?!]*([a-zA-Z_][A-Za-z0-9_]*)(?=[.:])", re.MULTILINE)
_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|/(?!/)(?:\\.|[^/\\\n])*/|//[^\n]*|[A-Za-z_][A-Za-z0-9_]*')
ROUNDS = 15


def renamed(text: str, number: int) -> str:
    """The same grammar with other names for all that it defines, but the start."""
    own = set(_OWN.findall(text)) - {"start"}

    def other(found: re.Match[str]) -> str:
        name = found[0]
        return (
            name
            if name not in own
            else f"{name}_{number}"
            if name.islower()
            else f"{name}_{'QRSTUVWXYZ'[number % 10]}{number}"
        )

    return _PIECES.sub(other, text)


def grammars() -> Iterator[tuple[str, str]]:
    """Names and texts."""
    yield from SMALL.items()
    for language in code_grammars.LANGUAGES:
        yield language, code_grammars.grammar(language)


def started(engine: Engine, text: str) -> float:
    """CPU milliseconds from the text to the first mask."""
    begun = time.process_time()
    engine.compile("lark", text)().fill()
    return (time.process_time() - begun) * 1e3


def seen(tokenizer: str) -> dict[str, float]:
    """The milliseconds of each grammar in a new process whose machine has compiled it before."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CONSTRAIN_CACHE": folder}
        command = [sys.executable, "-m", "tests.bench.lark_starts", "--tokenizer", tokenizer, "--as-seen"]
        for _ in range(2):
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def as_seen(tokenizer: str) -> None:
    """What `seen` runs."""
    engine = ENGINES["constrain"](tokens.load(tokenizer), 1)
    started(engine, 'start: "a"')
    for name, text in grammars():
        print(name, started(engine, text))
    saved.finish()


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--as-seen", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.as_seen:
        as_seen(arguments.tokenizer)
        return
    os.environ["CONSTRAIN_CACHE"] = "off"
    engines = {name: ENGINES[name](tokens.load(arguments.tokenizer), 1) for name in ("constrain", "llguidance")}
    known = seen(arguments.tokenizer)
    rows: list[list[object]] = []
    records: list[dict[str, object]] = []
    for name, text in grammars():
        times: dict[str, list[float]] = {engine: [] for engine in engines}
        for number in range(ROUNDS):
            for engine, found in times.items():
                found.append(started(engines[engine], renamed(text, number)))
        ours, theirs = (statistics.median(found) for found in times.values())
        rows.append([name, *map(report.number, (ours, theirs, ours / theirs, known[name]))])
        for engine, median in zip(engines, (ours, theirs), strict=True):
            record = {
                **report.provenance(),
                "engine": engine,
                "version": version_of(engine),
                "tokenizer": arguments.tokenizer,
            }
            figures = {"grammar": name, "start_ms": f"{median:.4g}", "start_ms_max": f"{max(times[engine]):.4g}"}
            records.append({**record, **figures, "seen_ms": f"{known[name]:.4g}" if engine == "constrain" else ""})
    head = ["grammar", "constrain", "llguidance", "ratio", "constrain, seen before"]
    print(report.table("From a grammar's text to its first mask, CPU ms", head, rows))
    command.keep(arguments.record, "lark_starts", records)


if __name__ == "__main__":
    main()
