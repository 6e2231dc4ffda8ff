"""The addresses of the site."""

from django.urls import path

from referee.health import health
from referee.pages import position_page, switch_language

urlpatterns = [
    path("", position_page, name="position"),
    path("health/", health, name="health"),
    path("language/", switch_language, name="switch_language"),
]
