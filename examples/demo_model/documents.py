"""Texts with a form of their own: e-mails, log lines, receipts, lists of keys and values; and facts told in sentences.

Each function gives a document: its text, and what may be asked of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import words as w
from .domains import DOMAINS, FILLERS, Domain, Fact, Judgement, lines
from .words import Draw

MONTHS = w.words("January, February, March, April, May, June, July, August, September, October, November, December")
ADVERBS = w.words(
    "now, also, currently, still, here, there, really, just, then, today, always, certainly, indeed, once"
)
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Field:
    """One thing that a text tells. `value` is what a record has for it; `options` are the words of an enum."""

    key: str
    kind: str
    value: object
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    text: str
    fields: list[Field]
    absent: list[Field]  # what could be asked for, and is not told: null


def told(draw: Draw, fact: Fact) -> tuple[str, Field]:
    """How a fact is written in the text, and the field that asks for it."""
    shown = fact.draw(draw)
    key = draw.rng.choice(list(fact.keys))
    kind, value = fact.kind, shown
    if kind == "date" and draw.chance(0.3):
        shown = spelled(draw, value)
        if draw.chance(0.4):
            kind, value = "text", shown
    elif kind != "text" and draw.chance(0.12):
        kind = "text"  # the same digits, asked for as a string
    return shown, Field(key, kind, typed(kind, value))


def typed(kind: str, text: str) -> object:
    if kind == "int":
        return int(text)
    if kind == "number":
        return Number(text)
    return text


class Number(float):
    """A number that is written in JSON as the text wrote it: 12.50."""

    text: str

    def __new__(cls, text: str) -> Number:
        self = super().__new__(cls, text)
        self.text = text
        return self


def spelled(draw: Draw, date: str) -> str:
    """2024-05-03 as people write it."""
    year, month, day = date.split("-")
    name = MONTHS[int(month) - 1]
    return draw.rng.choice([f"{int(day)} {name} {year}", f"{name} {int(day)}, {year}"])


def sentences(draw: Draw, domain: Domain) -> Document:
    """A lead and some clauses, in any order, sometimes with a sentence that tells nothing."""
    shown: dict[str, str] = {}
    fields: list[Field] = []
    lead = varied(draw, draw.wording(domain.leads))
    for name in _SLOT.findall(lead):
        if name not in shown:
            shown[name], field = told(draw, domain.facts[name])
            fields.append(field)
    others = [name for name in (*domain.clauses, *domain.judgements) if name not in shown]
    draw.rng.shuffle(others)
    if domain.judgements and draw.chance(0.5):  # they are harder to learn than copying
        first = draw.rng.choice(list(domain.judgements))
        others.remove(first)
        others.insert(0, first)
    count = draw.rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5])
    parts: list[str] = []
    for name in sorted(others[:count], key=domain.judgements.__contains__):
        if name not in domain.judgements:
            shown[name], field = told(draw, domain.facts[name])
            parts.append(varied(draw, draw.wording(domain.clauses[name])))
            fields.append(field)
        elif not domain.judgements[name].is_told(" ".join([lead, *parts])):
            judgement = domain.judgements[name]
            value = draw.rng.choice(list(judgement.wordings))
            parts.append(draw.wording(judgement.wordings[value]))
            fields.append(judged(draw, judgement, value))
    absent = []
    for name in others[count:]:
        if name not in domain.judgements:
            fact = domain.facts[name]
            absent.append(Field(draw.rng.choice(list(fact.keys)), fact.kind, None))
        elif not domain.judgements[name].is_told(" ".join([lead, *parts])):
            absent.append(judged(draw, domain.judgements[name], None))
    if draw.chance(0.25):
        parts.append(draw.wording(FILLERS))
    draw.rng.shuffle(parts)
    parts.insert(0 if draw.chance(0.85) else draw.rng.randrange(len(parts) + 1), lead)
    text = draw.rng.choice([" ", " ", " ", " ", "\n"]).join(parts)
    return Document(filled(draw, text, shown), fields, absent)


def varied(draw: Draw, wording: str) -> str:
    """A wording as no list has it: a word less, a word more, or one that nobody knows in place of one.

    So a model cannot rely on a wording as a whole; it has to look at several words and at the kind of value. Held-out
    wordings stay as they are.
    """
    if draw.held_out or draw.chance(0.4):
        return wording
    parts = wording.split(" ")
    plain = [i for i, part in enumerate(parts) if "{" not in part and part.isalpha()]
    if not plain:
        return wording
    at, kind = draw.rng.choice(plain), draw.rng.random()
    if kind < 0.35:
        del parts[at]
    elif kind < 0.75:
        parts.insert(at, draw.pick(ADVERBS))
    else:
        parts[at] = w.syllables(draw, 1, 2)
    return " ".join(parts)


def judged(draw: Draw, judgement: Judgement, value: str | None) -> Field:
    """The field of a judgement: a boolean, or one of its words in any order."""
    key = draw.rng.choice(list(judgement.keys))
    if judgement.kind == "bool":
        return Field(key, "bool", None if value is None else value == "true")
    options = list(judgement.wordings)
    if value is not None and len(options) > 2 and draw.chance(0.3):
        options.remove(draw.rng.choice([option for option in options if option != value]))
    draw.rng.shuffle(options)
    return Field(key, "enum", value, tuple(options))


def filled(draw: Draw, text: str, shown: dict[str, str]) -> str:
    """The text with its facts and pronouns, and sentences that begin with a capital."""
    they, them, their = draw.rng.choice([("she", "her", "her"), ("he", "him", "his")])
    pronouns = {"They": they.capitalize(), "they": they, "them": them, "Their": their.capitalize(), "their": their}
    text = _SLOT.sub(lambda match: shown.get(match[1]) or pronouns[match[1]], text)
    return text[0].upper() + text[1:] if draw.chance(0.9) else text


def form(draw: Draw, domain: Domain) -> Document:
    """The facts of a domain as keys and values."""
    names = list(domain.facts)
    draw.rng.shuffle(names)
    names = names[: draw.number(2, min(7, len(names)))]
    shown, fields = zip(*(told(draw, domain.facts[name]) for name in names), strict=True)
    labels = [
        draw.rng.choice(list(domain.facts[name].keys)).replace("_", draw.rng.choice(["_", " ", "-"])) for name in names
    ]
    absent = [Field(draw.rng.choice(list(f.keys)), f.kind, None) for n, f in domain.facts.items() if n not in names]
    return Document(listed(draw, labels, shown), list(fields), absent)


def listed(draw: Draw, labels: Sequence[str], values: Sequence[str]) -> str:
    """Labels and values, one a line or all in one."""
    if draw.chance(0.5):
        labels = [label[0].upper() + label[1:] for label in labels]
    sign = draw.rng.choice([": ", ": ", ": ", "=", " = ", " - ", " is ", "\t", " -> "])
    between = draw.rng.choice(["\n", "\n", "\n", "; ", ", ", " | ", " "])
    return between.join(f"{label}{sign}{value}" for label, value in zip(labels, values, strict=True))


_SOME_VALUES: list[Callable[[Draw], str]] = [
    w.person, w.city, w.company, w.product, w.email, w.iso_date, w.clock, w.code, w.price, w.phone, w.street, w.integer,
    w.syllables, w.letters, w.address,
]  # fmt: skip


def unknown(draw: Draw) -> Document:
    """Keys that mean nothing and values of every kind: nothing helps here but finding the key and copying."""
    count = draw.number(2, 8)
    labels: list[str] = []
    while len(labels) < count:
        label = w.syllables(draw, 1, 2) if draw.chance(0.7) else w.letters(draw, 1, 3).lower()
        if label not in labels:
            labels.append(label)
    values = [draw.rng.choice(_SOME_VALUES)(draw) for _ in labels]
    fields = [Field(label, "text", value) for label, value in zip(labels, values, strict=True)]
    absent = [Field(w.syllables(draw, 1, 2), "text", None)]
    return Document(listed(draw, labels, values), fields, absent)


LEVELS = ("INFO", "WARN", "ERROR", "DEBUG")
MESSAGES = lines(
    """
    connection lost
    disk full
    user logged in
    request timed out
    file not found
    cache cleared
    backup finished
    permission denied
    job started
    retrying in 5 s
    password changed
    out of memory
    invalid token
    service restarted
    index rebuilt
    queue is empty
    certificate expired
    login failed
    """
)
SERVICES = w.words(
    "auth, billing, search, mailer, gateway, worker, scheduler, storage, frontend, payments, proxy, database"
)


def log_line(draw: Draw) -> Document:
    """A line of a server's log, in one of several layouts."""
    date, time = w.iso_date(draw), f"{w.clock(draw)}:{draw.number(0, 59):02}"
    level = draw.rng.choice(LEVELS)
    service = draw.pick(SERVICES) if draw.chance(0.6) else w.syllables(draw, 1, 2)
    message = w.entry(draw, MESSAGES)
    layouts = [
        f"{date} {time} {level} [{service}] {message}",
        f"{date} {time} {level} {service}: {message}",
        f"[{date} {time}] {level} {service} - {message}",
        f"{date}T{time}Z {level} ({service}) {message}",
        f"{level} {date} {time} {service}: {message}",
        f'date={date} time={time} level={level} service={service} msg="{message}"',
        f"{date} {time} | {level} | {service} | {message}",
    ]
    fields = [
        field(draw, "date day logged_on", "date", date),
        field(draw, "time at timestamp", "text", time),
        Field(*field_head(draw, "level severity"), level, tuple(draw.rng.sample(LEVELS, len(LEVELS))))
        if draw.chance(0.7)
        else field(draw, "level severity", "text", level),
        field(draw, "service component module", "text", service),
        field(draw, "message msg text what", "text", message),
    ]
    text, absent = draw.pick(layouts), []
    extras: list[tuple[str, str, str, str]] = [
        ("user", "user user_name login", "text", w.first_name(draw).lower()),
        ("ip", "ip address host client", "text", w.address(draw)),
        (
            "status",
            "status code status_code",
            "int",
            draw.rng.choice(["200", "201", "301", "400", "401", "403", "404", "500", "503"]),
        ),
        ("ms", "ms duration_ms took", "int", w.integer(draw, 1, 9999)),
        ("pid", "pid process", "int", w.integer(draw, 100, 65000)),
        ("path", "path file url", "text", "/" + "/".join(w.syllables(draw, 1, 2) for _ in range(draw.number(1, 3)))),
    ]
    draw.rng.shuffle(extras)
    count = draw.number(0, 4)
    sign = draw.rng.choice(["=", "=", ": ", " "])
    for name, names, kind, value in extras[:count]:
        text += f" {name}{sign}{value}"
        fields.append(field(draw, names, kind, value))
    for _, names, kind, _ in extras[count:]:
        absent.append(Field(draw.rng.choice(names.split()), kind, None))
    return Document(text, fields, absent)


