"""A round's life, one service for each transition; docs/rounds.md tells the whole."""

from duplicate.services.rounds.clock import (
    begin_closing,
    extend_round,
    finish_closing,
    go_on_after_outages,
    open_round,
    pause_round,
    reopen_round,
    resume_round,
)
from duplicate.services.rounds.draws import (
    cancel_round,
    check_rack,
    draw_by_hand,
    draw_round,
    next_round,
)
from duplicate.services.rounds.publication import (
    choose_reference,
    publish_round,
    retract_publication,
)

__all__ = [
    "begin_closing",
    "cancel_round",
    "check_rack",
    "choose_reference",
    "draw_by_hand",
    "draw_round",
    "extend_round",
    "finish_closing",
    "go_on_after_outages",
    "next_round",
    "open_round",
    "pause_round",
    "publish_round",
    "reopen_round",
    "resume_round",
    "retract_publication",
]
