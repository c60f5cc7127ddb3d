"""`ConstraintLogitsProcessor`, clause by clause of what transformers does to a processor.

The constraints are the slow stand-in's, so that a failure here is the processor's; `test_modes` runs the real engine.
"""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import LogitsProcessorList  # noqa: E402

from constrain.errors import ConstrainError, UnsupportedError, VocabularyError  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from tests.sampling.fake import FakeConstraint, FakeVocabulary  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

PAD, BOS, END, SECOND_END, A, B, AB, C = range(8)
WIDTH = 40
VOCABULARY = FakeVocabulary([None, None, None, None, b"a", b"b", b"ab", b"c"], end_ids=[END, SECOND_END], size=WIDTH)
PROMPT = [9, 10, 11]


def constraint(pattern: bytes = rb"(ab)+c") -> Any:
    return FakeConstraint(pattern, VOCABULARY)


def ids(*suffixes: list[int], prompt: list[int] = PROMPT) -> Any:
    return torch.tensor([[*prompt, *suffix] for suffix in suffixes])


def scores(rows: int = 1, width: int = WIDTH) -> Any:
    return torch.linspace(-3, 3, rows * width).view(rows, width)


def allowed(masked: Any) -> list[list[int]]:
    """The tokens left in each row."""
    return [row.isneginf().logical_not().nonzero().flatten().tolist() for row in masked]


def test_takes_exactly_two_parameters() -> None:
    """`LogitsProcessorList` counts the named parameters at every step and raises at a third."""
    assert ["self", "input_ids", "scores"] == list(inspect.signature(ConstraintLogitsProcessor.__call__).parameters)
    processors = LogitsProcessorList([ConstraintLogitsProcessor(constraint())])
    assert [[A, AB]] == allowed(processors(ids([]), scores()))


def test_only_viable_tokens_keep_their_scores() -> None:
    """Allowed scores stay as they were, the rest is -inf, and the input is not written to without leave."""
    given = scores(3)
    before = given.clone()
    masked = ConstraintLogitsProcessor(constraint(), prompt_length=3, in_place=False)(ids([A], [AB], [A]), given)

    assert [[B], [A, AB, C], [B]] == allowed(masked)
    assert torch.equal(given, before)
    assert torch.equal(masked[1, [A, AB, C]], before[1, [A, AB, C]])
    assert masked.data_ptr() != given.data_ptr()


def test_end_ids_are_allowed_exactly_where_the_text_is_complete() -> None:
    """All of them; and only they where nothing can follow."""
    processor = ConstraintLogitsProcessor(constraint(rb"ab(c)?"), prompt_length=3)

    assert [[END, SECOND_END, C], [B], [A, AB]] == [
        allowed(processor(ids(row), scores()))[0] for row in ([AB], [A], [])
    ]
    assert [[END, SECOND_END]] == allowed(processor(ids([AB, C]), scores()))


@pytest.mark.parametrize(
    "suffix",
    [
        [AB, C, END],
        [AB, C, END, PAD],
        [AB, C, SECOND_END, END, END],
        [AB, C, END, A, B],
        [B],
        [A, A],
        [AB, END],
        [A, PAD, PAD],
        [38],
        [-1],
        [10**9],
        [PAD],
    ],
)
def test_finished_and_dead_rows_may_only_end(suffix: list[int]) -> None:
    """By the first end id; never nothing at all, and never an exception, whatever came after."""
    processor = ConstraintLogitsProcessor(constraint(), prompt_length=3)

    assert [[END]] == allowed(processor(ids(suffix), scores()))
    assert [[END]] == allowed(processor(ids([*suffix, A]), scores()))


def test_rows_may_move_double_shrink_and_come_back() -> None:
    """As beams and drafts do; every answer is that of a fresh processor."""
    processor = ConstraintLogitsProcessor(constraint(), prompt_length=3)
    calls: list[list[list[int]]] = [
        [[]] * 4,
        [[A], [A], [AB], [B]],
        [[AB, A], [A, B], [A, B], [AB, C]],
        [[A, B, C], [AB, C, END], [A, B, A], [A, B, A]],
        [[A]],
        [[A, B]] * 2,
        [[A, B]] * 2,
        [[AB, AB, AB, C]],
        [[]],
    ]
    for call in calls:
        masked = processor(ids(*call), scores(len(call)))
        for row, suffix in zip(masked, call, strict=True):
            alone = ConstraintLogitsProcessor(constraint(), prompt_length=3)(ids(suffix), scores())
            assert allowed(alone)[0] == allowed(row[None])[0]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_dtype_shape_and_device_stay(dtype: Any) -> None:
    """bf16 scores come back as bf16."""
    given = scores(2).to(dtype)
    masked = ConstraintLogitsProcessor(constraint())(ids([], []), given)

    assert (masked.dtype, masked.shape, masked.device) == (dtype, given.shape, given.device)
    assert [[A, AB]] * 2 == allowed(masked)


