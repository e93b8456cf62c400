"""What is known, and when: the journal, its projections, and the pure rules of time and identity."""
