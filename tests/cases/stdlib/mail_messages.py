# Messages made, written and read again: headers, addresses, dates, parts, encodings.
import email
import email.policy
from email import message_from_bytes, message_from_string
from email.header import Header, decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.mime.application import MIMEApplication
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import (formataddr, format_datetime, formatdate, getaddresses, mktime_tz, parseaddr, parsedate, parsedate_tz,
                         parsedate_to_datetime)
import datetime


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as exc:
        return f'{type(exc).__name__}: {exc}'


print('-- a message of today')
m = EmailMessage()
m['Subject'] = 'Привет мир как дела это длинная тема письма которая не помещается'
m['From'] = Address('Jürgen Klopp', 'a', 'b.c')
m['To'] = 'Jürgen <a@b.c>, Bob <bob@example.com>, "Smith, J" <s@x.y>, Иван Иванов Петрович <i@x.ru>'
m['X-Foo'] = 'hello wörld and other thing'
m['Cc'] = ', '.join(f'Person Number {i} <person{i}@example.com>' for i in range(5))
m['X-Long'] = 'word ' * 30
m['X-Wide'] = 'w' * 100
m['Date'] = datetime.datetime(2024, 1, 2, 3, 4, 5)
m['Message-ID'] = '<a@b>'
m.set_content('Hello,\nthis is text.\n')
print(m)
print(m.as_bytes())
for name in ('From', 'To'):
    print(name, m[name].addresses, repr(m[name]))
print(m['date'].datetime, m['content-type'].params, m['content-type'].content_type, m.get_content())
print(attempt(m.__setitem__, 'Subject', 'again'))
print(attempt(m.__setitem__, 'X-Bad', 'a\nb'))

print('-- alternatives and attachments')
m = EmailMessage()
m['Subject'] = 'files'
m.set_content('plain')
m.add_alternative('<p>html</p>', subtype='html')
m.add_attachment(b'\x00\x01binary', maintype='application', subtype='octet-stream', filename='data.bin')
m.add_attachment('text of a file', filename='résumé.txt')
m.set_boundary('=outer=')
m.get_payload(0).set_boundary('=inner=')
text = m.as_string()
print(text)
again = email.message_from_string(text, policy=email.policy.default)
print(again.get_body(('plain',)).get_content(), [part.get_content_type() for part in again.walk()])
for part in again.iter_attachments():
    print(part.get_filename(), part.get_content_type(), part.get_content(), part.is_attachment())

print('-- messages of old')
outer = MIMEMultipart('mixed', boundary='BOUND')
outer['Subject'] = Header('Grüße aus Köln', 'utf-8')
outer['From'] = 'a@example.com'
outer.preamble = 'This is a multipart message.\n'
outer.attach(MIMEText('plain body'))
outer.attach(MIMEText('schöne Grüße', 'html', 'utf-8'))
outer.attach(MIMEText('schöne Grüße', 'plain', 'iso-8859-1'))
outer.attach(MIMEApplication(b'data' * 30, Name='x.bin'))
image = MIMEImage(b'\x89PNG\r\n\x1a\n' + b'0' * 10)
image.add_header('Content-Disposition', 'attachment', filename=('utf-8', '', 'bild ö.png'))
outer.attach(image)
print(outer.as_string())
back = message_from_bytes(outer.as_bytes())
print(back.preamble, [p.get_content_type() for p in back.walk()], back.get_payload(1).get_payload(decode=True).decode())
print(back.get_payload(4).get_filename(), back.get_payload(3).get_param('name'), back['subject'], decode_header(back['subject']))
print(str(make_header(decode_header(back['subject']))))

print('-- reading')
m = message_from_string('From x y\nReceived: a\nReceived: b\n  and more\nSubject: =?iso-8859-1?q?p=F6stal?= =?utf-8?b?w6Q=?= end\n'
                        'Content-Type: text/plain; charset="us-ascii"; title*0="one "; title*1="two"\n\nbody\nlines\n')
