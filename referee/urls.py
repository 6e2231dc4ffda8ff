"""The addresses of the site."""

from django.urls import path
from django.views.i18n import set_language

from referee.health import health
from referee.pages import position_page

urlpatterns = [
    path("", position_page, name="position"),
    path("health/", health, name="health"),
    path("language/", set_language, name="set_language"),
]
