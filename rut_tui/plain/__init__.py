"""Line mode: the same work without a screen, for scripts and screen readers."""

from __future__ import annotations
