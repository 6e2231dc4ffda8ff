"""What people read of the un-game."""

from django.utils.translation import gettext_lazy as _

from referee.messages import RULESETS
from tournaments.tables.games.texts import GameTexts

TEXTS = GameTexts(
    name=_("Abräumen"),
    summary=_("Steine vom fertigen Brett nehmen, so dass lauter Wörter liegen bleiben."),
    kinds={
        "take": _("Nehmen"),
        "stuck": _("Nichts geht mehr"),
    },
    titles={"take": _("{player} nimmt Steine")},
    told={
        "take": _("{player} nimmt die Steine von {squares}."),
        "stuck": _("Kein Stein lässt sich mehr nehmen."),
    },
    turns={"take": _("{tiles} aus {taken_from}")},
    asked={
        "board": _("Brett"),
        "begins": _("Wer fängt an?"),
        "ruleset": _("Regelwerk"),
        "squares": _("Felder"),
    },
    hints={
        "board": _(
            "Bis zu 15 Zeilen von oben: die Buchstaben, ein Joker klein, ein Punkt für ein leeres "
            "Feld. Was rechts leer ist, kannst du weglassen; für eine leere Zeile genügt ein Punkt."
        ),
        "ruleset": _("Das der Partie, von der das Brett ist: Danach zählen die Steine."),
        "squares": _("Tippe einen bis sechs Steine aus einem Wort an, oder schreib H4 H6."),
    },
    choices={
        **{f"ruleset.{name}": text for name, text in RULESETS.items()},
        "ruleset.": _("wie üblich"),
        "begins.": _("wer zuerst genannt ist"),
    },
    facts={
        "tiles_left": _("{value} Steine liegen noch"),
        "tiles_left.1": _("{value} Stein liegt noch"),
        "points_left": _("{value} Punkte liegen noch"),
        "points_left.1": _("{value} Punkt liegt noch"),
        "removals": _("{value} Möglichkeiten zu nehmen"),
        "removals.1": _("{value} Möglichkeit zu nehmen"),
    },
    trays={"taken": _("Genommen von {player}")},
    endings={
        "cleared": _("Das Brett ist leer."),
        "stuck": _("Kein Stein lässt sich mehr nehmen."),
    },
    refusals={
        "nothing_to_take": _("Auf dem Brett liegt kein Wort: Gespielt wird auf einem fertigen."),
        "board_in_pieces": _("Die Steine auf dem Brett hängen nicht alle zusammen."),
        "too_many_on_board": _(
            "Das Brett passt nicht zum Regelwerk {ruleset}: Von diesen Steinen gibt es dort "
            "weniger: {tiles}."
        ),
        "wrong_number_taken": _("Du nimmst einen bis {most} Steine, nicht {count}."),
        "no_tile_there": _("Auf {square} liegt kein Stein."),
        "not_one_word": _("Diese Steine gehören nicht zu einem Wort: {squares}."),
        "falls_apart": _("Ohne {squares} hängen die Steine nicht mehr zusammen."),
        "moves_left": _("Es lässt sich noch etwas nehmen. Möglichkeiten: {count}."),
        "word_not_admissible": _("Das bliebe liegen, ist aber nicht zulässig: {words}."),
    },
    aside=frozenset({"stuck"}),
    folded=frozenset({"take.points"}),
)