def field_head(draw: Draw, names: str) -> tuple[str, str]:
    return draw.rng.choice(names.split()), "enum"


def field(draw: Draw, names: str, kind: str, text: str) -> Field:
    if kind not in ("text", "date") and draw.chance(0.12):
        kind = "text"
    return Field(draw.rng.choice(names.split()), kind, typed(kind, text))


def receipt(draw: Draw) -> Document:
    """What a till prints: a shop, lines with prices, a total."""
    shop = draw.rng.choice([w.company(draw), f"Cafe {w.syllables(draw).capitalize()}", w.syllables(draw).upper()])
    currency = draw.rng.choice(["EUR", "USD", "GBP", "CHF"])
    items: list[str] = []
    while len(items) < draw.rng.choice([1, 2, 2, 3, 3, 4]):
        item = w.food(draw) if draw.chance(0.7) else w.product(draw)
        if item not in items:
            items.append(item)
    text_lines = []
    layout = draw.rng.randrange(4)
    for item in items:
        pieces, price = draw.number(1, 9), w.price(draw)
        text_lines.append(
            [
                f"{pieces} x {item} {price}",
                f"{item} {price}",
                f"{pieces} {item} {price} {currency}",
                f"- {item}: {price}",
            ][layout]
        )
    total = w.price(draw)
    date, time, number = w.iso_date(draw), w.clock(draw), w.code(draw)
    payment = draw.rng.choice(["cash", "card"])
    tip = w.price(draw)
    total_line = draw.pick(
        [
            f"TOTAL {total} {currency}",
            f"Total: {total} {currency}",
            f"Sum {currency} {total}",
            f"total {total}",
            f"Amount due: {currency} {total}",
            f"To pay: {total} {currency}",
        ]
    )
    fields = [
        field(draw, "shop shop store merchant name", "text", shop),
        Field(draw.rng.choice(["items", "items", "articles", "bought", "goods"]), "list", items),
        field(draw, "total total sum amount to_pay", "number", total),
    ]
    if currency in total_line or layout == 2:
        options = draw.rng.sample(["EUR", "USD", "GBP", "CHF"], 4)
        fields.append(
            Field("currency", "enum", currency, tuple(options))
            if draw.chance(0.5)
            else Field("currency", "text", currency)
        )
    head: list[str] = [shop]
    tail: list[str] = []
    extras = [
        (head, draw.rng.choice([date, f"Date: {date}", f"{date}"]), field(draw, "date day", "date", date)),
        (head, draw.rng.choice([time, f"Time {time}", f"at {time}"]), field(draw, "time clock", "text", time)),
        (
            head,
            draw.rng.choice([f"Receipt {number}", f"No. {number}", f"Bill #{number}"]),
            field(draw, "number receipt receipt_number id", "text", number),
        ),
        (
            tail,
            draw.pick(
                [
                    f"Paid by {payment}",
                    f"{payment}",
                    f"Payment: {payment}",
                    f"{payment.upper()} PAYMENT",
                    f"paid in {payment}",
                    f"by {payment}",
                ]
            ),
            Field(
                draw.rng.choice(["payment", "paid_by", "method"]),
                "enum",
                payment,
                tuple(draw.rng.sample(["cash", "card"], 2)),
            ),
        ),
        (tail, f"Tip {tip}", field(draw, "tip", "number", tip)),
    ]
    absent = []
    for place, line, extra in extras:
        if draw.chance(0.45):
            place.append(line)
            fields.append(extra)
        else:
            absent.append(Field(extra.key, extra.kind, None, extra.options))
    between = draw.rng.choice(["\n", "\n", "\n", ", ", "; "])
    return Document(between.join([*head, *text_lines, total_line, *tail]), fields, absent)


