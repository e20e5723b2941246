"""Text forms of bytes: the exceptions; the functions are the machine's."""


class Error(ValueError):
    """Text that cannot be decoded."""


class Incomplete(Exception):
    """Text that goes on."""
