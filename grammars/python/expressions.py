"""Python's expressions and targets: a rule for each construct and *context*, and what the compiler checks.

A context says where an expression stands: which blanks may stand in it, in what kind of code (`yield` and `await` are
possible in some only), whether `:=` may, and which quotes are left to strings inside an f-string. Operators have no
precedence here, since precedence decides what a text means and not whether it is one, but for `not`, `lambda` and `if`.
"""

from __future__ import annotations

from typing import NamedTuple

from constrain.grammar import Choice, Expression, Nonterminal, Repeat, Sequence

from . import terminals as lexemes
from .context import AWAITING, FUNCTION, YIELDING, Context, blanks, letters, listed, name, sign, star, word
from .joined import joined
from .patterns import Patterns
from .spacing import (
    FIELD,
    NOTHING,
    WORD,
    Call,
    Either,
    Ended,
    Many,
    Raw,
    Rule,
    Spacer,
    Then,
    Token,
    Within,
    differing,
    maybe,
)

# By the quotes that are left within a field: the f-strings that may stand in it, each with what is left in its fields.
# Three quotes leave both kinds of single ones.
_INNER = {
    "": {'"': "'", "'": '"', '"""': "both", "'''": "both"},
    "both": {'"': "'", "'": '"'},
    "'": {"'": "none"},
    '"': {'"': "none"},
    "none": {},
}
_QUOTES = {"both": "\"'", "'": "'", '"': '"', "none": ""}


