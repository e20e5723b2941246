"""The sandboxes for inspect_ai and NeMo Gym, driven by the real packages."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import unpacked

#: inspect_ai's own checks of a sandbox that need no shell, no users and no permissions.
CHECKS = [
    "test_read_and_write_file_text", "test_write_file_text_utf", "test_read_and_write_file_binary", "test_read_and_write_large_file_binary",
    "test_read_and_write_file_including_directory_absolute", "test_read_and_write_file_including_directory_relative", "test_read_file_zero_length",
    "test_read_file_not_found", "test_read_file_nonsense_name", "test_read_file_limit", "test_write_text_file_zero_length",
    "test_write_text_file_space", "test_write_text_file_exists", "test_write_binary_file_zero_length", "test_write_binary_file_space",
    "test_write_binary_file_exists", "test_exec_timeout", "test_exec_input_text", "test_exec_input_shell_special", "test_exec_input_large",
    "test_exec_as_nonexistent_user", "test_cwd_unspecified",
]
#: What the checks run, as Python.
COMMANDS = {
    "rm": "import os, sys\nfor path in sys.argv[1:]:\n    if path[0] != '-' and os.path.exists(path): os.remove(path)",
    "rmdir": "pass",
    "touch": "import sys\nopen(sys.argv[1], 'ab').close()",
    "cat": "import sys\nsys.stdout.write(sys.stdin.read())",
    "wc": "import sys\nprint(len(sys.stdin.buffer.read()))",
    "ls": "import os\nprint('\\n'.join(os.listdir()))",
    "sleep": "while True: pass",
    "whoami": "print('nobody')",
}


def sandbox() -> Any:
    pytest.importorskip("inspect_ai")
    made = importlib.import_module("stockade.rewards.inspect_ai").StockadeSandboxEnvironment

    class Translated(made):  # type: ignore[misc]
        async def exec(self, cmd: list[str], *args: Any, **named: Any) -> Any:
            return await super().exec(["python3", "-c", COMMANDS[cmd[0]], *cmd[1:]] if cmd[0] in COMMANDS else cmd, *args, **named)

    return Translated()


@pytest.mark.parametrize("name", CHECKS)
def test_inspect_checks_it(name: str) -> None:
    box = sandbox()
    check = getattr(importlib.import_module("inspect_ai.util._sandbox.self_check"), name)
    if name == "test_exec_as_nonexistent_user":
        with pytest.raises(importlib.import_module("inspect_ai.util").SandboxUserUnsupportedError):
            asyncio.run(box.exec(["whoami"], user="nonexistent"))
        return
    asyncio.run(check(box))


def test_inspect_gets_its_errors() -> None:
    box = sandbox()
    asyncio.run(box.write_file("folder/a.txt", "a"))
    for path in ("folder", "/home/user", "/tmp"):
        with pytest.raises(IsADirectoryError):
            asyncio.run(box.read_file(path))
        with pytest.raises(IsADirectoryError):
            asyncio.run(box.write_file(path, "a"))
    util = importlib.import_module("inspect_ai.util")
    with pytest.raises(util.OutputLimitExceededError):
        asyncio.run(box.exec(["python", "-c", "for i in range(11000): print('x' * 1024)"]))
    result = asyncio.run(box.exec(["python3", "-c", "import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(70)"]))
    assert (result.returncode, result.success, result.stdout, result.stderr) == (70, False, "out\n", "err\n")
    assert asyncio.run(box.exec(["sh", "-c", "ls | wc"])).returncode == 2 and asyncio.run(box.exec(["gcc"])).returncode == 127
    assert asyncio.run(box.exec(["bash", "--login", "-c", "python3 -"], input="print(6 * 7)")).stdout == "42\n"


def test_inspect_has_these_parameters() -> None:
    util = pytest.importorskip("inspect_ai.util")
    made = importlib.import_module("stockade.rewards.inspect_ai").StockadeSandboxEnvironment
    assert issubclass(made, util.SandboxEnvironment) and not inspect.isabstract(made)
    for name in ("exec", "write_file", "read_file", "sample_init", "sample_cleanup"):
        mine, theirs = inspect.signature(getattr(made, name)), inspect.signature(getattr(util.SandboxEnvironment, name))
        assert [(one.name, one.default) for one in mine.parameters.values()] == [(one.name, one.default) for one in theirs.parameters.values()]


PAGE = Path(__file__).resolve().parents[3] / "docs" / "integrations.md"
#: The examples of the page that need a framework, by its name in their first line.
EXAMPLES = {text.split()[1].rstrip(":"): text for text in re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)}


@pytest.mark.parametrize("peer", ["inspect_ai", "nemo_gym", "evaluate"])
def test_the_page_shows_what_happens(peer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if peer == "nemo_gym":
        from stockade.rewards.nemo_gym import StockadeProvider

        gym().register_provider("stockade", StockadeProvider, override=True)
    elif peer == "inspect_ai":
        pytest.importorskip(peer)
        importlib.import_module("stockade.rewards.inspect_ai")
    else:
        monkeypatch.setattr(pytest.importorskip(peer).config, "HF_MODULES_CACHE", tmp_path / "modules")
    exec(compile(EXAMPLES[peer], f"{PAGE.name}: {peer}", "exec"), {"__name__": "page"})


def test_a_failing_program_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of the page, with a model that is wrong."""
    pytest.importorskip("inspect_ai")
    monkeypatch.chdir(tmp_path)
    importlib.import_module("stockade.rewards.inspect_ai")
    names: dict[str, Any] = {"__name__": "page"}
    wrong = EXAMPLES["inspect_ai"].replace("return 2 * x", "return x / 0").replace(".value == CORRECT", ".value == INCORRECT")
    exec(compile(wrong, PAGE.name, "exec"), names)
    assert "ZeroDivisionError" in names["log"].samples[0].scores["tests_pass"].explanation


