"""The pages of a Simultan: each view reads, asks who it is, calls one service, and shows."""
