def run_due(count):
    while count > 0:
        call = _due()
        if call is None:
            return
        count -= 1
        try:
            call[0](call[1])
        except BaseException as exc:
            _ignored(call[0], exc)
        call = None


def _weakref_collect():
    while n := _reap():
        run_due(n)


def run_exit(hooks):
    if hooks is not None:
        hooks()
    while n := _last():
        run_due(n)
