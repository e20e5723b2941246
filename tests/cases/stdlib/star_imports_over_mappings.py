# `from module import *` in code that runs over a mapping of local variables
import sys
import types

globals_, locals_ = {}, {}
exec("from math import *\nfrom string import *\nfound = [floor(2.5), digits]", globals_, locals_)
print("fabs" in locals_, "fabs" in globals_, "digits" in locals_, "Formatter" in locals_, locals_["found"], "_re" in locals_)


class Names(dict):
    def __setitem__(self, name, value):
        print("set", name)
        super().__setitem__(name, value)


module = types.ModuleType("few")
module.a, module._b, module.c = 1, 2, 3
sys.modules["few"] = module
names = Names()
exec("from few import *", {}, names)
module.__all__ = ["_b", "c"]
names = Names()
exec("from few import *", {}, names)
print(dict(names))


class Made:
    exec("from few import *")


print(Made._b, Made.c, hasattr(Made, "a"))


def inside():
    here = {"c": 0}
    exec("from few import *; c += 1", globals(), here)
    return here


print(inside())
exec("from few import *")
print(_b, c)
