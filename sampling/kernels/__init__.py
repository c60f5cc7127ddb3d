"""Operations on tensors that know nothing of grammars: `definition` says what they mean, its neighbours are fast."""
