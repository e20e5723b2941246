"""The walls around a CPython of its own: libraries still compute behind them, and nothing outside is reached."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import stockade

pytestmark = pytest.mark.skipif(bool(stockade._stockade.missing_walls()), reason="this machine lacks a wall")

#: What each attempt needs is imported and looked up before the walls stand.
PRELUDE = """
import ctypes, errno, mmap, os, signal, socket, subprocess, sys, threading
sys.path[:0] = {folders!r}
from stockade import _stockade
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *(a if isinstance(a, bytes) else ctypes.c_long(a) for a in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
here, parent, early = {here!r}, os.getppid(), socket.socket()
"""
SHUT = "_stockade.shut_in(16 << 30)\n"

#: Python that is told `EPERM` where it is kept out: another error could come from elsewhere.
ATTEMPTS = {
    "read": "open('/etc/passwd')",
    "read-environment": "open('/proc/self/environ')",
    "read-memory": "open('/proc/self/mem', 'rb')",
    "read-parent": "open(f'/proc/{parent}/status')",
    "write": "open(here + '/written', 'w')",
    "append": "open('/dev/null', 'a')",
    "list": "os.listdir('/')",
    "stat": "os.stat('/etc/passwd')",
    "exists-by-access": "call(ACCESS, -100, b'/etc/passwd', 0)",
    "make-folder": "os.mkdir(here + '/made')",
    "remove": "os.unlink(here + '/kept')",
    "rename": "os.rename(here + '/kept', here + '/moved')",
    "link": "os.symlink('/', here + '/link')",
    "change-mode": "os.chmod(here + '/kept', 0o777)",
    "truncate": "os.truncate(here + '/kept', 0)",
    "read-link": "os.readlink('/proc/self/exe')",
    "change-folder": "os.chdir('/')",
    "memory-file": "os.memfd_create('x')",
    "duplicate": "os.dup(0)",
    "pipe": "os.pipe()",
    "socket": "socket.socket()",
    "datagram": "socket.socket(type=socket.SOCK_DGRAM)",
    "local-socket": "socket.socket(socket.AF_UNIX)",
    "connect": "early.connect(('127.0.0.1', 1))",
    "socket-pair": "socket.socketpair()",
    "fork": "os._exit(0) if os.fork() == 0 else None",
    "execute": "os.execv('/bin/true', ['true'])",
    "spawn": "os.posix_spawn('/bin/true', ['true'], {})",
    "subprocess": "subprocess.run(['/bin/true'])",
    "thread": "threading.Thread(target=print).start()",
    "signal-parent": "os.kill(parent, 0)",
    "end-parent": "os.kill(parent, signal.SIGURG)",
    "priority": "os.nice(1)",
    "executable-memory": "mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)",
    "raw-open": "call(OPENAT, -100, b'/etc/passwd', 0)",
    "raw-execute": "call(EXECVE, b'/bin/true', 0, 0)",
    "raw-trace": "call(PTRACE, 0, 0, 0, 0)",
    "load-library": "ctypes.CDLL('libresolv.so.2')",
}
#: Numbers of system calls by processor: the C library has no names for them at run time.
NUMBERS = {
    "x86_64": {"ACCESS": 269, "OPENAT": 257, "EXECVE": 59, "PTRACE": 101},
    "aarch64": {"ACCESS": 48, "OPENAT": 56, "EXECVE": 221, "PTRACE": 117},
}


def run(program: str, here: Path) -> subprocess.CompletedProcess[str]:
    folder = str(Path(stockade.__file__).parent.parent)
    numbers = "".join(f"{name} = {number}\n" for name, number in NUMBERS[os.uname().machine].items())
    prelude = PRELUDE.format(folders=[folder], here=str(here)) + numbers
    environment = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, "-I", "-c", prelude + program], capture_output=True, text=True, env=environment, timeout=60)


def attempted(name: str) -> str:
    return f"""
try:
    {ATTEMPTS[name]}
except (OSError, RuntimeError) as error:
    # The loader says it in words, and a thread that does not start has no number.
    told = getattr(error, "errno", None) == errno.EPERM or "not permitted" in str(error) or "start new thread" in str(error)
    print("kept out" if told else repr(error))
else:
    print("reached")
"""


@pytest.mark.parametrize("name", ATTEMPTS)
def test_kept_out(name: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    done = run(SHUT + attempted(name), tmp_path)
    assert (done.stdout, done.returncode) == ("kept out\n", 0), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_text() == "kept"


@pytest.mark.parametrize("name", ["read", "list", "write", "fork", "socket", "executable-memory", "thread", "signal-parent", "raw-open"])
def test_reached_without_walls(name: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    assert "reached\n" in run(attempted(name), tmp_path).stdout


def test_a_shell_does_nothing(tmp_path: Path) -> None:
    done = run(SHUT + f"print(os.system('echo > {tmp_path}/written') != 0)\n", tmp_path)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr
    assert not list(tmp_path.iterdir())


def test_numpy_computes_behind_the_walls(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    program = (
        "import numpy\n" + SHUT + "a = numpy.arange(250_000.0).reshape(500, 500)\n"
        "print(float((a @ a.T)[0, 0]), numpy.arange(4).sum(), numpy.linalg.inv(numpy.eye(2)).tolist())\n"
    )
    done = run(program, tmp_path)
    expected = f"{float(sum(i * i for i in range(500)))} 6 [[1.0, 0.0], [0.0, 1.0]]\n"
    assert (done.stdout, done.returncode) == (expected, 0), done.stderr


def test_pandas_groups_behind_the_walls(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    program = (
        "import pandas\n" + SHUT + "f = pandas.DataFrame({'k': ['a', 'b', 'a'], 'v': [1, 2, 3]})\n"
        "print(f.groupby('k').v.sum().to_dict(), f.v.apply(lambda v: v * 2).tolist())\n"
    )
    done = run(program, tmp_path)
    assert (done.stdout, done.returncode) == ("{'a': 4, 'b': 2} [2, 4, 6]\n", 0), done.stderr


def test_memory_has_a_limit(tmp_path: Path) -> None:
    done = run(SHUT + "try:\n    bytearray(17 << 30)\nexcept MemoryError:\n    print('no memory')\n", tmp_path)
    assert (done.stdout, done.returncode) == ("no memory\n", 0), done.stderr
