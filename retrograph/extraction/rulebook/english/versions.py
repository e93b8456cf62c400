"""The table of English patterns, continued: which version of a thing is in use.

See `switches.py` for how to read a row. `version` and `left` are the slots of the new and the old version; they are
kept as the property `version` of the thing. Whoever is not named as its user is not made one.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

VERSIONS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "upgraded X from V to V",
        "{A} <move|edit|bump> (?:dependency )?{X} from {V} to {U}",
        "uses", "A", "X", "starts", version="U", left="V", voice="active",
        examples=(
            ("We upgraded Django from 4.2 to 5.0 last month.",
             ("Django version 4.2 [unknown, 2025-08)", "Django version 5.0 [2025-08, )", "team uses Django")),
            ("We changed the timeout from 30 to 60.", ()),
        ),
    ),
    Pattern(
        "upgraded X to V",
        "{A} <move|edit|bump> (?:dependency )?{X} to {U}",
        "uses", "A", "X", "starts", version="U", voice="active",
        examples=(
            ("The docs site will update Hugo to v0.128 in November.",
             ("planned: Hugo version v0.128 [2025-11, )", "docs site uses Hugo")),
        ),
    ),
    Pattern(
        "X was upgraded from V to V",
        "{X} <move|edit|bump>(?: from {V})? to {U}(?: (?:in|on|for|across) {S})?",
        "uses", "S", "X", "starts", version="U", left="V", voice="passive",
        examples=(
            ("Kafka was upgraded from 3.4 to 3.7 in the event pipeline on 2025-06-02.",
             ("Kafka version 3.4 [unknown, 2025-06-02)", "Kafka version 3.7 [2025-06-02, )",
              "event pipeline uses Kafka")),
            ("Gradle was bumped to 8.9 in May 2025.", ("Gradle version 8.9 [2025-05, )",)),
        ),
    ),
)  # fmt: skip
