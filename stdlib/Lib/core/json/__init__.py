"""JSON: values to text and text to values."""
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder

__version__ = '2.0.9'
__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder', 'JSONDecodeError', 'JSONEncoder']

_encoder = JSONEncoder()
_decoder = JSONDecoder()


def _encoder_for(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent, separators, default,
                 sort_keys, kw):
    if (not skipkeys and ensure_ascii and check_circular and allow_nan and cls is None
            and indent is None and separators is None and default is None and not sort_keys
            and not kw):
        return _encoder
    made = JSONEncoder if cls is None else cls
    return made(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan, indent=indent,
                separators=separators, default=default, sort_keys=sort_keys, **kw)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
         cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    """Write a value as JSON to something with a `write` method."""
    encoder = _encoder_for(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent,
                           separators, default, sort_keys, kw)
    for chunk in encoder.iterencode(obj):
        fp.write(chunk)


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None,
          indent=None, separators=None, default=None, sort_keys=False, **kw):
    """A value as JSON text."""
    encoder = _encoder_for(skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent,
                           separators, default, sort_keys, kw)
    return encoder.encode(obj)


def detect_encoding(b):
    """The encoding of JSON bytes: by their mark, or by where the zero bytes are."""
    if b.startswith((b'\xff\xfe\x00\x00', b'\x00\x00\xfe\xff')):
        return 'utf-32'
    for mark, encoding in ((b'\xff\xfe', 'utf-16'), (b'\xfe\xff', 'utf-16'),
                           (b'\xef\xbb\xbf', 'utf-8-sig')):
        if b.startswith(mark):
            return encoding
    # The first characters are ASCII. Their other bytes are zero in wider encodings.
    match tuple(b[:4]):
        case (0, 0, _, _):
            return 'utf-32-be'
        case (_, 0, 0, 0):
            return 'utf-32-le'
        case (0, _, _, _) | (0, _):
            return 'utf-16-be'
        case (_, 0, _, _) | (_, 0):
            return 'utf-16-le'
    return 'utf-8'


def __getattr__(name):
    if name != 'scanner':
        raise AttributeError(f"module 'json' has no attribute {name!r}")
    from json import scanner
    return scanner


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
         object_pairs_hook=None, **kw):
    """The value of the JSON text that something with a `read` method gives."""
    return loads(fp.read(), cls=cls, object_hook=object_hook, parse_float=parse_float,
                 parse_int=parse_int, parse_constant=parse_constant,
                 object_pairs_hook=object_pairs_hook, **kw)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    """The value of JSON text."""
    if not isinstance(s, str):
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError(f'the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}')
        s = s.decode(detect_encoding(s), 'surrogatepass')
    elif s.startswith('\ufeff'):
        raise JSONDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', s, 0)
    if (cls is None and object_hook is None and parse_int is None and parse_float is None
            and parse_constant is None and object_pairs_hook is None and not kw):
        return _decoder.decode(s)
    given = (('object_hook', object_hook), ('object_pairs_hook', object_pairs_hook), ('parse_float', parse_float),
             ('parse_int', parse_int), ('parse_constant', parse_constant))
    for name, value in given:
        if value is not None:
            kw[name] = value
    return (JSONDecoder if cls is None else cls)(**kw).decode(s)
