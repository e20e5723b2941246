"""Packages in pure Python that a session is given: found, imported as guest code, named by snapshots."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from stockade import Policy, Session, find_packages, run, run_async
from stockade.smolagents import StockadeExecutor


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, where this interpreter looks."""
    files = {
        "shop/__init__.py": "from ._prices import total\nfrom helper import double\n__version__ = '2.0'\n",
        "shop/_prices.py": "import importlib.resources\ndef total():\n"
        "    return sum(map(int, importlib.resources.files('shop').joinpath('prices.txt').read_text().split()))\n",
        "shop/prices.txt": "1\n2\n",
        "shop-2.0.dist-info/METADATA": "Name: shop\nVersion: 2.0\nRequires-Dist: helper\n\n",
        "shop-2.0.dist-info/RECORD": "shop/__init__.py,,\nshop/_prices.py,,\nshop/prices.txt,,\nshop-2.0.dist-info/METADATA,,\n",
        "helper.py": "def double(x):\n    return 2 * x\n",
        "helper-1.0.dist-info/METADATA": "Name: helper\nVersion: 1.0\n\n",
        "helper-1.0.dist-info/RECORD": "helper.py,,\nhelper-1.0.dist-info/METADATA,,\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


CODE = "import shop\nshop.total(), shop.double(4), shop.__version__"


def test_sessions_runs_and_executors_take_packages(environment: Path) -> None:
    assert Session("permissive", packages=["shop"]).run(CODE).value == (3, 8, "2.0")
    assert run(CODE, policy="permissive", packages=["shop"]).value == (3, 8, "2.0")
    assert asyncio.run(run_async(CODE, policy="permissive", packages=["shop"])).value == (3, 8, "2.0")
    executor = StockadeExecutor(["importlib.resources"], packages=["shop"], sources={"own.py": "x = 1"})
    assert executor("import shop, own\nshop.double(own.x)").output == 2
    everything = StockadeExecutor(["*"], packages=["shop"])
    assert everything("import shop\nshop.total()").output == 3
    assert "shop" in executor.authorized_imports


def test_what_is_given_is_shared_and_told(environment: Path) -> None:
    found = find_packages(["shop"])
    assert [(package.name, package.version, package.modules) for package in found] == [("shop", "2.0", ["shop"]), ("helper", "1.0", ["helper"])]
    assert found == find_packages(["shop"]) and len({*found, *find_packages(["shop"])}) == 2
    assert run(CODE, policy="permissive", packages=found).value == (3, 8, "2.0")
    assert repr(found[0]) == f"<Package shop 2.0 {found[0].digest[:12]}>"
    first, second = (Session("permissive", packages=found) for _ in range(2))
    one, two = first.run(CODE), second.run(CODE)
    assert (one.fuel, one.peak_memory) == (two.fuel, two.peak_memory)


def test_folders_and_wheels(environment: Path, tmp_path: Path) -> None:
    folder = environment / "shop"
    assert run("import shop\nshop.total()", policy="permissive", packages=[folder, "helper"]).value == 3
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tiny.py", "x = 'tiny' * 3\n" * 50)
        archive.writestr("tiny-1.0.dist-info/METADATA", "Name: tiny\nVersion: 1.0\nRequires-Dist: helper\n")
    assert run("import tiny, helper\ntiny.x", policy="permissive", packages=[str(wheel)]).value == "tinytinytiny"
    with pytest.raises(ValueError, match="is no wheel that can be read"):
        wheel.write_bytes(b"PK")
        find_packages([wheel])


def test_errors_say_what_is_missing_and_where_it_was_searched(environment: Path) -> None:
    with pytest.raises(ValueError, match="there is no installed package `shopp`.*similar names: `shop`"):
        Session(packages=["shopp"])
    (environment / "helper-1.0.dist-info" / "METADATA").rename(environment / "METADATA")
    (environment / "helper-1.0.dist-info" / "RECORD").unlink()
    (environment / "helper-1.0.dist-info").rmdir()
    with pytest.raises(ValueError, match="the package `shop` needs `helper`, which is not installed"):
        Session(packages=["shop"])
    with pytest.raises(TypeError, match="a package is named by a text, a path or a Package, not by 'int'"):
        Session(packages=[3])  # type: ignore[list-item]


def test_a_package_has_the_rights_of_the_program(environment: Path) -> None:
    result = run(CODE, packages=["shop"])
    assert result.exception == "ModuleNotFoundError" and "`importlib.resources` is not allowed" in (result.message or "")
    wider = Policy.preset("default").add(imports=["importlib.resources"])
    assert run(CODE, packages=["shop"], policy=wider).value == (3, 8, "2.0")
    # What an author denies by name stays denied.
    closed = Policy.preset("permissive").override(imports={"deny": ["shop"]})
    assert run(CODE, packages=["shop"], policy=closed).outcome == "policy"
    below = Policy.preset("permissive").override(imports={"deny": ["shop._prices"]})
    assert "`shop._prices` is not allowed" in (run(CODE, packages=["shop"], policy=below).message or "")


def test_snapshots_name_their_packages(environment: Path) -> None:
    session = Session("permissive", packages=["shop"])
    session.run("import shop")
    again = Session.restore(session.snapshot(), "permissive", packages=["shop"])
    assert again.run("shop.total()").value == 3
    assert session.fork().run("import helper\nhelper.double(2)").value == 4
    assert session.fork("permissive").run("import helper\nhelper.double(2)").value == 4
    with pytest.raises(ValueError, match=r"it has the package shop 2.0 \(digest [0-9a-f]{12}\), which was not given"):
        Session.restore(session.snapshot(), "permissive")
    data = pickle.dumps(session)
    (environment / "shop" / "prices.txt").write_text("5\n")
    with pytest.raises(ValueError, match=r"the package shop 2.0 .* and the one given is 2.0 \(digest"):
        Session.restore(session.snapshot(), "permissive", packages=["shop"])
    # A pickle has the files, so it goes on with those of then.
    assert pickle.loads(data).run("import shop\nshop.total()").value == 3


def test_the_command_takes_what_this_interpreter_has(environment: Path) -> None:
    program = environment / "program.py"
    program.write_text("import shop\nprint(shop.total())\n")
    code = f"import sys; sys.path.insert(0, {str(environment)!r}); from stockade.__main__ import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "run", "--policy", "permissive", "--package", "shop", str(program)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no index of files")
