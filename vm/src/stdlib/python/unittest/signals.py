"""Interrupts never reach a program here; the functions that would arrange for them do nothing."""


def registerResult(result):
    pass


def removeResult(result):
    return False


def installHandler():
    pass


def removeHandler(method=None):
    if method is None:
        return None
    from functools import wraps

    @wraps(method)
    def inner(*args, **kwargs):
        return method(*args, **kwargs)
    return inner
