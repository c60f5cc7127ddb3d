"""GBNF as llama.cpp's users write it, and small grammars that set traps; each with texts inside and outside."""

from __future__ import annotations

JSON = r"""
# a JSON object
root   ::= object
value  ::= object | array | string | number | ("true" | "false" | "null") ws

object ::=
  "{" ws (
    pair ("," ws pair)*
  )? "}" ws
pair   ::= string ":" ws value
array  ::=
  "[" ws (
    value
    ("," ws value)*   # more of them
  )? "]" ws

string ::=
  "\"" (
    [^"\\\x7F\x00-\x1F] |
    "\\" (["\\bfnrt/] | "u" [0-9a-fA-F]{4})
  )* "\"" ws
number ::= ("-"? ([0-9] | [1-9] [0-9]{0,15})) ("." [0-9]+)? ([eE] [-+]? [0-9]+)? ws
ws ::= | " " | "\n" [ \t]{0,20}
"""

ARITHMETIC = r"""
root  ::= (expr "=" ws term "\n")+
expr  ::= term ([-+*/] ws term)*
term  ::= ident | num | "(" ws expr ")" ws
ident ::= [a-z] [a-z0-9]* ws
num   ::= [0-9]+ ws
ws    ::= [ \t\n]*
"""

CHESS = r"""
root ::= (
    # "1. " and a move of each side
    "1. " move " " move "\n"
    ([1-9] [0-9]? ". " move " " move "\n")+
)
move    ::= (pawn | nonpawn | castle) [+#]?
nonpawn ::= [NBKQR] [a-h]? [1-8]? "x"? [a-h] [1-8]
pawn    ::= ([a-h] "x")? [a-h] [1-8] ("=" [NBKQR])?
castle  ::= "O-O" "-O"?
"""

LIST = 'root ::= item+\nitem ::= "- " [^\\r\\n\\x0b\\x0c\\x85\\u2028\\u2029]+ "\\n"\n'

C = r"""
root ::= (declaration)*
declaration ::= dataType identifier "(" parameter? ")" "{" statement* "}"
dataType  ::= "int" ws | "float" ws | "char" ws
identifier ::= [a-zA-Z] [a-zA-Z0-9]*
parameter ::= dataType identifier
statement ::=
    ( dataType identifier ws "=" ws expression ";" ) |
    ( identifier ws "=" ws expression ";" ) |
    ( identifier ws "(" argList? ")" ";" ) |
    ( "return" ws expression ";" ) |
    ( "while" "(" condition ")" "{" statement* "}" ) |
    ( singleLineComment )
condition ::= expression relationOperator expression
relationOperator ::= ("<=" | "<" | "==" | "!=" | ">=" | ">")
expression ::= term (("+" | "-") term)*
term ::= factor(("*" | "/") factor)*
factor ::= identifier | number | "-" factor | identifier "(" argList? ")" | "(" expression ")"
argList ::= expression ("," ws expression)*
number ::= [0-9]+
singleLineComment ::= "//" [^\n]* "\n"
ws ::= ([ \t\n]+)
"""

JAPANESE = r"""
root     ::= jp-char+ ([ \t\n] jp-char+)*
jp-char  ::= hiragana | katakana | punctuation | cjk
hiragana ::= [ぁ-ゟ]
katakana ::= [ァ-ヿ]
punctuation ::= [、-〾]
cjk      ::= [一-鿿]
"""

SUMS = r"""
root ::= sum
sum ::= sum [-+] product | product
product ::= product [*/] atom | atom
atom ::= [0-9]+ | "(" sum ")"
"""

