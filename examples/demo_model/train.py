"""Trains the demo model from nothing: `python -m examples.demo_model.train --out FOLDER`.

Seeded, resumable (run the same command again) and without downloads. The loss is that of the answers alone. Matrices
are stepped by Muon (Jordan et al. 2024: momentum, made orthogonal by Newton-Schulz), embeddings and norms by AdamW. The
step size is constant, then falls linearly to nothing in the last 40 % of the tokens (`--decay`), so `--tokens` can be
raised for a run that was stopped earlier, or that had ended: its step size is then what it would have been.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import distributed
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

from .data import Example, example, examples
from .tokenizer import train_tokenizer
from .wiring import wire
from .words import Draw

IGNORED = -100
POOL = 24  # batches that are drawn together, so that each can have examples of like length
WARM_UP = 60  # steps
FIRST = 2.5  # how much the first token of a value counts
HELD_OUT = 160  # examples that are measured now and then
SAVE_EVERY = 90.0  # seconds


class Muon(torch.optim.Optimizer):
    """Momentum whose matrix is replaced by the nearest orthogonal one, in five Newton-Schulz steps in float32."""

    def __init__(self, parameters: Any, lr: float, momentum: float = 0.95, weight_decay: float = 0.01) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        for group in self.param_groups:
            shapes: dict[tuple[int, ...], list[torch.Tensor]] = {}
            for parameter in group["params"]:
                state = self.state[parameter]
                if not state:
                    state["momentum"] = torch.zeros_like(parameter)
                state["momentum"].lerp_(gradient(parameter), 1 - group["momentum"])
                shapes.setdefault(tuple(parameter.shape), []).append(parameter)
            for (rows, columns), same in shapes.items():
                ahead = [torch.lerp(gradient(p), self.state[p]["momentum"], group["momentum"]) for p in same]
                updates = torch.stack(ahead)
                scale = group["lr"] * max(1.0, rows / columns) ** 0.5
                for parameter, update in zip(same, orthogonal(updates), strict=True):
                    parameter.mul_(1 - group["lr"] * group["weight_decay"]).add_(update, alpha=-scale)


def gradient(parameter: torch.Tensor) -> torch.Tensor:
    assert parameter.grad is not None
    return parameter.grad


def orthogonal(matrices: torch.Tensor) -> torch.Tensor:
    """The nearest matrices with singular values about one; (count, rows, columns)."""
    flip = matrices.shape[1] > matrices.shape[2]
    x: torch.Tensor = matrices.mT if flip else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x @ x.mT
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x.mT if flip else x


def new_model(tokenizer: Any, options: argparse.Namespace) -> Any:
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=options.width,
        intermediate_size=options.inner,
        num_hidden_layers=options.layers,
        num_attention_heads=options.width // 32,
        num_key_value_heads=options.width // 32,
        max_position_embeddings=1024,
        tie_word_embeddings=True,
        initializer_range=0.02,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    return Qwen2ForCausalLM(config)


def batches(tokenizer: Any, draw: Draw, read: int, tokens: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """POOL batches of about `tokens` tokens each, padding included: inputs and labels, (rows, length)."""
    drawn, held = [], 0
    while held < POOL * tokens:
        some = [example(draw, read) for _ in range(256)]
        for encoded in encode(tokenizer, some):
            drawn.append(encoded)
            held += len(encoded[0])
    drawn.sort(key=lambda each: len(each[0]))
    result: list[tuple[torch.Tensor, torch.Tensor]] = []
    at = 0
    while at < len(drawn):
        end = at
        while end < len(drawn) and (end - at + 1) * len(drawn[end][0]) <= tokens:
            end += 1
        rows = drawn[at : max(end, at + 1)]
        length = len(rows[-1][0])
        inputs = torch.full((len(rows), length), tokenizer.pad_token_id)
        labels = torch.full((len(rows), length), IGNORED)
        for row, (ids, start) in enumerate(rows):
            inputs[row, : len(ids)] = torch.tensor(ids)
            labels[row, start - 1 : len(ids) - 1] = torch.tensor(ids[start:])
        result.append((inputs, labels))
        at += len(rows)
    draw.rng.shuffle(result)
    return result[:POOL]


def encode(tokenizer: Any, some: list[Example]) -> list[tuple[list[int], int]]:
    """The tokens of prompt, answer and end, and where the answer begins."""
    prompts = tokenizer([each.prompt for each in some])["input_ids"]
    answers = tokenizer([each.answer for each in some])["input_ids"]
    end = [tokenizer.eos_token_id]
    return [(p + a + end, len(p)) for p, a in zip(prompts, answers, strict=True)]


def answer_loss(model: Any, inputs: torch.Tensor, labels: torch.Tensor, opening: torch.Tensor) -> torch.Tensor:
    """The mean loss of the answers' tokens; the last layer is computed for them alone.

    The first token of a value counts FIRST times, because to find the value is harder than to go on copying it.
    """
    hidden = model.model(input_ids=inputs, use_cache=False).last_hidden_state
    asked = labels != IGNORED
    weights = 1.0 + (FIRST - 1.0) * opening[inputs[asked]]
    losses = torch.nn.functional.cross_entropy(model.lm_head(hidden[asked]), labels[asked], reduction="none")
    return (losses * weights).sum() / weights.sum()


def opening_tokens(tokenizer: Any) -> torch.Tensor:
    """1 for tokens after which a value begins: a key's end in JSON, and the line break before an answer."""
    texts = [tokenizer.decode([token]) for token in range(len(tokenizer))]
    return torch.tensor([float('":' in text or text == "\n") for text in texts])


