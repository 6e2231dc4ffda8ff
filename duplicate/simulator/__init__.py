"""A crowd that plays real games over HTTP: load test, demo and proof (see docs/simulator.md).

`planning` and `checking` are pure: what everybody will do, and whether the server did right by
them. `crowd` and `director` are the two sides that speak HTTP, `report` is what comes of it. The
demo plays with the same crowd over connections of its own: only `connections`, and `director`, who
uses them, need aiohttp.
"""
