"""Short texts and numbers that people type: names, clubs, reasons, points."""

import unicodedata

from django.utils.translation import gettext as _

from referee.errors import Invalid

#: A name folds to a few characters more at most; of a longer key the beginning is enough.
LONGEST_KEY = 120


def read_text(field: str, text: str, most: int, *, least: int = 0) -> str:
    """`text` on one line, without needless space.

    Raises Invalid for fewer than `least` or more than `most` characters and for unprintable ones.
    """
    packed = " ".join(text.split())
    if not packed.isprintable():
        raise Invalid(field=field, problem=_("Der Text enthält Zeichen, die man nicht sieht."))
    if not least <= len(packed) <= most:
        raise Invalid(
            field=field,
            problem=_("Richtig sind {least} bis {most} Zeichen.").format(least=least, most=most),
        )
    return packed


def read_number(field: str, number: int | None, least: int, most: int) -> int:
    """`number`, which must be there. Raises Invalid for fewer than `least` or more than `most`."""
    if number is None or not least <= number <= most:
        problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
        raise Invalid(field=field, problem=problem.format(least=least, most=most))
    return number


def name_key(name: str) -> str:
    """What is the same of a name however people write it.

    Case, accents, spaces, hyphens and the like don't matter, an umlaut may be written out, and
    'Müller, Erna' is 'Erna Müller'. A name of signs alone is taken as it is.
    """
    family, comma, given = name.partition(",")
    folded = unicodedata.normalize("NFKD", f"{given} {family}" if comma else name).casefold()
    plain = "".join(filter(str.isalnum, folded))
    for written_out, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(written_out, letter)
    return (plain or "".join(folded.split()))[:LONGEST_KEY]
