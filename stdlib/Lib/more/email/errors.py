"""What can be wrong with messages: exceptions, and the defects that a parser notes and goes on."""


class MessageError(Exception):
    """What the package raises."""


class MessageParseError(MessageError):
    """A text is no message."""


class HeaderParseError(MessageParseError):
    """A header can't be read."""


class BoundaryError(MessageParseError):
    """No end of a multipart was found."""


class MultipartConversionError(MessageError, TypeError):
    """A message can't become a multipart."""


class CharsetError(MessageError):
    """A character set is not what it should be."""


class HeaderWriteError(MessageError):
    """A header can't be written."""


class MessageDefect(ValueError):
    """Something that is wrong with a message, and did not stop its reading."""

    def __init__(self, line=None):
        if line is not None:
            super().__init__(line)
        self.line = line


class NoBoundaryInMultipartDefect(MessageDefect):
    """A multipart names no boundary."""


class StartBoundaryNotFoundDefect(MessageDefect):
    """The boundary that is named never comes."""


class CloseBoundaryNotFoundDefect(MessageDefect):
    """The boundary that begins never ends."""


class FirstHeaderLineIsContinuationDefect(MessageDefect):
    """The first line goes on with nothing."""


class MisplacedEnvelopeHeaderDefect(MessageDefect):
    """There is a line `From ` among the headers."""


class MissingHeaderBodySeparatorDefect(MessageDefect):
    """A line that is no header, before a blank line was seen."""


MalformedHeaderDefect = MissingHeaderBodySeparatorDefect


class MultipartInvariantViolationDefect(MessageDefect):
    """What says it is a multipart has no parts."""


class InvalidMultipartContentTransferEncodingDefect(MessageDefect):
    """A multipart is encoded in itself."""


class UndecodableBytesDefect(MessageDefect):
    """A header has bytes that can't be decoded."""


class InvalidBase64PaddingDefect(MessageDefect):
    """Base64 of a wrong padding."""


class InvalidBase64CharactersDefect(MessageDefect):
    """Characters that base64 has not."""


class InvalidBase64LengthDefect(MessageDefect):
    """Base64 of a length that can't be."""


class HeaderDefect(MessageDefect):
    """Something that is wrong with a header."""

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)


class InvalidHeaderDefect(HeaderDefect):
    """A header that is not valid."""


class HeaderMissingRequiredValue(HeaderDefect):
    """A header without the value that it must have."""


class NonPrintableDefect(HeaderDefect):
    """Characters that can't be shown."""

    def __init__(self, non_printables):
        super().__init__(non_printables)
        self.non_printables = non_printables

    def __str__(self):
        return ('the following ASCII non-printables found in header: '
                '{}'.format(self.non_printables))


class ObsoleteHeaderDefect(HeaderDefect):
    """A form that is no more used."""


class NonASCIILocalPartDefect(HeaderDefect):
    """An address whose local part has other characters than those of ASCII."""


class InvalidDateDefect(HeaderDefect):
    """A date that can't be read."""
