"""The pages of a tournament with rounds."""
