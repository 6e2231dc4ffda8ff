"""What the API reads and writes as JSON. No serializer writes to the database."""
