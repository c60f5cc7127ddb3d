"""Beam search in transformers itself: one processor for every decoding mode, here four beams and three results."""

import constrain
from constrain import Vocabulary
from constrain.grammars import regex
from constrain.sampling import small_model
from constrain.sampling.huggingface import ConstraintLogitsProcessor

model, tokenizer = small_model()
vocabulary = Vocabulary.from_huggingface(tokenizer, model=model)
phone = constrain.compile(regex(r"\+(1|44|49) [0-9]{3}( [0-9]{2,5}){1,2}"), vocabulary)

question = "Clara Meyer works as a baker in Bremen. Call her: +49 421 7788.\n\nWhat is her phone number?"
chat = [{"role": "user", "content": question}]
inputs = tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True, return_tensors="pt")
outputs = model.generate(
    **inputs,
    num_beams=4,
    num_return_sequences=3,
    max_new_tokens=24,
    logits_processor=[ConstraintLogitsProcessor(phone)],
)
texts = tokenizer.batch_decode(outputs[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
print(*texts, sep="\n")  # the likeliest first
