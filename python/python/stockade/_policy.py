"""Policies as values: presets, files, texts, and what is made from them by tightening, adding and removing.

>>> Policy.preset("default").override(imports={"allow": ["math", "json"]}).settings()["imports.allow"]
'[json, math]'
>>> "sys" in Policy.preset("smolagents").add(imports=["sys"]).settings()["imports.allow"]
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from . import _stockade
from ._names import KINDS, refuse_kind


class Policy:
    """What a program may do. Made from YAML text, by :meth:`preset` or by :meth:`load`; errors in it are a ``ValueError``.

    >>> policy = Policy("version: 1\\nextends: [default]\\nlimits: {host_calls: 3}\\n")
    >>> policy.settings()["limits.host_calls"]
    '3'
    """

    __slots__ = ("_core", "_label", "_parents", "_text")

    def __init__(self, text: str, *, name: str = "<policy>") -> None:
        self._make(name, text, {})

    def _make(self, label: str, text: str | None, parents: dict[str, tuple[str, str]]) -> None:
        self._label, self._text, self._parents = label, text, parents
        self._core = _stockade.Policy(label, text, parents)

    @classmethod
    def _of(cls, label: str, text: str | None, parents: dict[str, tuple[str, str]]) -> Policy:
        policy = cls.__new__(cls)
        policy._make(label, text, parents)
        return policy

    @staticmethod
    def preset(name: str) -> Policy:
        """A policy that comes with the package: ``default``, ``smolagents``, ``strict``, ``compute-only``, ``data-science``,
        ``permissive``. Another name is a ``ValueError``.

        >>> Policy.preset("strict").name
        'strict'
        """
        return _preset(name)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Policy:
        """A policy file; files it extends are found beside it. No such file is a ``FileNotFoundError``, an error in it a ``ValueError`` with
        the place."""
        return cls._of(str(path), Path(path).read_text(encoding="utf-8"), {})

    @property
    def name(self) -> str:
        """The name that the policy gives itself, or that of its preset or file."""
        return self._core.name

    @property
    def sha256(self) -> str:
        """Digest of the settings: equal where two policies say the same."""
        return self._core.sha256

    @property
    def warnings(self) -> list[str]:
        """What is legal in the policy but probably not meant."""
        return self._core.warnings

    def settings(self) -> dict[str, str]:
        """Every setting with its value as text, parents merged in."""
        return dict(self._core.settings())

    def override(self, text: str | Mapping[str, Any] | None = None, /, **settings: Any) -> Policy:
        """A new policy that extends this one, as ``extends:`` in a file does: it may only tighten.

        Settings are keywords, a mapping with dotted paths, or a YAML text. Lists of what is allowed are intersected, lists of what is
        denied united, and a value that would loosen is a ``ValueError`` which says how to loosen on purpose: :meth:`add`.

        >>> base = Policy.preset("default")
        >>> base.override(limits={"timeout": "5s"}).settings()["limits.timeout"]
        '5s'
        >>> base.override("limits: {host_calls: 3}").settings()["limits.host_calls"]
        '3'
        >>> base.override(imports={"allow": ["subprocess"]})
        Traceback (most recent call last):
        ValueError: <override of default>:1:23: the base does not allow the module `subprocess`, and `extends` never loosens
          help: to allow it, write `imports: {add: [subprocess]}`
        """
        if isinstance(text, str):
            if settings:
                raise TypeError("override() takes a text or settings, not both")
            if re.search(r"^[\"']?extends[\"']?\s*:", text, re.MULTILINE):
                raise ValueError("a text for override() extends the policy it is given to, nothing else")
            return self._child(text)
        return self._child(written(nested({**dict(text or {}), **settings})))

    def add(self, mapping: Mapping[str, Any] | None = None, /, **settings: Any) -> Policy:
        """A new policy that grants more than this one, as ``add:`` in a file does. What is ``final`` stays closed (``ValueError``).

        >>> policy = Policy.preset("default").add(imports=["sqlite3"], limits={"memory": "1GiB"})
        >>> policy.settings()["limits.memory"]
        '1GiB'
        """
        return self._child(written({"add": nested({**dict(mapping or {}), **settings})}))

    def remove(self, mapping: Mapping[str, Any] | None = None, /, **settings: Any) -> Policy:
        """A new policy that no longer grants these names, as ``remove:`` in a file does. For what is no list of names it is a ``ValueError``.

        >>> "json" in Policy.preset("default").remove(imports=["json"], builtins=["print"]).settings()["imports.allow"].split(", ")
        False
        """
        return self._child(written({"remove": nested({**dict(mapping or {}), **settings})}))

    def _child(self, text: str) -> Policy:
        key = self._label if self._text is None else f"<base {len(self._parents)}>"
        parents = dict(self._parents) if self._text is None else {**self._parents, key: (self._label, self._text)}
        header = f"extends: [{json.dumps(key, ensure_ascii=False)}]\n"
        if not re.search(r"^[\"']?version[\"']?\s*:", text, re.MULTILINE):
            header = "version: 1\n" + header
        # At the end, so that errors name lines as the caller counts them.
        text = text + ("" if text.endswith("\n") or not text else "\n") + header
        label = self.name if self.name.startswith("<override of ") else f"<override of {self.name}>"
        return self._of(label, text, parents)

    def __repr__(self) -> str:
        return f"<Policy {self.name} {self.sha256[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Policy._of, (self._label, self._text, self._parents)


def nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as nested mappings. Keys may be dotted paths; sets become sorted lists.

    >>> nested({"imports": {"allow": {"math"}}, "syntax.async": "deny"})
    {'imports': {'allow': ['math']}, 'syntax': {'async': 'deny'}}
    """
    tree: dict[str, Any] = {}
    for name, value in settings.items():
        group = tree
        *groups, last = name.split(".")
        for key in groups:
            group = group.setdefault(key, {})
        if isinstance(value, Mapping):
            group.setdefault(last, {}).update(nested(value))
        else:
            group[last] = sorted(value) if isinstance(value, (set, frozenset)) else list(value) if isinstance(value, tuple) else value
    return tree


def written(settings: Mapping[str, Any]) -> str:
    """Settings as YAML, one section on a line."""
    return "".join(f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in settings.items())


@lru_cache(maxsize=64)
def _preset(name: str) -> Policy:
    return Policy._of(name, None, {})


@lru_cache(maxsize=64)
def _text(text: str) -> Policy:
    return Policy(text)


#: Whatever names a policy.
PolicyLike = Policy | str | Path


@lru_cache(maxsize=64)
def allowing(policy: Policy, names: tuple[str, ...]) -> Policy:
    """A policy that allows the import of what the host gives, but for what it denies itself; the same object each time, because sessions of
    one policy share more."""
    wanted = [name for name in names if not policy._core.denies_given(name)]
    return policy.add(imports=wanted) if wanted else policy


def policy_of(policy: PolicyLike) -> Policy:
    """A policy by whatever names it: a name is a preset, a path is read, anything with a line break is the text itself."""
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str) and "\n" in policy:
        # A text may extend files, which may change.
        return _text(policy) if not re.search(r"\.ya?ml\b", policy) else Policy(policy)
    if not isinstance(policy, (str, Path)):
        refuse_kind("policy", policy)
        raise TypeError(f"policy is {KINDS['policy'][1]}, not None")
    if isinstance(policy, Path) or policy.endswith((".yaml", ".yml")):
        return Policy.load(policy)
    return _preset(policy)
