class Stop(Exception):
    pass


def go():
    raise Stop


go()
