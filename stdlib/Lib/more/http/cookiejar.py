"""Cookies of a client: which of them are taken from a response, and which are sent with a request."""
import copy
import datetime
import os
import re
import threading as _threading
import time
import urllib.parse
from calendar import timegm

__all__ = ['Cookie', 'CookieJar', 'CookiePolicy', 'DefaultCookiePolicy', 'FileCookieJar', 'LWPCookieJar', 'LoadError', 'MozillaCookieJar']

DEFAULT_HTTP_PORT = '80'
EPOCH_YEAR = 1970
HTTPONLY_ATTR, HTTPONLY_PREFIX = 'HTTPOnly', '#HttpOnly_'
HTTP_PATH_SAFE = "%/;:@&=+$,!~*'()"
DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
MONTHS_LOWER = [month.lower() for month in MONTHS]
MISSING_FILENAME_TEXT = 'a filename was not supplied (nor was the CookieJar instance initialised with one)'
NETSCAPE_HEADER_TEXT = '''# Netscape HTTP Cookie File
# http://curl.haxx.se/rfc/cookie_spec.html
# This is a generated file!  Do not edit.

'''
NETSCAPE_MAGIC_RGX = re.compile('#( Netscape)? HTTP Cookie File')

_SECOND_LEVELS = frozenset('co ac com edu org net gov mil int aero biz cat coop info jobs mobi museum name pro travel eu'.split())
_zone = re.compile(r'([-+])?(\d\d?):?(\d\d)?$', re.ASCII)
_strict_date = re.compile(r'[SMTWF][a-z][a-z], (\d\d) ([JFMASOND][a-z][a-z]) (\d\d\d\d) (\d\d):(\d\d):(\d\d) GMT$', re.ASCII)
_weekday = re.compile(r'(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[a-z]*,?\s*', re.I | re.ASCII)
_loose_date = re.compile(r'(\d\d?)(?:\s+|[-/])(\w+)(?:\s+|[-/])(\d+)(?:(?:\s+|:)(\d\d?):(\d\d)(?::(\d\d))?)?\s*'
                         r'(?:([-+]?\d{2,4}|(?![APap][Mm]\b)[A-Za-z]+)\s*)?(?:\(\w+\)\s*)?$', re.ASCII)
_iso_date = re.compile(r'(\d{4})[-/]?(\d\d?)[-/]?(\d\d?)(?:(?:\s+|[-:Tt])(\d\d?):?(\d\d)(?::?(\d\d(?:\.\d*)?))?)?\s*'
                       r'(?:([-+]?\d\d?:?(?::?\d\d)?|Z|z)\s*)?$', re.ASCII)
_token = re.compile(r'\s*([^=\s;,]+)')
_quoted = re.compile(r'\s*=\s*"([^"\\]*(?:\\.[^"\\]*)*)"')
_plain = re.compile(r'\s*=\s*([^\s;,]*)')
_comma = re.compile(r'\s*,')
_junk = re.compile(r'[=\s;]*')
_last_number = re.compile(r'\.\d+$', re.ASCII)
_escaped = re.compile('%([0-9a-fA-F][0-9a-fA-F])')
_port = re.compile(r':\d+$', re.ASCII)


def _warn_unhandled_exception():
    import io
    import traceback
    import warnings
    text = io.StringIO()
    traceback.print_exc(None, text)
    warnings.warn(f'http.cookiejar bug!\n{text.getvalue()}', stacklevel=2)


# Dates.

def _timegm(tt):
    year, month, day, hour, minute, second = tt[:6]
    if year >= EPOCH_YEAR and 1 <= month <= 12 and 1 <= day <= 31 and 0 <= hour <= 24 and 0 <= minute <= 59 and 0 <= second <= 61:
        return timegm(tt)
    return None


def _utc(t):
    return datetime.datetime.now(tz=datetime.UTC) if t is None else datetime.datetime.fromtimestamp(t, tz=datetime.UTC)


def time2isoz(t=None):
    """A time as `1994-11-24 08:49:37Z`."""
    return _utc(t).strftime('%Y-%m-%d %H:%M:%SZ')


def time2netscape(t=None):
    """A time as `Thu, 24-Nov-1994 08:49:37 GMT`."""
    at = _utc(t)
    return f'{DAYS[at.weekday()]}, {at.day:02d}-{MONTHS[at.month - 1]}-{at.year:04d} {at.hour:02d}:{at.minute:02d}:{at.second:02d} GMT'


