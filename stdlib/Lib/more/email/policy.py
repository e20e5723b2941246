"""Policies: what headers are, how long their lines, and how lines end."""
import re
import sys
from email._policybase import Compat32, Policy, _split_header, compat32
from email.contentmanager import raw_data_manager
from email.headerregistry import HeaderRegistry as HeaderRegistry
from email.message import EmailMessage
from email.utils import _has_surrogates

__all__ = ['Compat32', 'compat32', 'Policy', 'EmailPolicy', 'default', 'strict', 'SMTP', 'HTTP']

linesep_splitter = re.compile(r'\n|\r\n?')


class EmailPolicy(Policy):
    """Headers are objects, made by `header_factory`."""

    message_factory, content_manager = EmailMessage, raw_data_manager
    header_factory = HeaderRegistry()
    # `refold_source`: 'none', 'long' or 'all' of the headers that were read are folded anew.
    utf8, refold_source = False, 'long'

    def __init__(self, **kw):
        if 'header_factory' not in kw:
            # Each policy has a registry, so that mapping a header in one leaves the others alone.
            object.__setattr__(self, 'header_factory', HeaderRegistry())
        Policy.__init__(self, **kw)

    def header_max_count(self, name):
        kind = self.header_factory[name]
        return kind.max_count

    def header_source_parse(self, sourcelines):
        return _split_header(sourcelines)

    def header_store_parse(self, name, value):
        if hasattr(value, 'name'):
            if value.name.lower() == name.lower():
                return name, value
        if isinstance(value, str) and value.splitlines()[1:]:
            raise ValueError('Header values may not contain linefeed or carriage return characters')
        return name, self.header_factory(name, value)

    def header_fetch_parse(self, name, value):
        if not hasattr(value, 'name'):
            value = self.header_factory(name, linesep_splitter.sub('', value))
        return value

    def fold(self, name, value):
        return self._folded(name, value, True)

    def fold_binary(self, name, value):
        text = self._folded(name, value, self.cte_type == '7bit')
        return text.encode('utf8' if self.utf8 else 'ascii', 'surrogateescape')

    def _must_fold(self, name, lines, value, binary_too):
        """Whether a header that was read is folded anew, and does not keep its lines."""
        if self.refold_source == 'all':
            return True
        if self.refold_source == 'long':
            most = self.max_line_length or sys.maxsize
            if len(f'{name}: {lines[0]}') > most or any(len(line) > most for line in lines[1:]):
                return True
        if _has_surrogates(value):
            return binary_too
        return not (self.utf8 or value.isascii())

    def _folded(self, name, value, binary_too):
        if hasattr(value, 'name'):
            return value.fold(policy=self)
        # `splitlines` would split at other characters too, which belong to the value.
        lines = linesep_splitter.split(value)
        if self._must_fold(name, lines, value, binary_too):
            return self.header_factory(name, ''.join(lines)).fold(policy=self)
        return f'{name}: ' + self.linesep.join(lines) + self.linesep


default = EmailPolicy()
# The default policy, and those made from it, have the registry of the class.
object.__delattr__(default, 'header_factory')
strict = default.clone(raise_on_defect=True)
SMTP = default.clone(linesep='\r\n')
HTTP = default.clone(linesep='\r\n', max_line_length=None)
SMTPUTF8 = SMTP.clone(utf8=True)
