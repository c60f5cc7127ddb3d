"""Tool definitions into grammars of calls, and the calls back out of the text."""