def offset_from_tz_string(tz):
    """The seconds that a zone is ahead of UTC."""
    if tz in ('GMT', 'UTC', 'UT', 'Z'):
        return 0
    match = _zone.match(tz)
    if match is None:
        return None
    sign, hours, minutes = match.groups()
    offset = 3600 * int(hours) + 60 * int(minutes or 0)
    return -offset if sign == '-' else offset


def _str2time(day, mon, yr, hr, min, sec, tz):
    year = int(yr)
    if year > datetime.MAXYEAR:
        return None
    if mon.lower() in MONTHS_LOWER:
        month = MONTHS_LOWER.index(mon.lower()) + 1
    else:
        try:
            month = int(mon)
        except ValueError:
            return None
        if not 1 <= month <= 12:
            return None
    if year < 1000:
        # Two digits are of the nearest century.
        this = time.localtime()[0]
        short, year = year, year + this - this % 100
        apart = this % 100 - short
        if abs(apart) > 50:
            year += 100 if apart > 0 else -100
    at = _timegm((year, month, int(day), int(hr or 0), int(min or 0), int(sec or 0)))
    if at is None:
        return None
    offset = offset_from_tz_string((tz or 'UTC').upper())
    return None if offset is None else at - offset


def http2time(text):
    """The time that a text tells in one of many ways, or None."""
    match = _strict_date.match(text)
    if match:
        day, month, year, *rest = match.groups()
        return _timegm((int(year), MONTHS_LOWER.index(month.lower()) + 1 if month.lower() in MONTHS_LOWER else 0, int(day),
                        *map(float, rest)))
    text = text.lstrip()
    weekday = _weekday.match(text)
    match = _loose_date.match(text, weekday.end() if weekday else 0)
    return _str2time(*match.groups()) if match else None


def iso2time(text):
    """The time that a text in the manner of ISO 8601 tells, or None."""
    match = _iso_date.match(text.lstrip())
    if match is None:
        return None
    year, month, day, hour, minute, second, zone = match.groups()
    return _str2time(day, month, year, hour, minute, second and second.partition('.')[0], zone)


# Headers.

def split_header_words(header_values):
    """Headers with words and values as lists of pairs."""
    assert not isinstance(header_values, str)
    found = []
    for text in header_values:
        pairs, at = [], 0
        while at < len(text):
            match = _token.match(text, at)
            if match:
                name, value, at = match.group(1), None, match.end()
                if match := _quoted.match(text, at):
                    value = re.sub(r'\\(.)', r'\1', match.group(1))
                elif match := _plain.match(text, at):
                    value = match.group(1).rstrip()
                if match:
                    at = match.end()
                pairs.append((name, value))
            elif match := _comma.match(text, at):
                at = match.end()
                if pairs:
                    found.append(pairs)
                pairs = []
            else:
                at = max(_junk.match(text, at).end(), at + 1)
        if pairs:
            found.append(pairs)
    return found


def join_header_words(lists):
    """What `split_header_words` takes apart."""
    made = []
    for pairs in lists:
        words = []
        for name, value in pairs:
            if value is not None:
                if not re.search(r'^\w+$', value):
                    value = '"' + re.sub(r'(["\\])', r'\\\1', value) + '"'
                name = f'{name}={value}'
            words.append(name)
        if words:
            made.append('; '.join(words))
    return ', '.join(made)


def strip_quotes(text):
    return text.removeprefix('"').removesuffix('"')


def parse_ns_headers(ns_headers):
    """Headers of Netscape's form as lists of pairs: of values only that of `expires` is read."""
    found = []
    for header in ns_headers:
        pairs, told = [], False
        for at, part in enumerate(header.split(';')):
            key, sign, value = part.strip().partition('=')
            key = key.strip()
            if not key:
                if at == 0:
                    break
                continue
            value = value.strip() if sign else None
            if at:
                if key.lower() in ('expires', 'domain', 'path', 'secure', 'version', 'port', 'max-age'):
                    key = key.lower()
                if key == 'version':
                    value = value and strip_quotes(value)
                    told = True
                elif key == 'expires':
                    value = value if value is None else http2time(strip_quotes(value))
            pairs.append((key, value))
        if pairs:
            found.append(pairs if told else [*pairs, ('version', '0')])
    return found


# Hosts, paths and ports.

def is_HDN(text):
    """Whether a text is the name of a host and not its address."""
    return not (_last_number.search(text) or text == '' or text[0] == '.' or text[-1] == '.')


