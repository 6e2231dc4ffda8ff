"""What people read of bingo."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

TEXTS = GameTexts(
    name=_("Buchstaben-Bingo"),
    summary=_("Zwei Wörter aufschreiben und streichen, was gezogen wird, alle am eigenen Telefon."),
    kinds={
        "card": _("Aufschreiben"),
        "call": _("Nächsten Stein ziehen"),
        "claim": _("Bingo!"),
        "note": _("Auswerten"),
    },
    titles={"card": _("Zwei Wörter mit sieben Buchstaben")},
    told={
        "card": _("{player} hat zwei Wörter aufgeschrieben."),
        "call": _("Gezogen: {tile}."),
        "claim": _("{player} ruft Bingo."),
        "note": _("Das Spiel ist ausgewertet."),
    },
    turns={"claim": _("Bingo!")},
    asked={
        "caller": _("Wer zieht die Steine?"),
        "card.words": _("Wort"),
        "call.number": _("Nummer"),
    },
    hints={
        "caller": _("Wer zieht, kann selbst mitspielen."),
        "card": _(
            "Beide zusammen haben von keinem Buchstaben mehr, als es Steine gibt, die Joker nicht "
            "mitgezählt. Bis zum ersten Stein kannst du sie ändern; sonst sieht sie niemand."
        ),
    },
    choices={"caller.": _("jemand, der nicht mitspielt")},
    facts={
        "cards": _("{value} haben ihre Wörter aufgeschrieben"),
        "cards.1": _("{value} hat die Wörter aufgeschrieben"),
        "calls": _("{value} Steine gezogen"),
        "calls.1": _("{value} Stein gezogen"),
        "tiles_left": _("{value} Steine im Beutel"),
        "tiles_left.1": _("{value} Stein im Beutel"),
        "last_called": _("Zuletzt gezogen"),
        "last_called.?": _("ein Joker, er streicht nichts"),
        "own_left": _("Dir fehlen noch {value} Buchstaben"),
        "own_left.1": _("Dir fehlt noch {value} Buchstabe"),
        "own_left.0": _("Alles gestrichen: Ruf Bingo!"),
    },
    trays={
        "called": _("Gezogen"),
        "card": _("Wort von {player}"),
    },
    phases={
        "writing": _("Wörter aufschreiben"),
        "calling": _("ziehen und streichen"),
        "claimed": _("Bingo gerufen"),
    },
    endings={
        "bingo": _("Bingo!"),
        "tiles": _("Alle Steine sind gezogen, und niemand hat Bingo gerufen."),
    },
    refusals={
        "wrong_number_of_words": _("Es müssen {right} Wörter sein, nicht {count}."),
        "wrong_word_length": _("{word} hat {letters} Buchstaben; es müssen {right} sein."),
        "same_word_twice": _("{word} steht zweimal da: Nimm zwei verschiedene Wörter."),
        "same_card": _("Das hat {player} schon aufgeschrieben."),
        "tile_not_left": _("So viele Steine gibt es nicht: {tiles}."),
        "not_caller": _("In diesem Spiel zieht {player}."),
        "neutral_caller": _("In diesem Spiel zieht jemand, der nicht mitspielt."),
        "bingo_first": _("{player} hat Bingo gerufen: Erst wird ausgewertet."),
        "no_cards": _(
            "Gezogen wird, sobald {needed} ihre Wörter aufgeschrieben haben; "
            "bisher sind es {cards}."
        ),
        "all_called": _("Alle Steine sind schon gezogen."),
        "called_already": _("Dieser Stein ist schon gezogen."),
        "already_claimed": _("{player} hat schon Bingo gerufen."),
        "not_all_struck": _("Noch kein Bingo: {player} fehlen noch Buchstaben, und zwar {left}."),
        "nobody_claimed": _("Noch hat niemand Bingo gerufen."),
    },
)
