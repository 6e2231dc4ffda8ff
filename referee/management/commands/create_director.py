"""`manage.py create_director NAME`: an account that may create games, and a token for it."""

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from referee.models import User
from referee.services import ensure_account, issue_api_token


class Command(BaseCommand):
    help = "Create an account, or take an existing one, and print a new API token for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument(
            "--token-only", action="store_true", help="ask for no password: only the token opens it"
        )

    @transaction.atomic
    def handle(self, *_args: Any, name: str, token_only: bool, **_options: Any) -> None:
        try:
            User.username_validator(name)
        except ValidationError as fault:
            raise CommandError(" ".join(fault.messages)) from fault
        is_new = not User.objects.filter(username=name).exists()
        asks = is_new and not token_only
        user = ensure_account(name, self._password(User(username=name)) if asks else None)
        _token, secret = issue_api_token(user, "create_director", timezone.now())
        # No error, though it goes past those who capture the token.
        self.stderr.style_func = self.style.SUCCESS
        self.stderr.write(self._next_step(name, is_new=is_new, token_only=token_only))
        self.stdout.write(secret)

    def _next_step(self, name: str, *, is_new: bool, token_only: bool) -> str:
        if not is_new:
            return f"{name} exists already and keeps the password. A new token for programs:"
        if token_only:
            return f"{name} is there. The token, for programs:"
        return f"{name} is there: log in on the start page. Only programs need this token:"

    def _password(self, user: User) -> str:
        try:
            password = getpass(f"Password for {user.username}: ")
            repeated = getpass("Once more: ")
        except EOFError as fault:
            raise CommandError("No password was typed. --token-only asks for none.") from fault
        if repeated != password:
            raise CommandError("These were two different passwords.")
        try:
            validate_password(password, user)
        except ValidationError as fault:
            raise CommandError(" ".join(fault.messages)) from fault
        return password
