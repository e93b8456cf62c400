"""What every test shares: Hypothesis profiles and a header that says which copy of the package is tested."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

import retrograph

settings.register_profile("default", max_examples=40, deadline=None)
settings.register_profile(
    "ci", max_examples=40, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("nightly", parent=settings.get_profile("ci"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_report_header() -> str:
    return f"retrograph from {Path(retrograph.__file__).parent}"
