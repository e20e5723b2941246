"""Packages that can't be imported in the sandbox, because what they import first is compiled code.

Nothing is imported to find out: the statements at the top of their modules are read. Where that leaves a doubt (a condition, a loop, an
``except ImportError`` that goes on), a package counts as one that can be imported.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from ._allowed import PACKAGES
from ._stockade import Package

#: Exceptions whose handlers get a failed import.
CAUGHT = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
#: With so many compiled modules the texts are searched for their names first, which often settles it.
FEW = 8


class Sources:
    """The modules of packages: their texts, and the files of those that are compiled code alone."""

    def __init__(self, packages: Iterable[Package]) -> None:
        self.texts: dict[str, bytes] = {}
        self.folders: set[str] = set()
        self.compiled: dict[str, str] = {}
        #: Of each package that Stockade has a list for, one of its compiled modules: it has no use without them.
        self.listed: dict[str, str] = {}
        for package in packages:
            _, _, files, compiled = parts_of(package)
            for path, data in files:
                if path.endswith(".py"):
                    name = path[:-3].replace("/", ".")
                    if name.endswith(".__init__"):
                        name = name.removesuffix(".__init__")
                        self.folders.add(name)
                    self.texts[name] = data
            for path in compiled:
                folder, _, file = path.rpartition("/")
                name = f"{folder.replace('/', '.')}.{file.partition('.')[0]}".lstrip(".")
                self.compiled.setdefault(name, path)
                if (top := folder.partition("/")[0]) in PACKAGES and "test" not in path:
                    self.listed.setdefault(top, path)
        # A twin in Python takes its place.
        self.compiled = {name: path for name, path in self.compiled.items() if name not in self.texts}
        self._known: dict[str, str | None] = {}

    def may_need(self) -> bool:
        """False if surely no module needs compiled code: of few such modules that is soon known."""
        if self.listed or len(self.compiled) > FEW or any("." not in name for name in self.compiled):
            return bool(self.compiled)
        names = [name.rpartition(".")[2].encode() for name in self.compiled]
        naming = [module for module, text in self.texts.items() if any(name in text for name in names)]
        return any(imported in self.compiled for module in naming for imported in self._imports(module))

    def needs(self, module: str) -> str | None:
        """The file of compiled code without which a module can't be imported."""
        found: str | None = None
        parts = module.split(".")
        for end in range(1, len(parts) + 1):
            found = found or self._of("".join(f".{part}" for part in parts[:end])[1:])
        return found

    def _of(self, module: str) -> str | None:
        if module in self._known:
            return self._known[module]
        # Modules that import each other go on with what there is.
        self._known[module] = None
        found = self.listed.get(module) or self.compiled.get(module)
        if found is None and module in self.texts:
            found = next((needed for name in self._imports(module) if (needed := self.needs(name)) is not None), None)
        self._known[module] = found
        return found

    def _imports(self, module: str) -> Iterator[str]:
        try:
            tree = ast.parse(self.texts[module])
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        for statement in certain(tree.body):
            if isinstance(statement, ast.Import):
                yield from (alias.name for alias in statement.names)
                continue
            base = statement.module or ""
            if statement.level:
                home = module.split(".")[: len(module.split(".")) - statement.level + (module in self.folders)]
                base = ".".join([*home, *([base] if base else [])])
            yield base
            yield from (name for alias in statement.names if (name := f"{base}.{alias.name}") in self.texts or name in self.compiled)


def parts_of(package: Package) -> tuple[str, str, list[tuple[str, bytes]], list[str]]:
    """Name, version, files and the paths of compiled modules: what a package pickles as."""
    parts: tuple[str, str, list[tuple[str, bytes]], list[str]] = package.__reduce__()[1]  # type: ignore[assignment]
    return parts


def certain(body: Iterable[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports without which the statements of a module don't come to their end.

    >>> text = "import a\\nif x: import b\\ntry: import c\\nexcept ImportError: c = None\\ntry: import d\\nexcept ImportError as e: raise E from e"
    >>> [statement.names[0].name for statement in certain(ast.parse(text).body)]
    ['a', 'd']
    """
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield statement
        elif isinstance(statement, ast.Try):
            catching = [handler for handler in statement.handlers if catches(handler.type)]
            if all(isinstance(handler.body[-1], ast.Raise) for handler in catching):
                yield from certain(statement.body)
            yield from certain(statement.finalbody)


def catches(kind: ast.expr | None) -> bool:
    if isinstance(kind, ast.Tuple):
        return any(map(catches, kind.elts))
    return kind is None or not isinstance(kind, ast.Name) or kind.id in CAUGHT


@lru_cache(maxsize=64)
def refusal(found: tuple[Package, ...], root: Package) -> str | None:
    """Why a package can't be imported where only these are. None if it can, or if nobody knows."""
    sources = Sources(found)
    if not sources.may_need():
        return None
    # That of its own name, or all of them.
    name = root.name.replace("-", "_").replace(".", "_").lower()
    known = root.modules or sorted({one.partition(".")[0] for one in sources.compiled})
    modules = [one for one in known if one.lower() == name] or [one for one in known if not one.startswith("_")] or known
    try:
        needed = {name: sources.needs(name) for name in modules}
    except RecursionError:
        return None
    if not needed or not all(needed.values()):
        return None
    module, file = next(iter(needed.items()))
    top = str(file).partition("/")[0].partition(".")[0]
    what = f"`{module}` needs {file}" if top == module else f"`{module}` needs `{top}`, and that needs {file}"
    own = [module] if module in PACKAGES else []
    lent = (
        f"modules={own!r} lends the one of this interpreter, by a list of what is harmless (policy 'data-science' allows the import)" if own
        else f"modules={[module]!r} with trust={[module]!r} lends the one of this interpreter, with all rights of this process"
    )
    return f"the package `{root.name}` can't run in the sandbox: {what}, which is compiled code, and the sandbox runs Python only. {lent} (docs/modules.md)"


def refuse(found: list[Package], roots: Callable[[], list[Package]]) -> None:
    """Raises ``ValueError`` for a package that was asked for and can't be imported."""
    if any(package.compiled for package in found):
        for root in roots():
            why = refusal(tuple(found), root)
            if why is not None:
                raise ValueError(why)
