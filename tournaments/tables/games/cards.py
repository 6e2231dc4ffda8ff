"""What people read of the card game, classic and with action cards."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

_DOUBLE, _TRIPLE = _("Wort × 2"), _("Wort × 3")
#: The usual action cards; those of another set are told by the names they were given.
_ACTION_CARDS = {
    "five_or_double": _("5 Buchstaben (+9/−7) oder Doppelbuchstabe (+7/−5)"),
    "two_or_umlaut": _("2 Buchstaben (+4/−3) oder Umlaut (+10/−8)"),
    "three_or_n_last": _("3 Buchstaben (+5/−4) oder N am Ende (+5/−4)"),
    "four_or_s_first": _("4 Buchstaben (+6/−5) oder S am Anfang (+6/−5)"),
    "six_or_m": _("6 Buchstaben (+10/−8) oder ein M (+5/−4)"),
    "seven_or_blank": _("mindestens 7 Buchstaben (+14/−11) oder ein Joker (+8/−6)"),
    "three_vowels_or_a_first": _("mindestens 3 Vokale (+6/−5) oder A am Anfang (+6/−5)"),
    "four_vowels_or_k": _("mindestens 4 Vokale (+10/−8) oder ein K (+7/−5)"),
    "vowel_first_or_t_last": _("Vokal am Anfang (+5/−4) oder T am Ende (+6/−5)"),
    "e_last_or_g": _("E am Ende (+4/−3) oder ein G (+6/−5)"),
    "r_last_or_u": _("R am Ende (+5/−4) oder ein U (+4/−3)"),
    "same_ends_or_h": _("vorn und hinten gleich (+8/−6) oder ein H (+5/−4)"),
    "b_first_or_o": _("B am Anfang (+8/−6) oder ein O (+5/−4)"),
    "vowel_last_or_z": _("Vokal am Ende (+5/−4) oder ein Z (+9/−7)"),
}

TEXTS = GameTexts(
    name=_("Kartenspiel"),
    summary=_("Wörter aus Karten auf dem freien Tisch, klassisch oder mit Aktionskarten."),
    kinds={
        "draw": _("Gezogen"),
        "action": _("Aktionskarte spielen"),
        "note": _("Gewertet, der Nächste beginnt"),
        "left": _("Abrechnen"),
    },
    titles={
        "draw": _("Wer fängt an?"),
        "exchange": _("Karten tauschen"),
        "action": _("{player} spielt die Aktionskarte"),
        "left": _("Welche Karten sind übrig?"),
    },
    told={
        "draw": _("Ausgelost wurde, wer anfängt."),
        "action": _("{player} spielt die Aktionskarte: {card}."),
        "note": _("Der Zug ist gewertet, der Tisch geräumt."),
        "left": _("Die übrigen Karten sind eingetragen."),
    },
    turns={
        "exchange": _("tauscht {count} Karten"),
        "exchange.1": _("tauscht {count} Karte"),
    },
    asked={
        "variant": _("Variante"),
        "begins": _("Wer fängt an?"),
        "action_cards": _("Eigene Aktionskarten"),
        "hand": _("Karten von {player} vor dem Zug"),
        "cards": _("Karten"),
        "draw.cards": "{player}",
        "exchange.cards": _("Karten, die {player} tauscht"),
        "exchange.count": _("Wie viele Karten tauscht {player}? (Zahl, oder die Karten selbst)"),
        "with_action": _("auch die Aktionskarte"),
        "premium_factor": _("Prämienkarte"),
        "premium_letter": _("Sie gehört zum wievielten Buchstaben?"),
        "card": _("Aktionskarte"),
        "left.hands": _("{player} ({count} Karten)"),
        "left.hands.1": _("{player} ({count} Karte)"),
    },
    hints={
        "action_cards": _(
            "Bleibt leer, wenn ihr mit den üblichen spielt. Sonst vierzehn Zeilen, eine je Karte: "
            "Name = erste Aktion zweite Aktion, zum Beispiel „Fünfer = Länge:5+9-7 "
            "Doppelbuchstabe+7-5“. Welche Aktionen es gibt, steht in den Regeln."
        ),
        "draw": _(
            "Jeder zieht eine Karte: A fängt vor B an, ein Joker (?) vor allen. Wer eine "
            "Prämienkarte (2 oder 3) zieht, zieht noch einmal; bei Gleichstand ziehen diese noch "
            "einmal."
        ),
        "coordinates": _(
            "waagerecht M20 oder M20-M24, senkrecht 20M oder 20M-20Q; vor A kommt ZZ, vor 1 "
            "kommt 999"
        ),
        "premium_letter": _("Gezählt wird im ganzen Wort ab 1; die Karte muss neu gelegt sein."),
        "hand": _("? für einen Joker, 2 und 3 für Prämienkarten"),
        "exchange.cards": _(
            "? für einen Joker, *2 und *3 für Prämienkarten; eine Zahl allein ist eine Anzahl"
        ),
        "left": _(
            "Ein Joker ist ein Fragezeichen, Prämienkarten sind 2 und 3. Was aus den übrigen "
            "folgt, kann leer bleiben."
        ),
    },
    choices={
        "variant.classic": _("klassisch"),
        "variant.action": _("mit Aktionskarten"),
        "begins.": _("wird ausgelost"),
        "premium_factor.": _("keine"),
        "premium_factor.2": _DOUBLE,
        "premium_factor.3": _TRIPLE,
        **{f"card.{name}": text for name, text in _ACTION_CARDS.items()},
    },
    facts={
        "variant": _("Variante"),
        "variant.classic": _("klassisch"),
        "variant.action": _("mit Aktionskarten"),
        "draw_pile": _("{value} Karten auf dem Nachziehstapel"),
        "draw_pile.1": _("{value} Karte auf dem Nachziehstapel"),
        "action_pile": _("{value} Karten auf dem Aktionsstapel"),
        "passes": _("{value}-mal nacheinander gepasst"),
    },
    trays={
        "hand": _("Hand von {player}"),
        "hand.2": _DOUBLE,
        "hand.3": _TRIPLE,
        "discarded": _("Ablagestapel"),
        "discarded.2": _DOUBLE,
        "discarded.3": _TRIPLE,
    },
    marks={
        "leaving": _("Diese Karten kommen nach der Wertung vom Tisch."),
        "premium_2": "×2",
        "premium_3": "×3",
    },
    endings={
        "out": _("Eine Hand ist leer und der Nachziehstapel auch."),
        "passes": _("Alle haben zwei Runden lang gepasst."),
    },
    notes={
        "first_word": _("erstes Wort: doppelt"),
        "premium": _("Prämienkarte: Wort × {factor}"),
        "all_cards": _("alle sieben Karten: +{points}"),
        "action_gained": _("Aktionskarte von {by}: +{points}"),
        "action_lost": _("Aktionskarte von {by}: −{points}"),
        "action_swapped": _("auch die Aktionskarte getauscht"),
        "cards_removed": _("vom Tisch: {cards}"),
        "hand_lacks": _("Auf der Hand fehlt {cards}: Da stimmt etwas nicht."),
    },
    refusals={
        "action_cards_in_classic": _(
            "Eigene Aktionskarten passen nicht zur klassischen Variante: Da gibt es keine."
        ),
        "each_draws_one": _(
            "{players} Spieler losen aus, wer anfängt; gezogen wurden {drawn} Karten."
        ),
        "tile_not_left": _("So viele Karten gibt es nicht mehr: {tiles}."),
        "wrong_rack_size": _("{rack} sind {tiles} Karten; {player} hat aber {size} auf der Hand."),
        "more_than_rack": _("{count} Karten sind mehr als die {size} auf der Hand."),
        "not_on_rack": _("Nicht auf der Hand „{rack}“: {missing}."),
        "nothing_exchanged": _("Getauscht wird mindestens eine Karte."),
        "bag_too_small": _(
            "{count} Karten lassen sich nicht tauschen: Auf dem Nachziehstapel sind noch {bag}."
        ),
        "rack_missing": _("Welche Karten hat {player} übrig?"),
        "window_shut": _("Anzweifeln geht nur, bevor der Nächste seinen Zug beginnt."),
        "nothing_laid": _("Es wurde keine Karte gelegt."),
        "not_connected": _("{coordinates} {word} berührt keine Karte, die auf dem Tisch liegt."),
        "runs_on": _(
            "{coordinates} {word} ist nicht das ganze Wort: Mit den Karten daneben heißt es "
            "{whole} auf {right}."
        ),
        "must_stay": _("{squares}: Vom Tisch kommen nur Karten, die nicht gewertet wurden."),
        "premium_on_first_word": _(
            "Das erste Wort zählt schon doppelt: Dazu gibt es keine Prämienkarte."
        ),
        "premium_incomplete": _(
            "Sag zur Prämienkarte beides: wie oft das Wort zählt und zu welchem Buchstaben sie "
            "gehört."
        ),
        "premium_not_on_laid": _(
            "Eine Prämienkarte gehört zu einer Karte, die du in diesem Zug legst; der {letter}. "
            "Buchstabe von {word} ist keine."
        ),
        "no_action_cards": _("In der klassischen Variante gibt es keine Aktionskarten."),
        "no_word_pending": _(
            "Eine Aktionskarte spielst du auf ein Wort, das gerade gelegt wurde. Da ist keins."
        ),
        "no_such_action_card": _("Diese Aktionskarte gibt es nicht: {card}."),
        "action_played": _("{player} hat auf dieses Wort schon eine Aktionskarte gespielt."),
        "action_elsewhere": _(
            "Diese Aktionskarte kann {player} nicht haben: Sie liegt im Stapel oder bei "
            "jemand anderem."
        ),
        "action_not_fitting": _("Die Aktionskarte passt zu keinem der Wörter dieses Zugs."),
    },
)
