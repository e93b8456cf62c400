"""The table of English patterns: what took the place of what, and what came to an end.

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
            ("We moved the auth gateway from bcrypt to argon2 on 2025-09-02.", (
                "auth gateway uses argon2 [2025-09-02, ) for bcrypt",)),
            ("Last Tuesday Dana switched the admin panel's bundler from Rollup to esbuild.", (
                "admin panel uses esbuild [2025-09-16, ) for Rollup",)),
            ("billing-api was migrated from Express to Fastify in May 2024.", (
                "billing-api uses Fastify [2024-05, ) for Express",)),
            ("We moved the meeting from Monday to Friday.", ()),
            ("We changed the timeout from 30 s to 60 s.", ()),
        ),
    ),
    Pattern(
        "moved from X to Y",
        "{A} <move|go>(?: (?:over|away))? from (?:using )?{X} (?:over )?to (?:using )?{Y}",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(
            ("We switched from npm to pnpm last month.", ("team uses pnpm [2025-08, ) for npm",)),
            ("The search service will move from Solr to Meilisearch in January 2026.", (
                "planned: search service uses Meilisearch [2026-01, ) for Solr",)),
            ("The search API went from Solr to Elasticsearch in 2019 and then back to Solr in 2023.",
             ("search API uses Elasticsearch [2019, 2023) for Solr",
              "search API uses Solr [2023, ) for Elasticsearch")),
            ("Should we switch from npm to pnpm?", ()),
            ("If we switched from npm to pnpm, builds would be faster.", ()),
        ),
    ),
    Pattern(
        "moved a component off X to Y",
        "{A} <move> {S} (?:off|off[\\s\\x01\\x02]+of|away[\\s\\x01\\x02]+from|out[\\s\\x01\\x02]+of) {X} "
        "(?:and )?(?:over )?(?:on)?to {Y}",
        "uses", "SA", "Y", "starts", replaces="X",
        examples=(("He moved the image pipeline off ImageMagick to libvips last Friday.",
                   ("image pipeline uses libvips [2025-09-12, ) for ImageMagick",)),),
    ),
    Pattern(
        "moved a component back to Y",
        "{A} <move> {S} back to (?:using )?{Y}",
        "uses", "SA", "Y", "starts",
        examples=(("We moved the mailer back to Postmark in June 2025.", ("mailer uses Postmark [2025-06, )",)),),
    ),
    Pattern(
        "moved a component to Y",
        "{A} <move>(?: over)? {S} (?:over |across )?to (?:using )?{Y}",
        "uses", "SA", "Y", "starts",
        examples=(
            ("In April we migrated the report builder to Typst.", ("report builder uses Typst [2025-04, )",)),
            ("We moved the config loader to a new home.", ()),
        ),
    ),
    Pattern(
        "moved to Y",
        "{A} <move>(?: over)? to (?:using )?{Y}(?: from {X})?",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(("The kiosk app switched to Flutter in 2023.", ("kiosk app uses Flutter [2023, )",)),),
    ),
    Pattern(
        "goes to Y instead of X",
        "{A} <go> to {Y} (?:instead of|rather than|in place of) {X}",
        "uses", "A", "Y", "starts", replaces="X", strict=True,
        examples=(("From 1 October 2025 the nightly backups will go to Backblaze instead of S3.",
                   ("planned: nightly backups uses Backblaze [2025-10-01, ) for S3",)),),
    ),
    Pattern(
        "went back to Y",
        "{A} <go_back>(?: from {X})? to (?:using )?{Y}",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(
            (
                "The image resizer used libvips until 2025-02-10, then we tried squoosh, and on 2025-03-04 we went "
                "back to libvips.",
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
        "then on X",
        "{A} <then> {X}",
        "uses", "A", "X", "starts",
        examples=(
            (
                "The gift-card service was on MySQL from 2019 to 2022, then on Vitess until March 2024, and it's been "
                "on PlanetScale ever since.",
                (
                    "gift-card service uses MySQL [2019, 2022)",
                    "gift-card service uses Vitess [2022, 2024-03) for MySQL",
                    "gift-card service uses PlanetScale [2024-03, ) for Vitess",
                ),
            ),
        ),
    ),
    Pattern(
        "replaced X with Y",
        "{A} <replace> {X} (?:with|by|for|in favou?r of) {Y}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="active",
        examples=(
            ("We replaced Nagios with Prometheus in the metrics stack.", ("metrics stack uses Prometheus for Nagios",)),
            ("On 3 March 2025 we swapped lodash for remeda.", ("team uses remeda [2025-03-03, ) for lodash",)),
        ),
    ),
    Pattern(
        "the migration from X to Y is done",
        "{A} <nominal>(?: of {S})?(?: from {X})? to {Y}(?: (?:in|for|of) {N})?(?: (?:was|is|has been|got))? "
        "(?:complete|completed|done|finished|over|happened|took place|through|live|went live|landed|shipped|merged)\\b",
        "uses", "SA", "Y", "starts", replaces="X",
        examples=(
            ("The migration of the blog from Gatsby to Astro was completed on 3 June 2025.",
             ("blog uses Astro [2025-06-03, ) for Gatsby",)),
            ("Our switch from yarn to pnpm happened in May 2025.", ("team uses pnpm [2025-05, ) for yarn",)),
            ("The move to Kotlin was a mistake.", ()),
        ),
    ),
    Pattern(
        "X was replaced by Y",
        "{X} <replace> (?:with|by) {Y}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="passive",
        examples=(("Gulp was replaced by Vite in the docs site.", ("docs site uses Vite for Gulp",)),),
    ),
    Pattern(
        "Y replaced X as our N",
        "{Y} <replace> {X} as (?:our|the[\\s\\x01\\x02]+team['’]s) {N}",
        "uses", "we", "Y", "starts", replaces="X", voice="active",
        examples=(("Grafana replaced Kibana as our dashboard tool in 2022.",
                   ("team uses Grafana [2022, ) for Kibana",)),),
    ),
    Pattern(
        "Y replaced X",
        "{Y} <replace> {X}(?: (?:in|on|for|inside|across) {S})?",
        "uses", "S", "Y", "starts", replaces="X", voice="active",
        examples=(("In May 2025 Caddy replaced Apache in the edge proxy.", (
            "edge proxy uses Caddy [2025-05, ) for Apache",)),),
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
        examples=(("The payout-service dropped support for gRPC on 1 April 2025.", ()),
                  ("We ditched Moment.js in favour of Luxon in the booking widget.", (
            "booking widget uses Luxon for Moment.js",)),),
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
        "ripped X out of a component",
        "{A} <rip> {X} out(?: of {S})?",
        "uses", "SA", "X", "ends",
        examples=(("We ripped Celery out of the payout scheduler in May 2025 and put Dramatiq in its place.",
                   ("payout scheduler uses Celery [unknown, 2025-05)",
                    "payout scheduler uses Dramatiq [2025-05, ) for Celery")),),
    ),
    Pattern(
        "put Y in the place of X",
        "{A} <put> {Y} in (?:its|their) (?:place|stead)",
        "uses", "A", "Y", "starts",
        examples=(("We put the tests in their place.", ()),),
    ),
    Pattern(
        "stopped using X, Y instead",
        "{A} <stop_using> {X}[,;:]?(?: (?:but|and|we|they|it))*(?: (?:use|uses|using|run|have))? {Y} instead",
        "uses", "A", "Y", "starts", replaces="X",
        examples=(("We no longer use Jenkins, GitHub Actions instead.", ("team uses GitHub Actions for Jenkins",)),),
    ),
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
            ("We removed Sentry from the desktop client in July 2025.",
             ("desktop client uses Sentry [unknown, 2025-07)",)),
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
        "X is gone",
        "{X} <be> (?:gone|history|no more|dead)",
        "uses", "SA", "X", "ends", voice="any", proper=True,
        examples=(("LaTeX is gone.", ("team uses LaTeX [unknown, now)",)), ("The button is gone.", ())),
    ),
    Pattern(
        "X was dropped",
        "{X} <turn_off>(?: (?:from|in|on|inside|across) {S})?",
        "uses", "SA", "X", "ends", voice="passive",
        examples=(("Varnish was removed from the edge proxy last week.", (
            "edge proxy uses Varnish [unknown, 2025-09-08)",)),),
    ),
    Pattern(
        "moved off X",
        "{A} <move_off> {X}",
        "uses", "A", "X", "ends",
        examples=(("The quote engine moved off Oracle in 2024.", ("quote engine uses Oracle [unknown, 2024)",)),),
    ),
)  # fmt: skip
