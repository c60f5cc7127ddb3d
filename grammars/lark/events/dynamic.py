"""Earley's algorithm without a lexer, as lark's dynamic lexers have it: terminals match wherever they are expected.

At every character each expected terminal is matched once, as far as its expression goes (`dynamic`), or to all its
beginnings that match as well (`dynamic_complete`). How far it goes may depend on what comes, so a *match* is open until
its pattern cannot go on. A column is made when no open match could end there.
"""

from __future__ import annotations

from typing import Any

from lark.grammar import Terminal
from lark.lexer import PatternStr, Token
from lark.parsers.earley_forest import TokenNode

from constrain.matcher import Matcher

from .chart import Chart, Source, token_node
from .growth import encoded, is_over
from .reading import Reading


class Match:
    """A terminal that is matched from a place on, for the items that expect it there."""

    def __init__(self, terminal: Terminal, start: int) -> None:
        self.terminal, self.start = terminal, start
        self.items: list[tuple[int, Any]] = []  # with their numbers in the column, for lark's order
        self.ignored = False
        self.matcher: Matcher | None = None
        self.fed = start  # characters before that have been read
        self.ends: set[int] = set()  # where it could end
        self.waits = False  # for the end of the text


class ByCharacters(Source):
    """Columns between characters."""

    def __init__(self, reading: Reading, chart: Chart) -> None:
        self.text = ""
        self._reading, self._chart = reading, chart
        parser = chart.parser
        self._find, self._ignored, self._complete = parser.term_matcher, parser.ignore, parser.complete_lex
        self._terminals = parser.lexer_conf.terminals_by_name
        self._firsts: dict[str, frozenset[int]] = {}
        self._open: list[Match] = []
        self._arrivals: dict[int, list[tuple[tuple[int, int, int], Any, TokenNode | None]]] = {}
        self._begin()

    def feed(self, text: str) -> None:
        self.text += text
        self._read(whole=False)

    def finish(self) -> None:
        self._read(whole=True)

    def _read(self, *, whole: bool) -> None:
        chart = self._chart
        while True:
            self._decide(whole=whole)
            here = len(chart.columns) - 1
            going = [item for match in self._open for _, item in match.items]
            going += [item for arrivals in self._arrivals.values() for _, item, _ in arrivals]
            if here == len(self.text):
                chart.tell([*going, *chart.ends()])
                return
            if not going:
                raise ValueError(f"lark's parser expects nothing of what is at character {here} of the text")
            chart.tell(going)
            if any(match.waits or here + 1 in match.ends for match in self._open):
                return
            arrivals = sorted(self._arrivals.pop(here + 1, ()), key=lambda arrival: arrival[0])
            chart.add((item, token) for _, item, token in arrivals)
            self._begin()

    def _begin(self) -> None:
        """Opens the matches of the column that has just been made."""
        chart, here = self._chart, len(self._chart.columns) - 1
        matches: dict[Any, Match] = {}
        waiting = list(chart.waiting)
        for number, item in enumerate(waiting):
            match = matches.get(item.expect)
            if match is None:
                match = matches[item.expect] = Match(item.expect, here)
            match.items.append((number, item))
        carried = [*waiting, *(item for item in chart.columns[-1] if item.is_complete and item.s == chart.start)]
        opened = list(matches.values())
        for number, terminal in enumerate(self._ignored, len(waiting)):
            if carried:
                match = Match(terminal, here)
                match.ignored, match.items = True, [(number, item) for item in carried]
                opened.append(match)
        for match in opened:
            match.waits = self._pattern(match) is None
        self._open += opened

    def _pattern(self, match: Match) -> Any:
        return self._reading.pattern(self._terminals[match.terminal.name])

    def _first_bytes(self, match: Match) -> frozenset[int]:
        """Those that a text of the terminal may begin with."""
        name = match.terminal.name
        if name not in self._firsts:
            matcher = self._pattern(match).matcher()
            self._firsts[name] = frozenset(byte for byte in range(256) if matcher.allows(byte))
        return self._firsts[name]

    def _decide(self, *, whole: bool) -> None:
        """Closes the matches that cannot go on."""
        still = []
        for match in self._open:
            if whole or not self._may_go_on(match):
                self._close(match)
            else:
                still.append(match)
        self._open = still

    def _may_go_on(self, match: Match) -> bool:
        text = self.text
        if match.waits or match.fed == len(text):
            return True
        pattern = self._terminals[match.terminal.name].pattern
        if isinstance(pattern, PatternStr) and not pattern.flags and not self._reading.flags:
            match.fed = min(len(text), match.start + len(pattern.value))
            return match.fed == len(text) < match.start + len(pattern.value) and pattern.value.startswith(
                text[match.start :]
            )
        if match.matcher is None:
            if encoded(text[match.start])[0] not in self._first_bytes(match):
                return False
            match.matcher = self._pattern(match).matcher()
        matcher = match.matcher
        while match.fed < len(text):
            for byte in encoded(text[match.fed]):
                if not matcher.allows(byte):
                    return False
                matcher.advance(byte)
            match.fed += 1
            if matcher.is_accepting:
                match.ends.add(match.fed)
                if is_over(matcher):
                    return False
        return True

    def _close(self, match: Match) -> None:
        """Notes where a match ends, which nothing can change any more."""
        found = self._find(match.terminal, self.text, match.start)
        if not found or found.end() == match.start:
            return
        ends = [found.end()]
        if self._complete and not match.ignored:
            whole = found.group(0)
            for size in range(len(whole) - 1, 0, -1):
                shorter = self._find(match.terminal, whole[:size])
                if shorter:
                    ends.append(match.start + shorter.end())
        for order, end in enumerate(ends):
            node = None if match.ignored else self._token(match, end)
            arrivals = self._arrivals.setdefault(end, [])
            arrivals += [((match.start, number, order), item, node) for number, item in match.items]

    def _token(self, match: Match, end: int) -> TokenNode:
        name = match.terminal.name
        token = Token(name, self.text[match.start : end], match.start, end_pos=end)
        token.line = token.column = token.end_line = token.end_column = 1  # positions are wanted, lines are not
        return token_node(token, self._terminals[name])
