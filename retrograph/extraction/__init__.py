"""From text to dated facts."""
