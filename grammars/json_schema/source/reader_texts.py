r"""The texts that Pydantic's readers of scalar types take, as regular expressions (ECMA-262, anchored at both ends).

What a bound leaves of numbers, dates, times and durations is a regular language, because all of them are read from the
left: the first digit that differs from the bound decides. `_beyond` says this once for digits of fixed places, and the
rest is put together of it: a decimal is its sign, its integer and its fraction; a duration its units. A bound's
expression trusts that the text has the type's form, which another expression beside it says.

Of some types not every text that is read is written; who uses the form says so. Where `distinct` forms are asked for,
different texts are different values; they are those that Pydantic itself writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cache

from ..text.formats import DATE, HOUR

LONGEST = 40
"""Digits of a decimal in a string, before and after its point: Python computes with 28."""

_FRACTION = r"(?:\.\d+)?"
_CLOCK = rf"{HOUR}:[0-5]\d:[0-5]\d"
_OFFSET = rf"[+-]{HOUR}:[0-5]\d"
_UTC = r"(?:[Zz]|[+-]00:00)"
_SIX_DIGITS = "|".join("0" * i + "[1-9]" + r"\d" * (5 - i) for i in range(6))
_MICROSECONDS = rf"(?:\.(?:{_SIX_DIGITS}))?"  # as Pydantic writes them


def whole(*ways: str) -> str:
    """The expression that one of the ways matches all of the text."""
    return f"^(?:{'|'.join(ways)})$"


def _any_of(ways: list[str]) -> str:
    return f"(?:{'|'.join(ways)})" if ways else "[]"


# ---- digits and their order ----


def _beyond(border: str, up: bool, least: int = 0) -> list[str]:
    """Beginnings of texts written like `border` that first differ from it in a digit that is larger, or smaller.

    The first digit is not smaller than `least`.
    """
    ways = []
    for i, letter in enumerate(border):
        if not letter.isdigit():
            continue
        first, last = (int(letter) + 1, 9) if up else (0 if i else least, int(letter) - 1)
        if first <= last:
            ways.append(_plain(border[:i]) + (f"[{first}-{last}]" if first < last else str(first)))
    return ways


def _plain(text: str) -> str:
    return text.replace(".", r"\.").replace("T", "[Tt]")


def _integers_beyond(border: int, up: bool) -> str:
    """Integers without leading zeros that are larger, or smaller but not negative."""
    digits = str(border)
    same = _beyond(digits, up, least=1 if len(digits) > 1 else 0)
    ways = [way + r"\d" * (len(digits) - _width(way)) for way in same]
    if up:
        ways.append(rf"[1-9]\d{{{len(digits)},}}")
    elif len(digits) > 1:
        ways += ["0", rf"[1-9]\d{{0,{len(digits) - 2}}}"]
    return _any_of(ways)


def _width(beginning: str) -> int:
    """The number of digits that an expression of `_beyond` matches."""
    return len(re.sub(r"\[[^]]*\]", "0", beginning))


def _fractions(border: str, up: bool, open_: bool) -> str:
    """Fractions with their point, or none, that are not below (`up`) or not above the digits of `border`."""
    border = border.rstrip("0")
    if not border:
        return (r"\.0*[1-9]\d*" if open_ else _FRACTION) if up else ("[]" if open_ else r"(?:\.0+)?")
    ways = [rf"\.{way}\d*" for way in _beyond(border, up)]
    if up:
        return _any_of([*ways, rf"\.{border}0*[1-9]\d*" if open_ else rf"\.{border}\d*"])
    ways += [rf"\.{border[:i]}" for i in range(1, len(border))]
    return _any_of(ways if open_ else [*ways, rf"\.{border}0*"]) + "?" if ways or not open_ else ""


def _signed(negative: bool, up: bool, sizes: Callable[[bool], str], first: str) -> str:
    """Signed texts on one side of a bound that is not 0; `sizes` gives those larger or smaller without their sign.

    `first` is how a text begins that has no sign.
    """
    if up:
        return f"^(?:{first}|-{sizes(False)}$)" if negative else f"^{sizes(True)}$"
    return f"^-{sizes(True)}$" if negative else f"^(?:-|{sizes(False)}$)"


# ---- numbers ----


def decimals(digits: int | None = None, places: int | None = None, exponent: bool = True) -> str:
    """A decimal number in a string: of at most so many digits, so many of them after the point.

    Where none are left before the point, `0` alone is one too many, and `0.0` is not.
    """
    if digits is None and places is None:
        plain = rf"-?{_natural(LONGEST)}{_places(LONGEST)}"
        return whole(plain, rf"-?\d(?:\.\d{{1,{LONGEST}}})?[eE][+-]?\d{{1,3}}") if exponent else whole(plain)
    if digits is None or (places is not None and digits > LONGEST):
        return whole(rf"-?{_natural(LONGEST)}{_places(min(places or 0, LONGEST))}")
    if places is not None:
        return whole(_figures(digits - places, min(places, digits)))
    most = min(digits, LONGEST)
    return whole(*(_figures(most - after, after) for after in range(most + 1)))


def _figures(before: int, after: int) -> str:
    if before > 0:
        return rf"-?{_natural(before)}{_places(after)}"
    return rf"-?0\.\d{{1,{after}}}" if after > 0 else "[]"


def _natural(digits: int) -> str:
    return rf"(?:0|[1-9]\d{{0,{digits - 1}}})" if digits > 0 else "0"


def _places(count: int) -> str:
    return rf"(?:\.\d{{1,{count}}})?" if count > 0 else ""


def decimal_beside(bound: Decimal, up: bool, open_: bool) -> str:
    """What a bound leaves of decimals without an exponent, integers among them."""
    if bound == 0:
        return _beside_zero("[0-9]", r"(?:0\.0*)?[1-9]", up, open_)
    integer, _, fraction = f"{abs(bound):f}".partition(".")

    def sizes(larger: bool) -> str:
        same = f"{int(integer)}{_fractions(fraction, larger, open_)}"
        return _any_of([_integers_beyond(int(integer), larger) + _FRACTION, same])

    return _signed(bound < 0, up, sizes, "[0-9]")


def _beside_zero(first: str, some: str, up: bool, open_: bool) -> str:
    """The same beside 0, given how texts without a sign begin, and those that are not 0."""
    if up:
        return f"^{some}" if open_ else f"^(?:{first}|-[^1-9]*$)"
    return f"^-{some}" if open_ else "^(?:-|[^1-9]*$)"


COMPLEX = whole(*(rf"-?{n}(?:[+-]{n}j)?|-?{n}j" for n in [r"(?:0|[1-9]\d{0,307})(?:\.\d{1,340})?"]))
INTEGER = rf"^-?{_natural(LONGEST)}$"
FRACTION = whole(r"-?(?:0|[1-9]\d{0,39})(?:/[1-9]\d{0,39})?")
DISTINCT_COMPLEX = whole(r"-?[1-9]\d{0,17}[+-][1-9]\d{0,17}j")
FLOAT_KEYS = r"^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$"
DISTINCT_FLOAT_KEYS = r"^(?:0|-?[1-9]\d{0,8}(?:\.\d{0,5}[1-9])?|-?0\.\d{0,5}[1-9])$"
BYTE_SIZE = r"^[0-9]{1,12}(?:\.[0-9]{1,3})?(?: ?(?:[kmgtp]i?)?b)?$"

# ---- dates and times ----

DATES = whole(DATE)


def moments(zone: str | None, *, dated: bool, bounded: bool, distinct: bool) -> str:
    """Points in time, or times of day; `zone` is Pydantic's constraint of it.

    Digits that Pydantic cuts off, after the sixth, are not written where a bound would count them.
    """
    fraction = r"(?:\.\d{1,6})?" if bounded or distinct or zone == "naive" else r"(?:\.\d{1,9})?"
    if distinct:
        fraction = _MICROSECONDS
    day = (DATE + ("T" if distinct or zone == "naive" else "[Tt]")) if dated else ""
    shift = "Z" if distinct else f"(?:[Zz]|{_OFFSET})"
    return whole(day + _CLOCK + fraction + {"naive": "", "aware": shift}.get(zone or "", shift + "?"))


def at_offset(seconds: int) -> str:
    """Texts that end with this offset from UTC."""
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return rf"[{'-' if seconds < 0 else '+'}]{hours:02}:{minutes:02}$" if seconds else f"{_UTC}$"


def date_beside(bound: date, up: bool, open_: bool) -> str:
    """What a bound leaves of dates."""
    return f"^{_any_of(_beyond(bound.isoformat(), up) + ([] if open_ else [bound.isoformat()]))}"


def moment_beside(bound: datetime | time, up: bool, open_: bool) -> str:
    """What a bound leaves of points in time, or times of day, as Pydantic compares them.

    Beside a bound without a zone, the zone of the text does not count. Beside one with a zone, texts have one; where it
    is not UTC, they are written only a day off the bound, since what is near depends on the offset, which comes last.
    """
    if bound.tzinfo is None:
        return f"^(?:{_clock(bound, up, open_, '(?:[Zz+-].*)?$')})"
    if isinstance(bound, time):
        return f"^(?:{_clock(bound, up, open_, '')}){_UTC}$"
    utc = bound.astimezone(UTC)
    ways = [f"(?:{_clock(utc, up, open_, '')}){_UTC}"]
    with suppress(OverflowError):
        far = utc + timedelta(days=1 if up else -1)
        ways.append(f"(?:{_clock(far, up, open_, '')}){_OFFSET}")
    return whole(*ways)


def _clock(bound: datetime | time, up: bool, open_: bool, after: str) -> str:
    border, _, fraction = bound.replace(tzinfo=None).isoformat(timespec="microseconds").partition(".")
    rest = "" if after else ".*"
    return "|".join(
        [*(way + rest for way in _beyond(border, up)), _plain(border) + _fractions(fraction, up, open_) + after]
    )


def beside_today(past: bool) -> str:
    """Days before today, or after it; a day apart, for time zones."""
    return date_beside(date.today(), not past, open_=True)


# ---- durations ----

_DAYS_OF_YEAR = r"(?:[12]?\d?\d|3[0-5]\d|36[0-4])"
_YEARS = _integers_beyond(999_999_999 // 365, up=False)
_DAYS = r"(?:0|[1-9]\d{0,8})"
_FULL = {"H": r"(?:1?\d|2[0-3])", "M": r"[1-5]?\d", "S": r"[1-5]?\d(?:\.\d{1,6})?"}
_SAYS_SOMETHING = "[YMWDHS]$"
_ANY_UNIT = {unit: rf"(?:\d+{unit})?" for unit in "YDHM"} | {"S": rf"(?:\d+{_FRACTION}S)?"}


def _normal(year: str, day: str) -> str:
    return f"-?P{year}(?:{day}D)?(?:T{''.join(f'(?:{part}{unit})?' for unit, part in _FULL.items())})?"


_NORMAL = _normal(f"(?:{_YEARS}Y)?", _DAYS_OF_YEAR), _normal("", _DAYS)
NORMAL_DURATIONS = (whole(*_NORMAL), _SAYS_SOMETHING, "^(?:P|-[^1-9]*[1-9])")
"""In which a bound is compared: units that are full give the next one, and days may be gathered to years of 365.

