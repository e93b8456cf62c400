"""Reading Korean sentences: the pattern table, particles and the mood of a clause."""
