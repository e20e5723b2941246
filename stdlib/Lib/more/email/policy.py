"""Policies: what headers are, how long their lines, and how lines end."""
import re
import sys
from email._policybase import Compat32, Policy, compat32
from email.contentmanager import raw_data_manager
from email.headerregistry import HeaderRegistry as HeaderRegistry
from email.message import EmailMessage
from email.utils import _has_surrogates

__all__ = ['Compat32', 'compat32', 'Policy', 'EmailPolicy', 'default', 'strict', 'SMTP', 'HTTP']

linesep_splitter = re.compile(r'\n|\r\n?')


class EmailPolicy(Policy):
    """Headers are objects, made by `header_factory`."""

    message_factory = EmailMessage
    utf8 = False
    refold_source = 'long'
    header_factory = HeaderRegistry()
    content_manager = raw_data_manager

    def __init__(self, **kw):
        # Each policy may map headers of its own.
        if 'header_factory' not in kw:
            object.__setattr__(self, 'header_factory', HeaderRegistry())
        super().__init__(**kw)

    def header_max_count(self, name):
        return self.header_factory[name].max_count

    def header_source_parse(self, sourcelines):
        name, value = sourcelines[0].split(':', 1)
        value = ''.join([value, *sourcelines[1:]]).lstrip(' \t\r\n')
        return name, value.rstrip('\r\n')

    def header_store_parse(self, name, value):
        if hasattr(value, 'name') and value.name.lower() == name.lower():
            return name, value
        if isinstance(value, str) and len(value.splitlines()) > 1:
            raise ValueError('Header values may not contain linefeed or carriage return characters')
        return name, self.header_factory(name, value)

    def header_fetch_parse(self, name, value):
        if hasattr(value, 'name'):
            return value
        return self.header_factory(name, ''.join(linesep_splitter.split(value)))

    def fold(self, name, value):
        return self._fold(name, value, refold_binary=True)

    def fold_binary(self, name, value):
        folded = self._fold(name, value, refold_binary=self.cte_type == '7bit')
        return folded.encode('utf8' if self.utf8 else 'ascii', 'surrogateescape')

    def _fold(self, name, value, refold_binary=False):
        if hasattr(value, 'name'):
            return value.fold(policy=self)
        longest = self.max_line_length or sys.maxsize
        # Of these ends alone: what else `splitlines` takes for one belongs to the value.
        lines = linesep_splitter.split(value)
        refold = self.refold_source == 'all' or self.refold_source == 'long' and (
            len(lines[0]) + len(name) + 2 > longest or any([len(line) > longest for line in lines[1:]]))
        if not refold:
            refold = not value.isascii() if not self.utf8 else False
            if _has_surrogates(value):
                refold = refold_binary
        if refold:
            return self.header_factory(name, ''.join(lines)).fold(policy=self)
        return f'{name}: {self.linesep.join(lines)}{self.linesep}'


default = EmailPolicy()
# The default policy, and those made from it, have the registry of the class.
object.__delattr__(default, 'header_factory')
strict = default.clone(raise_on_defect=True)
SMTP = default.clone(linesep='\r\n')
HTTP = default.clone(linesep='\r\n', max_line_length=None)
SMTPUTF8 = SMTP.clone(utf8=True)
