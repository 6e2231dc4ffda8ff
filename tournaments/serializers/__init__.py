"""What the API reads and writes."""
