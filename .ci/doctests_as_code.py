"""For the reference: examples in docstrings (`>>>`) become blocks of code. A griffe extension; see `.ci/site`."""

import re

import griffe

_EXAMPLE = re.compile(r"((?:^[ \t]*>>> .*\n?(?:^(?!\s*$).*\n?)*)+)", re.MULTILINE)


class DoctestsAsCode(griffe.Extension):
    """Fences each run of lines that begins with a prompt of Python's."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(
                lambda found: f"```pycon\n{found[1].rstrip()}\n```\n", obj.docstring.value
            )
