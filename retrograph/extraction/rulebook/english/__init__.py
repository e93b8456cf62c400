"""Reading English sentences: the pattern tables, the phrase grammar and the mood of a clause."""
