"""Policies as values."""

import pickle

import pytest

import stockade
from stockade import Policy, Session


def test_presets_files_and_texts(tmp_path):
    (tmp_path / "base.yaml").write_text("version: 1\nname: base\nextends: [default]\nlimits: {host_calls: 3}\n")
    path = tmp_path / "own.yaml"
    path.write_text("version: 1\nextends: [base.yaml]\nimports: {deny: [{module: json, reason: not here}]}\n")
    policy = Policy.load(path)
    assert policy.settings()["limits.host_calls"] == "3" and policy.sha256 == Policy.load(str(path)).sha256
    for given in (policy, path, str(path)):
        assert not stockade.check("import json", given) and stockade.check("import math", given)
        assert Session(given).run("import json").outcome == "policy"
    assert stockade.check("import json", Policy.preset("default")).policy == "default" == Policy.preset("default").name
    # A child made in memory still finds the files of its parents.
    assert policy.add(limits={"host_calls": 7}).settings()["limits.host_calls"] == "7"
    with pytest.raises(ValueError, match="there is no preset `nope`; presets: default, smolagents"):
        Policy.preset("nope")
    with pytest.raises(FileNotFoundError):
        Policy.load(tmp_path / "gone.yaml")


def test_overriding_tightens():
    base = Policy.preset("default")
    other = base.override(imports={"allow": ["math"]}, limits={"host_calls": 2})
    assert other.settings()["imports.allow"] == "[math]" and base.settings()["imports.allow"] != "[math]"
    assert stockade.check("import math", other) and not stockade.check("import json", other) and stockade.check("import json", base)
    assert Session(other, tools={"f": int}).run("f(), f(), f()").outcome == "limit:host_calls"
    assert base.override().sha256 == base.sha256
    assert base.override("limits: {timeout: 1.5s}").settings()["limits.timeout"] == "1500ms"
    for loosened in (
        {"limits": {"memory": "1GiB"}}, {"imports.allow": ["subprocess"]}, {"dunders": {"attributes": {"allow": ["__subclasses__"]}}},
        {"mode": "audit"}, {"imports.relative": "allow"}, {"rules.BLT001": "off"}, {"tools.allow.final_answer.max_calls": 2},
    ):
        with pytest.raises(ValueError, match="looser than the base|`extends` never loosens"):
            base.override(loosened)


def test_adding_and_removing():
    base = Policy.preset("default")
    more = base.add(imports=["sqlite3", "wave"], limits={"memory": "1GiB", "timeout": 90}, builtins={"eval"})
    assert more.settings()["limits.memory"] == "1GiB" and more.settings()["limits.timeout"] == "90s"
    assert stockade.run("eval('1 + 1')", policy=more).value == 2 and not stockade.check("exec('1')", more)
    less = more.remove(imports=["json"], builtins=["eval"])
    assert not stockade.check("import json", less) and not stockade.check("eval('1')", less) and stockade.check("import math", less)
    again = less.add(imports=["json"])
    assert stockade.check("import json", again) and pickle.loads(pickle.dumps(again)).sha256 == again.sha256
    assert stockade.run("import json\njson.dumps(1)", policy=again).value == "1"
    with pytest.raises(ValueError, match="final"):
        Policy.preset("strict").add(builtins=["eval"])
    with pytest.raises(ValueError, match="is a single value"):
        base.remove(limits={"memory": 1})
    tool = Policy.preset("smolagents").add(tools={"search": {"max_calls": 1}})
    assert Session(tool, tools={"search": lambda: 5}).run("search()").value == 5


def test_what_overriding_refuses():
    base = Policy.preset("default")
    with pytest.raises(ValueError, match="did you mean"):
        base.override(imprts={"allow": ["math"]})
    with pytest.raises(ValueError, match="2:1: .*nonsense"):
        base.override("limits: {host_calls: 1}\nnonsense: 1")
    with pytest.raises(ValueError, match="extends the policy it is given to"):
        base.override("extends: [permissive]")
    with pytest.raises(TypeError, match="not both"):
        base.override("limits: {host_calls: 1}", imports={"allow": []})
    final = Policy("version: 1\nextends: [default]\nfinal: [limits]\n")
    with pytest.raises(ValueError, match="final"):
        final.add(limits={"host_calls": 100_000})


def test_limits_have_one_name_and_units():
    loop = "while True: pass"
    for limits in ({"timeout": "50ms", "fuel": 10**12}, {"timeout": 0.05, "fuel": "1_000_000_000_000"}):
        assert stockade.run(loop, limits=limits).outcome == "limit:timeout"
        assert Session(limits=limits, check=False).run(loop).outcome == "limit:timeout"
        assert Session(check=False).run(loop, limits=limits).outcome == "limit:timeout"
    assert Session(memory="8MiB").run("x = [0] * 10**8").outcome == "limit:memory"
    assert stockade.run("print('x' * 100)", limits={"output": "10b"}).outcome == "limit:output"
    with pytest.warns(DeprecationWarning, match="'output'"):
        assert stockade.run("print('x' * 100)", limits={"max_output": 10}).outcome == "limit:output"
    with pytest.raises(ValueError, match="`2 days` is not a duration: write 2s, 500ms or a number of seconds"):
        Session(timeout="2 days")
    with pytest.raises(TypeError, match="there is no limit 'instructions'; limits are fuel, memory, timeout, total_timeout, recursion, output, host_calls"):
        stockade.run("1", limits={"instructions": 1})
    old = Policy("version: 1\nextends: [default]\nruntime: {wall_ms: 1500}\n")
    assert old.settings()["limits.timeout"] == "1500ms" and "`runtime.wall_ms` is the old name of `limits.timeout`" in old.warnings[0]


CLASSES = """
class Point[T]:
    'A point.'
    x: int
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return f'Point({self.x})'
class Other(Point):
    pass
repr(Other(1))
"""


def test_classes_under_a_list_of_special_methods():
    # What a class statement writes by itself is not the program's definition.
    result = stockade.run(CLASSES, policy="smolagents")
    assert (result.error, result.value) == (None, "Point(1)")
    assert stockade.run("class A:\n    def __del__(self): pass", policy="smolagents").findings[0].rule == "DUN003"
    assert Session("smolagents", check=False).run("class A:\n    def __del__(self): pass").exception == "TypeError"
