import http.client
import io
import urllib.error
import urllib.request
import urllib.response
from http.cookiejar import (Cookie, CookieJar, DefaultCookiePolicy, LWPCookieJar, domain_match, escape_path, http2time, is_HDN, iso2time,
                            join_header_words, lwp_cookie_str, parse_ns_headers, reach, split_header_words, time2isoz, time2netscape)
import email
import nturl2path


class Socket:
    """Gives a text, and keeps what it is sent."""

    def __init__(self, text):
        self.text, self.sent = text, b''

    def sendall(self, data):
        self.sent += data

    def makefile(self, mode, bufsize=None):
        return io.BufferedReader(io.BytesIO(self.text))

    def close(self):
        pass

    def setsockopt(self, *args):
        pass


def answer(text, method=None):
    response = http.client.HTTPResponse(Socket(text), method=method)
    response.begin()
    return response


# Responses.
for text, method in [(b'HTTP/1.1 200 Ok\r\nContent-Length: 3\r\n\r\nText and more', 'GET'),
                     (b'HTTP/1.0 404\r\n\r\nText', 'GET'), (b'HTTP/1.1 204 No\r\n\r\nx', 'GET'), (b'HTTP/1.1 200 Ok\r\nContent-Length: 9\r\n\r\n', 'HEAD'),
                     (b'HTTP/1.1 100 Go on\r\nA: b\r\n\r\nHTTP/1.1 200 Ok\r\nConnection: close\r\nA: 1\r\nA: 2\r\n\r\nrest', 'GET'),
                     (b'HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\na;x=y\r\n0123456789\r\n3\r\nabc\r\n0\r\nT: r\r\n\r\n', 'GET'),
                     (b'HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\na\r\n01234', 'GET'), (b'HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nabc', 'GET'),
                     (b'HTTP/1.1 99 x\r\n\r\n', 'GET'), (b'HTTX/1.1 200 x\r\n\r\n', 'GET'), (b'HTTP/2.0 200 x\r\n\r\n', 'GET'), (b'', 'GET'),
                     (b'HTTP/1.1 200 ' + b'x' * 70000, 'GET'), (b'HTTP/1.1 200 Ok\r\n' + b'A: b\r\n' * 102, 'GET'),
                     (b'HTTP/1.0 200 Ok\r\nConnection: Keep-Alive\r\nContent-Length: -4\r\n\r\nabc', 'GET')]:
    try:
        response = answer(text, method)
        print(response.status, response.reason, response.version, response.length, response.chunked, response.will_close,
              response.getheaders(), response.getheader('a', 'none'))
        print('   ', response.read(2), response.read(), response.isclosed())
    except (http.client.HTTPException, OSError) as error:
        print(type(error).__name__, repr(error), str(error)[:40].partition(' at ')[0])
chunked = b'HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n\nworld\r\n0\r\n\r\n'
print(answer(chunked).read(3), answer(chunked).readline(), answer(chunked).peek(2)[:9], answer(chunked).read1(), list(answer(chunked)))
buffer = bytearray(8)
print(answer(chunked).readinto(buffer), buffer)
plain = b'HTTP/1.1 200 Ok\r\nContent-Length: 11\r\n\r\nhello\nworldEXTRA'
response = answer(plain)
print(response.peek(3)[:3], response.read1(3), response.readline(), response.readinto(buffer), buffer, response.read1(9), response.fp)

# Requests.
for args, kwargs in [(('GET', '/'), {}), (('POST', '/x', b'body'), {}), (('POST', '/x', 'b\xe4'), {'headers': {'Host': 'other', 'X': 'y'}}),
                     (('PUT', '/x', iter([b'a', b'', b'bc'])), {}), (('PUT', '/x', io.StringIO('text')), {}), (('DELETE', '/x'), {}),
                     (('GET', 'http://a.b/c'), {'headers': {'Accept-Encoding': 'gzip'}}), (('POST', '/', 5), {}), (('POST', '/', 'b\u20ac'), {}),
                     (('G\nT', '/'), {}), (('GET', '/a b'), {}), (('GET', '/'), {'headers': {'A': 'b\nc'}}), (('GET', '/'), {'headers': {'A B:': 'c'}})]:
    connection = http.client.HTTPConnection('host.name:8080')
    connection.sock = Socket(b'HTTP/1.1 200 Ok\r\nContent-Length: 2\r\n\r\nhi')
    try:
        connection.request(*args, **kwargs)
        print(connection.sock.sent, connection.getresponse().read())
    except (ValueError, TypeError, http.client.HTTPException) as error:
        print(type(error).__name__, error)
