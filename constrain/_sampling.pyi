"""The native sampler: mask, penalties, temperature, truncation and draw in one pass over each row of logits.

Takes addresses and strides, which cost a tenth of a tensor to pass, and trusts its caller:
`constrain.sampling.kernels` checks dtypes, shapes and ranges; ValueError for an address that is no multiple of its
elements' size. Releases the interpreter lock; any number of threads may be in it at once.
"""

def levels() -> list[str]:
    """The instruction sets that this build and this processor both have, the best first; "portable" is the last."""

def run(
    level: str,
    logits: int,
    dtype: int,
    rows: int,
    columns: tuple[int, int, int],
    mask: int,
    words: tuple[int, int, int],
    repeated: int,
    repeated_shape: tuple[int, int, int],
    counted: int,
    counted_shape: tuple[int, int, int],
    parameters: int,
    uniforms: int,
    uniform_stride: int,
    races: bool,
    order: str,
    cut_ties: bool,
    keep: int,
    refuses_nan: bool,
    tokens: int,
    scores: int,
) -> int:
    """Writes the token of each row to `tokens` (int64), or, if `scores` is not 0, its scores to that (float32).

    Returns in how many rows nothing was left; their token is -1.

    Addresses are of the first element, 0 where there is nothing; a tuple is (length of a row, row stride, column
    stride), strides in elements. `logits` are float32 (dtype 0), float16 (1) or bfloat16 (2); `mask` int32 words;
    `repeated` and `counted` int64 ids; `parameters` float64 (7, rows): repetition, frequency and presence penalty,
    temperature, top_k, top_p, min_p; `uniforms` float64, one a row, or with `races` the int64 keys of
    `kernels.splitmix`. `order` names temperature, top-k, top-p and min-p
    by the digits 0 to 3. With `refuses_nan` a row with an allowed NaN counts as one in which nothing is left.
    ValueError for a level that is not among `levels()`.
    """

def forbid(
    level: str,
    source: int,
    source_stride: int,
    target: int,
    target_stride: int,
    rows: int,
    width: int,
    mask: int,
    words: int,
    mask_stride: int,
    before: int,
    bytes: int,
    infinity: int,
    threads: int,
    left: int,
) -> int:
    """Writes `source` (rows, width) to `target`, with -inf where the bit in `mask` (rows, words) is 0.

    Scores are of 2, 4 or 8 `bytes` with adjacent columns, and `infinity` the bits of -inf; strides are in elements.
    Source and target may be one. `before`, where it is not 0, are the words (rows, ceil(width / 32)) under which the
    target was written last, or ones where that is not known; what both forbid is left alone, and the mask is written
    there. `left` (rows) uint8 says of each row whether an allowed score other than -inf is left;
    returns of how many rows none is. At most `threads` threads share the rows.
    """

def words_set(mask: int, words: int, stride: int, rows: int) -> int:
    """How many words of `mask` (rows, words) are not zero."""

def grown(kept: int, kept_stride: int, now: int, stride: int, rows: int, length: int) -> bool:
    """Whether the rows of `now` (rows, length) int64 are those of `kept`, and one id more each.

    Then the last ids are written to column length - 1 of `kept`, which must have room for it.
    """

class Sampler:
    """What stays the same from token to token of one batch, and what its penalties count; one thread at a time.

    As for `run`, with copies of `parameters` (7, rows), `keys` and `begun` (rows; empty where the chain asks for no
    random number): the number of row r is that of `randomness.Seeded` for `keys[r]`, the position length - `begun[r]`
    and `stream`. The repetition penalty looks at a row's tokens from `repeated_from[r]` on and of these at the last
    `repeated_last` (-1: all), frequency and presence penalty likewise; empty lists switch them off.
    """

    def __init__(
        self,
        level: str,
        parameters: int,
        rows: int,
        order: str,
        cut_ties: bool,
        keep: int,
        keys: list[int],
        begun: list[int],
        stream: int,
        races: bool,
        repeated_from: list[int],
        repeated_last: int,
        counted_from: list[int],
        counted_last: int,
    ) -> None: ...
    def sample(
        self,
        logits: int,
        dtype: int,
        width: int,
        row_stride: int,
        column_stride: int,
        mask: int,
        words: int,
        texts: int,
        length: int,
        text_stride: int,
        tokens: int,
    ) -> int:
        """As `run` with `refuses_nan`; `texts` are int64 (rows, length), `mask` is (rows, words) without gaps."""

    def forget(self) -> None:
        """The texts have changed other than by growing: penalties count again."""
