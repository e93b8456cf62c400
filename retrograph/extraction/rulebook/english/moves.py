"""The table of English patterns, continued: where people work, and where people and things are.

See `switches.py` for how to read a row. These rows come before those of switches: whoever moves to Hooli or to Lisbon
does not use it.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

MOVES: Final[tuple[Pattern, ...]] = (
    Pattern(
        "moved from a place to another",
        "{A} <move>(?: {S})?(?: over)? from {K} (?:over )?to {L}",
        "located_in", "SA", "L", "starts", replaces="K",
        examples=(
            ("The office moved from Seoul to Busan in January 2025.",
             ("office located_in Busan [2025-01, ) for Seoul",)),
            ("The analytics cluster was moved from us-east-1 to eu-west-1 on 12 August.",
             ("analytics cluster located_in eu-west-1 [2025-08-12, ) for us-east-1",)),
            ("Marta relocated from Berlin to Lisbon last year.", ("Marta located_in Lisbon [2024, ) for Berlin",)),
            ("`parseAmount()` was moved from src/utils.ts to src/money.ts.",
             ("parseAmount() located_in src/money.ts for src/utils.ts",)),
            ("The user data moved from the old table to the new table.", ()),
        ),
    ),
    Pattern(
        "moved to a place",
        "{A} <move>(?: {S})?(?: (?:over|out|back))? to {L}",
        "located_in", "SA", "L", "starts",
        examples=(
            ("We moved the staging cluster to Frankfurt in May 2025.",
             ("staging cluster located_in Frankfurt [2025-05, )",)),
            ("Yuki moved to Osaka in 2023.", ("Yuki located_in Osaka [2023, )",)),
            ("We moved the config loader to src/config.ts.", ("config loader located_in src/config.ts",)),
        ),
    ),
    Pattern(
        "went from one employer to another",
        "{P} <move|go>(?: (?:over|across|on))? from {W} (?:over )?to {O}",
        "works_at", "P", "O", "starts", replaces="W",
        examples=(("Ines moved from Initech to Hooli in March 2025.",
                   ("Ines works_at Hooli [2025-03, ) for Initech",)),),
    ),
    Pattern(
        "went to an employer",
        "{P} <move|go>(?: (?:over|across|on|back))? to {O}(?: from {W})?",
        "works_at", "P", "O", "starts", replaces="W",
        examples=(
            ("Kim moved to Hooli in May 2025.", ("Kim works_at Hooli [2025-05, )",)),
            ("Laura is moving to Initech next month.", ("planned: Laura works_at Initech [2025-10, )",)),
            ("She went to Paris.", ()),
        ),
    ),
    Pattern(
        "left O for O",
        "{P} <leave> {W} (?:for|to[\\s\\x01\\x02]+(?:join|work[\\s\\x01\\x02]+(?:at|for))) {O}",
        "works_at", "P", "O", "starts", replaces="W",
        examples=(("Omar left Initech for Globex in May 2025.", ("Omar works_at Globex [2025-05, ) for Initech",)),),
    ),
    Pattern(
        "left O",
        "{P} <leave> {O}",
        "works_at", "P", "O", "ends",
        examples=(
            ("Omar left Initech in May 2025.", ("Omar works_at Initech [unknown, 2025-05)",)),
            ("Nora resigned from Contoso on 1 July 2025.", ("Nora works_at Contoso [unknown, 2025-07-01)",)),
            ("Omar left in May 2025.", ()),
        ),
    ),
    Pattern(
        "joined O",
        "{P} <join> {O}(?: from {W})?",
        "works_at", "P", "O", "starts", replaces="W",
        examples=(
            ("Omar joined Hooli on 2 June 2025.", ("Omar works_at Hooli [2025-06-02, )",)),
            ("Tom has left Acme Corp and joined Umbrella in June.",
             ("Tom works_at Acme Corp [unknown, now)", "Tom works_at Umbrella [2025-06, ) for Acme Corp")),
        ),
    ),
    Pattern(
        "was hired by O",
        "{P} <hire> by {O}",
        "works_at", "P", "O", "starts", voice="passive",
        examples=(("Priya was hired by Globex last year.", ("Priya works_at Globex [2024, )",)),),
    ),
    Pattern(
        "O hired P",
        "{B} <hire> {P}",
        "works_at", "P", "B", "starts", voice="active",
        examples=(("Globex hired Priya in March 2024.", ("Priya works_at Globex [2024-03, )",)),),
    ),
    Pattern(
        "works at O",
        "{P} <employ> (?:{N} (?:at|for|with) )?{O}",
        "works_at", "P", "O", "holds",
        examples=(
            ("Sofia has worked at AT&T since February 2024.", ("Sofia works_at AT&T [2024-02, )",)),
            ("Hana works as a data engineer at Contoso.", ("Hana works_at Contoso",)),
            ("Dilek, who used to work at Oracle, joined Databricks on 3 February 2025.",
             ("Dilek works_at Databricks [2025-02-03, ) for Oracle", "Dilek works_at Oracle [unknown, now)")),
        ),
    ),
    Pattern(
        "is a role at O",
        "{P} <be> (?:an?|the|our|their) {N} (?:at|for|with) {O}",
        "works_at", "P", "O", "holds",
        examples=(("Ravi is a staff engineer at Northwind.", ("Ravi works_at Northwind",)),),
    ),
    Pattern(
        "was at O",
        "{P} <be> (?:at|with) {O}",
        "works_at", "P", "O", "ends",
        examples=(
            ("Elena works for Northwind. Before that, until 2023, she was at Contoso.",
             ("Elena works_at Contoso [unknown, 2023)", "Elena works_at Northwind")),
            ("Dev is now at Globex.", ("Dev works_at Globex",)),
            ("Tomás left Globex in May 2025 and is now with Initrode.",
             ("Tomás works_at Globex [unknown, 2025-05)", "Tomás works_at Initrode for Globex")),
            ("Elena was at Heathrow.", ()),
        ),
    ),
    Pattern(
        "is hosted in L",
        "{A} <placed> {L}",
        "located_in", "A", "L", "holds", voice="passive",
        examples=(
            ("The push server is hosted in eu-west-3.", ("push server located_in eu-west-3",)),
            ("Maria is based in Madrid.", ("Maria located_in Madrid",)),
        ),
    ),
    Pattern(
        "is in L",
        "{A} <be> in {L}",
        "located_in", "A", "L", "holds",
        examples=(("Our office is in Berlin.", ("office located_in Berlin",)), ("The API is in beta.", ())),
    ),
    Pattern(
        "lives in L",
        "{A} <place> {L}",
        "located_in", "A", "L", "holds",
        examples=(
            ("parse_amount lives in billing/money.py.", ("parse_amount located_in billing/money.py",)),
            ("Maria lives in Madrid.", ("Maria located_in Madrid",)),
            ("The push server runs in Docker.", ()),
        ),
    ),
)  # fmt: skip
