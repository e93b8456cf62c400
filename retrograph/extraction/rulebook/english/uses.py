"""The table of English patterns, continued: who uses what.

See `switches.py` for how to read a row.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

USES: Final[tuple[Pattern, ...]] = (
    Pattern(
        "uses Y instead of X",
        "{A} <use> {T},? (?:instead of|rather than|in place of|over|not) {X}",
        "uses", "A", "T", "holds", over="X",
        examples=(
            ("payments-api uses Kotlin instead of Java.", ("payments-api uses Kotlin over Java",)),
            ("payments-api now uses Kotlin instead of Java.", ("payments-api uses Kotlin for Java",)),
        ),
    ),
    Pattern(
        "uses X",
        "{A} <use> {T}",
        "uses", "A", "T", "holds",
        examples=(
            ("The deploy bot uses Fabric and Ansible.", ("deploy bot uses Fabric", "deploy bot uses Ansible")),
            ("We use jose for JWT (considered jsonwebtoken).", ("team uses jose over jsonwebtoken",)),
            ("Noor said the tablet app already uses Realm, but I haven't checked.",
             ("hearsay: tablet app uses Realm",)),
            ("Instead of Sentry we use GlitchTip.", ("team uses GlitchTip over Sentry",)),
            ("We do not use Docker in the ledger project.", ()),
            ("Correction: I was wrong, the rule engine never used Drools. It has always used Rete.js.", (
                "never: rule engine uses Drools", "rule engine uses Rete.js")),
            ("Does the deploy bot use Fabric?", ()),
            ("Maybe the deploy bot uses Fabric.", ("hearsay: deploy bot uses Fabric",)),
            ("Maybe the deploy bot could use Fabric.", ()),
            ("The retry client uses exponential backoff.", ("retry client uses exponential backoff",)),
            ("This function uses a lot of memory.", ()),
        ),
    ),
    Pattern(
        "X is used in a component",
        "{X} <use> (?:(?:for|as|to) {N} )?(?:in|by|across|throughout|inside) {S}",
        "uses", "S", "X", "holds", voice="passive", proper=True,
        examples=(
            ("Sentry is used for error tracking in the desktop client.", ("desktop client uses Sentry",)),
            ("Redis is used by the rate limiter.", ("rate limiter uses Redis",)),
        ),
    ),
    Pattern(
        "X is used for N",
        "{X} <use> (?:for|as) {N}",
        "uses", "we", "X", "holds", voice="passive", proper=True,
        examples=(("Bazel is used for caching in our builds.", ("team uses Bazel",)),),
    ),
    Pattern(
        "X is what we use",
        "{X} <be> (?:what|the[\\s\\x01\\x02]+one) we (?:use|run|have|ship)",
        "uses", "we", "X", "holds", proper=True,
        examples=(("We don't use Flask anymore. FastAPI is what we use now.",
                   ("team uses FastAPI for Flask", "team uses Flask [unknown, now)")),),
    ),
    Pattern(
        "started using X",
        "{A} <start_using> {T}",
        "uses", "A", "T", "starts",
        examples=(("The fraud engine started using XGBoost in 2022.", ("fraud engine uses XGBoost [2022, )",)),),
    ),
    Pattern(
        "runs on X",
        "{A} <run_on> {T}",
        "uses", "A", "T", "holds",
        examples=(
            ("The nightly pipeline has run on Dagster since 2022.", ("nightly pipeline uses Dagster [2022, )",)),
        ),
    ),
    Pattern(
        "is built on X",
        "{A} <made_with> {T}",
        "uses", "A", "T", "holds", voice="passive",
        examples=(
            ("The kiosk app is written in Dart.", ("kiosk app uses Dart",)),
            ("The fraud scorer has run on Flink since 2024; it was built on Spark before.",
             ("fraud scorer uses Flink [2024, )", "fraud scorer uses Spark [unknown, 2024)")),
            ("The mail gateway is written in Go and deployed on Nomad in eu-central-1.",
             ("mail gateway located_in eu-central-1", "mail gateway uses Go", "mail gateway uses Nomad")),
            ("We removed the modules written in Perl.", ()),
        ),
    ),
    Pattern(
        "is stored in X",
        "{A} <placed> {X}",
        "uses", "A", "X", "holds", voice="passive", proper=True, strict=True,
        examples=(("The orders table is stored in CockroachDB.", ("orders table uses CockroachDB",)),),
    ),
    Pattern(
        "is handled by X",
        "{A} <do> (?:by|with|using|via|through) {X}",
        "uses", "A", "X", "holds", voice="passive", proper=True, strict=True,
        examples=(("The portal's login is handled by Keycloak.", ("portal uses Keycloak",)),),
    ),
    Pattern(
        "runs everything on X",
        "{A} <run|operate> (?:everything|all[\\s\\x01\\x02]+of[\\s\\x01\\x02]+it|it|{N}) (?:on|in|with) {X}",
        "uses", "A", "X", "holds", proper=True,
        examples=(
            ("The team used Jira until last month. We now track everything in Linear.",
             ("team uses Jira [unknown, 2025-08)", "team uses Linear for Jira")),
            ("We ripped out Celery and now run everything on Temporal.", ("team uses Celery [unknown, now)",
            "team uses Temporal for Celery"))),
    ),
    Pattern(
        "talks to X",
        "{A} <talk> {X}",
        "uses", "A", "X", "holds", strict=True, proper=True,
        examples=(
            ("As of 1 June 2025 the loyalty service talks to Stripe instead of Braintree.", (
                "loyalty service uses Stripe [2025-06-01, ) for Braintree",)),
        ),
    ),
    Pattern(
        "has been X all along",
        "{A} <be> {X} (?:all along|ever since|from the (?:start|beginning))",
        "uses", "A", "X", "holds", strict=True, proper=True,
        examples=(
            (
                "Sorry, my mistake: the log shipper was never based on Fluentd. It has been Vector all along.",
                ("never: log shipper uses Fluentd", "log shipper uses Vector"),
            ),
        ),
    ),
    Pattern(
        "is on X",
        "{A} <be> on {X}",
        "uses", "A", "X", "holds", proper=True,
        examples=(
            ("We have been on Node 20 since April 2024.", ("team uses Node [2024-04, )",)),
            ("She is on holiday.", ()),
        ),
    ),
    Pattern(
        "chose X over Z",
        "{A} <settle> {X} (?:over|instead of|rather than) {Z}",
        "uses", "A", "X", "starts", over="Z",
        examples=(("We picked Postgres over MySQL for the quote service because of JSONB.", (
            "quote service uses Postgres over MySQL",)),),
    ),
    Pattern(
        "chose X",
        "{A} <settle> {X}",
        "uses", "A", "X", "starts",
        examples=(
            ("In 2019 we chose Kafka.", ("team uses Kafka [2019, )",)),
            ("We decided to use Nx for the monorepo.", ("planned: monorepo uses Nx",)),
        ),
    ),
    Pattern(
        "added X to a component",
        "{A} <introduce> {X} (?:to|into|in|for|across) {S}",
        "uses", "SA", "X", "starts", voice="active",
        examples=(
            ("Two sprints ago we added ajv to quotes-api for request validation.", ("quotes-api uses ajv",)),
            ("We added a button to the settings page.", ()),
        ),
    ),
    Pattern(
        "brought X into a component",
        "{A} <bring> {X} (?:in )?(?:into|to|for) {S}",
        "uses", "SA", "X", "starts", voice="active",
        examples=(("Not long ago we brought Kong into the edge stack.", ("edge stack uses Kong",)),),
    ),
    Pattern(
        "brought X in",
        "{A} <bring> in {X}(?: (?:to|into|for|in) {S})?",
        "uses", "SA", "X", "starts", voice="active",
        examples=(("Two sprints ago we pulled in Joi for the intake-api.", ("intake-api uses Joi",)),),
    ),
    Pattern(
        "X was added to a component",
        "{X} <introduce> (?:to|into|in|for|across) {S}",
        "uses", "S", "X", "starts", voice="passive",
        examples=(("Redis was introduced in the session store in 2020.", ("session store uses Redis [2020, )",)),),
    ),
    Pattern(
        "X was introduced",
        "{X} <introduce>",
        "uses", "SA", "X", "starts", voice="passive", proper=True,
        examples=(("Envoy was introduced last year as a replacement for HAProxy in our gateway.",
                   ("gateway uses Envoy [2024, ) for HAProxy",)),),
    ),
    Pattern(
        "introduced X",
        "{A} <introduce> {X}",
        "uses", "A", "X", "starts", voice="active",
        examples=(("We introduced Terraform in March 2024.", ("team uses Terraform [2024-03, )",)),),
    ),
    Pattern(
        "tried X",
        "{A} <try> {X}",
        "uses", "A", "X", "starts",
        examples=(("We tried Bun yesterday.", ()),),
    ),
    Pattern(
        "reads from X, writes to X",
        "{A} <fetch> (?:{N} )?(?:from|in|to|into|through|via) {X}",
        "uses", "A", "X", "holds", strict=True,
        examples=(
            ("The storefront now reads its flags from Flagsmith.", ("storefront uses Flagsmith",)),
            ("She sends the report to Alice.", ()),
        ),
    ),
    Pattern(
        "does it with X",
        "{A} <do> {N} (?:with|via|using|through) {T}",
        "uses", "A", "T", "holds", strict=True,
        examples=(("The feed client retries failed requests with exponential backoff.", (
            "feed client uses exponential backoff",)),),
    ),
    Pattern(
        "implemented it with X",
        "{A} <implement> (?:{N} )?(?:with|using|on|in) {X}",
        "uses", "A", "X", "starts", voice="active", strict=True,
        examples=(
            ("Implemented JWT auth with jose in src/middleware/auth.ts.", ("src/middleware/auth.ts uses jose",)),
            ("We implemented the parser with care.", ()),
        ),
    ),
    Pattern(
        "calls a function",
        "{A} <call> {G}",
        "uses", "A", "G", "holds", voice="active", strict=True,
        examples=(
            ("The function `parse_config` in `core/config.py` calls `load_yaml`.", (
                "parse_config located_in core/config.py", "parse_config uses load_yaml")),
            ("The standup calls for coffee.", ()),
        ),
    ),
    Pattern(
        "drives X",
        "{A} <drive> {X}",
        "uses", "A", "X", "holds", strict=True, proper=True,
        examples=(("The PDF renderer drives headless Chromium.", ("PDF renderer uses Chromium",)),),
    ),
    Pattern(
        "X is our message broker",
        "{X} <be> (?:our|the team['’]s) {N}",
        "uses", "we", "X", "holds", proper=True,
        examples=(("RabbitMQ has been our message broker since March 2024.", ("team uses RabbitMQ [2024-03, )",)),),
    ),
    Pattern(
        "our message broker is X",
        "{R} <be> {X}",
        "uses", "we", "X", "holds", proper=True,
        examples=(("Our message broker is RabbitMQ.", ("team uses RabbitMQ",)),),
    ),
)  # fmt: skip
