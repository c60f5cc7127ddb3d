"""What a GBNF text means, slowly: a reader written after llama.cpp's, character by character, and Earley over characters.

As in llama.cpp every operator becomes rules (`S*` is `S' ::= S S' |`), rules are numbers, and a later rule of the same
name takes the place of an earlier one. Rules that derive no text are then dropped, so a prefix is viable exactly if its
last Earley set is not empty. Shares nothing with `constrain.grammars.gbnf`.
"""

from __future__ import annotations

WORD = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
Set = tuple[bool, tuple[tuple[int, int], ...]]  # whether negated, and ranges of code points
LAST = 0x10FFFF


class WrongError(Exception):
    """The text is no GBNF."""


class Reader:
    """`rules[n]` are the alternatives of rule n, each a list of symbols; `names` maps names to numbers."""

    def __init__(self, text: str) -> None:
        self.text = text + "\0"
        self.names: dict[str, int] = {}
        self.rules: dict[int, list[list[int | Set]]] = {}
        self.count = 0
        at = self.space(0, True)
        while self.text[at] != "\0":
            at = self.rule(at)
        if at != len(text):
            raise WrongError("NUL")
        for ways in self.rules.values():
            for way in ways:
                for symbol in way:
                    if isinstance(symbol, int) and symbol not in self.rules:
                        raise WrongError("undefined")

    def fresh(self) -> int:
        self.count += 1
        return self.count - 1

    def number_of(self, name: str) -> int:
        if name not in self.names:
            self.names[name] = self.fresh()
        return self.names[name]

    def space(self, at: int, lines: bool) -> int:
        while True:
            c = self.text[at]
            if c in " \t" or (lines and c in "\r\n"):
                at += 1
            elif c == "#":
                while self.text[at] not in "\0\r\n":
                    at += 1
            else:
                return at

    def word(self, at: int) -> int:
        end = at
        while self.text[end] in WORD:
            end += 1
        if end == at:
            raise WrongError("name")
        return end

    def rule(self, at: int) -> int:
        end = self.word(at)
        number = self.number_of(self.text[at:end])
        at = self.space(end, False)
        if self.text[at : at + 3] != "::=":
            raise WrongError("::=")
        at, ways = self.ways(self.space(at + 3, True), False)
        self.rules[number] = ways
        if self.text[at] == "\r":
            at += 2 if self.text[at + 1] == "\n" else 1
        elif self.text[at] == "\n":
            at += 1
        elif self.text[at] != "\0":
            raise WrongError("end of line")
        return self.space(at, True)

    def ways(self, at: int, nested: bool) -> tuple[int, list[list[int | Set]]]:
        at, way = self.sequence(at, nested)
        found = [way]
        while self.text[at] == "|":
            at, way = self.sequence(self.space(at + 1, True), nested)
            found.append(way)
        return at, found

    def sequence(self, at: int, nested: bool) -> tuple[int, list[int | Set]]:
        way: list[int | Set] = []
        last = 0
        while True:
            c = self.text[at]
            if c == '"':
                at, last = at + 1, len(way)
                while self.text[at] != '"':
                    value, at = self.character(at)
                    way.append((False, ((value, value),)))
                at += 1
            elif c == "[":
                at, last = at + 1, len(way)
                negated = self.text[at] == "^"
                at += negated
                ranges = []
                while self.text[at] != "]":
                    first, at = self.character(at)
                    end = first
                    if self.text[at] == "-" and self.text[at + 1] != "]":
                        end, at = self.character(at + 1)
                    ranges.append((first, end))
                if ranges:
                    way.append((negated, tuple(ranges)))
                at += 1
            elif c == ".":
                at, last = at + 1, len(way)
                way.append((False, ((0, LAST),)))
            elif c in WORD:
                end = self.word(at)
                last = len(way)
                way.append(self.number_of(self.text[at:end]))
                at = end
            elif c == "(":
                number = self.fresh()
                at, ways = self.ways(self.space(at + 1, True), True)
                self.rules[number] = ways
                if self.text[at] != ")":
                    raise WrongError(")")
                last = len(way)
                way.append(number)
                at += 1
            elif c in "*+?":
                at += 1
                self.repeat(way, last, *{"*": (0, None), "+": (1, None), "?": (0, 1)}[c])
            elif c == "{":
                low, at = self.integer(self.space(at + 1, nested))
                at = self.space(at, nested)
                high: int | None = low
                if self.text[at] == ",":
                    at = self.space(at + 1, nested)
                    high = None
                    if self.text[at] in "0123456789":
                        high, at = self.integer(at)
                        at = self.space(at, nested)
                if self.text[at] != "}":
                    raise WrongError("}")
                at += 1
                self.repeat(way, last, low, high)
            else:
                return at, way
            at = self.space(at, nested)

    def repeat(self, way: list[int | Set], last: int, low: int, high: int | None) -> None:
        if last == len(way):
            raise WrongError("nothing to repeat")
        if high is not None and high < low:
            raise WrongError("more than at most")
        item = way[last:]
        del way[last:]
        way += item * low
        if high is None:
            number = self.fresh()
            self.rules[number] = [[*item, number], []]
            way.append(number)
        else:
            inner: list[int | Set] = []
            for _ in range(high - low):
                number = self.fresh()
                self.rules[number] = [[*item, *inner], []]
                inner = [number]
            way += inner

    def integer(self, at: int) -> tuple[int, int]:
        end = at
        while self.text[end] in "0123456789":
            end += 1
        if end == at:
            raise WrongError("integer")
        return int(self.text[at:end]), end

    def character(self, at: int) -> tuple[int, int]:
        c = self.text[at]
        if c == "\0":
            raise WrongError("end")
        if c != "\\":
            return ord(c), at + 1
        kind = self.text[at + 1]
        if kind in "xuU":
            size = {"x": 2, "u": 4, "U": 8}[kind]
            digits = self.text[at + 2 : at + 2 + size]
            if len(digits) < size or set(digits) - set("0123456789abcdefABCDEF"):
                raise WrongError("hex")
            return int(digits, 16), at + 2 + size
        plain = {"t": 9, "r": 13, "n": 10, "\\": 92, '"': 34, "[": 91, "]": 93, "-": 45}
        if kind not in plain:
            raise WrongError("escape")
        return plain[kind], at + 2


