"""Addresses, dates, message ids and parameters, as headers have them."""
import datetime
import random
import re
import time
import urllib.parse
from email._addresses import AddressList as _AddressList, _date_parts, mktime_tz, parsedate, parsedate_tz, quote
from email.charset import Charset

__all__ = ['collapse_rfc2231_value', 'decode_params', 'decode_rfc2231', 'encode_rfc2231', 'formataddr', 'formatdate',
           'format_datetime', 'getaddresses', 'make_msgid', 'mktime_tz', 'parseaddr', 'parsedate', 'parsedate_tz',
           'parsedate_to_datetime', 'unquote', 'localtime']

COMMASPACE = ', '
EMPTYSTRING = ''
CRLF = '\r\n'
TICK = "'"
NLCRE = re.compile(r'\r\n|\r|\n')
specialsre = re.compile(r'[][\\()<>@,:;".]')
escapesre = re.compile(r'[\\"]')
rfc2231_continuation = re.compile(r'(?P<name>\w+)\*((?P<num>[0-9]+)\*?)?', re.ASCII)
supports_strict_parsing = True

_DAYS = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
_MONTHS = ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_surrogate = re.compile('[\ud800-\udfff]')


def _has_surrogates(s):
    return not s.isascii() and _surrogate.search(s) is not None


def _sanitize(string):
    """A text with marks for the bytes that could not be decoded."""
    return string.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace')


def formataddr(pair, charset='utf-8'):
    """An address with the name of who has it."""
    name, address = pair
    address.encode('ascii')
    if not name:
        return address
    try:
        name.encode('ascii')
    except UnicodeEncodeError:
        if isinstance(charset, str):
            charset = Charset(charset)
        return f'{charset.header_encode(name)} <{address}>'
    quotes = '"' if specialsre.search(name) else ''
    return f'{quotes}{escapesre.sub(_escaped, name)}{quotes} <{address}>'


def _escaped(found):
    return '\\' + found[0]


def _quoted_spans(addr):
    """The text without its quoted parts; a backslash escapes the next character."""
    kept, inside, at = [], False, 0
    held = []
    while at < len(addr):
        step = 2 if addr[at] == '\\' else 1
        taken = addr[at:at + step]
        at += step
        if taken == '"':
            if inside:
                kept.append('""')
                held = []
            inside = not inside
        elif inside:
            held.append(taken)
        else:
            kept.append(taken)
    if inside:
        kept.append('"' + ''.join(held))
    return ''.join(kept)


def _balanced(fieldvalues):
    """Values whose parentheses do not close before they open and are all closed; others become nothing."""
    accepted = []
    for value in fieldvalues:
        outside = re.sub(r'\\[()]', '', _quoted_spans(value))
        depth = 0
        for character in outside:
            depth += (character == '(') - (character == ')')
            if depth < 0:
                break
        accepted.append(value if depth == 0 else '("", "")')
    return accepted


def _accepted(pairs):
    """What is no address after all becomes a pair of empty texts."""
    return [('', '') if '[' in pair[1] else pair for pair in pairs]


def getaddresses(fieldvalues, *, strict=True):
    """Pairs of name and address of all addresses in the values of headers."""
    if not strict:
        return _AddressList(COMMASPACE.join([str(value) for value in fieldvalues])).addresslist
    values = _balanced([str(value) for value in fieldvalues])
    pairs = _accepted(_AddressList(COMMASPACE.join(values)).addresslist)
    # As many addresses as commas say, or the values are not to be trusted.
    expected = sum([1 + _quoted_spans(value).count(',') for value in values])
    return pairs if len(pairs) == expected else [('', '')]


def parseaddr(addr, *, strict=True):
    """Name and address of the first address; two empty texts where there is none."""
    if not strict:
        found = _AddressList(addr).addresslist
        return found[0] if found else ('', '')
    if isinstance(addr, list):
        addr = addr[0]
    if not isinstance(addr, str):
        return ('', '')
    found = _accepted(_AddressList(_balanced([addr])[0]).addresslist)
    return found[0] if len(found) == 1 else ('', '')


def unquote(str):
    """A text without its quotes or angle brackets."""
    if len(str) > 1:
        if str.startswith('"') and str.endswith('"'):
            return str[1:-1].replace('\\\\', '\\').replace('\\"', '"')
        if str.startswith('<') and str.endswith('>'):
            return str[1:-1]
    return str


