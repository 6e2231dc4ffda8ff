"""What a tournament refuses, each with its stable code."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from engine.refusals import Refusal
from referee import errors
from referee.errors import Forbidden, NotFound, Refused
from tournaments.tables.messages import tell_refusal, tell_unreadable


class TournamentMissing(NotFound):
    message = _("Dieses Turnier gibt es nicht.")


class DivisionMissing(NotFound):
    message = _("Diese Gruppe gibt es in dem Turnier nicht.")


class EntryMissing(NotFound):
    message = _("Diesen Spieler gibt es in dem Turnier nicht.")


class RoundMissing(NotFound):
    message = _("Diese Runde gibt es in der Gruppe nicht.")


class PairingMissing(NotFound):
    message = _("Diese Paarung gibt es in der Runde nicht.")


class TableMissing(NotFound):
    message = _("Diese Partie gibt es nicht.")


class WebhookMissing(NotFound):
    message = _("Diesen Webhook gibt es in dem Turnier nicht.")


class PenaltyMissing(NotFound):
    message = _("Diese Strafe gibt es bei der Paarung nicht.")


class RulingMissing(NotFound):
    message = _("Diese Entscheidung gibt es in dem Turnier nicht.")


class TokenUnknown(errors.TokenUnknown):
    message = _("Dieser Zugang gilt nicht. Lass dir von der Turnierleitung einen neuen geben.")


class NotYourGame(Forbidden):
    message = _("Das ist nicht deine Partie.")


class WrongTournamentState(errors.WrongState):
    message = _("Das geht im jetzigen Zustand des Turniers nicht.")


class WrongTournamentKind(Refused):
    """`kind` is what the tournament is, `needed` what the action is about."""

    message = _("Das gibt es bei dieser Art von Turnier nicht.")


class TablesRunning(Refused):
    """`tables` are those whose games are not over, each with `table` and `title`."""

    message = _("An diesen Tischen wird noch gespielt: {games}.")


class WrongRoundState(errors.WrongState):
    message = _("Das geht im jetzigen Zustand von Runde {number} nicht.")


# Rounds, results and penalties


class ResultsMissing(Refused):
    """`missing` lists round and table of every game before without a confirmed result."""

    message = _("Es fehlen noch Ergebnisse: {games}.")


class ScheduleOver(Refused):
    message = _("Der Plan der Gruppe endet mit Runde {rounds}. Verlängere ihn zuerst.")


class CantBePaired(Refused):
    """`problem` is the code of `tournaments.pairing.CantPair`, `reason` tells it."""

    message = _("So lässt sich die Runde nicht paaren: {reason}")


class PlayerTwice(Refused):
    message = _("{name} steht zweimal in der Runde.")


class PlayersUnpaired(Refused):
    """`players` lists the numbers of those who play in the round but have no place in it."""

    message = _("Noch ohne Platz in Runde {number}: {names}.")


class PlayersGone(Refused):
    """`players` lists the numbers of those who have a place in the draft but don't play."""

    message = _("In Runde {number} nicht dabei, aber gepaart: {names}. Paare neu.")


class NotInRound(Refused):
    message = _("{name} spielt in Runde {number} nicht.")


class NotTheLastRound(Refused):
    message = _("Nach Runde {number} ist schon eine weitere gepaart. Verwirf zuerst diese.")


class HasReports(Refused):
    message = _("Das geht nicht mehr: Es gibt schon Meldungen, Strafen oder Mitschriften dazu.")


class RoundNotPublished(Refused):
    message = _("Runde {number} ist noch nicht veröffentlicht.")


class NoGame(Refused):
    message = _("{name} hat in dieser Runde keine Partie.")


class PlayersDontReport(Refused):
    message = _("In diesem Turnier meldet die Turnierleitung die Ergebnisse.")


class AlreadyConfirmed(Refused):
    """`outcome`, `first_points` and `second_points` are what stands."""

    message = _("Das Ergebnis {result} steht schon fest. Stimmt es nicht, geh zur Turnierleitung.")


class ResultMissing(Refused):
    message = _("Diese Partie hat noch kein Ergebnis.")


class Implausible(Refused):
    """`warnings` lists what is odd, coded; sent again with `confirm_implausible` it is taken."""

    message = _("Stimmt das? {told}")


class NotInPairing(Refused):
    message = _("{name} spielt nicht in dieser Partie.")


class NoClock(Refused):
    message = _("Nach diesen Regeln wird ohne Uhr gespielt.")


class StaffMissing(errors.StaffMissing):
    message = _("{username} gehört nicht zur Turnierleitung.")


class LastDirector(errors.LastDirector):
    message = _("Ein Turnier braucht mindestens eine Turnierleiterin oder einen Turnierleiter.")


class RoundsDrafted(Refused):
    """So many `rounds` have been paired by the schedule, and so many of it can't change."""

    message = _("Bis Runde {rounds} ist schon gepaart; so weit steht der Plan fest.")


