"""Messages: headers, in order, and a payload, which is text or parts."""
import binascii
import quopri
import re
from email import errors, utils
from email._encoded_words import decode_b
from email._policybase import compat32
from email.charset import Charset
from io import BytesIO, StringIO

__all__ = ['Message', 'EmailMessage']

SEMISPACE = '; '
tspecials = re.compile(r'[ \(\)<>@,;:\\"/\[\]\?=]')
_missing = object()


def _splitparam(param):
    """What stands before the first semicolon, and what after it."""
    before, semicolon, after = str(param).partition(';')
    return before.strip(), after.strip() if semicolon else None


def _formatparam(param, value=None, quote=True):
    """A parameter as headers have it; other characters than ASCII's are encoded with the name of their set."""
    if value is None or len(value) == 0:
        return param
    if isinstance(value, tuple):
        return f'{param}*={utils.encode_rfc2231(value[2], value[0], value[1])}'
    if not value.isascii():
        return f'{param}*={utils.encode_rfc2231(value, "utf-8", "")}'
    if quote or tspecials.search(value):
        return f'{param}="{utils.quote(value)}"'
    return f'{param}={value}'


def _parseparam(s):
    """The parts of a header between semicolons that stand in no quotes."""
    s = str(s)
    found = []
    at = 0
    while True:
        end = s.find(';', at)
        while end > at and (s.count('"', at, end) - s.count('\\"', at, end)) % 2:
            end = s.find(';', end + 1)
        if end < 0:
            end = len(s)
        part = s[at:end]
        name, equals, value = part.partition('=')
        found.append(f'{name.strip().lower()}={value.strip()}' if equals else part.strip())
        at = end + 1
        if end >= len(s):
            return found


def _unquotevalue(value):
    if isinstance(value, tuple):
        return value[0], value[1], utils.unquote(value[2])
    return utils.unquote(value)


def _decode_uu(encoded):
    """What was encoded as uuencode does."""
    lines = iter(encoded.splitlines())
    for line in lines:
        if line.startswith(b'begin '):
            mode, _, path = line.removeprefix(b'begin ').partition(b' ')
            try:
                int(mode, base=8)
            except ValueError:
                continue
            break
    else:
        raise ValueError('`begin` line not found')
    decoded = []
    for line in lines:
        if not line:
            raise ValueError('Truncated input')
        if line.strip(b' \t\r\n\f') == b'end':
            break
        try:
            decoded.append(binascii.a2b_uu(line))
        except binascii.Error:
            # Some encoders pad a line with nonsense.
            length = (((line[0] - 32) & 63) * 4 + 5) // 3
            decoded.append(binascii.a2b_uu(line[:length]))
    return b''.join(decoded)


