"""Requests for URLs, and the handlers that open them. There is no network: what would connect ends in a `URLError`."""
import base64
import bisect
import email
import hashlib
import http.client
import io
import os
import re
import string
import time
import warnings
from _stockade import withheld as _withheld
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import (_splithost, _splitpasswd, _splitport, _splittag, _splittype, _splituser, quote, unquote, unquote_to_bytes,
                          unwrap, urljoin, urlparse, urlsplit, urlunparse)
from urllib.response import addinfourl

__all__ = ['Request', 'OpenerDirector', 'BaseHandler', 'HTTPDefaultErrorHandler', 'HTTPRedirectHandler', 'HTTPCookieProcessor',
           'ProxyHandler', 'HTTPPasswordMgr', 'HTTPPasswordMgrWithDefaultRealm', 'HTTPPasswordMgrWithPriorAuth',
           'AbstractBasicAuthHandler', 'HTTPBasicAuthHandler', 'ProxyBasicAuthHandler', 'AbstractDigestAuthHandler',
           'HTTPDigestAuthHandler', 'ProxyDigestAuthHandler', 'HTTPHandler', 'FileHandler', 'FTPHandler', 'CacheFTPHandler', 'DataHandler',
           'UnknownHandler', 'HTTPErrorProcessor', 'urlopen', 'install_opener', 'build_opener', 'pathname2url', 'url2pathname', 'getproxies',
           'urlretrieve', 'urlcleanup', 'HTTPSHandler']

__version__ = '3.13'
MAXFTPCACHE = 10
_NO_TIMEOUT = http.client._NO_TIMEOUT
_opener = None
_port = re.compile(r':\d+$', re.ASCII)


def urlopen(url, data=None, timeout=_NO_TIMEOUT, *, context=None):
    """What a URL names, as a stream with headers."""
    global _opener
    if context:
        opener = build_opener(HTTPSHandler(context=context))
    elif _opener is None:
        _opener = opener = build_opener()
    else:
        opener = _opener
    return opener.open(url, data, timeout)


def install_opener(opener):
    """What `urlopen` asks from now on."""
    global _opener
    _opener = opener


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """What a URL names, in a file."""
    with urlopen(url, data) as source:
        headers = source.info()
        if url.partition(':')[0] == 'file' and not filename:
            return os.path.normpath(_splittype(url)[1]), headers
        size = int(headers['Content-Length']) if 'content-length' in headers else -1
        with open(filename or 'urlretrieve', 'wb') as target:
            taken, blocks = 0, 0
            if reporthook:
                reporthook(blocks, 8192, size)
            while block := source.read(8192):
                taken += len(block)
                target.write(block)
                blocks += 1
                if reporthook:
                    reporthook(blocks, 8192, size)
    if size >= 0 and taken < size:
        raise ContentTooShortError(f'retrieval incomplete: got only {taken} out of {size} bytes', (filename, headers))
    return filename, headers


def urlcleanup():
    """Forget the installed opener."""
    install_opener(None)


def request_host(request):
    """The host of a request, in small letters and without its port."""
    host = urlparse(request.full_url)[1] or request.get_header('Host', '')
    return _port.sub('', host, count=1).lower()


def _no_network(reason):
    return _withheld(URLError(reason), 'urllib.request.urlopen')


