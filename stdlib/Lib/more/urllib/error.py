"""The errors of opening a URL."""
from io import BytesIO
import urllib.response

__all__ = ['URLError', 'HTTPError', 'ContentTooShortError']


class URLError(OSError):
    """The URL could not be opened; `reason` says why: a text or an exception."""

    def __init__(self, reason, filename=None):
        # An OSError would take two arguments for a number and a text.
        self.args, self.reason = (reason,), reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return '<urlopen error %s>' % (self.reason,)


class HTTPError(URLError, urllib.response.addinfourl):
    """A response of status 400 and more, which can be read as other responses can."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.code, self.msg, self.hdrs, self.fp = code, msg, hdrs, fp
        self.filename = url
        body = BytesIO() if fp is None else fp
        urllib.response.addinfourl.__init__(self, body, hdrs, url, code)

    def _get_headers(self):
        return self.hdrs

    def _set_headers(self, headers):
        self.hdrs = headers

    headers = property(_get_headers, _set_headers)
    reason = property(lambda self: self.msg)

    def __str__(self):
        return f'HTTP Error {self.code}: {self.msg}'

    def __repr__(self):
        return f'<HTTPError {self.code}: {self.msg!r}>'


class ContentTooShortError(URLError):
    """A download ended early: less came than the headers said. `content` has what came."""

    def __init__(self, message, content):
        super().__init__(message)
        self.content = content
