"""What may be said of the racks of a game: who can have chosen them, and who can have known them.

docs/draws.md has the reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.proofs import Origin

ORIGINS: dict[Origin, str | Promise] = {
    Origin.SHARED: gettext_lazy("gezogen: Geheimnis und Teil des Saals"),
    Origin.SERVER: gettext_lazy("gezogen: Geheimnis allein"),
    Origin.TYPED: gettext_lazy("eingetippt"),
}


@dataclass(frozen=True)
class Claim:
    text: str
    #: Whether nobody has to be believed in it.
    is_proven: bool


def origin_of(draw: dict[str, Any], hall_part: str | None) -> Origin:
    """What a draw of a proof follows from."""
    if not draw["label"]:
        return Origin.TYPED
    return Origin.SHARED if hall_part else Origin.SERVER


def claims_of(proof: dict[str, Any]) -> list[Claim]:
    """What holds for the game of this proof, by the draws so far; nothing before the first."""
    draws, part = proof["draws"], proof["hall_part"]
    if not draws:
        return []
    typed = sorted({draw["round"] for draw in draws if not draw["label"]})
    is_all_typed = not any(draw["label"] for draw in draws)
    claims = [] if is_all_typed else _of_drawn(part)
    if typed:
        claims.append(Claim(_of_typed(typed, is_all=is_all_typed), is_proven=False))
    if gone := sum(draw["went_back"] for draw in draws):
        claims.append(Claim(_of_gone(gone), is_proven=not typed))
    return claims


def verdict_of(proof: dict[str, Any]) -> str:
    """What the server has found; nothing before the end."""
    found = proof["verification"]
    if not found:
        return ""
    if not found["verified"]:
        told = _("Der Server hat nachgerechnet: In Runde {number} stimmt etwas nicht.")
        return told.format(number=found["round"] or "?")
    typed = [draw for draw in proof["draws"] if not draw["label"]]
    if not typed:
        return _("Der Server hat alles nachgerechnet: Es stimmt.")
    if len(typed) == len(proof["draws"]):
        return _("Hier ist nichts nachzurechnen: Alle Bänkchen wurden eingetippt.")
    return _("Der Server hat nachgerechnet, was gezogen wurde: Es stimmt.")


def _of_drawn(part: str | None) -> list[Claim]:
    if part:
        chosen = _(
            "Niemand kann die gezogenen Bänkchen ausgesucht haben: Sie folgen aus dem Geheimnis "
            "des Servers und aus „{part}“, das erst genannt wurde, als der Fingerabdruck "
            "bekannt war."
        ).format(part=part)
        known = _(
            "Wer den Server betreibt, kennt das Geheimnis: Er darf den Teil des Saals nicht selbst "
            "nennen, und kann die Bänkchen von da an vorausberechnen, aber nicht ändern."
        )
        return [Claim(chosen, is_proven=True), Claim(known, is_proven=False)]
    chosen = _(
        "Das Geheimnis hat der Server allein gemacht: Wer ihn betreibt, kann vor dem Spiel viele "
        "angesehen und eines ausgesucht haben, und konnte jedes gezogene Bänkchen vorher kennen."
    )
    fixed = _("Seit der Fingerabdruck bekannt ist, hat daran niemand mehr etwas geändert.")
    return [Claim(chosen, is_proven=False), Claim(fixed, is_proven=True)]


def _of_typed(rounds: Sequence[int], *, is_all: bool) -> str:
    which = (
        _("Alle Bänkchen wurden eingetippt.")
        if is_all
        else ngettext(
            "In Runde {rounds} wurde ein Bänkchen eingetippt.",
            "In den Runden {rounds} wurden Bänkchen eingetippt.",
            len(rounds),
        ).format(rounds=", ".join(map(str, rounds)))
    )
    return f"{which} " + _(
        "Ob ein eingetipptes aus einem Beutel kam, vorbereitet oder ausgesucht war, kann niemand "
        "nachrechnen; geprüft ist nur, dass es möglich ist."
    )


def _of_gone(count: int) -> str:
    told = ngettext(
        "{count} Ziehung ging zurück; in der Liste steht, warum.",
        "{count} Ziehungen gingen zurück; in der Liste steht, warum.",
        count,
    )
    return told.format(count=count)
