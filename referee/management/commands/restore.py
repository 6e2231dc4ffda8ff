"""Bring back what `backup` saved. Stop web, worker and beat before."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from referee.backups import BackupFault, restore_backup


class Command(BaseCommand):
    help = "Put the contents of a backup in place of this database, and verify every log."
    requires_system_checks = []  # whatever else may be wrong here

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="drop the rows that are here for those saved"
        )

    def handle(self, *, file: Path, replace: bool, **_options: object) -> None:
        try:
            manifest = restore_backup(file, replace=replace)
        except BackupFault as fault:
            raise CommandError(f"Restoring {file}: {fault}.") from fault
        rows = sum(manifest.counts.values())
        self.stdout.write(f"Restored {rows} rows as of {manifest.made_at}; every log is intact.")
