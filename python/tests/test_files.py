"""Files of a session, and modules given as source."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path, PurePosixPath

import pytest

from stockade import FileEntry, Session, run, run_async


def test_files_go_in_and_come_out(tmp_path: Path) -> None:
    (tmp_path / "host.bin").write_bytes(b"\x00\xff")
    session = Session("permissive", mount={"/data/a.txt": "é", "b.bin": b"\x01", "c.bin": tmp_path / "host.bin"})
    assert session.run("open('/data/a.txt').read(), open('b.bin', 'rb').read(), open('c.bin', 'rb').read()").value == ("é", b"\x01", b"\x00\xff")
    session.run("open('b.bin', 'wb').write(b'new')\nopen('/tmp/d.txt', 'w').write('made')")
    assert session.files.written() == ["/home/user/b.bin", "/tmp/d.txt"]
    assert session.files["b.bin"] == b"new" and session.files.read("/tmp/d.txt") == b"made"
    assert (tmp_path / "host.bin").read_bytes() == b"\x00\xff"
    session.files["b.bin"] = "by the host"
    assert session.files.list("/home") == [FileEntry("/home/user/b.bin", 11, False), FileEntry("/home/user/c.bin", 2, False)]
    del session.files["b.bin"]
    assert "b.bin" not in session.files and "c.bin" in session.files
    assert Session.restore(session.snapshot(), "permissive").files["/tmp/d.txt"] == b"made"


def test_errors_are_those_of_files() -> None:
    session = Session("permissive")
    with pytest.raises(FileNotFoundError) as caught:
        session.files["no.txt"]
    assert caught.value.filename == "/home/user/no.txt" and caught.value.strerror == "No such file or directory"
    with pytest.raises(IsADirectoryError):
        session.files.write("/tmp", b"")
    with pytest.raises(PermissionError, match="the policy grants no files: it must allow the builtin `open`"):
        Session("strict", mount={"a": b""})
    with pytest.raises(ValueError, match="no memory left for the file"):
        Session("permissive", memory=1 << 20, mount={"a": bytes(1 << 21)})


def test_modules_as_source(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_bytes("# coding: latin-1\nname = 'é'".encode("latin-1"))
    sources: dict[str, str | Path] = {"helper.py": "def double(x): return 2 * x", "pack/__init__.py": "from .part import y", "pack/part.py": "y = 7", "local.py": tmp_path / "x.py"}
    result = run("import helper, pack.part, local\nhelper.double(pack.y), local.name", sources=sources)
    assert result.value == (14, "é")
    with pytest.raises(ValueError, match="`json` is a module of the library; give yours another name"):
        Session(sources={"json.py": ""})
    with pytest.raises(ValueError, match="'helper' is no name for a module's file: it ends with .py"):
        Session(sources={"helper": ""})


def test_a_module_has_no_more_rights_than_the_program() -> None:
    result = run("import helper", sources={"helper.py": "import os"}, policy="version: 1\nextends: [permissive]\nimports: {deny: [os]}\n")
    assert result.exception == "ModuleNotFoundError" and "`os` is not allowed" in (result.message or "")


def test_a_fork_and_a_restored_session_import_later() -> None:
    session = Session("permissive", sources={"helper.py": "x = 1", "later.py": "y = 2"})
    session.run("import helper")
    assert session.fork().run("import later\nhelper.x, later.y").value == (1, 2)
    again = Session.restore(session.snapshot(), "permissive", sources={"later.py": "y = 3"})
    assert again.run("import later\nhelper.x, later.y").value == (1, 3)


def test_results_have_the_files_that_the_program_made() -> None:
    code = "open('/tmp/a.bin', 'wb').write(b'\\x00')\nopen('b.txt', 'w').write(open('in.txt').read())"
    mount: dict[str, bytes | str | Path] = {"in.txt": "x"}
    result = run(code, policy="permissive", mount=mount)
    assert result.artifacts == {"/home/user/b.txt": b"x", "/tmp/a.bin": b"\x00"}
    result = asyncio.run(run_async(code + "\n1 / 0", policy="permissive", mount=mount))
    assert not result.ok and set(result.artifacts) == {"/home/user/b.txt", "/tmp/a.bin"}
    assert pickle.loads(pickle.dumps(result)).artifacts == result.artifacts
    assert "artifacts={'/home/user/b.txt': b'x'" in repr(result)
    session = Session("permissive", mount=mount)
    first = session.run(code)
    assert dict(first.artifacts) == {"/home/user/b.txt": b"x", "/tmp/a.bin": b"\x00"}
    session.run("open('b.txt', 'a').write('y')")
    assert first.artifacts["/home/user/b.txt"] == b"xy" and "in.txt" not in first.artifacts
    with pytest.raises(KeyError):
        first.artifacts["in.txt"]
    assert not run("1", policy="strict").artifacts and not Session("strict").run("1").artifacts


def test_one_rule_for_paths() -> None:
    session = Session("permissive", mount={"in.txt": "1", "./data/../more.txt": "2", "/data//x.csv": "3"})
    assert list(session.files) == ["/data/x.csv", "/home/user/in.txt", "/home/user/more.txt"]
    assert session.run("import os\nos.mkdir('/tmp/there')\nos.chdir('/tmp/there')\nopen('there.txt', 'w').write('4')\nopen('/home/user/out.txt', 'w').write('5')").ok
    result = session.run("open('/home/user/plot.svg', 'w').write('<svg/>')")
    # Whatever folder the program is in.
    for name in ("out.txt", "./out.txt", "/home/user/out.txt", "/home//user/./out.txt", "../user/out.txt", PurePosixPath("out.txt")):
        assert session.files.read(name) == session.files[name] == result.artifacts[name] == b"5"
        assert name in session.files and name in result.artifacts
    assert [entry.path for entry in session.files.list(".")] == [f"/home/user/{name}" for name in ("in.txt", "more.txt", "out.txt", "plot.svg")]
    assert session.files.written(".") == session.files.written("/home/user") == ["/home/user/out.txt", "/home/user/plot.svg"]
    assert session.files.list("..") == session.files.list("/home") and session.files.list("/data/.")[0].path == "/data/x.csv"
    session.files.write("sub/./a.txt", "6")
    session.files.remove("./sub/a.txt")
    assert "sub/a.txt" not in session.files and "" not in session.files and 3 not in session.files
    assert "../../tmp/there/there.txt" in result.artifacts and "there.txt" not in result.artifacts


def test_artifacts_of_a_run_are_looked_up_in_the_same_way() -> None:
    result = run("open('plot.svg', 'w').write('<svg/>')", policy="permissive")
    for found in (result.artifacts, pickle.loads(pickle.dumps(result)).artifacts):
        assert found == {"/home/user/plot.svg": b"<svg/>"} and found["plot.svg"] == b"<svg/>" and found.get("no.svg") is None
        assert list(found) == ["/home/user/plot.svg"] and "plot.svg" in found
    session = Session("permissive")
    live = session.run("open('plot.svg', 'w').write('<svg/>')")
    assert pickle.loads(pickle.dumps(live)).artifacts["plot.svg"] == b"<svg/>"


def test_paths_that_are_none_are_refused() -> None:
    files = Session("permissive").files
    for path, kind in ((3, TypeError), (None, TypeError), (b"a", TypeError), ("", ValueError), ("a\0b", ValueError)):
        for use in (files.read, files.remove, files.list, lambda path: files.write(path, b"")):
            with pytest.raises(kind, match="^the path"):
                use(path)  # type: ignore[operator]
