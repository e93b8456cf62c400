"""The forms of the credentials that providers give out: prefixes, lengths and alphabets, as they document them.

A form whose prefix is unmistakable is found even where a letter stands right before it; the others begin with `_START`
(no letter or digit before) or `_ALONE` (no part of a longer word, path or encoded run before).
"""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.privacy.credentials import Form

_START: Final = r"(?<![A-Za-z0-9])"
_ALONE: Final = r"(?<![A-Za-z0-9+_\-])"
_STOP: Final = r"(?![A-Za-z0-9+/_\-])"
_END: Final = r"(?![A-Za-z0-9])"
_UUID: Final = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_MIXED: Final = r"(?=[a-z_\-]{0,60}[A-Z0-9])"
"""Somewhere ahead is a digit or a capital, which words put together with hyphens do not have."""
_NUMBERED: Final = r"(?=[A-Za-z_\-]{0,60}[0-9])"
_VARIED: Final = r"(?=[a-z0-9_\-]{0,60}[A-Z])(?=[A-Za-z_\-]{0,60}[0-9])"


def _form(kind: str, literals: str, pattern: str, before: int | None = 0) -> Form:
    return Form(kind, tuple(literals.split()), re.compile(pattern), before)


_CLOUD: Final = (
    _form("aws_access_key", "AKIA", r"(?<![A-Z])AKIA[A-Z0-9]{16}(?![A-Z0-9])"),
    _form("aws_access_key", "ASIA ABIA ACCA", rf"{_ALONE}A(?:SIA|BIA|CCA)[A-Z0-9]{{16}}{_STOP}"),
    _form("aws_access_key", "A3T", rf"{_ALONE}A3T[A-Z0-9]{{17}}{_STOP}"),
    _form("aws_session_token", "FwoGZXIvYXdz IQoJb3JpZ2lu", r"[FI][A-Za-z0-9]{11}[A-Za-z0-9+/=%]{20,}+"),
    _form("aws_bedrock_key", "ABSK bedrock-api-key-", rf"{_ALONE}(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{{60,}}+"),
    _form("google_api_key", "AIza", r"AIza[A-Za-z0-9_\-]{35}(?![A-Za-z0-9_\-])"),
    _form("google_api_key", "AQ.Ab", rf"{_ALONE}AQ\.Ab[A-Za-z0-9_\-]{{40,}}+"),
    _form("google_oauth_token", "ya29.", r"ya29\.[A-Za-z0-9_\-.]{20,}+"),
    _form("google_oauth_secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_\-]{20,}+"),
    _form("google_refresh_token", "1//0", rf"{_START}1//0[A-Za-z0-9_\-]{{30,}}+"),
    _form("firebase_server_key", ":APA91b", rf"{_START}[A-Za-z0-9_\-]{{11}}:APA91b[A-Za-z0-9_\-]{{100,}}+", 11),
    _form(
        "azure_client_secret",
        "Q~",
        r"(?<![A-Za-z0-9_~.\-])[A-Za-z0-9_~.\-]{3}[0-9]Q~[A-Za-z0-9_~.\-]{31,34}(?![A-Za-z0-9_~\-])",
        4,
    ),
    _form("azure_devops_token", "AZDO", rf"{_START}[A-Za-z0-9]{{76}}AZDO[A-Za-z0-9]{{4}}{_END}", 76),
    _form("azure_storage_key", "+AStA", r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{76}\+AStA[A-Za-z0-9+/]{5}[AQgw]==", 76),
    _form("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", r"do[por]_v1_[0-9a-f]{60,}+"),
    _form("cloudflare_key", "v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}+"),
    _form("heroku_key", "HRKU-", r"HRKU-[A-Za-z0-9_\-]{30,}+"),
    _form("fly_token", "fo1_ fm1_ fm2_ fm1a_ fm1r_", rf"{_START}(?:fo1|fm1[ar]?|fm2)_[A-Za-z0-9+/=_\-]{{40,}}+"),
    _form("vercel_token", "vcp_ vci_ vca_ vcr_ vck_", rf"{_ALONE}vc[piark]_{_MIXED}[A-Za-z0-9]{{24,}}+"),
    _form("netlify_token", "nfp_ nfc_ nfo_ nfu_ nfb_", rf"{_START}nf[pcoub]_[A-Za-z0-9]{{36,}}+"),
    _form("supabase_key", "sbp_ sb_secret_", rf"(?:sbp_[0-9a-f]{{40}}|sb_secret_{_MIXED}[A-Za-z0-9_\-]{{20,}}+)"),
    _form("databricks_token", "dapi", rf"{_ALONE}dapi[0-9a-f]{{32}}(?:-[0-9])?{_STOP}"),
    _form("vault_token", "hvs. hvb. hvr.", rf"hv[sbr]\.{_MIXED}[A-Za-z0-9_\-]{{20,}}+"),
    _form("vault_token", "s.", rf"{_ALONE}s\.{_VARIED}[A-Za-z0-9]{{24}}{_STOP}"),
    _form("terraform_token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-=]{40,}+", 14),
    _form("doppler_token", "dp.", rf"{_START}dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9_.\-]{{30,}}+"),
    _form("pulumi_token", "pul-", rf"{_START}pul-[0-9a-f]{{40}}"),
    _form("openshift_token", "sha256~", r"sha256~[A-Za-z0-9_\-]{40,}+"),
    _form("onepassword_token", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/=]{100,}+"),
    _form("onepassword_key", "A3-", rf"{_ALONE}A3-[A-Z0-9]{{6}}(?:-?[A-Z0-9]{{5,6}}){{5}}{_STOP}"),
    _form("onepassword_key", "A3-", rf"{_ALONE}A3-[A-Z0-9]{{6}}-[A-Z0-9]{{11}}(?:-[A-Z0-9]{{5}}){{3}}{_STOP}"),
    _form("alibaba_key", "LTAI", rf"{_ALONE}LTAI[A-Za-z0-9]{{12,26}}{_STOP}"),
    _form("tencent_key", "AKID", rf"{_ALONE}AKID[A-Za-z0-9]{{32}}{_STOP}"),
    _form("naver_cloud_key", "ncp_iam_", r"ncp_iam_[A-Za-z0-9]{20,}+"),
    _form("tailscale_key", "tskey-", r"tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{6,40}-[A-Za-z0-9]{16,}+"),
    _form("ngrok_token", "ngrok NGROK", rf"{_START}2[A-Za-z0-9]{{26}}_[A-Za-z0-9]{{20,22}}{_END}", None),
)
_GIT: Final = (
    _form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,}+"),
    _form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", rf"{_START}gh[pousr]_{_MIXED}[A-Za-z0-9_]{{20,}}+"),
    _form("github_token", "github_pat_", rf"github_pat_{_MIXED}[A-Za-z0-9_]{{20,}}+"),
    _form(
        "gitlab_token",
        "glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct- glwt-",
        rf"gl(?:pat|oas|dt|rtr?|cbt|ptt|ft|imt|agent|soat|ffct|wt)-{_MIXED}[A-Za-z0-9_\-]{{20,}}+(?:\.[a-z0-9]{{2,12}}+)*+",
    ),
    _form("gitlab_token", "GR1348941", r"GR1348941[A-Za-z0-9_\-]{20,}+"),
    _form("bitbucket_token", "ATBB", rf"{_ALONE}ATBB[A-Za-z0-9]{{28,}}+"),
    _form("atlassian_token", "ATATT3 ATCTT3", r"AT[AC]TT3[A-Za-z0-9_\-=]{20,}+"),
    _form("sourcegraph_token", "sgp_", rf"{_START}sgp_(?:(?:[0-9a-fA-F]{{16}}|local)_)?[0-9a-fA-F]{{40}}"),
)
_CHAT: Final = (
    _form("slack_token", "xox", rf"xox[abceoprsd]-{_MIXED}[A-Za-z0-9\-]{{10,}}+"),
    _form("slack_token", "xoxe.xox", rf"xoxe\.xox[bp]-{_MIXED}[A-Za-z0-9\-]{{10,}}+"),
    _form("slack_token", "xapp-", r"xapp-[0-9]-[A-Za-z0-9\-]{20,}+"),
    _form(
        "slack_webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9+/_\-]{20,}+)",
    ),
    _form(
        "discord_webhook",
        "discord.com/api/ discordapp.com/api/",
        r"discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/(?P<secret>[0-9]{10,25}/[A-Za-z0-9_\-]{20,}+)",
    ),
    _form(
        "discord_token",
        ".",
        rf"{_ALONE}[MNO][A-Za-z0-9_\-]{{23,27}}\.[A-Za-z0-9_\-]{{6}}\.[A-Za-z0-9_\-]{{27,40}}{_STOP}",
        None,
    ),
    _form("teams_webhook", "webhook.office.com", r"webhook\.office\.com/webhookb2/(?P<secret>[A-Za-z0-9@/\-]{36,}+)"),
    *(
        _form(
            "telegram_token", ":AA", rf"(?<![0-9])[0-9]{{{digits}}}:AA[A-Za-z0-9_\-]{{32,34}}(?![A-Za-z0-9_\-])", digits
        )
        for digits in (8, 9, 10)
    ),
    _form("jandi_webhook", "jandi.com/", r"jandi\.com/connect-api/webhook/(?P<secret>[0-9]{4,12}/[0-9a-f]{20,}+)"),
)
_PAYMENT: Final = (
    _form("stripe_key", "sk_live_ rk_live_", r"[sr]k_live_[A-Za-z0-9]{20,}+"),
    _form("stripe_key", "sk_ rk_", rf"{_START}[sr]k_(?:live|test|prod)_[A-Za-z0-9]{{10,}}+"),
    _form("stripe_webhook_secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{20,}+"),
    _form("toss_key", "live_ test_", rf"{_ALONE}(?:live|test)_g?sk_{_VARIED}[A-Za-z0-9_]{{20,}}+"),
    _form("square_token", "EAAA", rf"{_ALONE}EAAA[A-Za-z0-9_\-]{{55,64}}{_STOP}"),
    _form("square_token", "sq0atp- sq0csp-", r"sq0(?:atp|csp)-[A-Za-z0-9_\-]{22,}+"),
    _form("braintree_token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    _form("flutterwave_key", "FLWSECK", r"FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,40}(?:-X)?"),
    _form("plaid_token", "access-", rf"{_START}access-(?:sandbox|development|production)-{_UUID}"),
    _form("shopify_token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}+"),
)
_MODELS: Final = (
    _form("anthropic_key", "sk-ant-", rf"sk-ant-{_NUMBERED}[A-Za-z0-9_\-]{{20,}}+"),
    _form(
        "openai_key",
        "sk-proj- sk-svcacct- sk-admin- sk-None-",
        rf"{_START}sk-(?:proj|svcacct|admin|None)-{_MIXED}[A-Za-z0-9_\-]{{20,}}+",
    ),
    _form(
        "llm_key",
        "sk-",
        rf"{_START}sk-{_NUMBERED}(?:or-v1-|lf-|litellm-)?[A-Za-z0-9]{{16,}}+[A-Za-z0-9_\-]*+",
    ),
    _form("llm_key", "sk-lf- sk-or-", rf"{_START}sk-(?:lf|or)-{_NUMBERED}[A-Za-z0-9\-]{{20,}}+"),
    _form("llm_key", "gsk_ fw_", rf"{_ALONE}(?:gsk|fw)_{_VARIED}[A-Za-z0-9]{{20,}}+"),
    _form("llm_key", "xai- pplx- csk-", rf"{_ALONE}(?:xai|pplx|csk)-{_NUMBERED}[A-Za-z0-9]{{40,}}+"),
    _form("llm_key", "nvapi-", rf"{_START}nvapi-{_MIXED}[A-Za-z0-9_\-]{{20,}}+"),
    _form("llm_key", "tvly-", rf"{_START}tvly-(?:dev-|prod-)?{_NUMBERED}[A-Za-z0-9_\-]{{20,}}+"),
    _form("llm_key", "jina_ tgp_v1_", rf"{_START}(?:jina|tgp_v1)_{_MIXED}[A-Za-z0-9_\-]{{20,}}+"),
    _form("llm_key", "lsv2_pt_ lsv2_sk_", rf"{_START}lsv2_(?:pt|sk)_[A-Za-z0-9_]{{20,}}+"),
    _form("llm_key", "pa-", rf"{_ALONE}pa-{_VARIED}[A-Za-z0-9_\-]{{40,50}}{_STOP}"),
    _form("huggingface_token", "hf_ api_org_", rf"{_START}(?:hf_|api_org_){_MIXED}[A-Za-z0-9]{{30,}}+"),
    _form("replicate_token", "r8_", rf"{_START}r8_[A-Za-z0-9]{{30,}}+"),
)
_MAIL_AND_PACKAGES: Final = (
    _form("sendgrid_key", "SG.", r"SG\.[A-Za-z0-9_\-]{22}\.[A-Za-z0-9_\-]{43}"),
    _form("sendgrid_key", "SG.", rf"{_START}SG\.[A-Za-z0-9_\-]{{16,64}}\.[A-Za-z0-9_\-]{{16,}}+"),
    _form("mailgun_key", "key-", rf"(?<![A-Za-z0-9_\-])key-[0-9a-f]{{32}}{_STOP}"),
    _form("mailgun_key", "-", r"(?<![0-9a-f\-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f\-])", 32),
    _form("mailchimp_key", "-us", rf"{_ALONE}[0-9a-f]{{32}}-us[0-9]{{1,2}}{_STOP}", 32),
    _form("brevo_key", "xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    _form("twilio_key", "SK", rf"{_ALONE}SK[0-9a-f]{{32}}{_STOP}"),
    _form("resend_key", "re_", rf"{_ALONE}re_{_VARIED}[A-Za-z0-9]{{8}}_[A-Za-z0-9]{{20,}}+"),
    _form("npm_token", "npm_", r"npm_[A-Za-z0-9]{36,}+"),
    _form("npm_token", "npm_", rf"{_START}npm_{_MIXED}[A-Za-z0-9]{{30,}}+"),
    _form("pypi_token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_\-]{13,}+"),
    _form("rubygems_key", "rubygems_", r"rubygems_[0-9a-f]{40,}+"),
    _form("crates_token", "cio", rf"{_ALONE}cio[A-Za-z0-9]{{32}}{_STOP}"),
    _form("nuget_key", "oy2", rf"{_ALONE}oy2[a-z0-9]{{43}}{_STOP}"),
    _form("docker_token", "dckr_", rf"dckr_(?:pat|oat)_{_MIXED}[A-Za-z0-9_\-]{{20,}}+"),
    _form("clojars_token", "CLOJARS_", r"CLOJARS_[A-Za-z0-9]{50,}+"),
    _form("artifactory_key", "AKCp", rf"{_ALONE}AKCp[A-Za-z0-9]{{60,}}+"),
    _form("artifactory_key", "cmVmd", rf"{_ALONE}cmVmd[A-Za-z0-9]{{59}}{_STOP}"),
)
_TOOLS: Final = (
    _form("sentry_token", "sntrys_ sntryu_", r"sntry[su]_[A-Za-z0-9+/=_\-]{40,}+"),
    _form("newrelic_key", "NRAK- NRII-", r"NR(?:AK|II)-[A-Za-z0-9_\-]{20,}+"),
    _form("newrelic_key", "NRAL", rf"{_START}[0-9a-z]{{24,40}}(?:FFFF)?NRAL{_END}", None),
    _form("grafana_token", "glsa_", r"glsa_[A-Za-z0-9]{20,40}_[0-9A-Fa-f]{8}"),
    _form("grafana_token", "glc_", rf"{_START}glc_[A-Za-z0-9+/=]{{32,}}+"),
    _form("grafana_token", "eyJrIjoi", r"eyJrIjoi[A-Za-z0-9+/=]{60,}+"),
    _form("dynatrace_token", "dt0", rf"{_START}dt0[a-z][0-9]{{2}}\.[A-Z0-9]{{24}}\.[A-Z0-9]{{64}}"),
    _form("honeycomb_key", "hcaik_ hcaic_ hcamk_", r"hca[im][kc]_[A-Za-z0-9]{40,}+"),
    _form("posthog_key", "phx_", rf"{_START}phx_{_MIXED}[A-Za-z0-9]{{36,}}+"),
    _form("sonar_token", "sqp_ squ_ sqa_", rf"{_START}sq[pua]_[0-9a-f]{{40}}"),
    _form("circleci_token", "CCIPAT_ CCIPRJ_", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{10,40}_[0-9a-f]{40}"),
    _form("buildkite_token", "bkua_", r"bkua_[0-9a-f]{40}"),
    _form("linear_key", "lin_api_ lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{30,}+"),
    _form("notion_token", "secret_", rf"{_START}secret_{_VARIED}[A-Za-z0-9]{{43}}{_STOP}"),
    _form("notion_token", "ntn_", rf"{_START}ntn_[A-Za-z0-9]{{40,}}+"),
    _form("figma_token", "figd_", r"figd_[A-Za-z0-9_\-]{30,}+"),
    _form("airtable_token", "pat", rf"{_ALONE}pat[A-Za-z0-9]{{14}}\.[0-9a-f]{{64}}"),
    _form("postman_key", "PMAK-", r"PMAK-[0-9a-fA-F]{24}-[0-9a-fA-F]{34}"),
    _form("hubspot_token", "pat-", rf"{_START}pat-[a-z]{{2}}[0-9]-{_UUID}"),
    _form("contentful_token", "CFPAT-", r"CFPAT-[A-Za-z0-9_\-]{40,}+"),
    _form("planetscale_token", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.\-=]{30,}+"),
    _form("pinecone_key", "pcsk_", rf"{_START}pcsk_{_MIXED}[A-Za-z0-9_]{{40,}}+"),
    _form("mapbox_token", "sk.eyJ", rf"{_START}sk\.eyJ[A-Za-z0-9_\-]{{20,400}}\.[A-Za-z0-9_\-]{{16,}}+"),
    _form("elevenlabs_key", "sk_", rf"{_ALONE}sk_[0-9a-f]{{40,}}+"),
    _form("neon_key", "napi_", rf"{_START}napi_{_NUMBERED}[A-Za-z0-9]{{40,}}+"),
    _form("dropbox_token", "sl.", rf"{_START}sl\.(?:u\.)?{_VARIED}[A-Za-z0-9_\-]{{120,}}+"),
    _form("facebook_token", "EAA", rf"{_ALONE}EAA{_NUMBERED}[A-Za-z0-9]{{90,}}+"),
    _form("maxmind_key", "_mmk", rf"{_START}[A-Za-z0-9]{{6}}_[A-Za-z0-9]{{29}}_mmk{_END}", 36),
    _form("typeform_token", "tfp_", rf"{_START}tfp_{_MIXED}[A-Za-z0-9_\-.=]{{40,}}+"),
    _form("readme_key", "rdme_", r"rdme_[a-z0-9]{60,}+"),
    _form("prefect_key", "pnu_", rf"{_START}pnu_[A-Za-z0-9]{{36}}"),
    _form("octopus_key", "API-", rf"{_ALONE}API-(?=[A-Z]{{0,25}}[0-9])[A-Z0-9]{{26}}{_STOP}"),
    _form(
        "asana_token",
        "asana Asana ASANA",
        rf"{_START}[0-2]/(?:[0-9]{{16}}/)?(?:[0-9]{{16}}:)?[0-9a-f]{{32}}{_END}",
        None,
    ),
    _form(
        "pagerduty_token",
        "u+",
        r"(?<![A-Za-z0-9+/])u\+(?=[A-Za-z_\-]{0,17}[0-9])[A-Za-z0-9_\-]{18}(?![A-Za-z0-9_\-+/])",
    ),
)
_GENERAL: Final = (
    _form(
        "jwt",
        "eyJ",
        r"(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-]{8,}+\.(?:eyJ|[A-Za-z0-9_\-]*+\.)[A-Za-z0-9_\-]*+(?:\.[A-Za-z0-9_\-]*+){0,3}",
        None,
    ),
    _form("jwt", "ZXlKaGJHY2lPaU ZXlKMGVYQWlPaU ZXlKcmFXUWlP", r"ZXlK[A-Za-z0-9+/=_\-]{50,}+"),
    _form("age_key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{40,}+"),
    _form("signed_url", "X-Amz-Signature= X-Goog-Signature=", r"X-\w{3,4}-Signature=(?P<secret>[0-9A-Fa-f]{32,}+)"),
    _form("signed_url", "X-Amz-Security-Token=", r"X-Amz-Security-Token=(?P<secret>[A-Za-z0-9%+/=]{20,}+)"),
    _form("signed_url", "sig=", r"(?<=[?&; ])sig=(?P<secret>[A-Za-z0-9%+/=_\-]{20,}+)"),
    _form("api_key", "?key= &key=", rf"[?&]key=(?P<secret>{_NUMBERED}[A-Za-z0-9_\-]{{20,}}+)"),
)

FORMS: Final[tuple[Form, ...]] = (
    *_CLOUD,
    *_GIT,
    *_CHAT,
    *_PAYMENT,
    *_MODELS,
    *_MAIL_AND_PACKAGES,
    *_TOOLS,
    *_GENERAL,
)