print(m.get_all('received'), m.keys(), len(m), 'SUBJECT' in m, m['nothing'], m.get('nothing', 0), m.get_unixfrom())
print(decode_header(m['subject']), m.get_params(), m.get_content_charset(), repr(m.get_payload()))
m.replace_header('Subject', 'new')
del m['received']
m.add_header('X-Thing', 'value', some_param='p q', flag=None)
m.set_param('charset', 'utf-8')
m.set_type('text/html')
print(m.as_string(unixfrom=True))
print(attempt(m.replace_header, 'none', 1), attempt(m.attach, Message()), attempt(m.get_payload, 0))
for text in ('Content-Type: multipart/mixed\n\nno boundary\n', 'Content-Type: multipart/mixed; boundary=B\n\nno parts\n',
             'Content-Type: multipart/mixed; boundary=B\n\n--B\n\none\n', 'not a header\nA: b\n\nbody', ' first\nA: b\n\n'):
    m = message_from_string(text)
    print([type(d).__name__ for d in m.defects], m.items(), repr(m.get_payload() if not m.is_multipart() else len(m.get_payload())))
d = message_from_string('Content-Transfer-Encoding: base64\n\nYWJj!ZA\n')
print(d.get_payload(decode=True), [type(x).__name__ for x in d.defects])
strict = email.policy.strict
print(attempt(message_from_string, 'bad line\n\n', policy=strict))
m = message_from_string('To: a@b.c\nSubject: ' + 'long ' * 20 + '\n\n', policy=email.policy.default)
print(m.as_string(), m['to'].addresses[0].domain, m.policy)

print('-- addresses')
for value in ('Bob <b@x.y>', 'b@x.y (Bob)', '"Smith, John" <j@s.com>', 'a@b@c', '', '<x@y>', 'Name', 'G: a@b, c@d;', 'a@[1.2.3.4]'):
    print(repr(value), parseaddr(value), attempt(getaddresses, [value]))
print(formataddr(('A, B', 'a@b')), formataddr(('Jörg', 'j@x')), formataddr((None, 'a@b')), attempt(formataddr, ('x', 'ä@b')))
a = Address('Max, M', 'max', 'x.org')
print(a, repr(a), a.addr_spec, a == Address('Max, M', addr_spec='max@x.org'), Address(username='a b', domain='c'))
print(attempt(Address, addr_spec='no at'), attempt(Address, 'x\n'), attempt(Address, username='a', addr_spec='b@c'))

print('-- dates')
for value in ('Mon, 20 Nov 1995 19:12:08 -0500', '20 Nov 95 19:12 GMT', 'Tue, 3 Jun 2008 11:05:30 +0110', '5 Feb 2003 13:47:26 -0000',
              'Fri, 9 May 1997 00:00:00 PDT', 'nonsense', '', '1 Jan 2000', 'Sun Jan 2 00:00:00 2000'):
    print(repr(value), parsedate_tz(value), parsedate(value), attempt(parsedate_to_datetime, value))
print(formatdate(0), formatdate(1700000000, usegmt=True), mktime_tz(parsedate_tz('Mon, 20 Nov 1995 19:12:08 -0500')))
print(format_datetime(datetime.datetime(2020, 2, 29, 12, tzinfo=datetime.timezone.utc), usegmt=True),
      format_datetime(datetime.datetime(2020, 2, 29, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=5, minutes=30)))))

print('-- headers')
h = Header('Hello ', 'us-ascii')
h.append('wörld', 'iso-8859-1')
h.append(' and так далее', 'utf-8')
print(str(h), h.encode(), h == 'Hello wörld and так далее')
print(Header('a; b; ' * 20, header_name='X-Test').encode())
print(Header('ü' * 80, 'utf-8', maxlinelen=60).encode(linesep='\r\n'))
print(attempt(Header, 'ü', 'us-ascii').encode(), attempt(Header('a\nInjected: b').encode))
print(decode_header('=?utf-8?q?a_b=20c?= x =?utf-8?b?w6Q?='), decode_header('plain'), attempt(decode_header, '=?utf-8?b?a?='))
