"""What the apps give to the project, found by name: `referee` may not import them."""

from functools import cache
from importlib import import_module
from types import ModuleType

from django.apps import apps
from django.utils.module_loading import module_has_submodule


@cache  # looking for a file takes longer than what is asked of it
def app_modules(name: str) -> tuple[ModuleType, ...]:
    """The module `name` of each installed app that has one, in the order of INSTALLED_APPS."""
    return tuple(
        import_module(f"{app.name}.{name}")
        for app in apps.get_app_configs()
        if app.module is not None and module_has_submodule(app.module, name)
    )
