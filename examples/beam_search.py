"""Beam search in transformers itself: one processor for every decoding mode, here four beams and three results."""

import constrain
from constrain import Vocabulary
from constrain.grammars import regex
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.models.demo_model import demo_model, value_prompt

model, tokenizer = demo_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
phone = constrain.compile(regex(r"\+(1|44|49) [0-9]{3}( [0-9]{2,5}){1,2}"), vocabulary)

prompt = value_prompt("Clara Meyer works as a baker in Bremen. Her phone number is +49 421 7788.", "phone")
inputs = tokenizer(prompt, return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=24,
    logits_processor=[ConstraintLogitsProcessor(phone)],
)
for tokens in outputs[:, inputs["input_ids"].shape[1] :]:  # the likeliest first
    print(tokenizer.decode(tokens, skip_special_tokens=True))
