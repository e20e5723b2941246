def traceback_texts(excs):
    # The texts of uncaught exceptions: a flat list of exception, message (None when `__str__` fails) and notes, repeated.
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


def told_by_hook(hook, exc, excs):
    # Calls `sys.excepthook` of the program. The result is that of `traceback_texts`, with one more item when the hook succeeded.
    import sys
    failed = None
    try:
        if isinstance(exc, SystemExit):
            print(exc.code, file=sys.stderr)
        elif hook is not sys.__excepthook__ or sys.stderr is not None:
            hook(type(exc), exc, exc.__traceback__)
    except SystemExit as error:
        if error.code is not None and not isinstance(error.code, int):
            print(error.code, file=sys.stderr)
    except BaseException as error:
        failed = error
    if failed is None:
        return traceback_texts(excs) + [True]
    from traceback import print_exception
    try:
        sys.stderr.write('Error in sys.excepthook:\n')
        print_exception(failed)
        sys.stderr.write('\nOriginal exception was:\n')
    except BaseException:
        pass
    return traceback_texts(excs)