@torch.no_grad()
def held_out_accuracy(model: Any, tokenizer: Any, some: list[Example], device: str) -> dict[str, float]:
    """Which part of fields, and of whole answers by task, are the likeliest ones, token by token, without a constraint.

    The texts before are the right ones, so one pass over an example tells; what is decoded differs little.
    """
    model.eval()
    hits: dict[str, list[bool]] = {"fields": []}
    order = sorted(some, key=lambda each: len(each.prompt) + len(each.answer))
    for at in range(0, len(order), 32):
        part = order[at : at + 32]
        answers = tokenizer([each.answer for each in part], return_offsets_mapping=True)
        encoded = encode(tokenizer, part)
        length = max(len(ids) for ids, _ in encoded)
        inputs = torch.full((len(part), length), tokenizer.pad_token_id)
        for row, (ids, _) in enumerate(encoded):
            inputs[row, : len(ids)] = torch.tensor(ids)
        guesses = model(input_ids=inputs.to(device), use_cache=False).logits.argmax(-1).cpu()
        for row, (each, (ids, start)) in enumerate(zip(part, encoded, strict=True)):
            right = [guesses[row, start - 1 + i].item() == ids[start + i] for i in range(len(ids) - start)]
            hits.setdefault(each.task, []).append(all(right))
            if each.task == "record":
                offsets = answers["offset_mapping"][row]
                for low, high in each.spans:
                    hits["fields"].append(
                        all(r for r, (a, b) in zip(right, offsets, strict=False) if a < high and b > low)
                    )
    model.train()
    return {name: sum(values) / len(values) for name, values in hits.items() if values}


def step_size(done: float, decay: float) -> float:
    """The factor of the step size when a part `done` of the tokens has been read; it falls during the last `decay`."""
    return min(1.0, (1.0 - done) / decay) if done < 1 else 0.0


