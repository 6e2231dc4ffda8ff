"""Save everything that must not be lost into one file, while the server runs."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from referee.backups import (
    backup_name,
    make_backup,
    remove_oldest,
    tidied_on_sigterm,
    verify_backup,
)
from referee.databases import BackupFault


def positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"must be a number from 1, not {text!r}")
    return int(text)


class Command(BaseCommand):
    help = (
        "Save the database and the kept lexicons into one new file (tar): FILE, or one named by "
        "the time in a folder of backups, where a number of them is kept. Disturbs nobody."
    )
    requires_system_checks = []  # whatever else may be wrong here

    def add_arguments(self, parser: ArgumentParser) -> None:
        place = parser.add_mutually_exclusive_group(required=True)
        place.add_argument("file", type=Path, nargs="?", help="the file to write")
        place.add_argument(
            "--folder", type=Path, help="write spielleiter-YYYY-MM-DDTHHMMSSZ.tar (UTC) there"
        )
        parser.add_argument(
            "--keep",
            type=positive,
            metavar="N",
            help="then remove all but the N newest backups with such names from --folder",
        )
        parser.add_argument(
            "--verify",
            action="store_true",
            help="restore it into a scratch database, check that, drop it; one that fails stays, "
            "in --folder named ….unverified.tar, and nothing is removed",
        )

    def handle(
        self,
        *,
        file: Path | None,
        folder: Path | None,
        keep: int | None,
        verify: bool,
        **_options: object,
    ) -> None:
        if keep and not folder:
            raise CommandError("--keep counts the backups in a folder: it needs --folder.")
        at = timezone.now()
        if folder:
            file = folder / backup_name(at)
        assert file  # noqa: S101 (one of the two is required)
        # However this ends, what counts as kept has been verified.
        made = file.with_suffix(".unverified.tar") if folder and verify else file
        with tidied_on_sigterm():
            try:
                manifest = make_backup(made, at)
            except BackupFault as fault:
                raise CommandError(f"No backup as {made}: {fault}.") from fault
            if verify:
                try:
                    verify_backup(made)
                except BackupFault as fault:
                    raise CommandError(f"{made} was made, but not verified: {fault}.") from fault
            made.rename(file)
            rows, lexicons = sum(manifest.counts.values()), len(manifest.members) - 1
            said = ", verified" if verify else ""
            self.stdout.write(f"{file}: {rows} rows, {lexicons} lexicons{said}")
            if folder and keep:
                try:
                    for old in remove_oldest(folder, keep=keep):
                        self.stdout.write(f"{old}: removed")
                except BackupFault as fault:
                    raise CommandError(f"Older backups are not removed: {fault}.") from fault
