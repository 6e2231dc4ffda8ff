"""Words as people type them, and what is meant where there are blanks for all small letters."""

TYPED = {
    "EH": "EH",
    "Eh": "Eh",
    "eh": "EH",
    "E(h)": "Eh",
    "(e)(h)": "eh",
    "Ehen": "EHEN",
    "ehen": "EHEN",
    "Tag": "Tag",
    "tag": "TAG",
    "Ob": "Ob",
    "aß": "ASS",
}