class Request:
    """A URL, with what is to be sent to it."""

    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.headers, self.unredirected_hdrs = {}, {}
        self._data = self._tunnel_host = None
        self.data = data
        for name, value in headers.items():
            self.add_header(name, value)
        self.origin_req_host = request_host(self) if origin_req_host is None else origin_req_host
        self.unverifiable = unverifiable
        if method:
            self.method = method

    @property
    def full_url(self):
        return f'{self._full_url}#{self.fragment}' if self.fragment else self._full_url

    @full_url.setter
    def full_url(self, url):
        self._full_url, self.fragment = _splittag(unwrap(url))
        self._parse()

    @full_url.deleter
    def full_url(self):
        self._full_url = self.fragment = None
        self.selector = ''

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, data):
        if data != self._data:
            self._data = data
            # The length of other data was told.
            if self.has_header('Content-length'):
                self.remove_header('Content-length')

    @data.deleter
    def data(self):
        self.data = None

    def _parse(self):
        self.type, rest = _splittype(self._full_url)
        if self.type is None:
            raise ValueError(f'unknown url type: {self.full_url!r}')
        self.host, self.selector = _splithost(rest)
        if self.host:
            self.host = unquote(self.host)

    def get_method(self):
        """The method, which depends on whether there are data."""
        return getattr(self, 'method', 'GET' if self.data is None else 'POST')

    def get_full_url(self):
        return self.full_url

    def set_proxy(self, host, type):
        """Ask another host for this."""
        if self.type == 'https' and not self._tunnel_host:
            self._tunnel_host = self.host
        else:
            self.type, self.selector = type, self.full_url
        self.host = host

    def has_proxy(self):
        return self.selector == self.full_url

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def add_unredirected_header(self, key, val):
        """A header that another place is not told of."""
        self.unredirected_hdrs[key.capitalize()] = val

    def has_header(self, header_name):
        return header_name in self.headers or header_name in self.unredirected_hdrs

    def get_header(self, header_name, default=None):
        return self.headers.get(header_name, self.unredirected_hdrs.get(header_name, default))

    def remove_header(self, header_name):
        self.headers.pop(header_name, None)
        self.unredirected_hdrs.pop(header_name, None)

    def header_items(self):
        return list((self.unredirected_hdrs | self.headers).items())


class OpenerDirector:
    """Asks handlers, in their order, to open things."""

    def __init__(self):
        self.addheaders = [('User-agent', f'Python-urllib/{__version__}')]
        self.handlers = []
        self.handle_open, self.handle_error, self.process_response, self.process_request = {}, {}, {}, {}

    def add_handler(self, handler):
        """A handler; the names of its methods tell what for."""
        if not hasattr(handler, 'add_parent'):
            raise TypeError(f'expected BaseHandler instance, got {type(handler)!r}')
        added = False
        for name in dir(handler):
            if name in ('redirect_request', 'do_open', 'proxy_open'):
                continue
            protocol, found, condition = name.partition('_')
            if not found:
                protocol, condition = name[:-1], name
            if condition.startswith('error'):
                kind = condition.partition('_')[2] if '_' in condition else name
                try:
                    kind = int(kind)
                except ValueError:
                    pass
                lookup = self.handle_error.setdefault(protocol, {})
            elif condition in ('open', 'response', 'request'):
                kind = protocol
                lookup = {'open': self.handle_open, 'response': self.process_response, 'request': self.process_request}[condition]
            else:
                continue
            handlers = lookup.setdefault(kind, [])
            if handlers:
                bisect.insort(handlers, handler)
            else:
                handlers.append(handler)
            added = True
        if added:
            bisect.insort(self.handlers, handler)
            handler.add_parent(self)

    def close(self):
        """Nothing is held open."""

    def _call_chain(self, chain, kind, meth_name, *args):
        for handler in chain.get(kind, ()):
            result = getattr(handler, meth_name)(*args)
            if result is not None:
                return result

    def open(self, fullurl, data=None, timeout=_NO_TIMEOUT):
        """What a URL or a request names."""
        if isinstance(fullurl, str):
            request = Request(fullurl, data)
        else:
            request = fullurl
            if data is not None:
                request.data = data
        request.timeout = timeout
        protocol = request.type
        for handler in self.process_request.get(protocol, ()):
            request = getattr(handler, protocol + '_request')(request)
        response = self._open(request, data)
        for handler in self.process_response.get(protocol, ()):
            response = getattr(handler, protocol + '_response')(request, response)
        return response

    def _open(self, request, data=None):
        protocol = request.type
        for kind, method in (('default', 'default_open'), (protocol, protocol + '_open'), ('unknown', 'unknown_open')):
            result = self._call_chain(self.handle_open, kind, method, request)
            if result:
                break
        return result

    def error(self, proto, *args):
        """Ask who handles an error."""
        if proto not in ('http', 'https'):
            return self._call_chain(self.handle_error, proto, proto + '_error', *args)
        known = self.handle_error['http']
        status = args[2]
        result = self._call_chain(known, status, f'http_error_{status}', *args)
        return result if result else self._call_chain(known, 'default', 'http_error_default', *args)