class DivisionNotEmpty(Refused):
    message = _("In der Gruppe „{name}“ gibt es schon Spieler oder Runden.")


class AlreadyPaired(Refused):
    """What can't change any more once somebody has been paired: number, division, first round."""

    message = _("{name} ist schon gepaart worden; das lässt sich nicht mehr ändern.")


class AlreadySeated(Refused):
    """As above, for somebody who has a place at a free table."""

    message = _("{name} hat schon einen Platz an einem Tisch; das lässt sich nicht mehr ändern.")


class RoundFixed(Refused):
    """Who plays in round `number` is decided; the `next` one can still be changed."""

    message = _("Runde {number} steht schon fest. Ändern lässt es sich ab Runde {next}.")


class AbsenceMissing(NotFound):
    message = _("Für Runde {number} ist nichts eingetragen.")


# Tables and words


class AgainstRules(Refused):
    """The game's rules refuse it: `reason` is the engine's code, `given` fills its text."""

    def __init__(self, refusal: Refusal, names: Sequence[str], game: str) -> None:
        super().__init__(reason=refusal.code, given=dict(refusal.detail))
        self._refusal, self._names, self._game = refusal, names, game

    def __str__(self) -> str:
        return tell_refusal(self._refusal, self._names, self._game)


class ActionRefused(AgainstRules):
    message = _("Das geht nach den Regeln nicht.")


class SetupRefused(AgainstRules):
    """Settings that can each be read, but do not go together."""

    status = 400
    message = _("So kann das Spiel nicht beginnen.")


class ActionUnreadable(Refused):
    """An action that can't be read: `problem` says what is wrong, in English for programs."""

    status = 400
    message = _("Diese Angabe ist nicht zu lesen ({problem}).")

    def __init__(self, action: Mapping[str, object], problem: str) -> None:
        super().__init__(problem=problem)
        self._action = action

    def __str__(self) -> str:
        return tell_unreadable(self._action) or super().__str__()


class TableChanged(Refused):
    """Somebody else was faster: `version` is the table's now, `meanwhile` what has happened."""

    code = "version_conflict"
    message = _("Inzwischen ist in der Partie etwas anderes geschehen. Sieh erst nach.")


class TableExists(Refused):
    """The game of this pairing is recorded already, at `table`."""

    message = _("Diese Partie wird schon mitgeschrieben.")


class NothingToUndo(Refused):
    message = _("Es gibt nichts, was zurückgenommen werden könnte.")


class ClockStands(Refused):
    """The clock can't be started: nobody plays, or the ruleset has none."""

    code = "no_clock_now"
    message = _("Die Uhr kann jetzt nicht laufen.")


class GameUnplayable(Refused):
    """A log that the game of today does not take: another version wrote it. Where that is stays
    unsaid, for it may be secret."""

    message = _(
        "Diese Partie lässt sich mit dieser Fassung des Programms nicht mehr nachspielen. "
        "Ihr Protokoll ist weiterhin da."
    )


class StaffDecides(Forbidden):
    """A player of two may give up; what else ends a game, goes on after its end, or does not count,
    is the staff's to say."""

    message = _("Das entscheidet die Spielleitung. Zu zweit kannst du aufgeben.")


class TooManyTables(Refused):
    """Whoever opens tables without end is in the way of all others."""

    message = _(
        "{name} hat schon {tables} Tische eröffnet, an denen noch gespielt wird. "
        "Beendet erst einen."
    )


class TooManySeated(Forbidden):
    """Players seat a few at a table; a hall is the staff's to seat."""

    message = _(
        "Selbst kannst du höchstens {most} Leute an einen Tisch setzen. "
        "Größere Runden eröffnet die Spielleitung."
    )


class NotYourPart(Forbidden):
    """Where each plays on a phone of their own, nobody acts for others, or as the caller."""

    message = _("Hier spielt jeder für sich. Alles andere macht die Spielleitung.")


class NotForThisGame(Refused):
    message = _("Das gibt es nur für Partien auf dem Brett.")


class NoHints(Refused):
    message = _("In dieser Partie gibt es keine Vorschläge.")


class DictionaryShut(Refused):
    """Words may be looked up only where the game is played with an open dictionary."""

    message = _("In dieser Partie wird nicht nachgeschlagen.")


class GameNotOver(Forbidden):
    """What is secret is for the staff only while the game is played, and the seed for nobody."""

    message = _("Das ist erst zu sehen, wenn die Partie zu Ende ist.")


class NothingPromised(Refused):
    """The game was begun before seeds were promised, and nothing in it came by chance."""

    message = _("Zu dieser Partie gibt es keinen Nachweis: Es wurde nichts ausgelost.")


class AlreadyRuled(Refused):
    message = _("Über {word} ist schon so entschieden.")


# Webhooks


class TooManyWebhooks(Refused):
    message = _("Ein Turnier hat höchstens {most} Webhooks.")


class WebhookInactive(Refused):
    message = _("Dieser Webhook ist abgeschaltet.")