class Message:
    """A message: a mapping of headers, whose names have no case and may come more than once."""

    def __init__(self, policy=compat32):
        self.policy = policy
        self._headers = []
        self._unixfrom = None
        self._payload = None
        self._charset = None
        self.preamble = self.epilogue = None
        self.defects = []
        self._default_type = 'text/plain'

    def __str__(self):
        return self.as_string()

    def as_string(self, unixfrom=False, maxheaderlen=0, policy=None):
        from email.generator import Generator
        policy = self.policy if policy is None else policy
        out = StringIO()
        Generator(out, mangle_from_=False, maxheaderlen=maxheaderlen, policy=policy).flatten(self, unixfrom=unixfrom)
        return out.getvalue()

    def __bytes__(self):
        return self.as_bytes()

    def as_bytes(self, unixfrom=False, policy=None):
        from email.generator import BytesGenerator
        policy = self.policy if policy is None else policy
        out = BytesIO()
        BytesGenerator(out, mangle_from_=False, policy=policy).flatten(self, unixfrom=unixfrom)
        return out.getvalue()

    def is_multipart(self):
        return isinstance(self._payload, list)

    def set_unixfrom(self, unixfrom):
        self._unixfrom = unixfrom

    def get_unixfrom(self):
        return self._unixfrom

    def attach(self, payload):
        """Adds a part."""
        if self._payload is None:
            self._payload = [payload]
            return
        try:
            self._payload.append(payload)
        except AttributeError:
            raise TypeError('Attach is not valid on a message with a non-multipart payload')

    def get_payload(self, i=None, decode=False):
        """The payload, or one of its parts; decoded it is bytes."""
        if self.is_multipart():
            if decode:
                return None
            return self._payload if i is None else self._payload[i]
        if i is not None and not isinstance(self._payload, list):
            raise TypeError(f'Expected list, got {type(self._payload)}')
        payload = self._payload
        encoding = self.get('content-transfer-encoding', '')
        encoding = encoding.cte if hasattr(encoding, 'cte') else str(encoding).strip().lower()
        if not decode:
            if isinstance(payload, str) and utils._has_surrogates(payload):
                try:
                    data = payload.encode('ascii', 'surrogateescape')
                except UnicodeEncodeError:
                    return payload
                try:
                    return data.decode(self.get_content_charset('ascii'), 'replace')
                except LookupError:
                    return data.decode('ascii', 'replace')
            return payload
        data = payload
        if isinstance(payload, str):
            try:
                data = payload.encode('ascii', 'surrogateescape')
            except UnicodeEncodeError:
                data = payload.encode('raw-unicode-escape')
        if encoding == 'quoted-printable':
            return quopri.decodestring(data)
        if encoding == 'base64':
            value, defects = decode_b(b''.join(data.splitlines()))
            for defect in defects:
                self.policy.handle_defect(self, defect)
            return value
        if encoding in ('x-uuencode', 'uuencode', 'uue', 'x-uue'):
            try:
                return _decode_uu(data)
            except ValueError:
                return data
        return data

    def set_payload(self, payload, charset=None):
        if hasattr(payload, 'encode'):
            if isinstance(charset, Charset):
                payload = payload.encode(charset.output_charset, 'surrogateescape')
            elif not hasattr(payload, 'decode'):
                self._payload = payload
        if hasattr(payload, 'decode'):
            self._payload = payload.decode('ascii', 'surrogateescape')
        else:
            self._payload = payload
        if charset is not None:
            self.set_charset(charset)

    def set_charset(self, charset):
        """Says of which character set the payload is, and encodes it as the set wants."""
        if charset is None:
            self.del_param('charset')
            self._charset = None
            return
        if not isinstance(charset, Charset):
            charset = Charset(charset)
        self._charset = charset
        if 'MIME-Version' not in self:
            self.add_header('MIME-Version', '1.0')
        if 'Content-Type' not in self:
            self.add_header('Content-Type', 'text/plain', charset=charset.get_output_charset())
        else:
            self.set_param('charset', charset.get_output_charset())
        if charset != charset.get_output_charset():
            self._payload = charset.body_encode(self._payload)
        if 'Content-Transfer-Encoding' in self:
            return
        encoding = charset.get_body_encoding()
        if callable(encoding):
            encoding(self)
            return
        payload = self._payload
        if payload:
            try:
                payload = payload.encode('ascii', 'surrogateescape')
            except UnicodeError:
                payload = payload.encode(charset.output_charset)
        self._payload = charset.body_encode(payload)
        self.add_header('Content-Transfer-Encoding', encoding)

    def get_charset(self):
        return self._charset

    def __len__(self):
        return len(self._headers)

    def __getitem__(self, name):
        return self.get(name)

    def __setitem__(self, name, val):
        most = self.policy.header_max_count(name)
        if most:
            wanted = name.lower()
            if len([1 for key, _ in self._headers if key.lower() == wanted]) >= most:
                raise ValueError(f'There may be at most {most} {name} headers in a message')
        self._headers.append(self.policy.header_store_parse(name, val))

    def __delitem__(self, name):
        name = name.lower()
        self._headers = [pair for pair in self._headers if pair[0].lower() != name]

    def __contains__(self, name):
        name = name.lower()
        return any([key.lower() == name for key, _ in self._headers])

    def __iter__(self):
        for key, _ in self._headers:
            yield key

    def keys(self):
        return [key for key, _ in self._headers]

    def values(self):
        return [self.policy.header_fetch_parse(key, value) for key, value in self._headers]

    def items(self):
        return [(key, self.policy.header_fetch_parse(key, value)) for key, value in self._headers]

    def get(self, name, failobj=None):
        name = name.lower()
        for key, value in self._headers:
            if key.lower() == name:
                return self.policy.header_fetch_parse(key, value)
        return failobj

    def set_raw(self, name, value):
        """Adds a header as it is."""
        self._headers.append((name, value))

    def raw_items(self):
        return iter(self._headers.copy())

    def get_all(self, name, failobj=None):
        wanted = name.lower()
        values = [self.policy.header_fetch_parse(key, value) for key, value in self._headers if key.lower() == wanted]
        return values or failobj

    def add_header(self, _name, _value, **_params):
        """Adds a header with parameters."""
        parts = [] if _value is None else [_value]
        for name, value in _params.items():
            parts.append(_formatparam(name.replace('_', '-'), value))
        self[_name] = SEMISPACE.join(parts)

    def replace_header(self, _name, _value):
        """Another value for the first header of a name, in its place."""
        wanted = _name.lower()
        for at, (key, _) in enumerate(self._headers):
            if key.lower() == wanted:
                self._headers[at] = self.policy.header_store_parse(key, _value)
                return
        raise KeyError(wanted)

    def get_content_type(self):
        value = self.get('content-type', _missing)
        if value is _missing:
            return self.get_default_type()
        kind = _splitparam(value)[0].lower()
        return kind if kind.count('/') == 1 else 'text/plain'

    def get_content_maintype(self):
        return self.get_content_type().split('/')[0]

    def get_content_subtype(self):
        return self.get_content_type().split('/')[1]

    def get_default_type(self):
        return self._default_type

    def set_default_type(self, ctype):
        self._default_type = ctype

    def _params(self, failobj, header):
        """Pairs of parameters, their quotes and all."""
        value = self.get(header, _missing)
        if value is _missing:
            return failobj
        params = []
        for part in _parseparam(value):
            name, _, text = part.partition('=')
            params.append((name.strip(), text.strip()))
        return utils.decode_params(params)

    def get_params(self, failobj=None, header='content-type', unquote=True):
        params = self._params(_missing, header)
        if params is _missing:
            return failobj
        return [(name, _unquotevalue(value)) for name, value in params] if unquote else params

    def get_param(self, param, failobj=None, header='content-type', unquote=True):
        if header not in self:
            return failobj
        wanted = param.lower()
        for name, value in self._params(failobj, header):
            if name.lower() == wanted:
                return _unquotevalue(value) if unquote else value
        return failobj

    def set_param(self, param, value, header='Content-Type', requote=True, charset=None, language='', replace=False):
        if not isinstance(value, tuple) and charset:
            value = (charset, language, value)
        missing = header not in self and header.lower() == 'content-type'
        text = 'text/plain' if missing else self.get(header)
        formatted = _formatparam(param, value, requote)
        if not self.get_param(param, header=header):
            text = SEMISPACE.join([text, formatted]) if text else formatted
        else:
            wanted = param.lower()
            text = SEMISPACE.join([formatted if name.lower() == wanted else _formatparam(name, old, requote)
                                   for name, old in self.get_params(header=header, unquote=requote)])
        self._change(header, text, replace)

    def _change(self, header, text, replace=False):
        if text == self.get(header):
            return
        if replace:
            self.replace_header(header, text)
        else:
            del self[header]
            self[header] = text

    def del_param(self, param, header='content-type', requote=True):
        if header not in self:
            return
        wanted = param.lower()
        params = self.get_params(header=header, unquote=requote)
        self._change(header, SEMISPACE.join([_formatparam(name, value, requote) for name, value in params
                                             if name.lower() != wanted]))

    def set_type(self, type, header='Content-Type', requote=True):
        """Another type with the parameters there are."""
        if not type.count('/') == 1:
            raise ValueError
        if header.lower() == 'content-type':
            del self['mime-version']
            self['MIME-Version'] = '1.0'
        if header not in self:
            self[header] = type
            return
        params = self.get_params(header=header, unquote=requote)
        del self[header]
        self[header] = type
        for name, value in params[1:]:
            self.set_param(name, value, header, requote)

    def get_filename(self, failobj=None):
        name = self.get_param('filename', _missing, 'content-disposition')
        if name is _missing:
            name = self.get_param('name', _missing, 'content-type')
        return failobj if name is _missing else utils.collapse_rfc2231_value(name).strip()

    def get_boundary(self, failobj=None):
        boundary = self.get_param('boundary', _missing)
        return failobj if boundary is _missing else utils.collapse_rfc2231_value(boundary).rstrip()

    def set_boundary(self, boundary):
        """Another boundary; the header keeps its place."""
        params = self._params(_missing, 'content-type')
        if params is _missing:
            raise errors.HeaderParseError('No Content-Type header found')
        quoted = f'"{boundary}"'
        changed = [(name, quoted if name.lower() == 'boundary' else value) for name, value in params]
        if not any([name.lower() == 'boundary' for name, _ in params]):
            changed.append(('boundary', quoted))
        text = SEMISPACE.join([name if value == '' else f'{name}={value}' for name, value in changed])
        self._headers = [self.policy.header_store_parse(name, text) if name.lower() == 'content-type' else (name, value)
                         for name, value in self._headers]

    def get_content_charset(self, failobj=None):
        charset = self.get_param('charset', _missing)
        if charset is _missing:
            return failobj
        if isinstance(charset, tuple):
            try:
                charset = str(charset[2].encode('raw-unicode-escape'), charset[0] or 'us-ascii')
            except (LookupError, UnicodeError):
                charset = charset[2]
        return charset.lower() if charset.isascii() else failobj

    def get_charsets(self, failobj=None):
        return [part.get_content_charset(failobj) for part in self.walk()]

    def get_content_disposition(self):
        value = self.get('content-disposition')
        return None if value is None else _splitparam(value)[0].lower()

    from email.iterators import walk


