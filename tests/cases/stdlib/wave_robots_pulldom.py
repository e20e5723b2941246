import io
import math
import struct
import wave
import xml.sax
from urllib.robotparser import RobotFileParser
from xml.dom import pulldom
from xml.etree import ElementInclude, ElementTree

# Sound is written into memory and read again.
out = io.BytesIO()
with wave.open(out, 'wb') as sound:
    try:
        sound.getparams()
    except wave.Error as error:
        print('error:', error)
    sound.setnchannels(1)
    sound.setsampwidth(2)
    sound.setframerate(8000)
    samples = [int(20000 * math.sin(at / 5)) for at in range(100)]
    sound.writeframes(struct.pack('<100h', *samples))
    try:
        sound.setnchannels(2)
    except wave.Error as error:
        print('error:', error)
data = out.getvalue()
print(len(data), data[:44].hex())
with wave.open(io.BytesIO(data)) as sound:
    print(sound.getparams())
    frames = sound.readframes(10)
    print(struct.unpack('<10h', frames) == tuple(samples[:10]), sound.tell())
    sound.setpos(90)
    print(len(sound.readframes(1000)), sound.readframes(5))
    sound.rewind()
    print(sound.readframes(2) == data[44:48])
    for at in (-1, 101):
        try:
            sound.setpos(at)
        except wave.Error as error:
            print('error:', error)
for wrong in (b'RIFX' + data[4:], data[:8] + b'WAVX' + data[12:], data[:20], data[:36], b''):
    try:
        wave.open(io.BytesIO(wrong))
    except (wave.Error, EOFError) as error:
        print(type(error).__name__, error)
try:
    wave.open(io.BytesIO(), 'a')
except wave.Error as error:
    print('error:', error)
stereo = io.BytesIO()
with wave.open(stereo, 'w') as sound:
    sound.setparams((2, 1, 44100.4, 0, 'NONE', 'not compressed'))
    sound.writeframesraw(bytes(range(8)))
    sound.writeframesraw(bytearray(range(8)))
with wave.open(io.BytesIO(stereo.getvalue())) as sound:
    print(sound.getparams(), sound.readframes(99).hex())

# Rules of a site.
rules = RobotFileParser()
print(rules.can_fetch('any', '/'), rules.mtime())
rules.parse('''User-agent: figtree
User-agent: FigTree/0.1
Crawl-delay: 3
Request-rate: 9/30
Disallow: /tmp
Allow: /a%3cd.html  # a comment

User-agent: *
Disallow: /cyber/
Disallow: /a?b
Allow:

Sitemap: http://example.com/map.xml
'''.splitlines())
for agent, url in (('figtree', '/tmp/x'), ('figtree', '/a%3Cd.html'), ('other', '/cyber/map'), ('other', '/a?b'), ('other', '/a'), ('other', '')):
    print(agent, url, rules.can_fetch(agent, 'http://example.com' + url))
print(rules.crawl_delay('figtree'), rules.request_rate('figtree'), rules.crawl_delay('other'), rules.site_maps())
print(rules)

# Events of a document, and a tree of the part that is wanted.
events = pulldom.parseString('<?p q?><shop xmlns="u" xmlns:k="v"><!--c--><item k:price="3">tea &amp; milk</item><item>salt</item></shop>')
for event, node in events:
    print(event, node.nodeName)
    if event == pulldom.START_ELEMENT and node.tagName == 'item':
        events.expandNode(node)
        print(node.toxml())

# Documents within documents.
library = {'part.xml': '<part><p>inside</p></part>', 'note.txt': 'a note'}


def load(href, parse, encoding=None):
    found = library.get(href)
    return ElementTree.fromstring(found) if found is not None and parse == 'xml' else found


tree = ElementTree.fromstring('<doc xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="part.xml"/>tail'
                              '<xi:include href="note.txt" parse="text"/> end</doc>')
ElementInclude.include(tree, load)
print(ElementTree.tostring(tree, encoding='unicode'))
for text in ('<xi:include href="none.xml"/>', '<xi:include href="none.txt" parse="text"/>', '<xi:include parse="x" href="a"/>',
             '<xi:fallback/>'):
    try:
        ElementInclude.include(ElementTree.fromstring(f'<doc xmlns:xi="http://www.w3.org/2001/XInclude">{text}</doc>'), load)
    except ElementInclude.FatalIncludeError as error:
        print(error)
library['loop.xml'] = '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="loop.xml"/></a>'
try:
    ElementInclude.include(ElementTree.fromstring(library['loop.xml']), load)
except ElementInclude.FatalIncludeError as error:
    print(error)

# Characters are held together across what no handler asks for.
from xml.parsers import expat
for wanted in ((), ('StartElementHandler',), ('EndElementHandler',), ('CommentHandler',)):
    reader, told = expat.ParserCreate(), []
    reader.buffer_text = True
    reader.CharacterDataHandler = told.append
    for name in wanted:
        setattr(reader, name, lambda *args: told.append(args))
    reader.Parse('<a>1<b/>2<!--c--><c></c>\n 3</a>', True)
    print(wanted, told)
