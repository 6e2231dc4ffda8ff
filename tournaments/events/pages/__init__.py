"""What the pages of every tournament share."""
