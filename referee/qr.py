"""QR codes as SVG that stands in the page itself."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(text: str, named: str = "") -> SafeString:
    """`text` as an SVG that fills whatever holds it: black on white, as cameras want it.

    With a name it can be drawn again and again, where that stands in `<use>`.
    """
    code = segno.make(text, error="m", micro=False)
    colours = {"dark": "#000", "light": "#fff"}
    return mark_safe(code.svg_inline(omitsize=True, border=2, svgid=named or None, **colours))  # noqa: S308