def domain_match(A, B):
    """Whether a host is of a domain, as RFC 2965 has it."""
    A, B = A.lower(), B.lower()
    if A == B:
        return True
    return is_HDN(A) and A.rfind(B) > 0 and B.startswith('.') and is_HDN(B[1:])


def liberal_is_HDN(text):
    return not _last_number.search(text)


def user_domain_match(A, B):
    """Whether a host is of a domain that a user named."""
    A, B = A.lower(), B.lower()
    if not (liberal_is_HDN(A) and liberal_is_HDN(B)):
        return A == B
    return A.endswith(B) if B.startswith('.') else A == B


def request_host(request):
    """The host of a request, in small letters and without its port."""
    host = urllib.parse.urlparse(request.get_full_url())[1] or request.get_header('Host', '')
    return _port.sub('', host, count=1).lower()


def eff_request_host(request):
    """The host of a request, and the name that it has in domains."""
    host = request_host(request)
    return host, host if '.' in host else host + '.local'


def request_path(request):
    path = escape_path(urllib.parse.urlsplit(request.get_full_url()).path)
    return path if path.startswith('/') else '/' + path


def request_port(request):
    _, colon, port = request.host.partition(':')
    if not colon:
        return DEFAULT_HTTP_PORT
    try:
        int(port)
    except ValueError:
        return None
    return port


def uppercase_escaped_char(match):
    return '%' + match.group(1).upper()


def escape_path(path):
    """A path with what must not stand in it as numbers."""
    return _escaped.sub(uppercase_escaped_char, urllib.parse.quote(path, HTTP_PATH_SAFE))


def reach(h):
    """The domain that a host may speak for."""
    _, dot, rest = h.partition('.')
    return '.' + rest if dot and is_HDN(h) and ('.' in rest or rest == 'local') else h


def is_third_party(request):
    """Whether a request goes elsewhere than where the user went."""
    return not domain_match(request_host(request), reach(request.origin_req_host))


_SHOWN = ('version', 'name', 'value', 'port', 'port_specified', 'domain', 'domain_specified', 'domain_initial_dot', 'path',
          'path_specified', 'secure', 'expires', 'discard', 'comment', 'comment_url')


class Cookie:
    """A cookie, as it was set."""

    def __init__(self, version, name, value, port, port_specified, domain, domain_specified, domain_initial_dot, path, path_specified,
                 secure, expires, discard, comment, comment_url, rest, rfc2109=False):
        if port is None and port_specified is True:
            raise ValueError('if port is None, port_specified must be false')
        self.version = version if version is None else int(version)
        self.expires = expires if expires is None else int(float(expires))
        self.name, self.value, self.port, self.port_specified = name, value, port, port_specified
        self.domain, self.domain_specified, self.domain_initial_dot = domain.lower(), domain_specified, domain_initial_dot
        self.path, self.path_specified, self.secure, self.discard = path, path_specified, secure, discard
        self.comment, self.comment_url, self.rfc2109 = comment, comment_url, rfc2109
        self._rest = copy.copy(rest)

    def has_nonstandard_attr(self, name):
        return name in self._rest

    def get_nonstandard_attr(self, name, default=None):
        return self._rest.get(name, default)

    def set_nonstandard_attr(self, name, value):
        self._rest[name] = value

    def is_expired(self, now=None):
        return self.expires is not None and self.expires <= (time.time() if now is None else now)

    def __str__(self):
        port = '' if self.port is None else ':' + self.port
        said = self.name if self.value is None else f'{self.name}={self.value}'
        return f'<Cookie {said} for {self.domain}{port}{self.path}>'

    def __repr__(self):
        shown = [f'{name}={getattr(self, name)!r}' for name in _SHOWN]
        return f'{self.__class__.__name__}({", ".join(shown)}, rest={self._rest!r}, rfc2109={self.rfc2109!r})'


class CookiePolicy:
    """Says which cookies are taken and which are sent."""

    def set_ok(self, cookie, request):
        raise NotImplementedError()

    def return_ok(self, cookie, request):
        raise NotImplementedError()

    def domain_return_ok(self, domain, request):
        return True

    def path_return_ok(self, path, request):
        return True


def _dotted(domain):
    return '.' + domain if domain and not domain.startswith('.') else domain


