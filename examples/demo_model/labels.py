"""Wordings that fit every fact, from what it is called: "The gate is B12", "Deposit: 40.00", "no balcony".

A user's schema has keys that no list has, so the model has to match a key with words of the text. Therefore a text
calls a fact by one of its labels and the key is made of another, or of the same, as programs write them (`gate_number`,
`gateNumber`); and `notes` draws texts whose labels nobody has ever seen.
"""

from __future__ import annotations

import re

from . import values as v
from . import words as w
from .domains.domain import lines
from .words import Draw

# {l} is the label, {L} the label with a capital, {v} the value, {s} what the text is about.
TOLD = lines(
    """
    The {l} is {v}.
    {L}: {v}[.||,]
    Its {l} [is|was] {v}.
    The {l} [was|will be|should be|has to be|remains] {v}.
    [We|I|They] [noted|recorded|wrote down|put] {v} as the {l}.
    {v} is the {l}.
    [The {s} has|It has|There is] a {l} of {v}.
    [As for the {l}|As to the {l}|And the {l}], it is {v}.
    The {l} of the {s} is {v}.
    With a {l} of {v}[.|, as agreed.]
    [Please note|Note|Remember|Do not forget] the {l}: {v}.
    The {l} [given|stated|shown|named|listed] [here |]is {v}.
    The {l} [reads|says] {v}.
    [What is|What about|Do you know] the {l}? [It is |]{v}.
    [On file|On the label|In our list|On the form]: {l} {v}.
    {L} {v}.
    [{L} = {v}|{l}={v}][.|]
    {L} - {v}[.|]
    The {l} [changed|was set|was changed|was fixed] to {v}.
    ({l}: {v})
    They [gave|named|chose|wanted|asked for] {v} as {l}.
    For the {l} [you can write|please take|they put|use] {v}.
    [My|Our|Your] {l} is {v}.
    The {s}'s {l} is {v}.
    [The system|The form|The app|The page] shows {v} as the {l}.
    [Under|Next to|Beside] "{l}" [it says|we read|stands|is written] {v}.
    {v} [was|is] [given|noted|entered] as the {l}.
    It [comes|came|is listed] with the {l} {v}.
    Here is the {l}: {v}[.|]
    [The|Its] {l}, {v}, [is correct|was confirmed|has not changed|is new].
    [By the way|Also|In addition|Besides], the {l} is {v}.
    {L} is {v}[.|, as far as I know.]
    [I was told|They say|I heard|We know] that the {l} is {v}.
    [At|On] the {s} we [found|read|saw] the {l} {v}.
    {v} ({l})[.|]
    [Let us|We] keep {v} as the {l}.
    [If you need|In case you need|You asked for] the {l}: {v}.
    {L} [of|for] the {s}: {v}[.|]
    [Its|The] {l} [turned out to be|is said to be|is known to be] {v}.
    The {l} [stays|stands] at {v}.
    [Yes, the|The right|The correct] {l} is {v}.
    [Please enter|Please use|Write] {v} [as|for] the {l}.
    [Enter|Put|Take|Use|Choose|Set|Type|Fill in|Insert|Select|Keep|Save|Note|Copy|Add] {v} [as|for|under] [the |]{l}.
    [Did|Does|Was|Is|Will|Has|Should|Could|Can|Would] {v} [not |][change|stay|remain|become] the {l}?
    [Yes|No|Sure|Right|Correct|Well|OK|Great|Fine|So|And|But|Then|Also|Now], {v} [is|was] the {l}.
    [Only|Just|Maybe|Perhaps|Probably|Surely|Certainly|Clearly|Obviously|Even] {v} [is|was|can be] the {l}.
    [See|Check|Find|Try|Read|Change|Look up|Compare|Confirm] {v}, the {l}.
    [With|For|By|To|From|Under|After|Before|Until|Without|Of|As|Like] {v}, our {l}, [all is fine|it works|we are done].
    {l} {v}
    {L} ... {v}
    The {l} [that we got|that they gave us|in the file|in question|you want|at hand] is {v}.
    [Got|Received|Registered|Stored|Booked|Found] {v} as {l}[, thanks|].
    [Since|Because|As|When|If|Though|Although] the {l} is {v}, [nothing changes|we go on|all is fine|it will do].
    {L}? {v}[.|!]
    {v}? [That is|This is|That would be] the {l}.
    [Our|My|Their|His|Her] {l}, {v}, [has not changed|is new|came today|is at the top].
    It says "{v}" [for|under|at|next to] {l}.
    The {s} [goes by|is listed with|is filed with|was sold with] {l} {v}.
    [Not|Nothing but|None other than] {v} is the {l}[, of course|].
    [The old {l} is gone|We had another {l}]; [now|today|from now on] it is {v}.
    {L} ({s}): {v}
    """
)
TOLD_TWO = lines(
    """
    The {l} is {v} and the {m} is {u}.
    {L}: {v}, {m}: {u}[.|]
    [With|It has] {l} {v} and {m} {u}.
    The {l} is {v}, the {m} {u}.
    {L} {v}, {m} {u}.
    [We|I] [noted|recorded] {v} as the {l} and {u} as the {m}.
    Its {l} is {v}, and its {m} is {u}.
    The {m} is not {v}: that is the {l}. The {m} is {u}.
    Do not mix up the {l} ({v}) and the {m} ({u}).
    While the {l} is {v}, the {m} [is|remains] {u}.
    {v} is the {l}, {u} the {m}.
    [The {s} has|There is] a {l} of {v} and a {m} of {u}.
    {L} {v} / {m} {u}
    After the {l}, {v}, comes the {m}, {u}.
    {l}={v} {m}={u}
    [Both are known|Two things]: the {l} ({v}) and the {m} ({u}).
    The {l} ({v}) [differs from|has nothing to do with] the {m} ({u}).
    {L} is {v}; {m} is {u}.
    """
)
TOLD_LIST = lines(
    """
    The {l} are {v}.
    {L}: {v}[.|]
    Its {l} [are|were] {v}.
    [We|I|They] [noted|listed|put down] {v} as {l}.
    {v} are the {l}.
    [It has|There are] the {l} {v}.
    [As for the {l}|As to the {l}], [there are|they are] {v}.
    The {l} of the {s} are {v}.
    With the {l} {v}.
    [Please note|Note] the {l}: {v}.
    {L} [include|comprise] {v}.
    The {l} [given|listed|named] are {v}.
    [What are|Which are] the {l}? {v}.
    {L} - {v}
    [The|These] {l} [belong to it|were chosen|matter]: {v}.
    [Among|These are] the {l}: {v}.
    {L} = {v}
    [Here are|These are] the {l}: {v}[.|]
    """
)
IS_TRUE = lines(
    """
    It is {x}.
    The {s} is {x}.
    {X}: yes[.|]
    It is [fully|indeed|of course|already|certainly] {x}.
    [Yes, it|Yes, the {s}] is {x}.
    [Is it {x}?|Is the {s} {x}?] [Yes|Yes, it is|It is|Sure].
    {X}[.|, yes.]
    This {s} is {x}[, as promised|, luckily|].
    The {s} [was|has been] {x} [all the time|from the start|for long].
    [We|They] [confirm|can say|promise] that it is {x}.
    {X} = [yes|true][.|]
    A {x} {s}.
    It [turned out|proved] to be {x}.
    [Luckily|Fortunately|Happily], it is {x}.
    [Marked as|Listed as|Known to be] {x}.
    [So is it|Tell me, is it|And is it] {x}? [Yes|Indeed|Of course|Right].
    Whether it is {x}? [Yes, it is|Sure].
    """
)
IS_FALSE = lines(
    """
    It is not {x}.
    The {s} is not {x}.
    {X}: no[.|]
    It is [not yet|no longer|by no means|certainly not|not really] {x}.
    [No, it|No, the {s}] is not {x}.
    [Is it {x}?|Is the {s} {x}?] [No|No, it is not|It is not|Not at all].
    Not {x}[.|, no.]
    This {s} is not {x}[, sorry|, unfortunately|].
    The {s} [was|has been] never {x}.
    [We|They] [cannot confirm|doubt|deny] that it is {x}.
    {X} = [no|false][.|]
    A {s} that is not {x}.
    It [turned out|proved] not to be {x}.
    [Sadly|Unfortunately|Alas], it isn't {x}.
    [Not marked as|Not listed as|Anything but] {x}.
    [So is it|Tell me, is it|And is it] {x}? [No|Never|By no means|Wrong].
    Whether it is {x}? [No, it is not|Not at all].
    """
)
HAS = lines(
    """
    It has {a}.
    The {s} [has|comes with|includes|offers] {a}.
    {N}: yes[.|]
    There is {a}.
    [With|Including] {a}.
    {N} [is|are] [included|available|there].
    [Does it have {a}?|Is there {a}?] [Yes|Yes, there is|It does|Sure].
    It [comes with|includes|features] {a}.
    [You get|We have|They offer] {a}, too.
    {N} = [yes|true][.|]
    [Luckily|Of course|Yes,] there is {a}.
    {N}: [available|included]
    [You will find|You can use] {a}[ here| there|].
    {N} - [included|available|yes][.|]
    [And|What about] {a}? [Yes|Included|Available].
    """
)
HAS_NOT = lines(
    """
    It has no {n}.
    The {s} [has no|comes without|does not have a|lacks] {n}.
    {N}: no[.|]
    There is no {n}.
    Without {n}.
    {N} [is|are] not [included|available|there].
    [Does it have {a}?|Is there {a}?] [No|No, there is not|It does not|Sadly not].
    It [comes without|does not include|lacks] {n}.
    [You get|We have|They offer] no {n}.
    {N} = [no|false][.|]
    [Sadly|Of course|Sorry,] there is no {n}.
    {N}: [not available|not included|none]
    [You will not find|Do not expect] {a}[ here| there|].
    {N} - [not included|not available|none|no][.|]
    [And|What about] {a}? [No|None|Not included|Not available].
    """
)
_ARTICLE = re.compile(r"^(a|an|the) ")
_TAGGED = re.compile(r"\{(\w)\}")


