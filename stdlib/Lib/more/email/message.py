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
    """The texts before and after the first semicolon."""
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
    """The parts of a header, which semicolons outside of quotes separate."""
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
    """The bytes of uuencoded lines."""
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
        self.policy, self.defects = policy, []
        self._headers, self._payload, self._charset = [], None, None
        self._unixfrom = self.preamble = self.epilogue = None
        self._default_type = 'text/plain'

    def __str__(self): return self.as_string()
    def __bytes__(self): return self.as_bytes()

    def as_string(self, unixfrom=False, maxheaderlen=0, policy=None):
        """The message as text."""
        from email.generator import Generator
        return self._flat(StringIO(), Generator, unixfrom, policy, maxheaderlen=maxheaderlen)

    def as_bytes(self, unixfrom=False, policy=None):
        """The message as bytes."""
        from email.generator import BytesGenerator
        return self._flat(BytesIO(), BytesGenerator, unixfrom, policy)

    def _flat(self, out, generator, unixfrom, policy, **options):
        made = generator(out, mangle_from_=False, policy=self.policy if policy is None else policy, **options)
        made.flatten(self, unixfrom=unixfrom)
        return out.getvalue()

    def is_multipart(self): return isinstance(self._payload, list)
    def get_unixfrom(self): return self._unixfrom
    def set_unixfrom(self, unixfrom): self._unixfrom = unixfrom

    def attach(self, payload):
        """Adds a part."""
        if self._payload is None:
            self._payload = []
        try:
            add = self._payload.append
        except AttributeError:
            raise TypeError('Attach is not valid on a message with a non-multipart payload')
        add(payload)

    def get_payload(self, i=None, decode=False):
        """The payload, or one of its parts. Decoded it is bytes."""
        payload = self._payload
        if self.is_multipart():
            return None if decode else payload if i is None else payload[i]
        if i is not None and not isinstance(payload, list):
            raise TypeError(f'Expected list, got {type(payload)}')
        header = self.get('content-transfer-encoding', '')
        return self._decoded(payload, header) if decode else self._shown(payload)

    def _shown(self, payload):
        """The payload as text; bytes that are not ASCII are decoded as the charset says."""
        if not isinstance(payload, str) or not utils._has_surrogates(payload):
            return payload
        try:
            data = payload.encode('ascii', 'surrogateescape')
        except UnicodeEncodeError:
            return payload
        try:
            return data.decode(self.get_content_charset('ascii'), 'replace')
        except LookupError:
            return data.decode('ascii', 'replace')

    def _decoded(self, payload, header):
        """The payload as bytes, without its transfer encoding."""
        data = payload
        if isinstance(payload, str):
            try:
                data = payload.encode('ascii', 'surrogateescape')
            except UnicodeEncodeError:
                data = payload.encode('raw-unicode-escape')
        match header.cte if hasattr(header, 'cte') else str(header).strip().lower():
            case 'quoted-printable':
                return quopri.decodestring(data)
            case 'base64':
                data, defects = decode_b(b''.join(data.splitlines()))
                for defect in defects:
                    self.policy.handle_defect(self, defect)
            case 'x-uuencode' | 'uuencode' | 'uue' | 'x-uue':
                try:
                    return _decode_uu(data)
                except ValueError:
                    pass
        return data

    def set_payload(self, payload, charset=None):
        """Sets the payload. With a charset it is encoded for it."""
        if hasattr(payload, 'encode') and isinstance(charset, Charset):
            payload = payload.encode(charset.output_charset, 'surrogateescape')
        # Bytes are kept as text with surrogates.
        self._payload = payload.decode('ascii', 'surrogateescape') if hasattr(payload, 'decode') else payload
        if charset is not None:
            self.set_charset(charset)

    def get_charset(self): return self._charset

    def set_charset(self, charset):
        """Says in which charset the payload is, and encodes it as that charset wants."""
        if charset is None:
            self.del_param('charset')
            self._charset = None
            return
        self._charset = charset = charset if isinstance(charset, Charset) else Charset(charset)
        output = charset.get_output_charset()
        if 'MIME-Version' not in self:
            self.add_header('MIME-Version', '1.0')
        if 'Content-Type' in self:
            self.set_param('charset', output)
        else:
            self.add_header('Content-Type', 'text/plain', charset=output)
        if output != charset:
            self._payload = charset.body_encode(self._payload)
        if 'Content-Transfer-Encoding' not in self:
            self._encode_for(charset)

    def _encode_for(self, charset):
        encoding, data = charset.get_body_encoding(), self._payload
        if callable(encoding):
            # It sets the header too.
            encoding(self)
            return
        if data:
            try:
                data = data.encode('ascii', 'surrogateescape')
            except UnicodeError:
                data = data.encode(charset.output_charset)
        self._payload = charset.body_encode(data)
        self.add_header('Content-Transfer-Encoding', encoding)

    # ---- headers

    def _fetched(self, header): return self.policy.header_fetch_parse(*header)

    def _named(self, name):
        """The headers of a name."""
        wanted = name.lower()
        return [header for header in self._headers if header[0].lower() == wanted]

    def __len__(self): return len(self._headers)
    def __getitem__(self, name): return self.get(name)
    def __contains__(self, name): return bool(self._named(name))

    def __setitem__(self, name, val):
        # Adds a header, and leaves those of the same name.
        most = self.policy.header_max_count(name)
        if most and len(self._named(name)) >= most:
            raise ValueError(f'There may be at most {most} {name} headers in a message')
        self._headers.append(self.policy.header_store_parse(name, val))

    def __delitem__(self, name):
        unwanted = name.lower()
        self._headers = [header for header in self._headers if header[0].lower() != unwanted]

    def __iter__(self):
        for header in self._headers:
            yield header[0]

    def keys(self): return [header[0] for header in self._headers]
    def values(self): return [self._fetched(header) for header in self._headers]
    def items(self): return [(header[0], self._fetched(header)) for header in self._headers]

    def get(self, name, failobj=None):
        """The first header of a name."""
        wanted = name.lower()
        for header in self._headers:
            if header[0].lower() == wanted:
                return self._fetched(header)
        return failobj

    def get_all(self, name, failobj=None):
        """All headers of a name."""
        return [self._fetched(header) for header in self._named(name)] or failobj

    # Headers as they are kept.
    def raw_items(self): return iter(self._headers.copy())
    def set_raw(self, name, value): self._headers.append((name, value))

    def add_header(self, _name, _value, **_params):
        """Adds a header with parameters."""
        parts = [_formatparam(name.replace('_', '-'), value) for name, value in _params.items()]
        if _value is not None:
            parts.insert(0, _value)
        self[_name] = SEMISPACE.join(parts)

    def replace_header(self, _name, _value):
        """Changes the first header of a name, which keeps its place."""
        wanted = _name.lower()
        for at, header in enumerate(self._headers):
            if header[0].lower() == wanted:
                break
        else:
            raise KeyError(wanted)
        self._headers[at] = self.policy.header_store_parse(header[0], _value)

    # ---- the type

    def get_content_type(self):
        """The type as `main/sub`, in lower case."""
        value = self.get('content-type', _missing)
        if value is not _missing:
            found = _splitparam(value)[0].lower()
            return found if found.count('/') == 1 else 'text/plain'
        return self.get_default_type()

    def get_content_maintype(self): return self.get_content_type().partition('/')[0]
    def get_content_subtype(self): return self.get_content_type().split('/')[1]
    def get_default_type(self): return self._default_type
    def set_default_type(self, ctype): self._default_type = ctype

    def _params(self, failobj, header):
        """Parameters as pairs, with their quotes."""
        value = self.get(header, _missing)
        if value is _missing:
            return failobj
        params = []
        for part in _parseparam(value):
            name, _, text = part.partition('=')
            params.append((name.strip(), text.strip()))
        return utils.decode_params(params)

    def get_params(self, failobj=None, header='content-type', unquote=True):
        """The parameters of a header, as pairs; the first one is its value."""
        found = self._params(_missing, header)
        if found is _missing:
            return failobj
        return found if not unquote else [(name, _unquotevalue(value)) for name, value in found]

    def get_param(self, param, failobj=None, header='content-type', unquote=True):
        """One parameter of a header."""
        wanted = param.lower()
        for name, value in self._params((), header) if header in self else ():
            if name.lower() == wanted:
                return _unquotevalue(value) if unquote else value
        return failobj

    def set_param(self, param, value, header='Content-Type', requote=True, charset=None, language='', replace=False):
        """Adds or changes a parameter of a header."""
        if charset and not isinstance(value, tuple):
            value = charset, language, value
        formatted = _formatparam(param, value, requote)
        if self.get_param(param, header=header):
            wanted = param.lower()
            parts = [formatted if name.lower() == wanted else _formatparam(name, old, requote)
                     for name, old in self.get_params(header=header, unquote=requote)]
        else:
            missing = header.lower() == 'content-type' and header not in self
            before = 'text/plain' if missing else self.get(header)
            parts = [before, formatted] if before else [formatted]
        self._change(header, SEMISPACE.join(parts), replace)

    def _change(self, header, text, replace=False):
        if text == self.get(header):
            return
        if replace:
            self.replace_header(header, text)
        else:
            del self[header]
            self[header] = text

    def del_param(self, param, header='content-type', requote=True):
        """Removes a parameter of a header."""
        if header in self:
            unwanted = param.lower()
            kept = [_formatparam(name, value, requote) for name, value in self.get_params(header=header, unquote=requote)
                    if name.lower() != unwanted]
            self._change(header, SEMISPACE.join(kept))

    def set_type(self, type, header='Content-Type', requote=True):
        """Changes the type, and keeps the parameters."""
        if type.count('/') != 1:
            raise ValueError
        if header.lower() == 'content-type':
            del self['mime-version']
            self['MIME-Version'] = '1.0'
        old = self.get_params(header=header, unquote=requote) if header in self else ()
        if header in self:
            del self[header]
        self[header] = type
        for name, value in old[1:]:
            self.set_param(name, value, header, requote)

    def get_filename(self, failobj=None):
        """The name of the file that a part is."""
        for param, header in (('filename', 'content-disposition'), ('name', 'content-type')):
            name = self.get_param(param, _missing, header)
            if name is not _missing:
                return utils.collapse_rfc2231_value(name).strip()
        return failobj

    def get_boundary(self, failobj=None):
        """The text between parts."""
        found = self.get_param('boundary', _missing)
        return failobj if found is _missing else utils.collapse_rfc2231_value(found).rstrip()

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
        """The charset in lower case."""
        found = self.get_param('charset', _missing)
        if isinstance(found, tuple):
            encoding, _, text = found
            try:
                found = str(text.encode('raw-unicode-escape'), encoding or 'us-ascii')
            except (LookupError, UnicodeError):
                found = text
        return failobj if found is _missing or not found.isascii() else found.lower()

    def get_charsets(self, failobj=None):
        """The charsets of all parts."""
        return [part.get_content_charset(failobj) for part in self.walk()]

    def get_content_disposition(self):
        """'inline', 'attachment' or another word in lower case."""
        value = self.get('content-disposition')
        if value is not None:
            return _splitparam(value)[0].lower()

    from email.iterators import walk