class DefaultCookiePolicy(CookiePolicy):
    """The usual rules, more or less strict."""
    DomainStrictNoDots, DomainStrictNonDomain, DomainRFC2965Match = 1, 2, 4
    DomainLiberal, DomainStrict = 0, DomainStrictNoDots | DomainStrictNonDomain

    def __init__(self, blocked_domains=None, allowed_domains=None, netscape=True, rfc2965=False, rfc2109_as_netscape=None,
                 hide_cookie2=False, strict_domain=False, strict_rfc2965_unverifiable=True, strict_ns_unverifiable=False,
                 strict_ns_domain=DomainLiberal, strict_ns_set_initial_dollar=False, strict_ns_set_path=False,
                 secure_protocols=('https', 'wss')):
        self.netscape, self.rfc2965, self.rfc2109_as_netscape = netscape, rfc2965, rfc2109_as_netscape
        self.hide_cookie2, self.strict_domain = hide_cookie2, strict_domain
        self.strict_rfc2965_unverifiable, self.strict_ns_unverifiable = strict_rfc2965_unverifiable, strict_ns_unverifiable
        self.strict_ns_domain, self.strict_ns_set_initial_dollar = strict_ns_domain, strict_ns_set_initial_dollar
        self.strict_ns_set_path, self.secure_protocols = strict_ns_set_path, secure_protocols
        self._blocked_domains = tuple(blocked_domains or ())
        self.set_allowed_domains(allowed_domains)

    def blocked_domains(self):
        return self._blocked_domains

    def set_blocked_domains(self, blocked_domains):
        self._blocked_domains = tuple(blocked_domains)

    def is_blocked(self, domain):
        return any(user_domain_match(domain, blocked) for blocked in self._blocked_domains)

    def allowed_domains(self):
        return self._allowed_domains

    def set_allowed_domains(self, allowed_domains):
        self._allowed_domains = allowed_domains if allowed_domains is None else tuple(allowed_domains)

    def is_not_allowed(self, domain):
        allowed = self._allowed_domains
        return allowed is not None and not any(user_domain_match(domain, known) for known in allowed)

    # What is taken.

    def set_ok(self, cookie, request):
        """Whether a cookie of a response is taken."""
        return all(getattr(self, 'set_ok_' + part)(cookie, request)
                   for part in ('version', 'verifiability', 'name', 'path', 'domain', 'port'))

    def set_ok_version(self, cookie, request):
        return cookie.version is not None and self._switched_on(cookie)

    def _switched_on(self, cookie):
        return not (cookie.version > 0 and not self.rfc2965 or cookie.version == 0 and not self.netscape)

    def set_ok_verifiability(self, cookie, request):
        if not (request.unverifiable and is_third_party(request)):
            return True
        return not (cookie.version > 0 and self.strict_rfc2965_unverifiable or cookie.version == 0 and self.strict_ns_unverifiable)

    def return_ok_verifiability(self, cookie, request):
        return self.set_ok_verifiability(cookie, request)

    def set_ok_name(self, cookie, request):
        return not (cookie.version == 0 and self.strict_ns_set_initial_dollar and cookie.name.startswith('$'))

    def set_ok_path(self, cookie, request):
        strict = cookie.version > 0 or cookie.version == 0 and self.strict_ns_set_path
        return not (cookie.path_specified and strict) or self.path_return_ok(cookie.path, request)

    def set_ok_domain(self, cookie, request):
        domain = cookie.domain
        if self.is_blocked(domain) or self.is_not_allowed(domain):
            return False
        if not cookie.domain_specified:
            return True
        host, named = eff_request_host(request)
        undotted = domain.removeprefix('.')
        if self.strict_domain and domain.startswith('.') and domain.count('.') == 2:
            second, top = undotted.split('.')
            if second.lower() in _SECOND_LEVELS and len(top) == 2:
                return False
        if '.' not in undotted and not named.endswith('.local'):
            return False
        strict = cookie.version > 0
        if cookie.version == 0 and not (named.endswith(domain) or named.endswith(undotted + '.local')
                                        or named.startswith('.') or ('.' + named).endswith(domain)):
            return False
        if (strict or self.strict_ns_domain & self.DomainRFC2965Match) and not domain_match(named, domain):
            return False
        if strict or self.strict_ns_domain & self.DomainStrictNoDots:
            return '.' not in host[:-len(domain)] or bool(_last_number.search(host))
        return True

    def set_ok_port(self, cookie, request):
        if not cookie.port_specified:
            return True
        asked = request_port(request) or DEFAULT_HTTP_PORT
        for port in cookie.port.split(','):
            try:
                int(port)
            except ValueError:
                return False
            if port == asked:
                return True
        return False

    # What is sent.

    def return_ok(self, cookie, request):
        """Whether a cookie is sent with a request."""
        return all(getattr(self, 'return_ok_' + part)(cookie, request)
                   for part in ('version', 'verifiability', 'secure', 'expires', 'port', 'domain'))

    def return_ok_version(self, cookie, request):
        return self._switched_on(cookie)

    def return_ok_secure(self, cookie, request):
        return not cookie.secure or request.type in self.secure_protocols

    def return_ok_expires(self, cookie, request):
        return not cookie.is_expired(self._now)

    def return_ok_port(self, cookie, request):
        return not cookie.port or (request_port(request) or DEFAULT_HTTP_PORT) in cookie.port.split(',')

    def return_ok_domain(self, cookie, request):
        domain = cookie.domain
        _, named = eff_request_host(request)
        if cookie.version > 0:
            return domain_match(named, domain)
        if cookie.version == 0:
            if self.strict_ns_domain & self.DomainStrictNonDomain and not cookie.domain_specified and domain != named:
                return False
            return ('.' + named).endswith(_dotted(domain))
        return True

    def domain_return_ok(self, domain, request):
        host, named = (name if name.startswith('.') else '.' + name for name in eff_request_host(request))
        dotted = _dotted(domain)
        return (host.endswith(dotted) or named.endswith(dotted)) and not self.is_blocked(domain) and not self.is_not_allowed(domain)

    def path_return_ok(self, path, request):
        asked = request_path(request)
        return asked == path or asked.startswith(path) and (path.endswith('/') or asked[len(path):len(path) + 1] == '/')