class MIMEPart(Message):
    """A part whose headers are objects and whose content is set and got as what it stands for."""

    def __init__(self, policy=None):
        if policy is None:
            from email.policy import default as policy
        super().__init__(policy)

    def as_string(self, unixfrom=False, maxheaderlen=None, policy=None):
        policy = self.policy if policy is None else policy
        if maxheaderlen is None:
            maxheaderlen = policy.max_line_length
        return super().as_string(unixfrom, maxheaderlen, policy)

    def __str__(self):
        return self.as_string(policy=self.policy.clone(utf8=True))

    def is_attachment(self):
        disposition = self.get('content-disposition')
        return False if disposition is None else disposition.content_disposition == 'attachment'

    def _bodies(self, part, wanted):
        """What may be the body, with how well it is wanted."""
        if part.is_attachment():
            return
        maintype, subtype = part.get_content_type().split('/')
        if maintype == 'text':
            if subtype in wanted:
                yield wanted.index(subtype), part
            return
        if maintype != 'multipart' or not part.is_multipart():
            return
        if subtype != 'related':
            for inner in part.iter_parts():
                yield from self._bodies(inner, wanted)
            return
        if 'related' in wanted:
            yield wanted.index('related'), part
        root = None
        start = part.get_param('start')
        if start:
            root = next((inner for inner in part.iter_parts() if inner['content-id'] == start), None)
        if root is None:
            parts = part.get_payload()
            root = parts[0] if parts else None
        if root is not None:
            yield from self._bodies(root, wanted)

    def get_body(self, preferencelist=('related', 'html', 'plain')):
        """The part that is the body, of those that there are the one wanted most."""
        best, body = len(preferencelist), None
        for rank, part in self._bodies(self, preferencelist):
            if rank < best:
                best, body = rank, part
                if rank == 0:
                    break
        return body

    _body_types = {('text', 'plain'), ('text', 'html'), ('multipart', 'related'), ('multipart', 'alternative')}

    def iter_attachments(self):
        """The parts that are not the body."""
        maintype, subtype = self.get_content_type().split('/')
        if maintype != 'multipart' or subtype == 'alternative':
            return
        payload = self.get_payload()
        try:
            parts = payload.copy()
        except AttributeError:
            # A multipart that has no parts.
            return
        if subtype == 'related':
            start = self.get_param('start')
            if start:
                others = [part for part in parts if part.get('content-id') != start]
                if len(others) < len(parts):
                    yield from others
                    return
            if parts:
                parts.pop(0)
            yield from parts
            return
        seen = []
        for part in parts:
            maintype, subtype = part.get_content_type().split('/')
            if (maintype, subtype) in self._body_types and not part.is_attachment() and subtype not in seen:
                seen.append(subtype)
                continue
            yield part

    def iter_parts(self):
        if self.is_multipart():
            yield from self.get_payload()

    def get_content(self, *args, content_manager=None, **kw):
        if content_manager is None:
            content_manager = self.policy.content_manager
        return content_manager.get_content(self, *args, **kw)

    def set_content(self, *args, content_manager=None, **kw):
        if content_manager is None:
            content_manager = self.policy.content_manager
        content_manager.set_content(self, *args, **kw)

    def _make_multipart(self, subtype, disallowed_subtypes, boundary):
        if self.get_content_maintype() == 'multipart':
            existing = self.get_content_subtype()
            if existing in disallowed_subtypes + (subtype,):
                raise ValueError(f'Cannot convert {existing} to {subtype}')
        kept = [pair for pair in self._headers if not pair[0].lower().startswith('content-')]
        moved = [pair for pair in self._headers if pair[0].lower().startswith('content-')]
        if moved:
            # What is there becomes the first part.
            part = type(self)(policy=self.policy)
            part._headers = moved
            part._payload = self._payload
            self._payload = [part]
        else:
            self._payload = []
        self._headers = kept
        self['Content-Type'] = 'multipart/' + subtype
        if boundary is not None:
            self.set_param('boundary', boundary)

    def make_related(self, boundary=None):
        self._make_multipart('related', ('alternative', 'mixed'), boundary)

    def make_alternative(self, boundary=None):
        self._make_multipart('alternative', ('mixed',), boundary)

    def make_mixed(self, boundary=None):
        self._make_multipart('mixed', (), boundary)

    def _add_multipart(self, _subtype, *args, _disp=None, **kw):
        if self.get_content_maintype() != 'multipart' or self.get_content_subtype() != _subtype:
            getattr(self, 'make_' + _subtype)()
        part = type(self)(policy=self.policy)
        part.set_content(*args, **kw)
        if _disp and 'content-disposition' not in part:
            part['Content-Disposition'] = _disp
        self.attach(part)

    def add_related(self, *args, **kw):
        self._add_multipart('related', *args, _disp='inline', **kw)

    def add_alternative(self, *args, **kw):
        self._add_multipart('alternative', *args, **kw)

    def add_attachment(self, *args, **kw):
        self._add_multipart('mixed', *args, _disp='attachment', **kw)

    def clear(self):
        self._headers = []
        self._payload = None

    def clear_content(self):
        self._headers = [pair for pair in self._headers if not pair[0].lower().startswith('content-')]
        self._payload = None


class EmailMessage(MIMEPart):
    """A message of today: headers are objects, and content is what it stands for."""

    def set_content(self, *args, **kw):
        super().set_content(*args, **kw)
        if 'MIME-Version' not in self:
            self['MIME-Version'] = '1.0'
