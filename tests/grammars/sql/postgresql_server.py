"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket, run by an unprivileged user.

The judge is PREPARE.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest


def _folder() -> Path | None:
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((f for f in folders if (f / "initdb").exists() and (f / "postgres").exists()), None)


def _unprivileged() -> list[str]:
    """What runs a command as somebody who may start a server: root may not."""
    if os.getuid():
        return []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return []


@cache
def server() -> Path:
    """The folder of the server's socket; skips where there is no server."""
    psycopg, binaries = pytest.importorskip("psycopg"), _folder()
    if binaries is None:
        pytest.skip("PostgreSQL's server is not installed")
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    folder.chmod(0o777)
    run, log = _unprivileged(), folder / "log"
    made = subprocess.run(
        [*run, binaries / "initdb", "-D", folder / "data", "-A", "trust", "-U", "judge", "-E", "UTF8", "--locale=C",
         "--no-sync"],
        capture_output=True, text=True, timeout=120, check=False, cwd=folder,
    )  # fmt: skip
    if made.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"no server could be made: {made.stderr[-200:]}")
    with log.open("w") as out:
        process = subprocess.Popen(
            [*run, binaries / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c",
             "fsync=off", "-c", "shared_buffers=16MB"],
            stdout=out, stderr=out, cwd=folder,
        )  # fmt: skip

    def stop() -> None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    for _ in range(100):
        try:
            psycopg.connect(host=str(folder), user="judge", dbname="postgres").close()
        except psycopg.Error:
            time.sleep(0.2)
        else:
            return folder
    pytest.skip(f"the server did not start: {log.read_text()[-200:]}")


def connected(database: str) -> Any:
    """A connection to a database of it."""
    psycopg = pytest.importorskip("psycopg")
    return psycopg.connect(host=str(server()), user="judge", dbname=database, autocommit=True, prepare_threshold=None)


def refused(connection: Any, query: str, types: str = "") -> str | None:
    """Why it cannot be prepared there, or nothing; `types`: of parameters, in brackets. It stays prepared as `judged`."""
    import psycopg

    connection.execute("DEALLOCATE ALL")
    try:
        connection.execute(f"PREPARE judged{types} AS {query}".encode())
    except psycopg.Error as error:
        return str(error.diag.message_primary or error)
    return None


@cache
def made(ddl: str) -> str:
    """The name of a database that this DDL makes."""
    name = f"judged{abs(hash(ddl)):x}"
    for database, text in (("postgres", f"CREATE DATABASE {name}"), (name, ddl)):
        with connected(database) as connection:
            connection.execute(text.encode())
    return name


@cache
def _judge(ddl: str) -> Any:
    return connected(made(ddl))


def errors(ddl: str, texts: list[str], types: str = "") -> list[str | None]:
    """Of each text why it cannot be prepared on this database, or nothing; `types`: of parameters, in brackets."""
    return [refused(_judge(ddl), text, types) for text in texts]
