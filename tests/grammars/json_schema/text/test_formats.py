"""Formats: texts that the standards allow and texts that they do not, calendar facts among them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

import pytest

from constrain.grammars import json_schema
from constrain.grammars.json_schema.text.formats import NARROWED
from tests.grammars.json_schema.instances import accepts, compiled

# Valid and invalid texts by format, most of them as in the examples of the RFCs and in other suites for JSON Schema.
FORMATS: dict[str, tuple[list[str], list[str]]] = {
    "date": (
        ["1963-06-19", "2020-01-31", "2020-02-29", "2020-04-30"],
        [
            "2020-01-32",
            "2021-02-29",
            "2020-02-30",
            "2020-04-31",
            "2020-13-01",
            "06/19/1963",
            "2013-350",
            "1998-1-20",
            "1998-01-1",
            "1998-13-01",
            "1998-04-31",
            "1963-06-1৪",
            "20230328",
            "2023-W01",
            "2023-W13-2",
            "2022W527",
            "0963-06-1٢",
        ],
    ),
    "time": (
        [
            "08:30:06Z",
            "23:59:60Z",
            "00:59:60+01:00",
            "23:59:60+00:00",
            "15:59:60-08:00",
            "08:30:06.283185Z",
            "08:30:06+00:20",
            "08:30:06-08:00",
            "08:30:06z",
            "12:00:00.52Z",
            "23:20:50.52Z",
            "01:29:60+01:30",
            "00:29:60+00:30",
            "23:29:60+23:30",
        ],
        [
            "008:030:006Z",
            "8:3:6Z",
            "8:0030:6Z",
            "22:59:60Z",
            "23:58:60Z",
            "23:59:61Z",
            "22:59:60+00:00",
            "23:59:60+01:00",
            "23:59:60-00:30",
            "24:00:00Z",
            "00:60:00Z",
            "00:00:61Z",
            "01:02:03+24:00",
            "01:02:03+00:60",
            "01:02:03Z+00:30",
            "08:30:06 PST",
            "01:01:01,1111",
            "12:00:00",
            "12:00:00.52",
            "1২:00:00Z",
            "08:30:06#00:20",
            "ab:cd:ef",
        ],
    ),
    "date-time": (
        [
            "1963-06-19T08:30:06.283185Z",
            "1963-06-19T08:30:06Z",
            "1937-01-01T12:00:27.87+00:20",
            "1990-12-31T15:59:50.123-08:00",
            "1998-12-31T23:59:60Z",
            "1998-12-31T15:59:60.123-08:00",
            "1963-06-19t08:30:06.283185z",
            "1963-06-19T08:30:06.283185Z",
        ],
        [
            "1998-12-31T23:59:61Z",
            "1998-12-31T23:58:60Z",
            "1998-12-31T22:59:60Z",
            "1990-02-31T15:59:59.123-08:00",
            "1990-12-31T15:59:59-24:00",
            "1963-06-19T08:30:06.28123+01:00Z",
            "06/19/1963 08:30:06 PST",
            "2013-350T01:01:01",
            "1963-6-19T08:30:06.283185Z",
            "1963-06-1T08:30:06.283185Z",
            "1963-06-1৪T00:00:00Z",
            "1963-06-11T0৪:00:00Z",
            "1985-04-12T25:20:50.52Z",
        ],
    ),
    "duration": (
        ["P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "PT36H", "P1DT12H", "P2W", "P1Y2M3DT4H5M6S"],
        ["PT1D", "4DT12H30M5S", "P", "P1YT", "PT", "P2D1Y", "P1D2H", "P2S", "P1Y2W", "P২Y", "P1", "PT1S2M"],
    ),
    "email": (
        [
            "joe.bloggs@example.com",
            "te~st@example.com",
            "~test@example.com",
            "test~@example.com",
            "te.s.t@example.com",
            '"joe bloggs"@example.com',
            '"joe..bloggs"@example.com',
            '"joe@bloggs"@example.com',
            "joe.bloggs@[127.0.0.1]",
            "joe.bloggs@[IPv6:::1]",
            "joe.bloggs@[ipv6:::1]",
        ],
        [
            "2962",
            ".test@example.com",
            "test.@example.com",
            "te..st@example.com",
            "joe.bloggs@invalid=domain.com",
            "joe.bloggs@[127.0.0.300]",
        ],
    ),
    "hostname": (
        [
            "www.example.com",
            "ab--cd.example",
            "axn--a",
            "xn-a",
            "hostname",
            "hostnam3",
            "3hostname",
            "host-name",
            "h0stn4me",
            "1host",
            "a.b",
        ],
        [
            "-a-host-name-that-starts-with--",
            "not_a_valid_host_name",
            "a-vvvvvvvvvvvvvvvveeeeeeeeeeeeeeeerrrrrrrrrrrrrrrryyyyyyyyyyyyyyyy-long-host-name-component",
            "-hostname",
            "hostname-",
            "_hostname",
            "hostname_",
            "host_name",
            "",
            ".",
            "-",
            "a..b",
            "example.",
            ".example",
            "hostname%",
            "xn--X",
            "XN--aa---o47jg78q",
            "a.Xn--hello-txk",
            "xn--a.b",
        ],
    ),
    "ipv4": (
        ["192.168.0.1", "87.10.0.1", "0.0.0.0"],
        [
            "127.0.0.0.1",
            "256.256.256.256",
            "127.0",
            "0x7f000001",
            "2130706433",
            "087.10.0.1",
            "1২7.0.0.1",
            "192.168.1.0/24",
            " 1.2.3.4",
        ],
    ),
    "ipv6": (
        [
            "::1",
            "::",
            "::42:ff:1",
            "d6::",
            "1:d6::42",
            "1::d6:192.168.0.1",
            "1:2::192.168.0.1",
            "::ffff:192.168.0.1",
            "1:2:3:4:5:6:7:8",
            "::abef",
        ],
        [
            "12345::",
            "1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1",
            "::laptop",
            ":2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:",
            ":2:3:4::8",
            "1::2::3",
            "1:2:3:4:5:6:7",
            "1",
            "1:2::192.168.256.1",
            "1:2::192.168.ff.1",
            "::ffff:192.168.0.1/64",
            "fe80::/64",
            "fe80::a%eth1",
            "1:2:3:4:::8",
            "1:2:3:4:5:6:7:8:9",
            "127.0.0.1",
            "1:2:3:4:1.2.3",
            "  ::1",
            "::1  ",
        ],
    ),
    "uri": (
        [
            "http://foo.bar/?baz=qux#quux",
            "http://foo.com/blah_(wikipedia)_blah#cite-1",
            "http://foo.bar/?q=Test%20URL-encoded%20stuff",
            "http://xn--nw2a.xn--j6w193g/",
            "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
            "http://223.255.255.254",
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            "http://www.ietf.org/rfc/rfc2396.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "mailto:John.Doe@example.com",
            "news:comp.infosystems.www.servers.unix",
            "tel:+1-816-555-1212",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        ],
        [
            "//foo.bar/?baz=qux#quux",
            "/abc",
            "\\\\WINDOWS\\fileshare",
            "abc",
            "http:// shouldfail.com",
            ":// should fail",
            "bar,baz:foo",
            "https://[@example.org/test.txt",
            "https://example.org/foobar\\.txt",
            "https://example.org/foobar<>.txt",
            "https://example.org/foobar{}.txt",
            "https://example.org/foobar^.txt",
            "https://example.org/foobar`.txt",
            "https://example.org/foo bar.txt",
            "https://example.org/foobar|.txt",
            "http://a/%",
        ],
    ),
    "uri-reference": (
        ["http://foo.bar/?baz=qux#quux", "//foo.bar/?baz=qux#quux", "/abc", "abc", "#fragment", ""],
        ["\\\\WINDOWS\\fileshare", "#frag\\ment"],
    ),
    "iri": (
        [
            "http://ƒøø.ßår/?∂éœ=πîx#πîüx",
            "http://ƒøø.com/blah_(wîkïpédiå)_blah#ßité-1",
            "http://[2001:0db8:85a3:0000:0000:8a2e:0370:7334]",
        ],
        ["http://2001:0db8:85a3:0000:0000:8a2e:0370:7334", "/abc", "\\\\WINDOWS\\filëßåré", "âππ"],
    ),
    "iri-reference": (
        ["http://ƒøø.ßår/?∂éœ=πîx#πîüx", "//ƒøø.ßår/?∂éœ=πîx#πîüx", "/âππ", "âππ", "#ƒrägmênt"],
        ["\\\\WINDOWS\\filëßåré", "#ƒräg\\mênt"],
    ),
    "uri-template": (
        [
            "http://example.com/dictionary/{term:1}/{term}",
            "http://example.com/dictionary",
            "dictionary/{term:1}/{term}",
            "it's{a.b,%41*}",
            "\ue000\U000f0000\U0001f600{+v:9999}",
            "",
        ],
        [
            "http://example.com/dictionary/{term:1}/{term",
            "{}",
            "{a,,b}",
            "{v:0}",
            "{v:10000}",
            "}",
            "a%4",
            "a b",
            "{a..b}",
        ],
    ),
    "uuid": (
        [
            "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
            "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "2eb8aa08-AA98-11ea-B4Aa-73B441D16380",
            "00000000-0000-0000-0000-000000000000",
            "98d80576-482e-427f-8434-7f86890ab222",
        ],
        [
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
            "2eb8aa08-aa98-11ea-73b441d16380",
            "2eb8aa08-aa98-11ea-b4ga-73b441d16380",
            "2eb8aa08aa9811eab4aa73b441d16380",
            "2eb8aa08aa98-11ea-b4aa73b441d16380",
            "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
        ],
    ),
    "json-pointer": (
        [
            "/foo/bar~0/baz~1/%a",
            "/foo//bar",
            "/foo/bar/",
            "",
            "/foo",
            "/foo/0",
            "/",
            "/a~1b",
            "/c%d",
            "/e^f",
            "/g|h",
            "/i\\j",
            '/k"l',
            "/ ",
            "/m~0n",
            "/foo/-",
            "/~1.1",
            "/~0",
        ],
        ["/foo/bar~", "/foo/-/bar~", "/~0~", "/~0/~", "/~2", "/~-1", "/~~", "#", "#/", "#a", "a", "0", "a/a"],
    ),
    "relative-json-pointer": (
        ["1", "0/foo/bar", "2/0/baz/1/zip", "0#", "120/foo/bar"],
        ["/foo/bar", "-1/foo/bar", "+1/foo/bar", "0##", "01/a", "01#", "", "0#/"],
    ),
    "regex": (
        [
            *[
                "([abc])+\\s+$",
                "^[a-z]{3,16}$",
                "a{0,0}",
                "a{9,10}?",
                "a{10,10}",
                "a{99,9999}",
                "a{10,}|b{100}",
                "",
                "|",
                "a|",
            ],
            *[
                "[a-f0-9_-]+",
                "[-a]",
                "[-a-z]",
                "[-]",
                "[^-]",
                "(?=.*[A-Z])(?!a)b",
                "(?<=a[bc])d|(?<!\\d)x",
                "((?:(a)*)?b)+",
            ],
        ],
        [
            *[
                "^(abc]",
                "^\\S(|(.|\\n)*\\S)\\Z",
                "a{3,2}",
                "a{10,9}",
                "a{20,19}",
                "a{99,98}",
                "a{,3}",
                "*a",
                "a**",
                "a)",
                "[abc",
            ],
            *[
                "[z-a]",
                "[9-0]",
                "[a-Z]",
                "[--]",
                "[a-b-c]",
                "\\",
                "(?=a)*",
                "^*",
                "(?<=a*)b",
                "(?<=a",
                "(?<a",
                "(?P<a>b)",
                "(?i)a",
                "(?#a)",
                "\\a",
                "a{2",
            ],
        ],
    ),
    "idn-email": (
        ["실례@실례.테스트", "joe.bloggs@example.com", '"실 례"@실례.테스트', "실례@[127.0.0.1]"],
        ["2962", "실..례@실례.테스트", "실 례@실례.테스트", '"실"례@실례.테스트', "실례@xn--X"],
    ),
    "idn-hostname": (
        [
            *["실례.테스트", "hostname", "h0st-n4me", "1host", "a.b", "a\u3002b", "a\uff0eb.c", "ßς\u0f0b\u3007", "۰0"],
            *["l·l", "α\u0375β", "א\u05f3ב", "・ぁ", "・丈", "ب٠ب", "क\u094d\u200dष", "क\u094d\u200cष", "بي\u200cبي"],
        ],
        [
            "〮실례.테스트",
            "실〮례.테스트",
            "-> $1.00 --",
            "-hello",
            "hello-",
            "ः",
            "̀hello",
            "·l",
            "l·",
            "a͵S",
            "͵",
            "A׳ב",
            "׳ב",
            "・",
            "def・abc",
            "ب٠۰",
            "क\u200dष",
            "\u200dष",
            "_a",
            "xn--X",
            "XN--aa---o47jg78q",
            "ab--c",
            "a·l",
            "",
            "\u3002",
            "1a.ב",
        ],
    ),
}


@pytest.mark.parametrize("format", FORMATS)
def test_formats(format: str) -> None:
    """Every valid text is accepted, no invalid one is, and other types are left alone."""
    constraint = compiled({"format": format})
    valid, invalid = FORMATS[format]
    for text in valid:
        assert accepts(constraint, json.dumps(text, ensure_ascii=False)), text
    for text in invalid:
        assert not accepts(constraint, json.dumps(text, ensure_ascii=False)), text
    assert accepts(constraint, "12")
    assert accepts(constraint, "[]")


def test_formats_are_annotations_on_request() -> None:
    """`format="annotation"` lets any string pass."""
    assert accepts(compiled({"format": "date"}, format="annotation"), '"no date"')


def test_what_is_narrowed_is_named_in_the_report() -> None:
    """A format of which not every valid text is written is listed, if the schema has it and formats are asserted."""
    schema = {"items": {"format": "duration"}}

    assert "format duration: each number has at most 9 digits" in json_schema(schema).report.choices
    assert "format" not in " ".join(json_schema({"items": {"format": "ipv4"}}).report.choices)
    assert "duration" not in " ".join(json_schema(schema, format="annotation").report.choices)
    assert NARROWED.keys() < FORMATS.keys()


LEFT_OUT = {
    "date-time": "2020-01-01T00:00:00.1234567890Z",
    "date": "0000-01-01",
    "time": "00:00:00.1234567890Z",
    "duration": "P1234567890D",
    "hostname": "xn--4gbwdl.xn--wgbh1c",
    "idn-hostname": "xn--ihqwcrb4cv8a8dqg056pqjye",
    "idn-email": "a@xn--4gbwdl",
    "regex": "(a)\\1",
}
_ROUGH = ("regex", "hostname", "idn-hostname", "idn-email")  # of which not all invalid texts are known to be


@pytest.mark.parametrize("format", FORMATS)
def test_what_has_a_format_is_not_written_where_it_must_not(format: str) -> None:
    """Neither are valid texts that are left out where it must: they count as texts that may have the format."""
    constraint = compiled({"type": "string", "not": {"format": format}})
    valid, invalid = FORMATS[format]
    for text in [*valid, *([LEFT_OUT[format]] if format in LEFT_OUT else [])]:
        assert not accepts(constraint, json.dumps(text, ensure_ascii=False)), text
    assert format in _ROUGH or all(accepts(constraint, json.dumps(text, ensure_ascii=False)) for text in invalid)


@pytest.mark.parametrize("format", LEFT_OUT)
def test_a_text_that_may_have_a_format_satisfies_nothing_that_depends_on_it(format: str) -> None:
    """Through `oneOf`, `if`, `contains`, `propertyNames` and listed values; and what surely lacks the format does."""
    text, other, has = LEFT_OUT[format], "*\\", {"format": format}
    of_strings = {"type": "string", "minLength": 1}

    def allows(schema: Any, value: Any) -> bool:
        return accepts(compiled(schema), json.dumps(value, ensure_ascii=False))

    for schema in (
        {**of_strings, "oneOf": [has, {"minLength": 2}]},
        {**of_strings, "if": has, "then": {"maxLength": 1}},
        {"enum": [text, other], "not": has},
        {"enum": [text, other], "oneOf": [has, {"type": "string"}]},
        {**of_strings, "not": {"anyOf": [has, {"maxLength": 1}]}},
    ):
        assert not allows(schema, text), schema
        assert allows(schema, other), schema
    assert not allows({"oneOf": [{"const": text}, {"type": "string", **has}]}, text)
    assert not allows(
        {"oneOf": [{**has, "type": "string"}, {"type": "string", "pattern": f"^{re.escape(text)}$"}]}, text
    )
    many = [{"minLength": length} for length in range(60, 64)]  # more shapes than are kept apart
    several = {"allOf": [{"anyOf": [has, *many]}, {"anyOf": [{"maxLength": 59}, *many]}]}
    assert not allows({"type": "string", "not": several}, text)
    assert allows({"type": "string", "not": several}, other)
    none = {"type": "array", "items": of_strings, "contains": has, "minContains": 0, "maxContains": 0}
    assert (False, True) == (allows(none, [text]), allows(none, [other]))
    names = {"type": "object", "propertyNames": {"not": has}}
    assert (False, True) == (allows(names, {text: 1}), allows(names, {other: 1}))
    both = {"type": "string", "not": {"not": has}}
    assert allows(both, FORMATS[format][0][0])
    assert not allows(both, text)


@pytest.mark.parametrize(("format", "text"), LEFT_OUT.items())
def test_what_is_narrowed_is_not_written(format: str, text: str) -> None:
    """Valid texts that the reports say are left out; a mask that offers them must take them off the list."""
    assert not accepts(compiled({"type": "string", "format": format}), json.dumps(text))
    assert format in NARROWED


@pytest.mark.parametrize("escapes", ["short", "any"])
def test_a_least_length_of_one_says_nothing_beside_what_is_never_empty(escapes: Literal["short", "any"]) -> None:
    """The terminal is that of the format or pattern alone, and shares its tables; elsewhere the length counts."""

    def terminals(schema: Mapping[str, object]) -> list[bytes]:
        grammar = json_schema({"type": "string", **schema}, escapes=escapes)
        return [terminal.code for terminal in grammar.flatten().terminals]

    for said in ({"format": "date-time"}, {"format": "email"}, {"pattern": "^[a-z]+$"}, {"pattern": "^(x|yz)b*$"}):
        assert terminals({**said, "minLength": 1}) == terminals(said), said
        assert terminals({**said, "minLength": 3}) != terminals(said), said
    for said in ({"format": "uri-reference"}, {"pattern": "^[a-z]*$"}, {"pattern": "^(x|)b*$"}, {"pattern": "a|"}):
        assert terminals({**said, "minLength": 1}) != terminals(said), said
