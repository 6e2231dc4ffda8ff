"""What a Simultan refuses, each with its stable code."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.verdicts import Verdict
from referee import errors
from referee.errors import Forbidden, NotFound, Refused
from referee.messages import EVENT_STATES, FAULTS, tell_verdict
from referee.position.reading import Problem

#: The states of `duplicate.models.Round`, whose values are written out: models know these errors.
ROUND_STATES: Mapping[str, str | Promise] = {
    "drawn": _("gezogen"),
    "open": _("läuft"),
    "paused": _("angehalten"),
    "closing": _("wird geschlossen"),
    "closed": _("geschlossen"),
    "judged": _("gewertet"),
    "published": _("veröffentlicht"),
    "cancelled": _("zurückgezogen"),
}


class GameMissing(NotFound):
    message = _("Dieses Spiel gibt es nicht.")


class RoundMissing(NotFound):
    message = _("Diese Runde gibt es in dem Spiel nicht.")


class ParticipantMissing(NotFound):
    message = _("Diesen Teilnehmer gibt es in dem Spiel nicht.")


class WrongGameState(errors.WrongState):
    message = _("Das geht nicht, solange das Spiel im Zustand „{state}“ ist.")
    words = EVENT_STATES


class WrongRoundState(errors.WrongState):
    message = _("Das geht nicht, solange Runde {number} im Zustand „{state}“ ist.")
    words = ROUND_STATES


class SeatTaken(Refused):
    """A phone has the seat of participant `number`; the staff may hand it over."""

    message = _("Den Platz von {name} hat schon ein Telefon. Frag die Spielleitung.")


class NotANamesake(Refused):
    message = _("Nummer {number} heißt anders oder spielt nicht mehr mit.")


class TooManySeatRequests(Refused):
    message = _("Für den Platz von {name} fragen schon andere. Geh zur Spielleitung.")


class SeatRequestMissing(NotFound):
    message = _("Um diesen Platz bittet niemand mehr.")


class SeatEmpty(Refused):
    message = _("Den Platz von {name} hat kein Telefon.")


class AlreadyMerged(Refused):
    message = _("{name} ist mit Nummer {number} zusammengelegt.")


class MergedWithItself(Refused):
    message = _("Nummer {number} ist beide Male dieselbe.")


class MergeUndecided(Refused):
    """Both have an answer in each of the `rounds`, or both a phone: say which counts."""

    message = _("Beide haben ein Telefon oder einen Zug in derselben Runde: Sag, was zählt.")


class TokenUnknown(errors.TokenUnknown):
    message = _("Dieser Zugang gilt nicht. Tritt dem Spiel noch einmal bei.")


class NotYourGame(Forbidden):
    message = _("Dein Zugang gilt für ein anderes Spiel.")


class ParticipantWithdrawn(Forbidden):
    message = _("Wer ausgeschieden ist, gibt keine Züge mehr ab.")


class TooManyAnswers(errors.TooOften):
    message = _("So viele Züge auf einmal nimmt niemand an. Warte {wait_seconds} Sekunden.")


class RoundNotOpen(Refused):
    message = _("Runde {number} ist noch nicht eröffnet.")


class RoundOver(Refused):
    """`state` says whether the round was published or cancelled."""

    message = _("Runde {number} ist vorbei.")


class CoordinatesUnreadable(Refused):
    """`text` is what was written."""

    status = 400
    message = FAULTS[Problem.COORDINATES_UNREADABLE]


class WordUnreadable(Refused):
    """`text` is what was written."""

    status = 400
    message = FAULTS[Problem.WORD_UNREADABLE]


class Misplaced(Refused):
    """A move that lies on no board, whatever the position; `verdict` is the code of the reason."""

    status = 400

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict=verdict.code.value, **verdict.detail)
        self.verdict = verdict

    def __str__(self) -> str:
        return tell_verdict(self.verdict)


class SlipMissing(NotFound):
    message = _("Diesen Zettel gibt es in der Runde nicht.")


class SlipNotDiffering(Refused):
    message = _("Bei Nummer {number} gibt es nichts zu entscheiden.")


class SlipsDiffer(Refused):
    """Two people typed slips differently: `numbers` says whose. A director decides between them."""

    message = _(
        "Zettel sind verschieden eingetippt, von Nummer {told}. Entscheide erst, was darauf steht."
    )

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(numbers=list(numbers), told=", ".join(map(str, numbers)))


class StaffMissing(errors.StaffMissing):
    message = _("{username} gehört nicht zur Spielleitung.")


class LastDirector(errors.LastDirector):
    message = _("Ein Spiel braucht mindestens eine Spielleiterin oder einen Spielleiter.")


class NotAutomatic(Refused):
    message = _("Dieses Spiel läuft nicht von selbst.")


class NobodyReceives(Refused):
    """A deadline passed at which no server ran; the round goes on when one takes answers again."""

    message = _("Zum Schluss von Runde {number} war kein Server da, und noch nimmt keiner Züge an.")


class NotYetDue(Refused):
    """The clock came before `due`."""

    message = _("Dafür ist es noch zu früh.")


class TimeIsUp(Refused):
    """The round's time was over at `closes_at`, even if no worker has closed it yet."""

    message = _("Die Zeit von Runde {number} ist schon abgelaufen.")


