"""Base classes for the handlers of programs, and the names of features and properties."""

version = '2.0beta'


class ErrorHandler:
    """Raises errors, and prints warnings."""

    def error(self, exception):
        """An error after which reading could go on."""
        raise exception

    def fatalError(self, exception):
        """An error after which reading can't go on."""
        raise exception

    def warning(self, exception):
        """A warning."""
        print(exception)


class ContentHandler:
    """Gets the content of a document."""

    def __init__(self):
        self._locator = None

    def setDocumentLocator(self, locator):
        """An object that tells where the reader is."""
        self._locator = locator

    def startDocument(self):
        """The document begins."""

    def endDocument(self):
        """The document has ended."""

    def startPrefixMapping(self, prefix, uri):
        """From here on a prefix means a namespace."""

    def endPrefixMapping(self, prefix):
        """A prefix does not stand for its namespace any more."""

    def startElement(self, name, attrs):
        """An element begins (where namespaces are not asked for)."""

    def endElement(self, name):
        """An element ends (where namespaces are not asked for)."""

    def startElementNS(self, name, qname, attrs):
        """An element begins: its name is (namespace, local name)."""

    def endElementNS(self, name, qname):
        """An element ends: its name is (namespace, local name)."""

    def characters(self, content):
        """Text. One run of text may come in several pieces."""

    def ignorableWhitespace(self, whitespace):
        """Blanks between elements of a validated document."""

    def processingInstruction(self, target, data):
        """An instruction for a program."""

    def skippedEntity(self, name):
        """An entity that was not read."""


class DTDHandler:
    """Declarations of a document type that a program needs to know."""

    def notationDecl(self, name, publicId, systemId):
        """A notation."""

    def unparsedEntityDecl(self, name, publicId, systemId, ndata):
        """An entity that is not XML."""


class EntityResolver:
    """Finds external entities."""

    def resolveEntity(self, publicId, systemId):
        """The name or the source of an entity."""
        return systemId


class LexicalHandler:
    """Gets comments, CDATA sections and the document type."""

    def comment(self, content):
        """A comment."""

    def startDTD(self, name, public_id, system_id):
        """The document type begins."""

    def endDTD(self):
        """The document type ends."""

    def startCDATA(self):
        """A CDATA section begins."""

    def endCDATA(self):
        """A CDATA section ends."""


_FEATURES, _PROPERTIES = 'http://xml.org/sax/features/', 'http://xml.org/sax/properties/'
feature_namespaces = _FEATURES + 'namespaces'
feature_namespace_prefixes = _FEATURES + 'namespace-prefixes'
feature_string_interning = _FEATURES + 'string-interning'
feature_validation = _FEATURES + 'validation'
feature_external_ges = _FEATURES + 'external-general-entities'
feature_external_pes = _FEATURES + 'external-parameter-entities'
all_features = [feature_namespaces, feature_namespace_prefixes, feature_string_interning, feature_validation, feature_external_ges,
                feature_external_pes]
property_lexical_handler = _PROPERTIES + 'lexical-handler'
property_declaration_handler = _PROPERTIES + 'declaration-handler'
property_dom_node = _PROPERTIES + 'dom-node'
property_xml_string = _PROPERTIES + 'xml-string'
property_encoding = 'http://www.python.org/sax/properties/encoding'
property_interning_dict = 'http://www.python.org/sax/properties/interning-dict'
all_properties = [property_lexical_handler, property_dom_node, property_declaration_handler, property_xml_string, property_encoding,
                  property_interning_dict]
