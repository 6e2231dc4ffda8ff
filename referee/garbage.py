"""Python's search for garbage, in processes that keep much and make much."""

import gc


def leave_what_is_loaded() -> None:
    """Look through what is made from now on only, and as seldom as the package's own lines say.

    What is loaded stays, and thousands of open connections or answers are no garbage: looking
    through all of them every few answers kept a crowd waiting for half a second.
    """
    gc.collect()
    gc.freeze()
