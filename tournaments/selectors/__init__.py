"""Every read of a tournament that is more than a query set."""
