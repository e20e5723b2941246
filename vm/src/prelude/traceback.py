def BaseException_str(self):
    args = self.args
    if isinstance(self, OSError) and self.errno is not None and self.strerror is not None:
        text = f'[Errno {self.errno}] {self.strerror}'
        return text if self.filename is None else f'{text}: {self.filename!r}'
    if len(args) == 1:
        return repr(args[0]) if isinstance(self, KeyError) else str(args[0])
    return repr(args)


def traceback_texts(excs):
    # What an uncaught exception says of itself: the exception, its message (None when that fails) and its notes, in turn.
    found = []
    for exc in excs:
        try:
            message = str(exc)
        except:
            message = None
        try:
            notes = getattr(exc, '__notes__', None)
        except Exception as error:
            try:
                shown = repr(error)
            except:
                shown = '<__notes__ repr() failed>'
            notes = [f'Ignored error getting __notes__: {shown}']
        if isinstance(notes, (list, tuple)):
            texts = []
            for note in [*notes][:1000]:
                try:
                    texts.append(str(note))
                except:
                    texts.append('<note str() failed>')
            notes = texts
        elif notes is not None:
            try:
                notes = repr(notes)
            except:
                notes = '<__notes__ repr() failed>'
        found.append(exc)
        found.append(message)
        found.append(notes)
    return found
