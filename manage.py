#!/usr/bin/env python3
"""Django's command line for this project."""

import sys

from referee.command import manage

if __name__ == "__main__":
    sys.exit(manage(sys.argv[1:], program=sys.argv[0]))
