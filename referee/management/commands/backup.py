"""Save everything that must not be lost into one file, while the server runs."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from referee.backups import BackupFault, make_backup


class Command(BaseCommand):
    help = "Save the database and the kept lexicons into one new file (tar.gz)."
    requires_system_checks = []  # whatever else may be wrong here

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: object) -> None:
        try:
            manifest = make_backup(file, timezone.now())
        except BackupFault as fault:
            raise CommandError(f"No backup: {fault}.") from fault
        rows = sum(manifest.counts.values())
        self.stdout.write(f"{file}: {rows} rows, {len(manifest.members) - 1} lexicons")
