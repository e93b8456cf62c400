"""Families of English verbs. A pattern names a family in angle brackets; each member stands for all its forms."""

from __future__ import annotations

import re
from typing import Final


def _forms(words: str) -> str:
    """`mov(e) switch port go:went/gone` spelled out: -s, -ed and -ing forms, irregular ones after a colon."""
    found: list[str] = []
    for word in words.split():
        verb, _, irregular = word.partition(":")
        verb, _, particle = verb.partition("+")
        tail = "".join(rf"\s{part}" for part in particle.split("+") if part)
        stems = [verb.replace("(e)", "e"), *irregular.split("/")] if irregular else [verb.replace("(e)", "e")]
        if verb.endswith("(e)"):
            stem = verb[:-3]
            stems += [f"{stem}es", f"{stem}ed", f"{stem}ing"]
        elif verb.endswith("y") and verb[-2] not in "aeiou":
            stems += [f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"]
        else:
            stems += [f"{verb}{end}" for end in ("s", "es", "ed", "ing")]
        found += [stem + tail for stem in stems if stem]
    return "|".join(sorted(set(found), key=len, reverse=True))


VERBS: Final[dict[str, str]] = {
    # families whose words begin like another family's stand before it
    "go_back": _forms(
        "go+back:went/goes/gone/going switch+back move+back:moved/moving mov(e)+back revert return roll+back roll+it+back "
        "fall+back:fell come+back:came chang(e)+back"
    ),
    "take_over": _forms("take+over:took/taken/taking tak(e)+over"),
    "stop_using": r"(?:stop|stops|stopped|quit|quits|ceased|ceases)\susing|(?:no\slonger|not\sany\smore)\suses?",
    "turn_off": _forms(
        "turn+off switch+off shut+down:shutting shut+off decommission retir(e) sunset:sunsetted phas(e)+out rip+out:ripped "
        "uninstall get+rid+of:got/gets/getting abandon ditch drop:dropped/dropping remov(e) delet(e) kill scrap:scrapped/scrapping "
        "discontinu(e) throw+out:threw/thrown"
    ),
    "turn": _forms("turn shut:shutting"),
    "move_off": r"(?:move|moves|moved|moving|migrate|migrates|migrated|migrating)\s(?:off(?:\sof)?|away\sfrom)",
    "move": _forms("mov(e) switch migrat(e) port transition upgrad(e) cut+over")
    + r"|convert|converted|converting|change|changed|changing|shifted|shifting",
    "replace": _forms("replac(e) swap:swapped/swapping swap+out:swapped/swapping exchang(e) trad(e) substitut(e)"),
    "give_way": _forms("give+way+to:gave/given/giving"),
    "placed": r"(?:located|hosted|deployed|based|placed|situated|stored|kept)\s(?:in|at|under|to)",
    "place": r"(?:runs?|running|ran|lives?|living|lived|sits?|sitting|resides?|stays?)\s(?:in|at|under|to)",
    "settle": _forms(
        "choose:chose/chosen/choosing choos(e) pick select adopt settl(e)+on go+with:went/goes/going opt+for:opted/opting "
        "land+on standardiz(e)+on standardis(e)+on end+up+with end+up+using end+up+on decid(e)+on decid(e)+to+use "
        "commit+to:committed/committing bet+on pick+up"
    ),
    "introduce": _forms(
        "introduc(e) add install integrat(e) bring+in:brought roll+out deploy wir(e)+in plug+in:plugged"
    ),
    "try": _forms("try trial experiment+with"),
    "start_using": r"(?:start|starts|started|starting|begin|begins|began|beginning)\s(?:using|to\suse)",
    "talk": (
        r"(?:talk|talks|talked|talking|connect|connects|connected|speak|speaks|delegate|delegates|integrates?|integrated)\s(?:to|with)"
        r"|(?:goes|go|going|went)\sthrough"
    ),
    "run_on": r"(?:run|runs|ran|running|build|builds|sit|sits|sat|rely|relies|relied|relying)\son(?:\stop\sof)?",
    "made_with": (
        r"(?:built|based|hosted|run)\s(?:on(?:\stop\sof)?)|built\swith|powered\sby|backed\sby|driven\sby"
        r"|written\s(?:in|with)|implemented\s(?:in|with)|coded\sin"
    ),
    "operate": r"run|runs|ran|running|host|hosts|hosted|hosting",
    "avoid": (
        r"avoid|avoids|avoided|avoiding|(?:steer|steers|steered|steering)\sclear\sof"
        r"|(?:stay|stays|stayed|staying)\s(?:away\sfrom|clear\sof)"
    ),
    "prefer": r"prefer|prefers|preferred|preferring|favou?rs?|favou?red|rather\s(?:use|have|go\swith|keep|write)",
    "reject": (
        _forms("reject dismiss discard veto:vetoes/vetoed rul(e)+out turn+down vot(e)+down")
        + r"|decided?\sagainst(?:\susing)?|pass(?:ed)?\son|ruled\sagainst|said\sno\sto"
    ),
    "optimize": r"(?:optimi[sz](?:es|ed|ing)|(?<=\s)tuned|(?<=\s)designed)\sfor",
    "depend": _forms("depend+on requir(e) need"),
    "wait": (
        r"(?:blocked|held\sup|stalled)\sby|blocked\son|waiting\s(?:on|for)|waits?\s(?:on|for)|stuck\s(?:on|behind)|gated\s(?:on|by)"
    ),
    "block": _forms("block hold+up:held stall"),
    "like": r"likes?|liked",
    "bring": r"brought|brings?|bringing|pulled|pulls?|pulling",
    "cause": (
        _forms("caus(e) trigger lead+to:led produc(e) provok(e)")
        + r"|result(?:s|ed|ing)?\sin|(?:is|was|are|were)\sresponsible\sfor"
    ),
    "stem": r"(?:come|comes|came|stem|stems|stemmed|result|results|resulted|arise|arises|arose)\sfrom|due\sto|the\sresult\sof|because\sof",
    "fix": _forms("fix resolv(e) solv(e) cur(e) patch address clos(e)"),
    "edit": _forms("modify edit updat(e) refactor rewrite:rewrote/rewritten/rewriting touch patch"),
    "import": _forms("import"),
    "employ": (
        r"works?\s(?:at|for)|working\s(?:at|for)|worked\s(?:at|for)|employed\s(?:at|by)|join|joins|joined|joining"
        r"|(?:started|starts|began)\s(?:at|with|working\s(?:at|for))|leave|leaves|left|leaving|quit|quits"
    ),
    "own": r"(?<!['’]s\s)own|owns|owned|maintain|maintains|maintained|leads?|in\scharge\sof|responsible\sfor|looks?\safter|looking\safter",
    "supersede": r"superseded\sby|succeeded\sby|deprecated\sin\sfavou?r\sof|obsoleted\sby",
    "fetch": _forms(
        "read:reads stor(e) keep:kept/keeping writ(e):wrote/written send:sent/sending publish push pull get:got/getting load cach(e) sav(e) "
        "persist fetch deliver rout(e) receiv(e) stream log:logged/logging emit:emitted/emitting ship:shipped/shipping queu(e) buffer"
    ),
    "do": _forms(
        "validat(e) render retry pars(e) compil(e) sign verify hash encrypt serializ(e) serialis(e) handl(e) schedul(e) build:built test "
        "format:formatted lint bundl(e) deploy authenticat(e) authoriz(e) authoris(e) generat(e) index search process resiz(e) convert "
        "manag(e) monitor track guard protect provision"
    ),
    "drive": r"drives|driving|calls|wraps|embeds",
    "use": _forms("us(e) utiliz(e) utilis(e) leverag(e)"),
    "be": r"is|are|was|were|been|remains?|remained|becomes?|became",
}
"""Family to a regular expression of all its forms, most specific first."""

VERB: Final = re.compile(
    "|".join(rf"(?P<{name}>(?<![\w'’-])(?:{forms})(?![\w'’-]))" for name, forms in VERBS.items()), re.IGNORECASE
)
