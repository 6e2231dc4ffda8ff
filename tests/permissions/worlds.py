"""The world in which the permission tables hold."""

import pytest
from django.utils import timezone

from referee.health import note_sweep
from referee.models import User
from referee.services import issue_api_token
from tests.duplicate.factories import NOON
from tests.permissions.rows import ADMIN, ASSISTANT, DIRECTOR, OTHER
from tests.permissions.simultan import make_simultan
from tests.permissions.tournaments import make_tournament_venue
from tests.permissions.venues import World


@pytest.fixture
def world() -> World:
    note_sweep(timezone.now())  # or the server would not call itself ready
    users = {
        role: User.objects.create(username=role.split()[0], is_superuser=role == ADMIN)
        for role in (ASSISTANT, DIRECTOR, ADMIN)
    }
    users[OTHER] = User.objects.create(username="other")
    return World(
        make_simultan(users),
        make_tournament_venue(users),
        users,
        {role: issue_api_token(user, "test", NOON)[1] for role, user in users.items()},
    )
