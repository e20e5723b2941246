"""Validates SARIF logs of every rule's fixtures against the complete 2.1.0 schema: `validate_sarif.py STOCKADE`.

Needs `jsonschema`. Each program of tests/rules is checked under the policy of its section; escapes and hostile texts come on top.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

DATA = pathlib.Path(__file__).parent.parent / "tests"
HOSTILE = "# \x1b[31m ::error::x\nx = '\u202e]]> & \x07'\nimport os\nopen('%0A::warning::')\n"


def programs(path):
    """The fixtures of a rule as (policy or None, program)."""
    policy = None
    for section in path.read_text().split("=== ")[1:]:
        head, _, code = section.partition("\n")
        if head.startswith("policy"):
            policy = code or None
        else:
            yield policy, code


def main():
    stockade = sys.argv[1]
    schema = json.loads((DATA / "schemas" / "sarif-2.1.0.json").read_text())
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    rules, logs, results = set(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        groups = {None: [HOSTILE, "x = (\n", "```python\nimport os\n```\n"]}
        groups[None] += [path.read_text() for path in sorted((DATA / "escapes").glob("*.py"))]
        for path in sorted((DATA / "rules").glob("*.txt")):
            for policy, code in programs(path):
                groups.setdefault(policy, []).append(code)
        for number, (policy, codes) in enumerate(groups.items()):
            inside = folder / f"{number} %\u00e9"
            inside.mkdir()
            for index, code in enumerate(codes):
                (inside / f"{index:03}.py").write_text(code)
            command = [stockade, "check", "--format", "sarif", "--exit-zero", "--tool", "web_search(query, limit)", str(inside)]
            if policy is not None:
                (folder / "policy.yaml").write_text(policy)
                command += ["--policy", str(folder / "policy.yaml")]
            log = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for error in validator.iter_errors(log):
                sys.exit(f"{policy}: {'/'.join(map(str, error.absolute_path))}: {error.message[:500]}")
            logs += 1
            for result in log["runs"][0]["results"]:
                results += 1
                rules.add(result["ruleId"])
    static = {path.stem for path in (DATA / "rules").glob("*.txt")}
    if static - rules:
        sys.exit(f"no result of {sorted(static - rules)}")
    print(f"{logs} logs with {results} results of {len(rules)} rules are valid SARIF 2.1.0")


main()
