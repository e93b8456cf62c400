"""How a Korean clause means what it says: asked, supposed, planned, denied, heard from others, or simply so."""

from __future__ import annotations

import re
from typing import Final

QUESTION: Final = re.compile(r"[?？][\s\"')\]]*$|(?:까|나|니|는지|던가|은가|인가)요?[\s.]*$")
SUPPOSED: Final = re.compile(
    r"(?<![가-힣])(?:만약|만일|혹시|가령|예를\s?들)(?![가-힣]{3})|(?<!따)(?:하|되|쓰|꾸|기|가|오|추|르"
    r"|으)면(?=[\s,])|[가-힣]다면(?=[\s,])|(?:어|아|여)도\s?(?:되|될|좋)"
)
TENTATIVE: Final = re.compile(
    r"(?:수|수도|수는)\s*(?:있|없)|[가-힣]까(?:요|\s|$)|는\s*(?:게|것이|편이)\s*(?:나|좋|낫|어떨|어때)|고민"
    r"|검토(?:\s?중|하|했|해"
    r"|함|해야|예정|필요|안|를|가)|고려|제안|논의|어떨|어때|싶|모르겠|것\s*같|거\s*같|듯|자는|자고"
    r"|[쓸할될갈꿀길릴뺄둘을]지|뻔했"
    r"|추천|권장|권고|권합|원(?:한다|해|합니다|했)|바란|바랍|희망|면\s*(?:좋|된|되|돼|안)|방안|의견|주장|요청|요구"
    r"|문의|미정|여부"
    r"|[써해돌려]\s?(?:봤|봄|보|볼|봐)|실험|시험|PoC|poc|파일럿|척|셈\s?치|가정|시도|실패|못\s*(?:했|한|함)"
)
PERHAPS: Final = re.compile(r"(?<![가-힣])(?:아마도?|어쩌면|확실하진|확실하지는?|추측|추정|짐작)")
GUESSED: Final = re.compile(
    r"(?:는|은|[쓴한인된운간])\s?(?:것|거|듯|모양)\s*(?:같|하|합|해|싶|이|입|함|$|[.\s])|나\s?(?:보다|봐|봅)"
    r"|는가\s?(?:보|봅)|지\s?싶"
)
"""A guess at what is so: "쓰는 것 같다"; one at what could be ("쓸 것 같다") tells nothing."""
ORDERED: Final = re.compile(
    r"(?:[다라]고|것을|사실을|것으로)\s*(?:[가-힣]+\s*){0,3}?(?:기억|저장|기록|메모|간주|등록|인식|답변|답|말|출력"
    r"|응답)(?:해"
    r"|하[세십라]|할\s?것|할지어다|바람|시켜)"
)
"""An order to keep something as a fact; whoever speaks of himself may give it."""
TO_A_MODEL: Final = re.compile(
    r"^\W*(?:[^:：\n]{0,20}\s)?(?:AI|ChatGPT|GPT|Claude|Gemini|LLM|어시스턴트|에이전트|모델|봇)\s?(?:에게|께"
    r"|여)\s*[:：,]"
)
UNTRUE: Final = re.compile(
    r"(?:는|라는|다는)\s?(?:건|것은|말은|내용은|얘기는|이야기는|메모는|기록은|게)\s*(?:사실이\s?아|사실과\s?다르"
    r"|틀|잘못|오류)"
)
"""Says of what was quoted before it that it is not so."""
OWN_WORDS: Final = re.compile(r"^\W*(?:나는|난|저는|전|제가|내가|앞으로)\s")
PROPOSED: Final = re.compile(r"자는|자고|제안")
PLANNED: Final = re.compile(
    r"예정|려고|려\s?(?:한|합|해|함|했)|려는|계획|[가-힣]기로\s*$|기로\s*(?:했|함|하|결|합|정|되|됐|됨|한|해)|해야"
    r"|하겠|겠(?:다|습"
    r"|어|음)|(?:하|쓰"
    r"|가|꾸|기|보|리)자(?=[.!\s]|$)|(?:합|씁|꿉|깁|갑)시다|[할쓸될길꿀갈뀔옮출릴울탈]\s*(?:것|거|겁|생각|게|께"
    r"|래)|(?:할|쓸|될|길|꿀|갈)게"
    r"|[을를]\s?(?:결정|확정|추진|목표)|TODO|할\s?일"
)
PRESENT: Final = re.compile(
    r"[가-힣]*(?:[한된간온긴꾼쓴운든]다(?![가-힣])|[합됩갑옵깁꿉씁웁듭]니다|[해돼가와겨꿔써]요(?![가-힣]))"
)
"""The end of a verb in the present: of a change with a date, one that is to come."""
DENIED: Final = re.compile(
    r"지\s*(?:는|도)?\s*(?:않|못|말|마)|(?:것|거|게|건)(?:이|은|는)?\s?아니|[은는던ㄴ쓴한]\s*(?:적|일)(?:이|은"
    r"|도)?\s*없|(?<![가-힣])(?:안|못)\s*$"
)
BEFORE_DENIED: Final = re.compile(r"(?<![가-힣])(?:안|못)\s*$")
RESOLVED: Final = re.compile(
    r"(?:않기로|말기로|않도록|않는\s?(?:것이|게|것을)\s?(?:원칙|방침|규칙|정책)|말자|말아야|말\s?것|맙시다|마세요"
    r"|마십시오|않을\s?(?:것|예정|계획))|(?:안"
    r"|못)\s?(?:쓰|하)(?:기로|자)"
)
"""A decision against something, not only its absence."""
NEVER: Final = re.compile(r"(?:적|일)(?:이|은|도)?\s*없")
NO_MORE: Final = re.compile(r"더\s?이상|더는|이제(?:는|부터)?\s|앞으로")
CHANGE: Final = re.compile(
    r"(?<![가-힣])(?:이제(?:부터|는|부턴)?|앞으로는?|더\s?이상은?|더는|지금부터는?|대신(?:에)?|오늘부터는?"
    r"|지금은)(?![가-힣])"
)
"""Words that say that something takes another's place."""
IN_FACT: Final = re.compile(r"(?<![가-힣])(?:사실(?:은|상)?|실은|실제로는?|정확히는)(?![가-힣])")
MISSAID: Final = re.compile(
    r"다고\s*(?:말|적|썼|했|안내|설명|보고|드)[가-힣]*\s?(?:드렸)?[가-힣]*(?:는데|지만|으나|건|것)"
)
"""What one had said oneself, before it is put right."""
TURNED_DOWN: Final = re.compile(r"지\s*않(?:았|기로|음)")
TOLD_WHEN: Final = re.compile(r"\s(?:것은|건|게|때는|시점은)\s[\s\x02]*\x01+")
"""A date behind what was done then: "도입한 것은 2023년 11월이다"."""
DATED_ASIDE: Final = re.compile(r"[가-힣\s\x02.]{0,10}\x01+")
"""A date in parentheses behind a verb."""
AFTER_THAT: Final = re.compile(
    r"(?<![가-힣])(?:그|이)\s?(?:뒤|후|다음)(?:로는|로|에는|에|부터는|부터)?|(?<![가-힣\x01]\s)이후로?는?(?=\s)"
)
FORMERLY: Final = re.compile(r"(?<![가-힣])(?:원래(?!부터)|예전|이전에|전에는|과거|한때|처음에|그동안|기존)")
PAST_BUT: Final = re.compile(r"[었았였했]\s?(?:으나|었으나|지만|다가)(?![가-힣])")
BEFORE_THAT: Final = re.compile(r"(?<![가-힣])(?:그|이)\s?(?:전|이전)(?:에는|에|엔|까지)")
AGAIN: Final = re.compile(r"다시|도로")
CORRECTION: Final = re.compile(
    r"정정|(?<![가-힣])아니\s?(?:다|요)?,|아니에요|아닙니다[,.]|아니라고|말실수|헷갈|혼동|잘못\s*(?:말|썼|적|알|전"
    r"|이해)|착각|틀렸|틀린|오해|바로잡|실수로\s*(?:말|적)|사실이\s*아니"
)
HEARSAY: Final = re.compile(
    r"^\W*(?:[^,\x01]{2,20}?(?:글|문서|기사|소문|위키|공지|메일|슬랙|자료)에\s?(?:따르면|의하면)"
    r"|(?:제가\s?)?(?:듣기로는?|알기로는?|들은\s?바로는?|들리는\s?(?:바|말|얘기)로는?|듣자\s?하니|전해\s?듣기로는?)"
    r"|(?P<who>[가-힣]{2,4}?)(?:\s?(?:님|씨|선배|팀장님?|대표님?))?(?:이|가)?\s*(?:말로는|말에\s?(?:따르면"
    r"|의하면)|에\s?(?:따르면|의하면)|얘기로는|이야기로는|한테\s?듣기로는?|그러는데|말하길|듣기로는))"
)
OWN_CLAIM: Final = re.compile(
    r"^\W*(?:(?:아까|어제|앞서|방금|지난번에?|전에)\s)?(?:제가|내가|저는|나는)\s(?=.{2,}[다라]고\s*(?:했|말|적|썼|알|생각|주장))"
)
"""The speaker of what the sentence then quotes: "제가 X가 Y를 쓴다고 했는데"."""
HEARD: Final = re.compile(
    r"(?:다|라|자)고\s*(?:하|합|했|들|한|해|함|말|그러|전)|[다라]고요|대요|[한쓴된간다라]대(?=[.\s]|$)|다던데"
    r"|다더라|라던데|다네요|라네|답니다|답디다|소문|(?<!만)들었|(?<!만)들은"
    r"|전해|카더라"
)
WEIGHED_ASIDE: Final = re.compile(
    r"\((?:(?:대안|후보|검토|비교|대안으로|후보로)(?:은|는|:)?\s*)?(?P<others>[^()]{1,60}?)(?:도|를|을|와|과)?\s*"
    r"(?:검토|비교|고려|후보|대안|저울질)[^()]*\)|\((?:대안|후보|검토)(?:은|는|:)\s*(?P<named>[^()]{1,60}?)\)"
)
CANDIDATES: Final = re.compile(
    r"후보(?:군)?(?:는|은|로는|로)\s+(?P<listed>[^.\n]{2,80}?)(?:였|이었|이다|입니다"
    r"|[가이]\s?있)"
)
COMPARED: Final = re.compile(r"[을를]\s(?:비교|검토|저울질|놓고)")
"""What was weighed before a choice was told; what was compared stands before it."""
WEIGHED: Final = re.compile(r"검토|비교|고려")
CONSIDERED: Final = re.compile(
    r"(?<![^\s,.])(?P<part>[^,.\n]{2,30}?)(?:\s*후보로|용으로|으로|로|(?:을"
    r"|를)\s*위해)\s+(?P<others>[^,.\n]{2,60}?)(?:을|를)\s*(?:검토|비교|고려)(?:했|하|한|해)"
)
NOTE: Final = re.compile(
    r"^\W*(?:메모|참고|비고|요약|결론|정정|결정(?:\s?사항)?|조치|해결|변경|변경\s?사항|논의|안건|공지|배경|영향"
    r"|수정|note|memo)\s*[:：]\s*",
    re.IGNORECASE,
)
GUESSED_CAUSE: Final = re.compile(
    r"(?:때문|탓|원인)(?:이지\s?싶|인\s?(?:것|거|듯)|일\s?(?:것|거)|으로\s?(?:보|추정|의심)|이라고\s?(?:추정|생각"
    r"|본|봅))|(?<![가-힣])(?:아마|어쩌면)"
)
CAUSE_TOLD: Final = re.compile(
    r"(?P<is>(?<![가-힣])(?:근본\s?|직접적인\s|진짜\s)?원인(?:은|:)\s+)"
    r"|(?P<due>\s(?:때문|탓)(?:이지\s?싶|인\s?(?:것|거|듯)|일\s?(?:것|거)|으로\s?보|이라고\s?(?:추정|생각|본|봅)"
    r"|이다|이었다|입니다|이었습니다|이에요|이었어요|임|이었음))"
    r"|(?P<was>[이가]\s(?:근본\s|직접적인\s)?원인(?:이었|입|이다|이에|으로|임|이라))"
    r"|(?P<of>의\s?(?:근본\s?|직접적인\s)?원인(?:입니다|이다|이었습니다|이었다|이에요|이었어요?|임|이고|이라|[.\s]*$))"
)
"""Where a cause is told: "E의 원인은 C", "E는 C 때문이다", "C가 E의 원인"."""
ERROR_BEFORE: Final = re.compile(r"(?P<error>[\w.$()` ]{2,60})의\s*$")
CAUSE_BEHIND: Final = re.compile(
    r"(?P<cause>[^.\n]{2,80}?)(?:(?:으로|로)\s(?:확인|밝혀|드러|추정|보인|보입|판명|파악)[가-힣\s]*|이었습니다"
    r"|였습니다|이었고|였고|이고|이며|이었다|였다|입니다|이었어요?|였어요?|이에요|예요|이다"
    r"|임)?(?=[\s.!,]*$|[.!,])"
)
ERROR_AND_CAUSE: Final = re.compile(
    r"(?P<error>[\w.$()` ]{2,60}?)(?:[이가]\s[^.\n]{0,12}?(?:나는|난|발생한|발생하는|터진|생긴|뜨는|뜬)\s(?:건"
    r"|것은)|은|는)\s+"
    r"(?P<cause>[^.\n]{2,80})$"
)
CAUSE_AND_ERROR: Final = re.compile(r"(?P<cause>[^.\n:：]{2,80}?)(?:이|가)\s+(?P<error>[\w.$()`]{2,60})$")
