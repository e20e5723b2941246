"""Policies as values: presets, files, texts, and what is made from them by overriding settings.

>>> Policy.preset("default").override(imports={"allow": ["math", "json"]}).settings()["imports.allow"]
'[json, math]'
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from . import _stockade


class Policy:
    """What a program may do. Made from YAML text, by :meth:`preset` or by :meth:`load`; errors in it are a ``ValueError``.

    >>> policy = Policy("version: 1\\nextends: [default]\\nruntime: {host_calls: 3}\\n")
    >>> policy.settings()["runtime.host_calls"]
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
        ``permissive``.

        >>> Policy.preset("strict").name
        'strict'
        """
        return _preset(name)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Policy:
        """A policy file; files it extends are found beside it."""
        return cls._of(str(path), Path(path).read_text(encoding="utf-8"), {})

    @property
    def name(self) -> str:
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

    def override(
        self, text: str | Mapping[str, Any] | None = None, /, *, reason: str = "the host overrides it", **settings: Any
    ) -> Policy:
        """A new policy on top of this one.

        Settings, as keywords or as a mapping with dotted paths, *replace* values, also with looser ones, unless they are final.
        A YAML text is a child policy: it tightens what it mentions, adds to allow lists, and loosens by ``override:`` alone.

        >>> base = Policy.preset("default")
        >>> looser = base.override(runtime={"wall_ms": 120_000}, reason="reports take long")
        >>> looser.settings()["runtime.wall_ms"]
        '120000'
        >>> base.override("runtime: {host_calls: 3}").settings()["runtime.host_calls"]
        '3'
        """
        key = self._label if self._text is None else f"<base {len(self._parents)}>"
        parents = dict(self._parents) if self._text is None else {**self._parents, key: (self._label, self._text)}
        header = f"extends: [{json.dumps(key, ensure_ascii=False)}]\n"
        if isinstance(text, str):
            if settings:
                raise TypeError("override() takes a text or settings, not both")
            if re.search(r"^[\"']?extends[\"']?\s*:", text, re.MULTILINE):
                raise ValueError("a text for override() extends the policy it is given to, nothing else")
            if not re.search(r"^[\"']?version[\"']?\s*:", text, re.MULTILINE):
                header = "version: 1\n" + header
            # At the end, so that errors name lines as the caller counts them.
            text = text + ("" if text.endswith("\n") or not text else "\n") + header
        else:
            wanted = {**dict(leaves(text or {})), **dict(leaves(settings))}
            items = [{"path": path, "value": value, "reason": reason} for path, value in wanted.items()]
            text = "version: 1\n" + header
            if items:
                text += "override:\n" + "".join(f"  - {json.dumps(item, ensure_ascii=False)}\n" for item in items)
        label = self.name if self.name.startswith("<override of ") else f"<override of {self.name}>"
        return self._of(label, text, parents)

    def __repr__(self) -> str:
        return f"<Policy {self.name} {self.sha256[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Policy._of, (self._label, self._text, self._parents)


def leaves(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Settings as dotted paths: the groups among them are mappings.

    >>> list(leaves({"imports": {"allow": ["math"]}, "syntax.async": "deny"}))
    [('imports.allow', ['math']), ('syntax.async', 'deny')]
    """
    for name, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", sorted(value) if isinstance(value, (set, frozenset)) else value


@lru_cache(maxsize=64)
def _preset(name: str) -> Policy:
    return Policy._of(name, None, {})


@lru_cache(maxsize=64)
def _text(text: str) -> Policy:
    return Policy(text)


#: Whatever names a policy.
PolicyLike = Policy | str | Path


def policy_of(policy: PolicyLike) -> Policy:
    """A policy by whatever names it: a name is a preset, a path is read, anything with a line break is the text itself."""
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str) and "\n" in policy:
        # A text may extend files, which may change.
        return _text(policy) if not re.search(r"\.ya?ml\b", policy) else Policy(policy)
    if isinstance(policy, Path) or policy.endswith((".yaml", ".yml")):
        return Policy.load(policy)
    return _preset(policy)
