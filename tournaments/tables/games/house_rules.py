"""What people read of the house rules on the board game, beside the board game's own texts."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

TEXTS = GameTexts(
    kinds={
        "fill": _("Bänkchen füllen"),
        "pause": _("Zeit anhalten"),
        "resume": _("Weiter"),
        "overtime": _("Die Zeit ist um"),
    },
    titles={
        "fill": _("{player} füllt das Bänkchen"),
        "resume": _("Die Zeit steht"),
    },
    told={
        "fill": _("{player} füllt das Bänkchen."),
        "pause": _("Die Zeit steht."),
        "resume": _("Die Zeit läuft weiter."),
        "overtime": _("Die Zeit von {player} ist um."),
    },
    turns={"overtime": _("Zeit abgelaufen")},
    asked={
        "blanks_taken_back": _("Joker vom Brett austauschen"),
        "open_dictionary": _("Offenes Wörterbuch"),
        "theme": _("Thema"),
        "theme_bonus": _("Punkte für jedes Wort zum Thema"),
        "jacks_to_open": _("Erstes Wort mit fünf Buchstaben"),
        "two_bags": _("Zwei Beutel"),
        "turn_seconds": _("Zeit je Zug (Min:Sek)"),
        "overtime_turn_lost": _("Wer die Zeit überschreitet, verliert den Zug"),
        "overtime_points": _("Punkte, die das kostet"),
        "solitaire": _("Allein spielen"),
        "blanks": _("Joker, die {player} austauscht"),
        "theme_words": _("Wörter zum Thema"),
        "vowels": _("Wie viele der neuen Steine sind Vokale?"),
        "vowels_given": _("Wie viele der getauschten Steine sind Vokale?"),
        "new_tiles": _("Neue Steine"),
    },
    hints={
        "blanks_taken_back": _(
            "Wer den Buchstaben hat, für den ein Joker liegt, nimmt ihn dafür und legt ihn neu."
        ),
        "open_dictionary": _("Vor dem Legen darf nachgeschlagen werden."),
        "theme": _("Bleibt leer, wenn ihr ohne Thema spielt."),
        "jacks_to_open": _(
            "Wer keins hat, gibt weiter. Hat keiner eins, genügen vier Buchstaben, danach zwei."
        ),
        "two_bags": _("Vokale und Konsonanten getrennt; Joker sind bei den Konsonanten."),
        "turn_seconds": _("Üblich sind 3:00. Bleibt leer, wenn ihr euch Zeit lasst."),
        "overtime_turn_lost": _("Sonst beginnt die Zeit für denselben Zug von vorn."),
        "solitaire": _(
            "Mit einem Bänkchen oder mit zweien, alle Steine liegen offen. Ein zweites Bänkchen "
            "setzt du als Gast dazu."
        ),
        "blanks": _("Das Feld des Jokers; der richtige Buchstabe kommt vom Bänkchen."),
        "theme_words": _("Welche der gebildeten Wörter passen zum Thema?"),
        "vowels": _("Die übrigen kommen aus dem Beutel mit Konsonanten und Jokern."),
        "vowels_given": _("Nur nötig, wenn du die Steine nicht nennst."),
        "new_tiles": _("Wähle so viele, wie du legst oder tauschst; ? für einen Joker."),
        "fill.new_tiles": _("Wähle ein volles Bänkchen; ? für einen Joker."),
    },
    choices={
        "solitaire.": _("nein, gegeneinander"),
        "solitaire.chosen": _("ja, Steine aussuchen"),
        "solitaire.drawn": _("ja, Steine ziehen lassen"),
    },
    facts={
        "solitaire": _("Solitär"),
        "solitaire.chosen": _("Steine werden ausgesucht"),
        "solitaire.drawn": _("Steine werden gezogen"),
        "opening_letters": _("Das erste Wort braucht {value} Buchstaben"),
        "theme": _("Thema"),
        "theme_bonus": _("{value} Punkte für jedes Wort zum Thema"),
        "blanks": _("Joker"),
        "blanks.taken_back": _("dürfen ausgetauscht werden"),
        "dictionary": _("Wörterbuch"),
        "dictionary.open": _("offen"),
        "vowel_bag": _("Vokale im Beutel"),
        "consonant_bag": _("Konsonanten und Joker im Beutel"),
        "turn_seconds": _("{value} Sekunden je Zug"),
        "overtime_turn": _("Wer die Zeit überschreitet"),
        "overtime_turn.lost": _("verliert den Zug"),
        "overtime_turn.kept": _("bekommt neue Zeit"),
        "overtime_points": _("Das kostet {value} Punkte"),
        "turn_time": _("Zeit"),
        "turn_time.stands": _("angehalten"),
    },
    trays={"rack": _("Bänkchen")},
    phases={"dealing": _("Bänkchen füllen")},
    notes={
        "blanks": _("Joker von {squares} getauscht gegen {letters}"),
        "theme": _("zum Thema: {words} (+{points})"),
        "vowels": _("Vokale gezogen: {vowels}"),
        "drawn": _("neu: {tiles}"),
    },
    refusals={
        "nobody_else": _(
            "Am Brett spielen {least} bis {most} gegeneinander. Wer allein spielt, sagt das dazu."
        ),
        "timed_turns_and_clock": _(
            "Eine Zeit je Zug passt nicht zum Regelwerk {ruleset}: Da läuft eine Uhr für die ganze "
            "Partie."
        ),
        "alone_and_timed_turns": _(
            "Eine Zeit je Zug passt nicht zum Alleinspielen: Es ist niemand da, der dann dran wäre."
        ),
        "alone_and_clock": _(
            "Das Regelwerk {ruleset} passt nicht zum Alleinspielen: Es hat eine Uhr für zwei."
        ),
        "alone_and_jacks_to_open": _(
            "Ein erstes Wort mit fünf Buchstaben passt nicht zum Alleinspielen mit einem Bänkchen: "
            "Es ist niemand da, der sonst anfangen könnte."
        ),
        "alone_and_players": _(
            "Wer allein spielt, hat höchstens {most} Bänkchen; hier spielen {players} mit."
        ),
        "chosen_and_two_bags": _(
            "Zwei Beutel passen nicht zum Aussuchen der Steine: Ausgesucht wird aus allen."
        ),
        "opening_first": _(
            "So weit ist es noch nicht: Wer kein Wort mit {letters} Buchstaben hat, passt und gibt "
            "die Eröffnung weiter."
        ),
        "no_theme": _("Es ist kein Thema vereinbart."),
        "one_bag": _("Alle Steine sind in einem Beutel: Vokale werden nicht angesagt."),
        "bags_not_said": _(
            "Sag, wie viele der {count} neuen Steine Vokale sind (in den Beuteln: {vowel_bag} "
            "Vokale, {consonant_bag} Konsonanten und Joker)."
        ),
        "bag_cannot_give": _(
            "{vowels} Vokale unter {count} neuen Steinen gehen nicht: In den Beuteln sind "
            "{vowel_bag} Vokale, {consonant_bag} Konsonanten und Joker."
        ),
        "other_bags": _(
            "{tiles} kann nicht sein: Aus dem Beutel der Vokale kamen {vowels} Steine, aus dem "
            "anderen {consonants}."
        ),
        "vowels_given_not_said": _("Sag, wie viele der {count} getauschten Steine Vokale sind."),
        "wrong_vowels": _(
            "{said} Vokale können nicht getauscht werden: Auf dem Bänkchen sind {vowels} Vokale, "
            "{consonants} Konsonanten und Joker."
        ),
        "turns_not_timed": _("Für einen Zug ist keine Zeit vereinbart."),
        "turn_over": _("Dieser Zug ist nicht an der Reihe."),
        "time_not_over": _("Der Zug hat noch {seconds} Sekunden."),
        "time_stands": _("Die Zeit steht: Erst muss sie weiterlaufen."),
        "time_runs": _("Die Zeit läuft schon."),
        "wrong_draw": _("Neu sind {right} Steine, nicht {count}."),
        "tiles_drawn_unseen": _(
            "Gezogene Steine werden nicht genannt: Offen liegen sie nur, wenn du allein spielst."
        ),
        "tiles_open": _("Alle Steine liegen offen: Nenne die getauschten."),
    },
    aside=frozenset({"pause"}),
)