class Absent:
    """Stands for what is not there."""


_WITH_VALUES = ('version', 'expires', 'max-age', 'domain', 'path', 'port', 'comment', 'commenturl')
_ALONE = ('discard', 'secure')


class CookieJar:
    """Cookies, by domain, path and name."""

    non_word_re = re.compile(r'\W')
    quote_re = re.compile(r'([\"\\])')
    strict_domain_re = re.compile(r'\.?[^.]*')
    domain_re = re.compile(r'[^.]*')
    dots_re = re.compile(r'^\.+')
    magic_re = re.compile(r'^\#LWP-Cookies-(\d+\.\d+)', re.ASCII)

    def __init__(self, policy=None):
        self._policy = DefaultCookiePolicy() if policy is None else policy
        self._cookies_lock = _threading.RLock()
        self._cookies = {}

    def set_policy(self, policy):
        self._policy = policy

    def _tell_time(self):
        self._policy._now = self._now = int(time.time())

    # What is sent.

    def _cookies_for_domain(self, domain, request):
        policy = self._policy
        if not policy.domain_return_ok(domain, request):
            return []
        return [cookie for path, named in self._cookies[domain].items() if policy.path_return_ok(path, request)
                for cookie in named.values() if policy.return_ok(cookie, request)]

    def _cookies_for_request(self, request):
        return [cookie for domain in self._cookies for cookie in self._cookies_for_domain(domain, request)]

    def _cookie_attrs(self, cookies):
        """The parts of a header; the longest paths come first."""
        cookies.sort(key=lambda cookie: len(cookie.path), reverse=True)
        parts = []
        for at, cookie in enumerate(cookies):
            marked, value = cookie.version > 0, cookie.value
            if at == 0 and marked:
                parts.append(f'$Version={cookie.version}')
            if value is None:
                parts.append(cookie.name)
            else:
                if marked and re.search(r'\W', value):
                    value = re.sub(r'(["\\])', r'\\\1', value)
                parts.append(f'{cookie.name}={value}')
            if not marked:
                continue
            if cookie.path_specified:
                parts.append(f'$Path="{cookie.path}"')
            if cookie.domain.startswith('.'):
                parts.append(f'$Domain="{cookie.domain if cookie.domain_initial_dot else cookie.domain[1:]}"')
            if cookie.port is not None:
                parts.append(f'$Port="{cookie.port}"' if cookie.port_specified else '$Port')
        return parts

    def add_cookie_header(self, request):
        """Give a request the cookies that belong to it."""
        with self._cookies_lock:
            self._tell_time()
            cookies = self._cookies_for_request(request)
            parts = self._cookie_attrs(cookies)
            if parts and not request.has_header('Cookie'):
                request.add_unredirected_header('Cookie', '; '.join(parts))
            if (self._policy.rfc2965 and not self._policy.hide_cookie2 and not request.has_header('Cookie2')
                    and any(cookie.version != 1 for cookie in cookies)):
                request.add_unredirected_header('Cookie2', '$Version="1"')
        self.clear_expired_cookies()

    # What is taken.

    def _normalized_cookie_tuples(self, attrs_set):
        """(name, value, what is known, the rest) of lists of pairs."""
        made = []
        for (name, value), *attrs in attrs_set:
            sorted_out = self._sorted_out(attrs)
            if sorted_out is not None:
                made.append((name, value, *sorted_out))
        return made

    def _sorted_out(self, attrs):
        """What is known of attributes, and the rest; None where one of them spoils the cookie."""
        known, rest, aged = {}, {}, False
        for key, value in attrs:
            if key.lower() in _WITH_VALUES or key.lower() in _ALONE:
                key = key.lower()
            if key in _ALONE and value is None:
                value = True
            if key in known:
                continue
            if key == 'domain':
                if value is None:
                    return None
                value = value.lower()
            elif key == 'expires' and (aged or value is None):
                continue
            elif key == 'max-age':
                aged = True
                try:
                    value = self._now + int(value)
                except ValueError:
                    return None
                key = 'expires'
            if key in _WITH_VALUES or key in _ALONE:
                if value is None and key not in ('port', 'comment', 'commenturl'):
                    return None
                known[key] = value
            else:
                rest[key] = value
        return known, rest

    def _cookie_from_cookie_tuple(self, tup, request):
        name, value, known, rest = tup
        version = known.get('version')
        if version is not None:
            try:
                version = int(version)
            except ValueError:
                return None
        path_specified = bool(known.get('path'))
        if path_specified:
            path = escape_path(known['path'])
        else:
            path = request_path(request)
            slash = path.rfind('/')
            if slash != -1:
                # With Netscape's rules a path has no slash at its end.
                path = path[:slash + (version != 0)]
            path = path or '/'
        domain = known.get('domain')
        domain_specified = domain is not None
        initial_dot = domain_specified and domain.startswith('.')
        domain = _with_dot(domain) if domain_specified else eff_request_host(request)[1]
        port, port_specified = None, False
        if 'port' in known:
            port_specified = known['port'] is not None
            port = re.sub(r'\s+', '', known['port']) if port_specified else request_port(request)
        expires, discard = known.get('expires'), known.get('discard', False)
        if expires is None:
            discard = True
        elif expires <= self._now:
            # That asks for the cookie to be forgotten.
            try:
                self.clear(domain, path, name)
            except KeyError:
                pass
            return None
        return Cookie(version, name, value, port, port_specified, domain, domain_specified, initial_dot, path, path_specified,
                      known.get('secure', False), expires, discard, known.get('comment'), known.get('commenturl'), rest)

    def _cookies_from_attrs_set(self, attrs_set, request):
        made = [self._cookie_from_cookie_tuple(tup, request) for tup in self._normalized_cookie_tuples(attrs_set)]
        return [cookie for cookie in made if cookie]

    def _process_rfc2109_cookies(self, cookies):
        as_netscape = getattr(self._policy, 'rfc2109_as_netscape', None)
        if as_netscape is None:
            as_netscape = not self._policy.rfc2965
        for cookie in cookies:
            if cookie.version == 1:
                cookie.rfc2109 = True
                if as_netscape:
                    cookie.version = 0

    def _read(self, split, headers, request):
        try:
            return self._cookies_from_attrs_set(split(headers), request)
        except Exception:
            _warn_unhandled_exception()
            return []

    def make_cookies(self, response, request):
        """The cookies that a response sets."""
        headers = response.info()
        newer, older = headers.get_all('Set-Cookie2', []), headers.get_all('Set-Cookie', [])
        self._tell_time()
        rfc2965, netscape = self._policy.rfc2965, self._policy.netscape
        if not (newer and rfc2965 or older and netscape or newer and older and (rfc2965 or netscape)):
            return []
        cookies = self._read(split_header_words, newer, request)
        if older and netscape:
            found = self._read(parse_ns_headers, older, request)
            self._process_rfc2109_cookies(found)
            if rfc2965:
                # Those that both forms set are taken as the newer one has them.
                known = {(cookie.domain, cookie.path, cookie.name) for cookie in cookies}
                found = [cookie for cookie in found if (cookie.domain, cookie.path, cookie.name) not in known]
            cookies += found
        return cookies

    def set_cookie_if_ok(self, cookie, request):
        with self._cookies_lock:
            self._tell_time()
            if self._policy.set_ok(cookie, request):
                self.set_cookie(cookie)

    def set_cookie(self, cookie):
        """Take a cookie, whatever the policy says."""
        with self._cookies_lock:
            self._cookies.setdefault(cookie.domain, {}).setdefault(cookie.path, {})[cookie.name] = cookie

    def extract_cookies(self, response, request):
        """Take the cookies that a response may set."""
        with self._cookies_lock:
            for cookie in self.make_cookies(response, request):
                if self._policy.set_ok(cookie, request):
                    self.set_cookie(cookie)

    def clear(self, domain=None, path=None, name=None):
        """Forget all cookies, or those of a domain, of a path in it, or one of them."""
        if name is not None:
            if domain is None or path is None:
                raise ValueError('domain and path must be given to remove a cookie by name')
            del self._cookies[domain][path][name]
        elif path is not None:
            if domain is None:
                raise ValueError('domain must be given to remove cookies by path')
            del self._cookies[domain][path]
        elif domain is not None:
            del self._cookies[domain]
        else:
            self._cookies = {}

    def _clear_if(self, wanted):
        with self._cookies_lock:
            for cookie in self:
                if wanted(cookie):
                    self.clear(cookie.domain, cookie.path, cookie.name)

    def clear_session_cookies(self):
        self._clear_if(lambda cookie: cookie.discard)

    def clear_expired_cookies(self):
        now = time.time()
        self._clear_if(lambda cookie: cookie.is_expired(now))

    def __iter__(self):
        for paths in list(self._cookies.values()):
            for named in list(paths.values()):
                yield from list(named.values())

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return f'<{self.__class__.__name__}[{", ".join([repr(cookie) for cookie in self])}]>'

    def __str__(self):
        return f'<{self.__class__.__name__}[{", ".join([str(cookie) for cookie in self])}]>'


