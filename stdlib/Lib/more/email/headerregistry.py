"""Headers as objects: texts that know what they say."""
import re
import sys
from _stockade import make_class as _make_class
from email import errors, utils
from email._header_text import (fold_address_list, fold_parameters, fold_words, fold_written_addresses, parse_addresses, parse_address_spec,
                                quoted, unstructured, without_comments)
from types import MappingProxyType
from urllib.parse import unquote as _percent_decoded

_needs_quotes = re.compile(r'[()<>@,:;.\\"\[\]]')
_token = r'[^\s()<>@,:;\\"/\[\]?=]+'
_not_in_local_part = re.compile(r'[()<>@,:;\\"\[\] \t]')


class Address:
    """An address: perhaps a name, and a local part and a domain."""

    def __init__(self, display_name='', username='', domain='', addr_spec=None):
        everything = ''.join([part for part in (display_name, username, domain, addr_spec) if part])
        if '\r' in everything or '\n' in everything:
            raise ValueError('invalid arguments; address parts cannot contain CR or LF')
        if addr_spec is not None:
            if username or domain:
                raise TypeError('addrspec specified when username and/or domain also specified')
            username, domain, rest, defects = parse_address_spec(addr_spec)
            if rest:
                parsed = addr_spec[:len(addr_spec) - len(rest)]
                raise ValueError(f"Invalid addr_spec; only '{parsed}' could be parsed from '{addr_spec}'")
            if defects:
                raise defects[0]
        self._display_name = display_name
        self._username = username
        self._domain = domain

    @property
    def display_name(self):
        return self._display_name

    @property
    def username(self):
        return self._username

    @property
    def domain(self):
        return self._domain

    @property
    def addr_spec(self):
        local = self.username
        if _not_in_local_part.search(local):
            local = quoted(local)
        if self.domain:
            return f'{local}@{self.domain}'
        return local or '<>'

    def __repr__(self):
        return (f'{self.__class__.__name__}(display_name={self.display_name!r}, username={self.username!r}, '
                f'domain={self.domain!r})')

    def __str__(self):
        name = self.display_name
        if _needs_quotes.search(name):
            name = quoted(name)
        if not name:
            return self.addr_spec
        return f"{name} <{'' if self.addr_spec == '<>' else self.addr_spec}>"

    def __eq__(self, other):
        if not isinstance(other, Address):
            return NotImplemented
        return (self.display_name == other.display_name and self.username == other.username
                and self.domain == other.domain)


class Group:
    """A group of addresses with a name. Without a name it is one address outside of groups."""

    def __init__(self, display_name=None, addresses=None):
        self._display_name = display_name
        self._addresses = tuple(addresses) if addresses else ()

    @property
    def display_name(self):
        return self._display_name

    @property
    def addresses(self):
        return self._addresses

    def __repr__(self):
        return f'{self.__class__.__name__}(display_name={self.display_name!r}, addresses={self.addresses!r}'

    def __str__(self):
        if self.display_name is None and len(self.addresses) == 1:
            return str(self.addresses[0])
        name = self.display_name
        if name is not None and _needs_quotes.search(name):
            name = quoted(name)
        members = ', '.join([str(address) for address in self.addresses])
        return f"{name}:{' ' + members if members else ''};"

    def __eq__(self, other):
        if not isinstance(other, Group):
            return NotImplemented
        return self.display_name == other.display_name and self.addresses == other.addresses


class BaseHeader(str):
    """What all headers are: their text, decoded, with a name and the defects that were found in it."""

    def __new__(cls, name, value):
        found = {'defects': []}
        cls.parse(value, found)
        text = found.pop('decoded')
        if utils._has_surrogates(text):
            text = utils._sanitize(text)
        self = str.__new__(cls, text)
        self.init(name, **found)
        return self

    def init(self, name, *, defects):
        self._name = name
        self._defects = defects

    @property
    def name(self):
        return self._name

    @property
    def defects(self):
        return tuple(self._defects)

    def __reduce__(self):
        return _reconstruct_header, (self.__class__.__name__, self.__class__.__bases__, str(self)), self.__getstate__()

    @classmethod
    def _reconstruct(cls, value):
        return str.__new__(cls, value)

    def fold(self, *, policy):
        """The header as lines, with its name and an end of line."""
        longest = policy.max_line_length or sys.maxsize
        lines = self._lines(f'{self.name}:', longest, policy.utf8)
        return policy.linesep.join(lines) + policy.linesep

    def _lines(self, begin, longest, utf8):
        return fold_words(begin, str(self), longest, utf8)


