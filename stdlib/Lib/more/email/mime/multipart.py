"""Parts that have parts."""
from email.mime.base import MIMEBase

__all__ = ['MIMEMultipart']


class MIMEMultipart(MIMEBase):
    """A message of several parts."""

    def __init__(self, _subtype='mixed', boundary=None, _subparts=None, *, policy=None, **_params):
        MIMEBase.__init__(self, 'multipart', _subtype, policy=policy, **_params)
        # So it is a multipart also while it has no part.
        self._payload = []
        for part in _subparts or ():
            self.attach(part)
        if boundary:
            self.set_boundary(boundary)
