"""Prompt templates, as Markdown."""
