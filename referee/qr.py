"""QR codes as SVG that stands in the page itself."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(text: str) -> SafeString:
    """`text` as an SVG that fills whatever holds it: black on white, as cameras want it."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff"))  # noqa: S308
