"""Readers: how each family of tokenizers turns token ids into bytes.

One file a family (`huggingface`, `sentencepiece_model`, `rank_files` for tiktoken and Tekken); each ends in a
`Reading`, plain bytes by id that know nothing of where they came from. `decoders` knows what the decoders of the
`tokenizers` library mean, `black_box` learns by asking where no rule is known, and `round_trip` holds either against
the tokenizer's own `decode`. Users call the constructors of `constrain.Vocabulary`.
"""
