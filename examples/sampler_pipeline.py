"""A sampler of your own, with the constraint inside: what each stage does, and texts that a seed repeats."""

from constrain.grammars import regex
from constrain.sampling import Pipeline, generate, small_model
from constrain.sampling.stages import Categorical, Mask, RepetitionPenalty, Temperature, TopP

model, tokenizer = small_model()
sampler = Pipeline([Mask(), RepetitionPenalty(1.1), Temperature(0.8), TopP(0.9), Categorical()])  # checked when built
date = regex(r"(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
chat = [{"role": "user", "content": "Ada Berg was born on 1987-05-12 in Bergen.\n\nWhen was she born?"}]

dates = {}
for seed in (1, 2, 1):
    dates[seed] = generate(model, tokenizer, chat, date, max_tokens=12, sampler=sampler, seeds=seed).text
    print(f"seed {seed}: {dates[seed]}")

try:
    Pipeline([TopP(0.9), Mask(), Categorical()])
except ValueError as error:
    print(error)
