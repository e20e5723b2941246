"""Peers whose packages are installed without what they need: their files, and their modules without the packages around them."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import types
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest


def root(name: str) -> Path:
    """The folder in which the packages of a distribution are."""
    try:
        return Path(str(distribution(name).locate_file("")))
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed")


def module(name: str, inside: str, *bare: str, absent: tuple[str, ...] = ()) -> Any:
    """A module of a distribution, where the packages `bare` run nothing of their own and the modules `absent` are empty."""
    folder = root(inside)
    for package in bare:
        made = types.ModuleType(package)
        made.__path__ = [str(folder / package.replace(".", "/"))]
        sys.modules.setdefault(package, made)
    for other in absent:
        if importlib.util.find_spec(other) is None:
            made = sys.modules.setdefault(other, types.ModuleType(other))
            # Whatever is taken from it exists.
            made.__getattr__ = lambda name: None  # type: ignore[method-assign]
            made.__path__ = []
    return importlib.import_module(name)


def alone(inside: str, file: str, name: str) -> Any:
    """A function whose module cannot be imported, made of its definition alone."""
    names: dict[str, Any] = {}
    exec(compile(ast.Module([function(inside, file, name)], []), file, "exec", dont_inherit=True), names)
    return names[name]


def function(inside: str, file: str, name: str, of: str | None = None) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The definition of a function, or of the method of a class, in a file of a distribution."""
    tree: Any = ast.parse((root(inside) / file).read_text(encoding="utf-8"))
    if of is not None:
        tree = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == of)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return next(node for node in ast.walk(tree) if isinstance(node, kinds) and node.name == name)


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[str, str | None]]:
    """The names of a definition's parameters, and their defaults as Python writes them."""
    args = node.args
    positional = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
    found = list(zip(positional, defaults)) + list(zip(args.kwonlyargs, args.kw_defaults))
    named = [(one.arg, None if default is None else ast.unparse(default)) for one, default in found if one.arg not in ("self", "cls")]
    return named + ([(f"**{args.kwarg.arg}", None)] if args.kwarg else [])
