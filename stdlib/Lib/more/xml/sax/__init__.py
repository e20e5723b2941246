"""Reading XML by events: a reader calls the methods of handlers while it goes through a document."""
from .xmlreader import InputSource
from .handler import ContentHandler, ErrorHandler
from ._exceptions import (SAXException, SAXNotRecognizedException, SAXParseException, SAXNotSupportedException,
                          SAXReaderNotAvailable)

default_parser_list = ['xml.sax.expatreader']


def _read(source, handler, errorHandler):
    reader = make_parser()
    reader.setContentHandler(handler)
    reader.setErrorHandler(errorHandler)
    reader.parse(source)


def parse(source, handler, errorHandler=ErrorHandler()):
    """Reads a document from a file name, a stream or a source."""
    _read(source, handler, errorHandler)


def parseString(string, handler, errorHandler=ErrorHandler()):
    """Reads a document from a string or bytes."""
    from io import BytesIO, StringIO
    source = InputSource()
    if isinstance(string, str):
        source.setCharacterStream(StringIO(string))
    else:
        source.setByteStream(BytesIO(string))
    _read(source, handler, ErrorHandler() if errorHandler is None else errorHandler)


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
