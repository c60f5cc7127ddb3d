"""`constrain demo`: what the small model at hand says with a constraint and without, on this machine, in a minute.

`scenes` has what is asked, `play` asks it and counts the cost, `show` prints it. Like the command line this package
joins the parts, so it imports grammars and sampling, and only when a demonstration runs.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def demo(text: str | None = None, fields: str | None = None, *, as_json: bool = False) -> bool:
    """Plays all scenes, or one with a text of the user's, and prints each as it is ready; whether all were complete."""
    from .play import Player
    from .scenes import of_text, scenes
    from .show import asked_lines, batch_as_data, batch_lines, batch_title, introduction, report_as_data, report_lines

    # What is wrong with a text is told before a model is loaded.
    played = scenes() if text is None else iter([of_text(text, fields)])
    print("constrain: loading the small model at hand …", file=sys.stderr, flush=True)
    player = Player()
    shown: list[dict[str, Any]] = []

    def say(lines: list[str]) -> None:
        if not as_json:
            print("\n".join(lines), flush=True)

    say([introduction(player)])
    for scene in played:
        say(["", *asked_lines(len(shown) + 1, scene)])  # what is asked, while the model answers
        report = player.play(scene)
        shown.append(report_as_data(report))
        say(report_lines(report))
    if text is None:
        say(["", batch_title(len(shown) + 1)])
        batch = player.play_batch()
        shown.append(batch_as_data(batch))
        say(batch_lines(batch))
    if as_json:
        print(json.dumps(shown, ensure_ascii=False, indent=2, default=str))
    return all(each["complete"] for each in shown)
