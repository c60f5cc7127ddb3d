"""A sampler of your own, with the constraint inside: what each stage does, and texts that a seed repeats.

Run: python examples/sampler_pipeline.py
"""

from constrain.grammars import regex
from constrain.sampling import Pipeline, generate
from constrain.sampling.models.demo_model import demo_model, value_prompt
from constrain.sampling.stages import Categorical, Mask, RepetitionPenalty, Temperature, TopP

model, tokenizer = demo_model()
sampler = Pipeline([Mask(), RepetitionPenalty(1.1), Temperature(0.8), TopP(0.9), Categorical()])  # checked when built
date = regex(r"(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
prompt = value_prompt("Ada Berg was born on 1987-05-12 in Bergen.", "born", "date")

for seed in (1, 2, 1):
    result = generate(model, tokenizer, prompt, date, max_tokens=12, sampler=sampler, seeds=seed)
    print(f"seed {seed}: {result.text}")

try:
    Pipeline([TopP(0.9), Mask(), Categorical()])
except ValueError as error:
    print(error)
