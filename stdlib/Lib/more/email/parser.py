"""From text, bytes or files to messages."""
from email._policybase import compat32
from email.feedparser import BytesFeedParser, FeedParser
from io import StringIO, TextIOWrapper

__all__ = ['Parser', 'HeaderParser', 'BytesParser', 'BytesHeaderParser', 'FeedParser', 'BytesFeedParser']

# How much of a file is read at once.
_PIECE = 8192
# Bytes that are not ASCII become surrogates, which the message turns back when it is asked for them.
_AS_TEXT = {'encoding': 'ascii', 'errors': 'surrogateescape'}


class Parser:
    """Reads messages from text."""

    def __init__(self, _class=None, *, policy=compat32):
        self._class, self.policy = _class, policy

    def parse(self, fp, headersonly=False):
        """The message in a text file. With `headersonly` all after the headers is one text."""
        feed = FeedParser(self._class, policy=self.policy)
        if headersonly:
            feed._set_headersonly()
        piece = fp.read(_PIECE)
        while piece:
            feed.feed(piece)
            piece = fp.read(_PIECE)
        return feed.close()

    def parsestr(self, text, headersonly=False):
        """The message in a string."""
        return self.parse(StringIO(text), headersonly)


class HeaderParser(Parser):
    """Reads the headers of messages; the rest is kept as one text."""

    def parse(self, fp, headersonly=True):
        return super().parse(fp, headersonly=True)

    def parsestr(self, text, headersonly=True):
        return super().parsestr(text, headersonly=True)


class BytesParser:
    """Reads messages from bytes."""

    def __init__(self, *args, **kw):
        self.parser = Parser(*args, **kw)

    def parse(self, fp, headersonly=False):
        """The message in a binary file, which stays open."""
        text = TextIOWrapper(fp, **_AS_TEXT)
        try:
            return self.parser.parse(text, headersonly)
        finally:
            text.detach()

    def parsebytes(self, text, headersonly=False):
        """The message in bytes."""
        return self.parser.parsestr(text.decode(**_AS_TEXT), headersonly)


class BytesHeaderParser(BytesParser):
    """Reads the headers of messages from bytes; the rest is kept as one text."""

    def parse(self, fp, headersonly=True):
        return super().parse(fp, headersonly=True)

    def parsebytes(self, text, headersonly=True):
        return super().parsebytes(text, headersonly=True)
