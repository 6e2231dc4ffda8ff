"""Bring back what `backup` saved. Web, worker and beat must be stopped before."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from referee.backups import restore_backup, tidied_on_sigterm
from referee.databases import BackupFault


class Command(BaseCommand):
    help = (
        "Put the contents of a backup in place of this database, and verify every log. Refused "
        "while a server works on the database."
    )
    requires_system_checks = []  # whatever else may be wrong here

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="drop the rows that are here for those saved"
        )
        parser.add_argument(
            "--force",
            action="store_true",
            help="even while a server runs: what it acknowledges meanwhile is lost",
        )

    def handle(self, *, file: Path, replace: bool, force: bool, **_options: object) -> None:
        try:
            with tidied_on_sigterm():
                manifest = restore_backup(file, replace=replace, force=force)
        except BackupFault as fault:
            raise CommandError(f"Restoring {file}: {fault}.") from fault
        rows = sum(manifest.counts.values())
        self.stdout.write(f"Restored {rows} rows as of {manifest.made_at}; every log is intact.")
