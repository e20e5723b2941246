# files that a program's own loaders bring: with `files`, with the old methods, and with neither
import importlib.resources, importlib.util, io, pathlib, sys
from importlib.resources import abc, files

DATA = {"new/words.txt": "eins zwei\n", "new/below/more.txt": "drei", "old/one.bin": "1"}
CODE = {"new": "from importlib.resources import files\nhere = files()", "new.inner": "import importlib.resources as r\nhere = r.files()",
        "old": "", "none": ""}


class Entry(abc.Traversable):
    def __init__(self, path):
        self.path = path

    @property
    def name(self):
        return self.path.rpartition("/")[2]

    def is_file(self):
        return self.path in DATA

    def is_dir(self):
        return not self.is_file()

    def iterdir(self):
        below = [path.removeprefix(self.path + "/").partition("/")[0] for path in DATA if path.startswith(self.path + "/")]
        return (Entry(f"{self.path}/{name}") for name in dict.fromkeys(below))

    def open(self, mode="r", *args, **kwargs):
        stream = io.BytesIO(DATA[self.path].encode())
        return stream if "b" in mode else io.TextIOWrapper(stream, *args, **kwargs)


class New(abc.TraversableResources):
    def __init__(self, name):
        self.name = name

    def files(self):
        return Entry(self.name.partition(".")[0])


class Old(abc.ResourceReader):
    def open_resource(self, resource):
        if resource != "one.bin":
            raise FileNotFoundError(resource)
        return io.BytesIO(b"1\n2")

    def resource_path(self, resource):
        raise FileNotFoundError(resource)

    def is_resource(self, path):
        return path == "one.bin"

    def contents(self):
        return ["one.bin", "folder"]


class Loader:
    def find_spec(self, name, path=None, target=None):
        if name in CODE:
            return importlib.util.spec_from_loader(name, Without() if name == "none" else self, is_package="." not in name)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(CODE[module.__name__], module.__dict__)

    def get_resource_reader(self, name):
        return Old() if name == "old" else New(name)


class Without:
    create_module, exec_module = Loader.create_module, Loader.exec_module


def tried(work, *arguments, **named):
    try:
        result = work(*arguments, **named)
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(result)


sys.meta_path.insert(0, Loader())
import new, new.inner, old
print(new.here.path, new.inner.here.path, files(new).path, files("new.inner").path)
root = files("new")
print(root.joinpath("words.txt").read_text(encoding="utf-8"), (root / "below/more.txt").read_bytes(), sorted(item.name for item in root.iterdir()))
print(root.joinpath("below", "more.txt").name, root.joinpath().path, isinstance(root, abc.Traversable), isinstance(3, abc.Traversable))
tried(root.joinpath, "nothing", "x")
print(importlib.resources.open_text("new", "words.txt").read(), importlib.resources.open_binary(new, "words.txt").read())
print(importlib.resources.is_resource("new", "words.txt"), importlib.resources.is_resource("new", "below"))
tried(importlib.resources.read_text, "new", "below", "more.txt")
tried(lambda: importlib.resources.open_text("new", "below", "more.txt", encoding="ascii").read())
tried(importlib.resources.read_text, None, "x")
reader = New("new")
print(list(reader.contents()), reader.is_resource("words.txt"), reader.open_resource("words.txt").read())
tried(reader.resource_path, "words.txt")

root = files("old")
print(type(root).__mro__[1].__name__, root.name, root.is_dir(), root.is_file(), [(item.name, item.is_file(), item.is_dir()) for item in root.iterdir()])
print(root.joinpath("one.bin").read_text().splitlines(), root.joinpath("one.bin").open("rb").read(), list(root.joinpath("one.bin").iterdir()))
tried(lambda: root.joinpath("folder").joinpath("x").read_text())
tried(lambda: root.joinpath("two.bin").read_text())
root = files("none")
print(root.name, list(root.iterdir()), root.joinpath("x").name, root.joinpath("x").is_file())
tried(root.joinpath("x").read_text)
print(isinstance(files("json"), pathlib.Path), files("json").joinpath("no such file").is_file())
with importlib.resources.as_file(pathlib.Path("some/where")) as path:
    print(path)
tried(abc.ResourceReader)
try:
    import importlib.abc
    importlib.abc.Nothing
except AttributeError as error:
    print(error)