def train(worker: int, options: argparse.Namespace) -> None:
    """One worker's part: all hold the same model, each reads examples of its own, and gradients are averaged."""
    torch.set_num_threads(1 if options.workers > 1 else options.threads)
    if options.workers > 1:
        store = (options.out / "workers").resolve().as_uri()
        distributed.init_process_group("gloo", store, rank=worker, world_size=options.workers)
    torch.manual_seed(options.seed)
    checkpoint: Path = options.out / "checkpoint.pt"
    tokenizer = load_tokenizer(options.out)
    model = new_model(tokenizer, options)
    wire(model)
    model = model.to(options.device).train()
    optimizers = optimizers_of(model, options)
    state: dict[str, Any] = {"tokens": 0, "steps": 0, "pools": 0, "cpu_seconds": 0.0, "wall_seconds": 0.0}
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=options.device, weights_only=True)
        model.load_state_dict(saved["model"])
        for optimizer, kept in zip(optimizers, saved["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        state = saved["state"]
    clock = Clock(state, options)
    source = examples(1_000_003, held_out=True)
    held_out = [next(source) for _ in range(HELD_OUT)]
    opening = opening_tokens(tokenizer).to(options.device)
    recent: list[float] = []
    saved_at = time.monotonic()
    stop = False
    while state["tokens"] < options.tokens and not stop:
        # A pool is drawn from its own seed: a run that was stopped reads the same examples as one that was not.
        draw = Draw(Random(f"{options.seed} {state['pools']} {worker}"))
        for inputs, labels in batches(tokenizer, draw, state["tokens"], options.batch // options.workers):
            warmth = min(1.0, (state["steps"] + 1) / WARM_UP)
            factor = warmth * step_size(state["tokens"] / options.tokens, options.decay)
            loss = answer_loss(model, inputs.to(options.device), labels.to(options.device), opening)
            torch.autograd.backward(loss)
            read, mean = averaged(model, inputs.numel(), loss.item(), options.workers)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            for optimizer in optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = group["initial_lr"] * factor
                optimizer.step()
                optimizer.zero_grad(set_to_none=True)
            state["tokens"] += read
            state["steps"] += 1
            recent = [*recent[-49:], mean]
            if worker == 0 and state["steps"] % 10 == 0:
                clock.bar(sum(recent) / len(recent))
            if worker == 0 and state["steps"] % options.every == 0:
                clock.row(sum(recent) / len(recent), held_out_accuracy(model, tokenizer, held_out, options.device))
        state["pools"] += 1
        stop = clock.over()
        if worker == 0 and (stop or time.monotonic() - saved_at > SAVE_EVERY):
            save(checkpoint, model, optimizers, state)
            saved_at = time.monotonic()
    if worker == 0:
        save(checkpoint, model, optimizers, state)
        clock.row(sum(recent) / max(1, len(recent)), held_out_accuracy(model, tokenizer, held_out, options.device))
        export(model, tokenizer, options.out / "model")


def averaged(model: Any, tokens: int, loss: float, workers: int) -> tuple[int, float]:
    """Averages the gradients over all workers; the tokens that all have read, and their mean loss."""
    if workers == 1:
        return tokens, loss
    gradients = [gradient(parameter) for parameter in model.parameters()]
    flat = torch.cat([*(g.flatten() for g in gradients), torch.tensor([float(tokens), loss])])
    distributed.all_reduce(flat)
    at = 0
    for each in gradients:
        each.copy_(flat[at : at + each.numel()].view_as(each)).div_(workers)
        at += each.numel()
    return int(flat[-2].item()), flat[-1].item() / workers


def save(checkpoint: Path, model: Any, optimizers: list[torch.optim.Optimizer], state: dict[str, Any]) -> None:
    """Writes beside the old checkpoint and then takes its place, so that a kill at any time leaves a whole one."""
    kept = {"model": model.state_dict(), "optimizers": [o.state_dict() for o in optimizers], "state": state}
    torch.save(kept, checkpoint.with_suffix(".new"))
    checkpoint.with_suffix(".new").replace(checkpoint)


def export(model: Any, tokenizer: Any, folder: Path) -> None:
    """What the package ships: weights in bfloat16, and a tokenizer that older versions of transformers load as well."""
    model.eval().to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": tokenizer.eos_token,
        "pad_token": tokenizer.pad_token,
        "clean_up_tokenization_spaces": False,
        "model_max_length": model.config.max_position_embeddings,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings, indent=2) + "\n")


class Clock:
    """Counts time over all runs, and draws the progress bar; CPU seconds are those of all workers, taken as equal."""

    def __init__(self, state: dict[str, Any], options: argparse.Namespace) -> None:
        self.state, self.options, self.before = state, options, dict(state)
        self.begun, self.cpu_begun = time.monotonic(), time.process_time()

    def count(self) -> None:
        self.state["wall_seconds"] = self.before["wall_seconds"] + time.monotonic() - self.begun
        cpu = (time.process_time() - self.cpu_begun) * self.options.workers
        self.state["cpu_seconds"] = self.before["cpu_seconds"] + cpu

    def over(self) -> bool:
        """Whether `--minutes` are over; all workers must answer alike, so they take the largest answer."""
        self.count()
        late = torch.tensor(bool(self.options.minutes) and time.monotonic() - self.begun > self.options.minutes * 60)
        late = late.int()
        if self.options.workers > 1:
            distributed.all_reduce(late, distributed.ReduceOp.MAX)
        return bool(late.item())

    def bar(self, loss: float) -> None:
        self.count()
        part = self.state["tokens"] / self.options.tokens
        elapsed = time.monotonic() - self.begun
        speed = (self.state["tokens"] - self.before["tokens"]) / max(elapsed, 1e-9)
        left = (self.options.tokens - self.state["tokens"]) / max(speed, 1e-9)
        filled = int(part * 30)
        sys.stdout.write(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {part:4.0%}  loss {loss:.3f}  {speed:,.0f} tokens/s  "
            f"{elapsed / 60:.0f} min, {left / 60:.0f} min left "
        )
        sys.stdout.flush()

    def row(self, loss: float, measured: dict[str, float]) -> None:
        self.count()
        row = {name: round(number, 4) for name, number in {**self.state, "loss": loss, **measured}.items()}
        with (self.options.out / "curve.jsonl").open("a") as curve:
            curve.write(json.dumps(row) + "\n")
        print(f"\n{json.dumps(row)}", flush=True)


def optimizers_of(model: Any, options: argparse.Namespace) -> list[torch.optim.Optimizer]:
    matrices = [p for name, p in model.named_parameters() if p.dim() == 2 and "embed" not in name]
    chosen = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in chosen]
    optimizers = [
        Muon(matrices, lr=options.muon),
        torch.optim.AdamW(others, lr=options.adam, betas=(0.9, 0.98), weight_decay=0.0),
    ]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers


