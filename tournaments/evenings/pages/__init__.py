"""The pages of a club evening."""