def sentence(wording: str, **words: str) -> str:
    """The wording with these words in it; a capital letter in braces is the word with a capital."""
    words |= {name.upper(): word[:1].upper() + word[1:] for name, word in words.items() if name in "lxn"}
    return _TAGGED.sub(lambda match: words[match[1]], wording)


def key_of(draw: Draw, label: str) -> str:
    """The label as a program writes it: mostly `gate_number`, sometimes `gateNumber`, `gatenumber` or `GateNumber`."""
    parts = [part for part in re.split(r"[^a-z0-9]+", label.lower()) if part]
    kind = draw.rng.random()
    if kind < 0.78:
        return "_".join(parts)
    capitals = [part.capitalize() for part in parts]
    if kind < 0.93:
        return "".join([parts[0], *capitals[1:]])
    return "".join(parts) if kind < 0.97 else "".join(capitals)


def flag(draw: Draw, subject: str, adjective: str, holds: bool) -> tuple[str, str]:
    """A sentence that says whether the subject is so, and the key that asks for it."""
    text = sentence(draw.wording(IS_TRUE if holds else IS_FALSE), x=adjective, s=subject)
    return text, key_of(draw, draw.rng.choice(["{}", "{}", "is {}", "is {}", "{} or not"]).format(adjective))


def feature(draw: Draw, subject: str, thing: str, holds: bool) -> tuple[str, str]:
    """The same for something that the subject has or has not: "a balcony", "parking"."""
    name = _ARTICLE.sub("", thing)
    text = sentence(draw.wording(HAS if holds else HAS_NOT), a=thing, n=name, s=subject)
    shapes = ["{}", "{}", "has {}", "has {}", "with {}", "{} included", "{} available"]
    return text, key_of(draw, draw.rng.choice(shapes).format(name))


