"""A grammar that this machine has compiled is read from the user's cache folder, and a file stands in for no other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import constrain
from constrain import Constraint, Vocabulary
from constrain.budget import Limits, limited
from constrain.errors import ConstrainError
from constrain.grammars import _native, lark
from constrain.grammars.lark import front, saved
from constrain.grammars.lark.parsing.flat_grammar import Waiting, WrittenGrammar
from constrain.storage import constraint_file
from tests.grammars.lark import test_indenter
from tests.grammars.lark.test_lark import random_grammar
from tests.grammars.lark.test_waiting import walked

TEXT = 'start: NAME ("," NAME)*\nNAME: /[a-z]+/\n%ignore " "'
_PIECES = ["".join(letters).encode() for size in (2, 3) for letters in product("abc ,", repeat=size)]
PIECES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), *_PIECES, None], end_ids=[256 + len(_PIECES)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this test's own, of a process that remembers nothing."""
    monkeypatch.setenv("CONSTRAIN_CACHE", str(tmp_path))
    monkeypatch.setattr(saved.later, "delay", 3600)  # files are written where a test says `finish`
    monkeypatch.setattr(front, "_remembered", {})
    yield tmp_path / "grammars"
    saved.finish()


def compiled(text: str = TEXT, **options: Any) -> Any:
    """The grammar as a new process makes it, and what is to be written is written."""
    front._remembered.clear()
    grammar = lark(text, **options)
    saved.finish()
    return grammar.flatten()


def constrained(text: str = TEXT, **options: Any) -> Constraint[str]:
    """A constraint as a new process makes it."""
    front._remembered.clear()
    return constrain.compile(lark(text, **options), PIECES)


def masks(constraint: Constraint[str], walks: int = 3, steps: int = 12) -> list[bytes]:
    """Those along some texts, the first one among them."""
    random = Random(1)
    return [mask for _ in range(walks) for mask in walked(constraint, random, steps)]


def knows_its_first_mask(constraint: Constraint[str]) -> bool:
    """Before anybody has asked for it."""
    constraint.matcher()
    return constraint.native.first_mask() is not None


def files(folder: Path, ending: str = saved.MASK_ENDING) -> list[Path]:
    """Those of first masks, or others."""
    return sorted(folder.glob("*" + ending))


def codes(flat: Any) -> Any:
    return [(each.name, each.code) for each in flat.terminals], flat[1:]


def test_a_grammar_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file gives the same, to the byte, and nothing is compiled."""
    made = compiled()
    assert len(list(folder.iterdir())) == 1
    with monkeypatch.context() as patch:
        patch.setattr(front, "_made", None)
        assert codes(made) == codes(compiled())


def test_another_text_or_option_is_another_file(folder: Path) -> None:
    """A layout counts by what it says, whatever the order of its sets."""
    compiled()
    compiled(TEXT + " ")
    compiled(lexer="basic")
    indented = "start: (A _N | A _N _INDENT start _DEDENT)+\nA: /a+/\n_N: /(\\r?\\n[\\t ]*)+/\n%declare _INDENT _DEDENT"
    for layout in (test_indenter.Tree(), test_indenter.Tree()):
        compiled(indented, postlex=layout)
    assert len(list(folder.iterdir())) == 4


def test_what_is_damaged_is_compiled_anew(folder: Path) -> None:
    """Cut off, changed, empty, or of another grammar."""
    made = codes(compiled())
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    compiled(TEXT + " ")
    (other,) = set(folder.iterdir()) - {path}
    for data in (whole[:-1], b"", whole[:40], whole[:90] + bytes((whole[90] ^ 1,)) + whole[91:], other.read_bytes()):
        path.write_bytes(data)
        path.chmod(0o600)
        assert made == codes(compiled())
        assert whole == path.read_bytes()


def test_what_others_could_have_written_is_not_read(folder: Path) -> None:
    """It is written again."""
    compiled()
    (path,) = folder.iterdir()
    path.chmod(0o666)
    assert saved.load(path.stem) is None


def test_files_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those used longest ago go."""
    monkeypatch.setattr(saved, "MOST_FILES", 3)
    monkeypatch.setattr(saved, "_PRUNED", 1)
    for number in range(6):
        compiled(f"{TEXT}\n// {number}")
    assert len(list(folder.iterdir())) == 3


def test_nothing_is_written_where_nothing_is_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where files of the user's are read, which may change."""
    compiled(source_path="somewhere.lark")
    monkeypatch.setenv("CONSTRAIN_CACHE", "off")
    compiled()
    assert not folder.exists()


def test_another_process_finds_it(folder: Path) -> None:
    """With another seed for the order of sets."""
    script = (
        "from constrain.grammars import lark; from constrain.grammars.lark import front, saved; import sys\n"
        "if sys.argv[1] == 'second': front._made = None\n"
        f"print(len(lark({TEXT!r}).flatten().codes)); saved.finish()"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script, which],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for which, seed in (("first", "1"), ("second", "2"))
    ]
    assert found[0] == found[1] != ""
    assert len(list(folder.iterdir())) == 1


# ---- first masks, and graphs whose states are read when a text comes to them ----


