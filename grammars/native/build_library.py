"""Writes the compiled grammars of the library to a folder; CMake runs it once the extensions are built.

    python build_library.py SOURCES CORE_EXTENSION FRONT_EXTENSION FOLDER KIND

The package is not installed yet, so it is put together here of the sources and of the two extensions where they lie.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class _Unbuilt(MetaPathFinder):
    """Finds the packages and their extensions in the folders of a build."""

    def __init__(self, places: dict[str, Path]) -> None:
        self.places = places

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        place = self.places.get(fullname)
        if place is None:
            return None
        if place.is_dir():
            return spec_from_file_location(fullname, place / "__init__.py", submodule_search_locations=[str(place)])
        return spec_from_file_location(fullname, place)


def main(sources: str, core: str, front: str, folder: str, kind: str) -> None:
    """Compiles every grammar of the library from its text; `kind` of build is scikit-build-core's word for it."""
    tree = Path(sources)
    places = {"constrain": tree / "constrain", "constrain._native": Path(core)}
    places |= {"constrain.grammars": tree / "grammars", "constrain.grammars._native": Path(front)}
    sys.meta_path.insert(0, _Unbuilt(places))
    sys.dont_write_bytecode = True
    from constrain.grammars import lark, library
    from constrain.grammars.lark.front import LarkGrammar
    from constrain.grammars.lark.parsing.flat_grammar import Written
    from constrain.grammars.library import compiled
    from constrain.grammars.python.front import made

    editable = compiled.front_end() if kind == "editable" else ""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in library.names():
        text = library.read(name)
        grammar = lark(text, **library.entry(name).options())
        assert isinstance(grammar, LarkGrammar)
        (Path(folder) / (name + compiled.ENDING)).write_bytes(compiled.written(grammar.written, text, editable))
    editable = compiled.front_end("python") if kind == "editable" else ""
    form = compiled.written(Written(made().flatten()), "", editable)
    (Path(folder) / (compiled.PYTHON + compiled.ENDING)).write_bytes(form)


if __name__ == "__main__":
    main(*sys.argv[1:])
