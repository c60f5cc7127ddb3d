"""The patterns of `match`. One that fits anything may stand last only, among cases and among alternatives."""

from __future__ import annotations

from . import terminals as lexemes
from .context import Context, blanks, name, sign, word
from .joined import joined
from .spacing import NOTHING, Call, Either, Ended, Many, Rule, Then, Token, Within, differing, maybe


class Patterns:
    """Their rules, by name and context."""

    def pattern(self, x: Context) -> Rule:
        return Either((Call(("refutable", x)), Call(("irrefutable", x))))

    def refutable(self, x: Context) -> Rule:
        closed = Call(("closed", x))
        return Then((closed, Many(Then((sign("|", x), closed))), self._bound(x)))

    def irrefutable(self, x: Context) -> Rule:
        inner = x.inside()
        group = Then((sign("(", x), Call(("irrefutable", inner)), sign(")", inner)))
        return Then((Many(Then((Call(("closed", x)), sign("|", x)))), Either((name(x), group)), self._bound(x)))

    def _bound(self, x: Context) -> Rule:
        return maybe(Then((word("as", x), name(x, lexemes.CAPTURE))))

    def closed(self, x: Context) -> Rule:
        """One that does not fit all."""
        inner = x.inside()
        group = Then(
            (sign("(", x), Either((NOTHING, Call(("refutable", inner)), self._several(inner))), sign(")", inner))
        )
        members = Then((sign("[", x), maybe(Either((self._members(inner),))), sign("]", inner)))
        value = Then((name(x), sign(".", x), name(x), Many(Then((sign(".", x), name(x))))))
        return Either((self._literal(x), value, group, members, self._mapping(x), self._class(x)))

    def sequence(self, x: Context) -> Rule:
        """Members without brackets, as a case may have them."""
        return self._several(x)

    def _several(self, x: Context) -> Rule:
        """As members, but one alone has a comma after it."""
        part, comma = Ended(Call(("pattern", x))), sign(",", x)
        rest = Then((sign("*", x), name(x)))
        more = Many(Then((comma, part)))
        after = maybe(
            Either(
                (Then((part, more, maybe(Then((comma, rest, more))), maybe(comma))), Then((rest, more, maybe(comma))))
            )
        )
        return Either((Then((part, comma, after)), Then((rest, comma, maybe(Then((part, more, maybe(comma))))))))

    def _members(self, x: Context) -> Rule:
        part, comma = Ended(Call(("pattern", x))), sign(",", x)
        more = Many(Then((comma, part)))
        rest = Then((sign("*", x), name(x), more))
        return Then((Either((Then((part, more, maybe(Then((comma, rest))))), rest)), maybe(comma)))

    def _literal(self, x: Context) -> Rule:
        integer, real, imaginary = (
            Token(each, blanks(x), True, True) for each in (lexemes.INTEGER, lexemes.REAL, lexemes.IMAGINARY)
        )
        signs = Either((sign("+", x), sign("-", x)))
        number = Then(
            (maybe(sign("-", x)), Either((imaginary, Then((Either((integer, real)), maybe(Then((signs, imaginary))))))))
        )
        words = tuple(word(each, x) for each in ("None", "True", "False"))
        return Either((number, Call(("pattern_strings", x)), Call(("bytes", x)), *words))

    def pattern_strings(self, x: Context) -> Rule:
        return joined(
            x,
            (lexemes.STRING, lexemes.PREFIXED_STRING),
            (lexemes.EMPTY_STRING, lexemes.EMPTY_PREFIXED_PLAIN),
            (lexemes.STRING,),
            lexemes.EMPTY_STRING,
        )

    def _mapping(self, x: Context) -> Rule:
        inner = x.inside()
        comma = sign(",", inner)
        value = Then((name(inner), sign(".", inner), name(inner), Many(Then((sign(".", inner), name(inner))))))
        item = Then((Either((self._literal(inner), value)), sign(":", inner), Ended(Call(("pattern", inner)))))
        rest = Then((sign("**", inner), name(inner, lexemes.CAPTURE)))
        items = Then((item, Many(Then((comma, item))), maybe(Then((comma, rest)))))
        return Then((sign("{", x), maybe(Then((Either((items, rest)), maybe(comma)))), sign("}", inner)))

    def _class(self, x: Context) -> Rule:
        inner = x.inside()
        part, comma = Ended(Call(("pattern", inner))), sign(",", inner)
        own = Token(differing(lexemes.NAME), blanks(inner), True, True)
        keyword = Then((own, sign("=", inner), part))
        keywords = Then((keyword, Many(Then((comma, keyword)))))
        parts = Then(
            (Either((Then((part, Many(Then((comma, part))), maybe(Then((comma, keywords))))), keywords)), maybe(comma))
        )
        return Then(
            (name(x), Many(Then((sign(".", x), name(x)))), Within(Then((sign("(", x), maybe(parts), sign(")", inner)))))
        )
