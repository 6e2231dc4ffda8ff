"""The Django project: settings, addresses, server entries and what its apps share."""