def make_tokenizer(folder: Path, options: argparse.Namespace) -> None:
    """Trains the tokenizer on 20,000 examples, unless the folder has one."""
    if not (folder / "tokenizer" / "tokenizer.json").exists():
        draw = Draw(Random(options.seed))
        some = [example(draw) for _ in range(20_000)]
        made = train_tokenizer((each.prompt + each.answer for each in some), options.vocabulary)
        made.save_pretrained(folder / "tokenizer")


def load_tokenizer(folder: Path) -> Any:
    return PreTrainedTokenizerFast.from_pretrained(folder / "tokenizer")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the demo model; goes on where an earlier run stopped.")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="checkpoint, curve and model go here")
    parser.add_argument("--tokens", type=int, default=49_000_000, help="how many tokens to read in all")
    parser.add_argument("--decay", type=float, default=0.4, help="part of the tokens during which the step size falls")
    parser.add_argument("--minutes", type=float, help="stop after so many, with a checkpoint")
    parser.add_argument(
        "--workers", type=int, default=2, help="processes; each reads its part of a step with one thread"
    )
    parser.add_argument("--threads", type=int, default=2, help="threads, with one worker")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=4096, help="tokens in a step")
    parser.add_argument("--every", type=int, default=250, help="steps between measurements")
    parser.add_argument("--width", type=int, default=160)
    parser.add_argument("--inner", type=int, default=480)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--vocabulary", type=int, default=2048)
    parser.add_argument("--muon", type=float, default=0.02, help="step size of matrices")
    parser.add_argument("--adam", type=float, default=0.003, help="step size of the rest")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    make_tokenizer(options.out, options)
    (options.out / "workers").unlink(missing_ok=True)
    if options.workers == 1:
        train(0, options)
    else:
        spawned = multiprocessing.get_context("spawn")
        workers = [spawned.Process(target=train, args=(worker, options)) for worker in range(options.workers)]
        for each in workers:
            each.start()
        for each in workers:
            each.join()
        if any(each.exitcode for each in workers):
            sys.exit(1)


if __name__ == "__main__":
    main()
