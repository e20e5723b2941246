"""Breakers of the grid. Each function asks for the operator's key."""
import functools


def guarded(function):
    @functools.wraps(function)
    def guard(*args, key=None):
        raise PermissionError("operator's key required")
    return guard


@guarded
def open_breaker(name):
    return "breaker " + name + " is open"