def test_strides_offsets_and_integer_widths_do_not_matter() -> None:
    """Ids from beam search are strided, scores from assisted decoding are a view; first ids may be int32."""
    processor = ConstraintLogitsProcessor(constraint(), prompt_length=3)
    strided = torch.full((2, 9), 7)
    strided[:, :5] = ids([A, B], [AB, C])
    view = scores(1, 5 * WIDTH).view(1, 5, WIDTH)[:, 3].expand(2, -1)

    assert [[A, AB, C], [END, SECOND_END]] == allowed(processor(strided[:, :5], view))
    assert [[B]] == allowed(processor(ids([A]).to(torch.int32), scores()))
    assert [[A, AB, C]] == allowed(processor(ids([A, B]), scores()))


def test_gradients_are_left_alone() -> None:
    """Scores that require a gradient keep their graph."""
    given = scores().requires_grad_()
    masked = ConstraintLogitsProcessor(constraint())(ids([]), given)
    masked[0, A].backward()

    assert given.grad is not None
    assert given.grad[0, A] == 1


def test_incoming_ids_and_scores_are_not_held() -> None:
    """A caller may overwrite its ids in place between the calls."""
    processor = ConstraintLogitsProcessor(constraint())
    row = ids([])
    processor(row, scores())
    row.fill_(A)

    assert [[B]] == allowed(processor(ids([A]), scores()))


def test_surplus_columns_are_forbidden_and_missing_ones_refused() -> None:
    """A padded output layer is masked to its end; one narrower than the vocabulary cannot be constrained exactly."""
    processor = ConstraintLogitsProcessor(constraint())

    assert [[A, AB]] == allowed(processor(ids([]), scores(1, WIDTH + 77)))
    with pytest.raises(VocabularyError, match="39 columns, the vocabulary 40"):
        processor(ids([]), scores(1, WIDTH - 1))


def test_scores_of_a_draft_with_its_own_tokenizer_pass() -> None:
    """They say nothing about the prompt either; only the declared width passes."""
    processor = ConstraintLogitsProcessor(constraint(), draft_width=33)
    given = scores(1, 33)

    assert torch.equal(given, processor(torch.tensor([[1, 2, 3, 4, 5, 6, 7, 8]]), given))
    assert processor.prompt_length is None
    assert [[A, AB]] == allowed(processor(ids([]), scores()))
    assert torch.equal(given, processor(torch.tensor([[1]]), given))
    assert [[B]] == allowed(processor(ids([A]), scores()))
    with pytest.raises(ValueError, match="everything would pass"):
        ConstraintLogitsProcessor(constraint(), draft_width=WIDTH)


def test_last_tokens_alone_are_refused() -> None:
    """Continuous batching hands over one id a row; a constraint cannot work on that and says so."""
    assert ConstraintLogitsProcessor.supports_continuous_batching is False
    with pytest.raises(UnsupportedError, match="continuous batching") as caught:
        ConstraintLogitsProcessor(constraint())(torch.tensor([5, 6]), scores(2))

    assert caught.value.feature == "continuous batching"


def test_rows_of_ids_and_scores_must_agree() -> None:
    """Both shapes are in the message."""
    with pytest.raises(ValueError, match=r"\(1, 3\).*\(2, 40\)"):
        ConstraintLogitsProcessor(constraint())(ids([]), scores(2))


def test_no_ids_at_all() -> None:
    """`inputs_embeds` starts from rows of length 0."""
    processor = ConstraintLogitsProcessor(constraint())
    for _ in range(2):
        assert [[A, AB]] * 2 == allowed(processor(torch.zeros(2, 0, dtype=torch.long), scores(2)))
        assert [[B], [A, AB, C]] == allowed(processor(torch.tensor([[A], [AB]]), scores(2)))
    assert processor.prompt_length == 0
    assert processor(torch.zeros(0, 3, dtype=torch.long), scores(0)).shape == (0, WIDTH)


# Several prompts.


