"""A recording as one page of HTML that needs nothing else: no network, no fonts, no library.

The text stands in the page as text, so it can be read without scripts; `page.js` makes its tokens choosable and shows
what is known of the chosen one. What came from a model or a file is escaped wherever it stands: as HTML in the markup,
and as JSON without angle brackets in the data; what no reader could see, or what would reorder the line, is written
out. The page says by its Content-Security-Policy that it runs its own script and style and loads nothing at all.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from .data import Candidate, RecordedToken, Recording
from .markup import decoded, escaped, marked, percent, visible, worded

_MOST_CANDIDATES = 40_000  # on a page, some 2 MB; a longer text shows fewer for each token
_FEWEST = 3  # candidates of a token, however long the text
_PROMPT = 4_000  # characters of a prompt that are shown: its end
_LEVELS = 10  # of colour

# What tokens can be coloured by: its title, and what a strong colour means.
QUANTITIES = {
    "model": ("probability, as the model gave it", "stronger: less probable"),
    "final": ("probability, after mask and stages", "stronger: less probable"),
    "removed": ("probability that the mask took away", "stronger: more was taken away"),
    "entropy": ("entropy of the model, in bits", "stronger: less certain"),
    "allowed": ("how many tokens were allowed", "stronger: fewer were allowed"),
    "forced": ("forced or free", "strong: the constraint left no choice"),
}


class Inspection:
    """A recording to look at; made by `Result.inspect()`, or of a `Recording` that was read from a file.

    In a notebook it shows itself, in a frame of its own: its styles touch nothing else, and nothing else touches it.

    >>> result.inspect().save("page.html")
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    @property
    def html(self) -> str:
        """The page: one self-contained HTML document."""
        return page(self.recording)

    def save(self, path: str | Path) -> Path:
        """Writes the page to a file, and returns its path."""
        file = Path(path)
        file.write_text(self.html, encoding="utf-8")
        return file

    def to_json(self) -> str:
        """The recording as JSON, which `Recording.from_json` reads and `constrain inspect --from` shows."""
        return self.recording.to_json()

    def _repr_html_(self) -> str:
        return (
            '<iframe title="What the constraint did, token by token" sandbox="allow-scripts" '
            'style="width:100%;height:680px;border:1px solid #8884;border-radius:6px" '
            f'srcdoc="{html.escape(self.html)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Inspection of {len(self.recording.written)} tokens: save(path), html, to_json()>"


def page(recording: Recording) -> str:
    """The recording as an HTML document."""
    style, script = _read("page.css"), _read("page.js")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )
    levels = {name: _levels(recording, name) for name in QUANTITIES}
    data = json.dumps(_data(recording, levels), separators=(",", ":"))
    for sign, escape in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        data = data.replace(sign, escape)
    options = "".join(f'<option value="{name}">{escaped(title)}</option>' for name, (title, _) in QUANTITIES.items())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escaped(_title(recording))}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>What the constraint did, token by token</h1>
<button type="button" id="theme" hidden>Dark</button>
</header>
<main>
{_summary(recording)}
{_prompt(recording)}
<section id="tokens" aria-label="The text">
<div class="tools" hidden>
<label>Colour by <select id="by">{options}</select></label>
<span id="key" class="faint"></span>
</div>
<figure id="plot" hidden>
<svg role="img" preserveAspectRatio="none"></svg>
<figcaption class="faint"></figcaption>
</figure>
<p id="text" dir="ltr">{_text(recording, levels["model"])}</p>
<p class="faint" id="help">Underlined: forced, the model was not asked. The stronger the colour, the less probable to
the model.</p>
</section>
<section id="detail" aria-label="The chosen token" tabindex="0" hidden></section>
<p id="said" class="unseen" aria-live="polite"></p>
{_table(recording)}
</main>
<footer class="faint">{_footer(recording)}</footer>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


# ---- markup ----


def _title(recording: Recording) -> str:
    text = recording.text if len(recording.text) <= 40 else f"{recording.text[:39]}…"
    return f"{visible(text)} · constrain"


def _summary(recording: Recording) -> str:
    """What came of it, and the figures that a reader looks for first."""
    chosen = [token for token in recording.tokens if token.kind == "chosen"]
    forced = sum(token.kind == "forced" for token in recording.tokens)
    only = sum(token.allowed == 1 for token in chosen)
    written = recording.written
    against = sum(bool(token.refused) and token.refused[0].model > _best(token) for token in written)
    removed = sum(token.removed for token in written) / max(1, len(written))
    how = "complete" if recording.complete else f"not complete ({recording.finish_reason})"
    facts = [
        ("tokens", f"{len(written):,}", f"the text is {how}"),
        ("forced", f"{forced:,}", "the constraint left no choice: the model was not asked"),
        ("one choice", f"{only:,}", "more tokens for which the mask left just one"),
        ("overruled", f"{against:,}", "times the model's favourite was refused"),
        ("taken away", percent(removed), "of the model's probability, on average, by the mask"),
    ]
    if not recording.constraint:
        facts = [("tokens", f"{len(written):,}", "free text, without a constraint")]
    items = "".join(f"<li><b>{value}</b> <span>{name}</span> <small>{told}</small></li>" for name, value, told in facts)
    return f'<ul class="facts">{items}</ul>'


def _best(token: RecordedToken) -> float:
    """The model's probability of its favourite among the allowed tokens that were kept."""
    return max((each.model for each in token.candidates), default=0.0)