CORPUS: dict[str, tuple[str, list[str], list[str]]] = {
    "json": (
        JSON,
        ["{}", '{"a":1}', '{"a": [1, {"b":null}], "c":"\\u00e9é\\n"}\n\t', '{"x":-0.5e+10}', "{ }"],
        ["[]", "", '{"a":01}', '{"a"  :1}', '{"a":"\t"}', '{"a":"\\x"}', '{"a":1,}', '{"a":.5}'],
    ),
    "arithmetic": (ARITHMETIC, ["1+2=3\n", "(a*b) - c1 = 7\nx=y\n"], ["1+2=3", "=\n", "1+=2\n", "A=1\n"]),
    "chess": (
        CHESS,
        ["1. e4 e5\n2. Nf3 Nc6\n", "1. d4 d5\n2. O-O O-O-O\n99. exd8=Q+ Rxa1#\n"],
        ["1. e4 e5\n", "1. e4\n", "1. e9 e5\n2. a3 a4\n", "1. e4 e5\n100. a3 a4\n"],
    ),
    "list": (LIST, ["- a\n", "- tea\n- Käse\n"], ["- a", "-a\n", "- \n", "- a\u2028\n", "- a\x85b\n"]),
    "c": (
        C,
        ["int main(){return 0;}", "float f(int x){x = x*2+(1-y);while(x<=10){g (x, 1);}// done\n}", ""],
        ["int main()", "int main(){return 0}", "double f(){}", "int main(){x=1;}"],
    ),
    "japanese": (JAPANESE, ["こんにちは", "日本、 カナ"], ["", "hello", "こ  に", "日本 "]),
}

TRAPS: list[tuple[str, list[str], list[str]]] = [
    ('root ::= "ab"*', ["", "ab", "abab"], ["a", "abb"]),  # an operator repeats the whole literal
    ('root ::= "a" "b"*', ["a", "abb"], ["abab"]),
    ("root ::= [a-]", ["a", "-"], ["b"]),
    ("root ::= [-a]", ["a", "-"], ["b"]),
    ("root ::= [--0]", ["-", ".", "/", "0"], ["1", "a"]),
    ("root ::= [a-c-e]", ["b", "-", "e"], ["d"]),
    ("root ::= [\\]a]", ["]", "a"], ["\\"]),
    ("root ::= [a\\-c]", ["a", "-", "c"], ["b"]),
    ("root ::= [a^]", ["a", "^"], ["b"]),
    ("root ::= [^^]", ["a"], ["^", ""]),
    ('root ::= ["]', ['"'], ["a"]),
    ("root ::= [#]", ["#"], ["a"]),
    ('root ::= "#"', ["#"], [""]),
    ('root ::= [] "a"', ["a"], ["", "]a"]),  # a class without members is the empty text
    ('root ::= [^] "a"', ["a"], ["", "ba"]),
    ('root ::= [b-a] | "a"', ["a"], ["b", ""]),
    ("root ::= .", ["a", "\n", "日", "\U0001f600"], ["", "ab"]),
    ("root ::= [^a]", ["b", "\n", "日"], ["a", "", "bb"]),
    ('root ::= "\\x41\\u00e9\\U0001F600\\t\\r\\n\\\\\\"\\[\\]\\-"', ['Aé😀\t\r\n\\"[]-'], ["A"]),
    ('root ::= "\\xe9"', ["é"], ["\\xe9"]),  # \x is a code point, not a byte
    ('root ::= "a\nb"', ["a\nb"], ["ab"]),
    ("root ::= [\n]", ["\n"], ["n"]),
    ("root ::=", [""], ["a"]),
    ('root ::= | "a"', ["", "a"], ["aa"]),
    ('root ::= "a" |', ["", "a"], ["aa"]),
    ('root ::= "a" |\n\n # more\n "b"', ["a", "b"], [""]),
    ('root ::=\n  "a"', ["a"], [""]),
    ('root::="a"b\nb::="c"', ["ac"], ["a"]),
    ('root ::= ( "a"\n\n  "b" # and\n | "c"\n)', ["ab", "c"], ["a"]),
    ('root ::= () "a" ("")', ["a"], [""]),
    ('root ::= "a" # "b"\n', ["a"], ["ab"]),
    ('\r\n# first\r\nroot ::= "a"\r\n# last\r\n', ["a"], [""]),
    ('root ::= "a"\rb ::= "c"', ["a"], ["c"]),
    ('root ::= "a" {2}', ["aa"], ["a", "aaa"]),
    ('root ::= "a"{ 1 , 2 }', ["a", "aa"], ["", "aaa"]),
    ('root ::= ("a" {\n1,\n2\n})', ["a", "aa"], ["", "aaa"]),
    ('root ::= "a"{2,}', ["aa", "aaaa"], ["a"]),
    ('root ::= "a"{0} "b"', ["b"], ["ab"]),
    ('root ::= "a"{2}{3}', ["a" * 6], ["a" * 5, "a" * 7]),
    ('root ::= "a"+?', ["", "a", "aa"], ["b"]),
    ('root ::= "a" root? | "b"', ["b", "aab", "aa"], [""]),
    ('root ::= "a"\nroot ::= "b"', ["b"], ["a"]),  # the last rule of a name counts
    ('a-1 ::= "x"\n0 ::= a-1 a-1\nroot ::= 0', ["xx"], ["x"]),
    ('root ::= "a"b"c"\nb ::= "-"', ["a-c"], ["ac"]),
    ('root ::= "a" root? "b"', ["ab", "aabb"], ["", "a"]),
]

