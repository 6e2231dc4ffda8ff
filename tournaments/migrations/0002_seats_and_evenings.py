"""Tables of any game: seats, chance, timers; and evenings that count them by place."""

import secrets

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_seats_and_seeds(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Tables recorded before have the seats of their pairing, and a seed that nothing came from."""
    Table, Seat = apps.get_model("tournaments", "Table"), apps.get_model("tournaments", "Seat")
    for table in Table.objects.select_related("pairing").iterator():
        table.seed = secrets.token_hex(32)
        table.save(update_fields=["seed"])
        if table.pairing is None:
            continue
        for number, entry in enumerate((table.pairing.first_id, table.pairing.second_id)):
            if entry is not None:
                Seat.objects.create(table=table, number=number, entry_id=entry)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="kind",
            field=models.CharField(
                choices=[("rounds", "Rounds"), ("evening", "Evening")],
                default="rounds",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="join_code",
            field=models.CharField(max_length=12, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="table", name="counts", field=models.BooleanField(default=True)
        ),
        migrations.AddField(
            model_name="table",
            name="seed",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="table", name="scores", field=models.JSONField(default=list)
        ),
        migrations.AddField(
            model_name="table",
            name="on_turn",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(model_name="table", name="places", field=models.JSONField(null=True)),
        migrations.AddField(
            model_name="table",
            name="due_at",
            field=models.DateTimeField(db_index=True, null=True),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "entry"), name="one_seat_a_table")
                ],
            },
        ),
        migrations.RunPython(give_seats_and_seeds, migrations.RunPython.noop),
    ]
