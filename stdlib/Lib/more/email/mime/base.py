"""The base of the kinds of parts."""
import email.policy
from email import message

__all__ = ['MIMEBase']


class MIMEBase(message.Message):
    """A part of a type."""

    def __init__(self, _maintype, _subtype, *, policy=None, **_params):
        if policy is None:
            policy = email.policy.compat32
        message.Message.__init__(self, policy=policy)
        self.add_header('Content-Type', f'{_maintype}/{_subtype}', **_params)
        self['MIME-Version'] = '1.0'
