"""How a Korean clause means what it says: asked, supposed, planned, denied, heard from others, or simply so."""

from __future__ import annotations

import re
from typing import Final

QUESTION: Final = re.compile(r"[?？][\s\"')\]]*$|(?:까|나|니|는지|던가|은가|인가)요?[\s.]*$")
SUPPOSED: Final = re.compile(
    r"(?<![가-힣])(?:만약|만일|혹시|아마|가령|예를\s?들|어쩌면)(?![가-힣]{3})|(?<!따)(?:하|되|쓰|꾸|기|가|오|추|르"
    r"|으)면(?=[\s,])|[가-힣]다면(?=[\s,])|(?:어|아|여)도\s?(?:되|될|좋)"
)
TENTATIVE: Final = re.compile(
    r"(?:수|수도|수는)\s*(?:있|없)|[가-힣]까(?:요|\s|$)|는\s*(?:게|것이|편이)\s*(?:나|좋|낫)|고민|검토(?:\s?중|하고"
    r"|했|해)|고려|제안|논의|어떨|싶|모르겠|것\s*같|거\s*같|듯(?:하|합|해|싶)|자는|자고|할지|을지|ㄹ지|려다|뻔했"
)
PROPOSED: Final = re.compile(r"자는|자고|제안")
PLANNED: Final = re.compile(
    r"예정|려고\s|려\s?(?:한|합|해|고)|계획|기로\s*(?:했|함|하|결|합|정|되|됐)|해야|하겠|겠(?:다|습|어|음)|(?:하|쓰"
    r"|가|꾸|기|보)자(?=[.!\s]|$)|[할쓸될길꿀갈뀔옮출]\s*(?:것|거|겁|생각)"
)
PRESENT: Final = re.compile(
    r"[가-힣]*(?:[한된간온긴꾼쓴운든]다(?![가-힣])|[합됩갑옵깁꿉씁웁듭]니다|[해돼가와겨꿔써]요(?![가-힣]))"
)
"""The end of a verb in the present: of a change with a date, one that is to come."""
DENIED: Final = re.compile(
    r"지\s*(?:는|도)?\s*(?:않|못|말)|[은는던ㄴ쓴한]\s*(?:적|일)(?:이|은|도)?\s*없|(?<![가-힣])(?:안|못)\s*$"
)
BEFORE_DENIED: Final = re.compile(r"(?<![가-힣])(?:안|못)\s*$")
RESOLVED: Final = re.compile(r"(?:않기로|안\s?쓰기로|말기로)")
NEVER: Final = re.compile(r"(?:적|일)(?:이|은|도)?\s*없")
NO_MORE: Final = re.compile(r"더\s?이상|더는|이제(?:는)?\s")
FORMERLY: Final = re.compile(r"(?<![가-힣])(?:원래|예전|이전에|전에는|과거|한때|처음에|그동안|기존)")
BEFORE_THAT: Final = re.compile(r"(?<![가-힣])(?:그|이)\s?(?:전|이전)(?:에는|에|엔|까지)")
AGAIN: Final = re.compile(r"다시|도로")
CORRECTION: Final = re.compile(
    r"정정|잘못\s*(?:말|썼|적|알|전|이해)|착각|틀렸|틀린|오해|바로잡|실수로\s*(?:말|적)|사실이\s*아니"
)
HEARSAY: Final = re.compile(
    r"^\W*(?P<who>[가-힣]{2,4}?)(?:\s?(?:님|씨|선배|팀장님?|대표님?))?(?:이|가)?\s*(?:말로는|말에\s?(?:따르면"
    r"|의하면)|에\s?(?:따르면|의하면)|얘기로는|이야기로는|한테\s?듣기로는?|그러는데|말하길|듣기로는)"
)
HEARD: Final = re.compile(
    r"다고\s*(?:하|합|했|들|한|해|말|그러)|대요|다던데|다더라|라던데|다네|라네|답니다|답디다|다고요|소문|들었"
)
REASON_AT_END: Final = re.compile(
    r"(?:기\s*)?(?:때문(?:이다|입니다|이에요|이었다|이었습니다|임|이야)|거든(?:요)?|덕분(?:이다|입니다))[\s.!]*$"
)
BECAUSE: Final = re.compile(
    r"(?<![^\s,.])(?P<why>[^,.\x01]{2,60}?[가-힣](?:아서|어서|여서|해서|워서|라서|와서|져서|려서|니까|므로|길래"
    r"|때문에|탓에))(?=\s)"
)
WEIGHED_ASIDE: Final = re.compile(r"\((?P<others>[^()]{1,60}?)(?:도|를|을|와|과)?\s*(?:검토|비교|고려)[^()]*\)")
WEIGHED: Final = re.compile(r"검토|비교|고려")
CONSIDERED: Final = re.compile(
    r"(?<![^\s,.])(?P<part>[^,.\n]{2,30}?)(?:\s*후보로|용으로|으로|로|(?:을"
    r"|를)\s*위해)\s+(?P<others>[^,.\n]{2,60}?)(?:을|를)\s*(?:검토|비교|고려)(?:했|하|한|해)"
)
NOTE: Final = re.compile(r"^\W*(?:메모|참고|비고|요약|결론|정정|결정|note|memo)\s*[:：]\s*", re.IGNORECASE)
CAUSE_IS: Final = re.compile(
    r"(?P<error>[\w.$()` ]{2,60}?)의\s*(?:근본\s*|직접적인\s*"
    r"|진짜\s*)?원인은\s+(?P<cause>[^.\n]{2,80}?)(?:이었습니다|였습니다|이었다|였다|입니다|이었어요?|였어요?|이에요"
    r"|예요|이다|임)(?=[\s.!,]|$)"
)
IS_CAUSE: Final = re.compile(
    r"(?P<cause>[^.\n:：]{2,80}?)(?:이|가)\s+(?P<error>[\w.$()`]{2,60})의\s*(?:근본\s*|직접적인\s*)?원인(?:입니다"
    r"|이다|이었습니다|이었다|이에요|이었어요?|임|이고|이라|\s*[.]?$)"
)
