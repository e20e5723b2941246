# A package is there when one of its modules may be imported, under another name too; signatures of bound natives; codecs by name.
import xml.dom
import xml.etree.ElementTree as ET
from email.mime.text import MIMEText as Text
from xml.dom import minidom
import email.message as message
import collections.abc as abc

print(ET.fromstring('<a/>').tag, minidom.parseString('<a/>').documentElement.tagName, Text('x').get_content_type())
print(message.Message().get_content_type(), abc.Sized.__name__)
print(str(b'python.org', 'idna'), bytes('abc', 'idna'), bytearray('abc', 'punycode'), str(b'a-', 'punycode'))
for wrong in (lambda: str(b'x', 'nope'), lambda: bytes('x', 'nope'), lambda: str(b'x', 'rot13'), lambda: str(b'\xff', 'ascii', 'nope')):
    try:
        wrong()
    except LookupError as exc:
        print(exc)
