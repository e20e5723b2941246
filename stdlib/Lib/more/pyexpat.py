"""What `xml.parsers.expat` is made of."""
from xml.parsers.expat import (EXPAT_VERSION, ErrorString, ExpatError, ParserCreate, XMLParserType, XML_PARAM_ENTITY_PARSING_ALWAYS,
                               XML_PARAM_ENTITY_PARSING_NEVER, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, error, errors, features,
                               model, native_encoding, version_info)
