"""Texts with a form of their own: e-mails, log lines, receipts, lists of keys and values; and facts told in sentences.

Each function gives a document: its text, and what may be asked of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from . import labels as told_by_label
from . import values as v
from . import words as w
from .domains import DOMAINS, FILLERS, PROSE, Domain, Fact, Judgement, lines
from .domains.domain import keys as keys_of
from .labels import key_of, sentence
from .lists import enumerated
from .words import Draw

MONTHS = w.words("January, February, March, April, May, June, July, August, September, October, November, December")
ADVERBS = w.words(
    "now, also, currently, still, here, there, really, just, then, today, always, certainly, indeed, once"
)
# Words that alone may tell which of two values is which ("sold by", "sold to").
ROLES = frozenset(
    keys_of(
        """about after against and as at before behind between but by during for from in into no not of off on onto or
        out over per since than then till to toward towards under until up via when where who whom whose with within
        without"""
    )
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


# Keys that ask for nothing but a sort of value; they are fair where a text has one value of this sort.
SORTS: dict[str, tuple[str, tuple[object, ...], list[str]]] = {
    "person": ("name", (w.person, w.first_name), keys_of("who name person full_name person_name named")),
    "date": ("date", (w.iso_date,), keys_of("date day when on_day the_date calendar_day")),
    "time": ("time", (w.clock, v.hour), keys_of("time hour at clock time_of_day what_time")),
    "email": ("email", (w.email,), keys_of("email mail e_mail email_address mail_address")),
    "phone": ("phone", (w.phone,), keys_of("phone tel telephone phone_number mobile call")),
    "city": ("city", (w.city,), keys_of("city town place where location")),
    "price": ("amount", (w.price,), keys_of("price amount cost money how_much sum value")),
    "code": ("number", (w.code, v.serial), keys_of("code id number ref reference no identifier")),
    "company": ("company", (w.company,), keys_of("company firm business organisation organization")),
    "street": ("address", (w.street,), keys_of("address street where location place")),
    "url": ("url", (v.url,), keys_of("url link website web homepage")),
}
_GENERAL = {key for _, _, keys in SORTS.values() for key in keys}
_SORT_OF = {draw: sort for sort, (_, draws, _) in SORTS.items() for draw in draws}
_SUFFIXES = {"code": ("number", "no", "id", "code", "ref"), "price": ("amount", "price", "sum"), "time": ("time", "at")}


def sort_of(fact: Fact) -> str:
    return _SORT_OF.get(fact.draw, "")


@cache
def plain(key: str) -> str:
    """A key or a label without what programs do to it, so that `gateNumber` and "gate number" are the same."""
    return re.sub(r"[\W_]", "", key.lower())


def fair_keys(facts: Mapping[str, Fact], names: Iterable[str]) -> dict[str, list[str]]:
    """For each fact of a text the keys that no other of them has.

    One that is alone of its sort may be asked for by the general keys of the sort, too, but for those of other facts.
    """
    present = list(dict.fromkeys(names))
    taken = {plain(key) for fact in facts.values() for key in fact.keys}
    owners = Counter(key for name in present for key in {plain(each) for each in facts[name].keys})
    sorts = Counter(sort_of(facts[name]) for name in present)
    result: dict[str, list[str]] = {}
    for name in present:
        fact, sort = facts[name], sort_of(facts[name])
        own = [key for key in fact.keys if owners[plain(key)] == 1] or list(fact.keys)
        if sort and sorts[sort] == 1:
            own += [key for key in SORTS[sort][2] if plain(key) not in taken]
        result[name] = own
    return result


def told(draw: Draw, fact: Fact, subject: str = "", keys: Sequence[str] = (), bare: bool = False) -> tuple[str, Field]:
    """How a fact is written in the text (`bare`: as machines write it), and the field that asks for it."""
    value = fact.draw(draw)
    key = draw.rng.choice(keys or fact.keys)
    sort = sort_of(fact)
    if sort and len(key) > 3 and draw.chance(0.08):  # customer_name, arrival_date
        suffix = draw.rng.choice(_SUFFIXES.get(sort, (SORTS[sort][0],)))
        key = key if suffix in key or key in SORTS[sort][2] else f"{key}_{suffix}"
    if subject and subject not in key and key not in _GENERAL and draw.chance(0.12):  # `auction_date`: of which day?
        key = f"{subject.replace(' ', '_')}_{key}"
    if draw.chance(0.3):
        key = key_of(draw, key.replace("_", " "))
    if isinstance(value, list):
        return enumerated(draw, value), Field(key, "list", value)
    kind, shown = fact.kind, value
    if kind == "enum":
        others = [each for each in fact.options if each != value]
        options = [value, *draw.rng.sample(others, draw.number(1, min(4, len(others))))]
        draw.rng.shuffle(options)
        if draw.chance(0.3):
            return shown, Field(key, "text", value)
        return shown, Field(key, "enum", value, tuple(options))
    if kind == "date" and not bare and draw.chance(0.3):
        shown = spelled(draw, value)
        if draw.chance(0.4):
            kind, value = "text", shown
    elif kind in ("int", "number"):
        shown = value if bare else spoken(draw, kind, value)
        if fact.units and draw.chance(0.8):
            shown = draw.rng.choice(list(fact.units)).format(shown)
        if draw.chance(0.12):
            kind, value = "text", shown  # what the text has, asked for as a string
    return shown, Field(key, kind, typed(kind, value))


NUMERALS = w.words("no, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")


def spoken(draw: Draw, kind: str, number: str) -> str:
    """A number as people write it: sometimes as a word, sometimes with a comma after the thousands."""
    whole, point, rest = number.partition(".")
    if kind == "int" and 1 < int(number) < len(NUMERALS) and draw.chance(0.12):
        return NUMERALS[int(number)]
    if len(whole) > 3 and not (kind == "int" and len(whole) == 4) and draw.chance(0.2):
        return f"{int(whole):,}{point}{rest}"
    return number


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
    d = int(day)
    if draw.chance(0.5):
        return draw.rng.choice([f"{d} {name} {year}", f"{name} {d}, {year}"])
    end = "th" if 10 < d < 20 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
    return draw.pick([
        f"{d}{end} {name} {year}", f"{d}{end} of {name} {year}", f"{name} {d}{end}, {year}", f"{d} {name[:3]} {year}",
        f"{name[:3]} {d}, {year}", f"{name} {d} {year}", f"{day} {name} {year}", f"{d}. {name} {year}",
        f"{name[:3]}. {d}, {year}", f"{d}-{name[:3]}-{year}", f"{d} {name}, {year}", f"{d} {name[:3]}. {year}",
    ])  # fmt: skip


def sentences(draw: Draw, domain: Domain, bare: bool = False) -> Document:
    """A lead and some clauses, in any order, sometimes with a sentence that tells nothing; `bare`: a lead as it is."""
    shown: dict[str, str] = {}
    fields: list[Field] = []
    subject = draw.rng.choice(list(domain.subjects)) if domain.subjects else ""
    lead = draw.wording(domain.leads) if bare or not domain.subjects or draw.chance(0.75) else ""
    lead = lead if bare else varied(draw, lead)
    leading = [name for name in dict.fromkeys(_SLOT.findall(lead)) if name in domain.facts]
    labelled = [name for name, each in domain.facts.items() if each.labels and name not in domain.clauses]
    others = [name for name in (*domain.clauses, *labelled, *domain.judgements) if name not in leading]
    draw.rng.shuffle(others)
    if domain.judgements and draw.chance(0.5):  # they are harder to learn than copying
        first = draw.rng.choice(list(domain.judgements))
        others.remove(first)
        others.insert(0, first)
    count = draw.rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5]) + (not lead)
    keys = fair_keys(domain.facts, [*leading, *(name for name in others[:count] if name not in domain.judgements)])
    for name in leading:
        shown[name], field = told(draw, domain.facts[name], subject, keys[name], bare)
        fields.append(field)
    parts: list[str] = []
    for name in sorted(others[:count], key=domain.judgements.__contains__):
        if name not in domain.judgements:
            fact = domain.facts[name]
            shown[name], field = told(draw, fact, subject, keys[name])
            if name in domain.clauses and not (fact.labels and draw.chance(0.4)):
                parts.append(varied(draw, draw.wording(domain.clauses[name])))
            else:
                wordings = told_by_label.TOLD_LIST if field.kind == "list" else told_by_label.TOLD
                label = label_of(draw, fact, field)
                parts.append(sentence(varied(draw, draw.wording(wordings)), l=label, v=shown[name], s=subject))
            fields.append(field)
        elif not domain.judgements[name].is_told(" ".join([lead, *parts])):
            judgement = domain.judgements[name]
            value = draw.rng.choice(list(judgement.wordings))
            parts.append(draw.wording(judgement.wordings[value]))
            fields.append(judged(draw, judgement, value))
    absent = []
    taken = {plain(key) for name in shown for key in (*domain.facts[name].keys, *keys[name])}
    for name in others[count:]:
        if name not in domain.judgements:
            fact = domain.facts[name]
            if free := [key for key in fact.keys if plain(key) not in taken]:
                absent.append(Field(draw.rng.choice(free), fact.kind, None, tuple(fact.options[:4])))
        elif not domain.judgements[name].is_told(" ".join([lead, *parts])):
            absent.append(judged(draw, domain.judgements[name], None))
    if domain.adjectives or domain.features:
        add_flags(draw, domain, subject, parts, fields, absent)
    if not bare and draw.chance(0.25):
        parts.append(draw.wording(FILLERS))
    draw.rng.shuffle(parts)
    if lead:
        parts.insert(0 if draw.chance(0.85) else draw.rng.randrange(len(parts) + 1), lead)
    text = filled(draw, joined(draw, parts), shown, 0.2 if bare else 0.9)
    return Document(text, fields, absent)


def label_of(draw: Draw, fact: Fact, field: Field) -> str:
    """What a text calls a fact: any of its labels, often the one that is the key."""
    same = [label for label in fact.labels if plain(label) == plain(field.key)]
    return same[0] if same and draw.chance(0.3) else draw.rng.choice(list(fact.labels))


def add_flags(
    draw: Draw, domain: Domain, subject: str, parts: list[str], fields: list[Field], absent: list[Field]
) -> None:
    """Perhaps one or two sentences that say what the subject is or has, or that it is not so."""
    ways = [
        *((told_by_label.flag, each) for each in domain.adjectives),
        *((told_by_label.feature, each) for each in domain.features),
    ]
    count = draw.rng.choice([0, 0, 1, 1, 2, 3])
    chosen = draw.rng.sample(ways, min(len(ways), count + 1))
    for at, (way, word) in enumerate(chosen):
        if not draw.held_out and draw.chance(0.3):
            word = ("a " if word.startswith("a ") else "") + w.invented(draw)
        holds = draw.chance(0.5)
        text, key = way(draw, subject, word, holds)
        if at < count:
            parts.append(text)
            fields.append(Field(key, "bool", holds))
        else:
            absent.append(Field(key, "bool", None))


def joined(draw: Draw, parts: list[str]) -> str:
    """The sentences as one text; on one line, each of them has an end."""
    between = draw.rng.choice([" ", " ", " ", " ", "\n"])
    if between == " ":
        parts = [
            part if part[-1:] in ".!?:;,)" or at + 1 == len(parts) else f"{part}." for at, part in enumerate(parts)
        ]
    return between.join(parts)


def varied(draw: Draw, wording: str) -> str:
    """A wording as no list has it: a word less, a word more, or one that nobody knows in place of one.

    So a model cannot rely on a wording as a whole; it has to look at several words and at the kind of value. Words that
    tell roles stay, and held-out wordings stay as they are.
    """
    if draw.held_out or draw.chance(0.5):
        return wording
    parts = wording.split(" ")
    plain = [i for i, part in enumerate(parts) if "{" not in part and part.isalpha()]
    spare = [i for i in plain if parts[i].lower() not in ROLES]
    kind = draw.rng.random()
    if kind < 0.4 and plain:
        parts.insert(draw.rng.choice(plain), draw.pick(ADVERBS))
    elif kind >= 0.4 and spare:
        at = draw.rng.choice(spare)
        if kind < 0.75:
            del parts[at]
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


def filled(draw: Draw, text: str, shown: dict[str, str], capital: float = 0.9) -> str:
    """The text with its facts and pronouns, mostly with a capital at its beginning."""
    they, them, their = draw.rng.choice([("she", "her", "her"), ("he", "him", "his")])
    pronouns = {"They": they.capitalize(), "they": they, "them": them, "Their": their.capitalize(), "their": their}
    text = _SLOT.sub(lambda match: shown.get(match[1]) or pronouns[match[1]], text)
    is_address = "@" in text.split(maxsplit=1)[0]
    return text[0].upper() + text[1:] if not is_address and draw.chance(capital) else text


def form(draw: Draw, domain: Domain) -> Document:
    """The facts of a domain as keys and values."""
    names = list(domain.facts)
    draw.rng.shuffle(names)
    names = names[: draw.number(2, min(7, len(names)))]
    keys = fair_keys(domain.facts, names)
    shown, fields = zip(*(told(draw, domain.facts[name], keys=keys[name]) for name in names), strict=True)
    labels = [draw.rng.choice(keys[name]).replace("_", draw.rng.choice(["_", " ", "-"])) for name in names]
    taken = {plain(key) for name in names for key in (*domain.facts[name].keys, *keys[name])}
    free = [(f, [key for key in f.keys if plain(key) not in taken]) for n, f in domain.facts.items() if n not in names]
    absent = [Field(draw.rng.choice(own), f.kind, None) for f, own in free if own]
    return Document(listed(draw, labels, shown), list(fields), absent)


def listed(draw: Draw, labels: Sequence[str], values: Sequence[str]) -> str:
    """Labels and values, one a line or all in one."""
    if draw.chance(0.5):
        labels = [label[0].upper() + label[1:] for label in labels]
    if draw.chance(0.1):  # a head and a row
        between = draw.rng.choice([",", ";", "\t", " | ", ", "])
        if not any(between.strip(" ") in value for value in values):
            return f"{between.join(labels)}\n{between.join(values)}"
    sign = draw.rng.choice([": ", ": ", ": ", "=", " = ", " - ", " is ", "\t", " -> "])
    between = draw.rng.choice(["\n", "\n", "\n", "; ", ", ", " | ", " "])
    if any(between in value for value in values):  # nobody could say where such a value ends
        between = "\n"
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
        label = w.syllables(draw, 1, 2) if draw.chance(0.5) else told_by_label.rare_label(draw)
        label = label if draw.chance(0.8) else w.letters(draw, 1, 3).lower()
        if label not in labels:
            labels.append(label)
    values = [draw.rng.choice(_SOME_VALUES)(draw) for _ in labels]
    keys = [key_of(draw, label) for label in labels]
    fields = [Field(key, "text", value) for key, value in zip(keys, values, strict=True)]
    absent = [Field(w.syllables(draw, 1, 2), "text", None)]
    return Document(listed(draw, labels, values), fields, absent)


def notes(draw: Draw) -> Document:
    """Sentences about something unknown: every label is invented or means nothing, and a key is made of its label."""
    subject = w.syllables(draw, 1, 2) if draw.chance(0.6) else draw.pick(told_by_label.RARE)
    labels: list[str] = []
    count = draw.number(2, 7)
    while len(labels) < count:
        label = told_by_label.rare_label(draw)
        pair = [f"{each} {label}" for each in draw.rng.choice(_PAIRS)] if draw.chance(0.15) else [label]
        if not any(plain(label) in plain(each) or plain(each) in plain(label) for each in labels):
            labels += pair
    told_labels = labels[: max(2, count - 1)]
    absent = [Field(key_of(draw, each), "text", None) for each in labels[len(told_labels) :]]
    parts: list[str] = []
    fields: list[Field] = []
    pending: tuple[str, str] | None = None
    for label in told_labels:
        shown, field = rare_fact(draw, label, subject, labels)
        fields.append(field)
        if field.kind == "bool":
            parts.append(shown)
        elif field.kind == "list":
            parts.append(sentence(varied(draw, draw.wording(told_by_label.TOLD_LIST)), l=label, v=shown, s=subject))
        elif pending is not None:
            words = {"l": pending[0], "v": pending[1], "m": label, "u": shown, "s": subject}
            parts.append(sentence(draw.wording(told_by_label.TOLD_TWO), **words))
            pending = None
        elif draw.chance(0.3) and label != told_labels[-1]:
            pending = label, shown
        else:
            parts.append(sentence(varied(draw, draw.wording(told_by_label.TOLD)), l=label, v=shown, s=subject))
    if pending is not None:
        parts.append(sentence(draw.wording(told_by_label.TOLD), l=pending[0], v=pending[1], s=subject))
    if draw.chance(0.25):
        parts.append(draw.wording(FILLERS))
    draw.rng.shuffle(parts)
    return Document(filled(draw, joined(draw, parts), {}), fields, absent)


_PAIRS = (
    ("first", "second"),
    ("old", "new"),
    ("inner", "outer"),
    ("front", "rear"),
    ("upper", "lower"),
    ("min", "max"),
)


def rare_fact(draw: Draw, label: str, subject: str, labels: Sequence[str]) -> tuple[str, Field]:
    """A value for a label that means nothing, as the text has it (a bool's whole sentence), and its field."""
    key = label
    own = [word for word in label.split() if sum(word in each.split() for each in labels) == 1]
    if " " in label and own and draw.chance(0.2):
        key = draw.rng.choice(own)  # one word of the label that no other label has
    elif draw.chance(0.1):
        key = f"{subject} {label}"
    key, kind = key_of(draw, key), draw.rng.random()
    if kind < 0.12:
        holds = draw.chance(0.5)
        text, key = (told_by_label.flag if draw.chance(0.5) else told_by_label.feature)(draw, subject, label, holds)
        return text, Field(key, "bool", holds)
    if kind < 0.22:
        value = draw.rng.choice([w.invented, w.food, w.first_name, w.city])
        items = v.some_of(value, 2, 4)(draw)
        return enumerated(draw, items), Field(key, "list", items)
    if kind < 0.32:
        count = draw.number(2, 4)
        options = v.some_of(w.invented if draw.chance(0.6) else v.one_of(w.ADJECTIVES), count, count)(draw)
        options = [option.replace(" ", "_") for option in options]
        return options[0].replace("_", " "), Field(
            key, "enum", options[0], tuple(draw.rng.sample(options, len(options)))
        )
    of_kind, drawn = draw.rng.choice(told_by_label.ANY_VALUE)
    shown, field = told(draw, Fact([key], drawn, of_kind))
    return shown, replace(field, key=key)


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
        f'time="{date} {time}" level={level} component={service} msg="{message}"',
        f"level={level} ts={date}T{time} service={service} message={message}",
        f"{service} {level} {date} {time} - {message}",
        f"{date} {time} {service} {level}: {message}",
        f"<{level}> {date} {time} {service} | {message}",
        f"{date} {time},{draw.number(100, 999)} [{level}] {service}: {message}",
        f'{{"date":"{date}","time":"{time}","level":"{level}","service":"{service}","msg":"{message}"}}',
        f"[{level}] [{service}] {date} {time} {message}",
        f"{level}: {message} ({service}, {date} {time})",
        f"{date};{time};{level};{service};{message}",
        f"{time} {date} {level} {service}: {message}",
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
        ("thread", "thread thread_name worker", "text", f"{w.syllables(draw, 1, 1)}-{draw.number(1, 99)}"),
        ("retries", "retries attempts retry_count", "int", w.integer(draw, 1, 20)),
        ("request_id", "request_id request trace_id", "text", f"{draw.number(10**5, 10**8):x}"),
        ("bytes", "bytes size length", "int", w.integer(draw, 10, 999_999)),
        ("version", "version release build", "text", v.version(draw)),
        (
            "region",
            "region zone datacenter",
            "text",
            f"{w.syllables(draw, 1, 1)}-{w.syllables(draw, 1, 1)}-{draw.number(1, 4)}",
        ),
        ("method", "method verb http_method", "text", draw.rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH"])),
        ("memory", "memory mem memory_mb", "int", w.integer(draw, 1, 64_000)),
        (w.syllables(draw, 1, 2), "", "text", w.syllables(draw, 1, 3)),
        (w.syllables(draw, 1, 2), "", "int", w.integer(draw, 1, 9999)),
        ("path", "path file url", "text", "/" + "/".join(w.syllables(draw, 1, 2) for _ in range(draw.number(1, 3)))),
    ]
    draw.rng.shuffle(extras)
    count = draw.number(0, 4)
    sign = draw.rng.choice(["=", "=", ": ", " "])
    for name, names, kind, value in extras[:count]:
        text += f" {name}{sign}{value}"
        fields.append(field(draw, names or name, kind, value))
    for name, names, kind, _ in extras[count:]:
        absent.append(Field(draw.rng.choice((names or name).split()), kind, None))
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
        (tail, f"Tip {tip}", field(draw, "tip gratuity", "number", tip)),
        *receipt_extras(draw, head, tail),
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


def receipt_extras(draw: Draw, head: list[str], tail: list[str]) -> Iterator[tuple[list[str], str, Field]]:
    """Two of the further lines that a receipt may have: where it goes, how it is written, and its field."""
    sign = draw.rng.choice([": ", " ", ": ", " - "])
    known: list[tuple[list[str], str, str, str, str]] = [
        (head, "Table|Table no.|Tbl", "table table_number table_no", "int", w.integer(draw, 1, 60)),
        (head, "Cashier|Served by|Your waiter|Clerk", "cashier served_by waiter clerk", "text", w.first_name(draw)),
        (head, "Tel|Phone|Telephone", "phone telephone tel", "text", w.phone(draw)),
        (head, "Address|Branch|Street", "address street branch", "text", w.street(draw)),
        (head, "Register|Till|Counter", "register till counter", "int", w.integer(draw, 1, 30)),
        (tail, "VAT|Tax|Sales tax", "vat tax sales_tax", "number", w.price(draw)),
        (tail, "Change|Change due|Cash back", "change change_due", "number", w.price(draw)),
        (tail, "Given|Cash|Received", "given cash_given received", "number", w.price(draw)),
        (tail, "Discount|Rebate|You saved", "discount rebate saved", "number", w.price(draw)),
        (tail, "Subtotal|Net", "subtotal net", "number", w.price(draw)),
        (tail, "Points|Bonus points", "points bonus_points", "int", w.integer(draw, 1, 900)),
        (tail, "Member|Customer|Card no.", "member customer card_number", "text", w.code(draw)),
        (tail, w.syllables(draw, 1, 2).capitalize(), "", "text", w.code(draw)),
    ]
    for place, labels, names, kind, value in draw.rng.sample(known, 2):
        label = draw.rng.choice(labels.split("|"))
        yield place, f"{label}{sign}{value}", field(draw, names or label.lower(), kind, value)


GREETINGS = w.words(
    """Hi, Hello, Dear, Good morning, Hey, Greetings, Good day, Good evening, Hi there, Hello again, Dear Mr, Dear Ms,
    My dear, Hey there, Good afternoon, Welcome, Dearest, Good day to you"""
)
CLOSINGS = w.words(
    """Best regards, Thanks, Cheers, Kind regards, Yours, Warm regards, See you, Many thanks, Best wishes, Sincerely,
    Yours sincerely, With kind regards, Regards, Best, Yours truly, Love, Take care, With best wishes, All the best,
    Greetings, Bye, Thank you, Talk soon, Until then"""
)


def mail(draw: Draw) -> Document:
    """An e-mail with a head, whose body is a text of another domain."""
    sender, receiver, subject = w.email(draw), w.email(draw), w.title(draw)
    to, by = w.first_name(draw), w.person(draw)
    head, fields = [], []
    for label, value, names in (
        ("From", sender, "from sender from_email"),
        ("To", receiver, "to recipient to_email"),
        ("Subject", subject, "subject topic about"),
        ("Cc", w.email(draw), "cc copy_to"),
        ("Date", w.iso_date(draw), "sent sent_on date_sent"),
        (
            "Attachment",
            f"{w.syllables(draw, 1, 2)}.{draw.rng.choice(['pdf', 'docx', 'jpg', 'zip', 'xlsx'])}",
            "attachment file",
        ),
        ("Reply-To", w.email(draw), "reply_to answer_to"),
        (w.syllables(draw, 1, 2).capitalize(), w.code(draw), ""),
    ):
        if draw.chance(0.7 if label in ("From", "To", "Subject") else 0.12):
            head.append(f"{label}: {value}")
            fields.append(field(draw, names or label.lower(), "text", value))
    name = draw.rng.choice(["meetings", "orders", "meetings"]) if draw.chance(0.7) else draw.rng.choice(PROSE)
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