connection = http.client.HTTPConnection('[::1]:81')
print(connection.host, connection.port)
for step in (lambda: connection.endheaders(), lambda: connection.putheader('a', 'b'), lambda: connection.getresponse(),
             lambda: http.client.HTTPConnection('a:b'), lambda: http.client.HTTPConnection('a\nb')):
    try:
        step()
    except http.client.HTTPException as error:
        print(type(error).__name__, error)
tunnel = http.client.HTTPConnection('proxy')
tunnel.set_tunnel('dest', 443, {'P': 'q'})
tunnel._create_connection = lambda *args: Socket(b'HTTP/1.1 403 No\r\nR: s\r\n\r\n')
try:
    tunnel.request('GET', '/')
except OSError as error:
    print(error, tunnel.get_proxy_response_headers().items())
print(http.client.responses[404], http.client.NOT_FOUND, http.client.parse_headers(io.BytesIO(b'A: b\r\nC: d\r\n\r\n')).items())

# Requests of urllib, and what opens them.
request = urllib.request.Request('<URL:http://user@www.host.com:80/a%20b/c?d#e>', data=b'1', headers={'content-TYPE': 'x', 'B': 'c'})
print(request.full_url, request.type, request.host, request.selector, request.fragment, request.get_method(), request.headers,
      request.origin_req_host, request.has_header('Content-type'), request.header_items())
request.data = None
request.set_proxy('proxy:3128', 'http')
print(request.get_method(), request.host, request.selector, request.has_proxy())
for url in ('nothing', 'http:///x', 'data:,a%20b', 'data:text/html;base64,PGI+', 'wave:x', 'ftp:///x', 'file:///no/such'):
    try:
        with urllib.request.urlopen(url) as opened:
            print(opened.read(), opened.headers.items(), opened.geturl(), opened.status)
    except (ValueError, urllib.error.URLError) as error:
        print(type(error).__name__, str(error)[:36])


class Answers(urllib.request.HTTPHandler):
    """Answers from a list instead of the network."""

    def __init__(self, *answers):
        super().__init__()
        self.answers, self.asked = list(answers), []

    def http_open(self, req):
        self.asked.append((req.full_url, req.get_method(), req.data, sorted(req.header_items())))
        code, headers, body = self.answers.pop(0)
        made = urllib.response.addinfourl(io.BytesIO(body), email.message_from_string(headers + '\n\n'), req.full_url, code)
        made.msg = 'said'
        return made


def opened(url, answers, *handlers, data=None):
    handler = Answers(*answers)
    opener = urllib.request.OpenerDirector()
    for one in (handler, urllib.request.HTTPErrorProcessor(), urllib.request.HTTPRedirectHandler(), urllib.request.HTTPDefaultErrorHandler(),
                *handlers):
        opener.add_handler(one)
    try:
        print(opener.open(url, data).read())
    except urllib.error.URLError as error:
        print(repr(error), str(error))
    for asked in handler.asked:
        print('   ', asked)


opened('http://a.com/x', [(302, 'Location: /y z', b''), (200, '', b'there')])
opened('http://a.com/x', [(301, 'Location: http://b.com', b''), (200, '', b'there')], data=b'posted')
opened('http://a.com/x', [(307, 'Location: http://b.com', b'')], data=b'posted')
opened('http://a.com/x', [(302, 'Location: file:///etc', b'')])
opened('http://a.com/x', [(302, 'Location: /x', b'')] * 9)
opened('http://a.com/x', [(500, '', b'broken')])
basic = urllib.request.HTTPBasicAuthHandler()
basic.add_password('realm one', 'http://a.com/', 'me', 'secret')
opened('http://a.com/x', [(401, 'WWW-Authenticate: Basic realm="realm one"', b''), (200, '', b'in')], basic)
opened('http://a.com/x', [(401, 'WWW-Authenticate: Basic realm="other"', b'')], basic)
digest = urllib.request.HTTPDigestAuthHandler()
digest.get_cnonce = lambda nonce: 'own'
digest.add_password('r', 'http://a.com/', 'me', 'secret')
opened('http://a.com/x', [(401, 'WWW-Authenticate: Digest realm="r", nonce="n", qop="auth", opaque="o"', b''), (200, '', b'in')], digest)
opened('http://a.com/x', [(401, 'WWW-Authenticate: Digest realm="r", nonce="n", algorithm=SHA', b''), (200, '', b'in')], digest)
cookies = urllib.request.HTTPCookieProcessor(CookieJar())
opened('http://a.com/x', [(302, 'Location: /y\nSet-Cookie: one=1; path=/', b''), (200, 'Set-Cookie: two=2', b'end')], cookies)
print(cookies.cookiejar)
manager = urllib.request.HTTPPasswordMgrWithDefaultRealm()
manager.add_password(None, ['http://e.com/a/', 'f.com'], 'u', 'p')
for uri in ('http://e.com/a/b', 'http://e.com/b', 'f.com', 'http://e.com:80/a', 'http://f.com/x'):
    print(uri, manager.find_user_password('any', uri))
