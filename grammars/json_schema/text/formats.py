r"""`format`: for each name the decoded strings it stands for, as a regular expression.

The definitions follow the standards that JSON Schema names (RFC 3339, 5321, 1123, 4291, 3986, 3987, 6570, 6901), with
calendar facts: days of months, leap years, and leap seconds only at 23:59 UTC at the end of June or December. The
year 0000 is left out, since no reader of dates takes it. A text that passes is valid, but of some formats not every
valid text passes: `NARROWED` says which, and reports on schemas repeat it. Where such a format must not hold, its wider
form counts (`Narrowed`), so that no text is written that may have it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from constrain.patterns.pattern import EPSILON, Pattern, alternation, concat, intersection, repeat
from constrain.support.once import once

from .pattern_keyword import found, part, spelled
from .spelling import QUOTES

_YEAR = r"(?:\d{3}[1-9]|\d\d[1-9]\d|\d[1-9]\d\d|[1-9]\d{3})"
_LEAP_YEAR = r"(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)"
_DAY = r"(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"
DATE = f"(?:{_YEAR}-{_DAY}|{_LEAP_YEAR}-02-29)"
HOUR = r"(?:[01]\d|2[0-3])"
_FRACTION = r"(?:\.\d{1,9})?"
_ZONE = rf"(?:[Zz]|[+-]{HOUR}:[0-5]\d)"


def _plain_time(fraction: str) -> str:
    return rf"{HOUR}:[0-5]\d:[0-5]\d{fraction}{_ZONE}"


def _leap_seconds(day: str, next_day: str, escapes: str, fraction: str = _FRACTION) -> Pattern:
    """The times with second 60 that are 23:59 UTC, a local date in front.

    One operand relates the hours to those of the offset, the other the minutes. `day` and `next_day` stand in front, as
    the local date is already the next one where an offset from UTC carries the time past midnight. Put together of
    patterns, since the whole as one expression would take far longer to read than all other formats together.
    """
    matched, plain = cache(lambda expression: part(expression, escapes)), cache(lambda text: spelled(text, escapes))

    def by_digits(rests: dict[int, Pattern]) -> Pattern:
        """Two digits, a colon and what follows, grouped by the first: once it is read, a tenth is left to look at."""
        tens: dict[int, list[Pattern]] = {}
        for number, rest in rests.items():
            tens.setdefault(number // 10, []).append(concat(plain(f"{number % 10}:"), rest))
        return alternation(*(concat(plain(f"{ten}"), alternation(*units)) for ten, units in tens.items()))

    minute, some = matched(r"[0-5]\d"), matched(r"(?:0[1-9]|[1-5]\d)")
    digit, behind = matched(r"\d"), matched("[0-9:.]*")
    seconds = concat(minute, plain(":60"), matched(fraction))
    last = concat(plain("59:60"), matched(fraction))
    same, later, minutes = {}, {}, {}
    for hour in range(24):
        same[hour] = concat(seconds, plain(f"-{23 - hour:02}:"), minute)
        later[hour] = concat(seconds, plain(f"+{hour:02}:"), some)
        if hour < 23:
            later[hour] = alternation(later[hour], concat(last, plain(f"+{hour + 1:02}:00")))
    same[23] = alternation(same[23], concat(last, matched(r"(?:[Zz]|\+00:00)")))
    for number in range(60):
        ahead = concat(plain("+"), digit, digit, plain(f":{(number + 1) % 60:02}"))
        after = concat(plain("-"), digit, digit, plain(f":{59 - number:02}"))
        minutes[number] = concat(behind, alternation(ahead, after))
    minutes[59] = alternation(minutes[59], concat(plain("60"), behind, matched("[Zz]")))
    hours = alternation(concat(matched(day), by_digits(same)), concat(matched(next_day), by_digits(later)))
    before = matched(".{11}") if day else EPSILON
    offset = concat(before, digit, digit, plain(":"), by_digits(minutes))
    quote = QUOTES[escapes]
    return intersection(concat(quote, hours, quote), concat(quote, offset, quote))


def _exactly(expression: str, escapes: str) -> Pattern:
    return found(f"^(?:{expression})$", escapes)


def _date_time(escapes: str, year: str = _YEAR, date: str = DATE, fraction: str = _FRACTION) -> Pattern:
    leap = _leap_seconds(f"{year}-(?:06-30|12-31)[Tt]", f"{year}-(?:07-01|01-01)[Tt]", escapes, fraction)
    return alternation(_exactly(f"{date}[Tt]{_plain_time(fraction)}", escapes), leap)


def _time(escapes: str, fraction: str = _FRACTION) -> Pattern:
    return alternation(_exactly(_plain_time(fraction), escapes), _leap_seconds("", "", escapes, fraction))


def _duration(n: str) -> str:
    clock = f"T(?:{n}H(?:{n}M(?:{n}S)?)?|{n}M(?:{n}S)?|{n}S)"
    return f"P(?:(?:{n}Y(?:{n}M(?:{n}D)?)?|{n}M(?:{n}D)?|{n}D)(?:{clock})?|{clock}|{n}W)"


_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_H16 = "[0-9A-Fa-f]{1,4}"
_LS32 = f"(?:{_H16}:{_H16}|{_IPV4})"
_IPV6 = "|".join(
    [f"(?:{_H16}:){{6}}{_LS32}", f"::(?:{_H16}:){{5}}{_LS32}"]
    + [f"(?:(?:{_H16}:){{0,{n}}}{_H16})?::(?:{_H16}:){{{4 - n}}}{_LS32}" for n in range(5)]
    + [f"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}", f"(?:(?:{_H16}:){{0,6}}{_H16})?::"]
)

_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# Whether what follows `xn--` is a name in punycode (RFC 5891) takes arithmetic on all of it; see DECISIONS.md.
_HOST_LABEL = rf"(?![Xx][Nn]--){_LABEL}"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = rf"\[(?:{_IPV4}|[Ii][Pp][Vv]6:(?:{_IPV6}))\]"
_DOMAIN = rf"(?:{_LABEL}(?:\.{_LABEL})*|{_ADDRESS})"
_EMAIL = rf'(?:{_ATOM}(?:\.{_ATOM})*|"(?:[ !#-\[\]-~]|\\[ -~])*")@{_DOMAIN}'
_BEYOND = r"\u0080-\ud7ff\ue000-" + "\U0010ffff"


def _hostname(label: str, escapes: str) -> Pattern:
    return intersection(_exactly(rf"{label}(?:\.{label})*", escapes), _exactly(".{1,253}", escapes))


def _idn_hostname() -> tuple[str, str]:
    """A label and a host name of IDNA 2008 (RFC 5891, 5892), as far as regular expressions can say that.

    Letters of common scripts in lower case, few enough in a label that it is short enough in punycode; the rules of
    context for middle dots, keraia, geresh, joiners and digits; and of bidirectional labels (RFC 5893). ASCII labels
    have no hyphens in the third and fourth place: whether what follows `xn--` is punycode is beyond a pattern.
    """
    ascii_, hyphen = "[A-Za-z0-9]", "[A-Za-z0-9-]"
    plain = (
        f"(?:{ascii_}(?:{hyphen}?{ascii_})?|{ascii_}{hyphen}{{2}}{ascii_}"
        f"|{ascii_}{hyphen}(?:{ascii_}{hyphen}|-{ascii_}){hyphen}{{0,50}}{ascii_})"
    )
    eastern = r"\u3041-\u3093\u30a1-\u30f3\u4e00-\u9fa5"
    greek = r"\u03b1-\u03c9"
    letter = rf"a-z\u00df-\u00f6\u00f8-\u00ff{greek}\u0430-\u044f\u0f0b\u3007{eastern}\uac00-\ud7a3"
    some = f"[{letter}0-9]{{0,4}}"
    northern = (
        rf"(?:[{letter}][{letter}0-9]{{0,11}}|{some}l\u00b7l{some}|{some}[{greek}]\u0375[{greek}]{some}"
        rf"|\u30fb?[{eastern}][{eastern}\u30fb]{{0,10}})"
    )
    indic = r"(?:[\u0915-\u0939](?:\u094d[\u200c\u200d]?[\u0915-\u0939])?[\u093e-\u094c]?){1,3}"
    hebrew = r"(?:[\u05d0-\u05ea][\u05f3\u05f4]?){0,5}[\u05d0-\u05ea]"
    joined = r"\u0628\u062a-\u062e\u0633-\u063a\u0641-\u0647\u0649\u064a"
    arabic = rf"(?:[\u0621-\u063a\u0641-\u064a\u06fd\u06fe][\u0660-\u0669]{{0,2}}|[{joined}]\u200c[{joined}]){{1,4}}"
    digits = f"[0-9\u06f0-\u06f9][0-9\u06f0-\u06f9{letter}]{{0,8}}"
    label = f"(?:{plain}|{northern}|{indic})"
    # Beside a label from right to left, every label begins with a letter.
    facing = f"(?:[A-Za-z](?:{ascii_}{{0,50}})|[{letter}][{letter}0-9]{{0,11}}|{hebrew}|{arabic})"
    dot = r"[.\u3002\uff0e\uff61]"
    name = f"(?:{label}|{digits})(?:{dot}(?:{label}|{digits})){{0,3}}|{facing}(?:{dot}{facing}){{0,3}}"
    return label, name


_IDN_LABEL, _IDN_HOSTNAME = _idn_hostname()
_IDN_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~" + _BEYOND + "-]+"
_IDN_QUOTED = rf'"(?:[ !#-\[\]-~{_BEYOND}]|\\[ -~])*"'
_IDN_EMAIL = rf"(?:{_IDN_ATOM}(?:\.{_IDN_ATOM})*|{_IDN_QUOTED})@(?:{_IDN_LABEL}(?:\.{_IDN_LABEL})*|{_ADDRESS})"


def _uri(more: str, private: str) -> tuple[str, str]:
    """Absolute and relative references, with the characters of `more` beside the unreserved ones."""
    unreserved = r"A-Za-z0-9\-._~" + more
    percent = "%[0-9A-Fa-f]{2}"
    segment = rf"(?:[{unreserved}!$&'()*+,;=:@]|{percent})"
    no_colon = rf"(?:[{unreserved}!$&'()*+,;=@]|{percent})"
    tail = rf"(?:\?(?:{segment}|[/?{private}])*)?(?:#(?:{segment}|[/?])*)?"
    user = rf"(?:(?:[{unreserved}!$&'()*+,;=:]|{percent})*@)?"
    literal = rf"\[(?:{_IPV6}|[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\]"
    host = rf"(?:{literal}|(?:[{unreserved}!$&'()*+,;=]|{percent})*)"
    authority = rf"//{user}{host}(?::\d*)?(?:/{segment}*)*"
    absolute_path = rf"/(?:{segment}+(?:/{segment}*)*)?"
    rootless = rf"{segment}+(?:/{segment}*)*"
    relative_path = rf"{no_colon}+(?:/{segment}*)*"
    uri = rf"[A-Za-z][A-Za-z0-9+\-.]*:(?:{authority}|{absolute_path}|{rootless})?{tail}"
    relative = rf"(?:{authority}|{absolute_path}|{relative_path})?{tail}"
    return uri, rf"{uri}|{relative}"


_URI, _URI_REFERENCE = _uri("", "")
_UCS = r"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_IRI, _IRI_REFERENCE = _uri(_UCS, _PRIVATE)
_VARIABLE = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?"
# The apostrophe stands in erratum 6937.
_TEMPLATE = rf"(?:[!#$&-;=?-\[\]_a-z~{_UCS}{_PRIVATE}]|%[0-9A-Fa-f]{{2}}|\{{[+#./;?&]?{_VARIABLE}(?:,{_VARIABLE})*\}})*"
_POINTER = "(?:/(?:[^~/]|~[01])*)*"


def _ordered(first: str, last: str) -> str:
    """Ranges of a class between two of some characters that follow each other."""
    letters = [chr(c) for c in range(ord(first), ord(last) + 1)]
    return "|".join(f"{letter}-[{letter}-{last}]" for letter in letters)


def _bounds() -> str:
    """`m,n` with m <= n, of at most two and four digits."""
    below = [rf"{m},(?:[{m}-9]|[1-9]\d{{1,3}})" for m in range(10)]
    for tens in range(1, 10):
        more = rf"[{tens + 1}-9]\d|" if tens < 9 else ""
        below += [rf"{tens}{m},(?:{tens}[{m}-9]|{more}[1-9]\d{{2,3}})" for m in range(10)]
    return "(?:" + "|".join(below) + ")"


def _regex(depth: int, escapes: str) -> Pattern:
    """Regular expressions with groups nested to `depth`, such as ECMA-262 (Annex B included) and Python both read.

    Put together of patterns, so that what all levels have is read once.
    """
    matched, plain = cache(lambda expression: part(expression, escapes)), cache(lambda text: spelled(text, escapes))
    escape = r"\\[dDwWsStnrfv.*+?^$|/\\(){}\[\]-]"
    single = rf"(?:[^\\\]\[^&~|-]|{escape})"
    member = f"(?:{single}|{_ordered('a', 'z')}|{_ordered('A', 'Z')}|{_ordered('0', '9')})"
    # A hyphen stands for itself in front, and after what is no range.
    members = rf"\[\^?(?:-?{member}+|(?:{member}*{single})?-)\]"
    atom = matched(rf"[^\\^$.*+?()\[\]{{}}|]|\.|{escape}|{members}")
    often = matched(rf"(?:(?:[*+?]|\{{(?:\d{{1,3}},?|{_bounds()})\}})\??)?")
    bare = matched(r"[\^$|]|\\[bB]")
    found = repeat(alternation(concat(atom, often), bare))
    for level in range(depth):
        groups = [concat(plain("("), matched(r"(?:\?:)?"), found, plain(")"), often)]
        if level == depth - 1:
            groups.append(concat(plain("("), matched(r"\?[=!]"), found, plain(")")))
            groups.append(concat(plain("("), matched(r"\?<[=!]"), repeat(atom), plain(")")))  # Python needs one width
        found = repeat(alternation(concat(atom, often), bare, *groups))
    return found


_EXPRESSIONS = {
    "date": DATE,
    "duration": _duration(r"\d{1,9}"),
    "email": _EMAIL,
    "idn-email": _IDN_EMAIL,
    "idn-hostname": _IDN_HOSTNAME,
    "ipv4": _IPV4,
    "ipv6": _IPV6,
    "uri": _URI,
    "uri-reference": _URI_REFERENCE,
    "iri": _IRI,
    "iri-reference": _IRI_REFERENCE,
    "uri-template": _TEMPLATE,
    "uuid": "[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}",
    "json-pointer": _POINTER,
    "relative-json-pointer": rf"(?:0|[1-9]\d*)(?:#|{_POINTER})",
    # What Pydantic emits beside the standard names.
    **{
        f"uuid{v}": f"[0-9A-Fa-f]{{8}}-[0-9A-Fa-f]{{4}}-{v}[0-9A-Fa-f]{{3}}-[89ABab][0-9A-Fa-f]{{3}}-[0-9A-Fa-f]{{12}}"
        for v in (1, 3, 4, 5, 6, 7, 8)
    },
    "ipv4network": rf"{_IPV4}(?:/32)?",
    "ipv6network": rf"(?:{_IPV6})(?:/128)?",
    "ipv4interface": rf"{_IPV4}(?:/(?:[12]?\d|3[0-2]))?",
    "ipv6interface": rf"(?:{_IPV6})(?:/(?:1[01]\d|12[0-8]|\d?\d))?",
    "ipvanyaddress": rf"{_IPV4}|{_IPV6}",
    "ipvanynetwork": rf"{_IPV4}(?:/32)?|(?:{_IPV6})(?:/128)?",
    "ipvanyinterface": rf"{_IPV4}(?:/(?:[12]?\d|3[0-2]))?|(?:{_IPV6})(?:/(?:1[01]\d|12[0-8]|[1-9]?\d))?",
}
_BUILT: dict[str, Callable[[str], Pattern]] = {
    "date-time": _date_time,
    "time": _time,
    "regex": lambda escapes: concat(QUOTES[escapes], _regex(3, escapes), QUOTES[escapes]),
    "hostname": lambda escapes: _hostname(_HOST_LABEL, escapes),
}

ANNOTATIONS = frozenset(
    [
        "binary",
        "byte",
        "base64url",
        "password",
        "path",
        "file-path",
        "directory-path",
        "json-string",
        "decimal",
        "int32",
        "int64",
        "float",
        "double",
    ]
)
"""Names that say how a value is meant and demand nothing of its text."""

NARROWED = {
    "date-time": "fractions of a second have at most 9 digits, and years are 0001 to 9999",
    "date": "years are 0001 to 9999",
    "time": "fractions of a second have at most 9 digits",
    "duration": "each number has at most 9 digits",
    "hostname": "no label begins with `xn--` (internationalized names in punycode)",
    "idn-hostname": "letters of common scripts in lower case, few labels, none with `--` in the third place",
    "idn-email": "domains have such labels as idn-hostname has",
    "regex": "groups are nested at most 3 deep, lookarounds are not inside of them, and lookbehinds without "
    "quantifiers; no backreferences, named groups (Python writes them in another way) or escapes by number; ranges in "
    "classes are of letters or digits; bounds `{m,n}` have at most two and four digits, others three",
}
"""What is valid and not written, by format."""

_ANY_DATE = rf"(?:\d{{4}}-{_DAY}|(?:{_LEAP_YEAR}|0000)-02-29)"
_ANY_FRACTION = r"(?:\.\d+)?"
_ANY_IDN_HOST = f"[A-Za-z0-9.{_BEYOND}-]+"
_ANY_IDN_EMAIL = rf"(?:{_IDN_ATOM}(?:\.{_IDN_ATOM})*|{_IDN_QUOTED})@(?:{_ANY_IDN_HOST}|\[[!-Z^-~]+\])"
# All but what surely is none: a quantifier or a closing bracket in front, a backslash that escapes nothing.
_ANY_REGEX = r"(?![*+?)])(?:[^\\]|\\[\s\S])*"
_WIDER: dict[str, Callable[[str], Pattern]] = {
    "date-time": lambda escapes: _date_time(escapes, r"\d{4}", _ANY_DATE, _ANY_FRACTION),
    "date": lambda escapes: _exactly(_ANY_DATE, escapes),
    "time": lambda escapes: _time(escapes, _ANY_FRACTION),
    "duration": lambda escapes: _exactly(_duration(r"\d+"), escapes),
    "hostname": lambda escapes: _hostname(_LABEL, escapes),
    "idn-hostname": lambda escapes: _exactly(_ANY_IDN_HOST, escapes),
    "idn-email": lambda escapes: _exactly(_ANY_IDN_EMAIL, escapes),
    "regex": lambda escapes: _exactly(_ANY_REGEX, escapes),
}
_EXACT = ("time", "duration")  # of which the wider form is what the standard says


class Narrowed:
    """A format of which not every valid text is written: `inner` are texts that surely have it, and are written.

    Texts outside of `outer` surely have it not, and are written where it must not hold. `exact`: what is in `outer` has
    the format. There is one object for each name and spelling, so equal ones are the same. `escapes` is the spelling.
    """

    def __init__(self, inner: Pattern, make_outer: Callable[[], Pattern], exact: bool, escapes: str = "short") -> None:
        self.inner, self._make_outer, self.exact, self.escapes = inner, make_outer, exact, escapes

    @once
    def outer(self) -> Pattern:
        return self._make_outer()


@cache  # a few names, in two spellings
def narrowed(name: str, escapes: str) -> Narrowed:
    """A format of `NARROWED`."""
    inner = pattern(name, escapes)
    assert inner is not None
    return Narrowed(inner, lambda: _WIDER[name](escapes), name in _EXACT, escapes)


UNENFORCED: dict[str, str] = {}
"""Standard names that are not enforced, with the reason."""


def names() -> list[str]:
    """All names that say something: those that are enforced, and annotations."""
    return [*_BUILT, *_EXPRESSIONS, *sorted(ANNOTATIONS)]


@lru_cache(256)
def pattern(name: str, escapes: str) -> Pattern | None:
    """The JSON strings, quotation marks included, of a format; None if the name is unknown."""
    if name in _BUILT:
        return _BUILT[name](escapes)
    expression = _EXPRESSIONS.get(name)
    return None if expression is None else _exactly(expression, escapes)
