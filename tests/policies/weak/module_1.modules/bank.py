"""Accounts that a program may read."""


def balance(name):
    return {"ada": 12, "bob": 7}.get(name, 0)


def close_all():
    return "every account is closed"


shutdown = close_all
