"""Deadlines by the calendar: at their hour whatever the clocks do, and never too soon."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.calendar import Calendar
from duplicate.forms import PRESETS, GameForm
from duplicate.models import Round
from duplicate.options import ClosesOn, Options
from duplicate.services.rounds import open_round
from referee.errors import Invalid
from tests.duplicate.factories import NOON, SECOND, make_game, make_round, make_user

BERLIN = ZoneInfo("Europe/Berlin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAYS = Calendar(time(12), BERLIN, weekday=0)
DAILY = Calendar(time(18), BERLIN)
#: Clocks change by an hour, by half an hour, in the south, and not at all.
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("calendar", "opened_at", "closes_at"),
    [
        (MONDAYS, "2026-11-16T14:00", "2026-11-23T12:00"),
        (MONDAYS, "2026-11-22T14:00", "2026-11-30T12:00"),  # less than a day is too short
        (DAILY, "2026-11-16T20:00", "2026-11-17T18:00"),
        (DAILY, "2026-11-16T17:59", "2026-11-17T18:00"),
        (Calendar(time(18), BERLIN, days=3), "2026-11-16T20:00", "2026-11-19T18:00"),
        (Calendar(time(18), BERLIN, days=3), "2026-11-16T08:00", "2026-11-18T18:00"),
        # Clocks go back on 25 October 2026, and forward on 28 March 2027.
        (MONDAYS, "2026-10-19T14:00", "2026-10-26T12:00"),
        (MONDAYS, "2027-03-22T14:00", "2027-03-29T12:00"),
        # 2:30 comes twice, and then not at all.
        (Calendar(time(2, 30), BERLIN), "2026-10-24T01:00", "2026-10-25T02:30"),
        (Calendar(time(2, 30), BERLIN), "2027-03-27T01:00", "2027-03-28T03:30"),
    ],
)
def test_deadlines_by_the_calendar(calendar: Calendar, opened_at: str, closes_at: str) -> None:
    least = DAY if calendar is MONDAYS else 6 * HOUR
    assert calendar.deadline(berlin(opened_at), least) == berlin(closes_at).astimezone(UTC)


def test_what_is_called_twice_means_the_first() -> None:
    twice = Calendar(time(2, 30), BERLIN).deadline(berlin("2026-10-24T03:00"), HOUR)
    assert twice == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_weekly_game_keeps_its_hour_through_a_year_though_each_round_begins_two_hours_late() -> (
    None
):
    closes_at = berlin("2026-11-16T12:00").astimezone(UTC)
    for week in range(60):
        told = closes_at.astimezone(BERLIN)
        assert (told.weekday(), told.time(), told.date()) == (
            0,
            time(12),
            date(2026, 11, 16) + week * 7 * DAY,
        )
        closes_at = MONDAYS.deadline(closes_at + 2 * HOUR, DAY)


calendars = st.builds(
    Calendar,
    at=st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    zone=st.sampled_from(ZONES).map(ZoneInfo),
    weekday=st.none() | st.integers(0, 6),
    days=st.integers(1, 42),
)
moments = st.integers(0, 2 * 366 * 24 * 3600).map(
    lambda seconds: datetime(2026, 1, 1, tzinfo=UTC) + seconds * SECOND
)
leasts = st.integers(30, 42 * 24 * 3600).map(lambda seconds: seconds * SECOND)


@given(calendars, moments, leasts)
def test_a_deadline_is_at_its_hour_and_day_and_leaves_enough_time(
    calendar: Calendar, opened_at: datetime, least: timedelta
) -> None:
    closes_at = calendar.deadline(opened_at, least)
    told = closes_at.astimezone(calendar.zone)
    assert least <= closes_at - opened_at <= 56 * DAY
    assert calendar.weekday in (None, told.weekday())
    shift = datetime.combine(date.min, told.time()) - datetime.combine(date.min, calendar.at)
    if shift:  # only where the day has no such time
        wall = datetime.combine(told, calendar.at, calendar.zone)
        assert wall.astimezone(UTC).astimezone(calendar.zone).time() != calendar.at
        assert shift in (HOUR, HOUR / 2)


@given(calendars, moments, leasts)
def test_no_earlier_deadline_would_do(
    calendar: Calendar, opened_at: datetime, least: timedelta
) -> None:
    """The slow way: look at every day from the opening on."""
    first = opened_at.astimezone(calendar.zone).date()
    days = [first + n * DAY for n in range(60)]
    times = [datetime.combine(day, calendar.at, calendar.zone).astimezone(UTC) for day in days]
    following = [(day, at) for day, at in zip(days, times, strict=True) if at > opened_at]
    if calendar.weekday is None:
        following = following[calendar.days - 1 :]
    fitting = [
        at
        for day, at in following
        if at - opened_at >= least and calendar.weekday in (None, day.weekday())
    ]
    assert calendar.deadline(opened_at, least) == fitting[0]


@given(calendars, moments, leasts, st.integers(0, 10**6))
def test_who_opens_later_never_closes_earlier(
    calendar: Calendar, opened_at: datetime, least: timedelta, later: int
) -> None:
    closes_at = calendar.deadline(opened_at, least)
    assert closes_at <= calendar.deadline(opened_at + later * SECOND, least)


# As options


@pytest.mark.parametrize(
    "told",
    [
        {"closes_time": "24:00"},
        {"closes_time": "9:00"},
        {"closes_time": 18},
        {"time_zone": "Europe/Entenhausen"},
        {"time_zone": ["UTC"]},
        {"closes_on": "doomsday"},
        {"closes_days": 43},
        {"closes_on": "monday", "limit_seconds": 7 * 7 * 24 * 3600},
    ],
)
def test_what_is_no_calendar_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        Options().changed(told)


def test_any_weekday_and_zone_can_be_chosen() -> None:
    options = Options().changed(
        {"closes_on": "sunday", "closes_time": "09:30", "time_zone": "America/New_York"}
    )
    sunday = datetime(2026, 11, 22, 14, 30, tzinfo=UTC)
    assert options.deadline(NOON) == sunday
    assert Options.recalled(options.as_json()).deadline(NOON) == sunday


@pytest.mark.parametrize(
    ("preset", "closes_at"), [("newspaper", "2026-11-23T12:00"), ("daily", "2026-11-17T18:00")]
)
def test_the_presets_of_a_newspaper_close_by_the_calendar(preset: str, closes_at: str) -> None:
    assert PRESETS[preset].options.deadline(berlin("2026-11-16T14:00")) == berlin(closes_at)


def test_who_gives_a_time_with_such_a_preset_means_a_time_and_no_calendar() -> None:
    sent = {"name": "Leser", "preset": "newspaper", "time": "own", "limit_seconds": "7 d"}
    for more, closes_on in [({}, ClosesOn.LIMIT), ({"closes_on": "friday"}, ClosesOn.FRIDAY)]:
        form = GameForm(sent | more, base=Options(), unchanged="wie Vorlage")
        assert form.is_valid(), form.errors
        assert form.cleaned_data["options"].closes_on == closes_on


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_round_closes_by_the_calendar_unless_the_director_gives_another_time() -> None:
    game = make_game(options=PRESETS["newspaper"].options)
    monday = berlin("2026-11-23T12:00")
    drawn = make_round(game, state=Round.State.DRAWN)
    assert open_round(drawn, NOON, by=make_user()).closes_at == monday
    other = make_round(make_game(options=game.options), state=Round.State.DRAWN)
    opened = open_round(other, NOON, by=make_user(), limit_seconds=60)
    assert opened.closes_at == NOON + 60 * SECOND
