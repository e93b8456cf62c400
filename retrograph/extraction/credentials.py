"""Credentials that give themselves away by their form, whatever stands around them; pure and linear.

The forms are those that the providers document for their own secret scanners. Each is looked for only where one of
its literal hints stands in the text, so that a text without credentials costs a few substring searches.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cut:
    """What must not be stored: `[start, end)` of a text, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Form:
    """One form of credential. A group `secret` narrows what is cut; otherwise it is the whole match."""

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _form(kind: str, hints: str, pattern: str) -> Form:
    return Form(kind, tuple(hints.split()), re.compile(pattern))


_START = r"(?<![A-Za-z0-9])"
_ALONE = r"(?<![A-Za-z0-9+_\-])"
_STOP = r"(?![A-Za-z0-9+/_\-])"

FORMS: Final[tuple[Form, ...]] = (
    _form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", rf"{_START}gh[pousr]_[A-Za-z0-9_]{{20,}}"),
    _form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,}"),
    _form("github_token", "github_pat_", r"github_pat_[A-Za-z0-9_]{20,}"),
    _form("gitlab_token", "GR1348941", r"GR1348941[A-Za-z0-9_\-]{20,}"),
    _form("bitbucket_token", "ATBB", rf"{_ALONE}ATBB[A-Za-z0-9]{{28,32}}{_STOP}"),
    _form("cloudflare_key", "v1.0-", rf"{_ALONE}v1\.0-[0-9a-f]{{24}}-[0-9a-f]{{100,}}"),
    _form("fly_token", "fo1_ fm1_ fm2_ fm1a_ fm1r_", rf"{_START}(?:fo1|fm1[ar]?|fm2)_[A-Za-z0-9+/=_\-]{{40,}}"),
    _form(
        "vault_token", "s.", rf"{_ALONE}s\.(?=[A-Za-z]{{0,23}}[0-9])(?=[a-z0-9]{{0,23}}[A-Z])[A-Za-z0-9]{{24}}{_STOP}"
    ),
    _form("nuget_key", "oy2", rf"{_ALONE}oy2[a-z0-9]{{43}}{_STOP}"),
    _form("resend_key", "re_", rf"{_ALONE}re_[A-Za-z0-9]{{8}}_[A-Za-z0-9]{{20,}}{_STOP}"),
    _form("brevo_key", "xkeysib-", rf"{_START}xkeysib-[0-9a-f]{{64}}-[A-Za-z0-9]{{16}}"),
    _form("dynatrace_token", "dt0", rf"{_START}dt0[a-z][0-9]{{2}}\.[A-Z0-9]{{24}}\.[A-Z0-9]{{64}}"),
    _form("braintree_token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    _form("square_token", "EAAA", rf"{_ALONE}EAAA[A-Za-z0-9_\-]{{60}}{_STOP}"),
    _form(
        "gitlab_token",
        "glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct-",
        rf"{_START}gl(?:pat|oas|dt|rtr?|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.\-]{{20,}}",
    ),
    _form(
        "aws_access_key",
        "AKIA ASIA ABIA ACCA A3T",
        rf"{_ALONE}(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{{16}}{_STOP}",
    ),
    _form("aws_session_token", "FwoGZXIvYXdz IQoJb3JpZ2lu", r"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/=%]{20,}"),
    _form("aws_bedrock_key", "ABSK bedrock-api-key-", rf"{_ALONE}(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{{60,}}"),
    _form("google_api_key", "AIza", rf"{_ALONE}AIza[A-Za-z0-9_\-]{{35}}(?![A-Za-z0-9_\-])"),
    _form("google_oauth_token", "ya29.", rf"{_START}ya29\.[A-Za-z0-9_\-.]{{20,}}"),
    _form("google_oauth_secret", "GOCSPX-", rf"{_START}GOCSPX-[A-Za-z0-9_\-]{{20,}}"),
    _form("google_refresh_token", "1//0", rf"{_START}1//0[A-Za-z0-9_\-]{{30,}}"),
    _form(
        "azure_client_secret",
        "Q~",
        r"(?<![A-Za-z0-9_~.\-])[A-Za-z0-9_~.\-]{3}[0-9]Q~[A-Za-z0-9_~.\-]{31,34}(?![A-Za-z0-9_~\-])",
    ),
    _form("azure_devops_token", "AZDO", r"(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])"),
    _form("azure_storage_key", "+AStA", r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{76}\+AStA[A-Za-z0-9+/]{5}[AQgw]=="),
    _form("slack_token", "xox", rf"{_START}(?:xoxe\.)?xox[abeoprsd]-[A-Za-z0-9\-]{{10,}}"),
    _form("slack_token", "xapp-", rf"{_START}xapp-[0-9]-[A-Za-z0-9\-]{{20,}}"),
    _form(
        "slack_webhook",
        "hooks.slack.com",
        r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9+/_\-]{20,})",
    ),
    _form(
        "discord_webhook",
        "/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{10,}/[A-Za-z0-9_\-]{20,})",
    ),
    _form(
        "discord_token",
        ".",
        rf"{_ALONE}[MNO][A-Za-z0-9_\-]{{23,27}}\.[A-Za-z0-9_\-]{{6}}\.[A-Za-z0-9_\-]{{27,40}}{_STOP}",
    ),
    _form("teams_webhook", "webhook.office.com", r"webhook\.office\.com/webhookb2/(?P<secret>[A-Za-z0-9@/\-]{36,})"),
    _form("telegram_token", ":AA", rf"{_START}[0-9]{{8,10}}:AA[A-Za-z0-9_\-]{{32,34}}{_STOP}"),
    _form("stripe_key", "sk_live_ sk_test_ rk_live_ rk_test_", rf"{_START}[sr]k_(?:live|test)_[A-Za-z0-9]{{10,}}"),
    _form("stripe_webhook_secret", "whsec_", rf"{_START}whsec_[A-Za-z0-9+/=]{{20,}}"),
    _form("anthropic_key", "sk-ant-", rf"{_START}sk-ant-[A-Za-z0-9_\-]{{20,}}"),
    _form(
        "openai_key",
        "sk-proj- sk-svcacct- sk-admin- sk-None-",
        rf"{_START}sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_\-]{{20,}}",
    ),
    _form("openai_key", "T3BlbkFJ", rf"{_START}sk-[A-Za-z0-9_\-]{{0,200}}T3BlbkFJ[A-Za-z0-9_\-]*"),
    _form(
        "llm_key",
        "sk-",
        rf"{_START}sk-(?=[A-Za-z_\-]{{0,40}}[0-9])(?:or-v1-|lf-|litellm-)?[A-Za-z0-9]{{16,}}[A-Za-z0-9_\-]*",
    ),
    _form("llm_key", "sk-lf- sk-or-", rf"{_START}sk-(?:lf|or)-[A-Za-z0-9\-]{{20,}}"),
    _form(
        "llm_key",
        "gsk_ xai- pplx- nvapi- tvly- jina_ tgp_v1_ csk- fw_ lsv2_",
        rf"{_START}(?:gsk_|xai-|pplx-|nvapi-|tvly-(?:dev-|prod-)?|jina_|tgp_v1_|csk-|lsv2_(?:pt|sk)_)[A-Za-z0-9_\-]{{20,}}",
    ),
    _form("huggingface_token", "hf_ api_org_", rf"{_START}(?:hf_|api_org_)[A-Za-z0-9]{{20,}}"),
    _form("replicate_token", "r8_", rf"{_START}r8_[A-Za-z0-9]{{30,}}"),
    _form("npm_token", "npm_", rf"{_START}npm_[A-Za-z0-9]{{30,}}"),
    _form("pypi_token", "pypi-AgE", rf"{_START}pypi-AgE[A-Za-z0-9_\-]{{13,}}"),
    _form("rubygems_key", "rubygems_", rf"{_START}rubygems_[0-9a-f]{{40,}}"),
    _form("crates_token", "cio", rf"{_ALONE}cio[A-Za-z0-9]{{32}}{_STOP}"),
    _form("docker_token", "dckr_", rf"{_START}dckr_(?:pat|oat)_[A-Za-z0-9_\-]{{20,}}"),
    _form("sendgrid_key", "SG.", rf"{_START}SG\.[A-Za-z0-9_\-]{{16,}}\.[A-Za-z0-9_\-]{{16,}}"),
    _form("mailgun_key", "key-", rf"(?<![A-Za-z0-9_\-])key-[0-9a-f]{{32}}{_STOP}"),
    _form("mailchimp_key", "-us", rf"{_ALONE}[0-9a-f]{{32}}-us[0-9]{{1,2}}{_STOP}"),
    _form("twilio_key", "SK", rf"{_ALONE}SK[0-9a-f]{{32}}{_STOP}"),
    _form("shopify_token", "shpat_ shpca_ shppa_ shpss_", rf"{_START}shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{{32,}}"),
    _form("square_token", "sq0", rf"{_START}sq0(?:atp|csp)-[A-Za-z0-9_\-]{{22,}}"),
    _form("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", rf"{_START}do[por]_v1_[0-9a-f]{{60,}}"),
    _form("heroku_key", "HRKU-", rf"{_START}HRKU-[A-Za-z0-9_\-]{{30,}}"),
    _form("databricks_token", "dapi", rf"{_ALONE}dapi[0-9a-f]{{32}}(?:-[0-9])?{_STOP}"),
    _form("vault_token", "hvs. hvb. hvr.", rf"{_START}hv[sbr]\.[A-Za-z0-9_\-]{{20,}}"),
    _form("terraform_token", ".atlasv1.", r"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-=]{40,}"),
    _form(
        "grafana_token",
        "glsa_ glc_",
        rf"{_START}(?:glsa_[A-Za-z0-9]{{20,}}_[0-9A-Fa-f]{{8}}|glc_[A-Za-z0-9+/=]{{32,}})",
    ),
    _form("newrelic_key", "NRAK- NRII-", rf"{_START}(?:NRAK|NRII)-[A-Za-z0-9_\-]{{20,}}"),
    _form("linear_key", "lin_", rf"{_START}lin_(?:api|oauth)_[A-Za-z0-9]{{30,}}"),
    _form("notion_token", "secret_ ntn_", rf"{_START}(?:secret_[A-Za-z0-9]{{43}}|ntn_[A-Za-z0-9]{{40,}}){_STOP}"),
    _form("figma_token", "figd_", rf"{_START}figd_[A-Za-z0-9_\-]{{30,}}"),
    _form("atlassian_token", "ATATT3 ATCTT3", rf"{_START}AT[AC]TT3[A-Za-z0-9_\-=]{{20,}}"),
    _form("airtable_token", "pat", rf"{_ALONE}pat[A-Za-z0-9]{{14}}\.[0-9a-f]{{64}}"),
    _form("postman_key", "PMAK-", rf"{_START}PMAK-[0-9a-f]{{24}}-[0-9a-f]{{34}}"),
    _form("supabase_key", "sbp_ sb_secret_", rf"{_START}(?:sbp_[0-9a-f]{{40}}|sb_secret_[A-Za-z0-9_\-]{{20,}})"),
    _form("planetscale_token", "pscale_", rf"{_START}pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.\-]{{30,}}"),
    _form("sentry_token", "sntrys_ sntryu_", rf"{_START}sntry[su]_[A-Za-z0-9+/=_\-]{{40,}}"),
    _form("doppler_token", "dp.", rf"{_START}dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9_.\-]{{30,}}"),
    _form("pulumi_token", "pul-", rf"{_START}pul-[0-9a-f]{{40}}"),
    _form("alibaba_key", "LTAI", rf"{_ALONE}LTAI[A-Za-z0-9]{{12,26}}{_STOP}"),
    _form("tencent_key", "AKID", rf"{_ALONE}AKID[A-Za-z0-9]{{32}}{_STOP}"),
    _form("age_key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _form(
        "jwt",
        "eyJ",
        r"(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-]{8,}\.(?:eyJ|[A-Za-z0-9_\-]*\.)[A-Za-z0-9_\-]*(?:\.[A-Za-z0-9_\-]*){0,3}",
    ),
    _form("signed_url", "X-Amz-Signature= X-Goog-Signature=", r"X-(?:Amz|Goog)-Signature=(?P<secret>[0-9A-Fa-f]{32,})"),
    _form("signed_url", "X-Amz-Security-Token=", r"X-Amz-Security-Token=(?P<secret>[A-Za-z0-9%+/=]{20,})"),
    _form("signed_url", "sig=", r"[?&;]sig=(?P<secret>[A-Za-z0-9%+/=_\-]{20,})"),
    _form("api_key", "?key= &key=", r"[?&]key=(?P<secret>(?=[A-Za-z_\-]{0,40}[0-9])[A-Za-z0-9_\-]{20,})"),
)


_RUN: Final = re.compile(r"[!-~]{12,}+")
_SECRET_BESIDE: Final = re.compile(
    r"(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:|\"'/]{1,8}(?:[A-Za-z_]{0,30}[\s:=\"']{1,6})?"
    r"(?P<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])"
)


def by_form(text: str) -> Iterator[Cut]:
    """Every credential of a known form. They stand in unbroken runs of characters, so only those are searched."""
    runs: list[str] = []
    places: list[int] = []
    offsets: list[int] = []
    length = 0
    for run in _RUN.finditer(text):
        runs.append(run[0])
        places.append(length)
        offsets.append(run.start() - length)
        length += len(run[0]) + 1
    condensed = "\n".join(runs)
    for form in FORMS:
        if not any(hint in condensed for hint in form.hints):
            continue
        for match in form.pattern.finditer(condensed):
            start, end = match.span("secret") if "secret" in form.pattern.groupindex else match.span()
            offset = offsets[bisect_right(places, start) - 1]
            yield Cut(start + offset, end + offset, form.kind)
    if "AKIA" in condensed or "ASIA" in condensed:
        for match in _SECRET_BESIDE.finditer(text):
            yield Cut(*match.span("secret"), "aws_secret_key")
