"""The exception of the parser that CPython has; documents are read by `xml.etree.ElementTree` and `xml.dom.minidom`."""

__all__ = ['ExpatError', 'error']


class ExpatError(Exception):
    """A text is not well-formed: `code`, `lineno` and `offset` tell what is wrong, and where."""


error = ExpatError