reader, told = expat.ParserCreate(), []
reader.NotStandaloneHandler = lambda: told.append('outside') or 1
reader.StartDoctypeDeclHandler = lambda *args: told.append(args)
reader.Parse('<!DOCTYPE a SYSTEM "b" [<!ENTITY c "d">]><a/>', True)
print(told)

# Trees of minidom are built by expat: types of documents, entities, namespaces, and what is wrong.
from xml.dom import expatbuilder, minidom

TYPED = '''<?xml version="1.0" encoding="utf-8" standalone="no"?><?pi a b?><!DOCTYPE r PUBLIC "p" "s.dtd" [<!ENTITY smile "x&amp;y">
<!NOTATION n SYSTEM "nn"><!ELEMENT r (a|b)*><!ATTLIST r k CDATA "dflt" id ID #IMPLIED xmlns:q CDATA "urn:q">
<!ENTITY pic SYSTEM "f.gif" NDATA n><?inner pi?><!-- inner -->]><!-- c --><r id="7">t&smile;<![CDATA[c<d]]><![CDATA[e]]>&smile;
<b xmlns="urn:b" xmlns:q="urn:q" q:z="1"/>tail &#65;</r><!--after-->'''
document = minidom.parseString(TYPED)
print(document.toxml())
doctype = document.doctype
print(doctype.internalSubset.count('<!'), doctype.publicId, doctype.systemId, doctype.name)
print(document.version, document.encoding, document.standalone, document.documentURI)
for entity in doctype.entities._seq:
    print(entity.nodeName, entity.publicId, entity.systemId, entity.notationName, [child.toxml() for child in entity.childNodes])
for notation in doctype.notations._seq:
    print(notation.nodeName, notation.publicId, notation.systemId, notation.ownerDocument is document)
root = document.documentElement
for key, attribute in root.attributes.items():
    node = root.attributes[key]
    print(key, attribute, node.specified, node.namespaceURI, node.prefix, node.localName, node.ownerElement is root)
print([(node.nodeType, node.nodeName, node.nodeValue, node.ownerDocument is document) for node in root.childNodes])
simple = minidom.parseString('<!DOCTYPE r [<!ATTLIST r id ID #IMPLIED k (a|b) "a">]><r id="7"/>')
print(simple.getElementById('7').tagName, simple.getElementById('8'), simple.documentElement.attributes['id'].isId)
for text in ('<a xmlns:x=" "/>', '<a xmlns:x="a b"><x:b/></a>', '<a b="1" b="2"/>', '<a>', '', 'x', '<a xmlns:p="u"><p:b p:c="1"/></a>',
             '<a>&und;</a>', '<!DOCTYPE a SYSTEM "x"><a>&und;</a>', b'<?xml version="1.0" encoding="latin-1"?><a>\xe9</a>',
             b'\xff\xfe<\x00a\x00/\x00>\x00', '<a>\r\nx\ry</a>', '<!DOCTYPE a [<!ENTITY e SYSTEM "q">]><a>&e;</a>',
             '<!DOCTYPE a [<!ENTITY e "<b>z</b>k">]><a>q&e;</a>', '<a:b/>'):
    try:
        made = minidom.parseString(text)
        print(repr(made.toxml()), made.encoding, [node.nodeType for node in made.documentElement.childNodes])
    except Exception as error:
        print(type(error).__name__, error, getattr(error, 'code', None))
print(minidom.parse(io.StringIO('<a><b c="1"/></a>'), None, 5).toxml(), minidom.parseString('<a>x</a>', xml.sax.make_parser()).toxml())
print(expatbuilder.parseString('<a xmlns:p="u"><p:b/></a>', False).toxml(), expatbuilder.parse(io.BytesIO(b'<a/>')).toxml())

# What may be outside of a document, and who is asked about it.
from xml.parsers import expat

for parsing in (0, 1, 2):
    for text in (b'<!DOCTYPE a SYSTEM "x"><a/>', b'<!DOCTYPE a SYSTEM "x" []><a/>', b'<!DOCTYPE a [%x;]><a/>',
                 b'<!DOCTYPE a SYSTEM "x" [%x;<!ENTITY b "c">%y;]><a/>', b'<!DOCTYPE a [<!ENTITY % x SYSTEM "o">%x;<!ENTITY b "c">]><a/>'):
        reader, told = expat.ParserCreate(), []
        for name in ('StartDoctypeDeclHandler', 'EndDoctypeDeclHandler', 'NotStandaloneHandler', 'SkippedEntityHandler',
                     'ExternalEntityRefHandler', 'EntityDeclHandler', 'StartElementHandler'):
            setattr(reader, name, lambda *args, name=name: told.append((name.removesuffix('Handler'), args)) or 1)
        reader.SetParamEntityParsing(parsing)
        reader.Parse(text, True)
        print(parsing, told)
# What is incomplete is looked at again when there is twice as much.
for deferred in (True, False):
    reader, told = expat.ParserCreate(), []
    reader.SetReparseDeferralEnabled(deferred)
    reader.StartElementHandler = lambda *args: told.append(args)
    for piece in (b'<doc ', b'a="1"', b'>', b'<b/>', b'</doc>'):
        reader.Parse(piece, False)
        told.append(piece)
    reader.Parse(b'', True)
    print(told)