RARE = w.words(
    """anchor, badge, basin, bracket, bundle, cabin, cargo, ceiling, chapter, clause, cluster, column, crew, cycle,
    dial, draft, edge, engine, entry, fabric, filter, fleet, frame, fuel, grade, grid, handle, harvest, hinge, index,
    input, joint, kernel, label, layer, ledger, lever, limit, margin, marker, mast, mode, motor, nozzle, output,
    panel, patch, phase, pitch, pump, quota, rank, ratio, region, relay, rim, sample, sector, sensor, shaft, shift,
    signal, slot, source, spindle, stage, stamp, strand, suffix, switch, target, thread, tier, token, track, trunk,
    unit, valve, vault, vessel, voltage, wave, width, wing, yard, yield, zone, depth, origin, status, series, batch,
    branch, caliber, capacity, concept, contrast, density, diameter, factor, focus, formula, impact, keyword, latitude,
    longitude, material, method, motto, pattern, pressure, principle, purpose, radius, range, scope, slogan, style,
    surface, symbol, texture, theme, tone, topic, variant, weave"""
)
_QUALIFIERS = w.words(
    """first, second, main, inner, outer, upper, lower, old, new, final, spare, daily, backup, front, rear, local,
    initial, average, maximal, minimal, primary, secondary, total, current, previous, next, left, right"""
)


def rare_label(draw: Draw) -> str:
    """A label that asks for nothing known: invented words, or plain ones whose values are of any kind."""
    kind = draw.rng.random()
    if kind < 0.4:
        return w.syllables(draw, 1, 3)
    if kind < 0.55:
        return f"{w.syllables(draw, 1, 2)} {w.syllables(draw, 1, 2)}"
    if kind < 0.65:
        return f"{draw.pick(_QUALIFIERS)} {w.syllables(draw, 1, 2)}"
    if kind < 0.8:
        return f"{draw.pick(_QUALIFIERS)} {draw.pick(RARE)}"
    if kind < 0.9:
        return f"{w.syllables(draw, 1, 2)} {draw.pick(RARE)}"
    return draw.pick(RARE) if draw.held_out or draw.chance(0.6) else w.invented(draw)


# Values of a rare label: the kind, and how it is drawn.
ANY_VALUE = [
    ("text", w.person), ("text", w.person), ("text", w.city), ("text", w.company), ("text", w.product),
    ("text", w.email), ("text", w.clock), ("text", w.code), ("text", v.serial), ("text", w.street), ("text", w.job),
    ("text", w.syllables), ("text", w.invented), ("text", v.work_title), ("text", v.hour), ("text", v.span),
    ("text", v.url), ("text", w.phone), ("text", v.model_name), ("text", w.food), ("text", w.title),
    ("date", w.iso_date), ("date", w.iso_date), ("number", w.price), ("number", w.price),
    ("number", v.decimal(0, 99)), ("int", v.whole(1, 99)), ("int", v.whole(1, 99)), ("int", v.whole(100, 99999)),
]  # fmt: skip
