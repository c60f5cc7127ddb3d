"""Domains in a short notation, for texts as people write them: letters, tickets, entries, notices.

    == appointment, visit              a domain, and what a text calls its subject
    patient person = patient | client who     a fact: its type, what a text may call it, further keys
    > Dear {patient}, ...~See you!     a text, or how one begins; ~ is a line break
    - You will see {doctor}.           a sentence that tells one fact more
    ? urgent is_urgent                 a judgement and its keys; next come its values with their wordings
    * true / It cannot wait.

A type is one of `TYPES`, `int 1 90`, `number 0 40` (one decimal), `of a; b; c` (one of these words, as a text),
`enum a; b; c`, or `list` and a type. A line that ends with a backslash goes on in the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .. import values as v
from .. import words as w
from ..words import Draw
from .domain import Domain, Fact, Judgement, lines

MONEY = ("{} EUR", "${}", "{} euros", "£{}", "€{}", "{} dollars", "EUR {}", "{} USD", "{} €", "USD {}", "{} pounds")
TYPES: dict[str, v.Text] = {
    "person": w.person,
    "first": w.first_name,
    "last": w.last_name,
    "company": w.company,
    "city": w.city,
    "country": w.country,
    "street": w.street,
    "job": w.job,
    "product": w.product,
    "food": w.food,
    "email": w.email,
    "phone": w.phone,
    "date": w.iso_date,
    "clock": w.clock,
    "hour": v.hour,
    "code": w.code,
    "serial": v.serial,
    "url": v.url,
    "title": w.title,
    "work": v.work_title,
    "span": v.span,
    "plate": v.plate,
    "flight": v.flight,
    "seat": v.seat,
    "gate": v.gate,
    "room": v.room,
    "iban": v.iban,
    "version": v.version,
    "model": v.model_name,
    "name": v.capital(1, 3),
    "word": w.invented,
    "monthday": v.day_and_month,
    "weekday": v.one_of(v.WEEKDAYS, 0),
    "colour": v.one_of(v.COLOURS, 0.2),
    "language": v.one_of(w.LANGUAGES, 0.15),
    "hobby": v.one_of(w.HOBBIES, 0.2),
    "year": v.year,
    "venue": v.venue,
    "ip": w.address,
    "path": v.path,
    "file": v.file_name,
    "class": v.class_name,
    "host": v.host,
    "hex": v.hexadecimal,
    "second": v.clock_with_seconds,
    "stamp": v.stamp,
    "syslog": v.syslog_time,
    "login": v.login,
}
_SLOT = re.compile(r"\{(\w+)\}")
_PRONOUNS = {"They", "they", "them", "Their", "their"}


def fact_of(text: str) -> tuple[str, Fact]:
    """A line of the notation: `patient person = patient | client who`."""
    head, _, names = text.partition(" = ")
    name, kind = head.split(" ", 1)
    labels_text, _, also = names.partition("|")
    labels = [each for each in w.words(labels_text) if each]
    keys = [*(each.replace(" ", "_").replace("-", "_") for each in labels), *also.split()]
    drawn, of_kind, options, units = _type(kind)
    assert keys, text
    return name, Fact(keys, drawn, of_kind, labels, options, units)


def _type(
    kind: str,
) -> tuple[Callable[[Draw], str] | Callable[[Draw], list[str]], str, Sequence[str], Sequence[str]]:
    """How a value of this type is drawn, its kind, the words of an enum, and units."""
    first, _, rest = kind.partition(" ")
    if first == "int":
        low, high = map(int, rest.split())
        return v.whole(low, high), "int", (), ()
    if first == "number":
        low, high = map(int, rest.split())
        return v.decimal(low, high), "number", (), ()
    if first == "price":
        return w.price, "number", (), MONEY
    if first in ("of", "enum"):
        options = [each.strip() for each in rest.split(";")]
        drawn = v.one_of(options, 0.12 if first == "of" else 0)
        return drawn, "enum" if first == "enum" else "text", options if first == "enum" else (), ()
    if first == "list":
        return v.some_of(_text(rest)), "list", (), ()
    return TYPES[first], "date" if first == "date" else "text", (), ()


def _text(kind: str) -> v.Text:
    first, _, rest = kind.partition(" ")
    return v.one_of([each.strip() for each in rest.split(";")], 0.12) if first == "of" else TYPES[first]


def domains(text: str) -> list[Domain]:
    """The domains of a text in this notation."""
    text = re.sub(r"\\\n *", "", text)
    return [_domain(lines(each)) for each in text.split("\n== ")[1:]]


def _domain(rows: Sequence[str]) -> Domain:
    facts: dict[str, Fact] = {}
    leads: list[str] = []
    clauses: dict[str, list[str]] = {}
    judgements: dict[str, Judgement] = {}
    values: dict[str, list[str]] = {}
    for row in rows[1:]:
        said = row[2:].replace("~", "\n")
        if row.startswith("> "):
            leads.append(said)
        elif row.startswith("- "):
            (slot,) = set(_SLOT.findall(row)) - _PRONOUNS
            clauses.setdefault(slot, []).append(said)
        elif row.startswith("? "):
            values = {}
            keys = row[2:].split()
            judgements[keys[0]] = Judgement(keys, values)
        elif row.startswith("* "):
            value, _, wording = said.partition(" / ")
            values.setdefault(value, []).append(wording)
        else:
            name, fact = fact_of(row)
            facts[name] = fact
    slots = {slot for each in leads for slot in _SLOT.findall(each)} - _PRONOUNS
    assert slots | set(clauses) <= set(facts), (rows[0], slots - set(facts))
    return Domain(facts, leads, clauses, judgements, subjects=w.words(rows[0]))
