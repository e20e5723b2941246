"""The content of messages as Python objects: texts, bytes, messages."""
import binascii
import email.charset
import email.errors
import email.message
from email import quoprimime


class ContentManager:
    """Functions that get and set content, by the type of the content."""

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
    """The text of a part, decoded as its charset says."""
    charset = msg.get_param('charset', 'ASCII')
    return msg.get_payload(decode=True).decode(charset, errors=errors)


def get_non_text_content(msg):
    """The bytes of a part."""
    return msg.get_payload(decode=True)


def get_message_content(msg):
    """The message inside a part."""
    return msg.get_payload(0)


def get_and_fixup_unknown_message_content(msg):
    """The bytes of the message inside a part, for kinds of messages that are not known."""
    return bytes(get_message_content(msg))


_GETTERS = {
    'text': get_text_content,
    **dict.fromkeys(('audio', 'image', 'video', 'application'), get_non_text_content),
    **dict.fromkeys(('message/rfc822', 'message/external-body'), get_message_content),
    'message': get_and_fixup_unknown_message_content,
}
for _kind, _getter in _GETTERS.items():
    raw_data_manager.add_get_handler(_kind, _getter)
del _kind, _getter


def _begin(msg, content_type, headers):
    """Sets the type and the headers that the caller gave, as objects or as lines of text."""
    msg['Content-Type'] = content_type
    if not headers:
        return
    policy = msg.policy
    if not hasattr(headers[0], 'name'):
        headers = [policy.header_factory(*policy.header_source_parse([line])) for line in headers]
    for header in headers:
        try:
            for defect in header.defects:
                raise defect
            msg[header.name] = header
        except email.errors.HeaderDefect as defect:
            raise ValueError(f'Invalid header: {header.fold(policy=policy)}') from defect


def _end(msg, cte, disposition, filename, cid, params):
    """Sets what is known when the payload is there."""
    msg['Content-Transfer-Encoding'] = cte
    named = filename is not None
    if disposition is not None or named:
        msg['Content-Disposition'] = 'attachment' if disposition is None else disposition
    if named:
        msg.set_param('filename', filename, header='Content-Disposition', replace=True)
    if cid is not None:
        msg['Content-ID'] = cid
    if params:
        for name in params:
            msg.set_param(name, params[name])


def _base64_lines(data, longest):
    """Base64 in lines of at most `longest` characters; three bytes make four of them."""
    step = longest // 4 * 3
    pieces = [data[at:at + step] for at in range(0, len(data), step)]
    return b''.join(map(binascii.b2a_base64, pieces)).decode('ascii')


def _joined(lines, end=b'\n'):
    return end.join(lines) + end


def _quoted_lines(data, policy):
    return quoprimime.body_encode(data.decode('latin-1'), policy.max_line_length)


def _encoded(lines, cte, policy):
    """The payload for lines of encoded text."""
    match cte:
        case '7bit':
            return _joined(lines).decode('ascii')
        case '8bit':
            return _joined(lines).decode('ascii', 'surrogateescape')
        case 'quoted-printable':
            return _quoted_lines(_joined(lines), policy)
        case 'base64':
            return _base64_lines(_joined(lines, policy.linesep.encode('ascii')), policy.max_line_length)
    raise ValueError(f'Unknown content transfer encoding {cte}')


def _best_encoding(lines, policy):
    """The encoding for lines of encoded text: none if possible, else the shorter one of the first ten lines."""
    if max(map(len, lines), default=0) <= policy.max_line_length:
        if all(map(bytes.isascii, lines)):
            return '7bit'
        if policy.cte_type == '8bit':
            return '8bit'
    sample = _joined(lines[:10], policy.linesep.encode('ascii'))
    return 'base64' if len(_quoted_lines(sample, policy)) > len(binascii.b2a_base64(sample)) else 'quoted-printable'


def set_text_content(msg, string, subtype='plain', charset='utf-8', cte=None, disposition=None, filename=None, cid=None,
                     params=None, headers=None):
    """Makes a text the content of a part."""
    _begin(msg, 'text/' + subtype, headers)
    lines, policy = string.encode(charset).splitlines(), msg.policy
    if cte is None:
        cte = _best_encoding(lines, policy)
    msg.set_payload(_encoded(lines, cte, policy))
    msg.set_param('charset', email.charset.ALIASES.get(charset, charset), replace=True)
    _end(msg, cte, disposition, filename, cid, params)


# The encodings that each kind of message may have; the first one is used unless another one is asked for.
_MESSAGE_ENCODINGS = {'rfc822': ('8bit', '7bit', 'binary'), 'external-body': ('7bit',)}


def set_message_content(msg, message, subtype='rfc822', cte=None, disposition=None, filename=None, cid=None, params=None,
                        headers=None):
    """Makes a message the content of a part."""
    if subtype == 'partial':
        raise ValueError('message/partial is not supported for Message objects')
    allowed = _MESSAGE_ENCODINGS.get(subtype)
    if cte is None:
        cte = allowed[0] if allowed else '7bit'
    elif allowed and cte not in allowed:
        raise ValueError(f'message/{subtype} parts do not support cte={cte}')
    _begin(msg, f'message/{subtype}', headers)
    msg.set_payload([message])
    _end(msg, cte, disposition, filename, cid, params)


def set_bytes_content(msg, data, maintype, subtype, cte='base64', disposition=None, filename=None, cid=None, params=None,
                      headers=None):
    """Makes bytes the content of a part."""
    _begin(msg, f'{maintype}/{subtype}', headers)
    if cte in ('8bit', 'binary'):
        payload = data.decode('ascii', 'surrogateescape')
    elif cte == '7bit':
        payload = data.decode('ascii')
    elif cte == 'quoted-printable':
        payload = binascii.b2a_qp(data, quotetabs=True, istext=False, header=False).decode('ascii')
    else:
        payload = _base64_lines(data, msg.policy.max_line_length) if cte == 'base64' else data
    msg.set_payload(payload)
    _end(msg, cte, disposition, filename, cid, params)


_SETTERS = {str: set_text_content, email.message.Message: set_message_content,
            **dict.fromkeys((bytes, bytearray, memoryview), set_bytes_content)}
for _kind, _setter in _SETTERS.items():
    raw_data_manager.add_set_handler(_kind, _setter)
del _kind, _setter