def _date_text(parts, zone):
    return (f'{_DAYS[parts[6]]}, {parts[2]:02d} {_MONTHS[parts[1] - 1]} {parts[0]:04d} '
            f'{parts[3]:02d}:{parts[4]:02d}:{parts[5]:02d} {zone}')


def formatdate(timeval=None, localtime=False, usegmt=False):
    """A time as headers write it."""
    if timeval is None:
        timeval = time.time()
    moment = datetime.datetime.fromtimestamp(timeval, datetime.timezone.utc)
    if localtime:
        moment = moment.astimezone()
        usegmt = False
    elif not usegmt:
        moment = moment.replace(tzinfo=None)
    return format_datetime(moment, usegmt)


def format_datetime(dt, usegmt=False):
    """A `datetime` as headers write it."""
    parts = dt.timetuple()
    if usegmt:
        if dt.tzinfo is None or dt.tzinfo != datetime.timezone.utc:
            raise ValueError('usegmt option requires a UTC datetime')
        zone = 'GMT'
    elif dt.tzinfo is None:
        zone = '-0000'
    else:
        zone = dt.strftime('%z')
    return _date_text(parts, zone)


def parsedate_to_datetime(data):
    """The `datetime` of a header's date; it has a zone unless the date says it knows none."""
    found = _date_parts(data)
    if not found:
        raise ValueError(f'Invalid date value or format "{data!s}"')
    *parts, zone = found
    if zone is None:
        return datetime.datetime(*parts[:6])
    return datetime.datetime(*parts[:6], tzinfo=datetime.timezone(datetime.timedelta(seconds=zone)))


def localtime(dt=None, isdst=None):
    """A `datetime` of the local zone."""
    if isdst is not None:
        import warnings
        warnings._deprecated('The \'isdst\' parameter to \'localtime\'', message='{name} is deprecated and slated for '
                             'removal in Python {remove}', remove=(3, 14))
    if dt is None:
        dt = datetime.datetime.now()
    return dt.astimezone()


def make_msgid(idstring=None, domain=None):
    """An id that no other message has."""
    moment = int(time.time() * 100)
    number = random.getrandbits(64)
    suffix = '' if idstring is None else '.' + idstring
    if domain is None:
        domain = 'localhost'
    return f'<{moment}.{random.getrandbits(15)}.{number}{suffix}@{domain}>'


def decode_rfc2231(s):
    """Character set, language and text of a parameter."""
    parts = s.split(TICK, 2)
    return tuple(parts) if len(parts) == 3 else (None, None, s)


def encode_rfc2231(s, charset=None, language=None):
    """A parameter's text with its character set and language before it."""
    s = urllib.parse.quote(s, safe='', encoding=charset or 'ascii')
    if charset is None and language is None:
        return s
    return f"{charset}'{'' if language is None else language}'{s}"


def decode_params(params):
    """Parameters of which some came in pieces, or encoded, or both."""
    new = [params[0]]
    pieces = {}
    for name, value in params[1:]:
        encoded = name.endswith('*')
        value = unquote(value)
        found = rfc2231_continuation.match(name)
        if found:
            number = found['num']
            pieces.setdefault(found['name'], []).append((None if number is None else int(number), value, encoded))
        else:
            new.append((name, f'"{quote(value)}"'))
    for name, parts in pieces.items():
        parts.sort()
        extended = any([encoded for _, _, encoded in parts])
        value = EMPTYSTRING.join([urllib.parse.unquote(text, encoding='latin-1') if encoded else text
                                  for _, text, encoded in parts])
        if extended:
            charset, language, value = decode_rfc2231(value)
            new.append((name, (charset, language, f'"{quote(value)}"')))
        else:
            new.append((name, f'"{quote(value)}"'))
    return new


def collapse_rfc2231_value(value, errors='replace', fallback_charset='us-ascii'):
    """The text of a parameter's value, whatever form it has."""
    if not isinstance(value, tuple) or len(value) != 3:
        return unquote(value)
    charset, _, text = value
    if charset is None:
        charset = fallback_charset
    try:
        return str(bytes(text, 'raw-unicode-escape'), charset, errors)
    except LookupError:
        return unquote(text)