def _reconstruct_header(cls_name, bases, value):
    return _make_class(cls_name, bases, {})._reconstruct(value)


class UnstructuredHeader:
    """A text."""

    max_count = None

    @classmethod
    def parse(cls, value, kwds):
        # Nothing of any type has nothing to be read.
        kwds['decoded'] = unstructured(value or '', kwds['defects'])


class UniqueUnstructuredHeader(UnstructuredHeader):
    max_count = 1


class DateHeader:
    """A date, which `datetime` is."""

    max_count = None

    @classmethod
    def parse(cls, value, kwds):
        if not value:
            kwds['defects'].append(errors.HeaderMissingRequiredValue())
            kwds['datetime'] = None
            kwds['decoded'] = ''
            return
        if isinstance(value, str):
            kwds['decoded'] = value
            try:
                value = utils.parsedate_to_datetime(value)
            except ValueError:
                kwds['defects'].append(errors.InvalidDateDefect('Invalid date value or format'))
                kwds['datetime'] = None
                return
        kwds['datetime'] = value
        kwds['decoded'] = utils.format_datetime(value)

    def init(self, *args, **kw):
        self._datetime = kw.pop('datetime')
        super().init(*args, **kw)

    @property
    def datetime(self):
        return self._datetime


class UniqueDateHeader(DateHeader):
    max_count = 1


class AddressHeader:
    """Addresses and groups of them."""

    max_count = None

    @classmethod
    def parse(cls, value, kwds):
        if isinstance(value, str):
            groups = []
            for name, members in parse_addresses(value, kwds['defects']):
                groups.append(Group(name, [Address(*member) for member in members]))
            kwds['_source'] = value
        else:
            if not hasattr(value, '__iter__'):
                value = [value]
            groups = [Group(None, [item]) if not hasattr(item, 'addresses') else item for item in value]
        kwds['groups'] = groups
        kwds['decoded'] = ', '.join([str(group) for group in groups])

    def init(self, *args, **kw):
        self._groups = tuple(kw.pop('groups'))
        self._source = kw.pop('_source', None)
        self._addresses = None
        super().init(*args, **kw)

    @property
    def groups(self):
        return self._groups

    @property
    def addresses(self):
        if self._addresses is None:
            self._addresses = tuple([address for group in self._groups for address in group.addresses])
        return self._addresses

    def _lines(self, begin, longest, utf8):
        lines = None if self._source is None else fold_written_addresses(begin, self._source, longest, utf8)
        return lines or fold_address_list(begin, self._groups, longest, utf8, self._source)


class UniqueAddressHeader(AddressHeader):
    max_count = 1


class SingleAddressHeader(AddressHeader):
    """One address."""

    @property
    def address(self):
        if len(self.addresses) != 1:
            raise ValueError(f'value of single address header {self.name} is not a single address')
        return self.addresses[0]


class UniqueSingleAddressHeader(SingleAddressHeader):
    max_count = 1


class MIMEVersionHeader:
    """The version of MIME."""

    max_count = 1

    @classmethod
    def parse(cls, value, kwds):
        kwds['decoded'] = value = value or ''
        text = without_comments(value)
        found = re.match(r'([0-9]+)\s*\.\s*([0-9]+)\s*', text)
        begin = re.match(r'([^\s.]*)\s*(\.?)\s*(\S*)', text)
        found = found if begin[3].isdigit() else None
        told = None
        if not text:
            told = errors.HeaderMissingRequiredValue('Missing MIME version number (eg: 1.0)')
        elif not begin[1].isdigit():
            told = errors.InvalidHeaderDefect(f'Expected MIME major version number but found {begin[1]!r}')
        elif not begin[2] or not begin[3]:
            told = errors.InvalidHeaderDefect('Incomplete MIME version; found only major number')
        elif not found:
            told = errors.InvalidHeaderDefect(f'Expected MIME minor version number but found {begin[3]!r}')
        elif found.end() < len(text):
            told = errors.InvalidHeaderDefect('Excess non-CFWS text after MIME version')
        if told is not None:
            kwds['defects'].append(told)
        kwds['major'] = int(found[1]) if found else None
        kwds['minor'] = int(found[2]) if found else None
        kwds['version'] = f'{int(found[1])}.{int(found[2])}' if found else None

    def init(self, *args, **kw):
        self._version = kw.pop('version')
        self._major = kw.pop('major')
        self._minor = kw.pop('minor')
        super().init(*args, **kw)

    @property
    def major(self):
        return self._major

    @property
    def minor(self):
        return self._minor

    @property
    def version(self):
        return self._version


