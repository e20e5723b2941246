"""Documents, read by expat, as trees of `minidom`."""
from xml.dom import EMPTY_NAMESPACE, XMLNS_NAMESPACE, minidom
from xml.parsers import expat

TEXT_NODE = minidom.Node.TEXT_NODE
CDATA_SECTION_NODE = minidom.Node.CDATA_SECTION_NODE
_BLOCK = 16 * 1024


class ElementInfo(minidom.ElementInfo):
    """What a document type says of an element: its model, and the kinds of its attributes."""
    __slots__ = ('_attr_info', '_model')

    def __init__(self, tagName, model=None):
        self.tagName, self._model, self._attr_info = tagName, model, []

    def getAttributeType(self, aname):
        for _, name, kind, *_ in self._attr_info:
            if name == aname:
                return minidom.TypeInfo(None, '(' in kind and 'enumeration' or kind.lower())
        return minidom._no_type

    def isElementContent(self):
        return self._model is not None and self._model[0] not in (expat.model.XML_CTYPE_ANY, expat.model.XML_CTYPE_MIXED)

    def isEmpty(self):
        return self._model is not None and self._model[0] == expat.model.XML_CTYPE_EMPTY

    def isId(self, aname):
        return any(name == aname and kind == 'ID' for _, name, kind, *_ in self._attr_info)

    def __getstate__(self):
        return self._attr_info, self._model, self.tagName

    def __setstate__(self, state):
        self._attr_info, self._model, self.tagName = state


