"""Regular expressions: `regex(pattern, flags)` is the language of `re.fullmatch`, exactly.

The way of a pattern: `parse` (CPython's own parser), `ecma` (JavaScript's syntax) or `rust` (that of Rust's crate
`regex`, which Pydantic uses) gives a tree, `translate` turns the tree into a `Pattern` over bytes, by way of sets of
code points that a `Spelling` writes down. Other front ends use the same: `translate(search(ecma(p)), spelling)` is a
JSON Schema pattern over the text between the quotes, and `translate(parse(p), first_match=True)` what a lexer takes
that tries `re.match` at some place.
"""

from .ecmascript import parse as ecma
from .front import regex
from .parse import parse
from .rust import parse as rust
from .spelling import UTF8, Spelling
from .translate import search, translate

__all__ = ["UTF8", "Spelling", "ecma", "parse", "regex", "rust", "search", "translate"]
