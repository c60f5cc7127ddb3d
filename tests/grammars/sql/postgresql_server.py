"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket, run by an unprivileged user.

The judge is PREPARE. Texts go to the server in one call of `psql` a batch; a function of PL/pgSQL prepares each and says why
it cannot.
"""

from __future__ import annotations

import atexit
import json
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest

_PREPARES = """
CREATE FUNCTION pg_temp.prepares(texts jsonb, types text) RETURNS jsonb LANGUAGE plpgsql AS $function$
DECLARE out jsonb := '[]'; one text; why text;
BEGIN
  FOR one IN SELECT jsonb_array_elements_text(texts) LOOP
    why := NULL;
    BEGIN
      EXECUTE 'PREPARE judged' || types || ' AS ' || one;
      DEALLOCATE judged;
    EXCEPTION WHEN OTHERS THEN why := SQLERRM;
    END;
    out := out || jsonb_build_array(why);
  END LOOP;
  RETURN out;
END $function$;
"""


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
    binaries, psql = _folder(), shutil.which("psql")
    if binaries is None or psql is None:
        pytest.skip("PostgreSQL's server and psql are not installed")
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
        if _psql(folder, "postgres", "SELECT 1;").returncode == 0:
            return folder
        time.sleep(0.2)
    pytest.skip(f"the server did not start: {log.read_text()[-200:]}")


def _psql(folder: Path, database: str, text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["psql", "-h", folder, "-U", "judge", "-d", database, "-XqAt", "-v", "ON_ERROR_STOP=1"],
        input=text, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PGCLIENTENCODING": "UTF8", "PGOPTIONS": "-c client_min_messages=warning"},
    )  # fmt: skip


@cache
def made(ddl: str) -> str:
    """The name of a database that this DDL makes."""
    name = f"judged{abs(hash(ddl)):x}"
    for database, text in (("postgres", f"CREATE DATABASE {name};"), (name, ddl)):
        done = _psql(server(), database, text)
        assert done.returncode == 0, done.stderr
    return name


def errors(ddl: str, texts: list[str], types: str = "") -> list[str | None]:
    """Of each text why it cannot be prepared on this database, or nothing; `types`: of parameters, in brackets."""
    literal = json.dumps(texts).replace("'", "''")
    done = _psql(server(), made(ddl), f"{_PREPARES} SELECT pg_temp.prepares('{literal}', '{types}');")
    assert done.returncode == 0, done.stderr
    out: list[str | None] = json.loads(done.stdout)
    return out