def test_other_processes_begin_after_the_imports(environment: Path) -> None:
    """The first process runs the imports, the next ones begin after them. Nothing but the time shows it."""
    cache = environment / "cache"
    code = (
        f"import sys; sys.path.insert(0, {str(environment)!r}); from stockade import run; "
        "r = run('import shop\\n[shop.total(), id(shop), sorted(vars(shop))]', policy='permissive', packages=['shop']); "
        "print(r.value, r.fuel, r.memory, r.peak_memory, r.imports)"
    )
    told = []
    for wait in (0, 2.1, 0):
        time.sleep(wait)
        told.append(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "STOCKADE_CACHE": str(cache)}))
        assert [len(list((cache / "packages").glob(kind))) for kind in ("*.tpl", "*.bin")] == [1, 2]
        # A template of nothing says that there can be none.
        assert all(path.stat().st_size > 1000 for path in (cache / "packages").glob("*.tpl"))
    assert len({done.stdout for done in told}) == 1 and told[0].stdout.startswith("[3, "), told
    assert len(list((cache / "packages").glob("*.idx"))) == 2
    # Changed files have another template.
    (environment / "helper.py").write_text("def double(x):\n    return 3 * x\n")
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env={**os.environ, "STOCKADE_CACHE": str(cache)})
    assert len(list((cache / "packages").glob("*.tpl"))) == 2


