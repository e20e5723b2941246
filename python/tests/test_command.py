"""The command line that comes with the package."""

import json
import subprocess
import sys
from pathlib import Path


def stockade(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "stockade", *arguments], input=text, capture_output=True, text=True, timeout=60)


def test_run_and_check(tmp_path: Path) -> None:
    done = stockade("run", "-", text="print(6 * 7)")
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
    assert stockade("run", "-", text="1 / 0").returncode == 1
    refused = stockade("check", "-", text="import os")
    assert refused.returncode == 1 and "IMP001" in refused.stdout + refused.stderr
    assert stockade("no-such-command").returncode == 2


def test_audit(tmp_path: Path) -> None:
    log, tools = tmp_path / "audit.jsonl", tmp_path / "tools.json"
    tools.write_text('{"get_price": {"params": "item", "results": {"amp": 249.5}}}')
    code = "# %% step 1\nimport math\nx = get_price('amp')\n# %% step 2\n1 / 0\n"
    assert stockade("run", "-", "--steps", "--audit", str(log), "--tools", str(tools), text=code).returncode == 1
    first, second = [json.loads(line) for line in log.read_text().splitlines()]
    assert first["status"]["code"] == "OK" and second["status"]["code"] == "ERROR"
    said = first["attributes"]
    assert said["stockade.imports"] == ["math"] and said["stockade.outcome"] == "completed"
    assert [call["name"] for call in said["stockade.tool_calls"]] == ["get_price"]
    assert len(said["stockade.source.sha256"]) == 64 and "stockade.source.text" not in said
    assert second["attributes"]["exception.type"] == "ZeroDivisionError"
