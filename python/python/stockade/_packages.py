"""Installed packages in pure Python, which programs import as guest code."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from os import PathLike, fspath

from . import _stockade
from ._compiled import refuse
from ._policy import Policy
from ._stockade import Package

#: What names a package: as it is installed (``"networkx"``, ``"httpx[http2]"``), a folder or a wheel, or what :func:`find_packages` gave.
PackageLike = str | PathLike[str] | Package


def find_packages(names: Iterable[PackageLike]) -> list[Package]:
    """The packages of these names and what they need, for ``packages=`` of :class:`Session`, so that they are not looked for each time.

    A name is that of a distribution installed for this interpreter. A text with a ``/``, or one that ends with ``.whl``, is a path: of a
    folder (a package, a project, or one that holds packages) or of a wheel. What is missing is a ``ValueError`` that says where it was
    searched. Nothing of a package runs here, and nothing compiled is taken: one that can't be imported without its compiled code (numpy,
    pandas, pydantic) is a ``ValueError`` that names that file and what to do.

    >>> [package.name for package in find_packages(["pip"])]
    ['pip']
    """
    if isinstance(names, (str, PathLike, Package)):
        names = [names]
    given: list[Package] = []
    requests: list[tuple[str, bool]] = []
    for name in names:
        if isinstance(name, Package):
            given.append(name)
        elif isinstance(name, str):
            requests.append((name, False))
        elif isinstance(name, PathLike):
            requests.append((fspath(name), True))
        else:
            raise TypeError(f"a package is named by a text, a path or a Package, not by {type(name).__name__!r}")
    found = _stockade.find_packages(requests, folders()) if requests else []
    refuse(found, lambda: [_stockade.find_packages([request], folders())[0] for request in requests])
    known = {package.name for package in given}
    return given + [package for package in found if package.name not in known]


def folders() -> list[str]:
    """The folders in which this interpreter searches for installed packages."""
    return [folder for folder in sys.path if folder]


@lru_cache(maxsize=64)
def with_packages(policy: Policy, packages: tuple[Package, ...]) -> Policy:
    """A policy that allows the import of these packages, but for what it denies itself; the same object each time, because sessions of one
    policy share more."""
    names = _stockade.importable(list(packages), policy._core)
    return policy.add(imports=names) if names else policy