def _with_dot(domain):
    return domain if domain.startswith('.') else '.' + domain


class LoadError(OSError):
    """What was read does not hold cookies."""


class FileCookieJar(CookieJar):
    """Cookies that could be kept in a file."""

    def __init__(self, filename=None, delayload=False, policy=None):
        CookieJar.__init__(self, policy)
        self.filename = filename if filename is None else os.fspath(filename)
        self.delayload = bool(delayload)

    def _named(self, filename):
        if filename is None:
            filename = self.filename
        if filename is None:
            raise ValueError(MISSING_FILENAME_TEXT)
        return filename

    def save(self, filename=None, ignore_discard=False, ignore_expires=False):
        raise NotImplementedError()

    def load(self, filename=None, ignore_discard=False, ignore_expires=False):
        """Take the cookies of a file."""
        filename = self._named(filename)
        with open(filename) as file:
            self._really_load(file, filename, ignore_discard, ignore_expires)

    def revert(self, filename=None, ignore_discard=False, ignore_expires=False):
        """Take the cookies of a file in place of what is here."""
        filename = self._named(filename)
        with self._cookies_lock:
            before = copy.deepcopy(self._cookies)
            self._cookies = {}
            try:
                self.load(filename, ignore_discard, ignore_expires)
            except OSError:
                self._cookies = before
                raise

    def _kept(self, ignore_discard, ignore_expires):
        now = time.time()
        return [cookie for cookie in self
                if (ignore_discard or not cookie.discard) and (ignore_expires or not cookie.is_expired(now))]

    def _take(self, cookie, ignore_discard, ignore_expires, now):
        if (ignore_discard or not cookie.discard) and (ignore_expires or not cookie.is_expired(now)):
            self.set_cookie(cookie)