Item = tuple[int, int, int, int]  # rule, alternative, how much of it is done, the set in which it began


class Language:
    """Membership and viable prefixes, over bytes: a text may end inside a character, if some character goes on."""

    def __init__(self, text: str, root: str = "root") -> None:
        reader = Reader(text)
        if root not in reader.names or reader.names[root] not in reader.rules:
            raise WrongError("no root")
        self.root = reader.names[root]
        productive: set[int] = set()
        changed = True

        def good(way: list[int | Set]) -> bool:
            return all(s in productive if isinstance(s, int) else _some(s) for s in way)

        while changed:
            changed = False
            for number, ways in reader.rules.items():
                if number not in productive and any(map(good, ways)):
                    productive.add(number)
                    changed = True
        self.rules = {n: [w for w in ways if good(w)] for n, ways in reader.rules.items()}
        self.is_empty = self.root not in productive
        self._charts: dict[str, list[set[Item]]] = {"": [self._closed([], set(self._begin(self.root, 0)))]}

    def contains(self, data: bytes) -> bool:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False
        return any(
            rule == self.root and began == 0 and done == len(self.rules[rule][way])
            for rule, way, done, began in self._chart(text)[-1]
        )

    def viable(self, data: bytes) -> bool:
        for cut in range(len(data), max(-1, len(data) - 4), -1):
            try:
                text = data[:cut].decode()
            except UnicodeDecodeError:
                continue
            if cut == len(data):
                return bool(self._chart(text)[-1])
            return any(_goes_on(data[cut:], s) for s in self._next(self._chart(text)[-1]))
        return False

    def following(self, data: bytes) -> frozenset[int]:
        return frozenset(b for b in range(256) if self.viable(data + bytes((b,))))

    def _next(self, items: set[Item]) -> list[Set]:
        found = []
        for rule, way, done, _ in items:
            right = self.rules[rule][way]
            if done < len(right) and not isinstance(right[done], int):
                found.append(right[done])
        return found  # type: ignore[return-value]

    def _begin(self, rule: int, at: int) -> list[Item]:
        return [(rule, way, 0, at) for way in range(len(self.rules[rule]))]

    def _chart(self, text: str) -> list[set[Item]]:
        if text not in self._charts:
            before = self._chart(text[:-1])
            scanned = set()
            for rule, way, done, began in before[-1]:
                right = self.rules[rule][way]
                if done < len(right) and not isinstance(read := right[done], int) and _has(read, ord(text[-1])):
                    scanned.add((rule, way, done + 1, began))
            self._charts[text] = [*before, self._closed(before, scanned)]
        return self._charts[text]

    def _closed(self, before: list[set[Item]], items: set[Item]) -> set[Item]:
        """Predict and complete, over and over, until nothing is new."""
        while True:
            new = set()
            for rule, way, done, began in items:
                right = self.rules[rule][way]
                if done == len(right):
                    for r, w, d, b in items if began == len(before) else before[began]:
                        other = self.rules[r][w]
                        if d < len(other) and other[d] == rule and isinstance(other[d], int):
                            new.add((r, w, d + 1, b))
                elif isinstance(called := right[done], int):
                    new.update(self._begin(called, len(before)))
            if new <= items:
                return items
            items = items | new


def _has(symbol: Set, c: int) -> bool:
    negated, ranges = symbol
    return any(low <= c <= high for low, high in ranges) != negated


def _some(symbol: Set) -> bool:
    """Whether a set has a member that is no surrogate."""
    return _meets(symbol, 0, LAST)


def _meets(symbol: Set, first: int, last: int) -> bool:
    """Whether a set has a member from `first` to `last` that is no surrogate: ends of ranges are enough to look at."""
    _, ranges = symbol
    tried = {first, last, 0xD7FF, 0xE000}
    for low, high in ranges:
        tried.update((low - 1, low, high, high + 1))
    return any(first <= c <= last and not 0xD800 <= c < 0xE000 and _has(symbol, c) for c in tried)


def _goes_on(data: bytes, symbol: Set) -> bool:
    """Whether some character of the set is spelled with `data` at its beginning."""
    size = next(
        (n for n, low in ((2, 0xC2), (3, 0xE0), (4, 0xF0)) if low <= data[0] < {2: 0xE0, 3: 0xF0, 4: 0xF5}[n]), 0
    )
    if not size or len(data) >= size or any(not 0x80 <= b < 0xC0 for b in data[1:]):
        return False
    value = data[0] & (0xFF >> (size + 1))
    for byte in data[1:]:
        value = value << 6 | byte & 0x3F
    left = 6 * (size - len(data))
    least, most = {2: (0x80, 0x7FF), 3: (0x800, 0xFFFF), 4: (0x10000, LAST)}[size]
    first, last = max(least, value << left), min(most, (value << left) + (1 << left) - 1)
    return first <= last and _meets(symbol, first, last)
