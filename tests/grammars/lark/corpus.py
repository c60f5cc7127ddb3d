"""Small Lark grammars that set traps, each with texts to begin from; lark itself is the judge of what they accept.

Every grammar is here for one thing that a reader of EBNF gets wrong: keywords and identifiers, maximal munch over
terminals and over rules, lazy and looking terminals, ignored terminals that are retyped, LALR conflicts, dead ends.
"""

from __future__ import annotations

CORPUS: dict[str, tuple[str, list[str]]] = {
    "calc": (
        """start: sum
sum: product | sum "+" product | sum "-" product
product: atom | product "*" atom | product "**" atom
atom: NUMBER | "-" atom | NAME | "(" sum ")"
%import common.NUMBER
%import common.CNAME -> NAME
%import common.WS_INLINE
%ignore WS_INLINE""",
        ["1+2", "a * (b-1.5e3)", "a**b", "1 .5", "2e5", "a b"],
    ),
    "json": (
        """?start: value
?value: object | array | string | SIGNED_NUMBER | "true" | "false" | "null"
array: "[" [value ("," value)*] "]"
object: "{" [pair ("," pair)*] "}"
pair: string ":" value
string: ESCAPED_STRING
%import common.ESCAPED_STRING
%import common.SIGNED_NUMBER
%import common.WS
%ignore WS""",
        ['{"a": [1, true, null], "b\\\\\\"": -2e3}', "[]", '"a"', '["\\\\"]', "[1 2]", "truefalse"],
    ),
    "keywords": (
        """start: stmt+
stmt: "if" expr "then" stmt | NAME "=" expr ";" | "return" expr? ";"
expr: NAME | NUMBER | expr "+" expr
NAME: /[a-z]+/
NUMBER: /[0-9]+/
%ignore " " """,
        ["if a then b=1;", "ifa=2;", "return;", "returnx;", "return x+y+1;", "if if then a=1;", "return=1;", "then=2;"],
    ),
    "keywords that begin keywords": (
        """start: ("in" NAME | "int" NAME "i" | "inter" | NAME "=" NAME)+
NAME: /[a-z]+/
%ignore " " """,
        ["in a", "int a i", "inter", "int inte i", "in=a", "inte=i", "in int", "i=intern", "int int i"],
    ),
    "keyword without retyping": (
        """start: A B | KW
A: /a+/
B: /b+/
KW: "ab" """,
        ["ab", "aab", "abb", "aabb", "a"],
    ),
    "munch over terminals": ('start: (A | AB | C)+\nA: "a"\nAB: "ab"\nC: /bc?/', ["ab", "abc", "abbc", "aab", "abab"]),
    "first not longest": ("start: (A | B)+\nA: /a|ab/\nB: /b+c/", ["ab", "abc", "abbc", "a", "aabc"]),
    "lazy": ("start: (C | X)+\nC: /<.*?>/\nX: /[a-z<>]/", ["<a>", "<a>b", "<<a>>", "<a>b>", "a<", ">"]),
    "comment": (
        'start: (C | "x")+\nC: "/*" /(.|\\n)*?/ "*/"\n%ignore /\\s+/',
        ["/* a */x", "/**/", "/* a */ */", "x /*x*/ x"],
    ),
    "lookahead": ("start: (A | B)+\nA: /a(?!b)/\nB: /ab|b/", ["a", "ab", "aab", "b", "ba"]),
    "lookahead at the end": ("start: (A | B)+\nA: /a+(?=b|$)/\nB: /b|a/", ["a", "aab", "aaba", "b"]),
    "positive lookahead": ("start: A+ B*\nA: /a(?=[ab]b)/\nB: /[ab]/", ["aab", "abb", "ab", "aabab"]),
    "word boundary": ("start: (IF | N)+\nIF: /if\\b/\nN: /[a-z ]/", ["if", "ifx", "if x", "xif"]),
    "escapes": ('start: S+\nS: /"(?:[^"\\\\]|\\\\.)*"/', ['"a"', '"\\\\""', '"a""b"', '"']),
    "lookbehind": ('start: (S | W)+\nS: /".*?(?<!\\\\)(\\\\\\\\)*?"/\nW: /\\s/', ['"a" "b"', '"\\\\""', '"\\\\\\\\"']),
    "lookbehind of nothing": ("start: (A | B)+\nA: /a(?<=)b|b(?<!)/\nB: /[ab]/", ["ab", "aab", "b"]),
    "word boundaries around keywords": (
        "start: (IF | X | D)+\nIF: /\\bif\\b/\nX: /[a-z]/\nD: /[0-9 ]/",
        ["if", "if if", "xif", "if1", "1if", " if ", "ifx"],
    ),
    "what stands before": (
        "start: (A | B | C)+\nA: /(?<=b)a/\nB: /b/\nC: /(?<!ab)c/",
        ["ba", "a", "bac", "abc", "c", "babc", "bc", "bab"],
    ),
    "line starts": (
        "start: (H | W | NL)+\nH.2: /^#+/m\nW: /[a-z]+(?<!x)/\nNL: /\\n/",
        ["#", "##a", "a#", "a\n#", "\n#\n", "ax", "#x", "xa"],
    ),
    "once, at the start": (
        "start: A B* | B\nA: /^a/\nB: /\\Ab|(?<=a)b|(?<=bb)c/\n%ignore / /",
        ["a", " a", "ab", "b", "a b", "abb", "abc", "aa"],
    ),
    "before short tokens": (
        "start: (A | B | C)+\nA: /a/\nB: /b/\nC: /(?<=a..)c/",
        ["abbc", "abc", "aabc", "abbbc", "c", "aacc"],
    ),
    "keywords that look back": (
        'start: (W | "if" | S)+\nW: /\\b[a-z]+/\nS: /[ .]/',
        ["if", "a if", "aif", ".if.", "if if"],
    ),
    "atomic": ("start: (A | B)+\nA: /(?>a|ab)c/\nB: /b|c/", ["ac", "abc", "acbc", "ab"]),
    "atomic with a longer way": ("start: (A | B)+\nA: /(?>ab|a)b/\nB: /b|a/", ["abb", "ab", "aab", "abab"]),
    "possessive": ('start: (S | "x")+\nS: /"[^"]*+"/', ['"a"', '""x', '"', '"a"b"']),
    "possessive rounds": ("start: (A | B)+\nA: /(?:a|ab){2}+b/\nB: /[ab]/", ["aab", "aba", "abab", "aabb"]),
    "lookaheads inside": (
        "start: (N | S)+\nN: /(?!(?:if|else)\\b)[a-z]+/\nS: / /",
        ["if", "ifx", "x if", "else a", "elsea", "a"],
    ),
    "lookaround inside a group": (
        "start: (A | B)+\nA: /(?>a(?=b)|ac|(?<=b)a)/\nB: /[abc]/",
        ["ab", "ac", "ba", "aab", "bac"],
    ),
    "dead end": ('start: x "a" | "b"\nx: "a" x |', ["a", "aa", "b", ""]),
    "dangling else": (
        """start: stmt
stmt: "if" "x" stmt | "if" "x" stmt "else" stmt | "y"
%ignore " " """,
        ["if x y", "if x if x y else y", "if x y else y", "if x if x y else y else y"],
    ),
    "conflict that refuses": ('start: a "c" | b\na: "x" | "x" "y"\nb: "x" "y" "z"\n', ["xc", "xyc", "xyz", "x"]),
    "shift beats reduce": ('start: l "a" "b" | l "a" "c" "d"\nl: | l "a"', ["ab", "aab", "aacd", "acd"]),
    "rule priorities": ('start: a "x" | b "y"\na.2: "t"\nb.1: "t"', ["tx", "ty"]),
    "reduce by priority": ('start: a "x" | b "x" | b "y"\na.1: "t"\nb.2: "t"', ["tx", "ty"]),
    "ignored keyword": ('start: WORD+\nWORD: /[a-z]+/\n%ignore "b"\n%ignore " "', ["a b", "b", "ab c", "bb"]),
    "ignored and used": ('start: A (SP A)*\nA: "a"\nSP: " "\n%ignore SP', ["a", "a a", "aa", "a  a"]),
    "contextual": (
        'start: "(" WORD ")" | "[" LETTER+ "]"\nWORD: /[a-z]+/\nLETTER: /[a-z]/',
        ["(abc)", "[abc]", "(a)", "[a]"],
    ),
    "contextual keyword": (
        'start: NAME "in" NAME\nNAME: /[a-z]+/\n%ignore " "',
        ["a in b", "in in in", "ainb", "a inb"],
    ),
    "terminal priorities": ('start: (A | B | C)+\nA.2: /a/\nB: /ab/\nC: "b"', ["ab", "aab", "b", "a"]),
    "case": (
        'start: ("SELECT"i NAME)+\nNAME: /[a-z]+/\n%ignore " "',
        ["select a", "SELECT a", "Select select", "selecta"],
    ),
    "case both": ('start: ("if"i | NAME)+\nNAME: /[a-z]+/i\n%ignore " "', ["if IF", "ifx", "If", "fi"]),
    "templates": (
        """start: sep{NUMBER, ","} | "[" sep{start, ";"} "]"
sep{x, s}: x (s x)*
NUMBER: /[0-9]+/""",
        ["1,2", "[1;[2,3]]", "1;2", "12"],
    ),
    "counts": ('start: "a"~2..4 B~1..2\nB: "b"~2', ["aabb", "aaaabbbb", "abb", "aabbb"]),
    "unicode": ("start: (W | S)+\nW: /\\w+/\nS: /[^\\w\\s]/\n%ignore /\\s/", ["é ß", "a\u2003b", "x!", "日本"]),
    "digits and dots": (
        'start: (INT | FLOAT | ".." | "." )+\nINT: /[0-9]+/\nFLOAT: /[0-9]+\\.[0-9]+/',
        ["1..2", "1.2", "1.2.3", "1.", "12"],
    ),
    "operators": (
        'start: NAME (OP NAME)*\nOP: "<" | "<=" | "<<" | "<<="\nNAME: "n"',
        ["n<n", "n<<=n", "n<=n", "n<=<n"],
    ),
    "long obligations": ("start: (A | B)+\nA: /a(?:bcd)?/\nB: /[bcd]/", ["abcd", "abc", "abcabcd", "ab"]),
    "empty rules": ('start: a b\na: "x" |\nb: "y" | a', ["", "x", "xy", "xx", "y"]),
    "left and right": ('start: e\ne: e "+" t | t\nt: "a" t | "a"', ["a+aa", "aa", "a+", "+"]),
    "nested brackets": ('start: "(" start* ")" | "x"', ["(x(x))", "()", "((", "x"]),
    "ambiguous": ('start: s\ns: s s | "a"', ["a", "aa", "aaa"]),
    "line ends": ("start: (LINE _NL)* LINE\nLINE: /.+/\n_NL: /\\n+/", ["a\nb", "a", "a\n\nb", "\n"]),
    "semver": (
        'start: N "." N "." N ["-" ID ("." ID)*]\nN: /0|[1-9][0-9]*/\nID: /[0-9A-Za-z-]+/',
        ["1.2.3", "01.2.3", "1.2.3-a.1", "10.0.0-x-y"],
    ),
    "declare": ('start: A | B\nA: "a"\n%declare B', ["a", "b"]),
    "extend": ('%import common.DIGIT\n%extend DIGIT: "x"\nstart: DIGIT+', ["1x2", "x", "y"]),
    "override": ('%import common.INT\n%override INT: "7"\nstart: INT+', ["77", "7", "1"]),
    "nullable loop": ("start: A+\nA: /(?:a?b?)*c/", ["c", "abc", "aabbc", "cc"]),
    "dot all": ("start: A B\nA: /a.c/s\nB: /./", ["a\nc!", "abcd", "a\nc\n"]),
    "multiline": ("start: (A | N)+\nA: /a$/m\nN: /[ab\\n]/", ["a\nb", "ab", "a", "\na"]),
}
MODES = [
    ("lalr", "contextual"),
    ("lalr", "basic"),
    ("earley", "dynamic"),
    ("earley", "dynamic_complete"),
    ("earley", "basic"),
]