class ParameterizedMIMEHeader:
    """A value with parameters."""

    max_count = 1

    @classmethod
    def parse(cls, value, kwds):
        from email.message import _parseparam
        value = value or ''
        first, *rest = [without_comments(part) for part in _parseparam(value)]
        pairs = [part.partition('=')[::2] for part in rest if part]
        params = {}
        for name, text in utils.decode_params([(first, ''), *pairs])[1:]:
            if isinstance(text, tuple) and utils._has_surrogates(text[2]):
                text = _percent_decoded(utils.unquote(text[2]), encoding='latin-1')
            text = utils.collapse_rfc2231_value(
                (text[0], text[1], utils.unquote(text[2])) if isinstance(text, tuple) else text)
            if '=?' in text:
                text = unstructured(text, kwds['defects'])
            params.setdefault(utils._sanitize(name), utils._sanitize(text))
            if re.search(r'\*0[0-9]', ''.join([pair[0] for pair in pairs])):
                kwds['defects'].append(errors.InvalidHeaderDefect('Parameter section number has an invalid leading 0'))
        kwds['params'] = params
        kwds['_value'] = first.strip()
        # What it shows keeps comments and the case of names.
        shown = value if not rest else value[:value.index(';')] if value.count(';') == len(rest) else first
        names = {name.lower(): name for name in re.findall(rf';\s*({_token})\s*=', without_comments(value))}
        kwds['_shown'] = shown, {names.get(name, name): text for name, text in params.items()}
        whole = '; '.join([shown, *[f'{name}={quoted(text)}' for name, text in kwds['_shown'][1].items()]])
        kwds['decoded'] = whole + ';' if rest == [''] else whole
        cls._judge(value, without_comments(value), kwds['defects'])

    @staticmethod
    def _judge(value, text, defects):
        """Says what is wrong with what is before the parameters: the value, and the same without comments."""

    def init(self, *args, **kw):
        self._params = kw.pop('params')
        self._value = kw.pop('_value')
        self._shown = kw.pop('_shown')
        super().init(*args, **kw)

    @property
    def params(self):
        return MappingProxyType(self._params)

    def _lines(self, begin, longest, utf8):
        return fold_parameters(begin, *self._shown, longest, utf8)


class ContentTypeHeader(ParameterizedMIMEHeader):
    @staticmethod
    def _judge(value, text, defects):
        found = re.match(rf'\s*({_token})?\s*(/)?\s*({_token})?\s*', text)
        rest = text[found.end():]
        told = None
        if not text:
            told = errors.HeaderMissingRequiredValue('Missing content type specification')
        elif not found[1]:
            told = errors.InvalidHeaderDefect(f'Expected content maintype but found {value!r}')
        elif not found[2]:
            told = errors.InvalidHeaderDefect('Invalid content type')
        elif not found[3]:
            told = errors.InvalidHeaderDefect(f'Expected content subtype but found {rest!r}')
        elif rest[:1] not in ';':
            told = errors.InvalidHeaderDefect(f'Only parameters are valid after content type, but found {rest!r}')
        if told is not None:
            defects.insert(0, told)

    def init(self, *args, **kw):
        super().init(*args, **kw)
        found = re.fullmatch(rf'({_token})\s*/\s*({_token})', self._value.lower())
        maintype, subtype = found.groups() if found else ('text', 'plain')
        self._maintype = utils._sanitize(maintype.strip())
        self._subtype = utils._sanitize(subtype.strip())

    @property
    def maintype(self):
        return self._maintype

    @property
    def subtype(self):
        return self._subtype

    @property
    def content_type(self):
        return f'{self.maintype}/{self.subtype}'


