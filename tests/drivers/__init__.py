"""One driver for each game at a table, for the contract that all of them keep."""

from tests.drivers.bingo import BINGO_DRIVER
from tests.drivers.cards import CARDS_DRIVER
from tests.drivers.match import HOUSE_RULES_DRIVER, MATCH_DRIVER
from tests.drivers.party import PARTY_DRIVER
from tests.drivers.rummy import RUMMY_DRIVER
from tests.drivers.ungame import UNGAME_DRIVER

DRIVERS = (
    MATCH_DRIVER,
    HOUSE_RULES_DRIVER,
    UNGAME_DRIVER,
    BINGO_DRIVER,
    PARTY_DRIVER,
    CARDS_DRIVER,
    RUMMY_DRIVER,
)
