"""The table of English patterns, continued: one thing goes and another comes, told of both at once.

See `switches.py` for how to read a row. These rows come before those of switches, which would read half of it.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

TAKEOVERS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "X is out, Y is in",
        "{X} <be> out[,;]?(?: (?:and|but))? {Y} (?:is|are) in (?:for|in|on|across) {S}",
        "uses", "S", "Y", "starts", replaces="X", proper=True,
        examples=(
            ("Bamboo is out and Tekton is in for the release pipeline since 1 September.",
             ("release pipeline uses Tekton [2025-09-01, ) for Bamboo",)),
            ("Dana is out and Priya is in for standup today.", ()),
        ),
    ),
    Pattern(
        "goes to Y, X is out",
        "{A} <go|move> (?:over )?to {Y}(?:,|;)?(?: and)? {X} is (?:out|gone|history)",
        "uses", "A", "Y", "starts", replaces="X", proper=True,
        examples=(("The audit service went to Loki, Splunk is out.", ("audit service uses Loki for Splunk",)),),
    ),
    Pattern(
        "X was swapped for Y",
        "{X} <replace> (?:for|in favou?r of) {Y}(?: (?:in|on|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="passive",
        examples=(
            ("Express got swapped out for Hono in the edge gateway on 2025-06-02.",
             ("edge gateway uses Hono [2025-06-02, ) for Express",)),
            ("Express was not swapped out for Hono.", ()),
        ),
    ),
    Pattern(
        "X was dropped in favour of Y",
        "{X} <turn_off> (?:in favou?r of|for(?! good\\b)) {Y}(?: (?:in|on|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="passive",
        examples=(
            ("Mapbox was dropped in favour of MapLibre in the courier app (October 2024).",
             ("courier app uses MapLibre [2024-10, ) for Mapbox",)),
            ("Mapbox was dropped for good.", ("team uses Mapbox [unknown, now)",)),
        ),
    ),
    Pattern(
        "X made way for Y",
        "{X} <yield> {Y}(?: (?:in|on|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", proper=True,
        examples=(
            ("Nginx gave way to Envoy in the ingress gateway in July 2025.",
             ("ingress gateway uses Envoy [2025-07, ) for Nginx",)),
            ("The old building made way for a park.", ()),
        ),
    ),
    Pattern(
        "ripped out X for Y",
        "{A} <rip> out {X} (?:for|in favou?r of) {Y}(?: (?:in|on|inside|across) {S})?",
        "uses", "SA", "Y", "starts", replaces="X", voice="active",
        examples=(("We tore out Prism for Shiki in the docs site.", ("docs site uses Shiki for Prism",)),),
    ),
    Pattern(
        "Y took over from what was taken away",
        "{Y} <take_over>(?! (?:from|the|our|its|his|her|[a-z]))",
        "uses", "gone", "Y", "starts",
        examples=(
            ("We retired Consul from service-mesh in May; etcd takes over as of June 2025.",
             ("service-mesh uses Consul [unknown, 2025-05)", "service-mesh uses etcd [2025-06, ) for Consul")),
            ("Until 2024-11-30 the mail relay used Postfix. Haraka took over on 2024-12-01.",
             ("mail relay uses Haraka [2024-12-01, ) for Postfix", "mail relay uses Postfix [unknown, 2024-11-30)")),
            ("Nora took over in May.", ()),
        ),
    ),
    Pattern(
        "is off X, on Y",
        "{A} <be> off (?:of )?{X}(?:,| and)(?: and)? on {Y}",
        "uses", "A", "Y", "starts", replaces="X", proper=True,
        examples=(
            ("We're off CircleCI, on GitHub Actions since 2025-05-05.",
             ("team uses GitHub Actions [2025-05-05, ) for CircleCI",)),
            ("She is off work and on holiday.", ()),
        ),
    ),
)  # fmt: skip
