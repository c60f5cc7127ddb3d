"""Python's statements: lines and blocks, by the kind of code they stand in.

A statement is written once for each way in which its last line may end (see `LineEnd`): the block goes on, it ends
there, or the text does. What `compile()` checks of places is in the *place* of a statement: `return` in functions only,
`break` in loops, neither of them in the block of an `except*`, `nonlocal` in functions within functions.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from constrain.grammar import BlockEnd, Choice, Expression, Grammar, LineEnd, Nonterminal, Repeat, Sequence

from . import terminals as lexemes
from .context import CLASS, COROUTINE, FUNCTION, GENERATOR, MODULE, Context, listed, name, sign, star, word
from .expressions import Expressions
from .spacing import LINE, NOTHING, OTHER, Call, Either, Ended, Many, Rule, Spacer, Then, maybe

_FUNCTIONS = (FUNCTION, COROUTINE, GENERATOR)
_FUTURE = (
    *("nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function"),
    *("unicode_literals", "generator_stop", "annotations"),
)
_AUGMENTED = ("+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**=")
LEVEL, ENDS, LAST = "goes on", "block ends", "text ends"
_LINE_ENDS: dict[str, Expression] = {
    LEVEL: LineEnd(lexemes.LINE_END, lexemes.INDENTATION, LineEnd.LEVEL),
    ENDS: LineEnd(lexemes.LINE_END, lexemes.INDENTATION, LineEnd.SHALLOWER),
    LAST: Repeat(lexemes.LAST_COMMENT, 0, 1),
}
_DEEPER = LineEnd(lexemes.LINE_END, lexemes.INDENTATION, LineEnd.DEEPER)
# The last statement of a block, and what then is read, by how the line of the block's own statement ends.
_BLOCK_ENDS = {
    LEVEL: (ENDS, BlockEnd(BlockEnd.LAST)),
    ENDS: (ENDS, BlockEnd(BlockEnd.INNER)),
    LAST: (LAST, BlockEnd(BlockEnd.TEXT)),
}


class Place(NamedTuple):
    """Where a statement stands: the kind of code, whether in a loop, whether `return` and `nonlocal` may."""

    code: str
    loop: bool = False
    returns: bool = False
    nonlocals: bool = False

    @property
    def context(self) -> Context:
        return Context("line", self.code)

    def in_loop(self) -> Place:
        return self._replace(loop=True)

    def in_group(self) -> Place:
        """In the block of an `except*`."""
        return self._replace(loop=False, returns=False)

    def within(self, code: str) -> Place:
        """In a function or class that is defined here."""
        nested = self.code in _FUNCTIONS or self.nonlocals
        return Place(code, False, code in _FUNCTIONS, nested)


class Module:
    """Writes the productions of a module."""

    def __init__(self) -> None:
        self.expressions = Expressions()
        self.spacer = Spacer(self._rule)
        self.productions: dict[str, Expression] = {}
        self.families: dict[str, str] = {}
        self._waiting: list[tuple[str, Place, str]] = []
        self._asked: set[tuple[str, Place, str]] = set()

    def grammar(self) -> Grammar[str]:
        text = self._text()
        while self._waiting:
            key = self._waiting.pop()
            self.productions[self._title(key)] = getattr(self, "_" + key[0])(key[1], key[2])
        written = set[str]()
        while left := [each for each in self.expressions.f_strings if each not in written]:
            for each in left:
                written.add(each)
                string = self.expressions.f_strings[each]
                self.productions[each] = self.expressions.write_f_string(string, self.spacer)
        productions = {"module": text, **self.productions, **self.spacer.productions}
        families = {**self.families, **self.spacer.families}
        return Grammar("module", productions, source="python", families=families)

    # Lines

    def _rule(self, key: Hashable) -> Rule:
        assert isinstance(key, tuple)
        if isinstance(key[1], Context):
            return self.expressions.rule(key)
        return {"line": self._line, "simple": self._simple, "anywhere": self._anywhere}[str(key[0])](key[1])

    def _line(self, place: Place) -> Rule:
        x, simple = place.context, Ended(Call(("simple", place)))
        return Then((simple, Many(Then((sign(";", x), simple))), maybe(sign(";", x))))

    def _simple(self, place: Place) -> Rule:
        x = place.context
        ways: list[Rule] = [Call(("anywhere", Place(place.code)))]
        if place.loop:
            ways += [word("break", x), word("continue", x)]
        if place.returns:
            ways.append(Then((word("return", x), NOTHING if place.code == GENERATOR else maybe(Call(("tests", x))))))
        if place.nonlocals:
            ways.append(Then((word("nonlocal", x), _names(x))))
        return Either(tuple(ways))

    def _anywhere(self, place: Place) -> Rule:
        """The simple statements that only the kind of code decides about."""
        x = place.context
        test, tests, dot = Call(("test", x)), Call(("tests", x)), sign(".", x)
        value = Either((tests, Call(("yield_", x)))) if place.code in (FUNCTION, GENERATOR) else tests
        targets = Then((Call(("targets", x)), sign("=", x)))
        annotated = Either((Call(("place", x)), Call(("bracketed", x))))
        augmented = Either(tuple(sign(each, x) for each in _AUGMENTED))
        dotted = Then((name(x), Many(Then((dot, name(x))))))
        as_ = maybe(Then((word("as", x), name(x))))
        dots = Either((dot, sign("...", x)))
        origin = Either(
            (Then((dots, Many(dots), maybe(dotted))), Then((name(x, lexemes.MODULE), Many(Then((dot, name(x)))))))
        )
        inner = x.inside()
        one = Then((name(x), as_))
        one_inside = Then((name(inner), maybe(Then((word("as", inner), name(inner))))))
        imported: list[Rule] = [
            Then((one, Many(Then((sign(",", x), one))))),
            Then((sign("(", x), listed(one_inside, inner), sign(")", inner))),
        ]
        if place.code == MODULE:
            imported.append(sign("*", x))
        module = Then((dotted, as_))
        ways: list[Rule] = [
            value,
            Then((targets, Many(targets), value)),
            Then((Call(("single", x)), augmented, value)),
            Then((annotated, sign(":", x), Call(("test", x.plain())), maybe(Then((sign("=", x), value))))),
            word("pass", x),
            Then((word("raise", x), maybe(Then((test, maybe(Then((word("from", x), test)))))))),
            Then((word("global", x), _names(x))),
            Then((word("del", x), listed(Call(("deleted", x)), x))),
            Then((word("assert", x), test, maybe(Then((sign(",", x), test))))),
            Then((word("import", x), module, Many(Then((sign(",", x), module))))),
            Then((word("from", x), origin, word("import", x), Either(tuple(imported)))),
        ]
        return Either(tuple(ways))

    # Blocks

    def _title(self, key: tuple[str, Place, str]) -> str:
        kind, place, end = key
        return f"{kind} {place.code} {place.loop:d}{place.returns:d}{place.nonlocals:d} {end}"

    def _call(self, kind: str, place: Place, end: str) -> Expression:
        key = kind, place, end
        if key not in self._asked:
            self._asked.add(key)
            self._waiting.append(key)
        return Nonterminal(self._title(key))

    def _at_line(self, *parts: Rule) -> Expression:
        return self.spacer.write(Then(parts), LINE)

    def _block(self, place: Place, end: str) -> Expression:
        line = Sequence((self.spacer.write(Call(("line", place)), OTHER), _LINE_ENDS[end]))
        return Choice((line, self._indented("statement", "statement", place, end)))

    def _indented(self, kind: str, last: str, place: Place, end: str) -> Expression:
        last_end, block_end = _BLOCK_ENDS[end]
        return Sequence((_DEEPER, Repeat(self._call(kind, place, LEVEL)), self._call(last, place, last_end), block_end))

    def _statement(self, place: Place, end: str) -> Expression:
        line = Sequence((self.spacer.write(Call(("line", place)), LINE), _LINE_ENDS[end]))
        compound = ["if", "while", "for", "with", "try", "match", "definition"]
        return Choice((line, *(self._call(each, place, end) for each in compound)))

    def _chain(self, end: str, *clauses: tuple[Expression, Place, str]) -> Expression:
        """Clauses with blocks; each once, perhaps ("?") or any number of times ("*"). The last block ends as asked."""
        (head, place, many), rest = clauses[0], clauses[1:]
        may_be_last = all(each[2] != "1" for each in rest)
        ways = [self._call("block", place, end)] if may_be_last else []
        here = Sequence((head, self._call("block", place, LEVEL)))
        if rest:
            more = self._chain(end, *rest)
            if many == "*":
                last = [Sequence((head, *ways))] if ways else []
                return Sequence((Repeat(here), Choice([*last, more])))
            found: list[Expression] = [Sequence((head, *ways))] if ways else []
            found.append(Sequence((here, more)))
            if many == "?":
                found.append(more)
            return Choice(found)
        last_one = Sequence((head, *ways))
        return Sequence((Repeat(here), last_one)) if many == "*" else last_one

    def _if(self, place: Place, end: str) -> Expression:
        x = place.context
        condition = Call(("named", x)), sign(":", x)
        heads = [self._at_line(word(each, x), *condition) for each in ("if", "elif")]
        otherwise = self._at_line(word("else", x), sign(":", x))
        return self._chain(end, (heads[0], place, "1"), (heads[1], place, "*"), (otherwise, place, "?"))

    def _while(self, place: Place, end: str) -> Expression:
        x = place.context
        head = self._at_line(word("while", x), Call(("named", x)), sign(":", x))
        otherwise = self._at_line(word("else", x), sign(":", x))
        return self._chain(end, (head, place.in_loop(), "1"), (otherwise, place, "?"))

    def _async(self, place: Place, rule: Rule) -> Rule:
        if place.code not in (COROUTINE, GENERATOR):
            return rule
        return Then((maybe(word("async", place.context)), rule))

    def _for(self, place: Place, end: str) -> Expression:
        x = place.context
        each = Then((word("for", x), Call(("targets", x)), word("in", x), Call(("tests", x)), sign(":", x)))
        otherwise = self._at_line(word("else", x), sign(":", x))
        return self._chain(
            end, (self._at_line(self._async(place, each)), place.in_loop(), "1"), (otherwise, place, "?")
        )

    def _with(self, place: Place, end: str) -> Expression:
        x = place.context

        def item(x: Context) -> Rule:
            return Then((Call(("test", x)), maybe(Then((word("as", x), Call(("target", x)))))))

        inner = x.inside()
        plain = Then((item(x), Many(Then((sign(",", x), item(x))))))
        bracketed = Then((sign("(", x), listed(item(inner), inner), sign(")", inner)))
        head = Then((word("with", x), Either((plain, bracketed)), sign(":", x)))
        return self._chain(end, (self._at_line(self._async(place, head)), place, "1"))

    def _try(self, place: Place, end: str) -> Expression:
        x, group = place.context, place.in_group()
        as_ = maybe(Then((word("as", x), name(x))))

        def head(*parts: Rule) -> Expression:
            return self._at_line(*parts, sign(":", x))

        tried = head(word("try", x)), place, "1"
        handler = head(word("except", x), Call(("test", x)), as_)
        grouped = head(word("except", x), sign("*", x), Call(("test", x)), as_)
        bare = head(word("except", x))
        ends = (head(word("else", x)), place, "?"), (head(word("finally", x)), place, "?")
        return Choice(
            (
                self._chain(end, tried, (handler, place, "1"), (handler, place, "*"), (bare, place, "?"), *ends),
                self._chain(end, tried, (bare, place, "1"), *ends),
                self._chain(end, tried, (grouped, group, "1"), (grouped, group, "*"), *ends),
                self._chain(end, tried, (head(word("finally", x)), place, "1")),
            )
        )

    def _match(self, place: Place, end: str) -> Expression:
        x = place.context
        rest = Then((sign(",", x), maybe(listed(self.expressions.element(x), x))))
        subject = Either((Then((Call(("named", x)), maybe(rest))), Then((star(x), rest))))
        head = self._at_line(word("match", x), subject, sign(":", x))
        return Sequence((head, self._indented("case", "last_case", place, end)))

    def _case(self, place: Place, end: str) -> Expression:
        """One that is not the last: it does not fit all, or has a condition."""
        return self._cases(place, end, Then((word("if", place.context), Call(("named", place.context)))))

    def _last_case(self, place: Place, end: str) -> Expression:
        return self._cases(place, end, maybe(Then((word("if", place.context), Call(("named", place.context))))))

    def _cases(self, place: Place, end: str, condition_for_any: Rule) -> Expression:
        x = place.context
        condition = maybe(Then((word("if", x), Call(("named", x)))))
        some = Then((Either((Call(("refutable", x)), Call(("sequence", x)))), condition))
        any_ = Then((Call(("irrefutable", x)), condition_for_any))
        return self._chain(end, (self._at_line(word("case", x), Either((some, any_)), sign(":", x)), place, "1"))

    def _definition(self, place: Place, end: str) -> Expression:
        x = place.context
        decorator = Sequence((self._at_line(sign("@", x), Call(("named", x))), _LINE_ENDS[LEVEL]))
        returned = maybe(Then((sign("->", x), Call(("test", x.plain())))))
        head = Then((word("def", x), name(x), Call(("signature", x)), returned, sign(":", x)))
        function = self._chain(end, (self._at_line(head), place.within(FUNCTION), "1"))
        coroutine = self._at_line(word("async", x), head)
        bodies = [self._call("block", place.within(each), end) for each in (COROUTINE, GENERATOR)]
        class_ = self._at_line(word("class", x), name(x), maybe(Call(("bases", x))), sign(":", x))
        defined = Choice(
            (function, Sequence((coroutine, Choice(bodies))), self._chain(end, (class_, place.within(CLASS), "1")))
        )
        return Sequence((Repeat(decorator), defined))

    # Modules

    def _text(self) -> Expression:
        place = Place(MODULE)
        x = place.context
        doc = Sequence((self.spacer.write(Call(("strings", x)), LINE), _LINE_ENDS[LEVEL]))
        features = Either(tuple(Then((word(each, x), maybe(Then((word("as", x), name(x)))))) for each in _FUTURE))
        several = Then((features, Many(Then((sign(",", x), features)))))
        bracketed = Then((sign("(", x), several, maybe(sign(",", x)), sign(")", x)))
        future = Then((word("from", x), word("__future__", x), word("import", x), Either((several, bracketed))))
        alone = Sequence((self._at_line(future, maybe(sign(";", x))), _LINE_ENDS[LEVEL]))
        with_others = Sequence((self._at_line(future, sign(";", x), Call(("line", place))), _LINE_ENDS[LEVEL]))
        lines = [Repeat(lexemes.LINE_END, 0, 1), Repeat(doc, 0, 1), Repeat(alone), Repeat(with_others, 0, 1)]
        last = Choice((Sequence(()), lexemes.COMMENT, self._call("statement", place, LAST)))
        return Sequence((*lines, Repeat(self._call("statement", place, LEVEL)), last))


def _names(x: Context) -> Rule:
    return Then((name(x), Many(Then((sign(",", x), name(x))))))
