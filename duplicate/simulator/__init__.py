"""A crowd that plays real games over HTTP: load test, demo and proof (see docs/simulator.md).

`planning` and `checking` are pure: what everybody will do, and whether the server did right by
them. `phone` is what each of them holds, `crowd` how they answer, `director` who runs the game,
`outages` what happens to the server meanwhile, `report` what comes of it. The demo plays with the
same crowd, without phones.
"""
