def run_waiting_body(body):
    from asyncio.runners import _run_step
    try:
        return _run_step(body())
    except BaseException as error:
        # The loop is not of the program, so its frames are left out.
        entry, code = error.__traceback__, body.__code__
        while entry is not None and entry.tb_frame.f_code is not code:
            entry = entry.tb_next
        raise error.with_traceback(error.__traceback__ if entry is None else entry)
