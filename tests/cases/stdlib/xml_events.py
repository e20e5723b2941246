"""XML by events: parsers made by hand, handlers of sax, pieces, errors."""
import io
import xml.sax
from xml.parsers import expat
from xml.sax import saxutils
from xml.sax.handler import ContentHandler

TEXT = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY who "world">]><a x="1" y="&lt;2"><b>hello &who;</b><!-- note --><c/><?go now?><![CDATA[raw <x>]]></a>'


def events(pieces, **options):
    parser = expat.ParserCreate(**options)
    seen = []
    parser.StartElementHandler = lambda name, attributes: seen.append(('start', name, attributes))
    parser.EndElementHandler = lambda name: seen.append(('end', name))
    parser.CharacterDataHandler = lambda data: seen.append(('data', data))
    parser.CommentHandler = lambda data: seen.append(('comment', data))
    parser.ProcessingInstructionHandler = lambda target, data: seen.append(('pi', target, data))
    parser.StartCdataSectionHandler = lambda: seen.append(('cdata',))
    parser.EndCdataSectionHandler = lambda: seen.append(('end cdata',))
    parser.buffer_text = True
    for at, piece in enumerate(pieces):
        parser.Parse(piece, at == len(pieces) - 1)
    return seen


print(events([TEXT]))
print(events([TEXT[:30], TEXT[30:77], TEXT[77:]]) == events([TEXT]))
print(events(['<p:a xmlns:p="urn:p" p:x="1"><b/></p:a>'], namespace_separator=' '))
for wrong in ('<a>', '<a></b>', '', '<a b=1/>', '<a>&nope;</a>', '<a/><b/>'):
    parser = expat.ParserCreate()
    try:
        parser.Parse(wrong, True)
        print('fine')
    except expat.ExpatError as error:
        print(error, error.code, error.lineno, error.offset, expat.ErrorString(error.code))


class Shown(ContentHandler):
    def startDocument(self):
        print('begin')

    def endDocument(self):
        print('end')

    def startElement(self, name, attrs):
        print('<', name, dict(attrs), attrs.getNames(), attrs.getLength())

    def endElement(self, name):
        print('>', name)

    def characters(self, content):
        print('text', repr(content))

    def processingInstruction(self, target, data):
        print('pi', target, data)


xml.sax.parseString(b'<r k="v"><i>one</i><?t d?></r>', Shown())
xml.sax.parse(io.StringIO('<q/>'), Shown())
try:
    xml.sax.parseString('<r><i></r>', ContentHandler())
except xml.sax.SAXParseException as error:
    print(error, error.getLineNumber(), error.getColumnNumber())
print(saxutils.escape('<a & b>', {'b': 'c'}), saxutils.unescape('&lt;x&gt; &amp;'), saxutils.quoteattr('say "hi"'), saxutils.quoteattr("it's"))
out = io.StringIO()
writer = saxutils.XMLGenerator(out, short_empty_elements=True)
writer.startDocument()
writer.startElement('a', {'k': '1 < 2'})
writer.characters('x & y')
writer.startElement('e', {})
writer.endElement('e')
writer.endElement('a')
writer.endDocument()
print(out.getvalue())
