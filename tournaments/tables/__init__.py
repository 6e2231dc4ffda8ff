"""Any game of `engine.games` at a table: its record, actions, timers and pages."""
