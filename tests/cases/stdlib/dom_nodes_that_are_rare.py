"""What documents tell of their types, of ids, of new names, and of data of the program's."""
import xml.dom
from xml.dom import minidom

implementation = minidom.getDOMImplementation()
doctype = implementation.createDocumentType('doc', None, None)
doctype.entities._seq, doctype.notations._seq = [], []
doctype.notations._seq.append(minidom.Notation('form', None, 'http://example.org/form'))
doctype.entities._seq.append(minidom.Entity('name', None, 'http://example.org/name', 'form'))
copied = doctype.cloneNode(1)
print(copied.entities.item(0).nodeName, copied.notations['form'].systemId, len(copied.entities), copied.entities.item(1), copied.ownerDocument)
doctype.entities.item(0).ownerDocument = implementation.createDocument(None, "x", None)
print(doctype.cloneNode(0).entities.length, doctype.entities.getNamedItem('x'))
for act in (lambda: doctype.entities['x'], lambda: doctype.entities.setNamedItem(1),
            lambda: doctype.entities.item(0).appendChild(None)):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
document = minidom.parseString("<doc a='v' b='w'/>")
element = document.documentElement
print(element.schemaType, element.schemaType.namespace, element.getAttributeNode('a').schemaType.name, document.async_)
element.setIdAttribute('a')
print(document.getElementById('v') is element)
fresh = document.createAttribute('a')
fresh.value = 'v'
element.setAttributeNode(fresh)
print(document.getElementById('v'), fresh.isId)
attr = document.renameNode(fresh, xml.dom.EMPTY_NAMESPACE, 'c')
print(attr.name, attr.localName, attr.prefix, element.toxml())
attr = document.renameNode(attr, 'http://example.org/n', 'p:d')
print(attr.name, attr.localName, attr.prefix, attr.namespaceURI, element.getAttributeNodeNS('http://example.org/n', 'd') is attr)
for where, name in (('http://example.org/n', 'xmlns:foo'), ('http://example.org/n', 'xmlns')):
    try:
        document.renameNode(attr, where, name)
    except xml.dom.NamespaceErr as error:
        print(error)
element = document.renameNode(element, xml.dom.EMPTY_NAMESPACE, 'e')
print(element.tagName, element.localName, element.prefix)


class Handler:
    def handle(self, *told):
        print(told[:3], told[3] is element, told[4] is not None)


element.setUserData('key', 12, Handler())
element.cloneNode(1)
document.renameNode(element, None, 'f')
minidom.Document().importNode(element, 0)
