"""Several processes share a cache folder: they write and read the same grammars, some die, and the folder may be bad.

Whatever happens, each has the masks of a process that keeps nothing, and none hangs.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TEXTS = [f'start: NAME ("{mark}" NAME)*\nNAME: /[a-{last}]+/\n%ignore " "' for mark in ",;+" for last in "xyz"]
SECONDS = 120  # after which a process counts as hanging; all of them take some seconds

# One process. It says a digest of the masks of each grammar, the first it compiles and the rest.
WORKER = f"""
import os, random, signal, sys
import constrain
from constrain.grammars import lark
from constrain.grammars.lark import front, saved

HOW, rounds = sys.argv[1], int(sys.argv[2])
vocabulary = constrain.Vocabulary([bytes([byte]) for byte in range(256)] + [b"ab", b", ", b",a", None], end_ids=[259])
bitmask = constrain.allocate_bitmask(1, vocabulary)
write_whole, written = saved.write_whole, 0

def dies_halfway(path, pieces):
    global written
    written += 1
    if written < rounds:
        return write_whole(path, pieces)
    def half():
        for piece in pieces:
            yield piece[: len(piece) // 2]
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)
    write_whole(path, half())

if HOW == "dies":
    saved.write_whole = dies_halfway
if HOW == "full":
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))  # a write of more is an error, as on a full disk
if HOW == "prunes":
    saved._PRUNED, saved.MOST_FILES = 1, 3

def masks(text):
    front._remembered.clear()
    matcher = constrain.compile(lark(text), vocabulary).matcher()
    found = b""
    for token in b"ab":
        matcher.fill_bitmask(bitmask[0])
        found += bitmask.tobytes()
        matcher.advance(token)
    return found

texts = {TEXTS!r}
if HOW == "dies":  # others may have written all of these before
    texts += [f'start: "ab {{os.getpid()}} {{number}}"' for number in range(rounds)]
expected = {{}}
for turn in range(1 if HOW == "off" else rounds):
    order = random.Random(f"{{os.getpid()}} {{turn}}").sample(texts, len(texts))
    for text in order:
        found = masks(text)
        assert expected.setdefault(text, found) == found, "one process, two masks"
    saved.finish()
print([expected[text].hex() for text in texts])
"""


def worker(cache: Path, how: str = "", rounds: int = 4) -> subprocess.Popen[str]:
    environment = {**os.environ, "CONSTRAIN_CACHE": "off" if how == "off" else str(cache)}
    command = [sys.executable, "-c", WORKER, how, str(rounds)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    """What it wrote; it must have ended well, in time, and without a word to the user."""
    try:
        out, errors = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    return out


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The masks of a process without a cache."""
    return said(worker(tmp_path_factory.mktemp("none"), "off"))


def test_processes_that_write_read_remove_and_die_disturb_nobody(tmp_path: Path, expected: str) -> None:
    """Two that die in the middle of a write, at the first and the fifth, one that removes files, and readers of all."""
    dying = [worker(tmp_path, "dies", rounds) for rounds in (1, 5)]
    living = [worker(tmp_path, how) for how in ("", "", "prunes")]
    assert [expected] * 3 == [said(each) for each in living]
    for each in dying:
        out, errors = each.communicate(timeout=SECONDS)
        assert (each.returncode, out, errors) == (-signal.SIGKILL, "", "")
    halves = [path for path in (tmp_path / "grammars").iterdir() if path.suffix not in (".grammar", ".mask")]
    assert len(halves) == 2

    assert expected == said(worker(tmp_path, rounds=1))


def test_half_a_file_in_place_of_each_is_no_file(tmp_path: Path, expected: str) -> None:
    """As after a power cut, where a name was taken and the content not yet on the disk; all are written again."""
    said(worker(tmp_path))
    files = {path: path.read_bytes() for path in (tmp_path / "grammars").iterdir()}
    assert len(files) == 2 * len(TEXTS)
    for path, data in files.items():
        path.write_bytes(data[: len(data) // 2])

    assert [expected] * 2 == [said(each) for each in [worker(tmp_path) for _ in range(2)]]
    assert files == {path: path.read_bytes() for path in files}


def test_a_full_disk_is_no_error(tmp_path: Path, expected: str) -> None:
    """Nothing is left of what could not be written."""
    assert expected == said(worker(tmp_path, "full"))
    assert [] == list((tmp_path / "grammars").iterdir())


@pytest.mark.parametrize("place", ["file", "link to nowhere", "files as folders", "read-only"])
def test_a_folder_that_is_none_is_no_error(tmp_path: Path, expected: str, place: str) -> None:
    """Nor one in which folders have the files' names; root, who may write anywhere, is tested with the others."""
    grammars = tmp_path / "grammars"
    match place:
        case "file":
            grammars.write_text("")
        case "link to nowhere":
            grammars.symlink_to(tmp_path / "nowhere" / "at all")
        case "files as folders":
            said(worker(tmp_path))
            for path in list(grammars.iterdir()):
                path.unlink()
                path.mkdir()
        case "read-only":
            grammars.mkdir()
            grammars.chmod(0o500)
    assert expected == said(worker(tmp_path))