def test_networkx_and_sympy_run_inside() -> None:
    pytest.importorskip("networkx")
    code = "import networkx as nx\nsorted(nx.minimum_spanning_tree(nx.cycle_graph(4)).edges)"
    assert run(code, policy="permissive", packages=["networkx"]).value == [(0, 1), (0, 3), (1, 2)]
    pytest.importorskip("sympy")
    code = "import sympy\nx = sympy.Symbol('x')\nstr(sympy.factor(x**2 - 1))"
    assert run(code, policy="permissive", packages=["sympy"], limits={"memory": "1GiB"}).value == "(x - 1)*(x + 1)"


def test_a_package_that_needs_compiled_code_is_refused_at_once(environment: Path) -> None:
    def install(name: str, files: dict[str, str], requires: str = "") -> None:
        files = {**files, f"{name}-1.dist-info/METADATA": f"Name: {name}\nVersion: 1\n{requires}\n"}
        files[f"{name}-1.dist-info/RECORD"] = "".join(f"{path},,\n" for path in files)
        for path, text in files.items():
            (environment / path).parent.mkdir(parents=True, exist_ok=True)
            (environment / path).write_text(text)

    so = "cpython-313-x86_64-linux-gnu.so"
    install("fast", {"fast/__init__.py": "from .api import f\n", "fast/api.py": "import fast._c\n", f"fast/_c.{so}": ""})
    install("wraps", {"wraps/__init__.py": "try:\n    from . import _c\nexcept ImportError as error:\n    raise ImportError('broken') from error\n", f"wraps/_c.{so}": ""})
    install("above", {"above.py": "import fast\n"}, "Requires-Dist: fast\n")
    install("single", {f"single.{so}": ""})
    for name, said in {
        "fast": f"the package `fast` can't run in the sandbox: `fast` needs fast/_c.{so}, which is compiled code, and the sandbox runs Python only. "
        "modules=['fast'] with trust=['fast'] lends the one of this interpreter",
        "wraps": f"`wraps` needs wraps/_c.{so}", "above": f"`above` needs `fast`, and that needs fast/_c.{so}", "single": f"`single` needs single.{so}",
    }.items():
        for call in (lambda: find_packages([name]), lambda: Session(packages=[name]), lambda: StockadeExecutor([], packages=["helper", name])):
            with pytest.raises(ValueError) as caught:
                call()
            assert said in str(caught.value)
    with pytest.raises(ValueError, match="`fast` needs fast/_c"):
        find_packages([environment / "fast"])
    # What goes on without it, or needs it later, is taken.
    install("twin", {"twin/__init__.py": "from ._c import f\n", "twin/_c.py": "def f(): return 1\n", f"twin/_c.{so}": ""})
    install("tries", {"tries/__init__.py": "try:\n    from ._c import f\nexcept ImportError:\n    def f(): return 2\n", f"tries/_c.{so}": ""})
    install("later", {"later/__init__.py": "def f(): return 3\ndef g():\n    from . import _c\nif not f():\n    from . import _c\n", f"later/_c.{so}": ""})
    install("needs", {"needs.py": "def f():\n    import fast\n"}, "Requires-Dist: fast\n")
    result = run("import twin, tries, later, needs\ntwin.f(), tries.f(), later.f()", policy="permissive", packages=["twin", "tries", "later", "needs"])
    assert result.value == (1, 2, 3), result
    assert f"later/_c.{so} is compiled code" in (run("import later\nlater.g()", policy="permissive", packages=["later"]).message or "")


@pytest.mark.parametrize(("name", "said"), [("numpy", "modules=['numpy'] lends the one of this interpreter, by a list"), ("pandas", "modules=['pandas'] lends")])
def test_numpy_and_pandas_are_lent(name: str, said: str) -> None:
    pytest.importorskip(name)
    with pytest.raises(ValueError) as caught:
        run("1", packages=[name])
    assert said in str(caught.value) and "is compiled code" in str(caught.value)
