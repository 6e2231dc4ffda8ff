"""Where rows name by a text who did something, beside the logs: for accounts that are erased."""

from tournaments.models import Challenge, Penalty, WordRuling

ACTOR_COLUMNS = (
    (Penalty, "by"),
    (Penalty, "revoked_by"),
    (WordRuling, "by"),
    (WordRuling, "revoked_by"),
    (Challenge, "by"),
)
