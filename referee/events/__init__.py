"""What a game of Simultan and a tournament are alike: an event that some people run and others play
in, with a log of all that happens (see docs/architecture.md)."""
