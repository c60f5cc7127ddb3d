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


def path(draw: Draw) -> str:
    """/api/users/42, /var/log/x.log"""
    parts = [draw.pick(_PATH_PARTS) if draw.chance(0.5) else w.syllables(draw, 1, 2) for _ in range(draw.number(1, 3))]
    end = draw.rng.choice(["", "", f"/{draw.number(1, 999)}", ".html", ".php", ".log", f"?id={draw.number(1, 99)}"])
    return "/" + "/".join(parts) + end


_PATH_PARTS = w.words(
    """api, users, login, var, log, home, images, admin, v1, v2, orders, etc, search, static, usr, bin, products, blog,
    wp-admin, health, index, cart, reports, tmp, opt"""
)


def file_name(draw: Draw) -> str:
    return f"{w.syllables(draw, 1, 3)}.{draw.rng.choice(['py', 'java', 'js', 'go', 'cc', 'rs', 'php', 'ts'])}"


def class_name(draw: Draw) -> str:
    """com.acme.OrderService, billing.api, Worker"""
    name = "".join(w.syllables(draw, 1, 2).capitalize() for _ in range(draw.number(1, 2)))
    kind = draw.rng.random()
    if kind < 0.4:
        return f"{draw.rng.choice(['com', 'org', 'io'])}.{w.syllables(draw, 1, 2)}.{name}"
    return name if kind < 0.7 else f"{w.syllables(draw, 1, 2)}.{w.syllables(draw, 1, 2)}"


def host(draw: Draw) -> str:
    """web-01, db3.trask, kelbos"""
    name = draw.pick(_HOSTS) if draw.chance(0.4) else w.syllables(draw, 1, 2)
    ends = ["", f"-{draw.number(1, 20):02}", str(draw.number(1, 9)), f".{w.syllables(draw, 1, 1)}"]
    return name + draw.rng.choice(ends)


_HOSTS = w.words("web, db, mail, proxy, node, app, worker, cache, gateway, backup, build, files")


def hexadecimal(draw: Draw) -> str:
    """Of 7 or 8 digits, at least one of them a letter."""
    return f"{draw.rng.choice('abcdef')}{draw.number(16**6, 16**7 - 1):x}"[: draw.number(7, 8)]


def clock_with_seconds(draw: Draw) -> str:
    return f"{w.clock(draw)}:{draw.number(0, 59):02}"


_MONTHS = w.words("Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec")


def stamp(draw: Draw) -> str:
    """10/Oct/2024:13:55:36 +0000"""
    day = f"{draw.number(1, 28):02}/{draw.rng.choice(_MONTHS)}/{draw.number(2000, 2030)}"
    return f"{day}:{clock_with_seconds(draw)}" + draw.rng.choice([" +0000", " +0200", ""])


def syslog_time(draw: Draw) -> str:
    """Oct 10 13:55:36"""
    return f"{draw.rng.choice(_MONTHS)} {draw.number(1, 28)} {clock_with_seconds(draw)}"


def login(draw: Draw) -> str:
    name = w.plain_letters(w.first_name(draw))
    return draw.rng.choice([name, f"{name}{draw.number(1, 99)}", f"{name[:1]}{w.plain_letters(w.last_name(draw))}"])


def venue(draw: Draw) -> str:
    """A place with a name: a restaurant, a hall, a shop."""
    kind = draw.rng.random()
    if kind < 0.4:
        return w.company(draw)
    name = w.syllables(draw, 1, 3).capitalize()
    return (
        draw.pick(_VENUES).format(name) if kind < 0.8 else f"{draw.rng.choice(['room', 'hall', 'Room'])} {room(draw)}"
    )


_VENUES = (
    "Cafe {}", "{} Hall", "Hotel {}", "{} Park", "the {} Inn", "{} Arena", "{} Library", "{} Centre", "Villa {}",
    "{} Theatre", "Club {}", "{} Museum", "{} Bar", "Castle {}", "{} Station", "the {} Club", "{} House", "St. {}",
)  # fmt: skip
