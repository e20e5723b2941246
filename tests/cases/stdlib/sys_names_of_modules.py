# What sys knows of modules: those of the standard library, and which one a frame is of.
import sys

names = sys.stdlib_module_names
print(type(names), len(names), [name in names for name in ("json", "tarfile", "_thread", "__future__", "numpy", "os.path")])


def here():
    return sys._getframemodulename(), sys._getframemodulename(1), sys._getframemodulename(99)


print(here())
before = sys.getswitchinterval()
sys.setswitchinterval(0.25)
print(before, sys.getswitchinterval())


class Text(str):
    pass


for wrong in (Text("x"), b"x", 1):
    try:
        sys.intern(wrong)
    except TypeError as error:
        print(error)