Nothing with a sign is less than nothing to Pydantic.
"""

# Pydantic adds hours, minutes and seconds up in 32 bits; of so many digits they fit.
_FEW_HOURS = r"(?:T(?:\d{1,5}H)?(?:\d{1,7}M)?(?:\d{1,9}(?:\.\d{1,6})?S)?)?"
DURATIONS = (
    whole(
        rf"-?P(?:\d{{1,6}}Y)?(?:\d{{1,6}}M)?(?:\d{{1,8}}D)?{_FEW_HOURS}",
        r"-?P\d{1,7}W",
        *_NORMAL,
    ),
    _SAYS_SOMETHING,
)

PLAIN_DURATIONS = whole(rf"-?P(?:\d{{1,8}}D)?{_FEW_HOURS}")
"""In days and what is less."""


def distinct_durations() -> str:
    """As Pydantic writes them: in years of 365 days and so on, without units that are 0."""
    some = {"H": "(?:[1-9]|1\\d|2[0-3])", "M": r"(?:[1-9]|[1-5]\d)"}
    seconds = rf"(?:{some['M']}(?:\.\d{{0,5}}[1-9])?|0\.\d{{0,5}}[1-9])"
    days = r"(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-4])"
    parts = [rf"(?!0){_YEARS}Y", f"{days}D", f"{some['H']}H", f"{some['M']}M", f"{seconds}S"]
    ways = []
    for chosen in range(1, 32):
        day, clock = (
            "".join(part for i, part in enumerate(parts) if chosen >> i & 1 and (i < 2) == dated)
            for dated in (True, False)
        )
        ways.append(f"-?P{day}" + (f"T{clock}" if clock else ""))
    return whole("PT0S", *ways)


def duration_beside(bound: timedelta, up: bool, open_: bool) -> str:
    """What a bound leaves of durations in their normal forms."""
    if not bound:
        return _beside_zero("P", "P.*[1-9]", up, open_)
    size = abs(bound)
    minutes, seconds = divmod(size.seconds, 60)
    clock = [*divmod(minutes, 60), seconds]

    def sizes(larger: bool) -> str:
        forms = [([*divmod(size.days, 365), *clock], "YDHMS"), ([size.days, *clock], "DHMS")]
        return "P" + _any_of([_units(*form, f"{size.microseconds:06}", larger, open_) for form in forms])

    return _signed(bound < timedelta(0), up, sizes, "P")


def _units(values: list[int], units: str, fraction: str, larger: bool, open_: bool) -> str:
    """The rest of a duration after `P` that is larger or smaller than these values of its units."""
    ways, equal = [], ""
    for i, (value, unit) in enumerate(zip(values, units, strict=True)):
        equal += "T?" if unit == "H" else ""
        later = "".join(("T?" if other == "H" else "") + _ANY_UNIT[other] for other in units[i + 1 :])
        if unit == "Y":  # without years, days are none of a year
            later = later.replace(_ANY_UNIT["D"], f"(?:{_DAYS_OF_YEAR}D)?")
        other = f"{_integers_beyond(value, larger)}{_FRACTION if unit == 'S' else ''}{unit}"
        if larger:
            ways.append(equal + other + later)
        elif value:
            ways.append(f"{equal}(?:{other})?{later}")
        if unit != "S":
            equal += f"{value}{unit}" if value else f"(?:0{unit})?"
    value, some = values[-1], fraction.strip("0")
    ways.append(f"{equal}{value}{_fractions(fraction, larger, open_)}S")
    if not value and (not open_ if not some else not larger):
        ways.append(equal)
    return _any_of(ways)


# ---- bytes ----


def base64(marks: str, low: int = 0, high: int | None = None, *, text: bool = False, padded: bool = True) -> str:
    """Base64 of so many bytes; of ASCII, if it stands for `text`, which must be UTF-8: each byte's first bit is 0."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + marks

    def where(mask: int, bits: int = 63) -> str:
        chosen = (c for i, c in enumerate(letters) if not (text and i & mask) and not i & ~bits)
        return "[" + "".join("\\-" if c == "-" else c for c in chosen) + "]"

    first, second, third, fourth = where(32), where(8), where(2), where(0)
    ends = ["", f"{first}{where(8, 48)}==", f"{first}{second}{where(2, 60)}="]
    ways = []
    for more, end in enumerate(ends if padded else [end.replace("=", "") for end in ends]):
        least, most = max(-(-(low - more) // 3), 0), None if high is None else (high - more) // 3
        if most is None or most >= least:
            ways.append(f"(?:{first}{second}{third}{fourth}){{{least},{'' if most is None else most}}}{end}")
    return whole(*ways) if ways else "[]"


def hexadecimal(low: int = 0, high: int | None = None, *, distinct: bool = False) -> str:
    """Two digits a byte."""
    digit = "[0-9a-f]" if distinct else "[0-9A-Fa-f]"
    return whole(f"(?:{digit}{digit}){{{low},{'' if high is None else high}}}")


# ---- addresses ----

_PORT = r"(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])"
_HOST = r"[A-Za-z](?:-?[A-Za-z0-9])*(?:\.[A-Za-z](?:-?[A-Za-z0-9])*)*"


LONGEST_URL = 1000  # of those that are written where URLs must differ


_URL_UNIT = r"(?:[A-Za-z0-9!$&'()*+,\-./:;=?@_~]|%[0-9A-Fa-f]{2})"  # what the URL standard calls valid; no `#`


def urls(schemes: Sequence[str] | None, *, distinct: bool = False, strict: bool = False) -> str:
    """URLs of one of the schemes with a plain host name; of files, with a path and without a port.

    `strict`: without the characters that the URL standard calls errors that are overlooked.
    """
    if distinct:
        label, path = "[a-z][a-z0-9]{0,30}", "[A-Za-z0-9_-]{1,60}"
        others, files = (
            rf"{label}(?:\.{label}){{0,5}}/(?:{path}(?:/{path}){{0,7}})?",
            f"file:///{path}(?:/{path}){{0,7}}",
        )
    else:
        path, rest = (
            ("[!-~]*", "[/?#][!-~]*")
            if not strict
            else (f"{_URL_UNIT}*(?:#{_URL_UNIT}*)?", f"[/?]{_URL_UNIT}*(?:#{_URL_UNIT}*)?|#{_URL_UNIT}*")
        )
        others, files = rf"{_HOST}(?::{_PORT})?(?:{rest})?", f"file:///{path}"
    escaped = [re.escape(each).replace(r"\-", "-") for each in schemes or () if each != "file"]
    named = "|".join(escaped) if schemes else "(?!file:)[a-z][a-z0-9]*"
    return whole(
        *([f"(?:{named})://{others}"] if named else []), *([files] if not schemes or "file" in schemes else [])
    )


_ATOM = "[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+"
_NAME = "[A-Za-z0-9À-ÖØ-öø-ɏΈ-ΊΎ-ΡΣ-ϵϷ-ҁא-תء-ي一-鿋가-힣ぁ-ゖァ-ヺ!#$%&'*+/=?^_`{|}~-]+"
"""A word of a name: of letters, those of some scripts as they have been in Unicode for long."""
_NOT_DELIVERED = ("arpa", "invalid", "local", "localhost", "onion", "test")


def emails(*, named: bool = False, distinct: bool = False) -> tuple[str, ...]:
    """Addresses that `email_validator` takes: of ASCII, with a dot in the domain, under no name of special use."""
    if distinct:
        part = "[a-z0-9_+-]{1,20}"
        return (whole(rf"{part}(?:\.{part}){{0,2}}@(?:[a-z][a-z0-9]{{0,29}}\.){{1,5}}[a-z]{{2,3}}"),)
    letters, name = "A-Za-z", f"{_NAME}(?: {_NAME})*"
    end = ">$" if named else "$"
    special = "|".join("".join(f"[{c}{c.upper()}]" for c in name) for name in _NOT_DELIVERED)
    label = rf"(?!..--)[{letters}0-9](?:[{letters}0-9-]{{0,61}}[{letters}0-9])?\."
    local, domain = rf"{_ATOM}(?:\.{_ATOM})*", rf"(?:{label})+(?!(?:{special}){end})[{letters}]{{2,63}}"
    if not named:
        return f"^{local}@{domain}$", "^[^@]{1,64}@", "^.{1,254}$"
    return rf"^{name} <{local}@{domain}>$", "^[^<@]*<[^@<]{1,64}@", "^[^<]*<.{1,254}>$"


def distinct_uuid(version: int | None) -> str:
    """In lower case."""
    digit, rest = "[0-9a-f]", f"{version or '[0-9a-f]'}[0-9a-f]{{3}}-{'[89ab]' if version else '[0-9a-f]'}[0-9a-f]{{3}}"
    return f"^{digit}{{8}}-{digit}{{4}}-{rest}-{digit}{{12}}$"


_IPV4 = r"(?:OCTET)(?:\.(?:OCTET)){3}".replace("OCTET", r"25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d")
_BITS_4, _BITS_6 = r"(?:[12]?\d|3[0-2])", r"(?:1[01]\d|12[0-8]|[1-9]?\d)"


@cache
def _ipv6() -> str:
    """As Python writes them: in lower case, with `::` for the first longest run of groups that are 0."""
    some, ways = "[1-9a-f][0-9a-f]{0,3}", []
    for chosen in range(256):
        groups = [some if chosen >> i & 1 else "0" for i in range(8)]
        runs = [(0, 0)]
        for start in range(8):
            length = 0
            while start + length < 8 and groups[start + length] == "0":
                length += 1
            runs.append((length, -start))
        length, start = max(runs)
        if length < 2:
            ways.append(":".join(groups))
        else:
            ways.append(":".join(groups[:-start]) + "::" + ":".join(groups[length - start :]))
    return f"(?:{'|'.join(ways)})"


_PATH = r"/?[A-Za-z0-9_ -][A-Za-z0-9_. -]*(?:/[A-Za-z0-9_ -][A-Za-z0-9_. -]*)*"
DISTINCT_FORMATS: dict[str, str | Callable[[], str]] = {
    "ipv4": whole(_IPV4),
    "ipv6": lambda: whole(_ipv6()),
    "ipvanyaddress": lambda: whole(_IPV4, _ipv6()),
    "ipv4network": whole(f"{_IPV4}/32"),
    "ipv6network": lambda: whole(f"{_ipv6()}/128"),
    "ipvanynetwork": lambda: whole(f"{_IPV4}/32", f"{_ipv6()}/128"),
    "ipv4interface": whole(f"{_IPV4}/{_BITS_4}"),
    "ipv6interface": lambda: whole(f"{_ipv6()}/{_BITS_6}"),
    "ipvanyinterface": lambda: whole(f"{_IPV4}/{_BITS_4}", f"{_ipv6()}/{_BITS_6}"),
    **dict.fromkeys(("path", "file-path", "directory-path"), whole(_PATH)),
}
"""Of formats that have several texts for one value, the form that Python writes."""
