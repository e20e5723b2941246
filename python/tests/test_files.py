"""Files of a session, and modules given as source."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path

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