class Expressions(Patterns):
    """The rules of expressions, by key: the name of a method and a context; and the f-strings that they refer to."""

    def __init__(self) -> None:
        self.f_strings: dict[str, FString] = {}

    def rule(self, key: tuple[str, Context]) -> Rule:
        name, context = key
        found = getattr(self, name)(context)
        assert isinstance(found, Rule)
        return found

    def test(self, x: Context) -> Rule:
        either, if_, else_ = Call(("either", x)), word("if", x), word("else", x)
        return Either((Then((either, maybe(Then((if_, either, else_, Call(("test", x))))))), self.lambda_(x)))

    def field_test(self, x: Context) -> Rule:
        """As a test, but a colon would end the field."""
        either, if_, else_ = Call(("either", x)), word("if", x), word("else", x)
        return Then((either, maybe(Then((if_, either, else_, Call(("field_test", x)))))))

    def either(self, x: Context) -> Rule:
        not_, sum_ = word("not", x), Call(("sum", x))
        is_, in_ = word("is", x), word("in", x)
        compared = Either(
            (
                *(sign(s, x) for s in ("<", ">", "==", ">=", "<=", "!=")),
                in_,
                Then((not_, in_)),
                Then((is_, maybe(not_))),
            )
        )
        both = Either((word("and", x), word("or", x)))
        return Then((Many(not_), sum_, Many(Either((Then((both, Many(not_), sum_)), Then((compared, sum_)))))))

    def sum(self, x: Context) -> Rule:
        unary = Many(Either(tuple(sign(s, x) for s in "+-~")))
        power = Call(("primary", x))
        operand = Then((unary, Either((power, Then((word("await", x), power)))) if x.code in AWAITING else power))
        binary = Either(
            tuple(sign(s, x) for s in ("+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^"))
        )
        return Then((operand, Many(Then((binary, operand)))))

    def primary(self, x: Context) -> Rule:
        integer = Token(
            lexemes.INTEGER, blanks(x), word_first=True, word_last=True
        )  # a dot would make it another number
        apart = Raw({WORD: Sequence((blanks(x), letters(".")))})
        attribute = Then((integer, apart, name(x), Many(Call(("trailer", x)))))
        return Either((integer, attribute, Then((Call(("atom", x)), Many(Call(("trailer", x)))))))

    def trailer(self, x: Context) -> Rule:
        debug = Then((sign(".", x), word("__debug__", x)))  # which may be read, but not set
        return Either((self.attribute(x), debug, Call(("index", x)), Call(("call", x))))

    def attribute(self, x: Context) -> Rule:
        return Then((sign(".", x), name(x)))

    def index(self, x: Context) -> Rule:
        inner = x.inside()
        test, colon = maybe(Ended(Call(("test", inner)))), sign(":", inner)
        part = Either((Call(("named", inner)), Then((test, colon, test, maybe(Then((colon, test))))), star(inner)))
        return Then((sign("[", x), listed(part, inner), sign("]", inner)))

    def call(self, x: Context) -> Rule:
        inner = x.inside()
        return Within(
            Then((sign("(", x), Either((NOTHING, self.lazy(inner), self.arguments(inner))), sign(")", inner)))
        )

    def arguments(self, x: Context) -> Rule:
        test = Ended(Call(("test", x)))
        starred = Then((sign("*", x), test))
        keyword = Then((Token(differing(lexemes.NAME), blanks(x), True, True), sign("=", x), test))
        unpacked = Then((sign("**", x), test))
        comma = sign(",", x)

        def more(part: Rule) -> Rule:
            return Many(Then((comma, part)))

        last = Then((unpacked, more(Either((keyword, unpacked)))))
        named = Either((Then((keyword, more(Either((keyword, starred))), maybe(Then((comma, last))))), last))
        position = Either((Ended(Call(("named", x))), starred))
        return Then((Either((Then((position, more(position), maybe(Then((comma, named))))), named)), maybe(comma)))

    def generator(self, x: Context) -> Rule:
        """Of a list or a set; in a coroutine it may be asynchronous."""
        return Then((Call(("named", x.looped())), Call(("comprehension", x))))

    def lazy(self, x: Context) -> Rule:
        """A generator expression, which may be asynchronous anywhere."""
        return Then((Call(("named", x.looped())), Call(("asynchronous", x))))

    def named(self, x: Context) -> Rule:
        test = Call(("test", x))
        return Either((test, Then((name(x), sign(":=", x), test)))) if x.walrus else test

    def comprehension(self, x: Context) -> Rule:
        for_ = word("for", x)
        if x.code in AWAITING:
            for_ = Then((maybe(word("async", x)), for_))
        return self._loops(x, for_)

    def asynchronous(self, x: Context) -> Rule:
        return self._loops(x, Then((maybe(word("async", x)), word("for", x))))

    def _loops(self, x: Context, for_: Rule) -> Rule:
        inner = x.looped()
        source = Call(("either", inner._replace(walrus=False)))
        condition = Then((word("if", x), Call(("either", inner))))
        one = Then((for_, Call(("targets", inner._replace(walrus=False))), word("in", x), source, Many(condition)))
        return Then((one, Many(one)))

    def atom(self, x: Context) -> Rule:
        numbers = tuple(Token(each, blanks(x), True, True) for each in (lexemes.REAL, lexemes.IMAGINARY))
        words = tuple(word(each, x) for each in ("True", "False", "None", "__debug__"))
        displays = tuple(Call((each, x)) for each in ("group", "list", "braces"))
        return Either((name(x), *words, sign("...", x), *numbers, *displays, Call(("strings", x)), Call(("bytes", x))))

    def group(self, x: Context) -> Rule:
        inner = x.inside()
        named = Call(("named", inner))
        rest = Then((sign(",", inner), maybe(listed(self.element(inner), inner))))
        ways = [NOTHING, Then((Ended(named), maybe(rest))), Then((star(inner), rest)), self.lazy(inner)]
        if x.code in YIELDING:
            ways.append(Ended(Call(("yield_", inner))))
        return Then((sign("(", x), Either(tuple(ways)), sign(")", inner)))

    def list(self, x: Context) -> Rule:
        inner = x.inside()
        ways = NOTHING, listed(self.element(inner), inner), self.generator(inner)
        return Then((sign("[", x), Either(ways), sign("]", inner)))

    def braces(self, x: Context) -> Rule:
        inner = x.inside()

        def pair(x: Context) -> Rule:
            return Then((Ended(Call(("test", x))), sign(":", x), Call(("test", x))))

        member = Either((pair(inner), Then((sign("**", inner), Call(("sum", inner))))))
        pairs = Then((pair(inner.looped()), Call(("comprehension", inner))))
        ways = NOTHING, listed(self.element(inner), inner), self.generator(inner), listed(member, inner), pairs
        return Then((sign("{", x), Either(ways), sign("}", inner)))

    def element(self, x: Context) -> Rule:
        return Either((Call(("named", x)), star(x)))

    def lambda_(self, x: Context) -> Rule:
        """Its body is a function's, where that of a comprehension may not bind names it binds none either."""
        body = Call(("test", x._replace(code=FUNCTION)))
        return Then((word("lambda", x), Call(("unnamed", x)), body))

    def unnamed(self, x: Context) -> Rule:
        """The parameters of a lambda, and the colon."""
        return Within(Then((maybe(self.parameters(x, NOTHING)), sign(":", x))))

    def signature(self, x: Context) -> Rule:
        """The parameters of a function, in brackets."""
        inner = x.inside()
        annotation = Call(("test", inner.plain()))
        typed = maybe(Then((sign(":", inner), annotation)))
        typed_rest = maybe(Then((sign(":", inner), Either((annotation, star(inner.plain()))))))
        return Within(Then((sign("(", x), maybe(self.parameters(inner, typed, typed_rest)), sign(")", inner))))

    def bases(self, x: Context) -> Rule:
        """The arguments of a class."""
        inner = x.inside()
        return Within(Then((sign("(", x), maybe(self.arguments(inner)), sign(")", inner))))

    def parameters(self, x: Context, annotation: Rule, annotation_of_rest: Rule = NOTHING) -> Rule:
        """Those without a value, then with one; after a star by name. All names differ: it stands in a scope."""
        comma, own = sign(",", x), Token(differing(lexemes.NAME), blanks(x), True, True)
        plain = Ended(Then((own, annotation)))
        value = Then((sign("=", x), Ended(Call(("test", x)))))
        valued, any_ = Then((plain, value)), Ended(Then((plain, maybe(value))))

        def more(part: Rule) -> Rule:
            return Many(Then((comma, part)))

        slash = Then((comma, sign("/", x)))
        only_plain = Then((plain, more(plain)))
        only_valued = Then((valued, more(valued)))
        begun = Either(  # by position
            (
                Then((only_plain, maybe(slash), more(plain), more(valued))),
                Then((only_plain, more(valued), slash, more(valued))),
                Then((only_valued, maybe(slash), more(valued))),
            )
        )
        all_rest = Ended(Then((own, annotation_of_rest if annotation_of_rest is not NOTHING else annotation)))
        rest = Either((Then((all_rest, more(any_))), Then((comma, any_, more(any_)))))
        starred = Then((sign("*", x), rest))
        keywords = Then((sign("**", x), plain))
        end = Either((Then((starred, maybe(Then((comma, keywords))))), keywords))
        return Then((Either((Then((begun, maybe(Then((comma, end))))), end)), maybe(comma)))

    def yield_(self, x: Context) -> Rule:
        word_ = word("yield", x)
        ways = [Then((word_, maybe(Call(("tests", x)))))]
        if x.code == FUNCTION:
            ways.append(Then((word_, word("from", x), Call(("test", x)))))
        return Either(tuple(ways))

    def tests(self, x: Context) -> Rule:
        return self._tests(x, Call(("test", x)))

    def field(self, x: Context) -> Rule:
        """What stands first in a field of an f-string."""
        tests = self._tests(x, Call(("field_test", x)))
        return Either((tests, Call(("yield_", x)))) if x.code in YIELDING else tests

    def _tests(self, x: Context, test: Rule) -> Rule:
        rest = Then((sign(",", x), maybe(listed(Either((test, star(x))), x))))
        return Either((Then((Ended(test), maybe(rest))), Then((star(x), rest))))

    # Targets

    def place(self, x: Context) -> Rule:
        last = Either((self.attribute(x), Call(("index", x))))
        return Either((name(x), Then((Call(("atom", x)), Many(Call(("trailer", x))), last))))

    def single(self, x: Context) -> Rule:
        """One name, attribute or element, in brackets or not."""
        return Either((Call(("place", x)), Call(("bracketed", x))))

    def bracketed(self, x: Context) -> Rule:
        inner = x.inside()
        return Then((sign("(", x), Call(("single", inner)), sign(")", inner)))

    def target(self, x: Context) -> Rule:
        inner = x.inside()
        targets = Call(("targets", inner))
        lone = Then((sign("*", inner), Call(("target", inner))))
        return Either(
            (
                Call(("place", x)),
                Then((sign("(", x), maybe(targets), sign(")", inner))),
                Then((sign("[", x), maybe(Either((targets, lone))), sign("]", inner))),
            )
        )

    def targets(self, x: Context) -> Rule:
        """One, or several of which at most one takes the rest."""
        target, comma = Call(("target", x)), sign(",", x)
        begun = Many(Then((Ended(target), comma)))  # each with its comma, so that it does not matter how it ends
        rest = Then((sign("*", x), target))
        ways = target, Then((Ended(target), comma)), Then((Ended(target), comma, rest, maybe(comma)))
        return Then((begun, Either((*ways, Then((Ended(rest), comma, begun, maybe(target)))))))

    def deleted(self, x: Context) -> Rule:
        inner = x.inside()
        several = maybe(listed(Call(("deleted", inner)), inner))
        brackets = (Then((sign(a, x), several, sign(b, inner))) for a, b in ("()", "[]"))
        return Either((Call(("place", x)), *brackets))

    # Strings

    def strings(self, x: Context) -> Rule:
        if x.quotes:
            marks = _QUOTES[x.quotes]
            plain: tuple[Expression, ...] = tuple(lexemes.FIELD_STRING[mark] for mark in marks)
            prefixed = *(lexemes.FIELD_PREFIXED[mark] for mark in marks), *self.formatted(x)
            return joined(x, plain + prefixed, (), (), None)
        return joined(
            x,
            (lexemes.STRING, lexemes.PREFIXED_STRING, *self.formatted(x)),
            (lexemes.EMPTY_STRING, lexemes.EMPTY_PREFIXED),
            (lexemes.STRING,),
            lexemes.EMPTY_STRING,
        )

    def bytes(self, x: Context) -> Rule:
        if x.quotes:
            return joined(x, tuple(lexemes.FIELD_BYTES[mark] for mark in _QUOTES[x.quotes]), (), (), None)
        return joined(x, (lexemes.BYTES,), (lexemes.EMPTY_BYTES,), (), None)

    def formatted(self, x: Context) -> tuple[Expression, ...]:
        """The f-strings that may stand here."""
        raws = (False,) if x.quotes else (False, True)
        return tuple(self.f_string(FString(quote, raw, x)) for quote in _INNER[x.quotes] for raw in raws)

    def f_string(self, string: FString) -> Nonterminal:
        x = string.context
        name = f"f-string {'r' * string.raw}{string.quote} {x.code} {x.walrus:d} {x.quotes}"
        self.f_strings.setdefault(name, string)
        return Nonterminal(name)

    def write_f_string(self, string: FString, spacer: Spacer) -> Expression:
        """Text and fields, without blanks between them."""
        quote, raw, x = string
        nested = x.quotes != ""
        parts = lexemes.formatted(quote, raw=raw, nested=nested)
        inner = x._replace(blanks="long" if len(quote) == 3 else "short", quotes=_INNER[x.quotes][quote])
        gap = Repeat(blanks(inner), 0, 1)
        shown = Sequence((gap, Repeat(letters("="), 0, 1), gap, Repeat(_CONVERSION, 0, 1)))
        begun = Sequence((parts["field"], spacer.write(Call(("field", inner)), FIELD), shown))
        end, colon, form = letters("}"), letters(":"), parts["format"]
        opened = Sequence((letters("{"), spacer.write(Call(("field", inner)), FIELD), shown))
        in_format = Sequence((opened, Repeat(Sequence((colon, Repeat(form, 0, 1))), 0, 1), end))
        format_ = Sequence((colon, Repeat(form, 0, 1), Repeat(Sequence((in_format, Repeat(form, 0, 1))))))
        field = Sequence((begun, Repeat(format_, 0, 1), end))
        text, last = Repeat(parts["text"], 0, 1), parts["last"]
        some = Sequence((text, field, Repeat(Sequence((text, field))), Repeat(last, 0, 1)))
        ways = [some, last] if len(quote) == 1 else [some, Repeat(last, 0, 1)]
        return Sequence((parts["open"], Choice(ways), parts["close"]))


class FString(NamedTuple):
    """An f-string: its quotes, whether backslashes are letters in it, and where it stands."""

    quote: str
    raw: bool
    context: Context


_CONVERSION = lexemes.lexeme("![rsa]", "conversion")
