"""Texts and values meant to hurt, by front end: each makes a grammar that `run.py` compiles in a process of its own.

An attack under `easy` must succeed. Any other may be refused, as long as it is refused with an error of ours within
the limits. `fuzzed` makes more of them from seeds.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Literal

from constrain import Vocabulary
from constrain.grammar import Grammar
from constrain.grammars import (
    abnf,
    choice,
    ebnf,
    either,
    free_text,
    free_text_with,
    gbnf,
    json_schema,
    lark,
    regex,
    repeat,
    sequence,
    tools,
)
from tests.grammars.json_schema.schemas import SchemaWriter
from tests.grammars.regex.patterns import patterns

from . import core
from .core import Attack

_DIVISOR = {"properties": {"a1": {}, "é": {"exclusiveMinimum": 1.5, "multipleOf": 2}}, "if": True}
_NEGATED = {
    "properties": {"c": {"type": "integer"}, "a": {"minimum": 1.5}},
    "required": ["é", "b"],
    "unevaluatedProperties": {"const": "b"},
}


def _recursive(more: dict[str, Any]) -> dict[str, Any]:
    """A definition that is recursive through a `patternProperties` with a negation beside the reference."""
    key = {"$ref": "#/$defs/D0", **_DIVISOR, "not": _NEGATED}
    body = {"patternProperties": {"^.$": key, "^x": {"type": "object"}, **more}}
    return {
        "not": {"$ref": "#/$defs/D0"},
        "$defs": {"D0": body | {"additionalProperties": {"type": "array", "maxItems": 1}}},
    }


def _names(count: int) -> list[str]:
    return [f"name{i}" for i in range(count)]


def _nested(depth: int, around: Callable[[Any], Any], inner: Any) -> Any:
    for _ in range(depth):
        inner = around(inner)
    return inner


SCHEMAS: dict[str, Any] = {
    "recursion through a negated pattern": _recursive({}),
    "the same with one more pattern": _recursive({"^y": {"$ref": "#/$defs/D0"}}),
    "the same with two more patterns": _recursive(
        {"^y": {"$ref": "#/$defs/D0"}, "^[a-c]": {"not": {"$ref": "#/$defs/D0"}}}
    ),
    "the same with a contains": _recursive({"^y": {"contains": {"$ref": "#/$defs/D0"}, "maxContains": 3}}),
    "oneOf of 10 pairs of patterns": {
        "oneOf": [{"patternProperties": {f"^{a}": {"type": "string"}, f"{a}$": {"minLength": i}}} for i, a in enumerate("abcdefghij")]
    },
    "oneOf of 10 unanchored patterns": {"type": "string", "oneOf": [{"pattern": c * 2} for c in "abcdefghij"]},
    "oneOf of 10 pairs of unanchored patterns": {
        "type": "string",
        "oneOf": [{"allOf": [{"pattern": c + "."}, {"pattern": "." + c}]} for c in "abcdefghij"],
    },
    "allOf of 12 unanchored patterns": {"type": "string", "allOf": [{"pattern": f"{c}.{c}"} for c in "abcdefghijkl"]},
    "allOf of 12 negated patterns": {"type": "string", "allOf": [{"not": {"pattern": f"{c}.*{c}.*{c}"}} for c in "abcdefghijkl"]},
    "20 negative lookaheads": {"type": "string", "pattern": "^" + "".join(f"(?!.*{c}.*x)" for c in "abcdefghijklmnopqrst") + ".*$"},
    "multipleOf 1e300": {"multipleOf": 1e300},
    "multipleOf 1e-300": {"multipleOf": 1e-300, "type": "number"},
    "two large divisors": {"allOf": [{"multipleOf": 99991}, {"multipleOf": 99989}]},
    "not multipleOf": {"type": "integer", "not": {"anyOf": [{"multipleOf": p} for p in (2, 3, 5, 7, 11, 13, 17)]}},
    "not of 30 ranges of multiples": {"not": {"anyOf": [{"type": "integer", "minimum": 10 * i, "maximum": 10 * i + 5, "multipleOf": 2} for i in range(30)]}},
    "not of multiples of 40 numbers, in ranges": {"not": {"anyOf": [{"minimum": i, "multipleOf": 2 * i + 3} for i in range(40)]}},
    "anyOf of divisors": {"type": "integer", "anyOf": [{"multipleOf": p} for p in (9973, 9967, 9949, 9941)]},
    "bounds of 300 digits": {"minimum": 10**299 + 7, "maximum": 10**300 - 9, "multipleOf": 7},
    "allOf of 14 anyOf": {"allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(14)]},
    "oneOf of 40 requireds": {"oneOf": [{"required": [name]} for name in _names(40)]},
    "oneOf of 300 objects": {"oneOf": [{"properties": {name: {"type": "string"}}} for name in _names(300)]},
    "60 dependentRequired": {"dependentRequired": {name: _names(60)[:i] for i, name in enumerate(_names(60))}},
    "20 dependentSchemas": {"dependentSchemas": {name: {"required": [f"b{name}"], "maxProperties": 40 - i} for i, name in enumerate(_names(20))}},
    "8 contains": {"allOf": [{"contains": {"const": i}, "maxContains": 2} for i in range(8)]},
    "contains a million": {"contains": {"type": "integer"}, "minContains": 1000000, "maxContains": 2000000},
    "contains within contains": _nested(6, lambda s: {"contains": s, "minContains": 3, "maxContains": 7}, {"type": "null"}),
    "30 patternProperties that overlap": {"patternProperties": {f"[{chr(97 + i)}-{chr(99 + i)}]": {"minLength": i} for i in range(30)}, "additionalProperties": False},
    "16 patternProperties that overlap, with different values": {
        "patternProperties": {f"{chr(97 + i)}": {"type": ["string", "null"][i % 2]} for i in range(16)}
    },
    "patternProperties with counts": {"patternProperties": {f"^(.{{{i}}}a)+$": {"type": "string"} for i in range(2, 12)}},
    "propertyNames and patterns": {"propertyNames": {"allOf": [{"pattern": f".{c}"} for c in "abcdefgh"]}, "minProperties": 3},
    "minProperties over patterns": {"minProperties": 30, "maxProperties": 60, "patternProperties": {"^a.?$": {}, "^b": {"type": "null"}}, "additionalProperties": False},
    "deep not": _nested(140, lambda s: {"not": s}, {"type": "string"}),
    "deep not of objects": _nested(60, lambda s: {"not": {"properties": {"a": s}}}, {"type": "string"}),
    "deep oneOf": _nested(40, lambda s: {"oneOf": [s, {"properties": {"a": s}}]}, {"type": "string"}),
    "deep anyOf of itself": _nested(20, lambda s: {"anyOf": [s, {"items": s}]}, {"type": "null"}),
    "deep allOf of negations": _nested(12, lambda s: {"allOf": [{"not": {"items": s}}, {"contains": s}]}, {"type": "null"}),
    "if then else chain": _nested(60, lambda s: {"if": {"required": ["a"]}, "then": {"properties": {"b": s}}, "else": s}, {"type": "object"}),
    "60 ifs": {"allOf": [{"if": {"properties": {name: {"const": 1}}}, "then": {"required": [f"x{name}"]}} for name in _names(60)]},
    "unevaluated under alternatives": {
        "anyOf": [{"properties": {name: {"type": "integer"}}, "required": [name]} for name in _names(12)],
        "unevaluatedProperties": False,
    },
    "enum of 200,000 numbers": {"enum": list(range(200_000))},
    "enum of large objects": {"enum": [dict.fromkeys(_names(50), i) for i in range(400)]},
    "enum against patterns": {"enum": [f"{i:05}" for i in range(20_000)], "pattern": "(.*1){3}", "not": {"pattern": "7.*7"}},
    "uniqueItems of many": {"items": {"enum": _names(300)}, "uniqueItems": True, "minItems": 250},
    "uniqueItems of lists": {"items": {"items": {"enum": [0, 1, 2]}, "maxItems": 8}, "uniqueItems": True, "minItems": 3},
    "minItems of a million": {"minItems": 1_000_000, "items": {"type": "array", "minItems": 1_000_000}},
    "counts of counts": _nested(30, lambda s: {"items": s, "minItems": 999, "maxItems": 1000}, {"type": "null"}),
    "prefixItems of 5,000": {"prefixItems": [{"enum": [i, str(i)]} for i in range(5000)]},
    "20,000 properties": {"properties": {name: {"type": "string"} for name in _names(20_000)}},
    "4,000 properties in 3 alternatives": {"oneOf": [{"properties": {name: {"maxLength": i} for name in _names(4000)}} for i in range(3)]},
    "reference to itself in every keyword": {
        "properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}, "additionalProperties": {"not": {"$ref": "#"}}, "contains": {"$ref": "#"},
    },
    "chain of references": {"$ref": "#/$defs/d0", "$defs": {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(3000)} | {"d3000": {}}},
    "doubling references": {"$ref": "#/$defs/d0", "$defs": {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)} | {"d60": {}}},
    "doubling references in items": {
        "$ref": "#/$defs/d0",
        "$defs": {f"d{i}": {"prefixItems": [{"$ref": f"#/$defs/d{i + 1}"}] * 2, "items": False} for i in range(60)} | {"d60": {"const": 1}},
    },
    "doubling negations": {
        "$ref": "#/$defs/d0",
        "$defs": {f"d{i}": {"oneOf": [{"$ref": f"#/$defs/d{i + 1}"}, {"not": {"$ref": f"#/$defs/d{i + 1}"}, "minProperties": i}]} for i in range(14)} | {"d14": {"maxProperties": 20}},
    },
    "pattern that counts by the thousand": {"type": "string", "pattern": "^(a{1,1000}b?){1,1000}$", "maxLength": 1_000_000},
    "pattern with counted alternatives": {"type": "string", "pattern": "^((a|ab){1,200}|(a|abb){1,200}){1,200}c$"},
    "fully qualified name": {"type": "string", "pattern": r"^(?!.*://)(?=.{1,255}$)((.{1,63}\.){1,127}(?![0-9]*$)[a-z0-9-]+\.?)$"},
    "pattern of a letter far from the end": {"type": "string", "pattern": "a.{2000}$", "not": {"pattern": "b.{1999}$"}},
    "maxLength of a million and a pattern": {"type": "string", "maxLength": 1_000_000, "minLength": 999_999, "pattern": "ab"},
    "long default text": {"const": "x" * 5_000_000},
    "long keys": {"properties": {f"{i}" + "k" * 100_000: {} for i in range(50)}},
    "format against formats": {"type": "string", "format": "uri", "allOf": [{"format": "email"}, {"not": {"format": "idn-email"}}]},
    "all formats": {"type": "string", "oneOf": [{"format": f} for f in ("date", "time", "date-time", "ipv4", "ipv6", "uri", "uuid", "email", "hostname")]},
    "oneOf of lookaheads": {"oneOf": [{"pattern": f"^(?=.*{a})(?!.*{b}{a})"} for a in "abcde" for b in "fgh"]},
    "allOf of searches with lengths": {"allOf": [{"pattern": f"{a}{b}{a}"} for a in "abcd" for b in "xyz"], "minLength": 50, "maxLength": 60},
    "not of a count": {"type": "string", "not": {"pattern": "^(a|ab|ba){3,700}$"}, "pattern": "^[ab]{10,900}$"},
    "unique items of words": {"items": {"enum": [f"word{i}" for i in range(400)]}, "uniqueItems": True, "minItems": 399},
    "unique items of objects": {"items": {"properties": {n: {"type": "boolean"} for n in _names(12)}, "required": _names(12), "additionalProperties": False}, "uniqueItems": True, "minItems": 300},
    "contains of contains": _nested(7, lambda s: {"contains": s, "minContains": 3, "maxContains": 40, "maxItems": 90}, {"enum": [1, 2]}),
    "multipleOf of primes": {"allOf": [{"multipleOf": n} for n in (9973, 9967, 9949, 9941, 9931)], "type": "integer"},
    "patterns of keys that overlap": {"patternProperties": {f"{a}.{{0,30}}{b}": {"minimum": i} for i, a in enumerate("abcdefg") for b in "hij"}, "additionalProperties": False},
    "references in a ring": {"$defs": {f"d{i}": {"anyOf": [{"items": {"$ref": f"#/$defs/d{(i * 3 + 1) % 500}"}}, {"$ref": f"#/$defs/d{(i + 1) % 500}"} if i % 5 else {"type": "null"}]} for i in range(500)}, "$ref": "#/$defs/d0"},
    "format beside searches": {"allOf": [{"format": "uri"}, {"pattern": "a.*b.*c"}, {"pattern": "x.*y.*z"}], "maxLength": 300},
}  # fmt: skip

PATTERNS: dict[str, str] = {
    "brackets that never close": "[:" + "[" * 100_000,
    "counts in counts": "(((a{1,100}){1,100}){1,100}){1,100}",
    "exact counts in counts": "(((a{50}b){50}){50}){50}",
    "counts past all": "a{1000000}(b{999999}|c{999998}){999997}",
    "20 negative lookaheads": "".join(f"(?!.*{c}.*x)" for c in "abcdefghijklmnopqrst") + ".*",
    "20 positive lookaheads": "".join(f"(?=.*{c}.*x)" for c in "abcdefghijklmnopqrst") + ".*",
    "12 lookaheads with counts": "".join(f"(?=(.{{{p}}})*$)" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) + "a+",
    "20 lookbehinds": ".*" + "".join(f"(?<!{c}.{{{i}}})" for i, c in enumerate("abcdefghijklmnopqrst")) + "x",
    "lookaheads in a loop": "((?!ab)(?=.*c)(?!.*d.*e)[a-z]{1,3})*",
    "lookaheads in lookaheads": "(?!" * 40 + "a" + ")" * 40 + ".*",
    "lookaheads of loops in lookaheads": "".join(f"(?!.*{c}(?=.*{c}(?!.*{c})))" for c in "abcdefgh") + ".*",
    "atomic groups": "(?>(?:[^a]{2}a.{2,}?|\\s{0,2}?\\D?\\w)*aa{2,}+)1",
    "many atomic groups": "".join(f"(?>(a|{c})*?b?)" for c in "abcdefghijkl"),
    "possessive loops": "(a*+b*+(c|a?)*+)*+x",
    "lazy atomic loops": "(?>(?:a|ab|abc)*?){1,30}c",
    "backreferences": "(a|b|ab|ba|aab)(c|d|cd)(e|f|ef)\\3\\2\\1(\\1\\2\\3){1,4}",
    "backreferences in loops": "(?:(a|b|ab)(?:x\\1)*)*\\1",
    "backreference to many": "([a-z][a-z])\\1\\1",
    "conditions": "(a)?(b)?(c)?(d)?(e)?" + "".join(f"(?({n})x{n}|y{n})" for n in range(1, 6)) * 6,
    "case folding": "(?i)" + "(ſtraße|STRASSE|ǅ|ﬀ)*" * 50,
    "all words": "(?:\\w+\\s){1,500}\\w{1,500}",
    "unicode classes": "[^\\W\\d_]{1,300}(?:\\b[\\w'-]{1,40}\\b ?){1,300}",
    "word boundaries": "(?:\\b\\w*\\B\\w*\\b.?)*" * 6,
    "a letter from the end": ".*a.{1000}",
    "several letters from the end": "(?=.*a.{300}$)(?=.*b.{299}$)(?!.*c.{298}$).*",
    "long literal": "x" * 1_000_000,
    "long alternation": "|".join(f"word{i}" for i in range(60_000)),
    "long alternation of loops": "|".join(f"(w{i}+x?)*" for i in range(2_000)),
    "overlapping alternation": "(" + "|".join(f".*{chr(97 + i)}.*" for i in range(26)) + "){3}",
    "nested optional": "(" * 190 + "a" + ")?" * 190,
    "nested loops": "(?:" * 190 + "a" + ")*" * 190,
    "nested loops of two": "(?:b" * 190 + "a" + ")*" * 190,
    "negative lookahead of a count": "(?!(a|aa){50}b)[ab]*",
    "anchors everywhere": "(?m)(^a$|^$\\n?|\\Z)*" * 10,
    "big classes": "[\\u0100-\\uffff]{500}[^\\u0100-\\ufffe]{500}",
    "ranges of counts": "".join(f"[a-{chr(98 + i % 24)}]{{1,{i}}}" for i in range(1, 200)),
    "lookaheads over counted words": "^(?=[^a]{1,127}(?:\\.a.|\\w{3}[A-Z]{1,255}[A-Z])(?=\\w[^a]?.*$))(?:\\w{1,63}a?(?:.|\\w{1,63}|[a-z0-9-]x\\w{1,63}))+$",
    "lookahead with counts in counts": "^(?=.*(?:[^a]{1,127}a-){1,63}(?![A-Z]\\.{0,100}$)(?=\\.[^a]))[a-z](?:(?:.{10,40}[A-Z]){1,255}(?![^a][A-Z]{3}.*$)(?:\\s{1,127})?|[a-z0-9-]{10,40}\\d|a)$",
    "lookbehinds far back": "(?:\\w(?<!a\\w{40})(?<=[b-z]\\w{20}|^\\w{0,20})){1,200}",
    "lookaheads in both branches": "(?:(?=.*a.{20}$)x|(?!.*b.{21}$)y|(?=.*c.{22}$)z)*.*",
    "atomic in atomic": "(?>(?:a|ab|(?>b|ba|bab))*)" * 12 + "c",
    "conditions on loops": "(?:(a)|(b)|c)*(?(1)x(?(2)y|z)|w)" * 5,
    "a doubled wildcard many times": ".*.*" * 300 + "x",
    "alternation of counts": "|".join(f"(?:[ab]{{{i}}}c){{{i},{i * 3}}}" for i in range(1, 60)),
}  # fmt: skip

GBNF: dict[str, str] = {
    "count of a million": 'root ::= ("a" | "ab"){1,1000000} "c"',
    "counts in counts": "root ::= " + "(" * 8 + '"a"{1,500}' + "){1,500}" * 8,
    "doubling": "root ::= r0\n" + "".join(f"r{i} ::= r{i + 1} r{i + 1}\n" for i in range(40)) + 'r40 ::= "a"',
    "doubling of alternatives": "root ::= r0\n" + "".join(f'r{i} ::= r{i + 1} | r{i + 1} "x"?\n' for i in range(40)) + 'r40 ::= "a"',
    "chain of rules": "root ::= r0\n" + "".join(f"r{i} ::= r{i + 1}\n" for i in range(20_000)) + 'r20000 ::= "a"',
    "left recursion": 'root ::= root root root | root "a"* | "a"',
    "everything calls everything": "root ::= r0\n" + "".join(f"r{i} ::= " + " | ".join(f'r{j} "a"' for j in range(60)) + ' | "b"\n' for i in range(60)),
    "deep brackets": "root ::= " + "(" * 5000 + '"a"' + ")" * 5000,
    "long literal": 'root ::= "' + "x" * 3_000_000 + '"',
    "many rules of classes": "root ::= " + " ".join(f"r{i}?" for i in range(3000)) + "\n" + "".join(f"r{i} ::= [a-z]{{1,{i + 1}}}\n" for i in range(3000)),
    "many alternatives": "root ::= (" + " | ".join(f'"w{i}" [a-z]*' for i in range(20_000)) + ")*",
    "ambiguity in the middle": 'root ::= root root | "a" root "b" | root "a" root | "a"',
    "nullable in all ways": "root ::= r0\n" + "".join(f"r{i} ::= (r{i + 1} | r{i + 1} r{i + 1})? [ab]*\n" for i in range(60)) + 'r60 ::= "a"?',
}  # fmt: skip

_TERMINALS = "abcdefghijklmnop"
LARK: dict[str, str] = {
    "keywords and names": "start: (kw | NAME)+\nkw: " + " | ".join(f'"w{i}"i' for i in range(1500)) + "\nNAME: /[a-z0-9]+/i\n%ignore / +/",
    "terminals that overlap": "start: (" + " | ".join(c.upper() for c in _TERMINALS) + ")+\n" + "".join(f"{c.upper()}: /[a-z]*{c}[a-z]{{0,20}}/\n" for c in _TERMINALS),
    "terminals with lookaheads": "start: (" + " | ".join(c.upper() for c in _TERMINALS) + ")+\n" + "".join(f"{c.upper()}: /{c}[a-z]*(?!.*{c}.*x)(?!x{c})/\n" for c in _TERMINALS),
    "terminals that count": "start: (A | B | C)+\nA: /(ab?){1,500}c/\nB: /a{1,500}b{1,500}/\nC: /(a|b){500}/",
    "terminals far from the end": "start: (A | B)+\nA: /[ab]*a[ab]{14}/\nB: /[ab]*b[ab]{13}c?/",
    "ambiguous rules": "start: e\ne: " + " | ".join(f'e "{c}" e' for c in _TERMINALS) + ' | "x"',
    "optional parts": "start: " + " ".join(f'["{c}" "{c}"]' for c in _TERMINALS + "qrstuvwxyz"),
    "optional rules": "start: " + " ".join(f"r{i}?" for i in range(40)) + "\n" + "".join(f'r{i}: "x{i}"\n' for i in range(40)),
    "counts": 'start: ("a"~1..2000 | "b"~3..1500)~1..50',
    "doubling templates": "start: t0{A}\n" + "".join(f"t{i}{{x}}: t{i + 1}{{x}} t{i + 1}{{x}}\n" for i in range(40)) + 't40{x}: x\nA: "a"',
    "templates that grow": 'start: t{A}\nt{x}: x | t{u{x}}\nu{x}: x x\nA: "a"',
    "everything calls everything": "start: r0\n" + "".join(f"r{i}: " + " | ".join(f"r{j} A{i}" for j in range(60)) + " | A{i}\n".replace("{i}", str(i)) for i in range(60)) + "".join(f'A{i}: "a{i}"\n' for i in range(60)),
    "long alternation": "start: " + " | ".join(f'"word{i}"' for i in range(15_000)),
    "long rule": "start: " + " ".join(f'"w{i}"' for i in range(15_000)),
    "many terminals": "start: (" + " | ".join(f"T{i}" for i in range(2000)) + ")*\n" + "".join(f"T{i}: /x{i}[a-z]*/\n" for i in range(2000)),
    "many rules": "start: r0\n" + "".join(f'r{i}: "a{i}" r{(i * 7 + 1) % 3000} | "b"\n' for i in range(3000)),
    "terminals of terminals": "start: T0\n" + "".join(f"T{i}: T{i + 1} T{i + 1}\n" for i in range(40)) + 'T40: "a"',
}  # fmt: skip


EBNF: dict[str, str] = {
    "exceptions of exceptions": "root ::= " + "(" * 12 + "[a-z]*" + "".join(f' - ([a-z]* "{a}{a}" [a-z]*))' for a in "abcdefghijkl"),
    "an exception of counts": 'root ::= ([ab]* - ([ab]* "a" [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab] [ab]))+',
    "doubling": "root ::= r0\n" + "".join(f"r{i} ::= r{i + 1} r{i + 1}\n" for i in range(40)) + 'r40 ::= "a"',
    "an exception that doubles": "root ::= [a-z]+ - r0\n" + "".join(f"r{i} ::= r{i + 1} | r{i + 1} r{i + 1}\n" for i in range(30)) + 'r30 ::= "a"',
    "iso: repetitions of repetitions": "root = " + "999 * (" * 9 + '"a"' + ")" * 9 + ";",
    "iso: deep braces": "root = " + "{[" * 3000 + '"a"' + "]}" * 3000 + ";",
    "a million alternatives": "root ::= " + " | ".join(f'"{i:x}"' for i in range(250_000)),
    "a class of everything, many times": "root ::= " + "[#x1-#x10FFFF] " * 60_000,
}  # fmt: skip

ABNF: dict[str, str] = {
    "counts in counts": "root = " + "1*500(" * 9 + '"a"' + ")" * 9,
    "letters of either case": "root = " + " ".join('"' + "abcdefghij" * 20 + '"' for _ in range(500)),
    "ranges of counts": "root = " + " ".join(f"*{i}%x61-7A" for i in range(1, 400)),
    "doubling": "root = r0\n" + "".join(f"r{i} = r{i + 1} r{i + 1}\n" for i in range(40)) + 'r40 = "a"\n',
    "doubling in options": "root = r0\n" + "".join(f"r{i} = [r{i + 1}] [r{i + 1}]\n" for i in range(40)) + 'r40 = "a"\n',
    "deep brackets": "root = " + "(" * 5000 + '"a"' + ")" * 5000,
    "a long string of numbers": "root = %x" + ".".join(["41"] * 300_000),
    "incremental alternatives": 'root = "a"\n' + "".join(f'root =/ "{i:x}"\n' for i in range(60_000)),
}  # fmt: skip

_END: list[bytes | None] = [None]


def _on(tokens: list[bytes]) -> Vocabulary:
    return Vocabulary.from_bytes([*tokens, *_END], end_ids=[len(tokens)])


def _ascii() -> Vocabulary:
    return Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(128)), None], end_ids=[128])


VOCABULARIES: dict[str, Attack] = {
    # Every terminal is an intersection with what the vocabulary can spell, so the shortest text has to be searched for.
    "a letter far from the end, bytes that no token spells": lambda: (regex("[ab]*a[ab]{24}"), _ascii()),
    "twelve letters far from the end, bytes that no token spells": lambda: (regex("(.*a.{20}b){12}"), _ascii()),
    "a chain of prefixes": lambda: (regex("(a{3}|b{7}){1,400}"), _on([b"a" * n for n in range(1, 4000)] + [b"b" * n for n in range(1, 4000)])),
    "a token of 65,536 bytes": lambda: (regex("a*"), _on([b"a", b"a" * 65_536])),
    "tokens of 60,000 bytes": lambda: (regex("(?=.*b)[ab]{1,70000}"), _on([b"a", b"b", *(b"a" * 60_000 + bytes([97 + i % 2]) * i for i in range(1, 300))])),
    "200,000 tokens that are the same": lambda: (regex("(a|b)*"), _on([b"ab"] * 200_000 + [b"a", b"b"])),
    "half a million tokens": lambda: (regex("[0-9a-f]{1,20}"), _on([f"{i:x}".encode() for i in range(500_000)])),
    "tokens that cannot be finished": lambda: (regex("(ab|ba){5,50}"), _on([b"a" * n for n in range(1, 50)])),
    "tokens without characters": lambda: (json_schema({"type": "string", "minLength": 3}), _on([bytes([n]) for n in range(128, 256)] + [b'"'])),
    "long tokens across lexemes": lambda: (json_schema({"items": {"type": "integer"}}), _on([bytes([n]) for n in range(256)] + [b"[1," * n for n in range(1, 300)] + [b"1,22," * n for n in range(1, 300)])),
    "long tokens in an ambiguous grammar": lambda: (gbnf('root ::= root root | "a" root "b" | "a"'), _on([b"a", b"b"] + [b"a" * n + b"b" * m for n in range(1, 40) for m in range(1, 40)])),
    "10 million bytes in all": lambda: (regex("[a-z ]*"), _on([b"a"] + [f"{i} ".encode() * 30 for i in range(50_000)])),
}  # fmt: skip


def _parts() -> dict[str, Attack]:
    return {
        "choice: a text of 30 MB": lambda: choice(["x" * 30_000_000]),
        "choice: 300 texts of 100 kB": lambda: choice([f"{i}" + "x" * 100_000 for i in range(300)]),
        "choice: texts with long common ends": lambda: choice([f"{i}" + "ab" * 3000 for i in range(3000)]),
        "choice: a million texts": lambda: choice([f"{i:x}" for i in range(1_000_000)]),
        "free_text: a stop of 100 kB": lambda: free_text(until="a" * 100_000),
        "free_text: a stop of 1 MB": lambda: free_text(until="ab" * 500_000),
        "free_text: 1,000 stops": lambda: free_text(until=tuple(f"stop{i}." for i in range(1000))),
        "free_text: 2,000 stops within each other": lambda: free_text(until=tuple("a" * i + "b" for i in range(2000))),
        "free_text: longest": lambda: free_text(until="<end>", longest=10**9),
        "free_text: longest of many stops": lambda: free_text(until=tuple(f"{i}end" for i in range(300)), longest=10**6),
        "free_text_with: 300 triggers": lambda: free_text_with({f"<{i}>": regex("[a-z]{1,100}") for i in range(300)}, low=1, high=1000),
        "sequence: 3,000 parts": lambda: sequence(*(regex(f"a{i}*") for i in range(3000))),
        "sequence: doubling": lambda: _nested(22, lambda g: sequence(g, g), regex("ab*")),
        "either: doubling": lambda: _nested(22, lambda g: either(g, g), regex("ab*")),
        "repeat: of repeats": lambda: _nested(60, lambda g: repeat(g, 1, 10**6, separator=","), regex("ab*")),
        "repeat: of nothing": lambda: _nested(60, lambda g: repeat(g, 0, 10**6), regex("a*")),
        "tools: 3,000 tools": lambda: tools([{"name": name, "parameters": {"properties": {"a": {"type": "integer"}}}} for name in _names(3000)], calls="auto"),
        "tools: a tool with a hard schema": lambda: tools([{"name": "f", "parameters": {"type": "object"} | _recursive({})}]),
        "json_schema: any order, 60 required": lambda: json_schema(
            {"properties": {n: {"type": "integer"} for n in _names(60)}, "required": _names(60), "dependentRequired": {"name0": ["name1"]}}, property_order="any"
        ),
        "json_schema: any order, oneOf of 30": lambda: json_schema({"oneOf": [{"required": [n]} for n in _names(30)]}, property_order="any"),
        "json_schema: any escapes": lambda: json_schema({"patternProperties": {f"{c}.*{c}": {} for c in "abcdef"}, "type": "object"}, escapes="any"),
        "json_schema: indent": lambda: json_schema({"items": {"items": {"items": {"$ref": "#"}}}}, indent=4, max_depth=2000),
        "json_schema: text of 10 MB": lambda: json_schema(json.dumps({"enum": [str(i) for i in range(900_000)]})),
    }  # fmt: skip


EASY: dict[str, Attack] = {
    "10,000 texts": lambda: choice([f"text {i}" for i in range(10_000)]),
    "enum of 10,000 texts": lambda: json_schema({"enum": [f"text {i}" for i in range(10_000)]}),
    "500 properties": lambda: json_schema({"properties": {n: {"type": "string"} for n in _names(500)}, "required": _names(200)}),
    "500 properties in any order": lambda: json_schema({"properties": {n: {"type": "string"} for n in _names(500)}}, property_order="any"),
    "maxLength of a million": lambda: json_schema({"type": "string", "maxLength": 10**6}),
    "a count of a million": lambda: regex("[a-z]{1,1000000}"),
    "3,000 levels": lambda: json_schema(_nested(3000, lambda s: {"type": "object", "properties": {"a": s}}, {"type": "null"})),
    "the Python grammar": lambda: _library("python"),
    "the C grammar": lambda: _library("c"),
    "the SQL grammar": lambda: _library("sql"),
    "a literal of 100 kB": lambda: choice(["x" * 100_000]),
    "a stop of 1 kB": lambda: free_text(until="ab" * 500),
    "100 tools": lambda: tools([{"name": n, "parameters": {"properties": {"a": {"type": "integer"}}}} for n in _names(100)]),
    **{f"core: {name}": make for name, make in core.EASY.items()},
}  # fmt: skip


def _library(name: str) -> Grammar:
    from constrain.grammars import library

    return library.load(name)


def fuzzed(kind: str, seed: int) -> Attack:
    """A random attack: small parts that multiply each other."""
    random = Random(f"{kind} {seed}")
    if kind == "schema":
        order: Literal["schema", "any"] = random.choice(["schema", "any"])
        schema = _hard_schema(random)
        return lambda: json_schema(schema, property_order=order, on_unsupported="drop")
    if kind == "regex":
        family = random.choice(["everything", "atomic and lookaround", "backreferences and lookaround"])
        found = [*patterns(family, seed, 4, 200)]
        count = random.choice([2, 3, 7, 40])
        return lambda: regex(f"(?:{found[0]}(?:{found[1]})){{1,{count}}}(?:{found[2]}|{found[3]})*")
    raise ValueError(kind)


def _hard_schema(random: Random) -> Any:
    """A schema whose parts refer to each other under keywords that multiply."""
    writer = SchemaWriter(random)
    schema = {"$defs": {name: writer.part(3) for name in ("x", "y", "z")}}
    for name in ("x", "y", "z"):
        if type(schema["$defs"][name]) is dict:
            schema["$defs"][name] |= _multiplied(random, writer)
    return schema | _multiplied(random, writer)


_IN_PLACE = ("not", "oneOf", "anyOf", "allOf", "if", "dependentSchemas")


def _multiplied(random: Random, writer: SchemaWriter) -> dict[str, Any]:
    def part(keyword: str) -> Any:
        reference: Any = {"$ref": f"#/$defs/{random.choice('xyz')}"}
        if keyword in _IN_PLACE:  # or most would only lead back to themselves
            reference = {random.choice(["items", "additionalProperties", "contains"]): reference}
        return random.choice(
            [reference, {"not": reference}, writer.part(2), reference | {"minProperties": random.randrange(4)}]
        )

    found: dict[str, Any] = {}
    for keyword in random.sample(
        ["not", "oneOf", "anyOf", "allOf", "patternProperties", "additionalProperties", "contains", "items", "if", "dependentSchemas", "unevaluatedProperties", "propertyNames"], random.randrange(1, 5)
    ):  # fmt: skip
        if keyword in ("oneOf", "anyOf", "allOf"):
            found[keyword] = [part(keyword) for _ in range(random.randrange(2, 6))]
        elif keyword == "patternProperties":
            found[keyword] = {
                key: part(keyword)
                for key in random.sample(["^.$", "^x", "a|b", "^[^a]", "b$", "..", "^a+"], random.randrange(1, 5))
            }
        elif keyword == "dependentSchemas":
            found[keyword] = {key: part(keyword) for key in random.sample(["a", "b", "c"], 2)}
        else:
            found[keyword] = part(keyword)
    if "if" in found:
        found |= {"then": part("if"), "else": part("if")}
    return found


def attacks() -> dict[str, Attack]:
    """All of them, by a name that says the front end."""
    found: dict[str, Attack] = {}
    for name, schema in SCHEMAS.items():
        found[f"json_schema: {name}"] = lambda schema=schema: json_schema(schema)  # type: ignore[misc]
    for name, pattern in PATTERNS.items():
        found[f"regex: {name}"] = lambda pattern=pattern: regex(pattern)  # type: ignore[misc]
    for name, source in GBNF.items():
        found[f"gbnf: {name}"] = lambda source=source: gbnf(source)  # type: ignore[misc]
    for name, source in LARK.items():
        found[f"lark: {name}"] = lambda source=source: lark(source)  # type: ignore[misc]
        found[f"lark, earley: {name}"] = lambda source=source: lark(source, parser="earley")  # type: ignore[misc]
    for name, source in EBNF.items():
        found[f"ebnf: {name}"] = lambda source=source: ebnf(source)  # type: ignore[misc]
    for name, source in ABNF.items():
        found[f"abnf: {name}"] = lambda source=source: abnf(source)  # type: ignore[misc]
    found |= {f"vocabulary: {name}": make for name, make in VOCABULARIES.items()}
    found |= {f"core: {name}": make for name, make in core.CASES.items()}
    return found | _parts()
