"""All kinds of text: how often each is drawn, and what is done to all of them."""

from __future__ import annotations

from dataclasses import replace

from . import choices, lists
from . import labels as told_by_label
from . import values as v
from .documents import Document, Field, form, joined, log_line, mail, notes, plain, receipt, sentences, unknown, varied
from .domains import DOMAINS, FILLERS, FIRST_DOMAINS, LATEST, MACHINES, PROSE
from .labels import key_of, sentence
from .words import Draw

_NEUTRAL_DOMAINS = [name for name, each in DOMAINS.items() if name in PROSE and not each.judgements]
_LATER_DOMAINS = [name for name in PROSE if name not in FIRST_DOMAINS and name not in LATEST]


def things(draw: Draw) -> Document:
    """A text with a list, or with two, alone or among other sentences."""
    kind = draw.rng.random()
    parts: list[str] = []
    fields: list[Field] = []
    if kind < 0.2:
        text, pair = lists.sides(draw, draw.rng.choice(lists.SIDES))
        parts.append(text)
        fields += [Field(key, "list", items) for key, items in pair]
    elif kind < 0.3:  # two lists of one kind, told apart by their names alone
        each = draw.rng.choice(lists.LISTINGS)
        first, second = draw.rng.sample(list(each.keys), 2)
        for key in (first, second):
            items = v.some_of(each.draw, 1, 3)(draw)
            wording = varied(draw, draw.wording(told_by_label.TOLD_LIST))
            shown = lists.enumerated(draw, items)
            parts.append(sentence(wording, l=key.replace("_", " "), v=shown, s=draw.pick(told_by_label.RARE)))
            fields.append(Field(key, "list", items))
    else:
        for each in draw.rng.sample(lists.LISTINGS, 2 if kind < 0.45 else 1):
            text, key, items = lists.listing(draw, each)
            parts.append(text)
            fields.append(Field(key, "list", items))
    fields = [replace(each, key=key_of(draw, each.key)) if draw.chance(0.25) else each for each in fields]
    absent: list[Field] = []
    body = sentences(draw, DOMAINS[draw.rng.choice(PROSE)])
    if draw.chance(0.55) and not any(each.kind == "list" for each in body.fields):  # another list might be meant
        parts.append(body.text)
        taken = {each.key for each in fields}
        fields += [each for each in body.fields if each.key not in taken]
        absent = [each for each in body.absent if each.kind != "list"]
    elif draw.chance(0.3):
        parts.append(draw.wording(FILLERS))
    draw.rng.shuffle(parts)
    between = "\n" if any("\n" in part for part in parts) else " "
    text = joined(draw, parts) if between == " " else between.join(parts)
    return Document(text, fields, absent)


def classified(draw: Draw) -> Document:
    """Sentences from which a class follows, or a yes or no, alone or beside facts."""
    body = Document("", [], [])
    if draw.chance(0.75):
        body = sentences(draw, DOMAINS[draw.rng.choice(_NEUTRAL_DOMAINS)])
    fields, parts = list(body.fields), [body.text] if body.text else []
    taken = {plain(each.key) for each in (*body.fields, *body.absent)}
    for _ in range(2 if draw.chance(0.25) else 1):
        text, key, options, answer = choices.chosen(draw)
        bare = plain(key.removeprefix("is_"))
        if any(bare in each or each in bare for each in taken):  # `state` beside a parcel's state
            continue
        taken.add(bare)
        key = key_of(draw, key) if draw.chance(0.2) else key
        fields.append(
            Field(key, "enum", answer, options) if options else Field(key, "bool", answer == "true"),
        )
        parts.insert(draw.rng.randrange(len(parts) + 1), text)
    if not parts:
        return classified(draw)
    return Document(draw.rng.choice([" ", " ", "\n"]).join(parts), fields, body.absent)


def later(draw: Draw) -> Document:
    """A text of one of the further domains."""
    return sentences(draw, DOMAINS[draw.rng.choice(_LATER_DOMAINS)])


def document(draw: Draw) -> Document:
    """Any of them."""
    return verbatim(_drawn(draw))


def _drawn(draw: Draw) -> Document:
    kind = draw.rng.random()
    if kind < 0.13:
        return sentences(draw, DOMAINS[draw.rng.choice(FIRST_DOMAINS)])
    if kind < 0.23:
        return later(draw)
    if kind < 0.51:
        return sentences(draw, DOMAINS[draw.rng.choice(LATEST)])
    if kind < 0.61:
        return things(draw)
    if kind < 0.69:
        return classified(draw)
    if kind < 0.75:
        return notes(draw)
    if kind < 0.80:
        return form(draw, DOMAINS[draw.rng.choice(list(DOMAINS))])
    if kind < 0.83:
        return unknown(draw)
    if kind < 0.855:
        return log_line(draw)
    if kind < 0.89:
        return sentences(draw, DOMAINS[draw.rng.choice(MACHINES)], bare=True)
    if kind < 0.94:
        return receipt(draw)
    return mail(draw)


def verbatim(source: Document) -> Document:
    """Values as the text has them: one that begins a text may have got a capital there."""
    return replace(source, fields=[_as_written(each, source.text) for each in source.fields])


def _as_written(field: Field, text: str) -> Field:
    if field.kind == "list" and isinstance(field.value, list):
        return replace(field, value=[_copied(each, text) for each in field.value])
    if field.kind == "text" and isinstance(field.value, str):
        return replace(field, value=_copied(field.value, text))
    return field


def _copied(value: str, text: str) -> str:
    if value not in text and (begun := value[:1].upper() + value[1:]) in text:
        return begun
    return value
