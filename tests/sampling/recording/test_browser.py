"""The page in a headless Chromium: nothing of a model's text runs, keys and clicks choose tokens, it fits a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling.recording import Inspection  # noqa: E402
from constrain.sampling.recording.page import QUANTITIES  # noqa: E402
from tests import browser  # noqa: E402
from tests.browser import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, END, HOME, TAB, Browser  # noqa: E402
from tests.sampling.recording.worlds import HOSTILE, recording  # noqa: E402

pytestmark = pytest.mark.skipif(browser.missing() is not None, reason=str(browser.missing()))


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser.browser() as opened:
        opened.resize(1200, 900)
        yield opened


@pytest.fixture
def hostile(window: Browser, tmp_path: Path) -> Browser:
    """The window with a page of everything that might break one."""
    window.open(Inspection(recording()).save(tmp_path / "page.html"))
    return window


def chosen(window: Browser) -> int:
    """The number of the chosen token; -1 where the focus is elsewhere."""
    number = window.run("document.activeElement.dataset.i ?? -1")
    assert window.run("document.querySelectorAll('#text [aria-selected=true]').length") == 1
    return int(number)


def test_no_text_of_a_model_runs_and_every_token_can_be_looked_at(hostile: Browser) -> None:
    """The title stays, the console stays empty, and each token's panel shows its text as text."""
    title = hostile.run("document.title")
    hostile.run("document.querySelector('.t').click()")
    for number in range(len(HOSTILE)):
        assert number == chosen(hostile)
        assert f"token {number + 1} of {len(HOSTILE) + 1}" in hostile.run(
            "document.querySelector('#detail h2').textContent"
        )
        assert 0 == hostile.run(
            "document.querySelectorAll('#detail script, #detail img, #detail [onmouseover]').length"
        )
        hostile.press(ARROW_RIGHT)

    assert title == hostile.run("document.title")
    assert title.endswith("· constrain")
    assert [] == hostile.logs()


def test_inline_scripts_of_others_would_be_stopped(hostile: Browser) -> None:
    """If a text ever got out of its place, the policy would not let it run."""
    hostile.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')")
    hostile.run("(() => { const s = document.createElement('script'); s.text = 'document.title = 2'; "
                "document.body.append(s); })()")  # fmt: skip

    assert hostile.run("document.title").endswith("· constrain")
    assert any("Content Security Policy" in message for message in hostile.logs())


def test_keys_walk_along_the_text(hostile: Browser) -> None:
    """One stop for the tab key in the text, arrows from token to token and from line to line, Home and End."""
    hostile.run("document.getElementById('by').focus()")
    hostile.press(TAB)
    hostile.press(HOME)
    assert 0 == chosen(hostile)
    hostile.press(ARROW_RIGHT, ARROW_RIGHT)
    assert 2 == chosen(hostile)
    hostile.press(ARROW_LEFT)
    assert 1 == chosen(hostile)
    hostile.press(ARROW_DOWN)
    below = chosen(hostile)
    assert below > 1
    hostile.press(ARROW_UP)
    assert chosen(hostile) < below
    hostile.press(END)
    assert len(HOSTILE) == chosen(hostile)
    hostile.press(ARROW_RIGHT)
    assert len(HOSTILE) == chosen(hostile)
    hostile.press(TAB)
    assert "detail" == hostile.run("document.activeElement.id")  # which may have to be scrolled
    hostile.press(TAB)
    assert "SUMMARY" == hostile.run("document.activeElement.tagName")


def test_quantities_colour_the_text_and_the_plot(hostile: Browser) -> None:
    """Each has levels from 0 to 9 for every token, a bar for each, and a key in words."""
    seen = set()
    for name in QUANTITIES:
        hostile.run(f"(() => {{ const by = document.getElementById('by'); by.value = {name!r};"
                    "by.dispatchEvent(new Event('change')); })()")  # fmt: skip
        levels = hostile.run("[...document.querySelectorAll('.t')].map((t) => t.className.match(/q(\\d)/)[1]).join('')")
        assert len(HOSTILE) + 1 == len(levels)
        assert len(HOSTILE) + 1 == hostile.run(
            "document.querySelector('#plot .bars').getAttribute('d').split('M').length - 1"
        )
        seen.add(
            hostile.run("document.getElementById('key').textContent + document.querySelector('figcaption').textContent")
        )
    assert len(QUANTITIES) - 1 <= len(seen)
    hostile.run("(() => { const box = document.querySelector('#plot svg').getBoundingClientRect(); document.querySelector("
                "'#plot svg').dispatchEvent(new MouseEvent('click', {clientX: box.right - 1, clientY: box.top + 9, "
                "bubbles: true})); })()")  # fmt: skip
    assert len(HOSTILE) == chosen(hostile)


@pytest.mark.parametrize("width", [320, 360, 768, 1200])
def test_the_page_is_never_wider_than_the_window(window: Browser, tmp_path: Path, width: int) -> None:
    """On a phone too, with tokens of hundreds of letters."""
    long = recording((*HOSTILE, b"w" * 900))
    window.resize(width, 780)
    window.open(Inspection(replace(long, prompt="p" * 900, constraint="c" * 900)).save(tmp_path / "page.html"))
    for number in (0, 6, len(HOSTILE)):
        window.run(f"document.querySelectorAll('.t')[{number}].click()")
        assert window.run("document.documentElement.scrollWidth") <= width
    window.resize(1200, 900)


def test_light_and_dark_follow_the_reader_and_the_switch(hostile: Browser) -> None:
    """What the system prefers at first, then what the button says; text and paper stay apart in both."""
    paper = "getComputedStyle(document.body).backgroundColor"
    hostile.prefer("light")
    light = hostile.run(paper)
    hostile.prefer("dark")
    dark = hostile.run(paper)
    assert light != dark
    hostile.run("document.getElementById('theme').click()")
    assert light == hostile.run(paper)
    assert "Dark" == hostile.run("document.getElementById('theme').textContent")
    hostile.prefer("light")
    hostile.run("document.getElementById('theme').click()")
    assert dark == hostile.run(paper)


def test_without_scripts_the_text_can_be_read(window: Browser, tmp_path: Path) -> None:
    """The tokens stand there, controls that would do nothing do not."""
    file = Inspection(recording((b'{"a":', b" 1", b"}"))).save(tmp_path / "page.html")
    window.scripts(on=False)
    try:
        window.open(file)
        assert '{"a": 1}<end>' == window.run("document.getElementById('text').innerText")
        assert 0 == window.run(
            "document.querySelector('.tools').offsetHeight + document.getElementById('theme').offsetHeight"
        )
    finally:
        window.scripts(on=True)


def test_a_notebook_shows_the_page_and_keeps_it_apart(window: Browser, tmp_path: Path) -> None:
    """Inside another page: the frame works, its styles stay inside, and it cannot reach out."""
    page = tmp_path / "notebook.html"
    inside = Inspection(recording())._repr_html_()
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>notebook</title><p id=text class=t>mine</p>{inside}",
        encoding="utf-8",
    )
    window.open(page)

    assert "notebook" == window.run("document.title")
    assert "rgba(0, 0, 0, 0)" == window.run("getComputedStyle(document.getElementById('text')).backgroundColor")
    assert window.run("document.querySelector('iframe').contentDocument") is None  # another origin
    assert [] == window.logs()
