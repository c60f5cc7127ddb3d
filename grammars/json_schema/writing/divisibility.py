"""Divisibility that no digit pattern shows (by 3, by 7, by 0.35): a small automaton, written as right-linear rules.

The automaton reads a plain numeral digit by digit and keeps the remainder by every divisor, how the digits so far
compare with every bound, and the number of digits. Only states that are reached are made, and remainders that the same
digits complete to multiples are one (of 256 remainders by 256, some 60 differ: only the last eight digits matter). Each
state becomes a nonterminal whose right side names the next digit and the next state, which costs the recogniser nothing
(tail calls are jumps).
Numerals in scientific notation are left out. Where the divisors are so large that there would be too many states, the
numerals are shorter: of few digits only some have a multiple among what they can become, and the others are left out.

The walk is native for divisors of one machine word; the one here is for others, and what that is tested against.
"""

from __future__ import annotations

from array import array
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import gcd, lcm, prod

from constrain.budget import TURN, allow_more, share, spend
from constrain.errors import LimitExceeded
from constrain.grammar import Choice, Expression, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import byte_class, literal

from ..._native import divide, numerals
from ..values.numbers import Numbers, step_of

_DIGITS = 20  # a plain numeral has no more digits than this, or than a bound needs, before the point
_FEWEST = 1
_EXACT = 15  # so many digits survive a reader who parses what has a point to doubles
_LIMIT = 20_000
_MINUS = Terminal(literal(b"-"), "-")
_POINT = Terminal(literal(b"."), ".")


# phase (0 before the point, 1 just after it, 2 later), digits read in this phase (up to `places` after the point;
# -1 for a single zero before it), order to each bound (-1, 0, 1), remainders, and whether a digit other than 0 stands
# beyond the places at which divisors and bounds end. A plain tuple, since thousands are made.
_State = tuple[int, int, tuple[int, ...], tuple[int, ...], bool]


