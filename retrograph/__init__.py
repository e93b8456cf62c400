"""Retrograph: what was true then, as far as we knew then, and on whose words."""
