"""``stockade mcp`` with the client of the official Python SDK, over the standard streams and over HTTP."""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the official SDK is not installed")

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

# `STOCKADE_COMMAND` is another command than that of the package, such as one that cargo has just built.
COMMAND = os.environ.get("STOCKADE_COMMAND", "").split() or [sys.executable, "-m", "stockade"]
# Of the two versions of the protocol that clients speak, the first begins with a handshake.
MODES = ["legacy", "auto"]
# Works for two seconds.
WAIT = "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: pass"
SPIN = "n = 0\nwhile True:\n    n += 1"


def served(test):
    """Runs a test that is a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **keywords):
        async def timed():
            with anyio.fail_after(120):
                await test(*arguments, **keywords)

        anyio.run(timed)

    return run


@asynccontextmanager
async def connect(*options, mode="legacy", **keywords):
    parameters = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp", *options])
    async with Client(stdio_client(parameters), mode=mode, **keywords) as client:
        yield client


async def run(client, code, **arguments):
    return await client.call_tool("run_python", {"code": code, **arguments})


def text(result):
    return "".join(block.text for block in result.content)


def data(result):
    return result.structured_content


def children(process):
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def workers():
    """The worker processes of the servers that this process has started."""
    return [worker for server in children(os.getpid()) for worker in children(server)]


def files_policy(folder):
    """A policy that gives programs files of their own."""
    path = folder / "files.yaml"
    path.write_text("version: 1\nname: files\nextends: [default]\nbuiltins: {add: [open]}\n")
    return str(path)


needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds workers in /proc")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("isolation", ["process", "thread"])
@served
async def test_a_session_keeps_its_state(mode, isolation):
    async with connect("--isolation", isolation, mode=mode) as client:
        assert client.server_info.name == "stockade"
        assert "stockade://policy" in client.instructions
        first = await run(client, "import math\nx = 40\nprint('hello')\nmath.floor(x / 3)")
        assert text(first) == "hello\n13"
        assert not first.is_error
        assert (data(first)["outcome"], data(first)["value"], data(first)["stdout"]) == ("completed", 13, "hello\n")
        assert (data(first)["session"], data(first)["is_new_session"], data(first)["step"]) == ("main", True, 1)
        second = await run(client, "x + 2")
        assert (text(second), data(second)["is_new_session"], data(second)["step"]) == ("42", False, 2)
        assert "NameError" in text(await run(client, "x", session="other"))


@served
async def test_tools_have_schemas():
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert sorted(tools) == ["check_python", "reset", "run_python"]
        run_python = tools["run_python"]
        assert run_python.input_schema["required"] == ["code"]
        assert sorted(run_python.input_schema["properties"]) == ["code", "fork_of", "session"]
        assert all(parameter.get("description") for tool in tools.values() for parameter in tool.input_schema["properties"].values())
        assert all(tool.output_schema["type"] == "object" for tool in tools.values())
        assert tools["check_python"].annotations.read_only_hint
        assert not run_python.annotations.open_world_hint


@served
async def test_a_failed_program_leaves_its_session():
    async with connect() as client:
        failed = await run(client, "y = 1\nz = y / 0\ny = 2")
        assert failed.is_error
        assert text(failed).startswith("Error: Traceback (most recent call last):\n")
        assert "line 2" in text(failed) and "ZeroDivisionError: division by zero" in text(failed)
        assert "what was defined before that line is still there" in text(failed)
        assert data(failed)["outcome"] == "runtime:ZeroDivisionError"
        assert text(await run(client, "y")) == "1"


@served
async def test_a_refused_program_is_told_what_is_allowed():
    async with connect() as client:
        refused = await run(client, "import os\nimport socket\nsocket.create_connection(('a', 1))")
        assert refused.is_error
        assert data(refused)["outcome"] == "policy"
        assert text(refused).startswith("Your code was not run. Fix this and send the whole code again:\n- line ")
        assert "`import socket`" in text(refused) and "Modules you can import: " in text(refused)
        assert any(finding["rule"].startswith("IMP") for finding in data(refused)["findings"])
        broken = await run(client, "def f(:\n    pass")
        assert data(broken)["outcome"] == "syntax"
        assert broken.is_error and "line 1" in text(broken)


@served
async def test_a_limit_says_how_the_host_allows_more():
    async with connect("--fuel", "100000") as client:
        stopped = await run(client, "kept = 5\n" + SPIN)
        assert stopped.is_error
        assert data(stopped)["outcome"] == "limit:fuel"
        assert "raise it with --fuel N, or `limits.fuel` in the policy" in text(stopped)
        assert text(await run(client, "kept")) == "5"
        policy = (await client.read_resource("stockade://policy")).contents[0].text
        assert "| fuel | 100_000 " in policy or "| fuel | 100000 " in policy, policy


@served
async def test_long_output_is_cut_for_the_model_alone():
    async with connect() as client:
        long = await run(client, "print('a' * 60_000)\nprint('end')")
        assert len(text(long)) < 45_000
        assert re.search(r"\[\.\.\. \d+ characters are left out here", text(long))
        assert text(long).endswith("end\n")
        assert len(data(long)["stdout"]) == 60_005


@served
async def test_forks_go_their_own_ways(tmp_path):
    async with connect("--policy", files_policy(tmp_path)) as client:
        await run(client, "items = [1]\nopen('a.txt', 'w').write('one')")
        left = await run(client, "items.append(2)\n(items, open('a.txt').read())", session="left", fork_of="main")
        assert (text(left).splitlines()[0], data(left)["is_new_session"], data(left)["step"]) == ("([1, 2], 'one')", False, 2)
        assert text(await run(client, "items")).startswith("[1]")
        taken = await run(client, "1", session="left", fork_of="main")
        assert taken.is_error and "there is a session `left` already" in text(taken)
        missing = await run(client, "1", session="new", fork_of="nobody")
        assert missing.is_error and "there is no session `nobody` to copy (there are: `left`, `main`)" in text(missing)


@served
async def test_a_fork_that_is_asked_for_early_waits():
    async with connect() as client:
        results = {}

        async def call(key, code, **arguments):
            results[key] = text(await run(client, code, **arguments))

        async with anyio.create_task_group() as group:
            group.start_soon(call, "first", "n = sum(range(2_000_000)); n")
            await anyio.sleep(0.2)
            group.start_soon(lambda: call("copy", "n + 1", session="copy", fork_of="main"))
        assert results == {"first": "1999999000000", "copy": "1999999000001"}


@needs_proc
@served
async def test_a_session_that_has_not_begun_cannot_be_copied():
    async with connect() as client:
        await run(client, "x = 1")
        os.kill(workers()[0], signal.SIGKILL)
        assert data(await run(client, "x"))["error"] == "worker-lost"
        copy = await run(client, "'x' in globals()", session="copy", fork_of="main")
        assert data(copy)["error"] == "cannot-fork"
        assert text(copy) == "Error: the session `main` cannot be copied: it has not begun: nothing ran in it, or it was lost.\n"
        # The name is free.
        assert text(await run(client, "1", session="copy")) == "1"


@served
async def test_reset_ends_a_session():
    async with connect("--sessions", "2") as client:
        await run(client, "x = 1")
        await run(client, "x = 1", session="b")
        full = await run(client, "x = 1", session="c")
        assert full.is_error and "there are 2 sessions already (`b`, `main`)" in text(full) and "--sessions N" in text(full)
        ended = await client.call_tool("reset", {})
        assert data(ended) == {"session": "main", "was_there": True, "sessions": ["b"]}
        assert "NameError" in text(await run(client, "x"))
        assert data(await client.call_tool("reset", {"session": "nobody"}))["was_there"] is False


@served
async def test_the_check_runs_nothing():
    async with connect() as client:
        good = await client.call_tool("check_python", {"code": "print(df.x)", "variables": ["df"]})
        assert (data(good)["verdict"], good.is_error) == ("allow", False)
        bad = await client.call_tool("check_python", {"code": "import subprocess"})
        assert data(bad)["verdict"] == "deny"
        assert text(bad).startswith("Your code would not be run.") and not bad.is_error
        assert workers() == []


@pytest.mark.parametrize(
    ("tool", "arguments", "wanted"),
    [
        ("run_python", {}, "missing field `code`. Its parameters are `code` (required), "),
        ("run_python", {"code": 1}, "invalid type"),
        ("run_python", {"code": "1", "sesion": "a"}, "unknown field `sesion`"),
        ("run_python", {"code": "1", "session": "a b"}, "`a b` is no name of a session"),
        ("run_python", {"code": "1", "session": ""}, "`` is no name of a session"),
        ("run_python", {"code": "1", "session": "x" * 65}, "is no name of a session"),
        ("check_python", {"source": "1"}, "unknown field `source`"),
        ("reset", {"session": None}, "invalid type"),
    ],
)
@served
async def test_wrong_arguments_are_explained_to_the_model(tool, arguments, wanted):
    async with connect("--isolation", "thread") as client:
        result = await client.call_tool(tool, arguments)
        assert result.is_error and text(result).startswith("Error: ")
        assert wanted in text(result)


@served
async def test_other_tools_and_resources_are_errors_of_the_protocol():
    async with connect("--isolation", "thread") as client:
        with pytest.raises(Exception, match="there is no tool `run`: there are run_python, check_python, reset"):
            await client.call_tool("run", {})
        for uri, why in [
            ("stockade://other", "there is no resource"),
            ("stockade://session/none/x", "there is no session `none`"),
        ]:
            with pytest.raises(Exception, match=why):
                await client.read_resource(uri)
        await run(client, "1")
        with pytest.raises(Exception, match="/home/user/none.txt"):
            await client.read_resource("stockade://session/main/home/user/none.txt")


@pytest.mark.parametrize("mode", MODES)
@served
async def test_files_that_a_program_wrote_are_resources(mode, tmp_path):
    async with connect("--policy", files_policy(tmp_path), mode=mode) as client:
        names = [resource.uri for resource in (await client.list_resources()).resources]
        assert names == ["stockade://policy", "stockade://library"]
        wrote = await run(client, "open('a b.csv', 'w').write('x,y\\n')\nopen('/tmp/raw', 'wb').write(b'\\xff\\x00')\nNone")
        uri = "stockade://session/main/home/user/a%20b.csv"
        assert {file["uri"]: file["size"] for file in data(wrote)["files"]} == {uri: 4, "stockade://session/main/tmp/raw": 2}
        assert uri in text(wrote)
        listed = {str(resource.uri): resource for resource in (await client.list_resources()).resources}
        assert listed[uri].size == 4
        assert (await client.read_resource(uri)).contents[0].text == "x,y\n"
        assert (await client.read_resource("stockade://session/main/tmp/raw")).contents[0].blob == "/wA="
        library = (await client.read_resource("stockade://library")).contents[0].text
        assert "| `json` | " in library
        policy = (await client.read_resource("stockade://policy")).contents[0].text
        assert "The policy is `files`" in policy and "`open` and `pathlib` read and write" in policy and "It can import: " in policy and "`--memory`, `limits.memory`" in policy
        [template] = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "stockade://session/{session}/{+path}"


@served
async def test_of_many_files_some_are_named(tmp_path):
    async with connect("--policy", files_policy(tmp_path)) as client:
        many = await run(client, "for n in range(1_030):\n    open(f'{n:04}', 'w').close()")
        assert len(data(many)["files"]) == 1_000
        assert text(many).count("stockade://") == 20 and text(many).endswith(" and 1010 more\n")
        assert len((await client.list_resources()).resources) == 2 + 1_030


@served
async def test_a_client_hears_of_other_files(tmp_path):
    heard = []

    async def hear(message):
        heard.append(getattr(getattr(message, "root", message), "method", None))

    async with connect("--policy", files_policy(tmp_path), message_handler=hear) as client:
        for call, count in [
            (lambda: run(client, "x = 1"), 0),
            (lambda: run(client, "open('a.txt', 'w').close()"), 1),
            (lambda: run(client, "open('a.txt', 'w').write('more')"), 1),
            (lambda: client.call_tool("reset", {}), 2),
            (lambda: client.call_tool("reset", {}), 2),
        ]:
            await call()
            await anyio.sleep(0.2)
            assert heard.count("notifications/resources/list_changed") == count, heard


@served
async def test_calls_of_one_session_queue_and_others_run_meanwhile():
    async with connect("--fuel", "1000000000000") as client:
        await run(client, "seen = []")
        await run(client, "1", session="quick")
        ended = []

        async def call(key, code, **arguments):
            result = await run(client, code, **arguments)
            ended.append((key, text(result)))

        async with anyio.create_task_group() as group:
            group.start_soon(call, "slow", f"seen.append(1)\n{WAIT}\nseen.append(2)\nseen")
            await anyio.sleep(0.1)
            for number in range(3, 8):
                group.start_soon(call, number, f"seen.append({number})\nseen[:]")
                # Each is sent before the next.
                await anyio.sleep(0.02)
            group.start_soon(lambda: call("quick", "2", session="quick"))
        assert ended[0] == ("quick", "2")
        order = [pair for pair in ended if pair[0] != "quick"]
        assert [key for key, _ in order] == ["slow", 3, 4, 5, 6, 7]
        assert order[-1][1] == "[1, 2, 3, 4, 5, 6, 7]"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("isolation", ["process", "thread"])
@served
async def test_a_cancelled_call_ends_its_run(mode, isolation):
    async with connect("--isolation", isolation, "--fuel", "1000000000000", "--timeout", "100s", mode=mode) as client:
        await run(client, "n = -1")
        with anyio.move_on_after(1) as scope:
            await run(client, SPIN)
        assert scope.cancelled_caught
        begin = time.monotonic()
        after = await run(client, "n > 1000")
        assert text(after) == "True"
        assert time.monotonic() - begin < 5


@served
async def test_a_call_that_is_cancelled_in_the_queue_does_not_run():
    async with connect("--fuel", "1000000000000", "--timeout", "100s") as client:
        await run(client, "n, ran = 0, []")
        async with anyio.create_task_group() as group:
            group.start_soon(run, client, f"{WAIT}\nran.append('first')")
            await anyio.sleep(0.1)
            with anyio.move_on_after(0.1) as scope:
                await run(client, "ran.append('second')")
            assert scope.cancelled_caught
        assert text(await run(client, "ran")) == "['first']"


@pytest.mark.parametrize("mode", MODES)
@served
async def test_progress_says_what_was_printed(mode):
    async with connect("--fuel", "1000000000000", mode=mode) as client:
        heard = []

        async def hear(progress, total, message):
            heard.append((progress, message))

        code = "import time\nend = time.monotonic() + 2\nprint('begun')\nwhile time.monotonic() < end: pass"
        result = await client.call_tool("run_python", {"code": code}, progress_callback=hear)
        assert not result.is_error, text(result)
        assert len(heard) >= 2
        times = [progress for progress, _ in heard]
        assert times == sorted(times) and len(set(times)) == len(times)
        assert any(message == "running; 6 bytes printed, at last: begun" for _, message in heard), heard


@needs_proc
@served
async def test_a_lost_worker_costs_its_session_alone():
    async with connect() as client:
        await run(client, "x = 1")
        [first] = workers()
        await run(client, "x = 2", session="b")
        os.kill(first, signal.SIGKILL)
        lost = await run(client, "x")
        assert lost.is_error
        assert (data(lost)["error"], data(lost)["outcome"], data(lost)["session"]) == ("worker-lost", "internal", "main")
        assert "the session `main` is lost, with its variables and files" in text(lost) and "The next call begins the session anew" in text(lost)
        assert text(await run(client, "x", session="b")) == "2"
        again = await run(client, "'x' in globals()")
        assert (text(again), data(again)["is_new_session"]) == ("False", True)


@needs_proc
@served
async def test_a_worker_that_is_lost_in_a_run_is_told_at_once():
    async with connect("--fuel", "1000000000000", "--timeout", "100s") as client:
        await run(client, "x = 1")
        [worker] = workers()
        results = []

        async def spin():
            results.append(await run(client, SPIN))

        async with anyio.create_task_group() as group:
            group.start_soon(spin)
            await anyio.sleep(0.3)
            os.kill(worker, signal.SIGKILL)
        assert data(results[0])["error"] == "worker-lost" and "signal 9" in text(results[0])


@needs_proc
@served
async def test_workers_end_with_their_sessions():
    async with connect() as client:
        for name in ["a", "b", "c"]:
            await run(client, "1", session=name)
        assert len(workers()) == 3
        await client.call_tool("reset", {"session": "b"})
        assert len(workers()) == 2
        left = workers()
    with anyio.fail_after(10):
        while any(Path(f"/proc/{worker}/cmdline").exists() and Path(f"/proc/{worker}/cmdline").read_bytes() for worker in left):
            await anyio.sleep(0.05)


@served
async def test_functions_of_the_host(tmp_path):
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps({"price": {"params": "item", "results": {"amp": 249.5}}}))
    policy = tmp_path / "policy.yaml"
    policy.write_text("version: 1\nname: shop\nextends: [default]\ntools: {allow: {price: {}}}\n")
    async with connect("--tools", str(tools), "--policy", str(policy)) as client:
        assert text(await run(client, "price('amp') * 2")) == "499.0"
        words = (await client.read_resource("stockade://policy")).contents[0].text
        assert "The policy is `shop`" in words and "`price(item)`" in words


def test_a_wrong_policy_ends_the_server_before_it_speaks():
    ended = subprocess.run([*COMMAND, "mcp", "--policy", "defualt"], input="", capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "did you mean `default`?" in ended.stderr


def test_only_this_machine_is_served():
    ended = subprocess.run([*COMMAND, "mcp", "--listen", "0.0.0.0:0"], input="", capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "0.0.0.0:0 can be reached from other machines" in ended.stderr


@served
async def test_http():
    import urllib.error
    import urllib.request

    server = subprocess.Popen([*COMMAND, "mcp", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
    try:
        url = re.fullmatch(r"listening at (http://127\.0\.0\.1:\d+/mcp)\n", server.stderr.readline()).group(1)
        for mode in MODES:
            async with Client(url, mode=mode) as client, Client(url, mode=mode) as other:
                assert text(await run(client, f"x = '{mode}'\nx")) == repr(mode)
                # Sessions are the server's, not a client's.
                assert text(await run(other, "x")) == repr(mode)
                with anyio.move_on_after(0.5):
                    await run(client, SPIN)
                assert text(await run(other, "n > 100")) == "True"
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
        accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        for header in [{"Origin": "https://evil.example"}, {"Host": "evil.example"}]:
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(url, data=body, headers={**accept, **header}), timeout=10)
            assert refused.value.code == 403
    finally:
        server.kill()
        server.wait()
        server.stderr.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a terminal, and addresses of this machine beside 127.0.0.1")
@served
async def test_nobody_is_asked_at_the_servers_terminal(tmp_path):
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps({"price": {"params": "item", "results": {"amp": 249.5}}}))
    policy = tmp_path / "policy.yaml"
    policy.write_text("version: 1\nname: shop\nextends: [default]\ntools: {allow: {price: {approve: always}}}\n")
    controller, terminal = os.openpty()
    options = ["--listen", "127.0.0.2:0", "--approve", "ask", "--tools", str(tools), "--policy", str(policy)]
    server = subprocess.Popen([*COMMAND, "mcp", *options], stdin=terminal, stderr=terminal)
    try:
        seen = ""
        while "/mcp" not in seen:
            seen += os.read(controller, 1000).decode()
        # Clients reach the server by the address that it said.
        async with Client(re.search(r"http://127\.0\.0\.2:\d+/mcp", seen).group()) as client:
            with anyio.fail_after(30):
                refused = await run(client, "price('amp')")
            assert refused.is_error and "PermissionError" in text(refused) and "there is no terminal to ask at" in text(refused)
    finally:
        server.kill()
        server.wait()
        os.close(controller)
        os.close(terminal)


INSPECTOR = ["npx", "--yes", "@modelcontextprotocol/inspector@2.12.0", "--cli"]


def inspector(*arguments):
    words = [*INSPECTOR, *COMMAND, "mcp", "--isolation", "thread", *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.skipif(os.environ.get("STOCKADE_INSPECTOR") is None, reason="STOCKADE_INSPECTOR=1 fetches the inspector from npm")
@pytest.mark.skipif(shutil.which("npx") is None, reason="there is no node")
def test_the_inspector():
    listed = inspector("--method", "tools/list")
    assert listed.returncode == 0, listed.stderr
    assert [tool["name"] for tool in json.loads(listed.stdout)["tools"]] == ["run_python", "check_python", "reset"]
    called = json.loads(inspector("--method", "tools/call", "--tool-name", "run_python", "--tool-arg", "code=print(6*7)").stdout)
    assert called["content"] == [{"type": "text", "text": "42\n"}]
    assert called["structuredContent"]["outcome"] == "completed"
    resources = json.loads(inspector("--method", "resources/list").stdout)["resources"]
    assert [resource["uri"] for resource in resources] == ["stockade://policy", "stockade://library"]