def test_rows_of_a_prompt_share_its_constraint() -> None:
    """Row r of B belongs to prompt r // (B / n), for beams, returned sequences and both."""
    processor = ConstraintLogitsProcessor([constraint(rb"a"), None, constraint(rb"c")])
    free = list(range(WIDTH))
    for times in (1, 2, 6):
        processor.reset()
        masked = processor(ids(*[[]] * 3 * times), scores(3 * times))
        assert [[A]] * times + [free] * times + [[C]] * times == allowed(masked)


def test_rows_that_cannot_be_shared_out_are_refused() -> None:
    """Four rows for three prompts have no meaning."""
    with pytest.raises(ValueError, match="4 rows cannot belong to 3 prompts"):
        ConstraintLogitsProcessor([constraint()] * 3)(ids(*[[]] * 4), scores(4))


def test_free_rows_are_untouched() -> None:
    """Also past the vocabulary, also when everything in them is -inf already."""
    processor = ConstraintLogitsProcessor([None, constraint()])
    given = scores(2, WIDTH + 50)
    given[0] = float("-inf")

    assert torch.equal(given[0], processor(ids([], []), given)[0])
    assert torch.equal(given, ConstraintLogitsProcessor(None)(ids([], []), given))


def test_what_is_no_constraint_is_refused_at_once() -> None:
    """With the way on."""
    with pytest.raises(TypeError, match=r"constrain\.compile"):
        ConstraintLogitsProcessor("a+")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no constraint"):
        ConstraintLogitsProcessor([])
    other = FakeConstraint(b"a", FakeVocabulary([b"a", None], end_ids=[1]))
    with pytest.raises(VocabularyError, match="different vocabularies"):
        ConstraintLogitsProcessor([constraint(), other])
    endless = FakeConstraint(b"a", FakeVocabulary([b"a"], end_ids=[]))
    with pytest.raises(VocabularyError, match="no end id"):
        ConstraintLogitsProcessor(endless)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="prompt_length is -1"):
        ConstraintLogitsProcessor(constraint(), prompt_length=-1)
    with pytest.raises(ValueError, match="memory is 1"):
        ConstraintLogitsProcessor(constraint(), memory=1)


# When other processors left nothing.


def test_an_empty_intersection_lets_the_constraint_win() -> None:
    """The allowed tokens come back at equal scores; other rows are untouched."""
    given = scores(2)
    given[0, [A, AB]] = float("-inf")
    masked = ConstraintLogitsProcessor(constraint())(ids([], []), given)

    assert [[A, AB], [A, AB]] == allowed(masked)
    assert [0.0, 0.0] == masked[0, [A, AB]].tolist()
    assert torch.equal(given[1, [A, AB]], masked[1, [A, AB]])


def test_strict_raises_there_but_not_for_rows_that_only_end() -> None:
    """Dead beams and finished rows are nobody's fault."""
    processor = ConstraintLogitsProcessor(constraint(), strict=True, prompt_length=3)
    given = scores()
    given[0, [A, AB, END]] = float("-inf")

    assert [[END]] == allowed(processor(ids([B]), given))
    assert [[END]] == allowed(processor(ids([AB, C, END]), given))
    with pytest.raises(ConstrainError, match="row 0, after 0 tokens: other processors"):
        processor(ids([]), given)


# Where the prompt ends.


def test_one_processor_serves_many_generations() -> None:
    """Another prompt, a longer one, a shorter one, one that goes on where the last text ended, another batch size."""
    processor = ConstraintLogitsProcessor(constraint())

    def generation(*prompts: list[int]) -> None:
        rows = [list(prompt) for prompt in prompts]
        for expected, token in (([A, AB], AB), ([A, AB, C], A), ([B], B), ([A, AB, C], C), ([END, SECOND_END], END)):
            assert [expected] * len(rows) == allowed(processor(torch.tensor(rows), scores(len(rows))))
            rows = [[*row, token] for row in rows]

    generation(PROMPT)
    generation(PROMPT)
    generation([9, 10, 12])
    generation([A, B, A, B, A, B, A])
    generation([A])
    generation([A], [B], [C])
    generation(PROMPT)
    generation([*PROMPT, AB, A, B, C, END, 20, 21, 22])  # the next turn of a chat


def test_reset_starts_over_where_nothing_could_be_noticed() -> None:
    """The next prompt is the last one plus what was generated."""
    processor = ConstraintLogitsProcessor(constraint())
    processor(ids([]), scores())
    processor(ids([A]), scores())
    processor.reset()

    assert [[A, AB]] == allowed(processor(ids([A, B]), scores()))
    assert processor.prompt_length == 5


