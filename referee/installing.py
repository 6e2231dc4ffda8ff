"""What makes the site an app on a phone: its manifest, and a page that opens without a net.

A service worker puts that page in the place of any other that can't be reached, and does nothing
else: it keeps no page, no answer and nobody's data (docs/live.md).
"""

import json
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

#: An installed phone asks again whenever it is opened; a proxy may answer for so long.
KEPT = "public, max-age=0, s-maxage=60"
#: What the page without a net needs beside itself.
_PARTS = ("referee/style.css", "referee/offline.js")
_ICONS = (
    ("referee/icon.svg", "any", "any"),
    ("referee/icon-192.png", "192x192", "any"),
    ("referee/icon-512.png", "512x512", "any"),
    ("referee/icon-maskable.png", "512x512", "maskable"),
)


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """What the app is called and looks like."""
    told = {
        "id": reverse("home"),
        "name": "Spielleiter",
        "short_name": "Spielleiter",
        "description": _("Simultan spielen und leiten: mitspielen, zusehen, Ergebnisse."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#0a6558",
        "background_color": "#f5f4f0",
        "icons": [
            {"src": static(name), "sizes": sizes, "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return _kept(JsonResponse(told, content_type="application/manifest+json"))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that is shown where there is no net; the same for all, whoever asks."""
    return _kept(render(request, "referee/offline.html"))


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """At the root, as it answers for what lies below; another one whenever its parts are others."""
    page = render_to_string("referee/offline.html")
    parts = [reverse("offline"), *map(static, _PARTS)]
    version = sha256("\n".join([page, *parts]).encode()).hexdigest()[:16]
    context = {"parts": json.dumps(parts), "version": version}
    script = render_to_string("referee/service_worker.js", context)
    return _kept(HttpResponse(script, content_type="text/javascript; charset=utf-8"))


def _kept(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = KEPT
    return response
