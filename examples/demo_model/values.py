"""Single values of further kinds: measures, codes, hours, titles, and lists of words to draw from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import words as w
from .words import Draw

Text = Callable[[Draw], str]

WEEKDAYS = w.words("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
COLOURS = w.words(
    """red, blue, green, black, white, grey, silver, yellow, brown, orange, purple, pink, beige, gold, turquoise,
    violet, dark blue, light green, cream, bronze, navy, maroon"""
)
_ADJECTIVES_OF_TITLES = w.words(
    """Silent, Last, Broken, Hidden, Long, Lost, Empty, Burning, Crooked, Wild, Secret, Distant, Golden, Endless,
    Frozen, Second, Little, Quiet, Forgotten, Northern, Invisible, Paper, Glass, Crimson"""
)
_NOUNS_OF_TITLES = w.words(
    """River, House, Garden, Winter, Bridge, Island, Letter, Mirror, Road, Storm, Harbour, Forest, Night, Door,
    Kingdom, Orchard, Lighthouse, Clock, Stranger, Sea, Mountain, Song, Summer, Shadow, Train, Map, Witness, Tide"""
)


def one_of(items: str | Sequence[str], invented: float = 0.4) -> Text:
    """Draws one of the items; for training, with this probability a word that no list has."""
    entries = w.words(items) if isinstance(items, str) else items

    def drawn(draw: Draw) -> str:
        if draw.held_out or not draw.chance(invented):
            return draw.pick(entries)
        return w.invented(draw)

    return drawn


def some_of(value: Text, low: int = 2, high: int = 4) -> Callable[[Draw], list[str]]:
    """Draws a list of different values."""

    def drawn(draw: Draw) -> list[str]:
        count = low if low == high else 1 if draw.chance(0.07) else draw.number(low, high + draw.chance(0.15))
        result: list[str] = []
        tries = 0
        while len(result) < count:
            tries += 1
            each = value(draw) if tries < 20 else w.invented(draw)  # a short list has few words for held-out texts
            if each not in result and not any(mark in each for mark in ",;&") and " and " not in each:
                result.append(each)
        return result

    return drawn


def whole(low: int, high: int) -> Text:
    return lambda draw: w.integer(draw, low, high)


def decimal(low: int, high: int, places: int = 1) -> Text:
    """A number with so many digits after its point: 36.6."""
    return lambda draw: f"{draw.number(low, high)}.{draw.number(0, 10**places - 1):0{places}}"


def capital(low: int = 1, high: int = 2) -> Text:
    return lambda draw: w.syllables(draw, low, high).capitalize()


def year(draw: Draw) -> str:
    return str(draw.number(1900, 2035))


def hour(draw: Draw) -> str:
    """A time of day: 14:30, 2:30 pm, 9 am."""
    kind = draw.rng.random()
    if kind < 0.6:
        return w.clock(draw)
    half = draw.rng.choice(["am", "pm", "a.m.", "p.m."])
    return f"{draw.number(1, 12)}{draw.rng.choice(['', ':15', ':30', ':45'])} {half}"


def span(draw: Draw) -> str:
    """A length of time in words: 3 days, 2 years."""
    unit = draw.rng.choice(["minutes", "hours", "days", "weeks", "months", "years"])
    return f"{draw.number(2, 48)} {unit}"


def plate(draw: Draw) -> str:
    kind = draw.rng.randrange(3)
    if kind == 0:
        return f"{w.letters(draw, 1, 3)}-{w.letters(draw, 1, 2)} {draw.number(1, 9999)}"
    if kind == 1:
        return f"{w.letters(draw, 2, 2)}{draw.number(10, 99)} {w.letters(draw, 3, 3)}"
    return f"{draw.number(1, 9999)} {w.letters(draw, 3, 3)}"


def flight(draw: Draw) -> str:
    return f"{w.letters(draw, 2, 2)}{draw.rng.choice(['', ' '])}{draw.number(10, 9999)}"


def seat(draw: Draw) -> str:
    return f"{draw.number(1, 60)}{w.letters(draw, 1, 1)}"


def gate(draw: Draw) -> str:
    return f"{w.letters(draw, 1, 1)}{draw.number(1, 60)}" if draw.chance(0.7) else str(draw.number(1, 60))


def serial(draw: Draw) -> str:
    """A long code: a serial number, a tracking code."""
    parts = [
        w.letters(draw, 2, 4) if draw.chance(0.5) else str(draw.number(10, 99999)) for _ in range(draw.number(2, 3))
    ]
    return draw.rng.choice(["-", "", "-", " "]).join(parts)


def isbn(draw: Draw) -> str:
    return f"978-{draw.number(0, 9)}-{draw.number(100, 9999)}-{draw.number(1000, 9999)}-{draw.number(0, 9)}"


def iban(draw: Draw) -> str:
    return f"{w.letters(draw, 2, 2)}{draw.number(10, 99)} {draw.number(1000, 9999)} {draw.number(1000, 9999)}"


def url(draw: Draw) -> str:
    name = w.syllables(draw, 1, 3)
    path = draw.rng.choice(["", f"/{w.syllables(draw, 1, 2)}"])
    start = draw.rng.choice(["www.", "https://", "https://www."])
    return f"{start}{name}.{draw.rng.choice(['com', 'org', 'net', 'de', 'co.uk'])}{path}"


def version(draw: Draw) -> str:
    return ".".join(str(draw.number(0, 30)) for _ in range(draw.number(2, 3)))


def room(draw: Draw) -> str:
    return draw.rng.choice([str(draw.number(1, 999)), f"{w.letters(draw, 1, 1)}{draw.number(1, 400)}"])


def model_name(draw: Draw) -> str:
    """A make's model: Brofel 300, XT-40."""
    if draw.chance(0.5):
        return f"{w.syllables(draw, 1, 2).capitalize()} {draw.number(1, 900)}"
    return f"{w.letters(draw, 1, 3)}-{draw.number(1, 999)}"


def work_title(draw: Draw) -> str:
    """The title of a book, a film or a song."""
    first = draw.pick(_ADJECTIVES_OF_TITLES) if draw.chance(0.6) else w.syllables(draw, 1, 2).capitalize()
    second = draw.pick(_NOUNS_OF_TITLES) if draw.chance(0.7) else w.syllables(draw, 1, 2).capitalize()
    return draw.rng.choice(
        [f"The {first} {second}", f"{first} {second}", f"A {first} {second}", f"{second} of {first}", f"{first}"]
    )


def day_and_month(draw: Draw) -> str:
    """A day without a year, which is a text: 12 May."""
    months = w.words("January, February, March, April, May, June, July, August, September, October, November, December")
    return draw.rng.choice(["{d} {m}", "{m} {d}"]).format(d=draw.number(1, 28), m=draw.rng.choice(months))
