"""What is the same in all games: laying a word, passing, challenges, the end."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

COMMON = GameTexts(
    kinds={
        "place": _("Legen"),
        "exchange": _("Tauschen"),
        "pass": _("{player} passt"),
        "challenge": _("Anzweifeln"),
        "challenge.by": _("{by} zweifelt an"),
        "note": _("Punkte notiert"),
        "end": _("Partie beenden"),
        "end.own": _("Ich gebe auf"),
    },
    titles={
        "place": _("{player} ist am Zug"),
        "exchange": _("Tauschen"),
        "end": _("Vorzeitig beenden"),
        "end.own": _("Aufgeben"),
    },
    told={
        "place": _("{player} legt {coordinates} {word}."),
        "exchange": _("{player} tauscht."),
        "pass": _("{player} passt."),
        "challenge": _("{by} zweifelt an: {words}."),
        "note": _("Die Punkte sind notiert."),
        "end": _("Die Partie ist beendet."),
    },
    turns={
        "exchange": _("tauscht {count} Steine"),
        "exchange.1": _("tauscht {count} Stein"),
        "pass": _("passt"),
    },
    asked={
        "player": _("Spieler"),
        "players": _("Spieler"),
        "coordinates": _("Koordinaten"),
        "word": _("Wort"),
        "points": _("Punkte"),
        "rack": _("Steine von {player} vor dem Zug, ? für einen Joker"),
        "tiles": _("Steine"),
        "count": _("Anzahl"),
        "by": _("Wer zweifelt an?"),
        "words": _("Angezweifelt wird"),
        "winner": _("Sieger"),
        "because": _("Grund"),
        "seconds": _("Zeit"),
        "exchange.tiles": _("Steine, die {player} tauscht"),
        "exchange.count": _("Wie viele Steine tauscht {player}? (Zahl, oder die Steine selbst)"),
    },
    hints={
        "coordinates": _("waagerecht H4 oder H4-H9, senkrecht 9E oder 9E-9H"),
        "exchange.tiles": _("? für einen Joker"),
        "points": _("Angesagte Punkte werden nachgerechnet; das Feld kann leer bleiben."),
    },
    choices={
        "winner.": _("entscheidet die Turnierleitung"),
        "because.resigned": _("aufgegeben"),
        "because.time": _("Zeit"),
        "because.director": _("Entscheidung der Turnierleitung"),
    },
    facts={
        "bag": _("{value} Steine im Beutel"),
        "bag.1": _("{value} Stein im Beutel"),
    },
    phases={
        "drawing": _("auslosen"),
        "playing": _("spielen"),
        "settling": _("abrechnen"),
        "over": _("beendet"),
    },
    endings={"ended": _("Die Partie wurde vorzeitig beendet.")},
    refusals={
        "wrong_phase": _("Das geht jetzt nicht: Die Partie ist in der Phase „{phase}“."),
        "no_such_player": _("So viele Spieler hat die Partie nicht."),
        "not_on_turn": _("{player} ist nicht am Zug, sondern {on_turn}."),
        "tile_not_left": _("So viele Steine gibt es nicht mehr: {tiles}."),
        "more_than_rack": _("{count} Steine sind mehr als die {size} auf dem Bänkchen."),
        "wrong_points": _("Der Zug bringt {right} Punkte, nicht {points}."),
        "nothing_exchanged": _("Getauscht wird mindestens ein Stein."),
        "window_shut": _("Anzweifeln geht nur, bevor die Punkte notiert sind."),
        "own_move": _("{player} hat den Zug gemacht und kann ihn nicht selbst anzweifeln."),
        "not_formed": _("Das hat der Zug nicht gebildet: {words}."),
        "already_ruled": _("Darüber ist schon entschieden, es ist zulässig: {words}."),
        "not_challenged": _("Das wurde nicht angezweifelt: {words}."),
    },
    aside=frozenset({"exchange", "pass", "end"}),
    folded=frozenset({"hand", "rack"}),
)
