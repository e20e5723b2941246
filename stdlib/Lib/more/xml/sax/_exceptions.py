"""What goes wrong while XML is read."""


class SAXException(Exception):
    """A message, and the exception behind it."""

    def __init__(self, msg, exception=None):
        self._msg = msg
        self._exception = exception
        Exception.__init__(self, msg)

    def getMessage(self):
        """The message."""
        return self._msg

    def getException(self):
        """The exception behind it, or None."""
        return self._exception

    def __str__(self):
        return self._msg

    def __getitem__(self, ix):
        raise AttributeError('__getitem__')


class SAXParseException(SAXException):
    """What is wrong in a document, and where."""

    def __init__(self, msg, exception, locator):
        SAXException.__init__(self, msg, exception)
        self._locator = locator
        self._systemId = locator.getSystemId()
        self._colnum = locator.getColumnNumber()
        self._linenum = locator.getLineNumber()

    def getColumnNumber(self):
        """The column, counted from 0."""
        return self._colnum

    def getLineNumber(self):
        """The line, counted from 1."""
        return self._linenum

    def getPublicId(self):
        """The public name of the document."""
        return self._locator.getPublicId()

    def getSystemId(self):
        """The system's name of the document."""
        return self._systemId

    def __str__(self):
        name, line, column = self.getSystemId(), self.getLineNumber(), self.getColumnNumber()
        name, line, column = ('<unknown>' if name is None else name, '?' if line is None else line, '?' if column is None else column)
        return f'{name}:{line}:{column}: {self._msg}'


class SAXNotRecognizedException(SAXException):
    """A feature or a property that a reader does not know."""


class SAXNotSupportedException(SAXException):
    """A feature or a property that can't be what is wanted."""


class SAXReaderNotAvailable(SAXNotSupportedException):
    """There is no reader."""
