"""The findings about a grammar, typed for programs, and as a page of text for people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from constrain.errors import ConstrainError

SHOWN = 40  # findings of one kind that are printed


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know. `line` is that of the definition it is about, None where that is not in the text.

    `kind` is one of `collision` (two terminals match the same text, `example`, where either may stand), `conflict` (the
    LALR table reads on, or ends another rule, where a rule could end), `joined` (a keyword and a word with nothing
    between them), `unused`, `unproductive` (no text), `redefined`, `cost` (slower than it need be) and `portability`
    (llama.cpp reads it otherwise).
    """

    kind: str
    names: tuple[str, ...]
    message: str
    line: int | None = None
    example: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What `constrain check` prints. `refusal` is the error with which the grammar is refused, if it is.

    `rules` and `terminals` count what takes part in texts; `productions` is the size of the finished grammar, `seconds`
    what making it took; `passed_over` says what was not looked at, and why.
    """

    source: str
    mode: str
    rules: int
    terminals: int
    findings: tuple[Finding, ...]
    productions: int | None = None
    seconds: float | None = None
    refusal: ConstrainError | None = None
    passed_over: tuple[str, ...] = ()

    def of(self, kind: str) -> list[Finding]:
        """The findings of a kind."""
        return [finding for finding in self.findings if finding.kind == kind]

    def __str__(self) -> str:
        size = f"{_count(self.rules, 'rule')}"
        if self.terminals:
            size += f", {_count(self.terminals, 'terminal')}"
        if self.productions is not None:
            size += f"; {_count(self.productions, 'production')}"
            size += f", made in {self.seconds:.2f} s" if self.seconds is not None else ""
        lines = [f"{self.source}: {self.mode}", size]
        for kind, title in _TITLES.items():
            found = self.of(kind)
            if not found:
                continue
            lines += ["", title.format(len(found))]
            for finding in found[:SHOWN]:
                where = f"line {finding.line}" if finding.line is not None else ""
                lines.append(f"  {where:<9} {finding.message}")
            if len(found) > SHOWN:
                lines.append(f"  {'':<9} and {len(found) - SHOWN} more")
        # Of a refused grammar the error says what has no text: more than the rules' forms tell.
        told = self._looked_for() - ({"unproductive"} if self.refusal is not None else set())
        clean = [title for kind, title in _CLEAN.items() if not self.of(kind) and kind in told]
        if clean:
            summary = "; ".join(clean)
            lines += ["", f"{summary[0].upper()}{summary[1:]}."]
        lines += [f"Not looked at: {each}." for each in self.passed_over]
        return "\n".join(lines)

    def _looked_for(self) -> set[str]:
        if self.mode == "GBNF":
            return {"unused", "unproductive", "redefined"}
        found = {"unused", "unproductive", "cost"}
        if "dynamic" not in self.mode:
            found.add("collision")
        if "lalr" in self.mode:
            found.add("conflict")
        return found


_TITLES = {
    "unproductive": "Can never be written ({}):",
    "redefined": "Defined more than once ({}):",
    "collision": "Terminals that match the same text ({}):",
    "conflict": "Places where LALR had to choose ({}):",
    "joined": "Words with nothing between them ({}):",
    "unused": "Unused ({}):",
    "cost": "Costs speed ({}):",
    "portability": "llama.cpp reads otherwise ({}):",
}
_CLEAN = {
    "unproductive": "every rule can be written",
    "redefined": "nothing is defined twice",
    "collision": "no terminals collide",
    "conflict": "no conflicts",
    "unused": "nothing is unused",
    "cost": "nothing is slow by its form",
}


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def line_of(text: str, name: str) -> int | None:
    """The line that defines, imports or declares a name in a Lark grammar."""
    word = re.escape(name)
    found = re.search(rf"(?m)^[ \t]*[?!]{{0,2}}{word}(?:\{{[^}}]*\}})?(?:\.-?\d+)?[ \t]*:", text)
    if found is None:
        found = re.search(rf"(?m)^[ \t]*%(?:import|declare|override|extend)\b[^\n]*\b{word}\b", text)
    if found is None:
        return None
    start = found.start() + len(found[0]) - len(found[0].lstrip())
    return text.count("\n", 0, start) + 1
