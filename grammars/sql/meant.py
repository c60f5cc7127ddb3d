"""What a refused query may have meant: the name that is none, and the nearest one that would do there; or the rule that
it does not keep, and what to write instead.

It is a hint in a message, found by words and clauses (reading.py); what is allowed, masks say. Where a query in FROM or
WITH may give a name, nothing is said about columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from constrain.support.nearest import nearest

from .functions import WINDOW
from .reading import NAME, Query, Select, Told, Word, plain
from .words import RESERVED, key

_FROM = re.compile(r"\b(?:from|join|(into|update|delete\s+from))\s*$", re.IGNORECASE)
_NAMED = re.compile(rf"(?:\bfrom|\bjoin|,)\s*({NAME})$", re.IGNORECASE)  # a word after it would be a table's name
_COMPARED = re.compile(rf"(?:({NAME})\s*\.)?\s*({NAME})\s*(?:[<>]=?|!=|<>|==?)\s*('|\d)[\w.]*'?\s*[A-Za-z]?$")
_COMPARES = re.compile(r"(?:[=<>]|\blike)$", re.IGNORECASE)
_ORDERED = re.compile(r"\b(?:order|group)\s+by\s+(?:\w+\s*,\s*)*$", re.IGNORECASE)
_PARTED = re.compile(r"\b(group|order)$", re.IGNORECASE)
_CONFLICT = re.compile(r"\bon\s+conflict\s*(\([^()]*)?$", re.IGNORECASE)
_INTO = re.compile(rf"\binto\s+({NAME})", re.IGNORECASE)
_OPERAND = re.compile(r"[\w'\")]$")
_STAR = re.compile(r"(?:\bselect|\bdistinct|,|\.)\s*$", re.IGNORECASE)
_CLASSES = {**dict.fromkeys("nxf", "number"), "t": "text"}
_OF_NUMBERS = {"sum", "avg", "total", "abs", "round"}
_PARAMETER = {False: re.compile(r"(?:[:@$][A-Za-z_]\w*|\?\d*)$", re.ASCII), True: re.compile(r"\$\d+$", re.ASCII)}
_LIMIT = re.compile(r"\blimit\s+\d*$", re.IGNORECASE)
_OVER = re.compile(rf"\b({'|'.join(WINDOW)})\s*\([^()]*\)$", re.IGNORECASE)
_WINDOW = re.compile(r"\bwindow\b", re.IGNORECASE)
# What other databases call it, and how SQLite has it.
_ELSEWHERE = {
    "concat": "x || y",
    "date_format": "strftime('%Y-%m', x)",
    "date_trunc": "date(x, 'start of month')",
    "day": "strftime('%d', x)",
    "extract": "strftime('%Y', x)",
    "if": "iif(x, y, z)",
    "left": "substr(x, 1, n)",
    "len": "length(x)",
    "month": "strftime('%m', x)",
    "now": "datetime('now')",
    "nvl": "coalesce(x, y)",
    "right": "substr(x, -n)",
    "string_agg": "group_concat(x, y)",
    "to_char": "strftime('%Y-%m', x)",
    "year": "strftime('%Y', x)",
}
_CAST = re.compile(r"(?:::|\bcast\s*\([^()]*\bas)$", re.IGNORECASE)
_SCHEMAS = {"main", "temp", "public", "pg_catalog"}
_WRITES = {"insert", "update", "delete"}
_LISTED = 8


def meant(text: str, position: int, told: Told) -> str:
    """A sentence about the place where the text cannot go on, or else about a column that is none, or two, of the
    tables of its SELECT. Nothing where no word is to blame."""
    return _Query(text, told).about(position)


class _Query(Query):
    def about(self, position: int) -> str:
        if self.open and position >= len(self.text):
            return f"the text that begins with {self.open[:30]} has no quotation mark at its end"
        self.read_to(position + 1)
        word = self.words[-1] if self.words and self.words[-1].end >= position else None
        ended = position >= len(self.text)
        said = self._sign(position) or self._classes(position)
        self.read_to(len(self.text))  # what the SELECT before the word names after it
        said = said or next(filter(None, map(self._beside, self.words)), "")
        whole = word is not None and not (ended and not _FROM.search(self.text[: word.start]))
        said = said or (self._words(word) if word and whole else "")
        said = said or next(filter(None, map(self._column, self.words)), "")
        closes = ended or (key(word.name) in RESERVED if word else self.text[position] in ");")
        said = said or (self._grouping() if closes else "")
        return said or self._demanded(position)

    def _demanded(self, position: int) -> str:
        """About what options have each statement end with."""
        limit, where = self.told.limit, self.told.where
        writes = self.words and key(self.words[0].name) in ("update", "delete")
        if where is not None and writes and key(f"WHERE ({where})") not in key(self.whole):
            return f"each UPDATE and DELETE has WHERE ({where[:200]})"
        ends = self.text[position:].strip() in ("", ";") and self.words and key(self.words[-1].name) not in RESERVED
        if limit is None or not (ends or _LIMIT.search(self.text, 0, position)):
            return ""
        limited = any(key(word.name) == "limit" and word.bracket is self.brackets[0] for word in self.words)
        return "" if ends and limited else f"each query ends with a LIMIT of at most {limit}"

    def _sign(self, position: int) -> str:
        """About a sign that cannot stand there."""
        sign, at = self.text[position : position + 1], self.brackets[-1]
        before = self.text[max(0, position - 40) : position]
        if self.text[position - 1 : position + 1] in ("--", "/*") or self.text[position : position + 2] in ("--", "/*"):
            return "comments are not in this language"
        if sign.isspace() and (sign not in " \n" or before[-1:].isspace() or not position):
            return "between words stands one blank, or a new line with at most 16 blanks after it"
        if "::" in self.text[max(0, position - 1) : position + 2] and not self.told.strict:
            return "a value of another type is CAST(x AS TEXT) in SQLite"
        if self.text[position - 1 : position + 1] == "->" and not (self.told.types or "->" in self.told.functions):
            return "`->` is not in this language; functions={'->': 2} would add it"
        if said := self._parameter(position):
            return said
        if sign == "*" and not self.told.stars and _STAR.search(before):
            self.read_to(len(self.text))
            sources = [table for table in at.select.sources.values() if table is not None] or self.known.values()
            columns = [column for table in sources for column in table.columns]
            return f"`*` would show columns that are hidden; write them out: {_ticked(columns)}"
        if sign.isdigit() and _ORDERED.search(before) and not at.function:
            found = f"there {'is' if at.select.results == 1 else 'are'} {_number(at.select.results, 'result')}"
            return f"a number here is the place of a result, and {found}"
        if (conflict := _CONFLICT.search(self.text, 0, position)) and (conflict[1] or sign == "("):
            return self._keys()
        if sign == "," and at.clause == "select" and not at.function:
            return self._width(at.select, at.arguments)
        if sign == ")" and self.last == ")":  # it has been read as the end
            return self._call(position)
        if sign == "," and at.function:
            least, most = self.told.functions[at.function] or (0, None)
            if most is not None and at.arguments > most:
                return f"`{at.function}` takes {_arguments(least, most)}"
        return ""

    def _parameter(self, position: int) -> str:
        """About a value that would be bound later."""
        end = position + 1
        while self.text[end : end + 1].isalnum() or self.text[end : end + 1] == "_":
            end += 1
        found = _PARAMETER[self.told.strict].search(self.text, max(0, end - 80), end)
        if found is None or found.start() > position or self.text[: found.start()].endswith(":"):
            return ""
        name, known = found[0], self.told.parameters
        if name in known:
            return ""
        way = f"parameters={{{name!r}: 'text'}}" if self.told.strict else f"parameters=[{name!r}]"
        return f"`{name}` is no parameter; {f'there are {_ticked(known)}' if known else f'{way} would add it'}"

    def _keys(self) -> str:
        """About the key of ON CONFLICT."""
        into = _INTO.search(self.text)
        table = self.known.get(key(plain(into[1]))) if into else None
        if table is None:
            return ""
        keys = _ticked(f"({', '.join(each)})" for each in table.keys)
        return f"ON CONFLICT names a key of `{table.name}`: {keys}" if keys else f"no key of `{table.name}` is known"

    def _call(self, position: int) -> str:
        """About the function whose bracket may not end there."""
        query = _Query(self.text[:position], self.told)
        query.read_to(position)
        at, inside = query.brackets[-1], query.text.rpartition("(")[2].strip()
        if not at.function:
            return query._width(at.select, at.arguments) if at.clause == "select" else ""
        least, most = self.told.functions[at.function] or (0, None)
        number = at.arguments if inside else 0
        if at.function in self.told.aggregates and number == 1 and least == 1:
            around = query.brackets[-2]
            if wrong := query._misplaced(at.function, around.aggregate, around.clause):
                return wrong
        if number < least:
            return f"`{at.function}` takes {_arguments(least, most)}"
        if self.told.types and at.function in _OF_NUMBERS and query._class_of(at.select, inside) == "text":
            return f"`{at.function}` is of numbers, and `{inside[:60]}` is a text"
        return ""

    def _width(self, select: Select, number: int) -> str:
        """About how many results there are, which must be as many as somewhere else."""
        if select.before is not None and select.before.results != number:
            return f"the queries of a compound have as many results as the first, {select.before.results}"
        return "a query within an expression has 1 result" if select.inner and number == 2 else ""

    def _misplaced(self, name: str, within: str, clause: str) -> str:
        if within:
            return f"the aggregate `{name}` may not stand within another one, `{within}`"
        if clause in ("where", "on", "group", "from"):
            place = "GROUP BY" if clause == "group" else clause.upper()
            way = "compare it in HAVING, after GROUP BY, or select it in a query in brackets"
            return f"the aggregate `{name}` may not stand in {place}; {way}"
        return ""

    def _words(self, word: Word) -> str:
        """About a word that cannot stand where it stands."""
        name, small, select = word.name, key(word.name), word.select
        before = self.text[max(0, word.start - 300) : word.start].rstrip()
        after = self.text[word.end : word.end + 40].lstrip()
        if not before:
            if small in _WRITES:
                return f"{name.upper()} is not in this language; writes=[{small!r}] would add it"
            near = nearest(name, ("select", "with", *_WRITES))
            if near and near.upper() != name:
                return f"did you mean {near.upper()}?"
            return "" if near else f"a query begins with SELECT or WITH, and not with {name[:60]}"
        if self.text.startswith('"', word.start) and not self.text.endswith('"', word.start + 1, word.end):
            return f"the name that begins with {name[:30]} has no quotation mark at its end"
        if parted := _PARTED.search(before):
            return f"BY is missing after {parted[1].upper()}"
        if _CAST.search(before):
            return f"no type `{name[:60]}` in this language"
        if before.endswith("."):
            owner = key(plain(re.split(r"[\s(,.]", before[:-1])[-1]))
            table = next((s.sources[owner] for s in select.outward() if owner in s.sources), self.known.get(owner))
            if table is None:
                known = owner in self.known or any(owner in each.sources for each in self.selects)
                return "" if known else _unknown("table", owner, (each.name for each in self.known.values()))
            has = table.name in self.owners.get(small, ())
            return "" if has else _unknown("column", name, table.columns, f" in `{table.name}`")
        if source := _FROM.search(before):
            if small in _SCHEMAS and after.startswith(".") and small not in self.known:
                return f"tables are named without `{name}.` in this language"
            if small not in self.known:
                return _unknown("table", name, (table.name for table in self.known.values()))
            return f"`{name}` is not a table that may be written" if source[1] else ""
        if re.search(r"\bover$", before, re.IGNORECASE):
            if self.text.startswith('"', word.start):
                return "a window's name has no quotation marks in this language"
            return "a window is used before WINDOW, not after it" if _WINDOW.search(self.text, 0, word.start) else ""
        if small != "over" and (over := _OVER.search(before)):
            return f"`{over[1]}` is of a window: {over[0]} OVER (ORDER BY …)"
        if after.startswith("("):
            if small in _ELSEWHERE and not self.told.strict and small not in self.told.functions:
                return f"no function `{name}`; in SQLite it is {_ELSEWHERE[small]}"
            if small in self.told.aggregates:
                return self._misplaced(small, word.bracket.aggregate, word.clause)
            functions = self.told.functions
            known = name.lower() in functions or small in RESERVED
            return "" if known else _unknown("function", name, sorted(functions))
        if after.startswith(".") and word.clause != "from":
            sources = next((each.sources for each in select.outward() if each.sources), self.known)
            if small in sources and small not in self.known and word.clause == "select":
                return f"`{name[:60]}` is a name that FROM gives; before FROM it stands only if aliases= has it"
            spoken_of = any(small in each.sources for each in select.outward())
            return "" if spoken_of or small in sources else _unknown("table or alias", name, sources)
        if small == "having" and not select.grouped:
            return "HAVING stands after GROUP BY, which is missing"
        if small == "from":
            comma = "the comma before FROM is one too many"
            return comma if before.endswith(",") else self._width(select, select.results)
        if small in RESERVED:
            return ""
        if small in self.known and not word.clause:
            return f"`{name}` is a table, and a query has another name"
        last = before.rpartition(" ")[2].lower()
        operand = _OPERAND.search(before) is not None and last not in RESERVED  # after which no column stands
        if small in self.known and word.clause == "from" and (operand or last == "as"):
            return f"`{name}` is a table, and is not the name of another one"
        named = _NAMED.search(before)
        if named and key(plain(named[1])) in self.known and nearest(name, RESERVED) is None:
            return f"a name that you give to a table stands after AS: `{named[1]} AS {name[:60]}`"
        if small in self.owners:
            return self._column(word)
        if small in select.given and word.clause != "order":
            if self.told.strict:
                return f"`{name}` is the name of a result, which only ORDER BY and GROUP BY know; write what it names"
            if word.clause not in ("where", "group") or self.told.types:
                return ""
            place = "GROUP BY" if word.clause == "group" else "WHERE"
            return f"`{name}` names a result of groups or of a window, which may not stand in {place}"
        if word.clause == "select" and any(small in each.given for each in self.selects):
            return f"`{name}` is what a query in FROM gives, which SELECT may name by free_names="
        if small in self.known and before.endswith(",") and word.clause == "from":
            return ""  # a table, which may not come here because of some column
        if operand:
            near = nearest(name, RESERVED)
            return f"did you mean {near.upper()}?" if near else ""
        if None in select.sources.values():
            return ""
        here = [table for each in select.outward() for table in each.sources.values() if table is not None]
        columns = dict.fromkeys(column for table in here or self.known.values() for column in table.columns)
        near = None if nearest(name, columns, shortest=3) else nearest(name, RESERVED)
        where = f" in {_ticked(dict.fromkeys(table.name for table in here))}" if here else ""
        said = self.text.startswith('"', word.start) or _COMPARES.search(before)
        quoted = f"; a text stands in single quotes, '{name[:60]}'" if said else ""
        return f"did you mean {near.upper()}?" if near else _unknown("column", name, columns, where) + quoted

    def _beside(self, word: Word) -> str:
        """About a name or function that an option would add."""
        small, called = key(word.name), self.text[word.end : word.end + 40].lstrip().startswith("(")
        option = self.told.beside.get(small)
        if option is None or small in self.known:
            return ""
        if called != (small in self.told.functions) and not (called and word.clause == "from"):
            return ""
        if not called and not _FROM.search(self.text[max(0, word.start - 300) : word.start]):  # a column
            sources = [table for each in word.select.outward() for table in each.sources.values()]
            owners = self.owners.get(small, [])
            if small in {*word.select.given, *word.select.sources} or (owners and not sources):
                return ""
            if any(table is None or table.name in owners for table in sources):
                return ""
            if sources and all(table is not None and table.rowless for table in sources):
                return f"`{sources[0].name}` is WITHOUT ROWID, so it has no `{word.name}`" if sources[0] else ""
        return f"`{word.name}` is not in this language; {option} would add it"

    def _column(self, word: Word) -> str:
        """About a word that is a column of other tables than those of its SELECT, or of several."""
        name, small, select = word.name, key(word.name), word.select
        around = list(select.outward())
        if len(select.sources) > 1 and key(self.words[0].name) == "update" and self.told.where is not None:
            return "UPDATE has no FROM beside where="
        if word.clause == "" and len(select.sources) > 1:  # SET of an UPDATE with FROM
            return ""
        if word.clause == "from" or not select.sources or any(None in each.sources.values() for each in around):
            return ""
        if self.text[word.end : word.end + 1] == ".":
            spoken_of = any(small in each.sources for each in around)
            return "" if spoken_of else f"no source is called `{name[:60]}`; there are {_ticked(select.sources)}"
        owners = self.owners.get(small, [])
        if not owners or small in {*select.sources, *select.given} or self.text[word.start - 1 : word.start] == ".":
            return ""
        mine = [each for each, table in select.sources.items() if table is not None and table.name in owners]
        if len(mine) > 1 and not select.merges:
            return f"`{name}` is a column of {_ticked(mine)}; write `{mine[0]}.{name}`"
        here = dict.fromkeys(table.name for each in around for table in each.sources.values() if table is not None)
        return "" if here.keys() & owners else f"no column `{name}` in {_ticked(here)}; it is in {_ticked(owners)}"

    def _class_of(self, select: Select, column: str) -> str:
        """What the values of a column are: numbers, texts, or something else."""
        owner, _, name = column.rpartition(".")
        for source, table in select.sources.items() if select.sources else enumerate(self.known.values()):
            if table is not None and owner in ("", source):
                for each, kind in zip(table.columns, table.kinds, strict=False):
                    if key(each) == key(plain(name)):
                        return _CLASSES.get(str(kind), "")
        return ""

    def _classes(self, position: int) -> str:
        """About a comparison of a text with a number."""
        found = _COMPARED.search(self.text[max(0, position - 200) : position + 1]) if self.told.types else None
        if found is None:
            return ""
        its = self._class_of(self.brackets[-1].select, f"{found[1]}.{found[2]}" if found[1] else found[2])
        other = "text" if found[3] == "'" else "number"
        value = "a text in single quotes" if other == "text" else "a number"
        return f"`{found[2]}` is a {its}, and is not compared with {value}" if its and its != other else ""

    def _grouping(self) -> str:
        """About a result that is neither grouped nor in an aggregate."""
        for select in self.selects if self.told.strict else ():
            loose = [name for name in select.loose if key(name) not in select.grouped]
            if loose and (select.aggregated or select.grouped):
                return f"`{loose[0]}` is neither grouped nor in an aggregate; write GROUP BY {loose[0]}"
        return ""


def _arguments(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {_number(least, 'argument')}"
    return _number(least, "argument") if least == most else f"{least} to {most} arguments"


def _number(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> str:
    names = list(known)
    near = nearest(name, names, shortest=3)
    way_on = f"did you mean `{near}`?" if near else f"there are {_ticked(names)}"
    return f"no {kind} `{name[:60]}`{where}; {way_on}"


def _ticked(names: Iterable[str]) -> str:
    listed = [f"`{name[:60]}`" for name in names]
    return ", ".join(listed[:_LISTED]) + (", …" if len(listed) > _LISTED else "")