def test_the_package_announces_them() -> None:
    ours = [one for one in entry_points(group="inspect_ai") if one.value == "stockade.rewards.inspect_ai"]
    if not ours:
        pytest.skip("stockade is not installed as a package")
    assert ours[0].name == "stockade"
    [provider] = entry_points(group="nemo_gym.sandbox_providers", name="stockade")
    assert provider.load().name == "stockade"


def gym() -> Any:
    unpacked.root("nemo-gym")
    if sys.version_info < (3, 11):
        pytest.skip("NeMo Gym needs a newer Python")
    return unpacked.module("nemo_gym.sandbox", "nemo-gym", "nemo_gym")


def test_nemo_gym_runs_it(tmp_path: Path) -> None:
    nemo = gym()
    from stockade.rewards.nemo_gym import StockadeProvider

    nemo.register_provider("stockade", StockadeProvider, override=True)
    given = tmp_path / "in.txt"
    given.write_text("6 7")
    spec = nemo.SandboxSpec(env={"SCALE": "10"}, files={"/box/helper.py": "def product(a, b): return a * b"}, workdir="/box", resources={"memory_mib": 64})
    with nemo.Sandbox({"stockade": {"limits": {"output": "1KiB"}}}, spec) as box:
        box.start()
        box.upload(given, "/box/in.txt")
        code = "import os; from helper import product; a, b = map(int, open('in.txt').read().split()); print(product(a, b) * int(os.environ['SCALE']), file=open('out.txt', 'w'))"
        ended = box.exec(f'python3 -c "{code}"')
        assert (ended.return_code, ended.stderr, ended.error_type) == (0, "", None)
        box.download("/box/out.txt", tmp_path / "sub" / "out.txt")
        assert (tmp_path / "sub" / "out.txt").read_text() == "420\n"
        assert box.exec("python3 -c 'while True: pass'", timeout_s=0.05).error_type == "timeout"
        assert box.exec("python3 -c 'x = [0] * 10**8'").error_type == "memory"
        assert box.exec("python3 -c 'print(\"x\" * 5000)'").error_type == "output"
        assert box.exec("python3 -c 'import sys; sys.exit(3)'").return_code == 3
        assert box.exec("ls").return_code == 127 and box.exec("python3 a.py | cat").return_code == 2
        assert box.status() == nemo.SandboxStatus.RUNNING
        # A command begins anew: names do not stay, files do.
        assert "NameError" in box.exec("python3 -c 'print(product)'").stderr
    assert box.status() == nemo.SandboxStatus.STOPPED
