"""The table of Korean patterns, continued: people, errors and their causes, preferences, hindrances, places.

See `patterns.py` for how to read a row.
"""

from __future__ import annotations

from typing import Final

from retrograph.extraction.rulebook.patterns import Pattern

RELATIONS: Final[tuple[Pattern, ...]] = (
    Pattern(
        "P는 X에서 O로 이직", "X에서 O로 <입사하다>", "works_at", "P", "O", "starts", replaces="X",
        examples=(
            ("하린 씨는 지난달에 새롬웨어에서 단비소프트로 "
                "이직했습니다.", ("하린 works_at 단비소프트 [2025-08, ) for 새롬웨어",)),
        ),
    ),
    Pattern(
        "P가 O로 이직", "O로 <입사하다>", "works_at", "P", "O", "starts",
        examples=(
            ("김하린 님이 지난주에 단비소프트로 이직했어요.", ("김하린 works_at 단비소프트 [2025-09-08, )",)),
        ),
    ),
    Pattern(
        "P가 O에 입사", "O에 <입사하다>", "works_at", "P", "O", "starts",
        examples=(
            ("하린 씨가 2024년 3월에 단비소프트에 입사했어요.", ("하린 works_at 단비소프트 [2024-03, )",)),
            ("김하린 선임은 다음 달에 단비소프트에 입사할 "
                "예정이다.", ("planned: 김하린 works_at 단비소프트 [2025-10, )",)),
        ),
    ),
    Pattern(
        "P가 L로 이사", "L로 <살다>", "located_in", "P", "L", "starts",
        examples=(("하린 님은 지난달에 부산으로 이사했어요.", ("하린 located_in 부산 [2025-08, )",)),),
    ),
    Pattern(
        "P는 L에서 삶", "L에서 <살다>", "located_in", "P", "L", "holds",
        examples=(("저는 부산에서 살아요.", ("user located_in 부산",)),),
    ),
    Pattern(
        "P는 L에 삶", "L에 <살다>", "located_in", "P", "L", "holds",
        examples=(("저는 대전에 살고 있습니다.", ("user located_in 대전",)),),
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
        "C 때문에 E가 발생", "C 때문에 E가 <발생하다>", "caused_by", "E", "C", "holds",
        examples=(
            ("만료된 토큰 때문에 KeyError가 발생했다.", ("KeyError caused_by 만료된 토큰",)),
            ("만료된 토큰으로 인해 KeyError가 발생했다.", ("KeyError caused_by 만료된 토큰",)),
        ),
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
        "커밋에서 E를 고침", "E를 <고치다>", "fixes", "A", "E", "starts",
        examples=(
            ("커밋 9fe3c21에서 KeyError를 수정했다.", ("commit 9fe3c21 fixes KeyError",)),
            ("팀에서 KeyError를 수정했다.", ()),
        ),
    ),
    Pattern(
        "X보다 Y를 선호", "X보다 Y를 <선호하다>", "prefers", "P", "Y", "holds", over="X",
        examples=(("저는 스페이스보다 탭을 선호합니다.", ("user prefers 탭 over 스페이스",)),),
    ),
    Pattern(
        "Y를 선호", "Y를 <선호하다>", "prefers", "P", "Y", "holds",
        examples=(
            ("나는 작은 PR을 선호해.", ("user prefers 작은 PR",)),
            ("저는 답변을 짧게 쓰는 것을 선호합니다.", ("user prefers 답변을 짧게 쓰는 것",)),
        ),
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
        "X를 피함", "X를 <피하다>", "avoids", "D", "X", "holds",
        examples=(
            ("원장 서비스에서는 ORM을 피하고 있다.", ("원장 서비스 avoids ORM",)),
            ("수동 배포는 실수가 잦아서 팀에서 피하고 있습니다.", ("team avoids 수동 배포",)),
        ),
    ),
    Pattern(
        "A가 S를 호출", "S를 <호출하다>", "depends_on", "A", "S", "holds",
        examples=(("order-tracker는 carrier-gateway를 호출한다.", ("order-tracker depends_on carrier-gateway",)),),
    ),
    Pattern(
        "A는 C에 최적화", "C에 <우선하다>", "optimizes_for", "A", "C", "holds",
        examples=(("수집기 서버는 쓰기 성능에 최적화되어 있습니다.", ("수집기 서버 optimizes_for 쓰기 성능",)),),
    ),
    Pattern(
        "A는 C를 우선", "C를 <우선하다>", "optimizes_for", "A", "C", "holds",
        examples=(("빌드 서버는 속도보다 안정성을 우선한다.", ("빌드 서버 optimizes_for 안정성",)),),
    ),
    Pattern(
        "S가 C 때문에 막힘", "C 때문에 <막히다>", "blocked_by", "A", "C", "holds",
        examples=(
            ("v3 출시는 보안 심사 때문에 막혀 있습니다.", ("v3 출시 blocked_by 보안 심사",)),
            ("해외 송금 기능은 은행 계약이 안 끝나서 막혀 있어요.", ("해외 송금 기능 blocked_by 은행 계약",)),
        ),
    ),
    Pattern(
        "S가 C로 막힘", "C로 <막히다>", "blocked_by", "A", "C", "holds",
        examples=(("- 인증서 갱신 자동화는 방화벽 승인 대기로 멈춰 "
            "있음", ("인증서 갱신 자동화 blocked_by 방화벽 승인",)),),
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
        "S 담당은 P", "S는 P가 <맡다>", "related_to", "P", "S", "holds",
        examples=(("알림 허브는 하린 님이 담당합니다.", ("하린 related_to 알림 허브",)),),
    ),
    Pattern(
        "S는 L에 있음", "L에 <있다>", "located_in", "A", "L", "holds",
        examples=(("푸시 서버는 여전히 도쿄 리전에 있습니다.", ("푸시 서버 located_in 도쿄 리전",)),),
    ),
)  # fmt: skip
