"""Salaries. For the HR service."""

_TABLE = {"anna": 91000, "boris": 78500}


def salaries():
    return dict(_TABLE)