def build_opener(*handlers):
    """An opener with these handlers, and those by default that these are not of the classes of."""
    opener = OpenerDirector()
    usual = [ProxyHandler, UnknownHandler, HTTPHandler, HTTPDefaultErrorHandler, HTTPRedirectHandler, FTPHandler, FileHandler,
             HTTPErrorProcessor, DataHandler, HTTPSHandler]
    for kind in usual:
        if not any(issubclass(given, kind) if isinstance(given, type) else isinstance(given, kind) for given in handlers):
            opener.add_handler(kind())
    for given in handlers:
        opener.add_handler(given() if isinstance(given, type) else given)
    return opener


class BaseHandler:
    """Something that opens, or has a part in it."""
    handler_order = 500

    def add_parent(self, parent):
        self.parent = parent

    def close(self):
        """For old callers."""

    def __lt__(self, other):
        return not hasattr(other, 'handler_order') or self.handler_order < other.handler_order


class HTTPErrorProcessor(BaseHandler):
    """Has statuses that are errors handled."""
    handler_order = 1000

    def http_response(self, request, response):
        if not 200 <= response.code < 300:
            return self.parent.error('http', request, response, response.code, response.msg, response.info())
        return response

    https_response = http_response


class HTTPDefaultErrorHandler(BaseHandler):
    def http_error_default(self, req, fp, code, msg, hdrs):
        raise HTTPError(req.full_url, code, msg, hdrs, fp)


class HTTPRedirectHandler(BaseHandler):
    """Goes where it is sent to."""
    max_repeats = 4
    max_redirections = 10
    inf_msg = 'The HTTP server returned a redirect error that would lead to an infinite loop.\nThe last 30x error message was:\n'

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        """The request to another place, or an error where it must not be made without asking."""
        method = req.get_method()
        if not (code in (301, 302, 303, 307, 308) and method in ('GET', 'HEAD') or code in (301, 302, 303) and method == 'POST'):
            raise HTTPError(req.full_url, code, msg, headers, fp)
        kept = {name: value for name, value in req.headers.items() if name.lower() not in ('content-length', 'content-type')}
        return Request(newurl.replace(' ', '%20'), method='HEAD' if method == 'HEAD' else 'GET', headers=kept,
                       origin_req_host=req.origin_req_host, unverifiable=True)

    def http_error_302(self, req, fp, code, msg, headers):
        url = headers['location'] if 'location' in headers else headers['uri'] if 'uri' in headers else None
        if url is None:
            return None
        parts = urlparse(url)
        if parts.scheme not in ('http', 'https', 'ftp', ''):
            raise HTTPError(url, code, f"{msg} - Redirection to url '{url}' is not allowed", headers, fp)
        if not parts.path and parts.netloc:
            parts = parts._replace(path='/')
        url = urljoin(req.full_url, quote(urlunparse(parts), encoding='iso-8859-1', safe=string.punctuation))
        new = self.redirect_request(req, fp, code, msg, headers, url)
        if new is None:
            return None
        visited = getattr(req, 'redirect_dict', None)
        if visited is None:
            visited = req.redirect_dict = {}
        elif visited.get(url, 0) >= self.max_repeats or len(visited) >= self.max_redirections:
            new.redirect_dict = visited
            raise HTTPError(req.full_url, code, self.inf_msg + msg, headers, fp)
        new.redirect_dict = visited
        visited[url] = visited.get(url, 0) + 1
        fp.read()
        fp.close()
        return self.parent.open(new, timeout=req.timeout)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _parse_proxy(proxy):
    """(scheme, user, password, host with port) of the URL of a proxy."""
    scheme, rest = _splittype(proxy)
    if not rest.startswith('/'):
        scheme, authority = None, proxy
    else:
        if not rest.startswith('//'):
            raise ValueError(f'proxy URL with no authority: {proxy!r}')
        end = rest.find('/', rest.find('@') if '@' in rest else 2)
        authority = rest[2:None if end == -1 else end]
    userinfo, hostport = _splituser(authority)
    user, password = (None, None) if userinfo is None else _splitpasswd(userinfo)
    return scheme, user, password, hostport


