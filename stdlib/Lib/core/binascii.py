"""Text forms of bytes: the exceptions; the functions are the machine's."""


class Error(ValueError):
    """Text that stands for no bytes."""


class Incomplete(Exception):
    """Text that goes on."""
