class Outer:
    class Inner(Exception):
        pass


def make():
    class Local(Outer.Inner):
        pass
    return Local


raise make()("local class")
