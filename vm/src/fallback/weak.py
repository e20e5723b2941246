def run_due(count, is_over=False):
    while count > 0:
        call = _due()
        if call is None:
            return
        count -= 1
        if call[0] is None:
            if _is_guest(call[1]):
                # The class sets `__del__` to None.
                _tell(None, TypeError("'NoneType' object is not callable"), is_over)
            else:
                close_dropped(call[1], is_over)
            call = None
            # Run the finalizers of objects that only this one referred to before the next due finalizer.
            if 0 < count < 16:
                count += _last() if is_over else _reap()
            continue
        try:
            call[0](call[1])
        except BaseException as exc:
            _report(call[0], exc, is_over)
        call = None
        if 0 < count < 16:
            count += _last() if is_over else _reap()


def _weakref_collect():
    while n := _reap(True):
        run_due(n)


def type_subclasses(cls):
    _reap(True)
    return _subclasses(cls)


def run_exit(join, hooks):
    if join is not None:
        join()
    if hooks is not None:
        hooks()
    while n := _last():
        run_due(n, True)


def close_dropped(gen, is_over=False):
    try:
        if not _has_begun(gen):
            from warnings import _warn_unawaited_coroutine
            _warn_unawaited_coroutine(gen)
            gen.close()
            return
        if type(gen).__name__ != 'async_generator':
            gen.close()
        elif (finalizer := _asyncgen_finalizer()) is not None:
            finalizer(gen)
        else:
            gen.aclose().send(None)
    except StopIteration:
        pass
    except BaseException as exc:
        _forgotten(gen)
        _report(gen, exc, is_over)


def _report(whose, exc, is_over):
    # Call the hook if the program installed one. Call the library's hook if the program replaced `sys.stderr`.
    import sys
    hook = sys.unraisablehook
    if hook is not sys.__unraisablehook__ or sys.stderr is not sys.__stderr__:
        try:
            hook(sys.UnraisableHookArgs((type(exc), exc, exc.__traceback__, None, whose)))
            return
        except BaseException as e:
            whose, exc = hook, e
    _tell(whose, exc, is_over)


def _tell(whose, exc, is_over):
    try:
        message = str(exc)
    except:
        message = None
    _ignored(whose, exc, message, is_over)
