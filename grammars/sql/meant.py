"""What a refused query may have meant: the name that is none, and the nearest one that would do there.

This looks at the words of the text, not at its structure: what stands before the word (FROM, a dot) and after it (a
bracket), and which tables the whole text speaks of. So it is a hint in a message; what is allowed, masks say. Costs
time in proportion to the text and to the names of the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from constrain.support.nearest import nearest

from .catalogue import Table
from .words import RESERVED, key

_WORD = re.compile(r'[A-Za-z_]\w*|"(?:[^"]|"")*"?')
_STRING = re.compile(r"'(?:[^']|'')*'?")
_NAME = r'([A-Za-z_]\w*|"(?:[^"]|"")*")'
_NO_ALIAS = "on|where|join|left|inner|cross|group|order|limit|union|using|intersect|except"
_SOURCE = re.compile(
    rf"(?:\bfrom\b|\bjoin\b|,)\s*{_NAME}(?:\s+(?:as\s+)?(?!(?:{_NO_ALIAS})\b)([A-Za-z_]\w*))?", re.IGNORECASE
)
_NAMED = re.compile(rf"(?:\bfrom|\bjoin|,)\s*{_NAME}$", re.IGNORECASE)  # a word after it would be a table's name
_LISTED = 8


def meant(text: str, position: int, tables: Iterable[Table], functions: Iterable[str]) -> str:
    """A sentence about the word at a position where the text cannot go on, or about a column that is none, or two, of
    the tables that the text speaks of. Nothing where no word is to blame."""
    query = _Query(text, tables)
    at = next((found for found in query.words if found.start() <= position < found.end() + 1), None)
    said = query.about(at, frozenset(functions)) if at is not None and position < len(text) else ""
    return said or (next(filter(None, map(query.columns, query.words)), "") if query.sources else "")


class _Query:
    def __init__(self, text: str, tables: Iterable[Table]) -> None:
        self.text = _STRING.sub(lambda found: " " * len(found[0]), text)
        self.words = list(_WORD.finditer(self.text))
        self.known = {key(table.name): table for table in tables}
        self.owners: dict[str, list[str]] = {}
        for table in self.known.values():
            for column in table.columns:
                self.owners.setdefault(key(column), []).append(table.name)
        # What the text speaks of, by alias or name.
        self.sources = {
            key(_plain(found[2] or found[1])): source
            for found in _SOURCE.finditer(self.text)
            if (source := self.known.get(key(_plain(found[1])))) is not None
        }
        self.here = list(dict.fromkeys(table.name for table in self.sources.values()))

    def about(self, found: re.Match[str], functions: frozenset[str]) -> str:
        """About a word that cannot stand where it stands."""
        name, before = _plain(found[0]), self.text[: found.start()].rstrip()
        if before.endswith("."):
            owner = _plain(re.split(r"[\s(,.]", before[:-1])[-1])
            table = self.sources.get(key(owner)) or self.known.get(key(owner))
            if table is None:
                return _unknown("table", owner, (each.name for each in self.known.values()))
            has = table.name in self.owners.get(key(name), ())
            return "" if has else _unknown("column", name, table.columns, f" in `{table.name}`")
        if self.text[found.end() :].lstrip().startswith("("):
            return "" if name.lower() in functions else _unknown("function", name, sorted(functions))
        if re.search(r"\b(?:from|join)$", before, re.IGNORECASE):
            return "" if key(name) in self.known else _unknown("table", name, (t.name for t in self.known.values()))
        if name.lower() in RESERVED:
            return ""
        after = _NAMED.search(before[-300:])
        if after and key(_plain(after[1])) in self.known and nearest(name, RESERVED) is None:
            return f"a name that you give to a table stands after AS: `{after[1]} AS {name[:60]}`"
        if key(name) in self.owners:
            return self.columns(found)
        if key(name) in self.known and before.endswith(",") and re.search(r"\bfrom\b", before, re.IGNORECASE):
            return ""  # a table, which may not come here because of some column
        tables = list(self.sources.values()) or list(self.known.values())
        columns = dict.fromkeys(column for table in tables for column in table.columns)
        word = None if nearest(name, columns, shortest=3) else nearest(name, RESERVED)
        where = f" in {_ticked(self.here)}" if self.here else ""
        text = f"; a text stands in single quotes, '{name[:60]}'" if found[0].startswith('"') else ""
        return f"did you mean {word.upper()}?" if word else _unknown("column", name, columns, where) + text

    def columns(self, found: re.Match[str]) -> str:
        """About a word that is a column of other tables than those of the text, or of several."""
        name = _plain(found[0])
        if self.text[found.end() : found.end() + 1] == ".":
            spoken_of = key(name) in self.sources or key(name) in self.known
            return "" if spoken_of else f"no source is called `{name}`; there are {_ticked(self.sources)}"
        owners = self.owners.get(key(name), [])
        mine = [table for table in owners if table in self.here]
        if not owners or key(name) in self.sources or self.text[: found.start()].rstrip().endswith("."):
            return ""
        if len(mine) > 1:
            return f"`{name}` is a column of {_ticked(mine)}; write `{mine[0]}.{name}`"
        return (
            "" if mine or not self.here else f"no column `{name}` in {_ticked(self.here)}; it is in {_ticked(owners)}"
        )


def _unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> str:
    names = list(known)
    near = nearest(name, names, shortest=3)
    way_on = f"did you mean `{near}`?" if near else f"there are {_ticked(names)}"
    return f"no {kind} `{name[:60]}`{where}; {way_on}"


def _plain(name: str) -> str:
    return name[1:].removesuffix('"').replace('""', '"') if name.startswith('"') else name


def _ticked(names: Iterable[str]) -> str:
    listed = [f"`{name[:60]}`" for name in names]
    return ", ".join(listed[:_LISTED]) + (", …" if len(listed) > _LISTED else "")
