"""Files in the user's cache folder: where they are, whether one can be believed, and how many stay.

`vocabulary_cache` keeps vocabularies there, and Lark's front end compiled grammars; each has a folder and a form of its
own. A file that another user could have written is none, a name is taken when a file is whole, and those used longest
ago go first. What an error of the file system means is the caller's to say. Files are written on a thread (`Later`).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

SWITCH = "CONSTRAIN_CACHE"  # a folder, or "0" or "off"
DECIDING = (SWITCH, "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE")  # variables that decide where files are
_STALE = 3600  # seconds after which a temporary file is a dead writer's, and a use is noted again


def folder(kind: str) -> Path | None:
    """Where the files of one kind are; None where the user wants none or the system names no place."""
    chosen = os.environ.get(SWITCH, "").strip()
    if chosen.lower() in ("0", "off"):
        return None
    try:
        if chosen:
            return Path(chosen).expanduser() / kind
        return _users_caches() / "constrain" / kind
    except (RuntimeError, KeyError):  # nobody's home
        return None


def _users_caches() -> Path:
    """The folder in which this user's programs keep their caches."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".cache"  # relative ones are void, says the standard


def read(path: str | os.PathLike[str], most: int) -> bytes | None:
    """The content of a file of at most so many bytes that only this user, or the system, can have written."""
    # Opening a pipe would wait for a writer.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb") as file:
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode) or status.st_size > most:
            return None
        if hasattr(os, "geteuid") and (status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022):
            return None
        data = file.read(status.st_size)
    if time.time() - status.st_mtime > _STALE:
        with contextlib.suppress(OSError):
            os.utime(path)  # what was used last stays longest
    return data


def prune(place: Path, ending: str, newest: str, most_bytes: int, most_files: int | None = None) -> None:
    """Remove what dead writers left, and the files used longest ago until the rest fits; never the newest.

    Files are those whose names are 64 hexadecimal digits and the ending; others stay untouched.
    """
    ours = re.compile(rf"[0-9a-f]{{64}}{re.escape(ending)}(\..+)?")
    files: list[tuple[float, int, str]] = []
    now = time.time()
    with os.scandir(place) as entries:
        for entry in entries:
            if not ours.fullmatch(entry.name) or not entry.is_file(follow_symlinks=False):
                continue
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue  # another process was faster
            if entry.name.endswith(ending):
                files.append((status.st_mtime, status.st_size, entry.name))
            elif now - status.st_mtime > _STALE:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
    total, count = sum(size for _, size, _ in files), len(files)
    for _, size, name in sorted(files):
        if total <= most_bytes and (most_files is None or count <= most_files):
            return
        if name != newest:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place / name)
            total, count = total - size, count - 1


class Later:
    """Does work on a thread of its own, half a second from now or as the process ends; at most `most` pieces wait.

    Any thread may ask. What a piece of work raises, nobody hears: the next process does without its file. A forked
    process has no thread and does nothing of this, since its parent does.
    """

    def __init__(self, name: str, most: int | None = None) -> None:
        self.delay = 0.5  # seconds, which are a program's busiest: its first compile and mask
        self.waiting: dict[str, Callable[[], bool]] = {}
        self._name, self._most = name, most
        self._forget()
        # While the interpreter is whole: a thread of a process that ends would be stopped anywhere.
        atexit.register(self.finish)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._lock, self._ending = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self.waiting.clear()

    def ask(self, key: str, work: Callable[[], bool]) -> None:
        """Have it done once, though it be asked for twice; where it gives False, it is tried again with what comes."""
        with self._lock:
            self.waiting[key] = work
            if self._most is not None and len(self.waiting) > self._most:
                self.waiting.pop(next(iter(self.waiting)))
            if self._thread is None:
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                with contextlib.suppress(RuntimeError):  # no more threads, or the process is ending
                    thread.start()
                    self._thread = thread

    def _work(self) -> None:
        self._ending.wait(self.delay)
        early: dict[str, Callable[[], bool]] = {}
        while True:
            with self._lock:
                if not self.waiting:
                    self.waiting.update(early)
                    self._thread = None
                    return
                key = next(iter(self.waiting))
                work = self.waiting.pop(key)
            with contextlib.suppress(Exception):
                if not work():
                    early[key] = work

    def finish(self) -> None:
        """Do what was asked for, without waiting any longer, and return when it is done."""
        with self._lock:
            thread = self._thread
        self._ending.set()
        if thread is not None:
            thread.join()
        self._work()  # what was too soon before
        self._ending.clear()