class ContentDispositionHeader(ParameterizedMIMEHeader):
    @staticmethod
    def _judge(value, text, defects):
        found = re.match(rf'\s*{_token}\s*', text)
        if not value:
            defects.insert(0, errors.HeaderMissingRequiredValue('Missing content disposition'))
        elif found is None:
            defects.insert(0, errors.InvalidHeaderDefect(f'Expected content disposition but found {value!r}'))
        elif text[found.end():found.end() + 1] not in ';':
            rest = text[found.end():]
            told = f'Only parameters are valid after content disposition, but found {rest!r}'
            defects.insert(0, errors.InvalidHeaderDefect(told))

    def init(self, *args, **kw):
        super().init(*args, **kw)
        found = re.match(_token, self._value.lower())
        value = found[0] if found else ''
        self._content_disposition = utils._sanitize(value) if value else None

    @property
    def content_disposition(self):
        return self._content_disposition


class ContentTransferEncodingHeader:
    """How the payload is encoded."""

    max_count = 1

    @classmethod
    def parse(cls, value, kwds):
        kwds['decoded'] = value
        text = without_comments(value)
        found = re.match(_token, text)
        kwds['cte'] = found[0].lower() if found else '7bit'
        if not text:
            kwds['defects'].append(errors.HeaderMissingRequiredValue('Missing content transfer encoding'))
            return
        if not found:
            kwds['defects'].append(errors.InvalidHeaderDefect(f'Expected content transfer encoding but found {value!r}'))
        for _ in re.findall(r'[()<>@,:;\\\[\]]|[^()<>@,:;\\\[\]]+', text[found.end():].strip() if found else text):
            kwds['defects'].append(errors.InvalidHeaderDefect('Extra text after content transfer encoding'))

    def init(self, *args, **kw):
        self._cte = kw.pop('cte')
        super().init(*args, **kw)

    @property
    def cte(self):
        return self._cte


class MessageIDHeader:
    """The id of a message."""

    max_count = 1

    @classmethod
    def parse(cls, value, kwds):
        kwds['decoded'] = value.strip()
        if not re.fullmatch(r'<[^\s<>@]+@[^\s<>]+>', kwds['decoded']):
            kwds['defects'].append(errors.InvalidHeaderDefect(f'Invalid msg-id: {value!r}'))

    def _lines(self, begin, longest, utf8):
        whole = f'{begin} {self}'
        # An id is not taken apart: what fits on no line stays on the first.
        if len(whole) <= longest or (utf8 or self.isascii()) and len(self) + 1 > longest:
            return [whole]
        return [begin, f' {self}']


_default_header_map = {
    'subject': UniqueUnstructuredHeader,
    'date': UniqueDateHeader,
    'resent-date': DateHeader,
    'orig-date': UniqueDateHeader,
    'sender': UniqueSingleAddressHeader,
    'resent-sender': SingleAddressHeader,
    'to': UniqueAddressHeader,
    'resent-to': AddressHeader,
    'cc': UniqueAddressHeader,
    'resent-cc': AddressHeader,
    'bcc': UniqueAddressHeader,
    'resent-bcc': AddressHeader,
    'from': UniqueAddressHeader,
    'resent-from': AddressHeader,
    'reply-to': UniqueAddressHeader,
    'mime-version': MIMEVersionHeader,
    'content-type': ContentTypeHeader,
    'content-disposition': ContentDispositionHeader,
    'content-transfer-encoding': ContentTransferEncodingHeader,
    'message-id': MessageIDHeader,
}


class HeaderRegistry:
    """The classes of headers by their names."""

    def __init__(self, base_class=BaseHeader, default_class=UnstructuredHeader, use_default_map=True):
        self.registry = {}
        self.base_class = base_class
        self.default_class = default_class
        if use_default_map:
            self.registry.update(_default_header_map)

    def map_to_type(self, name, cls):
        self.registry[name.lower()] = cls

    def __getitem__(self, name):
        cls = self.registry.get(name.lower(), self.default_class)
        return _make_class('_' + cls.__name__, (cls, self.base_class), {})

    def __call__(self, name, value):
        return self[name](name, value)
