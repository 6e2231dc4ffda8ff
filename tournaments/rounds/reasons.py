"""What people read of a pairing: why two meet, what is to be remarked, what speaks against it.

The codes are those of `tournaments.pairing`, which names players by their numbers; `names` tells
who that is.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.values import Coded

Names = Mapping[int, str]

REASONS: Mapping[str, str | Promise] = {
    "score_group": _("gleich viele Siege ({wins}): Platz {upper} gegen {lower} von {size}"),
    "neighbours": _("verschieden viele Siege: {upper_wins} gegen {lower_wins}"),
    "repeat": _("spielen zum {times}. Mal gegeneinander, anders geht es nicht"),
    "koth": _("Platz {upper} gegen Platz {lower}"),
    "qoth": _("Platz {upper} gegen Platz {lower}"),
    "australian": _("Platz {upper} gegen Platz {lower}"),
    "knockout": _("{stage}, {game}. Partie"),
    "seed_bye": _("gesetzt: in der ersten K.-o.-Runde spielfrei"),
    "round_robin": _("jeder gegen jeden, {round}. Runde"),
    "quartile_fours": _("Vierergruppe {group}, {round}. Runde"),
    "bye": _("Freilos: niemand ist übrig"),
    "lowest": _("Freilos: am wenigsten Freilose ({byes}), dann am weitesten hinten"),
    "missing": _("{name} ist nicht da"),
    "late_without_seat": _("nachgemeldet, steht nicht im Plan"),
    "manual": _("von Hand"),
}

NOTES: Mapping[str, str | Promise] = {
    "repeats_unavoidable": _(
        "Ohne Wiederholung geht es nicht mehr. Wiederholte Paarungen: {count}, weniger sind nicht "
        "möglich."
    ),
    "repeats": _("Wiederholte Paarungen: {count}."),
    "starts_uneven": _("Spieler, die zu oft oder zu selten anfangen: {count}."),
    "late_seated": _("{name} hat einen freien Platz im Plan bekommen."),
    "late_without_seat": _("{name} steht nicht im Plan und spielt, wo jemand übrig ist."),
    "fixed_table": _("{name} sitzt an Tisch {table} statt am festen Tisch {wanted}."),
    "walkover": _("{name} ist nicht da und scheidet aus dem K.-o. aus."),
    "seed": _("Das Los war: {seed}"),
}

WARNINGS: Mapping[str, str | Promise] = {
    "not_in_field": _("{name} spielt in dieser Runde nicht mit. Paare neu."),
    "twice": _("{name} steht zweimal in der Runde."),
    "missing": _("{name} hat noch keinen Platz in der Runde."),
    "several_byes": _("{count} sind spielfrei."),
    "bye_again": _("{name} war schon spielfrei ({byes}×)."),
    "repeat": _("Die beiden treffen zum {times}. Mal aufeinander."),
    "same_club": _("Beide sind von {club}."),
    "far_apart": _("Sie liegen {wins} Siege auseinander."),
    "starts_uneven": _("{name}: {told}"),
}

STAGES: Mapping[int, str | Promise] = {
    2: _("Finale"),
    4: _("Halbfinale"),
    8: _("Viertelfinale"),
    16: _("Achtelfinale"),
}


QUARTERS = ("", "¼", "½", "¾")


def tell_wins(wins2: int) -> str:
    """Wins, a draw being half of one: '2½'."""
    whole, half = divmod(wins2, 2)
    return f"{whole or ''}½" if half else str(whole)


def tell_quarters(four_times: int) -> str:
    """What is counted in quarters: '2¾'."""
    whole, rest = divmod(four_times, 4)
    return f"{whole if whole or not rest else ''}{QUARTERS[rest]}"


def tell_spread(spread: int) -> str:
    """With its sign: '+134', '−20', '0'."""
    return f"{spread:+d}".replace("-", "−") if spread else "0"


def tell_reason(reason: Coded, names: Names) -> str:
    """Why these two meet; '' where nobody said."""
    code = str(reason.get("code", ""))
    if code == "bye" and "wins2" in reason:
        code = "lowest"
    if code not in REASONS:
        return ""
    return str(REASONS[code]).format_map(_text_fields(reason, names))


def tell_note(note: Coded, names: Names) -> str:
    """What the pairing remarks."""
    return str(NOTES[str(note["code"])]).format_map(_text_fields(note, names))


def tell_warning(warning: Coded, names: Names) -> str:
    """What speaks against a draft."""
    return str(WARNINGS[str(warning["code"])]).format_map(_text_fields(warning, names))


def _text_fields(coded: Coded, names: Names) -> dict[str, str]:
    """What fills the braces of any of these texts."""
    told = {key: str(value) for key, value in coded.items()}
    for key in ("wins2", "upper_wins2", "lower_wins2"):
        if key in coded:
            told[key.removesuffix("2")] = tell_wins(int(coded[key]))
    if "player" in coded:
        number = int(coded["player"])
        told["name"] = names.get(number, str(number))
    if "size" in coded and "place" in coded:
        told["stage"] = tell_stage(int(coded["size"]), int(coded["place"]))
    if "balance" in coded:
        told["told"] = _balance(int(coded["balance"]))
    return told


def tell_stage(size: int, place: int) -> str:
    """What the matches of a knock-out are about that still has `size` players for these places."""
    if place > 1 and size > 2:
        return gettext("Plätze {place} bis {last}").format(place=place, last=place + size - 1)
    if place > 1:
        return gettext("Spiel um Platz {place}").format(place=place)
    named = STAGES.get(size)
    return str(named) if named else gettext("K.-o. der letzten {size}").format(size=size)


def _balance(balance: int) -> str:
    if balance > 0:
        return gettext("hat dann {count}-mal öfter angefangen als nachgezogen").format(
            count=balance
        )
    return gettext("hat dann {count}-mal öfter nachgezogen als angefangen").format(count=-balance)
