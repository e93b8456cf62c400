"""The words that name dates, by language: what `retrograph.extraction.times` is made of."""
