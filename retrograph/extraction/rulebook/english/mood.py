"""How an English sentence means what it says: asked, supposed, planned, denied, heard from others, or simply so."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook.english.cues import Cue

QUESTION: Final = re.compile(
    r"\?[\s\"')\]*_]*$|^\s*(?:who|what|why|how|when|where|which)\s+(?:is|are|do|does|did|should|would)\b", re.I
)
SUPPOSED: Final = Cue(
    r"\b(?:if|whether|suppose|supposing|imagine|unless|assuming|in\s+theory|hypothetically|wonder(?:ing)?"
    r"|what\s+about|how\s+about"
    r"|in\s+(?:the|an?|this|that|their|your)\s+(?:\w+\s+)?(?:tutorial|example|book|talk|article|blog\s+post|course"
    r"|workshop|video|exercise)"
    r"|let['’]s\s+say|as\s+an?\s+example|for\s+example|e\.g\.|imho)\b"
)
"""Anywhere before the reason of a sentence: nothing in it is told as a fact."""

TENTATIVE: Final = Cue(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|supposedly|could|might|would|may|can|consider(?:s|ed|ing)?"
    r"|think(?:ing)?\s+(?:about|of)"
    r"|thought\s+(?:about|of)|propos(?:e|es|ed|al|als|ing)|suggest(?:s|ed|ing|ion)?|recommend(?:s|ed|ing)?"
    r"|evaluat(?:e|es|ed|ing)"
    r"|explor(?:e|es|ed|ing)|investigat(?:e|es|ed|ing)|look(?:ing|ed)?\s+(?:at|into)|not\s+sure|unsure|tempted"
    r"|instead\s+of|rather\s+than"
    r"|without|avoid(?:s|ed|ing)?|refus(?:e|es|ed|ing)|fail(?:s|ed)?\s+to|tr(?:y|ies|ied|ying)\s+to|nearly|almost"
    r"|hardly|barely|scarcely|ask(?:s|ed|ing)?)\b"
)
"""In the clause before the verb: what the verb says is no fact."""

GERUND: Final = Cue(r"\b(?:before|finish(?:ed)?|completed|done|propos(?:e[sd]?|ing))[\s\x01\x02]+$")
"""What a bare -ing form may follow: "before moving", "finished moving", "proposes moving"."""

OFFERED: Final = Cue(r"\bpropos(?:e[sd]?|ing)\b")
GUESS: Final = Cue(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|(?:most\s+)?likely|(?:might|may|could)(?:\s+well)?\s+(?:still\s+)?be"
    r"|(?:i|we)\s+(?:strongly\s+)?(?:suspect|guess|assume)(?:\s+that)?|my\s+(?:guess\s+is(?:\s+that)?|hunch|guess))\b"
)
"""A guess at what is so; it counts for little. A guess at what could be done counts for nothing."""

HUNCH: Final = Cue(r"\W*(?:my|just\s+a|only\s+a)\s+(?:best\s+)?(?:guess|hunch|suspicion|theory)\b")
"""Makes all that a sentence says a guess."""

DECIDED: Final = Cue(r"\W*(?:decided|agreed|decision|resolved)\s*:")
"""What a meeting decides is still to be done, though it is told in the present tense."""

PROPOSED: Final = Cue(r"\b(?:propos(?:e|es|ed|al|ing)|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?)\b")
PLANNED: Final = Cue(
    r"\b(?:will|shall|should|must|going\s+to|plans?\s+to|planned|planning|intends?|wants?|hopes?|needs?\s+to"
    r"|need\s+to|decided?\s+to"
    r"|agreed\s+to|scheduled|expected|about\s+to|(?:plan|goal|intention|aim|idea)\s+is\s+to|has\s+to|have\s+to|aim(?:s|ing)?\s+to|let['’]s)\b"
    r"|\bdecide[ds]?\s+to\s+use\b|['’]ll\b|\bwo?n['’]t\b"
)
PLAN_SENTENCE: Final = re.compile(
    r"^\W*(?:plans?|note\s+to\s+self|reminder|todo|to-do|fixme|next\s+steps?|roadmap|goals?|action\s+items?|proposal|proposed"
    r"|upcoming)\b[^:.]{0,40}:|\bTODO\b",
    re.I,
)
BE: Final = Cue(r"\b(?:is|are|was|were|been|be|being|am|isn['’]t|aren['’]t|wasn['’]t|weren['’]t)\b|['’](?:s|re|m)\b")
TO: Final = Cue(r"\bto[\s\x01\x02]*(?:be[\s\x01\x02]*)?$")
PLURAL: Final = re.compile(r"(?:we|i|they|you|[\w`.-]*[^s\W]s|.*\band\b.*|.*\bteam)$", re.I | re.S)
BASE_FORM: Final = Cue(
    r"(?:use|utilize|utilise|prefer|favou?r|avoid|need|require|depend|run|rely|store|keep|read|write|send|load"
    r"|import|own|maintain|lead"
    r"|block|cause|trigger|produce|fix|resolve|solve|close|patch|update|drive|call|wrap|work|host|talk|connect|adopt"
    r"|pick|select|choose"
    r"|add|install|introduce|remove|drop|replace|swap|move|switch|migrate|port|upgrade|convert|change|reject|sign"
    r"|test|build|render|deploy)$"
)
TO_BE_DONE: Final = Cue(
    r"\b(?:going|plans?|planned|planning|intends?|wants?|hopes?|needs?|decided?|agreed|scheduled|expected?|used"
    r"|about|ought|continues?|propos(?:e[sd]?|ing)"
    r"|began|started|has|have|had|is|are)[\s\x01\x02]+(?:(?:not|never)[\s\x01\x02]+)?to\b"
)
DENIED: Final = Cue(r"\b(?:not|never|cannot|nor|neither)\b|n['’]t\b|\bno\s+longer\b")
NEVER: Final = Cue(r"\bnever\b")
RESOLVED: Final = Cue(r"\b(?:decided?|agreed|chose|resolved)\b")
BEFORE: Final = Cue(r"\b(?:before|previously|until|earlier|formerly)\b")
DELIBERATE: Final = Cue(
    r"\b(?:deliberately|intentionally|on\s+purpose|by\s+policy|as\s+a\s+(?:rule|matter\s+of\s+policy)|by\s+design)\b"
)
NO_LONGER: Final = Cue(r"\bno\s+longer\b|\bnot\s+any\s*more\b")
REPLACING: Final = re.compile(
    r"[\s\x01\x02]*,?[\s\x01\x02]+(?:replacing|to[\s\x01\x02]+replace|superseding"
    r"|as[\s\x01\x02]+(?:a|an|the|our|its)[\s\x01\x02]+(?:[\w-]+[ ])?(?:replacement|successor)"
    r"[\s\x01\x02]+(?:for|to|of))"
    r"[\s\x01\x02]+(?P<other>[^,.;:()\x01]{1,40})",
    re.I,
)
PLACE: Final = re.compile(r"[\s\x01\x02]+(?:in|on|for|at|across|within|inside|because|since|as|when)\b", re.I)
NOT_OTHER: Final = re.compile(
    r",?[\s\x01\x02]+(?:and[\s\x01\x02]+)?not[\s\x01\x02]+(?P<other>[^,.;:()\x01]{1,40})", re.I
)
FRONTED: Final = re.compile(
    r"\W*(?:instead\s+of|rather\s+than|in\s+place\s+of)[\s\x01\x02]+(?P<other>[^,.;:\x01]{1,40}?),?[\s\x01\x02]+"
    r"(?=(?:we|i|they|the|our|it|he|she|[a-z]+-[a-z-]+)\b)",
    re.I,
)
"""What was not taken, told before what was: "Instead of X we use Y"."""

INSTEAD_OF: Final = re.compile(
    r",?[\s\x01\x02]+(?:instead\s+of|rather\s+than|in\s+place\s+of)[\s\x01\x02]+(?P<other>[^,.;:()\x01]{1,40})", re.I
)
ANY_MORE: Final = re.compile(r"\s(?:any\s?more|any\s+longer)\b", re.I)
USED_TO: Final = Cue(r"\bused\s+to\b")
CHANGE: Final = Cue(r"\b(?:now|no\s+longer|instead(?!\s+of)|from\s+now\s+on|switched|these\s+days)\b")
BEFORE_NOW: Final = Cue(r"\b(?:before(?:\s+(?:that|then))?\s*(?=[.,;!)]|$)|previously|formerly|originally|initially)")
WAS: Final = Cue(r"\b(?:was|were)\b")
NOWADAYS: Final = Cue(r"\b(?:now|currently|these\s+days|nowadays|at\s+the\s+moment|since|today)\b")
ONWARD: Final = Cue(r"\b(?:(?<!since )then|ever\s+since|since\s+then|afterwards?|after\s+that)\b")
PERFECT: Final = Cue(r"\b(?:has|have|is|are|be|been|being|will|['’]ve|['’]s|['’]re|does|do)\b")
PASSIVE: Final = Cue(r"\b(?:is|are|was|were|be|been|being|got|gets?)[\s\x01\x02]+(?:(?:not|never)[\s\x01\x02]+)?$")
CORRECTION: Final = Cue(
    r"\b(?:correction|i\s+was\s+wrong|i\s+misspoke|my\s+mistake|i\s+made\s+a\s+mistake|that\s+was\s+(?:wrong"
    r"|incorrect)|scratch\s+that"
    r"|to\s+correct\s+(?:myself|the\s+record)|i\s+got\s+that\s+wrong|contrary\s+to\s+what\s+i|i\s+stand\s+corrected"
    r"|erratum"
    r"|(?:is|was)\s+not\s+true|mistakenly|i\s+mixed\s+up|wrong\s+about|strike\s+that)\b"
)
TAKES_BACK: Final = Cue(
    r"\b(?:scratch\s+that|strike\s+that|no,?\s+wait|wait,?\s+no|actually,?\s+no|never\s?mind|correction|i\s+(?:was\s+wrong|misspoke"
    r"|got\s+that\s+wrong|stand\s+corrected|meant|take\s+that\s+back)"
    r"|(?:that|this)(?:['’]s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+(?:true|right|correct)|a\s+mistake|my\s+mistake))\b"
)
"""Takes back what was said before it in the same text."""

_UNTRUE: Final = (
    r"(?:(?:completely|simply|just|plain|actually)\s+)?(?:false|incorrect|untrue"
    r"|not\s+(?:actually\s+)?(?:true|right|correct|the\s+case|accurate))"
)
_CLAIMED: Final = r"\b(?:said|say|told|claim(?:ed|s)?|thought|wrote|reported|believed|assumed|stated|noted|mentioned)\b"
DISOWNED: Final = re.compile(
    rf"{_CLAIMED}.{{1,300}}[,;:—–-]\s*(?:but\s+|and\s+)?(?:that|this|which|it)(?:['’]s|\s+is|\s+was)\s+wrong\b"
    r"|[,;:—–-]\s*(?:but\s+|and\s+)?(?:that|this|which|it)(?:['’]s|\s+is|\s+was|\s+has\s+been"
    rf"|\s+turns?\s+out\s+to\s+be|\s+turned\s+out\s+to\s+be)\s+{_UNTRUE}\b"
    r"|[,;:—–-]\s*(?:but\s+)?(?:that|this|which|it)\s+(?:isn|wasn)['’]t\s+(?:true|right|correct|the\s+case)\b",
    re.I | re.S,
)
"""The end of a sentence that says that what it told was never so."""

UNTRUE: Final = re.compile(
    rf"\b(?:it(?:['’]s|\s+is|\s+was)|(?:claim|rumou?r|statement|idea|belief)\b.{{1,200}}\b(?:is|was))\s+{_UNTRUE}\b"
    r"(?:\s+that\b|\s*[.!]?\s*$)|\bit\s+(?:isn|wasn)['’]t\s+(?:true|the\s+case)\s+that\b",
    re.I,
)
"""The frame of a sentence that denies all of it: "It is not true that"."""

HEARSAY: Final = re.compile(
    r"^\W*(?:(?P<who>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?|(?i:he|she|they|someone|people|folks))[\s\x01\x02]+(?:(?:has"
    r"|have)\s)?(?i:said|says|say|told\s(?:me|us|him|her|everyone)"
    r"|mentioned|mentions|claims|claimed|thinks|thought|believes|believed|reports|reported|wrote|noted|suspects"
    r"|insists|swears)(?:\s(?i:that))?[,:]?|(?i:according\sto)\s(?P<source>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?),?"
    r"|(?i:(?:last\s)?i\s(?:heard|hear|was\stold|think|thought|believe|guess|understand|recall|remember)(?:\sthat)?|apparently,?|reportedly,?|afaik,?|iirc,?"
    r"|as\sfar\sas\si\sknow,?|rumou?r\shas\sit(?:\sthat)?"
    r"|it\s(?:seems|appears|sounds\slike)(?:\sthat)?))[\s\x01\x02]+(?=\S)"
)
REASON: Final = re.compile(
    r"[,;]?[\s\x01\x02]+(?P<cue>because(?:\sof)?|due\sto|owing\sto|thanks\sto|as\sit|since\s(?=it|its|the|we|they"
    r"|there|that|our|[A-Z][\w.-]+\s+(?:is|was|has|had|kept|keeps|did|does|could)\b|[a-z]+['’]s)"
    r"|on\saccount\sof|so\sthat|given\sthat)[\s\x01\x02]+(?P<why>[^\n]+)",
    re.I,
)
PURPOSE: Final = re.compile(
    r"[\s\x01\x02]+for[\s\x01\x02]+(?P<why>(?!the\b|our\b|its\b|a\b|an\b)[\w`-]+(?:\s[\w`-]+){0,3})(?=[.,;!)]|$)", re.I
)
WEIGHED: Final = re.compile(
    r"\b(?:considered|considering|looked[\s\x01\x02]+at|evaluated|compared|weighed|benchmarked|shortlisted|choosing[\s\x01\x02]+between"
    r"|candidates[\s\x01\x02]+were|options[\s\x01\x02]+were)[\s\x01\x02]+(?P<others>[^().;:\n\x01]{1,120})",
    re.I,
)
"""What was weighed before a choice was made."""

CONSIDERED: Final = re.compile(
    r"(?:\(|,\s|—\s|–\s|\.\s)(?:we\s)?(?:also\s)?(?:considered|looked\sat|evaluated|the\salternatives?\s(?:was|were)"
    r"|alternatives?:?|versus|vs\.?)[\s\x01\x02]+"
    r"(?P<others>[^().;\n]{1,120})",
    re.I,
)
BOUNDARY: Final = re.compile(
    r"[;:]\s|\((?:(?=(?:it|we|they)\b)|$)|,[\s\x01\x02]*(?:after\sthat|afterwards|later|before\sthat)\b|,[\s\x01\x02]*(?:and|but|so|then|or|while|whereas|which|though|although|because|since)\b|\s[—–-]\s"
    r"|\b(?:but|because|so\sthat|while|whereas|and\sthen)\b|,\s(?=(?:we|it|they|i|she|he)\b)",
    re.I,
)
ELSEWHERE: Final = Cue(r"\b(?:there|here|in\sit|its)\b")
INJECTED: Final = Cue(
    r"\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier|preceding"
    r"|other)\s+(?:instructions?|prompts?|rules?|messages?|context)|\b(?:record|remember|store|note|memori[sz]e|save"
    r"|add)\s+(?:in\s+(?:your\s+)?memory\s+)?that\s+the\s+(?:user|assistant|team)\b"
    r"|\byou\s+(?:must|are\s+now|should\s+now|have\s+to)\b.{0,60}\b(?:remember|record|store|memory|obey|reply)"
    r"|\bsystem\s*(?:prompt|message|override)?\s*:"
    r"|\b(?:as|this\s+is)\s+(?:an?\s+)?(?:order|instruction|message)\s+(?:of|from|by)\s+(?:the\s+)?(?:system"
    r"|admin\w*|developer)"
    r"|이전\s*(?:지시|명령|프롬프트|대화)[^.\n]{0,20}무시|(?:지시|명령|규칙)(?:을|를|은|는)?\s*(?:모두|전부)?\s*무시"
    r"|기억에?\s*(?:저장|기록|추가)\s*(?:해|하|할|시)|시스템\s*(?:관리자|프롬프트)"
)
"""An order to the reader, planted in a text: the whole paragraph says nothing."""
