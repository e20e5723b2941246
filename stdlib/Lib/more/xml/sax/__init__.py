"""Reading XML by events: handlers are told what a document holds, from its beginning to its end."""
from .xmlreader import InputSource
from .handler import ContentHandler, ErrorHandler
from ._exceptions import (SAXException, SAXNotRecognizedException, SAXParseException, SAXNotSupportedException,
                          SAXReaderNotAvailable)

default_parser_list = ['xml.sax.expatreader']


def parse(source, handler, errorHandler=ErrorHandler()):
    """Tell a handler what a stream or source holds."""
    parser = make_parser()
    parser.setContentHandler(handler)
    parser.setErrorHandler(errorHandler)
    parser.parse(source)


def parseString(string, handler, errorHandler=ErrorHandler()):
    """Tell a handler what a text or bytes hold."""
    import io
    if errorHandler is None:
        errorHandler = ErrorHandler()
    parser = make_parser()
    parser.setContentHandler(handler)
    parser.setErrorHandler(errorHandler)
    source = InputSource()
    if isinstance(string, str):
        source.setCharacterStream(io.StringIO(string))
    else:
        source.setByteStream(io.BytesIO(string))
    parser.parse(source)


def make_parser(parser_list=()):
    """A reader of the first module of a list that has one, or of those by default."""
    from importlib import import_module
    for name in list(parser_list) + default_parser_list:
        if name == 'xml.sax.expatreader':
            # The library's own, whatever the program may import itself.
            from xml.sax import expatreader as module
        else:
            try:
                module = import_module(name)
            except ImportError:
                continue
        try:
            return module.create_parser()
        except SAXReaderNotAvailable:
            pass
    raise SAXReaderNotAvailable('No parsers found', None)