GREETINGS = w.words("Hi, Hello, Dear, Good morning, Hey, Good day")
CLOSINGS = lines("Best regards\nThanks\nCheers\nKind regards\nYours\nBest wishes\nSee you\nMany thanks")


def mail(draw: Draw) -> Document:
    """An e-mail with a head, whose body is a text of another domain."""
    sender, receiver, subject = w.email(draw), w.email(draw), w.title(draw)
    to, by = w.first_name(draw), w.person(draw)
    head, fields = [], []
    for label, value, names in (
        ("From", sender, "from sender from_email"),
        ("To", receiver, "to recipient to_email"),
        ("Subject", subject, "subject topic about"),
    ):
        if draw.chance(0.7):
            head.append(f"{label}: {value}")
            fields.append(field(draw, names, "text", value))
    name = draw.rng.choice(["meetings", "orders", "meetings"])
    body = sentences(draw, DOMAINS[name])
    taken = {each.key for each in fields}
    text = "\n".join(head)
    if draw.chance(0.7):
        text += f"\n{draw.pick(GREETINGS)} {to},"
        fields.append(field(draw, "addressee dear greeted", "text", to))
    text += f"\n{body.text}"
    if draw.chance(0.7):
        text += f"\n{draw.pick(CLOSINGS)}{draw.rng.choice([', ', chr(10), ',' + chr(10)])}{by}"
        fields.append(field(draw, "signed signature written_by", "text", by))
    fields += [each for each in body.fields if each.key not in taken]
    return Document(text.strip(), fields, body.absent)


def document(draw: Draw) -> Document:
    """Any of them."""
    kind = draw.rng.random()
    if kind < 0.54:
        return sentences(
            draw, DOMAINS[draw.rng.choice(["people", "people", "places", "orders", "orders", "meetings", "reviews"])]
        )
    if kind < 0.63:
        return form(draw, DOMAINS[draw.rng.choice(list(DOMAINS))])
    if kind < 0.70:
        return unknown(draw)
    if kind < 0.77:
        return log_line(draw)
    if kind < 0.92:
        return receipt(draw)
    return mail(draw)


__all__ = ["Document", "Field", "Number", "document"]