class ExpatBuilder:
    """Makes a tree of one document after the other."""

    _separator = None

    def __init__(self, options=None):
        self._options = options
        self._parser = None
        self.reset()

    def reset(self):
        """Begin with a document of its own."""
        self.document = self.curNode = minidom.Document()
        self._in_section = False
        self._section = None
        self._infos = {}
        self._parts = {}
        self._spaces = []

    def createParser(self):
        """A reader."""
        parser = expat.ParserCreate(namespace_separator=self._separator, intern=None)
        parser.namespace_prefixes = self._separator is not None
        return parser

    def getParser(self):
        """The reader, which is made when it is first asked for."""
        if self._parser is None:
            self._parser = self.createParser()
            self._parser.buffer_text = self._parser.ordered_attributes = self._parser.specified_attributes = True
            self.install(self._parser)
        return self._parser

    def install(self, parser):
        """What is done with what a reader finds."""
        parser.StartDoctypeDeclHandler = self.start_doctype_decl_handler
        parser.StartElementHandler = self.start_element_handler
        parser.EndElementHandler = self.end_element_handler
        parser.CharacterDataHandler = self.character_data_handler
        parser.ProcessingInstructionHandler = self.pi_handler
        parser.CommentHandler = self.comment_handler
        parser.StartCdataSectionHandler = self.start_cdata_section_handler
        parser.EndCdataSectionHandler = self.end_cdata_section_handler
        parser.ExternalEntityRefHandler = self.external_entity_ref_handler
        parser.XmlDeclHandler = self.xml_decl_handler
        parser.ElementDeclHandler = self.element_decl_handler
        parser.AttlistDeclHandler = self.attlist_decl_handler

    def parseFile(self, file):
        """The document that a file holds."""
        parser = self.getParser()
        while data := file.read(_BLOCK):
            parser.Parse(data, False)
        return self._finished(b'')

    def parseString(self, string):
        """The document that a text, or bytes, is."""
        self.getParser()
        return self._finished(string)

    def _finished(self, data):
        self._parser.Parse(data, True)
        made = self.document
        self.reset()
        self._parser = None
        return made

    def _append(self, node):
        parent = self.curNode
        parent._put(len(parent.childNodes), node)

    # The document type.

    def start_doctype_decl_handler(self, doctypeName, systemId, publicId, has_internal_subset):
        document, parser = self.document, self._parser
        made = document.implementation.createDocumentType(doctypeName, publicId, systemId)
        made.ownerDocument = document
        document.doctype = made
        self._append(made)
        made.entities._seq, made.notations._seq = [], []
        if has_internal_subset:
            made.internalSubset = parser._inner
        # Markup inside the document type is part of its text.
        parser.CommentHandler = parser.ProcessingInstructionHandler = None
        parser.EntityDeclHandler = self.entity_decl_handler
        parser.NotationDeclHandler = self.notation_decl_handler
        parser.EndDoctypeDeclHandler = self.end_doctype_decl_handler

    def end_doctype_decl_handler(self):
        parser = self._parser
        parser.CommentHandler, parser.ProcessingInstructionHandler = self.comment_handler, self.pi_handler

    def entity_decl_handler(self, entityName, is_parameter_entity, value, base, systemId, publicId, notationName):
        if is_parameter_entity:
            return
        made = minidom.Entity(entityName, publicId, systemId, notationName)
        made.ownerDocument = self.document
        if value is not None:
            made.childNodes.append(self.document.createTextNode(value))
        self.document.doctype.entities._seq.append(made)

    def notation_decl_handler(self, notationName, base, systemId, publicId):
        made = minidom.Notation(notationName, publicId, systemId)
        made.ownerDocument = self.document
        self.document.doctype.notations._seq.append(made)

    def element_decl_handler(self, name, model):
        info = self._infos.get(name)
        if info is None:
            self._infos[name] = ElementInfo(name, model)
        else:
            info._model = model

    def attlist_decl_handler(self, elem, name, type, default, required):
        info = self._infos.get(elem)
        if info is None:
            info = self._infos[elem] = ElementInfo(elem)
        info._attr_info.append([None, name, type, default, required])

    def xml_decl_handler(self, version, encoding, standalone):
        document = self.document
        document.version, document.encoding = version, encoding
        if standalone >= 0:
            document.standalone = bool(standalone)

    def external_entity_ref_handler(self, context, base, systemId, publicId):
        return 1

    # What is in a document.

    def pi_handler(self, target, data):
        self._append(self.document.createProcessingInstruction(target, data))

    def comment_handler(self, data):
        self._append(self.document.createComment(data))

    def start_cdata_section_handler(self):
        self._in_section, self._section = True, None

    def end_cdata_section_handler(self):
        self._in_section, self._section = False, None

    def character_data_handler(self, data):
        if self._in_section:
            if self._section is None:
                self._section = self.document.createCDATASection(data)
                self._append(self._section)
            else:
                self._section.data += data
            return
        nodes = self.curNode.childNodes
        if nodes and nodes[-1].nodeType == TEXT_NODE:
            nodes[-1].data += data
        else:
            self._append(self.document.createTextNode(data))

    def start_namespace_decl_handler(self, prefix, uri):
        self._spaces.append((prefix, uri))

    def _split(self, name):
        """(name as written, namespace, prefix, local name) of a name as expat tells it."""
        found = self._parts.get(name)
        if found is None:
            uri, local, prefix, *_ = [*name.split(' '), None, None] if ' ' in name else (EMPTY_NAMESPACE, name, None)
            if self._separator is None:
                prefix = name.partition(':')[0] if ':' in name else None
                found = (name, EMPTY_NAMESPACE, prefix, None)
            else:
                found = (f'{prefix}:{local}' if prefix else local, uri, prefix, local)
            self._parts[name] = found
        return found

    def start_element_handler(self, name, attributes):
        document = self.document
        written, uri, prefix, local = self._split(name)
        element = minidom.Element(written, uri, prefix, local)
        element.ownerDocument = document
        if self._spaces:
            for space, value in self._spaces:
                attr = minidom.Attr(f'xmlns:{space}' if space else 'xmlns', XMLNS_NAMESPACE, space or 'xmlns', 'xmlns' if space else None)
                attr.value = value or ''
                element._adopt(attr)
            self._spaces = []
        if attributes:
            info = self._infos.get(written)
            at = 0
            while at < len(attributes):
                key, uri, prefix, local = self._split(attributes[at])
                attr = minidom.Attr(key, uri, local, prefix)
                attr.value = attributes[at + 1]
                element._adopt(attr)
                if info is not None:
                    attr.isId, attr._kind = info.isId(key), info.getAttributeType(key)
                at += 2
        self._append(element)
        self.curNode = element

    def end_element_handler(self, name):
        self.curNode = self.curNode.parentNode


class Namespaces:
    """What a builder does with namespaces."""

    _separator = ' '

    def install(self, parser):
        super().install(parser)
        parser.StartNamespaceDeclHandler = self.start_namespace_decl_handler


class ExpatBuilderNS(Namespaces, ExpatBuilder):
    """Makes trees whose names have namespaces."""


def parse(file, namespaces=True):
    """The document that a file holds."""
    builder = ExpatBuilderNS() if namespaces else ExpatBuilder()
    if isinstance(file, str):
        with open(file, 'rb') as opened:
            return builder.parseFile(opened)
    return builder.parseFile(file)


def parseString(string, namespaces=True):
    """The document that a text, or bytes, is."""
    return (ExpatBuilderNS() if namespaces else ExpatBuilder()).parseString(string)


def makeBuilder(options):
    """A builder for options, which say whether names have namespaces."""
    return ExpatBuilderNS(options) if options.namespaces else ExpatBuilder(options)
