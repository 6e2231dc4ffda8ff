"""Tournaments in the files of other programs: values in, text out, and back."""
