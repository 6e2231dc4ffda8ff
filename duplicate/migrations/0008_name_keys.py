from typing import Any

from django.db import migrations

from referee.texts import name_key


def fold_names(apps: Any, _schema_editor: object) -> None:
    """Those who were entered by older versions are found by their names too."""
    Participant = apps.get_model("duplicate", "Participant")
    named = []
    for person in Participant.objects.only("pk", "name").iterator(chunk_size=2_000):
        person.name_key = name_key(person.name)
        named.append(person)
    Participant.objects.bulk_update(named, ["name_key"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ("duplicate", "0007_seats"),
    ]

    operations = [
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
