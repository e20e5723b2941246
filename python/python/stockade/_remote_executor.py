"""The session of an executor for smolagents whose steps run on a server."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from ._policy import Policy
from ._remote_session import Session
from ._remote_steps import HOSTS, NotServed, Work
from ._results import Result
from ._wire import Ask

#: The name under which the value of a view stays in the program.
VIEW = "_view_of_host"
#: What an executor can do only where the program is.
OF_PROCESS = {
    "lend": "objects of this process are not reached from a server: lend a tool", "trust": "modules of this process are not reached from a server",
    "modules_in": "modules of this process are not reached from a server",
    "sources": "define what the program needs in a first step", "packages": "the host of the server gives programs its modules",
    "approve_tools": "the policy of the server says which calls need consent: `tools.allow.NAME.approve`",
}


def refuse_of_process(given: Mapping[str, Any]) -> None:
    """Raises :class:`NotServed` for settings that are given and that only an executor in this process has."""
    for name, value in given.items():
        if value if isinstance(value, bool) or value is None else list(value):
            raise NotServed(f"StockadeExecutor(url=..., {name}=...): {OF_PROCESS[name]}")


class ServerSession(Session):
    """A session on a server, with what an executor asks of one in this process."""

    #: The check that looks for steps that hide a tool has no other question.
    _policy = Policy.preset("permissive").add({"rules.BLT003": "warn"})
    _has_view = False

    def run(self, code: str, *, cell: bool | None = None, **settings: Any) -> Result:
        """Runs a step. With ``cell`` an assignment at the end gives it its value, too."""
        self._has_view = False
        return super().run(shown_at_end(code) if cell else code, **settings)

    def view(self, code: str) -> Result:
        """The value of an expression of the host's own. It is no step of the program, and the server's policy judges it, too."""
        result = self._stepping(self._viewed(code))
        self._has_view = result.ok
        return result

    def _viewed(self, code: str) -> Work[Result]:
        return (yield from self._remote._quiet(f"{VIEW} = ({code})\n{VIEW}"))

    def keep_view(self, name: str) -> bool:
        """Gives the value of the last view a name. False where a step was run since."""
        if not self._has_view:
            return False
        return self._stepping(self._remote._quiet(f"{name} = {VIEW}")).ok

    def names(self) -> list[str]:
        """The variables of the program, without those of the host."""
        return [name for name in super().names() if name != VIEW]


def shown_at_end(code: str) -> str:
    """Code whose assignment at its end is its value.

    >>> shown_at_end("x = 1\\ny = x + 1"), shown_at_end("x = 1\\nx"), shown_at_end("a, b = 1, 2  # two"), shown_at_end("x = (")
    ('x = 1\\ny = x + 1\\ny', 'x = 1\\nx', 'a, b = 1, 2  # two\\n(a, b)', 'x = (')
    """
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return code
    last = body[-1] if body else None
    targets = last.targets if isinstance(last, ast.Assign) else [last.target] if isinstance(last, (ast.AugAssign, ast.AnnAssign)) else []
    if not targets or isinstance(last, ast.AnnAssign) and last.value is None:
        return code
    # To read another target again may do something.
    return f"{code}\n{ast.unparse(targets[0])}" if are_names(targets[0]) else code


def are_names(target: ast.expr) -> bool:
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(map(are_names, target.elts))
    return isinstance(target, ast.Name)


def not_allowed(session: Session, imports: Iterable[str]) -> str | None:
    """What the server's policy says against the import of modules."""
    names = sorted({name.removesuffix(".*") for name in imports} - {"*"})
    if not names:
        return None
    told = session._connections.ask(
        Ask("POST", "/v1/check", {"code": "".join(f"import {name}\n" for name in names), "name": HOSTS, "policy": session.policy}, repeats=True)
    )
    return "; ".join(found["message"] for found in told["findings"] if found["level"] == "deny") or None
