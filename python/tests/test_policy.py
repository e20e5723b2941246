"""Policies as values."""

import pickle

import pytest

import stockade
from stockade import Policy, Session


def test_presets_files_and_texts(tmp_path):
    (tmp_path / "base.yaml").write_text("version: 1\nname: base\nextends: [default]\nruntime: {host_calls: 3}\n")
    path = tmp_path / "own.yaml"
    path.write_text("version: 1\nextends: [base.yaml]\nimports: {deny: [{module: json, reason: not here}]}\n")
    policy = Policy.load(path)
    assert policy.settings()["runtime.host_calls"] == "3" and policy.sha256 == Policy.load(str(path)).sha256
    for given in (policy, path, str(path)):
        assert not stockade.check("import json", given) and stockade.check("import math", given)
        assert Session(given).run("import json").outcome == "policy"
    assert stockade.check("import json", Policy.preset("default")).policy == "default" == Policy.preset("default").name
    # A child made in memory still finds the files of its parents.
    assert policy.override(runtime={"host_calls": 7}).settings()["runtime.host_calls"] == "7"
    with pytest.raises(ValueError, match="there is no preset `nope`; presets: default, smolagents"):
        Policy.preset("nope")
    with pytest.raises(FileNotFoundError):
        Policy.load(tmp_path / "gone.yaml")


def test_overriding():
    base = Policy.preset("default")
    other = base.override(imports={"allow": ["math"]}, runtime={"host_calls": 2})
    assert other.settings()["imports.allow"] == "[math]" and base.settings()["imports.allow"] != "[math]"
    assert stockade.check("import math", other) and not stockade.check("import json", other) and stockade.check("import json", base)
    assert Session(other, tools={"f": int}).run("f(), f(), f()").outcome == "limit:host-calls"
    # Settings replace, the last one wins; a text only tightens, and adds to allow lists.
    again = other.override({"runtime.host_calls": 9}, reason="more").override("imports:\n  allow: [json]\nruntime: {host_calls: 50}\n")
    assert again.settings()["runtime.host_calls"] == "9" and stockade.check("import json, math", again)
    assert any("runtime.host_calls" in warning for warning in again.warnings)
    assert base.override().sha256 == base.sha256
    assert pickle.loads(pickle.dumps(again)).sha256 == again.sha256
    assert stockade.run("import json\njson.dumps(1)", policy=again).value == "1"


def test_what_overriding_refuses():
    base = Policy.preset("default")
    with pytest.raises(ValueError, match="did you mean"):
        base.override(imprts={"allow": ["math"]})
    with pytest.raises(ValueError, match="2:1: .*nonsense"):
        base.override("runtime: {host_calls: 1}\nnonsense: 1")
    with pytest.raises(ValueError, match="extends the policy it is given to"):
        base.override("extends: [permissive]")
    with pytest.raises(TypeError, match="not both"):
        base.override("runtime: {host_calls: 1}", imports={"allow": []})
    final = Policy("version: 1\nextends: [default]\nfinal: [runtime]\n")
    with pytest.raises(ValueError, match="final"):
        final.override(runtime={"host_calls": 100_000})


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
