from django.db import migrations


class Migration(migrations.Migration):
    """A new name in the code; the table in the database keeps its own."""

    dependencies = [("tournaments", "0002_seats_and_evenings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("TableEntry", "TableLogEntry"),
                migrations.AlterModelTable("TableLogEntry", "tournaments_tableentry"),
            ]
        )
    ]