def _credentials(user, password):
    return 'Basic ' + base64.b64encode(f'{user}:{password}'.encode()).decode('ascii')


class ProxyHandler(BaseHandler):
    """Has other hosts asked."""
    handler_order = 100

    def __init__(self, proxies=None):
        if proxies is None:
            proxies = getproxies()
        assert hasattr(proxies, 'keys'), 'proxies must be a mapping'
        self.proxies = proxies
        for kind, url in proxies.items():
            kind = kind.lower()
            setattr(self, kind + '_open', lambda request, proxy=url, type=kind, open=self.proxy_open: open(request, proxy, type))

    def proxy_open(self, req, proxy, type):
        asked = req.type
        scheme, user, password, hostport = _parse_proxy(proxy)
        scheme = asked if scheme is None else scheme
        if req.host and proxy_bypass(req.host):
            return None
        if user and password:
            req.add_header('Proxy-authorization', _credentials(unquote(user), unquote(password)))
        req.set_proxy(unquote(hostport), scheme)
        if asked == scheme or asked == 'https':
            return None
        return self.parent.open(req, timeout=req.timeout)


class HTTPPasswordMgr:
    """Users and passwords, by realm and URL."""

    def __init__(self):
        self.passwd = {}

    def add_password(self, realm, uri, user, passwd):
        uris = [uri] if isinstance(uri, str) else uri
        known = self.passwd.setdefault(realm, {})
        for with_port in (True, False):
            known[tuple([self.reduce_uri(one, with_port) for one in uris])] = (user, passwd)

    def find_user_password(self, realm, authuri):
        known = self.passwd.get(realm, {})
        for with_port in (True, False):
            asked = self.reduce_uri(authuri, with_port)
            for uris, found in known.items():
                if any(self.is_suburi(uri, asked) for uri in uris):
                    return found
        return None, None

    def reduce_uri(self, uri, default_port=True):
        """(authority, path) of a URL, or of an authority alone."""
        parts = urlsplit(uri)
        scheme, authority, path = (parts[0], parts[1], parts[2] or '/') if parts[1] else (None, uri, '/')
        _, port = _splitport(authority)
        usual = {'http': 80, 'https': 443}.get(scheme)
        if default_port and port is None and usual is not None:
            authority = f'{authority}:{usual}'
        return authority, path

    def is_suburi(self, base, test):
        """Whether one URL is at or below another."""
        if base == test:
            return True
        prefix = base[1] if base[1][-1:] == '/' else base[1] + '/'
        return base[0] == test[0] and test[1].startswith(prefix)


class HTTPPasswordMgrWithDefaultRealm(HTTPPasswordMgr):
    def find_user_password(self, realm, authuri):
        user, password = HTTPPasswordMgr.find_user_password(self, realm, authuri)
        return (user, password) if user is not None else HTTPPasswordMgr.find_user_password(self, None, authuri)


class HTTPPasswordMgrWithPriorAuth(HTTPPasswordMgrWithDefaultRealm):
    """Knows too where a password is to be sent without being asked for."""

    def __init__(self):
        self.authenticated = {}
        super().__init__()

    def add_password(self, realm, uri, user, passwd, is_authenticated=False):
        self.update_authenticated(uri, is_authenticated)
        if realm is not None:
            super().add_password(None, uri, user, passwd)
        super().add_password(realm, uri, user, passwd)

    def update_authenticated(self, uri, is_authenticated=False):
        for with_port in (True, False):
            for one in [uri] if isinstance(uri, str) else uri:
                self.authenticated[self.reduce_uri(one, with_port)] = is_authenticated

    def is_authenticated(self, authuri):
        for with_port in (True, False):
            asked = self.reduce_uri(authuri, with_port)
            for uri, known in self.authenticated.items():
                if self.is_suburi(uri, asked):
                    return known