@pytest.mark.parametrize("seed", range(60))
def test_what_is_read_has_the_masks_of_what_is_made(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit by bit along random texts, on random grammars; those that are refused leave nothing."""
    text = random_grammar(Random(seed))
    options = {"lexer": ("contextual", "basic")[seed % 2]}
    monkeypatch.setenv("CONSTRAIN_CACHE", "off")
    try:
        expected = masks(constrained(text, **options))
    except ConstrainError:
        return
    monkeypatch.setenv("CONSTRAIN_CACHE", str(folder.parent))
    assert expected == masks(constrained(text, **options))
    saved.finish()
    monkeypatch.setattr(front, "_made", None)

    assert knows_its_first_mask(constrained(text, **options))
    assert expected == masks(constrained(text, **options))


def test_layouts_have_their_first_masks_as_well(folder: Path) -> None:
    """Where lines count, the whole graph is read at once."""
    text = "start: (A _N | A _N _INDENT start _DEDENT)+\nA: /[ab]+/\n_N: /(\\r?\\n[\\t ]*)+/\n%declare _INDENT _DEDENT"
    expected = masks(constrained(text, postlex=test_indenter.Tree()))
    saved.finish()

    again = constrained(text, postlex=test_indenter.Tree())

    assert knows_its_first_mask(again)
    assert expected == masks(again)


def test_a_first_mask_is_written_once_it_is_made(folder: Path) -> None:
    """Not where nobody asks; where somebody asks late, with what is written next; for each vocabulary its own."""
    constraint = constrained()
    saved.finish()
    assert [] == files(folder)

    masks(constraint)
    saved.finish()
    assert len(files(folder)) == 1
    assert knows_its_first_mask(constrained())

    other = Vocabulary.from_bytes([*PIECES.token_bytes[:256], None], end_ids=[256])
    constrain.compile(lark(TEXT), other).matcher().fill_bitmask(constrain.allocate_bitmask(1, other)[0])
    saved.finish()
    assert len(files(folder)) == 2


def test_a_constraint_that_is_gone_is_not_kept_for_its_mask(folder: Path) -> None:
    """What nobody has asked for by the first time of writing is not waited for any longer."""
    constrained()
    saved.finish()
    saved.finish()

    assert [] == files(folder)
    assert not saved.later.waiting


@pytest.mark.parametrize("ending", [saved.ENDING, saved.MASK_ENDING])
def test_a_flipped_bit_changes_no_mask(folder: Path, ending: str) -> None:
    """Anywhere in either file; also where it is cut off, or another grammar's."""
    expected = masks(constrained())
    masks(constrained(TEXT.replace("a-z", "b-z")))
    saved.finish()
    names = [path.name for path in files(folder, ending)]
    whole = {name: (folder / name).read_bytes() for name in names}
    random, (one, other) = Random(2), names
    for at in [*range(48), *random.choices(range(len(whole[one])), k=40), -1]:
        for name in names:
            data = bytearray(whole[name])
            data[at] ^= 1 << random.randrange(8)
            (folder / name).write_bytes(data)
        assert expected == masks(constrained())
        saved.finish()
    for cut in (b"", whole[one][:31], whole[one][:-1], whole[other]):
        (folder / one).write_bytes(cut)
        assert expected == masks(constrained())
        saved.finish()


def test_what_can_be_no_first_mask_is_not_taken() -> None:
    """Of another length, with a token that is no text or beyond the vocabulary, with none at all, or too late."""
    words = PIECES.words
    good, beyond = np.zeros((2, words), np.uint32)
    good[0] = 1
    beyond[-1] = 1 << 31
    native = constrained().native
    for mask in (b"", good.tobytes()[:-1], good.tobytes() + bytes(4), bytes(4 * words), beyond.tobytes()):
        assert not native.begin_with(mask)
    assert native.begin_with(good.tobytes())
    assert not native.begin_with(good.tobytes())
    begun = constrained()
    expected = masks(begun)
    assert not begun.native.begin_with(good.tobytes())
    assert expected == masks(begun)


def test_a_graph_that_lies_with_a_good_digest_harms_nobody(folder: Path) -> None:
    """It is refused, or means something else: the core looks at whatever it is given."""
    compiled()
    (path,) = files(folder, saved.ENDING)
    data = path.read_bytes()
    at = constraint_file.head(data, "the file").at
    assert isinstance(saved.load(path.stem), Waiting)
    random, refused = Random(3), 0
    for _ in range(600):
        lie = bytearray(data)
        for _ in range(random.randrange(1, 4)):
            lie[random.randrange(at, len(lie))] = random.choice((0, 1, 2, 3, 127, 128, 255, random.randrange(256)))
        lie = lie[: random.choice((len(lie), len(lie), random.randrange(at, len(lie))))]
        try:
            made = Waiting(_native.LarkStatesSaved(bytes(lie), at))
        except ValueError:
            refused += 1
            continue
        with suppress(ConstrainError), limited(Limits(steps=100_000)):
            masks(constrain.compile(WrittenGrammar(made), PIECES), walks=1, steps=4)
    assert 50 < refused < 590
