"""Tables of any game: seats, chance, timers; and evenings that count them by place."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from engine import games
from engine.errors import EngineError
from engine.table import State
from engine.older_logs import play_stored


def follow_games(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Have the new columns of tables recorded before follow their games.

    A table whose log can't be played again is left alone. Seeds they have none: nothing came by
    chance, and nothing was promised.
    """
    for table in apps.get_model("tournaments", "Table").objects.iterator():
        try:
            state = _played(table)
        except EngineError:
            continue
        table.scores, table.on_turn = list(state.scores), state.on_turn
        table.places = None if state.places is None else list(state.places)
        table.save(update_fields=["scores", "on_turn", "places"])


def _played(table: Any) -> State:
    rules = games.game(table.game)
    states = [rules.begin(table.setup)]
    for entry in table.log.order_by("sequence"):
        if entry.kind == "acted":
            action = {key: value for key, value in entry.data.items() if key != "salt"}
            states.append(play_stored(rules, states[-1], action)[0])
        elif entry.kind == "undone":
            states.pop()
    state: State = states[-1]
    return state


def give_seats(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Tables recorded before have the seats of their pairing."""
    Table, Seat = apps.get_model("tournaments", "Table"), apps.get_model("tournaments", "Seat")
    for table in Table.objects.select_related("pairing").iterator():
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
            field=models.CharField(blank=True, default="", max_length=64),
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
        migrations.AddField(
            model_name="table",
            name="opened_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="opened_tables",
                to="tournaments.entry",
            ),
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
        migrations.RunPython(give_seats, migrations.RunPython.noop),
        migrations.RunPython(follow_games, migrations.RunPython.noop),
    ]