def lwp_cookie_str(cookie):
    """A cookie as a line of the files of libwww-perl."""
    words = [(cookie.name, cookie.value), ('path', cookie.path), ('domain', cookie.domain)]
    if cookie.port is not None:
        words.append(('port', cookie.port))
    words += [(word, None) for word, set in (('path_spec', cookie.path_specified), ('port_spec', cookie.port_specified),
                                             ('domain_dot', cookie.domain_initial_dot), ('secure', cookie.secure)) if set]
    if cookie.expires:
        words.append(('expires', time2isoz(float(cookie.expires))))
    if cookie.discard:
        words.append(('discard', None))
    words += [(word, value) for word, value in (('comment', cookie.comment), ('commenturl', cookie.comment_url)) if value]
    words += [(key, str(cookie._rest[key])) for key in sorted(cookie._rest)]
    return join_header_words([[*words, ('version', str(cookie.version))]])


class LWPCookieJar(FileCookieJar):
    """Cookies in the files of libwww-perl."""

    def as_lwp_str(self, ignore_discard=True, ignore_expires=True):
        """The lines of a file."""
        return ''.join([f'Set-Cookie3: {lwp_cookie_str(cookie)}\n' for cookie in self._kept(ignore_discard, ignore_expires)])

    def save(self, filename=None, ignore_discard=False, ignore_expires=False):
        with open(self._named(filename), 'w') as file:
            file.write('#LWP-Cookies-2.0\n')
            file.write(self.as_lwp_str(ignore_discard, ignore_expires))

    def _really_load(self, f, filename, ignore_discard, ignore_expires):
        if not self.magic_re.search(f.readline()):
            raise LoadError(f'{filename!r} does not look like a Set-Cookie3 (LWP) format file')
        now, line = time.time(), ''
        try:
            while (line := f.readline()) != '':
                if line.startswith('Set-Cookie3:'):
                    for data in split_header_words([line[12:].strip()]):
                        self._take(_cookie_of_words(data), ignore_discard, ignore_expires, now)
        except OSError:
            raise
        except Exception:
            _warn_unhandled_exception()
            raise LoadError(f'invalid Set-Cookie3 format file {filename!r}: {line!r}')