class AbstractBasicAuthHandler:
    """Sends users and passwords as they are."""
    rx = re.compile('(?:^|,)[ \t]*([^ \t,]+)[ \t]+realm=(["\']?)([^"\']*)\\2', re.I)

    def __init__(self, password_mgr=None):
        self.passwd = HTTPPasswordMgr() if password_mgr is None else password_mgr
        self.add_password = self.passwd.add_password

    def _parse_realm(self, header):
        found = self.rx.findall(header)
        for scheme, quoted, realm in found:
            if quoted not in ('"', "'"):
                warnings.warn('Basic Auth Realm was unquoted', UserWarning, 3)
            yield scheme, realm
        if not found:
            yield header.split()[0] if header else '', None

    def http_error_auth_reqed(self, authreq, host, req, headers):
        told = headers.get_all(authreq)
        if not told:
            return None
        other = None
        for header in told:
            for scheme, realm in self._parse_realm(header):
                if scheme.lower() != 'basic':
                    other = scheme
                elif realm is not None:
                    return self.retry_http_basic_auth(host, req, realm)
        if other is not None:
            raise ValueError(f'AbstractBasicAuthHandler does not support the following scheme: {scheme!r}')

    def retry_http_basic_auth(self, host, req, realm):
        user, password = self.passwd.find_user_password(realm, host)
        if password is None:
            return None
        answer = _credentials(user, password)
        if req.get_header(self.auth_header, None) == answer:
            return None
        req.add_unredirected_header(self.auth_header, answer)
        return self.parent.open(req, timeout=req.timeout)

    def http_request(self, req):
        if not hasattr(self.passwd, 'is_authenticated') or not self.passwd.is_authenticated(req.full_url):
            return req
        if not req.has_header('Authorization'):
            req.add_unredirected_header('Authorization', _credentials(*self.passwd.find_user_password(None, req.full_url)).strip())
        return req

    def http_response(self, req, response):
        if hasattr(self.passwd, 'is_authenticated'):
            self.passwd.update_authenticated(req.full_url, 200 <= response.code < 300)
        return response

    https_request, https_response = http_request, http_response


class HTTPBasicAuthHandler(AbstractBasicAuthHandler, BaseHandler):
    auth_header = 'Authorization'

    def http_error_401(self, req, fp, code, msg, headers):
        return self.http_error_auth_reqed('www-authenticate', req.full_url, req, headers)


class ProxyBasicAuthHandler(AbstractBasicAuthHandler, BaseHandler):
    auth_header = 'Proxy-authorization'

    def http_error_407(self, req, fp, code, msg, headers):
        return self.http_error_auth_reqed('proxy-authenticate', req.host, req, headers)


