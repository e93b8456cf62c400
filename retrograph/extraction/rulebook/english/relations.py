"""The table of English patterns, continued: opinions, causes, and what depends on what."""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

OPINIONS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "rejected X",
        "{A} <reject> {X}",
        "rejected", "A", "X", "starts", voice="active",
        examples=(("We rejected CouchDB because it has no joins.", ("team rejected CouchDB",)),),
    ),
    Pattern(
        "X was rejected",
        "{X} <reject>",
        "rejected", "we", "X", "starts", voice="passive",
        examples=(("We compared them; CouchDB was ruled out.", ("team rejected CouchDB",)),),
    ),
    Pattern(
        "avoids X",
        "{A} <avoid> {T}",
        "avoids", "A", "T", "holds",
        examples=(("We avoid ORMs in the ledger service.", ("ledger service avoids ORMs",)),),
    ),
    Pattern(
        "dislikes X",
        "{A} <dislike> {T}",
        "avoids", "A", "T", "holds",
        examples=(("I hate default exports.", ("user avoids default exports",)),),
    ),
    Pattern(
        "prefers X over Z",
        "{A} <prefer> {T} (?:over|to|instead of|rather than|than) {Z}",
        "prefers", "A", "T", "holds", over="Z",
        examples=(("I prefer tabs over spaces.", ("user prefers tabs over spaces",)),),
    ),
    Pattern(
        "prefers X",
        "{A} <prefer> {T}",
        "prefers", "A", "T", "holds",
        examples=(("Mina prefers small pull requests.", ("Mina prefers small pull requests",)),),
    ),
    Pattern(
        "likes X better than Z",
        "{A} <like> {T} (?:better|more) than {Z}",
        "prefers", "A", "T", "holds", over="Z",
        examples=(("I like REST better than GraphQL.", ("user prefers REST over GraphQL",)),),
    ),
    Pattern(
        "likes X",
        "{A} <like> {T}",
        "prefers", "A", "T", "holds",
        examples=(
            ("I love trunk-based development.", ("user prefers trunk-based development",)),
            ("I like the new design.", ()),
            ("I'd like a review.", ()),
        ),
    ),
    Pattern(
        "is optimized for X",
        "{A} <optimize> {C}",
        "optimizes_for", "A", "C", "holds",
        examples=(("The query engine is optimized for low latency, not for throughput.", (
            "query engine optimizes_for low latency",)),),
    ),
)  # fmt: skip

CAUSES: Final[tuple[Pattern, ...]] = (
    Pattern(
        "is responsible for E",
        "{C} <responsible> {E}",
        "causes", "C", "E", "holds",
        examples=(("A stale lock is responsible for the deadlock.", ("stale lock causes deadlock",)),),
    ),
    Pattern(
        "raises E",
        "{A} <raise> (?:an? |the )?{E}",
        "caused_by", "E", "A", "holds", voice="active", strict=True,
        examples=(
            ("parse_invoice() raises a ValueError.", ("ValueError caused_by parse_invoice()",)),
            ("`Users.create` throws `ConflictError` when the name is taken.",
             ("ConflictError caused_by Users.create",)),
        ),
    ),
    Pattern(
        "E was caused by C",
        "{E} <cause> by {C}",
        "caused_by", "E", "C", "holds", voice="passive",
        examples=(("ENOSPC was caused by stale build artifacts.", ("ENOSPC caused_by stale build artifacts",)),),
    ),
    Pattern(
        "C causes E",
        "{C} <cause> {E}",
        "causes", "C", "E", "holds", voice="active",
        examples=(("A missing index causes the QueryTimeout in orders.sql.", ("missing index causes QueryTimeout",
            "QueryTimeout located_in orders.sql")),),
    ),
    Pattern(
        "E comes from C",
        "{E} <stem> {C}",
        "caused_by", "E", "C", "holds",
        examples=(("The KeyError came from a stale cache entry.", ("KeyError caused_by stale cache entry",)),),
    ),
    Pattern(
        "the root cause of E was C",
        "{R} <be> {C}",
        "caused_by", "E", "C", "holds",
        examples=(("The root cause of the deadlock was a missing lock order.",
                   ("deadlock caused_by missing lock order",)),),
    ),
    Pattern(
        "C fixes E",
        "{A} <fix> {E}",
        "fixes", "A", "E", "starts", voice="active",
        examples=(
            ("Commit 9fe3c21 fixes the NullPointerException.", ("commit 9fe3c21 fixes NullPointerException",)),
            ("PR #77 fixes #71.", ("PR #77 fixes #71",)),
        ),
    ),
    Pattern(
        "E was fixed by C",
        "{E} <fix> (?:by|in|with) {C}",
        "fixes", "C", "E", "starts", voice="passive",
        examples=(("The KeyError was fixed in PR #482.", ("PR #482 fixes KeyError",)),),
    ),
    Pattern(
        "blocked by C",
        "{A} <wait> {C}",
        "blocked_by", "A", "C", "holds",
        examples=(
            (
                "The v3 launch is still blocked by the missing security review.",
                ("v3 launch blocked_by missing security review",),
            ),
            ("The 3.2 release is waiting on the translation files.", ("3.2 release blocked_by translation files",)),
            ("We're blocked on the legal review for the 2.0 launch.", ("2.0 launch blocked_by legal review",)),
        ),
    ),
    Pattern(
        "C blocks a component",
        "{C} <block> {S}",
        "blocked_by", "S", "C", "holds", voice="active",
        examples=(("The expired certificate blocks the v3 launch.", ("v3 launch blocked_by expired certificate",)),),
    ),
)  # fmt: skip

