"""Content of messages as what it stands for: texts, bytes, messages."""
import binascii
import email.charset
import email.errors
import email.message
from email import quoprimime


class ContentManager:
    """Knows by types how content is got and set."""

    def __init__(self):
        self.get_handlers = {}
        self.set_handlers = {}

    def add_get_handler(self, key, handler):
        self.get_handlers[key] = handler

    def get_content(self, msg, *args, **kw):
        kind = msg.get_content_type()
        for key in (kind, msg.get_content_maintype(), ''):
            if key in self.get_handlers:
                return self.get_handlers[key](msg, *args, **kw)
        raise KeyError(kind)

    def add_set_handler(self, typekey, handler):
        self.set_handlers[typekey] = handler

    def set_content(self, msg, obj, *args, **kw):
        if msg.get_content_maintype() == 'multipart':
            raise TypeError('set_content not valid on multipart')
        handler = self._set_handler(obj)
        msg.clear_content()
        handler(msg, obj, *args, **kw)

    def _set_handler(self, obj):
        first = None
        for kind in type(obj).__mro__:
            module = getattr(kind, '__module__', '')
            path = f'{module}.{kind.__qualname__}' if module else kind.__qualname__
            first = first or path
            for key in (kind, path, kind.__qualname__, kind.__name__):
                if key in self.set_handlers:
                    return self.set_handlers[key]
        if None in self.set_handlers:
            return self.set_handlers[None]
        raise KeyError(first)


raw_data_manager = ContentManager()


def get_text_content(msg, errors='replace'):
    return msg.get_payload(decode=True).decode(msg.get_param('charset', 'ASCII'), errors=errors)


def get_non_text_content(msg):
    return msg.get_payload(decode=True)


def get_message_content(msg):
    return msg.get_payload(0)


def get_and_fixup_unknown_message_content(msg):
    return bytes(msg.get_payload(0))


raw_data_manager.add_get_handler('text', get_text_content)
for _maintype in ('audio', 'image', 'video', 'application'):
    raw_data_manager.add_get_handler(_maintype, get_non_text_content)
for _subtype in ('rfc822', 'external-body'):
    raw_data_manager.add_get_handler('message/' + _subtype, get_message_content)
raw_data_manager.add_get_handler('message', get_and_fixup_unknown_message_content)


def _prepare_set(msg, maintype, subtype, headers):
    msg['Content-Type'] = f'{maintype}/{subtype}'
    if not headers:
        return
    if not hasattr(headers[0], 'name'):
        policy = msg.policy
        headers = [policy.header_factory(*policy.header_source_parse([header])) for header in headers]
    for header in headers:
        try:
            if header.defects:
                raise header.defects[0]
            msg[header.name] = header
        except email.errors.HeaderDefect as exc:
            raise ValueError(f'Invalid header: {header.fold(policy=msg.policy)}') from exc


def _finalize_set(msg, disposition, filename, cid, params):
    if disposition is None and filename is not None:
        disposition = 'attachment'
    if disposition is not None:
        msg['Content-Disposition'] = disposition
    if filename is not None:
        msg.set_param('filename', filename, header='Content-Disposition', replace=True)
    if cid is not None:
        msg['Content-ID'] = cid
    for name, value in (params or {}).items():
        msg.set_param(name, value)


def _encode_base64(data, max_line_length):
    step = max_line_length // 4 * 3
    return ''.join([binascii.b2a_base64(data[at:at + step]).decode('ascii') for at in range(0, len(data), step)])


def _encode_text(string, charset, cte, policy):
    """How a text is encoded, and what it is then."""
    lines = string.encode(charset).splitlines()
    linesep = policy.linesep.encode('ascii')

    def embedded(lines):
        return linesep.join(lines) + linesep

    def normal(lines):
        return b'\n'.join(lines) + b'\n'

    if cte is None:
        if max([len(line) for line in lines], default=0) <= policy.max_line_length:
            text = normal(lines)
            if text.isascii():
                return '7bit', text.decode('ascii')
            if policy.cte_type == '8bit':
                return '8bit', text.decode('ascii', 'surrogateescape')
        sniffed = embedded(lines[:10])
        quoted = quoprimime.body_encode(sniffed.decode('latin-1'), policy.max_line_length)
        if len(quoted) > len(binascii.b2a_base64(sniffed)):
            cte = 'base64'
        else:
            cte = 'quoted-printable'
            if len(lines) <= 10:
                return cte, quoted
    if cte == '7bit':
        return cte, normal(lines).decode('ascii')
    if cte == '8bit':
        return cte, normal(lines).decode('ascii', 'surrogateescape')
    if cte == 'quoted-printable':
        return cte, quoprimime.body_encode(normal(lines).decode('latin-1'), policy.max_line_length)
    if cte == 'base64':
        return cte, _encode_base64(embedded(lines), policy.max_line_length)
    raise ValueError(f'Unknown content transfer encoding {cte}')


def set_text_content(msg, string, subtype='plain', charset='utf-8', cte=None, disposition=None, filename=None, cid=None,
                     params=None, headers=None):
    _prepare_set(msg, 'text', subtype, headers)
    cte, payload = _encode_text(string, charset, cte, msg.policy)
    msg.set_payload(payload)
    msg.set_param('charset', email.charset.ALIASES.get(charset, charset), replace=True)
    msg['Content-Transfer-Encoding'] = cte
    _finalize_set(msg, disposition, filename, cid, params)


raw_data_manager.add_set_handler(str, set_text_content)


def set_message_content(msg, message, subtype='rfc822', cte=None, disposition=None, filename=None, cid=None, params=None,
                        headers=None):
    if subtype == 'partial':
        raise ValueError('message/partial is not supported for Message objects')
    if subtype == 'rfc822':
        if cte not in (None, '7bit', '8bit', 'binary'):
            raise ValueError(f'message/rfc822 parts do not support cte={cte}')
        cte = '8bit' if cte is None else cte
    elif subtype == 'external-body':
        if cte not in (None, '7bit'):
            raise ValueError(f'message/external-body parts do not support cte={cte}')
        cte = '7bit'
    elif cte is None:
        cte = '7bit'
    _prepare_set(msg, 'message', subtype, headers)
    msg.set_payload([message])
    msg['Content-Transfer-Encoding'] = cte
    _finalize_set(msg, disposition, filename, cid, params)


raw_data_manager.add_set_handler(email.message.Message, set_message_content)


def set_bytes_content(msg, data, maintype, subtype, cte='base64', disposition=None, filename=None, cid=None, params=None,
                      headers=None):
    _prepare_set(msg, maintype, subtype, headers)
    if cte == 'base64':
        data = _encode_base64(data, max_line_length=msg.policy.max_line_length)
    elif cte == 'quoted-printable':
        data = binascii.b2a_qp(data, istext=False, header=False, quotetabs=True).decode('ascii')
    elif cte == '7bit':
        data = data.decode('ascii')
    elif cte in ('8bit', 'binary'):
        data = data.decode('ascii', 'surrogateescape')
    msg.set_payload(data)
    msg['Content-Transfer-Encoding'] = cte
    _finalize_set(msg, disposition, filename, cid, params)


for _type in (bytes, bytearray, memoryview):
    raw_data_manager.add_set_handler(_type, set_bytes_content)
del _maintype, _subtype, _type
