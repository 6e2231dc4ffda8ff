"""The REST API of a Simultan: each action checks, calls one service and shows what came of it."""
