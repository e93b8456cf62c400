"""The table of English patterns, continued: what runs on what, in what, behind what.

See `switches.py` for how to read a row. These rows come before those of `uses.py`, which know no component.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

RUNNING: Final[tuple[Pattern, ...]] = (
    Pattern(
        "runs a component on X",
        "{A} <run|operate> {S} (?:on|in|with) {X}",
        "uses", "S", "X", "holds", voice="active", proper=True,
        examples=(
            ("We keep our docs in Notion.", ("docs uses Notion",)),
            ("We run the nightly jobs on Nomad.", ("nightly jobs uses Nomad",)),
            ("We run tests on Mondays.", ()),
        ),
    ),
    Pattern(
        "runs X in a component",
        "{A} <run> {X} (?:in|for|inside|across) {S}",
        "uses", "S", "X", "holds", voice="active", proper=True,
        examples=(
            ("Instead of Webpack we now run Rspack in the storefront.", ("storefront uses Rspack for Webpack",)),
            ("We run Storybook in the design portal.", ("design portal uses Storybook",)),
            ("We run a workshop in the office.", ()),
        ),
    ),
    Pattern(
        "was X before",
        "{A} <be> {X} before\\b(?! [a-z])",
        "uses", "A", "X", "holds", strict=True, proper=True,
        examples=(
            ("The search API has been using Typesense since 2024 (it was Solr before).",
             ("search API uses Solr [unknown, 2024)", "search API uses Typesense [2024, )")),
            ("It was Solr before.", ()),
        ),
    ),
    Pattern(
        "sits behind X",
        "{A} <behind> {T}",
        "uses", "A", "T", "holds", strict=True,
        examples=(
            ("The fare estimator sits behind a circuit breaker.", ("fare estimator uses circuit breaker",)),
            ("The partner portal is behind Cloudflare since May 2025.",
             ("partner portal uses Cloudflare [2025-05, )",)),
            ("The team is behind schedule.", ()),
        ),
    ),
)  # fmt: skip
