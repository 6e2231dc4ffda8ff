"""Who plays, and who runs the game."""

from uuid import UUID

from django.conf import settings
from django.db import models

from duplicate.errors import GameMissing, LastDirector, StaffMissing, WrongGameState
from duplicate.options import Options
from engine.randomness import draw_key
from referee.events.models import Event, Person, StaffInvitation, StaffMember
from referee.texts import LONGEST_KEY

#: So many characters has what the director tells everybody: it goes to every phone at every change.
MOST_NOTICE = 200


class Game(Event):
    missing, wrong_state = GameMissing, WrongGameState
    staff_missing, last_director = StaffMissing, LastDirector

    class Ending(models.TextChoices):
        """Why the game is over; all but the last are `engine.draws.GameOver`."""

        NO_TILES = "no_tiles"
        NO_VOWELS = "no_vowels"
        NO_CONSONANTS = "no_consonants"
        NO_PLAYABLE_RACK = "no_playable_rack"
        BY_DIRECTOR = "by_director"

    #: What people type to join. Not public: whoever has it can take part.
    join_code = models.CharField(max_length=12, unique=True)
    #: The secret of all draws as 64 hex digits; nobody sees it before the game is over.
    seed = models.CharField(max_length=64)
    #: What is published of the seed from the beginning.
    commitment = models.CharField(max_length=64)
    #: Where the part of the hall will come from, told before anybody can know it; or nothing.
    hall_source = models.CharField(max_length=200, blank=True)
    #: What the hall called out when the commitment was known, and when; or nothing. All draws
    #: follow from it and the seed. Once it is there, or the game has begun, it stays.
    hall_part = models.CharField(max_length=100, blank=True)
    hall_part_at = models.DateTimeField(null=True, blank=True)

    #: When the game starts by itself, or null.
    starts_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, choices=Ending, blank=True)
    #: When the next round is drawn and opened by itself, or null.
    next_round_at = models.DateTimeField(null=True, blank=True)
    #: Whether the screen in the hall keeps what it shows, whatever happens.
    hall_frozen = models.BooleanField(default=False)
    #: Whether an automatic game draws no further round until a director lets it go on.
    is_held = models.BooleanField(default=False)
    #: When the break between two rounds is over, or null; the next opening ends it too.
    break_until = models.DateTimeField(null=True, blank=True)
    #: What the director tells everybody, and since when.
    notice = models.CharField(max_length=MOST_NOTICE, blank=True)
    notice_at = models.DateTimeField(null=True, blank=True)

    class Meta(Event.Meta):
        indexes = [
            models.Index(fields=["state", "starts_at"], name="game_starts"),
            models.Index(fields=["state", "next_round_at"], name="game_next_round"),
        ]

    @property
    def options(self) -> Options:
        return Options.recalled(self.options_json)

    @property
    def fingerprint(self) -> str:
        """The beginning of the commitment, to be compared by eye."""
        return " ".join(self.commitment[place : place + 4] for place in range(0, 16, 4))

    @property
    def draw_key(self) -> bytes:
        """What its racks are drawn with. The seed must be here."""
        return draw_key(bytes.fromhex(self.seed), self.hall_part)


class Staff(StaffMember):
    game = models.ForeignKey(Game, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="duplicate_staff"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_role_a_game")]


class Invitation(StaffInvitation):
    desk = "desk"

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")

    @property
    def event(self) -> Game:
        return self.game


class Participant(Person):
    noun = "participant"
    withdrawn_column = "withdrawn_at"
    private = Person.private | {"name_key"}

    game = models.ForeignKey(Game, models.CASCADE, related_name="participants")
    #: Whether they play online; the others hand in slips.
    is_online = models.BooleanField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    #: By what namesakes are found: `referee.texts.name_key`.
    name_key = models.CharField(max_length=LONGEST_KEY, blank=True)
    #: When somebody took the seat who was entered by the staff, on their word alone; or null.
    claimed_at = models.DateTimeField(null=True, blank=True)
    #: Whether the staff has said that namesakes are different people.
    is_distinct = models.BooleanField(default=False)
    #: Digest of the code that gives the seat to another phone, and up to when; null without one.
    code_digest = models.CharField(max_length=64, unique=True, null=True)
    code_expires_at = models.DateTimeField(null=True)
    #: Which of the cards made for the seat is good.
    card_version = models.PositiveSmallIntegerField(default=1)
    #: Who the same person is, and has all that this one had; null for everybody else.
    merged_into = models.ForeignKey("self", models.CASCADE, null=True, related_name="merged")

    class Meta(Person.Meta):
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_number_a_participant")
        ]
        indexes = [models.Index(fields=["game", "name_key"], name="namesakes")]

    @property
    def event_id(self) -> UUID:
        return self.game_id


class SeatRequest(models.Model):
    """Somebody says that they are a participant whose seat another phone has: the staff decides."""

    participant = models.ForeignKey(Participant, models.CASCADE, related_name="seat_requests")
    #: Digest of the token that becomes the participant's if the seat is handed over.
    token_digest = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField()
    #: When the staff said no, or null.
    refused_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.participant}, {self.asked_at}"