def test_for_prompt_guesses_nothing() -> None:
    """The first call may already hold generated tokens; another prompt's rows are the caller's to keep apart."""
    processor = ConstraintLogitsProcessor([constraint(), constraint(rb"c+")]).for_prompt(ids([], []))

    assert processor.prompt_length == 3
    assert [[B], [END, SECOND_END, C]] == allowed(processor(ids([A], [C]), scores(2)))
    assert [[A, AB], [C]] == allowed(processor(ids([], []), scores(2)))
    with pytest.raises(ValueError, match="shorter than the prompt"):
        processor(torch.tensor([[1], [1]]), scores(2))
    with pytest.raises(ValueError, match="2 constraints for 3 prompts"):
        processor.for_prompt(ids([], [], []))
    with pytest.raises(ValueError, match="expected \\(prompts, length\\)"):
        processor.for_prompt(torch.tensor([1, 2]))


def test_drafts_of_another_prompt_length_do_not_move_a_given_prompt() -> None:
    """A draft model with another tokenizer of the same width only gets poor masks; the target's stay right."""
    processor = ConstraintLogitsProcessor(constraint(), prompt_length=3)
    processor(torch.tensor([[1, 2, 3, 4, 5, 6]]), scores())

    assert [[A, AB]] == allowed(processor(ids([]), scores()))
    processor(torch.tensor([[1, 2, 3, 4, 5, 6, 7]]), scores())
    assert [[B]] == allowed(processor(ids([A]), scores()))


# Copies.


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_go_on_where_the_original_was(duplicate: Any) -> None:
    """And do not disturb it; a processor is equal to itself alone, since `generate` drops equal ones."""
    processor = ConstraintLogitsProcessor(constraint())
    processor(ids([]), scores())
    processor(ids([A]), scores())
    twin = duplicate(processor)

    assert [[A, AB, C]] == allowed(twin(ids([A, B]), scores()))
    assert [[END]] == allowed(twin(ids([A, B, B]), scores()))
    assert [[A, AB, C]] == allowed(processor(ids([A, B]), scores()))
    assert processor == processor
    assert processor != twin


def test_deep_copies_share_the_constraint() -> None:
    """It is immutable and may be large."""
    processor = ConstraintLogitsProcessor(constraint())
    assert copy.deepcopy([processor])[0].constraints[0] is processor.constraints[0]


# In `generate` itself.


def test_generate_keeps_both_of_two_processors() -> None:
    """Each masks in its turn; `generate` drops only a processor that equals another."""
    model = tiny("qwen2", WIDTH)
    prompt = ids([])
    out = model.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=8,
        do_sample=False,
        eos_token_id=END,
        logits_processor=[
            ConstraintLogitsProcessor(constraint(rb"(ab)+c")),
            ConstraintLogitsProcessor(constraint(rb"[ab]{2}c")),
        ],
    )
    assert b"abc" == b"".join(VOCABULARY.tokens[t] or b"" for t in out[0, 3:].tolist())


def test_output_logits_show_the_model_not_the_mask() -> None:
    """An edit in place would write into them."""
    model = tiny("qwen2", WIDTH)
    prompt = ids([])
    out = model.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=4,
        do_sample=False,
        output_logits=True,
        output_scores=True,
        return_dict_in_generate=True,
        logits_processor=[ConstraintLogitsProcessor(constraint())],
    )
    assert not any(step.isinf().any() for step in out.logits)
    assert all(step.isneginf().any() for step in out.scores)


def test_prompt_lookup_keeps_its_fake_scores() -> None:
    """One tensor of ones is handed to every candidate; masks must not add up in it, or candidates stay short."""
    from transformers.generation.candidate_generator import PromptLookupCandidateGenerator

    row = torch.tensor([[A, B, A, B, A, B, A, B, 9, A, B]])
    processor = ConstraintLogitsProcessor(constraint(rb"(ab)*c"), prompt_length=9, in_place=False)
    candidates = PromptLookupCandidateGenerator(
        eos_token_id=torch.tensor([END]),
        num_output_tokens=4,
        max_matching_ngram_size=2,
        max_length=100,
        logits_processor=LogitsProcessorList([processor]),
        vocab_size=WIDTH,
    )
    found, _ = candidates.get_candidates(row)

    assert [A, B, A, B] == found[0, 11:].tolist()


def test_ids_on_the_host_and_scores_elsewhere() -> None:
    """transformers permits it; the mask follows the scores."""
    device = "cuda" if torch.cuda.is_available() else "meta"
    if device == "meta":
        pytest.skip("needs a second device")
    masked = ConstraintLogitsProcessor(constraint())(ids([]), scores().to(device))

    assert masked.device.type == device
    assert [[A, AB]] == allowed(masked.cpu())
