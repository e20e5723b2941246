"""Where the readings are."""

_READINGS = {"cpu": [0.5, 0.7], "disk": [0.1]}


def names():
    return sorted(_READINGS)


def read(name):
    return list(_READINGS[name])


def reset(name):
    _READINGS[name] = []
    return "reset " + name
