# Builtins with arguments that do not fit: which of them is told, and in which words.
def shown(call):
    try:
        print(repr(call()))
    except BaseException as error:
        print(type(error).__name__ + ":", error)


class Shown:
    def __repr__(self):
        return "Shown()"


shown(lambda: (classmethod(Shown()), staticmethod(Shown()), classmethod(len)))
shown(lambda: pow(2, 1.5, [1]))
shown(lambda: pow([], 2, 1.5))
shown(lambda: pow(2, 3, 1j))
shown(lambda: pow(2.0, 3j, 1))
shown(lambda: pow([], {}, 3))
shown(lambda: float.fromhex("\ud800"))
shown(lambda: sorted(1.5, key=str, reverse=True))
shown(lambda: bytes("abc", errors=int))
for one in (bytearray(b"ab"), memoryview(b"ab"), b"ab", memoryview(b"b")):
    for other in (bytearray(b"ab"), memoryview(b"a")):
        shown(lambda: one < other)
        shown(lambda: one >= other)
for arguments in (("1", "f", "exec", "x"), ("1", "f", "exec", 0, 1, "x"), ("1", "f", "exec", 0, False, 3), (1, "f", 2), ("1", 1.5, "exec"),
                  ("1", "\0", "exec"), ("1", "f", "eval\0"), (1, "\0", "exec")):
    shown(lambda: compile(*arguments))
shown(lambda: compile("1", "f", "exec", _feature_version=None))
shown(lambda: exec("1", closure=()))
shown(lambda: exec("1", 2, closure=()))
shown(lambda: exec("'\ud800'"))
shown(lambda: eval("'\ud800'"))
