"""Interrupts never reach a program here; the functions that would arrange for them do nothing."""


def registerResult(result):
    pass


def removeResult(result):
    return False


def installHandler():
    pass


def removeHandler(method=None):
    return method
