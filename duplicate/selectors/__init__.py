"""Every read of a Simultan that is more than a query set."""
