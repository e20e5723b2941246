# The source of what was compiled under a name that `linecache` was told of, or whose module has a loader that tells it.
import inspect
import linecache
import sys
import types

SOURCE = "# first\ndef f(x):\n    return x + 1\n\n\nclass C:\n    def method(self):\n        return 2\n"
linecache.cache["<cell 7>"] = (len(SOURCE), None, SOURCE.splitlines(True), "<cell 7>")
space = {}
exec(compile(SOURCE, "<cell 7>", "exec"), space)
print(inspect.getsource(space["f"]))
print(inspect.getsourcelines(space["C"].method))


class Loader:
    def get_source(self, name):
        return SOURCE


module = types.ModuleType("made")
module.__loader__ = Loader()
module.__file__ = "/made/made.py"
sys.modules["made"] = module
exec(compile(SOURCE, "/made/made.py", "exec"), module.__dict__)
linecache.lazycache("/made/made.py", module.__dict__)
print(inspect.getsourcelines(module.f))
print(inspect.getsource(module.C))
exec(compile("def g():\n    pass\n", "<nothing told>", "exec"), space)
try:
    inspect.getsource(space["g"])
except OSError as error:
    print(error)