def _cookie_of_words(data):
    (name, value), *words = data
    alone = dict.fromkeys(('port_spec', 'path_spec', 'domain_dot', 'secure', 'discard'), False)
    known, rest = {}, {}
    for key, said in words:
        small = key.lower()
        if small in alone:
            alone[small] = True if said is None else said
        elif small in ('version', 'port', 'path', 'domain', 'expires', 'comment', 'commenturl'):
            known[small] = said
        else:
            rest[key] = said
    expires = known.get('expires')
    expires = expires if expires is None else iso2time(expires)
    domain = known['domain']
    return Cookie(known.get('version'), name, value, known.get('port'), alone['port_spec'], domain, domain.startswith('.'),
                  alone['domain_dot'], known.get('path'), alone['path_spec'], alone['secure'], expires,
                  True if expires is None else alone['discard'], known.get('comment'), known.get('commenturl'), rest)


class MozillaCookieJar(FileCookieJar):
    """Cookies in the files that browsers once had."""

    def save(self, filename=None, ignore_discard=False, ignore_expires=False):
        with open(self._named(filename), 'w') as file:
            file.write(NETSCAPE_HEADER_TEXT)
            for cookie in self._kept(ignore_discard, ignore_expires):
                name, value = ('', cookie.name) if cookie.value is None else (cookie.name, cookie.value)
                prefix = HTTPONLY_PREFIX if cookie.has_nonstandard_attr(HTTPONLY_ATTR) else ''
                fields = [prefix + cookie.domain, 'TRUE' if cookie.domain.startswith('.') else 'FALSE', cookie.path,
                          'TRUE' if cookie.secure else 'FALSE', '' if cookie.expires is None else str(cookie.expires), name, value]
                file.write('\t'.join(fields) + '\n')

    def _really_load(self, f, filename, ignore_discard, ignore_expires):
        if not NETSCAPE_MAGIC_RGX.match(f.readline()):
            raise LoadError(f'{filename!r} does not look like a Netscape format cookies file')
        now, line = time.time(), ''
        try:
            while (line := f.readline()) != '':
                rest = {}
                if line.startswith(HTTPONLY_PREFIX):
                    rest[HTTPONLY_ATTR] = ''
                    line = line[len(HTTPONLY_PREFIX):]
                line = line.removesuffix('\n')
                if not line.strip() or line.strip()[0] in '#$':
                    continue
                domain, specified, path, secure, expires, name, value = line.split('\t')
                if name == '':
                    name, value = value, None
                dotted = domain.startswith('.')
                assert (specified == 'TRUE') == dotted
                cookie = Cookie(0, name, value, None, False, domain, dotted, dotted, path, False, secure == 'TRUE',
                                expires or None, expires == '', None, None, rest)
                self._take(cookie, ignore_discard, ignore_expires, now)
        except OSError:
            raise
        except Exception:
            _warn_unhandled_exception()
            raise LoadError(f'invalid Netscape format cookies file {filename!r}: {line!r}')
