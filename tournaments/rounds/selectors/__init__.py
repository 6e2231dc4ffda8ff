"""Every read of rounds and standings that is more than a query set."""
