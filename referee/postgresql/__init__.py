"""PostgreSQL as a database engine of Django's, for the server whose threads keep connections."""
