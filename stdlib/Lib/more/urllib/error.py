"""What goes wrong when a URL is opened."""
import io
import urllib.response

__all__ = ['URLError', 'HTTPError', 'ContentTooShortError']


class URLError(OSError):
    """Nothing could be opened; `reason` says why."""

    def __init__(self, reason, filename=None):
        self.args = (reason,)
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return f'<urlopen error {self.reason}>'


class HTTPError(URLError, urllib.response.addinfourl):
    """A response that tells of an error, which can be read as any response."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.code, self.msg, self.hdrs = code, msg, hdrs
        self.fp = fp
        self.filename = url
        if fp is None:
            fp = io.BytesIO()
        urllib.response.addinfourl.__init__(self, fp, hdrs, url, code)

    def __str__(self):
        return f'HTTP Error {self.code}: {self.msg}'

    def __repr__(self):
        return f'<HTTPError {self.code}: {self.msg!r}>'

    @property
    def reason(self):
        return self.msg

    @property
    def headers(self):
        return self.hdrs

    @headers.setter
    def headers(self, headers):
        self.hdrs = headers


class ContentTooShortError(URLError):
    """Less came than was promised."""

    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content