STRUCTURE: Final[tuple[Pattern, ...]] = (
    Pattern(
        "depends on X",
        "{A} <depend> {T}",
        "depends_on", "A", "T", "holds", strict=True,
        examples=(
            ("The map widget depends on Leaflet.", ("map widget depends_on Leaflet",)),
            ("The map widget needs a rewrite.", ()),
        ),
    ),
    Pattern(
        "changed a file",
        "{A} <edit> {F}",
        "modifies", "A", "F", "starts", voice="active",
        examples=(("Commit 9fe3c21 updated src/db/pool.ts.", ("commit 9fe3c21 modifies src/db/pool.ts",)),),
    ),
    Pattern(
        "imports X",
        "{A} <import> {T}",
        "imports", "A", "T", "holds", voice="active", strict=True,
        examples=(("src/app.ts imports express.", ("src/app.ts imports express",)),
            ("`src/pay.ts` imports `stripe` and `zod`.", ("src/pay.ts imports stripe", "src/pay.ts imports zod")),),
    ),
    Pattern(
        "is responsible for a component",
        "{P} <responsible> {S}",
        "related_to", "P", "S", "holds",
        examples=(("Ravi is responsible for the mail-relay.", ("Ravi related_to mail-relay",)),),
    ),
    Pattern(
        "is the owner of a component",
        "{P} <be> (?:an?|the|our) (?:{N} )?(?:owners?|maintainers?|leads?|authors?|developers?|engineers?) "
        "(?:of|for|on|behind) {S}",
        "related_to", "P", "S", "holds",
        examples=(("Lena is the owner of the billing API.", ("Lena related_to billing API",)),),
    ),
    Pattern(
        "took over a component",
        "{P} <take_over> {S}",
        "related_to", "P", "S", "starts",
        examples=(("Dara took over the mailer from Finn in July.", ("Dara related_to mailer [2025-07, )",)),),
    ),
    Pattern(
        "is owned by P",
        "{S} <own> (?:by )?{P}",
        "related_to", "P", "S", "holds", voice="passive",
        examples=(("The billing API is maintained by Lena.", ("Lena related_to billing API",)),),
    ),
    Pattern(
        "owns a component",
        "{P} <own> {S}",
        "related_to", "P", "S", "holds", voice="active",
        examples=(
            ("Lena owns the invoice-renderer.", ("Lena related_to invoice-renderer",)),
            ("The checkout team owns payments-api.", ("checkout team related_to payments-api",)),
        ),
    ),
)  # fmt: skip