print(urllib.request.parse_http_list('a="b,c", d=e, f="g\\"h"'), urllib.request.parse_keqv_list(['a="b"', 'c=d']))
for proxy in ('http://u:p@h:1/x', 'h:1', 'u@h', 'file:/x'):
    try:
        print(urllib.request._parse_proxy(proxy))
    except ValueError as error:
        print(error)
for error in (urllib.error.URLError('why'), urllib.error.HTTPError('u', 404, 'not here', {'a': 'b'}, None), urllib.error.ContentTooShortError('m', b'c')):
    print(repr(error), error, error.reason)
print(urllib.request.pathname2url('/a b'), urllib.request.url2pathname('/a%20b'), nturl2path.pathname2url('C:\\a b\\c'),
      nturl2path.url2pathname('///C:/a%20b/c'), nturl2path.url2pathname('////host/x'))

# Cookies.
print(split_header_words(['foo="bar"; port="80,81"; discard, bar=baz', r'a="\"" b=c']), join_header_words([[('foo', None), ('bar', 'b z')], [('x', 'y')]]))
print(parse_ns_headers(['a=b; expires=Wed, 01 Jan 2040 22:23:32 GMT; Path=/; secure', 'x', '', 'a=b; version="1"']))
for text in ('Thu, 03 Feb 1994 00:00:00 GMT', '03-Feb-94', '03 Feb 1994 10:20:30 +0100', 'x', '32-01-1980', '03-Feb-1994 10:20 pst'):
    print(text, http2time(text), iso2time(text))
for text in ('1994-02-03 14:15:29 -0700', '19940203T141529Z', '1994-02-03', '1994-13-03'):
    print(text, iso2time(text))
print(time2isoz(1019227000), time2netscape(1019227000), is_HDN('a.b'), is_HDN('1.2.3.4'), domain_match('a.b.c', '.b.c'), reach('www.acme.com'),
      escape_path('/a b%2f\u00fc'))


class Sets:
    def __init__(self, *lines):
        self.message = email.message_from_string('\n'.join(lines))

    def info(self):
        return self.message


for policy, url, lines in [(None, 'http://www.acme.com/a/b', ['Set-Cookie: a=b', 'Set-Cookie: c="d e"; domain=.acme.com; path=/a', 'Set-Cookie: e=f; Max-Age=0']),
                           (DefaultCookiePolicy(rfc2965=True), 'http://www.acme.com/a/b', ['Set-Cookie2: a="b c"; version=1; port="80,90"; path=/a', 'Set-Cookie: x=y']),
                           (DefaultCookiePolicy(blocked_domains=['.acme.com']), 'http://www.acme.com/', ['Set-Cookie: a=b']),
                           (None, 'http://www.acme.com/', ['Set-Cookie: a=b; domain=.evil.com', 'Set-Cookie: c=d; domain=.com', 'Set-Cookie: e=f; secure; x=y'])]:
    jar = CookieJar(policy)
    request = urllib.request.Request(url)
    jar.extract_cookies(Sets(*lines), request)
    again = urllib.request.Request(url)
    jar.add_cookie_header(again)
    print(len(jar), [str(cookie) for cookie in jar], again.header_items())
cookie = Cookie(0, 'n', 'v', None, False, '.A.com', True, True, '/p', True, False, 9e9, False, None, None, {'HttpOnly': None})
print(cookie, repr(cookie), cookie.is_expired(1), cookie.has_nonstandard_attr('HttpOnly'), lwp_cookie_str(cookie))
kept = LWPCookieJar()
kept.set_cookie(cookie)
print(kept.as_lwp_str(), kept)
kept.clear('.a.com', '/p', 'n')
print(len(kept))
