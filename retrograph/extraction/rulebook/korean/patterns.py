"""The table of Korean patterns. A form is a Korean clause with slots: `S를 X에서 Y로 <바꾸다>`.

Each letter carries the particle that its phrase must carry (`grammar.py`); `<바꾸다>` names a family of verbs
(`verbs.py`). Slots as in `english/grammar.py`; P is a person, K and L are places. Where a form has no S, the clause's
topic or place is looked at, then what was spoken of before, then the unnamed team. Rows of a family are tried from the
top. Korean drops and swaps particles, so two of them stand for what else is said in their place:

    Y를   also "Y 도입", "Y도 쓴다", "Y는 뺐다"; "Y가 도입되었다" before a passive verb
    P는   also "P가"; and P가 also "P는"

"X 대신" and "X 말고" beside Y name what Y replaces, or what was passed over where Y is chosen; "X보다" the latter.

Every row is tested by its own examples. `relations.py` goes on with what is no use or change of a product.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

USES: Final[tuple[Pattern, ...]] = (
    Pattern(
        "S를 K에서 L로 옮김", "S를 K에서 L로 <바꾸다>", "located_in", "S", "L", "starts", replaces="K",
        examples=(
            ("지난달에 푸시 서버를 도쿄 리전에서 서울 리전으로 이전했다.",
             ("푸시 서버 located_in 서울 리전 [2025-08, ) for 도쿄 리전",)),
        ),
    ),
    Pattern(
        "S를 L로 옮김", "S를 L로 <바꾸다>", "located_in", "S", "L", "starts",
        examples=(("푸시 서버를 서울 리전으로 옮겼어요.", ("푸시 서버 located_in 서울 리전",)),),
    ),
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
        examples=(
            ("검색 서버는 올해 1월에 Solr에서 Meilisearch로 갈아탔다.", (
                "검색 서버 uses Meilisearch [2025-01, ) for Solr",)),
            ("캐시: Redis → Valkey (라이선스 문제로)", ("team uses Valkey for Redis",)),
            ("주문 서비스, MySQL → PostgreSQL 전환 완료 (2025-08-01)",
             ("주문 서비스 uses PostgreSQL [2025-08-01, ) for MySQL",)),
        ),
    ),
    Pattern(
        "X를 Y로 교체", "X를 Y로 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(
            ("우리는 지난달에 npm을 pnpm으로 교체했다.", ("team uses pnpm [2025-08, ) for npm",)),
            ("관리자 화면을 SolidJS로 옮기면서 빨라졌다.", ("관리자 화면 uses SolidJS",)),
            ("알림 서버에서는 Gulp가 Vite로 교체되었다.", ("알림 서버 uses Vite for Gulp",)),
            ("린터는 TSLint를 걷어내고 ESLint로 "
                "대체함", ("team uses ESLint for TSLint", "team uses TSLint [unknown, now)")),
        ),
    ),
    Pattern(
        "Y가 X를 대체", "Y가 X를 <바꾸다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(
            ("결제 서버에서는 pino가 winston을 대체했다.", ("결제 서버 uses pino for winston",)),
            ("ADR-0021은 ADR-0009를 대체한다.", ("ADR 9 succeeded_by ADR 21",)),
            ("ADR-14는 ADR-20으로 대체되었다.", ("ADR 14 succeeded_by ADR 20",)),
        ),
    ),
    Pattern(
        "Y로 옮김", "Y로 <바꾸다>", "uses", "A", "Y", "starts",
        examples=(("재고 배치는 원래 Oracle 썼는데 2024년 11월에 TiDB로 옮겼다가 2025년 2월에 다시 Oracle로 돌아왔어.",
                   ("재고 배치 uses Oracle [unknown, 2024-11)", "재고 배치 uses TiDB [2024-11, 2025-02) for Oracle",
                    "재고 배치 uses Oracle [2025-02, ) for TiDB")),
            ("결제 서버는 Express 대신 Fastify로 바꿨다.", ("결제 서버 uses Fastify for Express",)),
        ),
    ),
    Pattern(
        "Y로 돌아옴", "Y로 <돌아오다>", "uses", "A", "Y", "starts",
        examples=(("빌드 서버는 2월에 다시 Bazel로 돌아왔다.", ("빌드 서버 uses Bazel [2025-02, )",)),),
    ),
    Pattern(
        "X를 V에서 U로 올림", "X를 V에서 U로 <올리다>", "uses", "A", "X", "starts", version="U", left="V",
        examples=(
            ("지난달에 견적 서비스의 Django를 4.2에서 5.0으로 업그레이드했습니다.",
             ("Django version 4.2 [unknown, 2025-08)", "Django version 5.0 [2025-08, )", "견적 서비스 uses Django")),
        ),
    ),
    Pattern(
        "X에서 U로 올림", "X에서 U로 <올리다>", "uses", "A", "X", "starts", version="U",
        examples=(
            ("결제 서버: Spring Boot 2에서 3으로 업그레이드함.",
             ("Spring Boot version 2 [unknown, now)", "Spring Boot version 3", "결제 서버 uses Spring Boot")),
        ),
    ),
    Pattern(
        "X를 U로 올림", "X를 U로 <올리다>", "uses", "A", "X", "starts", version="U",
        examples=(("빌드 서버의 Gradle을 8.9로 올렸다.", ("Gradle version 8.9", "빌드 서버 uses Gradle")),),
    ),
    Pattern(
        "S를 Y로 올림", "S를 Y로 <올리다>", "uses", "S", "Y", "starts",
        examples=(("다음 주에 결제 서버를 Java 21로 올립니다.", ("planned: 결제 서버 uses Java [2025-09-22, )",)),),
    ),
    Pattern(
        "S에서 X를 걷어냄", "X를 <걷어내다>", "uses", "A", "X", "ends",
        examples=(
            ("문자 서버는 7월 31일에 Twilio SDK를 걷어냈고 대체재는 없습니다.", (
                "문자 서버 uses Twilio SDK [unknown, 2025-07-31)",)),
            ("문자 서버에서 Twilio 사용을 중단했다.", ("문자 서버 uses Twilio [unknown, now)",)),
            ("지난달에 문자 서버에서 Twilio가 제거되었다.", ("문자 서버 uses Twilio [unknown, 2025-08)",)),
            ("- 기존 Sentry는 폐기", ("team uses Sentry [unknown, now)",)),
            ("Sentry를 걷어내지 않기로 했다.", ()),
        ),
    ),
    Pattern(
        "X를 기각", "X를 <기각하다>", "rejected", "D", "X", "starts",
        examples=(
            ("우리는 CouchDB를 기각했다.", ("team rejected CouchDB",)),
            ("저희는 CouchDB를 검토했지만 CouchDB는 조인이 없어서 기각했다.", ("team rejected CouchDB",)),
        ),
    ),
    Pattern(
        "X에서 Y로 통일", "X에서 Y로 <도입하다>", "uses", "A", "Y", "starts", replaces="X",
        examples=(("견적 서비스의 날짜 처리는 moment에서 dayjs로 통일했다.", ("견적 서비스 uses dayjs for moment",)),),
    ),
    Pattern(
        "Y로 통일", "Y로 <도입하다>", "uses", "A", "Y", "starts",
        examples=(("견적 서비스의 날짜 처리는 dayjs로 통일했다.", ("견적 서비스 uses dayjs",)),
            ("ORM은 TypeORM 말고 MikroORM으로 골랐어요.", ("team uses MikroORM over TypeORM",)),
        ),
    ),
    Pattern(
        "S에 Y를 도입", "Y를 <도입하다>", "uses", "A", "Y", "starts",
        examples=(
            ("3주 전에 상품 API에 Valkey를 도입했어.", ("상품 API uses Valkey [2025-08-27, )",)),
            ("작년에 상품 API에 Valkey가 도입되었다.", ("상품 API uses Valkey [2024, )",)),
            ("- 상품 API에 Valkey 도입", ("상품 API uses Valkey",)),
            ("세션 공유를 위해 Valkey 도입을 결정했습니다.", ("planned: team uses Valkey",)),
            ("캐싱이 어려워서 GraphQL은 도입하지 않기로 했습니다.", ("team rejected GraphQL",)),
            ("견적 서비스는 MySQL 대신 Postgres를 선택했다.", ("견적 서비스 uses Postgres over MySQL",)),
            ("견적 서비스는 MySQL보다 Postgres를 택했다.", ("견적 서비스 uses Postgres over MySQL",)),
        ),
    ),
    Pattern(
        "Y로 결정", "Y로 <정하다>", "uses", "A", "Y", "starts",
        examples=(("견적 서비스 저장소는 Postgres로 정했다.", ("견적 서비스 저장소 uses Postgres",)),
            ("견적 서비스는 MySQL 말고 Postgres로 가기로 "
            "했다.", ("planned: 견적 서비스 uses Postgres over MySQL",)),
        ),
    ),
    Pattern(
        "Y로 돌아감", "Y로 <만들다>", "uses", "A", "Y", "holds",
        examples=(
            ("야간 배치는 아직 cron으로 돌아갑니다.", ("야간 배치 uses cron",)),
            ("이제부터 테스트는 Vitest로 돌립니다.", ("team uses Vitest",)),
        ),
    ),
    Pattern(
        "Y로 함", "Y로 <하다>", "uses", "A", "Y", "holds",
        examples=(("원장 서비스의 부하 시험은 k6로 한다.", ("원장 서비스 uses k6",)),),
    ),
    Pattern(
        "Y로 관리", "Y로 <맡다>", "uses", "A", "Y", "holds",
        examples=(("원장 서비스의 시크릿은 Vault로 관리한다.", ("원장 서비스 uses Vault",)),),
    ),
    Pattern(
        "Y에 저장", "Y에 <담다>", "uses", "A", "Y", "holds",
        examples=(("견적 서비스는 첨부 파일을 S3에 저장합니다.", ("견적 서비스 uses S3",)),),
    ),
    Pattern(
        "L에서 운영", "L에서 <만들다>", "located_in", "A", "L", "holds",
        examples=(("로그 수집기는 서울 리전에서 운영되고 있습니다.", ("로그 수집기 located_in 서울 리전",)),),
    ),
    Pattern(
        "Y에서 운영", "Y에서 <만들다>", "uses", "A", "Y", "holds",
        examples=(("로그 수집기는 ECS에서 돌아갑니다.", ("로그 수집기 uses ECS",)),),
    ),
    Pattern(
        "Y에 배포", "Y에 <만들다>", "uses", "A", "Y", "holds",
        examples=(
            ("로그 수집기는 ECS에 배포합니다.", ("로그 수집기 uses ECS",)),
            ("더는 Heroku에 배포하지 않습니다.", ("team uses Heroku [unknown, now)",)),
        ),
    ),
    Pattern(
        "X에서 벗어남", "X에서 <벗어나다>", "uses", "A", "X", "ends",
        examples=(("지난달에 Heroku에서 벗어났다.", ("team uses Heroku [unknown, 2025-08)",)),),
    ),
    Pattern(
        "Y가 맡음", "Y가 <맡다>", "uses", "A", "Y", "holds",
        examples=(("로그 수집은 Fluentd가 맡고 있다.", ("로그 수집 uses Fluentd",)),),
    ),
    Pattern(
        "Y 기반", "Y <기반이다>", "uses", "A", "Y", "holds",
        examples=(("지도 화면은 Leaflet 기반입니다.", ("지도 화면 uses Leaflet",)),),
    ),
    Pattern(
        "R은 Y", "R은 Y <이다>", "uses", "R", "Y", "holds",
        examples=(
            ("견적 서비스의 데이터베이스는 PostgreSQL입니다.", ("견적 서비스 uses PostgreSQL",)),
            ("우리 패키지 매니저는 pnpm이에요.", ("team uses pnpm",)),
            ("저 사람이 찾던 건 PostgreSQL입니다.", ()),
        ),
    ),
    Pattern(
        "처음부터 Y", "Y <이다>", "uses", "T", "Y", "holds",
        examples=(
            ("제가 잘못 적었어요. 견적 서비스는 Twilio를 쓴 적이 없습니다. 처음부터 Vonage였습니다.",
             ("never: 견적 서비스 uses Twilio", "견적 서비스 uses Vonage")),
            ("처음부터 Vonage였습니다.", ()),
        ),
    ),
    Pattern(
        "Y를 import", "Y를 <import하다>", "imports", "A", "Y", "holds",
        examples=(("src/app.ts는 express를 import한다.", ("src/app.ts imports express",)),
            ("`useCart()` 훅은 이제 `src/a.ts` 대신 `src/b.ts`를 import합니다.", (
            "useCart() imports src/b.ts for src/a.ts",)),
        ),
    ),
    Pattern(
        "Y를 사용", "Y를 <쓰다>", "uses", "A", "Y", "holds",
        examples=(
            ("정산 엔진은 Drools를 쓴다.", ("정산 엔진 uses Drools",)),
            ("이제 우리는 Kotlin을 사용합니다.", ("team uses Kotlin",)),
            ("우리는 jose를 쓰고 있어 (jsonwebtoken도 검토했음).", ("team uses jose over jsonwebtoken",)),
            ("JWT에는 jose를 쓴다 (jsonwebtoken도 검토).", ("team uses jose over jsonwebtoken",)),
            ("하린 님 말로는 정책 엔진이 Cedar를 쓰고 있다고 하네요.", ("hearsay: 정책 엔진 uses Cedar",)),
            ("정산 엔진은 Drools를 쓰지 않는다.", ()),
            ("결제팀은 MongoDB를 쓰지 않기로 했습니다.", ("결제팀 avoids MongoDB",)),
            ("혹시 정산 엔진에 Drools를 쓰나요?", ()),
            ("제가 잘못 말했습니다. 정산 엔진은 Drools를 쓴 적이 없습니다. 실제로는 처음부터 OPA를 썼습니다.",
             ("never: 정산 엔진 uses Drools", "정산 엔진 uses OPA")),
            ("문자 서버는 더 이상 Twilio를 쓰지 않는다.", ("문자 서버 uses Twilio [unknown, now)",)),
            ("결제 서버는 Stripe를 쓴다. 2025년 2월부터 Adyen도 씁니다.",
             ("결제 서버 uses Stripe", "결제 서버 uses Adyen [2025-02, )")),
            ("정산 엔진은 원래 Drools 썼어. 지금은 OPA 써.",
             ("정산 엔진 uses Drools [unknown, now)", "정산 엔진 uses OPA for Drools")),
            ("정산 엔진은 Drools를 쓰는 것 같다.", ("hearsay: 정산 엔진 uses Drools",)),
            ("다음 달부터 배포 서버는 Jenkins 대신 Drone을 쓸 예정입니다.", (
            "planned: 배포 서버 uses Drone [2025-10, ) for Jenkins",)),
            ("배포 서버는 Jenkins보다 Drone을 쓰기로 했다.", ("planned: 배포 서버 uses Drone over Jenkins",)),
        ),
    ),
    Pattern(
        "Y로 씀", "Y로 <쓰다>", "uses", "A", "Y", "holds",
        examples=(("정산 엔진은 저장소를 RocksDB로 쓴다.", ("정산 엔진 uses RocksDB",)),),
    ),
    Pattern(
        "Y에 의존", "Y에 <의존하다>", "depends_on", "A", "Y", "holds",
        examples=(("지도 위젯은 Leaflet에 의존한다.", ("지도 위젯 depends_on Leaflet",)),),
    ),
    Pattern(
        "S에는 Y가 필요", "Y가 <필요하다>", "depends_on", "A", "Y", "holds",
        examples=(("지도 위젯에는 Leaflet이 필요합니다.", ("지도 위젯 depends_on Leaflet",)),),
    ),
    Pattern(
        "S에는 X가 없음", "X가 <없다>", "uses", "none", "X", "holds",
        examples=(("결제 모듈에는 Lombok이 없어.", ()),),
    ),
)  # fmt: skip
