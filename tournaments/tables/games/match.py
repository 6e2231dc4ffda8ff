"""What people read of the board game."""

from django.utils.translation import gettext_lazy as _

from referee.messages import RULESETS
from tournaments.tables.games import house_rules
from tournaments.tables.games.texts import GameTexts

_BOARD_GAME = GameTexts(
    name=_("Brettspiel"),
    summary=_("Wörter auf dem Brett, zu zweit bis zu viert, mit allen Hausregeln."),
    kinds={
        "draw": _("Gezogen"),
        "clock": _("Stellen"),
        "stuck": _("Keiner kann mehr legen"),
        "left": _("Abrechnen"),
    },
    titles={
        "draw": _("Wer fängt an?"),
        "clock": _("Uhr stellen"),
        "left": _("Welche Steine sind übrig?"),
    },
    told={
        "draw": _("Ausgelost wurde, wer anfängt."),
        "clock": _("Die Uhr von {player} ist gestellt."),
        "stuck": _("Alle sind sich einig: Kein Zug ist mehr möglich."),
        "left": _("Die übrigen Steine sind eingetragen."),
    },
    asked={
        "ruleset": _("Regelwerk"),
        "begins": _("Wer fängt an?"),
        "draw.tiles": "{player}",
        "left.racks": _("{player} ({count} Steine)"),
        "left.racks.1": _("{player} ({count} Stein)"),
        "clock.seconds": _("verbraucht (Min:Sek)"),
    },
    hints={
        "draw": _(
            "Jeder zieht einen Stein: A fängt vor B an, ein Joker (?) vor allen. Bei Gleichstand "
            "ziehen diese noch einmal."
        ),
        "left": _("Ein Joker ist ein Fragezeichen. Was aus den übrigen folgt, kann leer bleiben."),
    },
    choices={
        **{f"ruleset.{name}": text for name, text in RULESETS.items()},
        "begins.": _("wird ausgelost"),
    },
    endings={
        "out": _("Ein Bänkchen ist leer und der Beutel auch."),
        "passes": _("Alle haben gepasst."),
        "stuck": _("Kein Zug ist mehr möglich."),
        "time": _("Die Zeit ist weit überschritten."),
    },
    refusals={
        "each_draws_one": _(
            "{players} Spieler losen aus, wer anfängt; gezogen wurden {drawn} Steine."
        ),
        "wrong_rack_size": _(
            "{rack} sind {tiles} Steine; auf dem Bänkchen von {player} sind aber {size}."
        ),
        "exchange_too_late": _(
            "Kein Tausch mehr: Im Beutel sind noch {bag} Steine, es müssen {needs} sein."
        ),
        "bag_too_small": _("{count} Steine lassen sich nicht tauschen: Im Beutel sind noch {bag}."),
        "tiles_not_shown": _(
            "Beim Regelwerk {ruleset} werden getauschte Steine gezeigt: Nenne sie."
        ),
        "passes_end_it": _("Beim Regelwerk {ruleset} endet eine Partie ohne Züge durch Passen."),
        "bag_not_empty": _(
            "Beim Regelwerk {ruleset} geht es weiter, solange Steine im Beutel sind ({bag}): "
            "Tausche."
        ),
        "no_clock": _("Das Regelwerk {ruleset} hat keine Uhr."),
        "rack_missing": _("Welche Steine hat {player} übrig?"),
        "racks_differ": _("{player} hat {right} übrig, nicht {rack}."),
    },
    aside=frozenset({"clock", "pause", "stuck"}),
)

TEXTS = _BOARD_GAME.with_more(house_rules.TEXTS)