# What llama.cpp refuses, or does not survive
LEFT: list[tuple[str, list[str], list[str]]] = [
    (SUMS, ["1", "1+2-3*4/5", "(1+2)*3"], ["", "1+", "()", "1 + 2"]),
    ('root ::= root "a" | "b"', ["b", "baa"], ["", "a"]),
    ('root ::= x "a" | "q"\nx ::= root "b" | "c"', ["ca", "q", "qba", "cababa"], ["", "ba"]),
    ('root ::= x root "a" | "b"\nx ::= "c"?', ["b", "ba", "cba", "cbaa"], ["a", "c"]),
    ('root ::= root root | "a"?', ["", "aaaa"], ["b"]),
    ('root ::= ()* "a"', ["a"], [""]),
    ('root ::= ("a"? "b"?)+', ["", "ab", "bbaa"], ["c"]),
]

WRONG: list[tuple[str, tuple[int, int] | None, str]] = [
    ("", None, "`root`"),
    ('x ::= "a"', None, "Defined here: x"),
    ("root", (1, 5), "::="),
    ('root := "a"', (1, 6), "::="),
    ('root\n::= "a"', (1, 5), "::="),
    ('my_rule ::= "a"', (1, 3), "letters, digits and dashes"),
    ("root ::= my_rule", (1, 12), "letters, digits and dashes"),
    ('root ::= "a', (1, 10), "literal is never closed"),
    ('root ::= "a\\', (1, 12), "unknown escape"),
    ("root ::= [a", (1, 10), "class is never closed"),
    ("root ::= [a-", (1, 10), "class is never closed"),
    ('root ::= "\\d"', (1, 11), "unknown escape `\\d`"),
    ("root ::= [\\w]", (1, 11), "unknown escape `\\w`"),
    ('root ::= "\\x4"', (1, 11), "2 hexadecimal digits"),
    ('root ::= "\\u12g4"', (1, 11), "4 hexadecimal digits"),
    ("root ::= *", (1, 10), "needs an item"),
    ('root ::= ""?', (1, 12), "needs an item"),
    ("root ::= []+", (1, 12), "needs an item"),
    ('root ::= "a" | {2}', (1, 16), "needs an item"),
    ('root ::= "a"{0}*', (1, 16), "needs an item"),
    ('root ::= "a"{,2}', (1, 14), "{0,n}"),
    ('root ::= "a"{x}', (1, 14), "number"),
    ('root ::= "a"{2', (1, 15), "{2,5}"),
    ('root ::= "a"{2,b}', (1, 16), "{2,5}"),
    ('root ::= "a"{5,2}', (1, 13), "from 5 to 2"),
    ('root ::= ("a"', (1, 10), "never closed"),
    ('root ::= ("a" $)', (1, 15), "expected `)`"),
    ('root ::= "a")', (1, 13), "without `(`"),
    ("root ::= 'a'", (1, 10), "expected an item"),
    ('root ::= "a" <think', (1, 14), "expected `>`"),
    ('root ::= "a"\n  | "b"', (2, 3), "ends its line with `|`"),
    ("root ::= a", (1, 10), "`a` is used but never defined"),
    ('root ::= "x"\nb ::= c', (2, 7), "`c` is used but never defined"),
]
