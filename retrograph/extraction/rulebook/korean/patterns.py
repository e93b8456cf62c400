"""The table of Korean patterns. A form is a Korean clause with slots: `S를 X에서 Y로 <바꾸다>`.

Each letter carries the particle that its phrase must carry (`korean/grammar.py`); `<바꾸다>` names a family of
verbs. Slots as in `english/grammar.py`; P is a person. Where a form has no S, the clause's topic or place is looked
at, then what was spoken of before. Rows of a family are tried from the top. Every row is tested by its own examples.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern


def _does(nouns: str) -> str:
    """`교체 전환` with 하다 and 되다 in all their forms, or as the last word of a note."""
    either = "|".join(nouns.split())
    return (
        rf"(?:{either})(?:하|했|한|할|함|해|합|되|됐|된|될|됨|됩|돼|시켰|시킨|시킬|시키)[가-힣]*"
        rf"|(?:{either})(?=\s*(?:완료|예정|[.,!)]|$))"
    )


VERBS: Final[dict[str, str]] = {
    "돌아오다": r"(?:돌아왔|돌아온|돌아와|돌아올|되돌렸|되돌아|되돌린|복귀)[가-힣]*|" + _does("롤백 회귀 원복"),
    "바꾸다": _does("교체 전환 변경 대체 이전 이관 마이그레이션 교환")
    + r"|(?:바꿨|바꾸|바꾼|바꿀|바꿉|바꿔|바뀌|바뀐|바뀔|옮겼|옮기|옮긴|옮길|옮깁|옮겨|갈아탔|갈아끼|갈아타|갈아탄"
      r"|갈아탈|넘어갔|넘어가|넘어간|넘어갈|넘어왔)[가-힣]*",
    "걷어내다": _does("제거 폐기 중단 삭제 철거 종료 퇴출")
    + r"|(?:걷어냈|걷어내|걷어낸|걷어낼|들어냈|들어내|없앴|없앤|없애|뺐|뺀다|뺍니|빼기|버렸|내렸|껐|그만\s?썼"
      r"|그만\s?쓰|손\s?뗐)[가-힣]*",
    "기각하다": _does("기각 탈락 제외 배제 반려 포기"),
    "도입하다": _does("도입 채택 선택 적용 추가 선정 채용 설치 연동")
    + r"|(?:골랐|고른|고르|택했|택한|택하|붙였|붙인|넣었|얹었|들여왔|쓰기\s?시작)[가-힣]*",
    "정하다": _does("결정 확정 낙점 합의") + r"|(?:정했|정한|정하|가기로|가자)[가-힣]*",
    "돌다": _does("구동 운영 동작 작성 개발 구현 구축 빌드 실행 배포")
    + r"|(?:돌아가|돌아갑|돌아갔|돌아간|돌리|돌립|돌렸|만들|만든|짰|짠|짜여)[가-힣]*",
    "기반이다": r"기반(?:입니다|이다|이고|이며|이에요|임|(?:으로\s?(?:동작|작동|구축|만들|개발|작성)[가-힣]*))",
    "import하다": r"(?:import|임포트)[가-힣]*",
    "일하다": r"(?:일하|일했|일한|일합|다니|다녔|다닌|다닙|몸담)[가-힣]*|" + _does("근무 재직") +
        r"|(?:근무|재직)\s?중[가-힣]*",
    "입사하다": _does("입사 합류 이직"),
    "퇴사하다": _does("퇴사 퇴직") + r"|(?:떠났|떠난|그만뒀|그만둔|그만두)[가-힣]*",
    "필요하다": r"(?:필요하|필요한|필요했|필요합|필요해)[가-힣]*",
    "의존하다": _does("의존"),
    "발생하다": _does("발생") + r"|(?:생겼|생긴|났|터졌|일어났|일어나|나타났|나타난)[가-힣]*",
    "일으키다": r"(?:일으켰|일으키|일으킨|일으킵)[가-힣]*|" + _does("유발 초래 야기"),
    "고치다": _does("해결 수정") + r"|(?:고쳤|고친|고치|잡았|풀렸)[가-힣]*",
    "선호하다": _does("선호") + r"|(?:좋아|좋습|좋다|좋은|낫다|낫습|나아|편하|편합|편해|마음에\s?들)[가-힣]*",
    "피하다": r"(?:피하|피한|피합|피해|피했)[가-힣]*|" + _does("지양 회피 금지"),
    "막히다": r"(?:막혀|막혔|막힌|막힙|멈춰|멈췄|멈춘|발이\s?묶|밀렸|밀린|기다리|기다립|기다렸)[가-힣]*|" + _does(
        "블록 차단 지연 보류 대기"),
    "맡다": r"(?:맡고|맡아|맡았|맡은|맡습)[가-힣]*|" + _does("담당 책임 관리"),
    "있다": r"(?:있습|있다|있어|있고|있었|있는|있음|떠\s?있)[가-힣]*|" + _does("위치 배치 호스팅"),
    "없다": r"(?:없습|없다|없어|없고|없었|없음)[가-힣]*",
    "검토하다": _does("검토 비교 고려 평가"),
    "쓰다": _does("사용 이용 활용") + r"|(?:쓰고|쓰는|쓰며|쓰지|쓰던|쓰기|쓰다|쓰자|쓰면|쓰려|쓴다|쓴|씁니|써요|써서"
                              r"|써|썼|쓸|쓰)[가-힣]*",
}  # fmt: skip
"""Family to a regular expression of its forms; where two fit at one place the earlier family counts."""

PATTERNS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "S를 X에서 Y로 교체", "S를 X에서 Y로 <바꾸다>", "uses", "S", "Y", "starts", replaces="X",
        examples=(
            ("2025년 3월 15일부로 배송 서비스의 로거를 log4js에서 winston으로 교체했습니다.",
             ("배송 서비스 uses winston [2025-03-15, ) for log4js",)),
            ("지난주 금요일에 하린이 설정 화면을 MobX에서 Jotai로 바꿨어요.", (
                "설정 화면 uses Jotai [2025-09-12, ) for MobX",)),
            ("설정 화면을 MobX에서 Jotai로 바꿀까요?", ()),
            ("설정 화면을 MobX에서 Jotai로 바꾸면 빨라진다.", ()),
        ),
    ),
    Pattern(
        "X에서 Y로 전환", "X에서 Y로 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(("검색 서버는 올해 1월에 Solr에서 Meilisearch로 갈아탔다.", (
            "검색 서버 uses Meilisearch [2025-01, ) for Solr",)),),
    ),
    Pattern(
        "X 대신 Y로 변경", "X 대신 Y로 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(("결제 서버는 Express 대신 Fastify로 바꿨다.", ("결제 서버 uses Fastify for Express",)),),
    ),
    Pattern(
        "X를 Y로 교체", "X를 Y로 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(
            ("우리는 지난달에 npm을 pnpm으로 교체했다.", ("team uses pnpm [2025-08, ) for npm",)),
            ("관리자 화면을 SolidJS로 옮기면서 빨라졌다.", ("관리자 화면 uses SolidJS",)),
        ),
    ),
    Pattern(
        "X가 Y로 교체됨", "X가 Y로 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(("알림 서버에서는 Gulp가 Vite로 교체되었다.", ("알림 서버 uses Vite for Gulp",)),),
    ),
    Pattern(
        "Y로 옮김", "Y로 <바꾸다>", "uses", "A", "Y", "starts",
        examples=(("재고 배치는 원래 Oracle 썼는데 2024년 11월에 TiDB로 옮겼다가 2025년 2월에 다시 Oracle로 돌아왔어.",
                   ("재고 배치 uses Oracle [unknown, 2024-11)", "재고 배치 uses TiDB [2024-11, 2025-02) for Oracle",
                    "재고 배치 uses Oracle [2025-02, ) for TiDB")),),
    ),
    Pattern(
        "Y로 돌아옴", "Y로 <돌아오다>", "uses", "A", "Y", "starts",
        examples=(("빌드 서버는 2월에 다시 Bazel로 돌아왔다.", ("빌드 서버 uses Bazel [2025-02, )",)),),
    ),
    Pattern(
        "S에서 X를 걷어냄", "X를 <걷어내다>", "uses", "A", "X", "ends",
        examples=(
            ("문자 서버는 7월 31일에 Twilio SDK를 걷어냈고 대체재는 없습니다.", (
                "문자 서버 uses Twilio SDK [unknown, 2025-07-31)",)),
            ("문자 서버에서 Twilio 사용을 중단했다.", ("문자 서버 uses Twilio [unknown, now)",)),
        ),
    ),
    Pattern(
        "X가 제거됨", "X가 <걷어내다>", "uses", "A", "X", "ends",
        examples=(("지난달에 문자 서버에서 Twilio가 제거되었다.", ("문자 서버 uses Twilio [unknown, 2025-08)",)),),
    ),
    Pattern(
        "X는 기각", "X는 <기각하다>", "rejected", "D", "X", "starts",
        examples=(("저희는 CouchDB를 검토했지만 CouchDB는 조인이 없어서 기각했다.", ("team rejected CouchDB",)),),
    ),
    Pattern(
        "X를 기각", "X를 <기각하다>", "rejected", "D", "X", "starts",
        examples=(("우리는 CouchDB를 기각했다.", ("team rejected CouchDB",)),),
    ),
    Pattern(
        "X 대신 Y를 도입", "X 대신 Y를 <도입하다>", "uses", "A", "Y", "starts", over="X",
        examples=(("견적 서비스는 MySQL 대신 Postgres를 선택했다.", ("견적 서비스 uses Postgres over MySQL",)),),
    ),
    Pattern(
        "S에 Y를 도입", "Y를 <도입하다>", "uses", "A", "Y", "starts",
        examples=(("3주 전에 상품 API에 Valkey를 도입했어.", ("상품 API uses Valkey [2025-08-27, )",)),),
    ),
    Pattern(
        "Y가 도입됨", "Y가 <도입하다>", "uses", "A", "Y", "starts",
        examples=(("작년에 상품 API에 Valkey가 도입되었다.", ("상품 API uses Valkey [2024, )",)),),
    ),
    Pattern(
        "Y로 결정", "Y로 <정하다>", "uses", "A", "Y", "starts",
        examples=(("견적 서비스 저장소는 Postgres로 정했다.", ("견적 서비스 저장소 uses Postgres",)),),
    ),
    Pattern(
        "Y로 돌아감", "Y로 <돌다>", "uses", "A", "Y", "holds",
        examples=(("야간 배치는 아직 cron으로 돌아갑니다.", ("야간 배치 uses cron",)),),
    ),
    Pattern(
        "L에서 운영", "L에서 <돌다>", "located_in", "A", "L", "holds",
        examples=(("로그 수집기는 서울 리전에서 운영되고 있습니다.", ("로그 수집기 located_in 서울 리전",)),),
    ),
    Pattern(
        "Y 기반", "Y <기반이다>", "uses", "A", "Y", "holds",
        examples=(("지도 화면은 Leaflet 기반입니다.", ("지도 화면 uses Leaflet",)),),
    ),
    Pattern(
        "X 대신 Y를 import", "X 대신 Y를 <import하다>", "imports", "A", "Y", "holds", replaces="X",
        examples=(("`useCart()` 훅은 이제 `src/a.ts` 대신 `src/b.ts`를 import합니다.", (
            "useCart() imports src/b.ts for src/a.ts",)),),
    ),
    Pattern(
        "Y를 import", "Y를 <import하다>", "imports", "A", "Y", "holds",
        examples=(("src/app.ts는 express를 import한다.", ("src/app.ts imports express",)),),
    ),
    Pattern(
        "X 대신 Y를 사용", "X 대신 Y를 <쓰다>", "uses", "A", "Y", "holds", replaces="X",
        examples=(("다음 달부터 배포 서버는 Jenkins 대신 Drone을 쓸 예정입니다.", (
            "planned: 배포 서버 uses Drone [2025-10, ) for Jenkins",)),),
    ),
    Pattern(
        "Y를 사용", "Y를 <쓰다>", "uses", "A", "Y", "holds",
        examples=(
            ("정산 엔진은 Drools를 쓴다.", ("정산 엔진 uses Drools",)),
            ("이제 우리는 Kotlin을 사용합니다.", ("team uses Kotlin",)),
            ("우리는 jose를 쓰고 있어 (jsonwebtoken도 검토했음).", ("team uses jose over jsonwebtoken",)),
            ("하린 님 말로는 정책 엔진이 Cedar를 쓰고 있다고 하네요.", ("hearsay: 정책 엔진 uses Cedar",)),
            ("정산 엔진은 Drools를 쓰지 않는다.", ()),
            ("결제팀은 MongoDB를 쓰지 않기로 했습니다.", ("결제팀 avoids MongoDB",)),
            ("혹시 정산 엔진에 Drools를 쓰나요?", ()),
            ("제가 잘못 말했습니다. 정산 엔진은 Drools를 쓴 적이 없습니다. 실제로는 처음부터 OPA를 썼습니다.",
             ("never: 정산 엔진 uses Drools", "정산 엔진 uses OPA")),
            ("문자 서버는 더 이상 Twilio를 쓰지 않는다.", ("문자 서버 uses Twilio [unknown, now)",)),
        ),
    ),
    Pattern(
        "Y도 사용", "Y도 <쓰다>", "uses", "A", "Y", "holds",
        examples=(("결제 서버는 Stripe를 쓴다. 2025년 2월부터 Adyen도 씁니다.",
                   ("결제 서버 uses Stripe", "결제 서버 uses Adyen [2025-02, )")),),
    ),
    Pattern(
        "Y 쓴다", "Y <쓰다>", "uses", "A", "Y", "holds",
        examples=(("정산 엔진은 원래 Drools 썼어. 지금은 OPA 써.", ("정산 엔진 uses OPA",)),),
    ),
    Pattern(
        "P는 X에서 O로 이직", "P는 X에서 O로 <입사하다>", "works_at", "P", "O", "starts",
        examples=(("하린 씨는 지난달에 새롬웨어에서 단비소프트로 이직했습니다.",
                   ("하린 works_at 단비소프트 [2025-08, )",)),),
    ),
    Pattern(
        "P가 O에 입사", "O에 <입사하다>", "works_at", "P", "O", "starts",
        examples=(("하린 씨가 2024년 3월에 단비소프트에 입사했어요.", ("하린 works_at 단비소프트 [2024-03, )",)),),
    ),
    Pattern(
        "P는 O에서 일함", "O에서 <일하다>", "works_at", "P", "O", "holds",
        examples=(("작년 12월부터 하린 씨는 단비소프트에서 일하고 있습니다. 그 전에는 새롬웨어에 있었고요.",
                   ("하린 works_at 단비소프트 [2024-12, ) for 새롬웨어",
                    "하린 works_at 새롬웨어 [unknown, 2024-12)")),),
    ),
    Pattern(
        "P는 O에 다님", "O에 <일하다>", "works_at", "P", "O", "holds",
        examples=(("하린 씨는 단비소프트에 다닙니다.", ("하린 works_at 단비소프트",)),),
    ),
    Pattern(
        "P가 O를 떠남", "O를 <퇴사하다>", "works_at", "P", "O", "ends",
        examples=(("하린 씨는 5월에 단비소프트를 떠났다.", ("하린 works_at 단비소프트 [unknown, 2025-05)",)),),
    ),
    Pattern(
        "P가 O에서 퇴사", "O에서 <퇴사하다>", "works_at", "P", "O", "ends",
        examples=(("하린 씨는 5월에 단비소프트에서 퇴사했다.", ("하린 works_at 단비소프트 [unknown, 2025-05)",)),),
    ),
    Pattern(
        "P는 O에 있었음", "O에 <있다>", "works_at", "before", "O", "ends",
        examples=(("하린 씨는 단비소프트에 있습니다.", ()),),
    ),
    Pattern(
        "S에는 Y가 필요", "Y가 <필요하다>", "depends_on", "A", "Y", "holds",
        examples=(("지도 위젯에는 Leaflet이 필요합니다.", ("지도 위젯 depends_on Leaflet",)),),
    ),
    Pattern(
        "S는 Y에 의존", "Y에 <의존하다>", "depends_on", "A", "Y", "holds",
        examples=(("지도 위젯은 Leaflet에 의존한다.", ("지도 위젯 depends_on Leaflet",)),),
    ),
    Pattern(
        "C 때문에 E가 발생", "C 때문에 E가 <발생하다>", "caused_by", "E", "C", "holds",
        examples=(("만료된 토큰 때문에 KeyError가 발생했다.", ("KeyError caused_by 만료된 토큰",)),),
    ),
    Pattern(
        "E는 C 때문에 발생", "E는 C 때문에 <발생하다>", "caused_by", "E", "C", "holds",
        examples=(("KeyError는 만료된 토큰 때문에 발생했다.", ("KeyError caused_by 만료된 토큰",)),),
    ),
    Pattern(
        "C가 E를 일으킴", "C가 E를 <일으키다>", "causes", "C", "E", "holds",
        examples=(("만료된 토큰이 KeyError를 일으켰다.", ("만료된 토큰 causes KeyError",)),),
    ),
    Pattern(
        "A가 E를 고침", "A가 E를 <고치다>", "fixes", "A", "E", "starts",
        examples=(("커밋 9fe3c21이 KeyError를 해결했다.", ("commit 9fe3c21 fixes KeyError",)),),
    ),
    Pattern(
        "X보다 Y를 선호", "X보다 Y를 <선호하다>", "prefers", "P", "Y", "holds", over="X",
        examples=(("저는 스페이스보다 탭을 선호합니다.", ("user prefers 탭 over 스페이스",)),),
    ),
    Pattern(
        "Y를 선호", "Y를 <선호하다>", "prefers", "P", "Y", "holds",
        examples=(("나는 작은 PR을 선호해.", ("user prefers 작은 PR",)),),
    ),
    Pattern(
        "X보다 Y가 좋다", "X보다 Y가 <선호하다>", "prefers", "P", "Y", "holds", over="X",
        examples=(("난 npm보다 pnpm이 더 좋아.", ("user prefers pnpm over npm",)),),
    ),
    Pattern(
        "Y가 좋다", "Y가 <선호하다>", "prefers", "P", "Y", "holds",
        examples=(("난 그냥 data 클래스가 더 좋아.", ("user prefers data 클래스",)),),
    ),
    Pattern(
        "X를 피함", "X를 <피하다>", "avoids", "A", "X", "holds",
        examples=(("원장 서비스에서는 ORM을 피하고 있다.", ("원장 서비스 avoids ORM",)),),
    ),
    Pattern(
        "X는 피함", "X는 <피하다>", "avoids", "D", "X", "holds",
        examples=(("수동 배포는 실수가 잦아서 팀에서 피하고 있습니다.", ("team avoids 수동 배포",)),),
    ),
    Pattern(
        "S가 C 때문에 막힘", "C 때문에 <막히다>", "blocked_by", "A", "C", "holds",
        examples=(("v3 출시는 보안 심사 때문에 막혀 있습니다.", ("v3 출시 blocked_by 보안 심사",)),),
    ),
    Pattern(
        "S가 C에 막힘", "C에 <막히다>", "blocked_by", "A", "C", "holds",
        examples=(("v3 출시는 아직 보안 심사에 막혀 있다.", ("v3 출시 blocked_by 보안 심사",)),),
    ),
    Pattern(
        "S는 C를 기다림", "C를 <막히다>", "blocked_by", "A", "C", "holds",
        examples=(("v3 출시는 보안 심사를 기다리고 있다.", ("v3 출시 blocked_by 보안 심사",)),),
    ),
    Pattern(
        "P는 S를 맡음", "S를 <맡다>", "related_to", "P", "S", "holds",
        examples=(("하린 님은 알림 허브를 맡고 있습니다.", ("하린 related_to 알림 허브",)),),
    ),
    Pattern(
        "S는 L에 있음", "L에 <있다>", "located_in", "A", "L", "holds",
        examples=(("푸시 서버는 여전히 도쿄 리전에 있습니다.", ("푸시 서버 located_in 도쿄 리전",)),),
    ),
    Pattern(
        "S에는 X가 없음", "X가 <없다>", "uses", "none", "X", "holds",
        examples=(("결제 모듈에는 Lombok이 없어.", ()),),
    ),
)  # fmt: skip
