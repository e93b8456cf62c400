"""The embedded extractor's parts: how text is laid out, what its sentences say, and the patterns, which are data."""
