"""The Django project: settings, addresses, server entries and what its apps share."""

import gc

# What is loaded stays: looking through it for garbage again and again takes a sixth of the time
# that every process needs to start.
gc.set_threshold(50_000, 20, 20)
