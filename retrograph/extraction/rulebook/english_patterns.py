"""The table of English patterns: who uses what, since when, instead of what.

Rows are tried from the top for the family of the verb that was met; the first that fits wins. Slots and forms are
explained in `grammar.py`, the columns in `patterns.py`. Every row is tested by its own examples.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

SWITCHES: Final[tuple[Pattern, ...]] = (
    Pattern(
        "moved a component from X to Y",
        "{A} <move> {S} (?:over )?from (?:using )?{X} (?:over )?to (?:using )?{Y}",
        "uses", "SA", "Y", "starts", replaces="X",
        examples=(
            ("We moved the auth gateway from bcrypt to argon2 on 2025-09-02.", ("auth gateway uses argon2 [2025-09-02, ) for bcrypt",)),
            ("Last Tuesday Dana switched the admin panel's bundler from Rollup to esbuild.", ("admin panel uses esbuild [2025-09-16, ) for Rollup",)),
            ("billing-api was migrated from Express to Fastify in May 2024.", ("billing-api uses Fastify [2024-05, ) for Express",)),
            ("We moved the meeting from Monday to Friday.", ()),
            ("We changed the timeout from 30 s to 60 s.", ()),
        ),
    ),
    Pattern(
        "moved from X to Y",
        "{A} <move>(?: (?:over|away))? from (?:using )?{X} (?:over )?to (?:using )?{Y}",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(
            ("We switched from npm to pnpm last month.", ("team uses pnpm [2025-08, ) for npm",)),
            ("The search service will move from Solr to Meilisearch in January 2026.", ("planned: search service uses Meilisearch [2026-01, ) for Solr",)),
            ("Should we switch from npm to pnpm?", ()),
            ("If we switched from npm to pnpm, builds would be faster.", ()),
        ),
    ),
    Pattern(
        "moved a component back to Y",
        "{A} <move> {S} back to (?:using )?{Y}",
        "uses", "SA", "Y", "starts",
        examples=(("We moved the mailer back to Postmark in June 2025.", ("mailer uses Postmark [2025-06, )",)),),
    ),
    Pattern(
        "moved a component to Y",
        "{A} <move> {S} (?:over |across )?to (?:using )?{Y}",
        "uses", "SA", "Y", "starts",
        examples=(
            ("In April we migrated the report builder to Typst.", ("report builder uses Typst [2025-04, )",)),
            ("We moved the config loader to src/config.ts.", ()),
        ),
    ),
    Pattern(
        "moved to Y",
        "{A} <move>(?: over)? to (?:using )?{Y}(?: from {X})?",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(("The kiosk app switched to Flutter in 2023.", ("kiosk app uses Flutter [2023, )",)),),
    ),
    Pattern(
        "went back to Y",
        "{A} <go_back>(?: from {X})? to (?:using )?{Y}",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(
            (
                "The image resizer used libvips until 2025-02-10, then we tried squoosh, and on 2025-03-04 we went back to libvips.",
                (
                    "image resizer uses libvips [unknown, 2025-02-10)",
                    "image resizer uses squoosh [2025-02-10, 2025-03-04) for libvips",
                    "image resizer uses libvips [2025-03-04, ) for squoosh",
                ),
            ),
        ),
    ),
    Pattern(
        "swapped a component from X to Y",
        "{A} <replace> {S} from {X} to {Y}",
        "uses", "SA", "Y", "starts", replaces="X",
        examples=(
            (
                "Igor maintains the pricing-engine. In March 2025 he swapped its cache from Memcached to Dragonfly.",
                ("Igor related_to pricing-engine", "pricing-engine uses Dragonfly [2025-03, ) for Memcached"),
            ),
        ),
    ),
    Pattern(
        "replaced X with Y",
        "{A} <replace> {X} (?:with|by|for) {Y}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="active",
        examples=(
            ("We replaced Nagios with Prometheus in the metrics stack.", ("metrics stack uses Prometheus for Nagios",)),
            ("On 3 March 2025 we swapped lodash for remeda.", ("team uses remeda [2025-03-03, ) for lodash",)),
        ),
    ),
    Pattern(
        "X was replaced by Y",
        "{X} <replace> (?:with|by) {Y}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="passive",
        examples=(("Gulp was replaced by Vite in the docs site.", ("docs site uses Vite for Gulp",)),),
    ),
    Pattern(
        "Y replaced X",
        "{Y} <replace> {X}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "S", "Y", "starts", replaces="X", voice="active",
        examples=(("In May 2025 Caddy replaced Apache in the edge proxy.", ("edge proxy uses Caddy [2025-05, ) for Apache",)),),
    ),
    Pattern(
        "Y took over from X",
        "{Y} <take_over> from {X}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X",
        examples=(("ripgrep took over from ack in the code indexer.", ("code indexer uses ripgrep for ack",)),),
    ),
    Pattern(
        "dropped X for Y",
        "{A} <turn_off> {X} (?:in favou?r of|for) {Y}(?: (?:in|on|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="active",
        examples=(("We ditched Moment.js in favour of Luxon in the booking widget.", ("booking widget uses Luxon for Moment.js",)),),
    ),
    Pattern(
        "moved off X onto Y",
        "{A} <move_off> {X} (?:and )?(?:on)?to {Y}",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(("The mail relay moved off SendGrid to Postmark.", ("mail relay uses Postmark for SendGrid",)),),
    ),
    Pattern(
        "a record superseded by another",
        "{X} <supersede> {Y}",
        "succeeded_by", "X", "Y", "starts",
        examples=(("PEP 340 was superseded by PEP 343 in 2005.", ("PEP 340 succeeded_by PEP 343 [2005, )",)),),
    ),
)  # fmt: skip

ENDS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "stopped using X",
        "{A} <stop_using> {X}(?: (?:in|on|for|inside) {S})?",
        "uses", "SA", "X", "ends",
        examples=(
            ("sms-gateway stopped using Twilio on 3 May 2025.", ("sms-gateway uses Twilio [unknown, 2025-05-03)",)),
            ("The billing worker no longer uses Celery.", ("billing worker uses Celery [unknown, now)",)),
        ),
    ),
    Pattern(
        "dropped X",
        "{A} <turn_off> {X}(?: (?:from|in|on|inside|across) {S})?",
        "uses", "SA", "X", "ends", voice="active",
        examples=(
            ("We removed Sentry from the desktop client in July 2025.", ("desktop client uses Sentry [unknown, 2025-07)",)),
            ("We removed dead code from the desktop client.", ()),
        ),
    ),
    Pattern(
        "turned X off",
        "{A} <turn> {X} (?:off|down)",
        "uses", "A", "X", "ends",
        examples=(("On 10 September we turned Graphite off.", ("team uses Graphite [unknown, 2025-09-10)",)),),
    ),
    Pattern(
        "switched X off",
        "{A} <move> {X} off",
        "uses", "A", "X", "ends",
        examples=(("On 2 September we switched CircleCI off.", ("team uses CircleCI [unknown, 2025-09-02)",)),),
    ),
    Pattern(
        "moved a component off X",
        "{A} <move> {S} (?:off|away[\\s\\x01\\x02]+from|out[\\s\\x01\\x02]+of) {X}",
        "uses", "S", "X", "ends",
        examples=(
            (
                "After the outage on 4 September we moved the rate limiter off Redis.",
                ("rate limiter uses Redis [unknown, 2025-09-04)",),
            ),
        ),
    ),
    Pattern(
        "X was dropped",
        "{X} <turn_off>(?: (?:from|in|on|inside|across) {S})?",
        "uses", "SA", "X", "ends", voice="passive",
        examples=(("Varnish was removed from the edge proxy last week.", ("edge proxy uses Varnish [unknown, 2025-09-08)",)),),
    ),
    Pattern(
        "moved off X",
        "{A} <move_off> {X}",
        "uses", "A", "X", "ends",
        examples=(("The quote engine moved off Oracle in 2024.", ("quote engine uses Oracle [unknown, 2024)",)),),
    ),
)  # fmt: skip

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
            ("Noor said the tablet app already uses Realm, but I haven't checked.", ("hearsay: tablet app uses Realm",)),
            ("We do not use Docker in the ledger project.", ()),
            ("Correction: I was wrong, the rule engine never used Drools. It has always used Rete.js.", ("never: rule engine uses Drools", "rule engine uses Rete.js")),
            ("Does the deploy bot use Fabric?", ()),
            ("Maybe the deploy bot uses Fabric.", ()),
            ("The retry client uses exponential backoff.", ("retry client uses exponential backoff",)),
            ("This function uses a lot of memory.", ()),
        ),
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
            ("We removed the modules written in Perl.", ()),
        ),
    ),
    Pattern(
        "runs everything on X",
        "{A} <operate> (?:everything|all[\\s\\x01\\x02]+of[\\s\\x01\\x02]+it|it|{N}) on {X}",
        "uses", "A", "X", "holds", proper=True,
        examples=(("We ripped out Celery and now run everything on Temporal.", ("team uses Celery [unknown, now)", "team uses Temporal for Celery")),),
    ),
    Pattern(
        "talks to X",
        "{A} <talk> {X}",
        "uses", "A", "X", "holds", strict=True, proper=True,
        examples=(
            ("As of 1 June 2025 the loyalty service talks to Stripe instead of Braintree.", ("loyalty service uses Stripe [2025-06-01, ) for Braintree",)),
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
        examples=(("We picked Postgres over MySQL for the quote service because of JSONB.", ("quote service uses Postgres over MySQL",)),),
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
        examples=(("The feed client retries failed requests with exponential backoff.", ("feed client uses exponential backoff",)),),
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
