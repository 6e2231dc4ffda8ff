"""The tournament itself, and who runs it."""

from django.conf import settings
from django.db import models

from referee.events.models import Event, StaffInvitation, StaffMember
from tournaments.errors import (
    LastDirector,
    StaffMissing,
    TournamentMissing,
    WrongTournamentState,
)
from tournaments.options import Options


class Tournament(Event):
    missing, wrong_state = TournamentMissing, WrongTournamentState
    staff_missing, last_director = StaffMissing, LastDirector

    class Kind(models.TextChoices):
        #: Rounds of paired games of two.
        ROUNDS = "rounds"
        #: A club evening: free tables of any game, which bring points by place.
        EVENING = "evening"

    place = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ROUNDS)
    #: By which anybody enters an evening; null for tournaments, whose players have own codes.
    join_code = models.CharField(max_length=12, unique=True, null=True)
    #: What decides between equal pairings. Public: anybody may pair again and compare.
    seed = models.CharField(max_length=32)

    @property
    def options(self) -> Options:
        return Options.recalled(self.options_json)


class Staff(StaffMember):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_staff"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_a_tournament")
        ]


class Invitation(StaffInvitation):
    desk = "tournament_desk"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")

    @property
    def event(self) -> Tournament:
        return self.tournament