class AbstractDigestAuthHandler:
    """Proves that a password is known without sending it."""

    def __init__(self, passwd=None):
        self.passwd = HTTPPasswordMgr() if passwd is None else passwd
        self.add_password = self.passwd.add_password
        self.retried = self.nonce_count = 0
        self.last_nonce = None

    def reset_retry_count(self):
        self.retried = 0

    def http_error_auth_reqed(self, auth_header, host, req, headers):
        told = headers.get(auth_header, None)
        if self.retried > 5:
            raise HTTPError(req.full_url, 401, 'digest auth failed', headers, None)
        self.retried += 1
        if told:
            scheme = told.split()[0]
            if scheme.lower() == 'digest':
                return self.retry_http_digest_auth(req, told)
            if scheme.lower() != 'basic':
                raise ValueError(f"AbstractDigestAuthHandler does not support the following scheme: '{scheme}'")

    def retry_http_digest_auth(self, req, auth):
        challenge = parse_keqv_list(filter(None, parse_http_list(auth.split(' ', 1)[1])))
        made = self.get_authorization(req, challenge)
        if not made:
            return None
        answer = f'Digest {made}'
        if req.headers.get(self.auth_header, None) == answer:
            return None
        req.add_unredirected_header(self.auth_header, answer)
        return self.parent.open(req, timeout=req.timeout)

    def get_cnonce(self, nonce):
        """A number of our own, used once."""
        text = f'{self.nonce_count}:{nonce}:{time.ctime()}:'.encode('ascii') + os.urandom(8)
        return hashlib.sha1(text).hexdigest()[:16]

    def get_authorization(self, req, chal):
        if 'realm' not in chal or 'nonce' not in chal:
            return None
        realm, nonce, qop, opaque = chal['realm'], chal['nonce'], chal.get('qop'), chal.get('opaque')
        algorithm = chal.get('algorithm', 'MD5')
        hashed, keyed = self.get_algorithm_impls(algorithm)
        user, password = self.passwd.find_user_password(realm, req.full_url)
        if user is None:
            return None
        entity = self.get_entity_digest(req.data, chal)
        secret = hashed(f'{user}:{realm}:{password}')
        asked = hashed(f'{req.get_method()}:{req.selector}')
        if qop is None:
            response = keyed(secret, f'{nonce}:{asked}')
        elif 'auth' in qop.split(','):
            self.nonce_count = self.nonce_count + 1 if nonce == self.last_nonce else 1
            self.last_nonce = nonce
            count, own = f'{self.nonce_count:08x}', self.get_cnonce(nonce)
            response = keyed(secret, f'{nonce}:{count}:{own}:auth:{asked}')
        else:
            raise URLError(f"qop '{qop}' is not supported.")
        made = f'username="{user}", realm="{realm}", nonce="{nonce}", uri="{req.selector}", response="{response}"'
        if opaque:
            made += f', opaque="{opaque}"'
        if entity:
            made += f', digest="{entity}"'
        made += f', algorithm="{algorithm}"'
        if qop:
            made += f', qop=auth, nc={count}, cnonce="{own}"'
        return made

    def get_algorithm_impls(self, algorithm):
        make = {'MD5': hashlib.md5, 'SHA': hashlib.sha1}.get(algorithm)
        if make is None:
            raise ValueError(f'Unsupported digest authentication algorithm {algorithm!r}')

        def hashed(text):
            return make(text.encode('ascii')).hexdigest()
        return hashed, lambda secret, text: hashed(f'{secret}:{text}')

    def get_entity_digest(self, data, chal):
        return None


class HTTPDigestAuthHandler(BaseHandler, AbstractDigestAuthHandler):
    auth_header = 'Authorization'
    handler_order = 490

    def http_error_401(self, req, fp, code, msg, headers):
        found = self.http_error_auth_reqed('www-authenticate', urlparse(req.full_url)[1], req, headers)
        self.reset_retry_count()
        return found


class ProxyDigestAuthHandler(BaseHandler, AbstractDigestAuthHandler):
    auth_header = 'Proxy-Authorization'
    handler_order = 490

    def http_error_407(self, req, fp, code, msg, headers):
        found = self.http_error_auth_reqed('proxy-authenticate', req.host, req, headers)
        self.reset_retry_count()
        return found


