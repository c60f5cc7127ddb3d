"""What `compile` does in Python before the core: special tokens, lexemes that must differ, tables made beforehand."""
