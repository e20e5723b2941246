"""Reading XML by events, in any number of pieces."""
from _expat import ErrorString, ExpatError, ParserCreate, xmlparser as XMLParserType
from . import errors, model

error = ExpatError
EXPAT_VERSION = 'expat_2.6.3'
version_info = (2, 6, 3)
native_encoding = 'UTF-8'
features = [('sizeof(XML_Char)', 1), ('sizeof(XML_LChar)', 1), ('XML_DTD', 0), ('XML_CONTEXT_BYTES', 1024), ('XML_NS', 0),
            ('XML_BLAP_MAX_AMP', 100), ('XML_BLAP_ACT_THRES', 8388608), ('XML_GE', 0)]
XML_PARAM_ENTITY_PARSING_NEVER, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, XML_PARAM_ENTITY_PARSING_ALWAYS = 0, 1, 2