class _Magnitudes:
    """The plain numerals without sign whose value, times `sign`, is in the shape."""

    def __init__(self, shape: Numbers, sign: int, whole_only: bool, digits: int) -> None:
        self.whole_only = whole_only
        self.possible = True
        bounds: list[tuple[Decimal, set[int]]] = []
        if shape.low is not None:
            bounds.append((shape.low, {1} if shape.low_open else {0, 1}))
        if shape.high is not None:
            bounds.append((shape.high, {-1} if shape.high_open else {-1, 0}))
        bounds += [(value, {-1, 1}) for value in shape.excluded]
        steps = [(Fraction(d), False) for d in shape.never]
        step = step_of(shape)
        if step is not None:
            steps.append((step, True))
        if shape.whole is False:
            steps.append((Fraction(1), False))
        self.places = 0
        self.bounds: list[tuple[str, str]] = []  # the digits of each bound before and after the point
        self.allowed: list[set[int]] = []
        for value, orders in bounds:
            if value != 0 and (value > 0) != (sign > 0):  # beyond zero: every magnitude lies on the same side of it
                self.possible &= sign in orders
                continue
            whole, _, fraction = f"{value.copy_abs():f}".partition(".")
            self.bounds.append((whole.lstrip("0") or "0", fraction.rstrip("0")))
            self.allowed.append({order * sign for order in orders})
            self.places = max(self.places, len(self.bounds[-1][1]))
        while any(10**self.places % step.denominator for step, _ in steps):
            self.places += 1
        self.bounds = [(whole, fraction.ljust(self.places, "0")) for whole, fraction in self.bounds]
        self.moduli = [int(step * 10**self.places) for step, _ in steps]
        self.wanted = [wanted for _, wanted in steps]
        self.divisors = [m for m, wanted in zip(self.moduli, self.wanted, strict=True) if wanted and m > 10]
        self._reduced: dict[tuple[int, int, tuple[int, ...]], tuple[int, ...] | None] = {}
        self._first: dict[tuple[int, tuple[int | None, ...]], int] = {}  # of the remainders that mean the same
        self.longest = max((len(whole) for whole, _ in self.bounds), default=0)
        self.digits = self.longest
        if digits == _DIGITS:  # enough for some multiples in any case
            digits = max(digits, len(str(lcm(1, *self.divisors) // 10**self.places)) + 1)
        while self.digits < digits:  # longer numerals never have fewer states
            middle = (self.digits + digits + 1) // 2
            if self._states(middle) <= _LIMIT // 2:
                self.digits = middle
            else:
                digits = middle - 1
        self.digits = max(self.digits, _FEWEST)

    def key(self) -> object:
        """Equal for magnitudes that are written alike."""
        bounds = tuple(self.bounds), tuple(map(frozenset, self.allowed))
        return self.places, self.digits, self.whole_only, bounds, tuple(self.moduli), tuple(self.wanted)

    def _states(self, digits: int) -> float:
        """About how many states there are before the point if numerals have so many digits."""
        wanted = lcm(1, *self.divisors)
        # Before the point, only the remainder by what the places behind it leave of a divisor counts.
        whole = [m // gcd(m, 10**self.places) for m in self.moduli]
        period = min(lcm(*whole), prod(min(_differing(m), w) for m, w in zip(self.moduli, whole, strict=True)))
        spend(TURN * (digits + self.places))
        total = 0.0
        for count in range(1, digits + 1):
            here = min(10**count, period, _LIMIT)
            left = 10 ** (digits - count + self.places)
            total += here if left >= wanted else _about(10**count * left, wanted, here)
        for count in range(0 if self.whole_only else self.places):
            kinds = prod(_completed(m, 10 ** (self.places - count)) for m in self.moduli)
            total += _about(10 ** (digits + self.places), wanted, min(10 ** (digits + count), kinds))
        return total * (1 + 0.5 * len(self.bounds))

    def reduced(self, state: _State) -> _State | None:
        """The state with the first known remainders that the same digits complete; None if none make a multiple."""
        phase, count, orders, remainders, off_grid = state
        key = phase and 1, count, remainders
        if key in self._reduced:
            found = self._reduced[key]
        else:
            left = 0 if phase or count < 0 else self.digits - count  # digits that may follow before the point
            low = max(self.places - count, 0) if phase else self.places
            found = self._reduced[key] = self._classes(remainders, low, low + left)
        return None if found is None else (phase, count, orders, found, off_grid)

    def _classes(self, remainders: tuple[int, ...], low: int, high: int) -> tuple[int, ...] | None:
        """For each remainder the first one known for which the same numbers of `low` to `high` digits may follow."""
        out = []
        for index, (remainder, modulus) in enumerate(zip(remainders, self.moduli, strict=True)):
            follow: list[int | None] = []  # by number of digits: the least number that makes a multiple; None if longer
            power = 10**low
            for _ in range(low, high + 1):
                spend(TURN // 2)
                least = -remainder * power % modulus
                follow.append(least if least < power else None)
                if power >= modulus:
                    break  # and further digits depend on this alone
                power *= 10
            if self.wanted[index] and not any(least is not None for least in follow):
                return None
            out.append(self._first.setdefault((index, (low, high, *follow)), remainder))
        return tuple(out)

    def start(self) -> _State:
        return 0, 0, (0,) * len(self.bounds), (0,) * len(self.moduli), False

    def after(self, state: _State) -> list[tuple[int, _State]]:
        """Each digit that may follow, with the state then."""
        phase, count, orders, remainders, off_grid = state
        if phase == 0:
            if count == self.digits or count < 0:
                return []  # too long, or a zero in front
            if count and (count >= self.longest or all(orders)):
                return self._settled(0, count + 1, orders, remainders)
            marks = [int(whole[count]) if count < len(whole) else None for whole, _ in self.bounds]
        elif count < self.places:
            if all(orders):
                return self._settled(2, count + 1, orders, remainders)
            marks = [int(fraction[count]) for _, fraction in self.bounds]
        else:
            beyond = (2, count, tuple(order or 1 for order in orders), remainders, True)
            same = (2, count, orders, remainders, off_grid)
            if any(self.wanted):
                return [(0, same)]  # anything else is not even a multiple of the grid
            return [(0, same), *((digit, beyond) for digit in range(1, 10))]
        out = []
        for digit in range(10):
            now = tuple(
                order or (0 if mark is None else _order(digit, mark)) for order, mark in zip(orders, marks, strict=True)
            )
            rest = tuple((r * 10 + digit) % m for r, m in zip(remainders, self.moduli, strict=True))
            zero = phase == 0 and count == 0 and digit == 0
            out.append((digit, (phase and 2, -1 if zero else count + 1, now, rest, False)))
        return out

    def _settled(
        self, phase: int, count: int, orders: tuple[int, ...], remainders: tuple[int, ...]
    ) -> list[tuple[int, _State]]:
        """`after` where no bound is to be compared any more."""
        if len(remainders) == 1:
            first, m = remainders[0] * 10, self.moduli[0]
            return [(digit, (phase, count, orders, ((first + digit) % m,), False)) for digit in range(10)]
        rests = [(r * 10, m) for r, m in zip(remainders, self.moduli, strict=True)]
        return [(digit, (phase, count, orders, tuple((r + digit) % m for r, m in rests), False)) for digit in range(10)]

    def point(self, state: _State) -> _State | None:
        """The state after the decimal point."""
        phase, count, orders, remainders, _ = state
        if phase or not count or self.whole_only or count + self.places > _EXACT:
            return None
        return 1, 0, self._lengths(count, orders), remainders, False

    def _lengths(self, count: int, orders: tuple[int, ...]) -> tuple[int, ...]:
        """The orders once the number of digits before the point is known."""
        if not orders:
            return orders
        return tuple(
            _order(abs(count), len(whole)) or order for order, (whole, _) in zip(orders, self.bounds, strict=True)
        )

    def accepts(self, state: _State) -> bool:
        """Whether a numeral may end here; missing places count as zeros."""
        phase, count, orders, remainders, off_grid = state
        if phase == 1 or (not count and phase == 0):
            return False
        if phase == 0:
            orders, count = self._lengths(count, orders), 0
        for order, (_, fraction), allowed in zip(orders, self.bounds, self.allowed, strict=True):
            if (order or (-1 if fraction[count:].strip("0") else 0)) not in allowed:
                return False
        if off_grid:
            return True
        scale = 10 ** (self.places - count)
        return all(
            (r * scale % m == 0) == wanted for r, m, wanted in zip(remainders, self.moduli, self.wanted, strict=True)
        )


def _completed(modulus: int, numbers: int) -> int:
    """How many remainders by it differ in which of so many numbers, a power of 10, complete them to a multiple."""
    common = gcd(modulus, numbers)
    return min(modulus // common, numbers // common + 1)


@lru_cache(1024)
def _differing(modulus: int) -> int:
    """About how many remainders by it differ in what digits complete them: of a power of 10 only the zeros count."""
    tens, rest = 1, modulus
    for prime in (2, 5):
        while rest % prime == 0:
            tens, rest = tens * prime, rest // prime
    if tens > 1024:
        return modulus
    kinds = set()
    for remainder in range(tens):
        places, follow = 1, [int(remainder == 0)]
        while places < tens:
            places *= 10
            least = -remainder * places % tens
            follow.append(least if least < places else -1)
        kinds.add(tuple(follow))
    return rest * len(kinds)


def _order(a: int, b: int) -> int:
    return (a > b) - (a < b)


def rules(shape: Numbers, whole_only: bool, prefix: str, pointer: str) -> tuple[Expression, dict[str, Expression]]:
    """An expression for the numerals of a shape and the productions it needs, with names that begin with `prefix`."""
    sides = [_Magnitudes(shape, sign, whole_only, _DIGITS) for sign in (1, -1)]
    try:
        return _rules(sides, prefix, pointer)
    except LimitExceeded:  # the guess of how many states there are was wrong: once more, if shorter numerals are some
        most = max(side.digits for side in sides)
        if most <= max(_FEWEST, *(side.longest for side in sides)):
            raise
        return _rules([_Magnitudes(shape, sign, whole_only, most // 3) for sign in (1, -1)], prefix, pointer)


def _rules(sides: list[_Magnitudes], prefix: str, pointer: str) -> tuple[Expression, dict[str, Expression]]:
    """The numerals of both signs: first those without a minus; the same magnitudes are written once."""
    productions: dict[str, Expression] = {}
    starts: dict[object, Nonterminal | None] = {}
    ways: list[Expression] = []
    for side, sign in zip(sides, "+-", strict=True):
        if side.possible:
            key = side.key()
            if key not in starts:
                starts[key] = _explore(side, f"{prefix}{sign}", productions, pointer)
            start = starts[key]
            if start is None:
                continue
            if sign == "+":
                ways.append(start)
                continue
            kept: list[Expression] = _without_zero(productions[start.name]) if side.whole_only else [start]
            if kept:
                ways.append(Sequence((_MINUS, Choice(kept))))
    return Choice(ways), productions


def _without_zero(numerals: Expression) -> list[Expression]:
    """The ways to begin a numeral but for a single zero, which is all that a leading zero is: integers have no `-0`."""
    assert isinstance(numerals, Choice)
    return [way for way in numerals.parts if isinstance(way, Sequence) and way.parts[0] is not _DIGITS_OF[1]]


# A state as it is written: its number, the digits (as bits) that lead to each other state, the state after a point (-1
# if none may follow), and whether a numeral may end there. Native code passes them on as numbers of 32 bits.
_Written = tuple[int, list[tuple[int, int]], int, bool]
_MOST = 2**60  # divisors that the native walk takes


def _explore(side: _Magnitudes, prefix: str, productions: dict[str, Expression], pointer: str) -> Nonterminal | None:
    """Write the productions of all states, of which the first comes back; None if there is no numeral at all."""
    limit = share(_LIMIT)
    states = states_of(side, limit)
    if states is None:
        raise LimitExceeded(
            f"{pointer}: divisibility needs more than {limit} states; add a maximum and a minimum, or round the "
            f"divisor, or {allow_more(limit, limit + 1)}",
            limit=limit,
            needed=limit + 1,
        )
    if not states:
        return None
    productions.update(numerals(states, prefix, _DIGITS_OF, _POINT))
    return Nonterminal(f"{prefix}0")


def _about(over: int, under: int, most: int) -> float:
    """`over / under + 1`, but no more than `most`, nor than is counted: the numbers may be greater than any float."""
    most = min(most, _LIMIT)
    return most if over >= (most - 1) * under else over / under + 1


def states_of(side: _Magnitudes, limit: int) -> bytes | None:
    """`walked`, natively where that is possible, as numbers."""
    if any(modulus > _MOST for modulus in side.moduli):
        states = walked(side, limit)
        return None if states is None else as_numbers(states)
    bounds = [
        (whole, fraction, -1 in allowed, 0 in allowed, 1 in allowed)
        for (whole, fraction), allowed in zip(side.bounds, side.allowed, strict=True)
    ]
    divisors = list(zip(side.moduli, side.wanted, strict=True))
    return divide(side.places, side.digits, side.longest, side.whole_only, bounds, divisors, limit)


def as_numbers(states: list[_Written]) -> bytes:
    """What `divide` gives for the same states."""
    found = array("i")
    for number, ways, point, accepts in states:
        found.extend((number, point, accepts, len(ways), *chain.from_iterable(ways)))
    return found.tobytes()


def walked(side: _Magnitudes, limit: int) -> list[_Written] | None:
    """The states from which numerals end, in the order in which they are done; None if there are more than `limit`."""
    numbers: dict[_State, int] = {}
    waiting: list[_State] = []

    def named(state: _State) -> int:
        found = numbers.get(state)
        if found is None:
            found = numbers[state] = len(numbers)
            waiting.append(state)
        return found

    named(side.start())
    out: list[_Written] = []
    while waiting:
        spend(20 * TURN)
        state = waiting.pop()
        by_target: dict[_State, int] = {}
        for digit, target in side.after(state):
            reduced = side.reduced(target)
            if reduced is not None:
                by_target[reduced] = by_target.get(reduced, 0) | 1 << digit
        pointed = side.point(state)
        pointed = None if pointed is None else side.reduced(pointed)
        ways = [(digits, named(target)) for target, digits in by_target.items()]
        out.append((numbers[state], ways, -1 if pointed is None else named(pointed), side.accepts(state)))
        if len(numbers) > limit:
            return None
    return _alive(out)


def _alive(states: list[_Written]) -> list[_Written]:
    """Without the states from which no numeral ends."""
    alive = {number for number, _, _, accepts in states if accepts}
    grown = True
    while grown:
        spend(TURN // 2 * len(states))
        before = len(alive)
        alive.update(n for n, ways, point, _ in states if point in alive or any(target in alive for _, target in ways))
        grown = len(alive) > before
    return [
        (number, [way for way in ways if way[1] in alive], point if point in alive else -1, accepts)
        for number, ways, point, accepts in states
        if number in alive
    ]


class _Digits(dict[int, Terminal]):
    """The terminals of sets of digits, which are bits."""

    def __missing__(self, digits: int) -> Terminal:
        found = self[digits] = Terminal(byte_class(digits << 0x30), "digit")
        return found


_DIGITS_OF = _Digits()