class MIMEPart(Message):
    """A part whose headers and content are Python objects."""

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
        """The parts that may be the body, each with its place in the list of wanted kinds."""
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
        """The body: of the parts that may be it, the one of the kind that is wanted most."""
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

    def _manager(self, content_manager):
        return self.policy.content_manager if content_manager is None else content_manager

    def get_content(self, *args, content_manager=None, **kw):
        """The content as a Python object."""
        return self._manager(content_manager).get_content(self, *args, **kw)

    def set_content(self, *args, content_manager=None, **kw):
        """Makes a Python object the content."""
        self._manager(content_manager).set_content(self, *args, **kw)

    def _make_multipart(self, subtype, disallowed_subtypes, boundary):
        if self.get_content_maintype() == 'multipart':
            now = self.get_content_subtype()
            if now == subtype or now in disallowed_subtypes:
                raise ValueError(f'Cannot convert {now} to {subtype}')
        kept, moved = [], []
        for header in self._headers:
            (moved if header[0].lower().startswith('content-') else kept).append(header)
        parts = []
        if moved:
            # The content becomes the first part.
            first = type(self)(policy=self.policy)
            first._headers, first._payload = moved, self._payload
            parts.append(first)
        self._headers, self._payload = kept, parts
        self['Content-Type'] = 'multipart/' + subtype
        if boundary is not None:
            self.set_param('boundary', boundary)

    def make_related(self, boundary=None): self._make_multipart('related', ('alternative', 'mixed'), boundary)
    def make_alternative(self, boundary=None): self._make_multipart('alternative', ('mixed',), boundary)
    def make_mixed(self, boundary=None): self._make_multipart('mixed', (), boundary)

    def _add_multipart(self, _subtype, *args, _disp=None, **kw):
        if (self.get_content_maintype(), self.get_content_subtype()) != ('multipart', _subtype):
            make = getattr(self, f'make_{_subtype}')
            make()
        added = type(self)(policy=self.policy)
        added.set_content(*args, **kw)
        if _disp and 'content-disposition' not in added:
            added['Content-Disposition'] = _disp
        self.attach(added)

    def add_related(self, *args, **kw): self._add_multipart('related', *args, _disp='inline', **kw)
    def add_alternative(self, *args, **kw): self._add_multipart('alternative', *args, **kw)
    def add_attachment(self, *args, **kw): self._add_multipart('mixed', *args, _disp='attachment', **kw)

    def clear(self):
        """Removes the content and all headers."""
        self._headers, self._payload = [], None

    def clear_content(self):
        """Removes the content and the headers about it."""
        kept = [header for header in self._headers if not header[0].lower().startswith('content-')]
        self._headers, self._payload = kept, None


class EmailMessage(MIMEPart):
    """A message whose headers and content are Python objects."""

    def set_content(self, *args, **kw):
        super().set_content(*args, **kw)
        if 'MIME-Version' not in self:
            self['MIME-Version'] = '1.0'