class AbstractHTTPHandler(BaseHandler):
    def __init__(self, debuglevel=None):
        self._debuglevel = http.client.HTTPConnection.debuglevel if debuglevel is None else debuglevel

    def set_http_debuglevel(self, level):
        self._debuglevel = level

    def _get_content_length(self, request):
        return http.client.HTTPConnection._get_content_length(request.data, request.get_method())

    def do_request_(self, request):
        """Give a request the headers it needs."""
        host = request.host
        if not host:
            raise URLError('no host given')
        if request.data is not None:
            if isinstance(request.data, str):
                raise TypeError('POST data should be bytes, an iterable of bytes, or a file object. It cannot be of type str.')
            if not request.has_header('Content-type'):
                request.add_unredirected_header('Content-type', 'application/x-www-form-urlencoded')
            if not request.has_header('Content-length') and not request.has_header('Transfer-encoding'):
                length = self._get_content_length(request)
                if length is None:
                    request.add_unredirected_header('Transfer-encoding', 'chunked')
                else:
                    request.add_unredirected_header('Content-length', str(length))
        if request.has_proxy():
            host, _ = _splithost(_splittype(request.selector)[1])
        if not request.has_header('Host'):
            request.add_unredirected_header('Host', host)
        for name, value in self.parent.addheaders:
            name = name.capitalize()
            if not request.has_header(name):
                request.add_unredirected_header(name, value)
        return request

    def do_open(self, http_class, req, **http_conn_args):
        """Send a request over a connection of a class."""
        host = req.host
        if not host:
            raise URLError('no host given')
        connection = http_class(host, timeout=req.timeout, **http_conn_args)
        connection.set_debuglevel(self._debuglevel)
        headers = dict(req.unredirected_hdrs)
        headers.update({name: value for name, value in req.headers.items() if name not in headers})
        headers['Connection'] = 'close'
        headers = {name.title(): value for name, value in headers.items()}
        if req._tunnel_host:
            told = {}
            if 'Proxy-Authorization' in headers:
                # The host behind the tunnel is not to know it.
                told['Proxy-Authorization'] = headers.pop('Proxy-Authorization')
            connection.set_tunnel(req._tunnel_host, headers=told)
        try:
            try:
                connection.request(req.get_method(), req.selector, req.data, headers,
                                   encode_chunked=req.has_header('Transfer-encoding'))
            except OSError as error:
                raise _no_network(error) if isinstance(error, PermissionError) else URLError(error)
            response = connection.getresponse()
        except:
            connection.close()
            raise
        if connection.sock:
            connection.sock.close()
            connection.sock = None
        response.url = req.get_full_url()
        response.msg = response.reason
        return response


class HTTPHandler(AbstractHTTPHandler):
    def http_open(self, req):
        return self.do_open(http.client.HTTPConnection, req)

    http_request = AbstractHTTPHandler.do_request_


class HTTPSHandler(AbstractHTTPHandler):
    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        super().__init__(debuglevel)
        self._context = context

    def https_open(self, req):
        return self.do_open(http.client.HTTPSConnection, req, context=self._context)

    https_request = AbstractHTTPHandler.do_request_


class HTTPCookieProcessor(BaseHandler):
    """Keeps cookies and sends them."""

    def __init__(self, cookiejar=None):
        if cookiejar is None:
            import http.cookiejar
            cookiejar = http.cookiejar.CookieJar()
        self.cookiejar = cookiejar

    def http_request(self, request):
        self.cookiejar.add_cookie_header(request)
        return request

    def http_response(self, request, response):
        self.cookiejar.extract_cookies(response, request)
        return response

    https_request, https_response = http_request, http_response


class UnknownHandler(BaseHandler):
    def unknown_open(self, req):
        raise URLError(f'unknown url type: {req.type}')


def parse_keqv_list(l):
    """A dict of texts `key=value`, whose values may be quoted."""
    made = {}
    for text in l:
        key, value = text.split('=', 1)
        made[key] = value[1:-1] if value[0] == '"' and value[-1] == '"' else value
    return made


def parse_http_list(s):
    """The items of a list with commas, some of which may stand in quotes."""
    items, piece, quoted, escaped = [], [], False, False
    for char in s:
        if escaped:
            escaped = False
        elif quoted:
            if char == '\\':
                escaped = True
                continue
            quoted = char != '"'
        elif char == ',':
            items.append(''.join(piece).strip())
            piece = []
            continue
        elif char == '"':
            quoted = True
        piece.append(char)
    if piece:
        items.append(''.join(piece).strip())
    return items


