"""Whom a tournament tells what happens over the network (docs/webhooks.md)."""
