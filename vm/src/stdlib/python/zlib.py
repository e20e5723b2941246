"""Compression: the exception; the functions and streams are the machine's."""


class error(Exception):
    """Data that is no stream, or a stream used wrongly."""
