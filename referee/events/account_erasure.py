"""Erasing an account: nobody can log in by it, and no page, log or export names it any more."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry as AdminEntry
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.app_modules import app_modules
from referee.errors import Refused
from referee.events.models import Event, StaffInvitation, StaffMember
from referee.journals import Journaled, JournalEntry, LogData, amend
from referee.models import PreparedFile, RememberedWrite, User


class OnlyDirector(Refused):
    """Somebody must direct what is not over yet."""

    message = _("Nur du leitest noch: {events}. Gib das ab, beende oder lösche es, dann geht es.")


class AccountNameDiffers(Refused):
    status = 400
    message = _("Tipp deinen Benutzernamen genau so, wie er dasteht: {username}")


@transaction.atomic
def erase_account(user: User, typed_name: str, at: datetime) -> str:
    """What the account is called since. What it did stays, done by that name; its staff roles,
    tokens, invitations and sessions end.

    Raises AccountNameDiffers unless its name was typed, and OnlyDirector.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    was, name = user.get_username(), f"konto-{user.pk}"
    if typed_name != was:
        raise AccountNameDiffers(username=was)
    _demand_others(user)
    for journal in _journals(was):
        amended = amend(journal, _renamed(was, name), at, by=name, about={"account": user.pk})
        if amended:
            PreparedFile.objects.filter(about=journal.pk).delete()
    for app in app_modules("actor_columns"):
        for model, column in app.ACTOR_COLUMNS:
            model._default_manager.filter(**{column: was}).update(**{column: name})
    for member in StaffMember.__subclasses__():
        rows: Any = member._default_manager.all()
        rows.filter(user=user).delete()
    for invitation in StaffInvitation.__subclasses__():
        invitation._default_manager.filter(made_by=user).delete()
    user.api_tokens.all().delete()
    RememberedWrite.objects.filter(sender=f"user {user.pk}").delete()
    AdminEntry.objects.filter(user=user).delete()
    AdminEntry.objects.filter(object_repr=was).update(object_repr=name, change_message="")
    user.username, user.first_name, user.last_name, user.email = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    return name


def _demand_others(user: User) -> None:
    """Raises OnlyDirector, naming the events. Locks them: else two who go at once leave nobody."""
    alone = []
    for model in Event.__subclasses__():
        mine = Q(staff__user=user, staff__role=StaffMember.Role.DIRECTOR)
        unfinished = model._default_manager.exclude(state=Event.State.FINISHED)
        locked = unfinished.filter(mine, is_archived=False).select_for_update(of=("self",))
        for event in locked.order_by("pk"):
            directors = event.staff.filter(role=StaffMember.Role.DIRECTOR)
            if not directors.exclude(user=user).exists():
                alone.append(event.name)
    if alone:
        raise OnlyDirector(events=", ".join(alone))


def _journals(was: str) -> Iterator[Any]:
    """Everything whose log names the account, locked: what has no log of its own below first."""
    kinds: list[type[models.Model]] = []
    for model in Journaled.__subclasses__():
        kinds = [*kinds, *model.__subclasses__()] if model._meta.abstract else [model, *kinds]
    for kind in kinds:
        named = Q(log__by=was) | Q(log__data__user=was)
        keys = set(kind._default_manager.filter(named).values_list("pk", flat=True))
        locked = kind._default_manager.select_for_update().filter(pk__in=keys)
        yield from locked.order_by("pk")


def _renamed(was: str, name: str) -> Any:
    def said(entry: JournalEntry) -> tuple[str, LogData] | None:
        names_user = entry.data.get("user") == was
        if entry.by != was and not names_user:
            return None
        data: LogData = {**entry.data, "user": name} if names_user else dict(entry.data)
        return (name if entry.by == was else entry.by, data)

    return said
