"""What opening a URL gives: a stream, with headers and where it came from."""

__all__ = ['addbase', 'addclosehook', 'addinfo', 'addinfourl']


class addbase:
    """A stream, and whatever else it can do."""

    def __init__(self, fp):
        self.fp = self.file = fp
        self.name = '<urllib response>'
        self.delete = False

    def __repr__(self):
        return f'<{self.__class__.__name__} at {id(self)!r} whose fp = {self.file!r}>'

    def __getattr__(self, name):
        if name == 'file':
            raise AttributeError(name)
        return getattr(self.file, name)

    def __iter__(self):
        for line in self.file:
            yield line

    def __enter__(self):
        if self.fp.closed:
            raise ValueError('I/O operation on closed file')
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def close(self):
        self.file.close()


class addclosehook(addbase):
    """A stream that calls something when it is closed."""

    def __init__(self, fp, closehook, *hookargs):
        super().__init__(fp)
        self.closehook, self.hookargs = closehook, hookargs

    def close(self):
        hook, args = self.closehook, self.hookargs
        try:
            if hook:
                self.closehook = self.hookargs = None
                hook(*args)
        finally:
            super().close()


class addinfo(addbase):
    """A stream with headers."""

    def __init__(self, fp, headers):
        super().__init__(fp)
        self.headers = headers

    def info(self):
        return self.headers


class addinfourl(addinfo):
    """A stream with headers, a URL and a status."""

    def __init__(self, fp, headers, url, code=None):
        super().__init__(fp, headers)
        self.url, self.code = url, code

    @property
    def status(self):
        return self.code

    def getcode(self):
        return self.code

    def geturl(self):
        return self.url
