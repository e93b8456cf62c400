"""What must never be stored, and how it is cut: secrets always, what is personal on request.

`redact` is for text, `redact_tree` for JSON-like values. Nothing here reads a file, a clock or a setting.
"""

from retrograph.extraction.privacy.cutting import (
    DEPTH_LIMIT,
    SECRETS_ONLY,
    Policy,
    Redacted,
    RedactedTree,
    redact,
    redact_tree,
)

__all__ = ["DEPTH_LIMIT", "SECRETS_ONLY", "Policy", "Redacted", "RedactedTree", "redact", "redact_tree"]
