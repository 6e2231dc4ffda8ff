"""The course of a game as pictures: values that the template referee/chart.html draws as SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

#: The drawing's own units; the style sheet sizes it.
WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 30
#: Every so many rounds one is named where there are many.
MOST_LABELS = 12


@dataclass(frozen=True)
class Tick:
    place: float
    text: str


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    #: The part of it that is filled: what was reached.
    reached_y: float
    reached_height: float
    label: str


@dataclass(frozen=True)
class Line:
    name: str
    #: 1, 2, 3…: the style sheet tells them apart by colour and dashes.
    kind: int
    #: As SVG wants them: 'x,y x,y'.
    points: str
    end_x: float
    end_y: float


@dataclass(frozen=True)
class Chart:
    title: str
    rounds: tuple[Tick, ...]
    scale: tuple[Tick, ...]
    bars: tuple[Bar, ...] = ()
    lines: tuple[Line, ...] = ()
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM

    @property
    def label(self) -> str:
        """What it shows, for those who don't see it."""
        bars = "; ".join(bar.label for bar in self.bars)
        return f"{self.title}: {bars}" if bars else self.title


def bar_chart(
    title: str, rounds: Sequence[int], values: Sequence[int], reached: Sequence[int] = ()
) -> Chart:
    """A bar for each round; filled up to what was `reached`, or all of it."""
    scale = _scale(values)
    step = _step(rounds)
    bars = []
    for place, value in enumerate(values):
        filled = max(0, reached[place]) if reached else value
        top, reached_top = _height(value, scale), _height(filled, scale)
        label = f"{rounds[place]}: {filled} / {value}" if reached else f"{rounds[place]}: {value}"
        bars.append(
            Bar(
                x=round(LEFT + step * (place + 0.15), 1),
                y=top,
                width=round(step * 0.7, 1),
                height=round(HEIGHT - BOTTOM - top, 1),
                reached_y=reached_top,
                reached_height=round(HEIGHT - BOTTOM - reached_top, 1),
                label=label,
            )
        )
    return Chart(title, _rounds(rounds), _ticks(scale), bars=tuple(bars))


def line_chart(
    title: str, rounds: Sequence[int], series: Sequence[tuple[str, Sequence[int]]]
) -> Chart:
    """A line for each of the series, from 0 before the first round on."""
    scale = _scale(value for _, values in series for value in values)
    step = _step(rounds)
    lines = []
    for kind, (name, values) in enumerate(series, start=1):
        corners = [(float(LEFT), _height(0, scale))]
        corners += [
            (round(LEFT + step * (place + 0.5), 1), _height(value, scale))
            for place, value in enumerate(values)
        ]
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        lines.append(Line(name, kind, points, *corners[-1]))
    return Chart(title, _rounds(rounds), _ticks(scale), lines=tuple(lines))


def _step(rounds: Sequence[int]) -> float:
    return (WIDTH - LEFT - RIGHT) / max(1, len(rounds))


def _height(value: int, scale: Sequence[int]) -> float:
    least, most = scale[0], scale[-1]
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - least) / (most - least), 1)


def _rounds(rounds: Sequence[int]) -> tuple[Tick, ...]:
    every = -(-len(rounds) // MOST_LABELS) if rounds else 1
    step = _step(rounds)
    return tuple(
        Tick(round(LEFT + step * (place + 0.5), 1), str(number))
        for place, number in enumerate(rounds)
        if place % every == 0
    )


def _scale(values: Iterable[int]) -> range:
    """A few round numbers from 0 or below to above all `values`."""
    values = [0, *values]
    least, most = min(values), max(values)
    sizes = (base * 10**power for power in count() for base in (1, 2, 5))
    size = next(size for size in sizes if most - least <= 5 * size)
    return range(least // size * size, max(size, -(-most // size) * size) + 1, size)


def _ticks(scale: Sequence[int]) -> tuple[Tick, ...]:
    return tuple(Tick(_height(value, scale), str(value)) for value in scale)