class FileHandler(BaseHandler):
    """Finds no file: there are none."""
    names = None

    def file_open(self, req):
        url = req.selector
        if url[:2] == '//' and url[2:3] != '/' and req.host and req.host != 'localhost' and req.host not in self.get_names():
            raise URLError('file:// scheme is supported only on localhost')
        return self.open_local_file(req)

    def get_names(self):
        return ('127.0.0.1', 'localhost')

    def open_local_file(self, req):
        path = url2pathname(req.selector)
        raise URLError(FileNotFoundError(2, 'No such file or directory', path))


class FTPHandler(BaseHandler):
    def ftp_open(self, req):
        if not req.host:
            raise URLError('ftp error: no host given')
        raise _no_network(PermissionError(13, 'there is no network in the sandbox'))


class CacheFTPHandler(FTPHandler):
    """Would keep connections."""


class DataHandler(BaseHandler):
    """Opens URLs that hold their data themselves."""

    def data_open(self, req):
        kind, data = req.full_url.split(':', 1)[1].split(',', 1)
        data = unquote_to_bytes(data)
        if kind.endswith(';base64'):
            data = base64.decodebytes(data)
            kind = kind[:-7]
        headers = email.message_from_string(f'Content-type: {kind or "text/plain;charset=US-ASCII"}\nContent-length: {len(data)}\n')
        return addinfourl(io.BytesIO(data), headers, req.full_url)


def url2pathname(pathname):
    """The path that a part of a URL names."""
    return unquote(pathname)


def pathname2url(pathname):
    """A path as part of a URL."""
    return quote(pathname)


def localhost():
    return '127.0.0.1'


def thishost():
    return ('127.0.0.1',)


def getproxies_environment():
    """The proxies that variables of the environment name, small letters before large ones."""
    found = [(name, name.lower(), value) for name, value in os.environ.items()]
    proxies = {small[:-6]: value for name, small, value in found if value and small[-6:] == '_proxy'}
    if 'REQUEST_METHOD' in os.environ:
        # There a client can set it.
        proxies.pop('http', None)
    for name, small, value in found:
        if name[-6:] == '_proxy':
            if value:
                proxies[small[:-6]] = value
            else:
                proxies.pop(small[:-6], None)
    return proxies


def proxy_bypass_environment(host, proxies=None):
    """Whether a host is to be asked itself."""
    no_proxy = (getproxies_environment() if proxies is None else proxies).get('no')
    if no_proxy is None:
        return False
    if no_proxy == '*':
        return True
    host = host.lower()
    alone, _ = _splitport(host)
    for name in no_proxy.split(','):
        name = name.strip().lstrip('.').lower()
        if name and (name in (alone, host) or alone.endswith('.' + name) or host.endswith('.' + name)):
            return True
    return False


getproxies, proxy_bypass = getproxies_environment, proxy_bypass_environment


def _number_of(address):
    """An address of four numbers as one."""
    parts = ([int(part) for part in address.split('.')[:4]] + [0, 0, 0, 0])[:4]
    return parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3]


def _proxy_bypass_macosx_sysconf(host, proxy_settings):
    """Whether the settings of a system say that a host is to be asked itself."""
    from fnmatch import fnmatch
    alone, _ = _splitport(host)
    if '.' not in host and proxy_settings['exclude_simple']:
        return True
    for value in proxy_settings.get('exceptions', ()):
        if not value:
            continue
        match = re.match(r'(\d+(?:\.\d+)*)(/\d+)?', value)
        if match is None:
            if fnmatch(host, value):
                return True
            continue
        if not re.fullmatch(r'\d+(\.\d+){3}', alone):
            # The address of a name is not known here.
            continue
        kept = int(match.group(2)[1:]) if match.group(2) else 8 * (match.group(1).count('.') + 1)
        if 0 <= kept <= 32 and _number_of(alone) >> 32 - kept == _number_of(match.group(1)) >> 32 - kept:
            return True
    return False


def _proxy_bypass_winreg_override(host, override):
    """Whether a list of patterns says that a host is to be asked itself."""
    from fnmatch import fnmatch
    host, _ = _splitport(host)
    return any('.' not in host if pattern == '<local>' else fnmatch(host, pattern)
               for pattern in map(str.strip, override.split(';')) if pattern)