class NotAmongTheBest(Refused):
    """`best` lists the moves that may be chosen."""

    message = _("{word} auf {coordinates} ist keiner der besten Züge.")


@dataclass(frozen=True)
class TooMany:
    """A tile of which more were typed than are left."""

    tile: str
    typed: int
    #: How many there are in the game, and where they are that can't have been drawn.
    in_all: int
    on_board: int
    on_rack: int


class HandDrawRefused(Refused):
    """A rack typed in that can't have been drawn; `problem` is what the engine says of it."""

    message = _("{rack} kann so nicht gezogen worden sein.")


class HandDrawGameOver(HandDrawRefused):
    message = _("Aus den übrigen Steinen lässt sich keine Runde mehr ziehen.")


class HandDrawWrongNumber(HandDrawRefused):
    """`count` tiles were typed, the leave among them, where `size` make a rack."""

    message = _("{rack} hat {count} Steine, es müssen {size} sein.")
    with_leave = _(
        "{rack} hat {count} Steine, es müssen {size} sein: der Rest {leave} und {new} neue."
    )

    def __str__(self) -> str:
        message = self.with_leave if self.detail["leave"] else self.message
        return str(message).format_map(self.detail)


class HandDrawLeaveNotKept(HandDrawRefused):
    """`missing` lists the tiles of the leave that are not on the rack."""

    message = _("Der Rest {leave} muss auf dem Bänkchen bleiben. In {rack} fehlt davon: {missing}.")


class HandDrawNotInBag(HandDrawRefused):
    """`too_many` lists the tiles typed that can't come from the bag, and where they are."""

    def __init__(self, too_many: Sequence[TooMany], **detail: object) -> None:
        super().__init__(too_many=[asdict(tile) for tile in too_many], **detail)
        self.too_many = too_many

    def __str__(self) -> str:
        return " ".join(map(_tell_too_many, self.too_many))


def _tell_too_many(tile: TooMany) -> str:
    """Why there are not so many of it, as in 'Q: nur 1 Stein, liegt schon auf dem Brett.'."""
    where = ""
    if tile.on_board:
        where = ngettext(
            "{count} liegt schon auf dem Brett", "{count} liegen schon auf dem Brett", tile.on_board
        ).format(count=tile.on_board)
        if tile.on_board == tile.in_all == 1:
            where = gettext("liegt schon auf dem Brett")
    elif tile.on_rack:
        where = gettext("schon auf dem Bänkchen")
    there_are = ngettext("nur {count} Stein", "nur {count} Steine", tile.in_all)
    told = [there_are.format(count=tile.in_all), where] if tile.in_all else [gettext("kein Stein")]
    return f"{tile.tile}: {', '.join(filter(None, told))}."


class HandDrawWrongBlanks(HandDrawRefused):
    message = _("Im Jokerspiel liegt genau ein Joker auf dem Bänkchen: {rack} passt nicht dazu.")


class AlreadyRuled(Refused):
    message = _("Über {word} ist in dieser Runde schon so entschieden.")


class NothingToLay(Refused):
    """A ruling barred the last legal move of a round: it can only be cancelled."""

    message = _("In Runde {number} ist kein Zug mehr zulässig: Zieh die Runde zurück und zieh neu.")


class PlaysUndecided(Refused):
    """Who gave what is told when nothing is `doubtful` any more, or the round is published."""

    message = _("In Runde {number} ist noch nicht alles entschieden: Namen gibt es erst danach.")


class ForeignParticipant(Refused):
    message = _("{name} spielt in einem anderen Spiel.")


class AnswerMissing(NotFound):
    message = _("Du hast in dieser Runde noch nichts abgegeben.")


class RulingMissing(NotFound):
    message = _("Diese Entscheidung gibt es in der Runde nicht.")


class PlayMissing(NotFound):
    message = _("Diesen Zug hat in der Runde niemand abgegeben.")


class SeriesMissing(NotFound):
    message = _("Diese Serie gibt es nicht.")


class ImportRefused(Refused):
    """A game that reads well but can't have been played so: `where`, and what the `problem` is."""

    status = 400
    message = _("Das Spiel stimmt nicht ({where}): {problem}")


class ImportsBusy(Refused):
    """So many games are being taken in already; `wait_seconds` says when to come again."""

    status = 503
    message = _("Es werden gerade zu viele Spiele übernommen. Versuche es gleich noch einmal.")


class HallPartGiven(Refused):
    """The part of the hall stands: whoever could change it could choose the racks."""

    message = _("Der Teil des Saals steht schon fest: {part}.")


class HallPartMissing(Refused):
    """A game that must not begin before the hall has given its part."""

    message = _("Dieses Spiel beginnt erst, wenn der Saal seinen Teil genannt hat.")


class SeedMissing(Refused):
    """A game taken over from another server while it ran: its seed stayed there."""

    message = _("Dieses Spiel kam ohne sein Geheimnis hierher: Zieh die Steine von Hand.")
