"""Colours that stay apart for every kind of colour vision: blue and orange, never red and green."""

from __future__ import annotations

from textual.theme import Theme

# After Okabe and Ito (2008), "Color Universal Design".
DARK = Theme(
    name="rut-dark",
    primary="#56b4e9",
    secondary="#e69f00",
    accent="#f0e442",
    warning="#e69f00",
    error="#d55e00",
    success="#56b4e9",
    background="#14181c",
    surface="#1b2026",
    panel="#252c34",
    foreground="#e4e8ec",
    dark=True,
)
LIGHT = Theme(
    name="rut-light",
    primary="#0072b2",
    secondary="#b36b00",
    accent="#7a5c00",
    warning="#b36b00",
    error="#b34700",
    success="#0072b2",
    background="#fafafa",
    surface="#f0f2f4",
    panel="#e2e6ea",
    foreground="#1a1d20",
    dark=False,
)