def _prompt(recording: Recording) -> str:
    shown = recording.prompt[-_PROMPT:]
    cut = f"… ({len(recording.prompt) - _PROMPT:,} characters before) " if len(recording.prompt) > _PROMPT else ""
    what = f"<dt>Constraint</dt><dd>{escaped(recording.constraint)}</dd>" if recording.constraint else ""
    stages = " → ".join(recording.stages)
    return (
        f'<dl class="about">{what}<dt>Prompt</dt><dd class="code">{cut}{marked(shown, lines=True)}</dd>'
        f"<dt>Sampler</dt><dd>{escaped(stages)}</dd></dl>"
    )


def _text(recording: Recording, levels: str) -> str:
    """The text, a span for each token."""
    spans = []
    for number, (token, level) in enumerate(zip(recording.tokens, levels, strict=True)):
        kind = {"forced": " f", "end": " e"}.get(token.kind, "")
        spans.append(f'<span class="t q{level}{kind}" data-i="{number}">{_piece(token, lines=True)}</span>')
    return "".join(spans)


def _piece(token: RecordedToken | Candidate, *, lines: bool = False) -> str:
    """A token's text as markup, or its name."""
    if token.spelling:
        return marked(decoded(token.spelling), lines=lines)
    return f"<i>{escaped(token.name or f'token {token.token}')}</i>"


def _table(recording: Recording) -> str:
    """All tokens with their figures, for those who read without scripts, or copy."""
    rows = "".join(
        f"<tr><td>{number}</td><td class=code>{_piece(token)}</td><td>{token.kind}</td><td>{percent(token.model)}</td>"
        f"<td>{percent(token.masked)}</td><td>{percent(token.final)}</td><td>{token.allowed:,}</td>"
        f"<td>{percent(token.removed)}</td><td>{token.entropy:.2f}</td></tr>"
        for number, token in enumerate(recording.tokens, 1)
    )
    heads = ("", "token", "how", "model", "after the mask", "after all stages", "allowed", "taken away", "bits")
    return (
        "<details id=all><summary>All tokens as a table</summary><div class=wide><table><thead><tr>"
        + "".join(f"<th scope=col>{head}</th>" for head in heads)
        + f"</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )


def _footer(recording: Recording) -> str:
    parts = [recording.model, f"{recording.width:,} tokens in the vocabulary", recording.search, "made by constrain"]
    return escaped(" · ".join(part for part in parts if part))


# ---- what the script reads ----


def _data(recording: Recording, levels: dict[str, str]) -> dict[str, Any]:
    """The recording with texts said once, figures rounded, and no more candidates than a page can carry.

    Every text in it is markup already, so the script has nothing to escape.
    """
    texts: dict[str, int] = {}
    kept = max(_FEWEST, _MOST_CANDIDATES // max(1, 2 * len(recording.tokens)))

    def said(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def candidate(each: Candidate) -> list[Any]:
        shares = [each.token, said(_piece(each)), *map(_round, (each.model, each.masked, each.final))]
        if each.refusal is not None:
            shares += [each.refusal.byte or 0, said(worded(each.refusal.expected))]
            if each.refusal.byte:
                shares.append(said(_around(each.spelling, each.refusal.byte)))
        return shares

    tokens = [
        {
            "t": said(_piece(token)),
            "id": token.token,
            "b": token.spelling.hex(" ", 1) if len(token.spelling) <= 64 else f"{len(token.spelling)} bytes",
            "k": token.kind,
            "p": [*map(_round, (token.model, token.before, token.masked, token.final))],
            "n": token.allowed,
            "r": _round(token.removed),
            "h": [_round(token.entropy), _round(token.final_entropy)],
            "w": said(escaped(token.path)),
            "x": said(worded(token.expected)),
            "s": [[each.left, _round(each.probability), each.moved and _round(each.moved)] for each in token.effects],
            "c": [candidate(each) for each in token.candidates[:kept]],
            "f": [candidate(each) for each in token.refused[:kept]],
        }
        for token in recording.tokens
    ]
    return {
        "quantities": QUANTITIES,
        "levels": levels,
        "stages": [escaped(stage) for stage in recording.stages],
        "width": recording.width,
        "constrained": bool(recording.constraint),
        "tokens": tokens,
        "texts": list(texts),
    }


def _levels(recording: Recording, name: str) -> str:
    """How strong the colour of each token is, a digit a token."""
    return "".join(str(min(_LEVELS - 1, max(0, int(_LEVELS * each)))) for each in _shares(recording, name))


def _shares(recording: Recording, name: str) -> Iterable[float]:
    """The quantity from 0 (no colour) to 1 (strong)."""
    tokens = recording.tokens
    if name in ("model", "final"):
        return [1.0 - getattr(token, name) for token in tokens]
    if name == "removed":
        return [token.removed for token in tokens]
    if name == "entropy":
        most = math.log2(max(2, recording.width))
        return [token.entropy / most for token in tokens]
    if name == "allowed":
        most = math.log(max(2, recording.width))
        return [1.0 - math.log(max(1, token.allowed)) / most for token in tokens]
    return [float(token.kind == "forced" or token.allowed == 1) for token in tokens]


def _around(spelling: bytes, byte: int) -> str:
    """A refused token's text as markup, with the byte that cannot stand there marked."""
    before, at, after = spelling[: byte - 1], spelling[byte - 1 : byte], spelling[byte:]
    return f"{marked(decoded(before))}<mark>{marked(decoded(at))}</mark>{marked(decoded(after))}"


def _round(number: float) -> float:
    return float(f"{number:.5g}")


def _read(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    """The source expression of Content-Security-Policy for an inline text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
