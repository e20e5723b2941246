# Documents as trees of nodes: read, made, changed, written.
import io
import xml.dom
import xml.etree.ElementTree as ET
from xml.dom import minidom
from xml.parsers.expat import ExpatError


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as exc:
        return f'{type(exc).__name__}: {exc}'


TEXT = '''<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x "y">]><r a="1" xmlns:p="u:p" p:b="2"><!--c--><p:k>t&amp;x<![CDATA[c<d]]></p:k>\
<?pi data?>
 <e/><e n="&lt;q&quot;">text &x;</e></r>'''
d = minidom.parseString(TEXT)
print(d.toxml())
print(d.toprettyxml(indent='  '))
print(d.toprettyxml(indent=' ', newl='\r\n', encoding='ascii'))
r = d.documentElement
print(r.attributes.items(), r.attributes['a'].value, [n.nodeName for n in d.childNodes], [n.nodeType for n in r.childNodes])
k = r.childNodes[1]
print(k.namespaceURI, k.localName, k.prefix, k.childNodes, k.firstChild.data, k.lastChild.data, k.firstChild.wholeText)
print(d.doctype.name, d.doctype.internalSubset, d.doctype.publicId, r.ownerDocument is d, k.parentNode is r)
print([e.getAttribute('n') for e in d.getElementsByTagName('e')], len(d.getElementsByTagName('*')), r.getElementsByTagNameNS('u:p', '*')[0].tagName)
print(r.getAttributeNS('u:p', 'b'), r.hasAttribute('zz'), repr(r.getAttribute('zz')), r.getAttributeNode('zz'), r.hasAttributeNS('u:p', 'b'))
print(k.nextSibling.target, k.nextSibling.data, k.previousSibling.data, k.previousSibling.previousSibling, r.lastChild.tagName)

print('-- made')
doc = minidom.Document()
root = doc.createElement('root')
doc.appendChild(root)
for i in range(3):
    item = doc.createElement('item')
    item.setAttribute('id', str(i))
    item.appendChild(doc.createTextNode(f'text <{i}> & "more"'))
    root.appendChild(item)
root.appendChild(doc.createComment('note'))
root.insertBefore(doc.createElement('first'), root.firstChild)
root.appendChild(doc.createCDATASection('raw <b>'))
print(doc.toprettyxml(indent='\t'))
print(root.toxml(), len(root.childNodes), root.childNodes.length, root.childNodes.item(99))
old = root.replaceChild(doc.createElement('new'), root.childNodes[1])
root.removeChild(root.lastChild)
print(old.toxml(), old.parentNode, [n.nodeName for n in root.childNodes], root.childNodes[1].previousSibling.tagName)
copy = root.cloneNode(True)
copy.setAttribute('z', 'a"b\n')
copy.removeAttribute('z') if copy.hasAttribute('nothing') else None
print(copy.toxml(), root.hasAttributes())
fragment = doc.createDocumentFragment()
fragment.appendChild(doc.createTextNode('x'))
fragment.appendChild(doc.createTextNode('y'))
root.appendChild(fragment)
print(len(root.childNodes), end=' ')
root.normalize()
print(len(root.childNodes), root.lastChild.data)
t = root.lastChild
print(t.splitText(1).data, t.data, t.length, attempt(t.substringData, 5, 1), attempt(t.appendChild, t))
print(attempt(doc.appendChild, doc.createElement('second')).split(' at ')[0])
print(attempt(root.removeChild, doc), attempt(root.removeAttribute, 'none'), attempt(minidom.Document().appendChild, doc.createTextNode('x')).split(' cannot')[1][:20])
new = minidom.getDOMImplementation().createDocument('http://x', 'p:top', None)
new.documentElement.setAttributeNS('http://x', 'p:at', 'v')
print(new.toxml(), new.documentElement.getAttributeNS('http://x', 'at'), new.documentElement.localName)
new.renameNode(new.documentElement, None, 'plain')
print(new.documentElement.tagName, minidom.getDOMImplementation().hasFeature('Core', '2.0'))
out = io.StringIO()
doc.writexml(out, indent='', addindent=' ', newl='\n', encoding='utf-8', standalone=True)
print(out.getvalue())

print('-- the pretty printer of trees')
tree = ET.Element('data', version='1')
ET.SubElement(tree, 'x').text = 'ü'
ET.SubElement(ET.SubElement(tree, 'y'), 'z')
print(minidom.parseString(ET.tostring(tree)).toprettyxml(indent='   '))
print(minidom.parseString(ET.tostring(tree, 'utf-8')).documentElement.toprettyxml(indent=' '))
print(minidom.parse(io.BytesIO(b'<?xml version="1.0" encoding="latin-1"?><a>\xe4</a>')).documentElement.firstChild.data)

print('-- what is wrong')
for text in ('<a><b></a>', '', '<a', '<a/><b/>', '<a b="1" b="2"/>', '<p:a/>', 'text', '<a>&none;</a>'):
    try:
        minidom.parseString(text)
    except ExpatError as exc:
        print(exc, exc.code, exc.lineno, exc.offset)
with minidom.parseString('<a><b/></a>') as d:
    top = d.documentElement
    print(top)if False else print(top.tagName)
print(top.parentNode, top.childNodes, xml.dom.NotFoundErr.code, issubclass(xml.dom.NotFoundErr, xml.dom.DOMException))
e = minidom.parseString('<a x="1"/>').documentElement
e.setIdAttribute('x')
print(e.ownerDocument.getElementById('1') is e, e.attributes.length, 'x' in e.attributes, e.attributes.get('y'), e.attributes.item(0).name)
e.attributes['y'] = '2'
del e.attributes['x']
print(e.toxml(), bool(e), e.isSameNode(e), e.nodeValue, e.firstChild)
