"""What people read of the card game in rummy rounds."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

_TASKS = {
    "three_of_two": _("Zweierlei: drei Wörter mit je 2 Buchstaben"),
    "up_to_three_of_two": _(
        "Je mehr, desto besser: bis zu drei Wörter mit je 2 Buchstaben, das zweite +3, das "
        "dritte +6"
    ),
    "two_of_three": _("Aller guten Dinge sind drei: zwei Wörter mit je 3 Buchstaben"),
    "five": _("Gib mir fünf: ein Wort mit 5 Buchstaben, noch eins mit 2 bringt +5"),
    "six": _("Sechster Sinn: ein Wort mit 6 Buchstaben"),
    "all_seven": _("Ganz oder gar nicht: 7 Karten in beliebigen Wörtern"),
    "bingo": _("Bingo!: ein Wort mit 7 Buchstaben, +50"),
    "letter_by_four": _("Vierfacher Buchstabenwert: 7 Karten, ein Buchstabe zählt vierfach"),
    "word_by_four": _("Vierfacher Wortwert: 7 Karten, ein Wort zählt vierfach"),
}
_DOUBLE, _TRIPLE = _("Wort × 2"), _("Wort × 3")

TEXTS = GameTexts(
    name=_("Kartenspiel: Rummy"),
    summary=_("Zehn Runden mit zehn Aufgaben: ziehen, Wörter auslegen, abwerfen."),
    kinds={
        "turn_up": _("Aufgedeckt"),
        "task": _("Nächste Aufgabe"),
        "draw": _("Ziehen"),
        "lay": _("Auslegen"),
        "discard": _("Abwerfen"),
        "skip": _("Aufgabe aufgeben"),
        "count": _("Gezählt"),
        "tiebreak": _("Entscheidungsrunde spielen"),
        "share": _("Den Sieg teilen"),
    },
    titles={
        "turn_up": _("Welche Karte liegt offen?"),
        "draw": _("{player} zieht eine Karte"),
        "lay": _("{player} erfüllt die Aufgabe"),
        "discard": _("{player} wirft eine Karte ab"),
        "count": _("Karten auf der Hand zählen"),
    },
    told={
        "turn_up": _("Aufgedeckt wurde {card}."),
        "task": _("Eine neue Aufgabe ist aufgedeckt."),
        "draw": _("{player} zieht eine Karte."),
        "lay": _("{player} legt aus: {words}."),
        "discard": _("{player} wirft {card} ab."),
        "skip": _("Alle sind sich einig: Die Aufgabe erfüllt niemand."),
        "count": _("{player} hat die Karten auf der Hand gezählt."),
        "tiebreak": _("Eine Entscheidungsrunde wird gespielt."),
        "share": _("Der Sieg wird geteilt."),
    },
    turns={
        "lay": _("legt aus"),
        "count": _("Runde {round}: {count} Karten übrig"),
        "count.1": _("Runde {round}: {count} Karte übrig"),
        "missed": _("Runde {round}: nicht erfüllt"),
    },
    asked={
        "with_premiums": _("mit Prämienkarten"),
        "tasks": _("Wer deckt die Aufgaben auf?"),
        "begins": _("Wer fängt an?"),
        "turn_limit": _("Höchstens so viele Züge für jeden in einer Runde"),
        "card": _("Karte"),
        "task": _("Welche Aufgabe?"),
        "from": _("Woher?"),
        "lay.words": _("Wort"),
        "doubled": _("Verdoppeltes Wort"),
        "tripled": _("Verdreifachtes Wort"),
        "quadrupled": _("Was zählt vierfach?"),
        "cards": _("Welche Karten sind es?"),
        "count.points": _("Wert der Karten auf der Hand"),
    },
    hints={
        "with_premiums": _("8 Karten verdoppeln ein Wort, 2 verdreifachen es."),
        "begins": _("Üblich ist: die jüngste Person."),
        "turn_limit": _("Erfüllt bis dahin niemand die Aufgabe, ist die Runde ohne Punkte vorbei."),
        "card": _("? ist ein Joker, 2 und 3 sind Prämienkarten."),
        "cards": _("Wer sie angibt, lässt nachrechnen; die anderen sehen sie nicht."),
        "lay": _("In GROSSBUCHSTABEN; ein Joker ist ein kleiner Buchstabe: WIEsEN."),
        "doubled": _("Das Wort, bei dem die Prämienkarte liegt."),
        "tripled": _("Das Wort, bei dem die Prämienkarte liegt."),
        "quadrupled": _("Bleibt das Feld leer, zählt vierfach, was am meisten bringt."),
        "count.points": _("Joker und Prämienkarten zählen nichts."),
        "skip": _("Nur wenn alle einverstanden sind. Die Runde bringt niemandem Punkte."),
    },
    choices={
        "tasks.server": _("der Tischschiedsrichter lost sie aus, nachprüfbar"),
        "tasks.typed": _("ihr selbst, mit den Karten"),
        "begins.": _("wer zuerst eingetragen ist"),
        "from.pile": _("vom Nachziehstapel"),
        "from.discard": _("die offene Karte"),
        **{f"task.{code}": text for code, text in _TASKS.items()},
    },
    facts={
        "round": _("Runde {value} von 10"),
        "extra_round": _("Entscheidungsrunde"),
        "task": _("Aufgabe der Runde"),
        **{f"task.{code}": text for code, text in _TASKS.items()},
        "step": _("Als Nächstes"),
        "step.draw": _("ziehen"),
        "step.lay": _("auslegen oder gleich abwerfen"),
        "step.discard": _("abwerfen"),
        "met": _("{player} hat die Aufgabe erfüllt"),
        "to_count": _("{player} zählt noch die Karten auf der Hand"),
        "turns_left": _("noch {value} Züge in dieser Runde"),
        "turns_left.1": _("noch {value} Zug in dieser Runde"),
    },
    trays={
        "pile": _("Nachziehstapel"),
        "open": _("Offene Karte"),
        "discard": _("Darunter im Ablagestapel"),
        "hand": _("Auf der Hand von {player}"),
        "laid": _("Ausgelegt von {player}"),
        **{f"{code}.2": _DOUBLE for code in ("open", "hand", "laid")},
        **{f"{code}.3": _TRIPLE for code in ("open", "hand", "laid")},
    },
    phases={
        "turning": _("aufdecken"),
        "task": _("nächste Aufgabe"),
        "counting": _("Karten zählen"),
        "tied": _("Gleichstand"),
    },
    endings={"rounds": _("Alle Runden sind gespielt.")},
    notes={
        "round": _("Runde {round}"),
        "doubled": _("{word} doppelt"),
        "tripled": _("{word} dreifach"),
        "quadrupled": _("{laid} vierfach"),
        "bonus": _("{points} Punkte Bonus"),
    },
    refusals={
        "tile_not_left": _("So viele Karten gibt es nicht mehr: {tiles}."),
        "task_played": _("Diese Aufgabe ist schon gespielt."),
        "already_drawn": _("{player} hat schon gezogen."),
        "draw_first": _("{player} muss erst eine Karte ziehen."),
        "discard_first": _("{player} muss erst eine Karte abwerfen."),
        "already_laid": _("{player} kann in diesem Zug nichts mehr auslegen, nur noch abwerfen."),
        "word_too_short": _("{word} ist zu kurz: Ein Wort hat mindestens {least} Buchstaben."),
        "blank_unnamed": _("Wofür steht der Joker in {word}? Schreib den Buchstaben klein."),
        "not_laid": _("{laid} ist nicht dabei."),
        "one_premium_a_word": _("Zu {word} gehört höchstens eine Prämienkarte."),
        "card_to_discard": _(
            "{count} Karten sind zu viele: Höchstens {most} werden ausgelegt, eine wird abgeworfen."
        ),
        "seven_cards": _(
            "Für diese Aufgabe müssen es {needed} Karten sein, Prämienkarten mitgezählt, nicht "
            "{count}."
        ),
        "task_not_met": _("Das erfüllt die Aufgabe nicht. Buchstaben der Wörter: {lengths}."),
        "nothing_quadrupled": _("Bei dieser Aufgabe zählt nichts vierfach."),
        "not_on_hand": _("{player} hat das nicht auf der Hand: {cards}."),
        "task_met": _("{player} hat die Aufgabe erfüllt: Die Runde wird zu Ende gespielt."),
        "nothing_to_count": _("{player} hat nichts zu zählen."),
        "wrong_hand_size": _("{player} hat {size} Karten auf der Hand, nicht {count}: {cards}."),
        "wrong_hand_value": _(
            "{points} Punkte können es nicht sein: Auf der Hand von {player} sind {least} bis "
            "{most}."
        ),
        "hand_differs": _("Auf der Hand von {player} müssen noch andere Karten sein."),
    },
    aside=frozenset({"skip"}),
    folded=frozenset({"lay.doubled", "lay.tripled", "lay.points", "cards"}),
)
