"""Recordings to look at: one of every kind of token, with texts that would break a page if anything could."""

from __future__ import annotations

from constrain.sampling.recording import Candidate, Effect, RecordedToken, Recording, Refusal

# What a model, or a file from somewhere, might have in a token.
HOSTILE = (
    b"</script><script>document.title='taken'</script>",
    b"<img src=x onerror=document.title='taken'>",
    b'" onmouseover="document.title=1" x="',
    b"<!--<script>",
    b"]]>",
    b"&lt;b&gt;",
    "a\u202eb\u2066c\u2069\u061c".encode(),
    b"\x00\x1b[31m\x7f",
    b"\xff\xfe\xf0\x9f",
    "\u2028\u2029\ufeff\u200d".encode(),
    "\U0001f600é中".encode(),
    b"\n\n \t\r",
    b"x" * 500,
    b"",
)


def token(spelling: bytes, kind: str = "chosen", name: str = "") -> RecordedToken:
    """A token with one candidate and two refused ones of the same spelling."""
    text = spelling.decode("utf-8", "replace")
    taken = Candidate(5, spelling, name, 0.25, 0.5, 1.0)
    byte = Candidate(6, spelling, name, 0.3, 0.0, 0.0, Refusal(1 if spelling else None, f"expected `{text}`"))
    end = Candidate(7, b"", text, 0.1, 0.0, 0.0, Refusal(None, text))
    effects = () if kind == "forced" else (Effect(3, 0.5, None), Effect(1, 1.0, -2.5))
    return RecordedToken(
        5,
        spelling,
        name,
        kind,
        0.25,
        0.25,
        0.5,
        1.0,
        1,
        0.4,
        2.0,
        0.0,
        f"$.{text}",
        text,
        effects,
        (taken,),
        (byte, end),
    )


def recording(spellings: tuple[bytes, ...] = HOSTILE, text: str | None = None) -> Recording:
    """Of these tokens: the first one forced, and an end."""
    kinds = ["forced", *["chosen"] * (len(spellings) - 1)]
    tokens = [token(spelling, kind) for spelling, kind in zip(spellings, kinds, strict=True)]
    whole = b"".join(spellings).decode("utf-8", "replace") if text is None else text
    return Recording(
        prompt=whole,
        text=whole,
        complete=True,
        finish_reason="stop",
        model=whole,
        constraint=whole,
        search="Sampling",
        stages=("Mask()", f"Bias({whole!r})"),
        width=100,
        tokens=(*tokens, token(b"", "end", "<end>")),
    )
