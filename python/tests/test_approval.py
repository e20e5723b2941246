"""Consent to calls of tools, where the policy asks for it."""

import asyncio
import json

import pytest

from stockade import Policy, ReplayError, Session, StockadeExecutor, ToolCall, run, run_async

POLICY = Policy.preset("default").add(
    {"imports": ["asyncio"], "tools.allow.pay.approve": "always", "tools.allow.move.approve": {"when": {"path": {"deny": ["/tmp/*"]}}}}
)
CODE = "try: r = pay(20, 'you', note='n')\nexcept PermissionError as e: r = str(e)\nr"


def pay(amount, to="me", *rest, note=None):
    paid.append(amount)
    return f"paid {amount}"


paid = []


def says(answer):
    def approve(call):
        seen.append(call)
        return answer(call) if callable(answer) else answer

    return approve


seen = []


@pytest.fixture(autouse=True)
def fresh():
    paid.clear()
    seen.clear()


def refuses(call):
    raise PermissionError("over the budget")


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (True, "paid 20"),
        (False, "the call of tool `pay` was not approved: the host said no"),
        ("too much", "the call of tool `pay` was not approved: too much"),
        (refuses, "the call of tool `pay` was not approved: over the budget"),
        (lambda call: call.arguments["amount"] < 100, "paid 20"),
    ],
)
def test_the_callable_says_yes_or_no(answer, value):
    async def approve(call):
        await asyncio.sleep(0)
        return says(answer)(call)

    assert run(CODE, tools={"pay": pay}, policy=POLICY, approve=says(answer)).value == value
    assert asyncio.run(run_async(CODE, tools={"pay": pay}, policy=POLICY, approve=says(answer))).value == value
    assert run(CODE, tools={"pay": pay}, policy=POLICY, approve=approve).value == value
    assert asyncio.run(run_async(CODE, tools={"pay": pay}, policy=POLICY, approve=approve)).value == value
    assert seen == [ToolCall("pay", {"amount": 20, "to": "you", "note": "n"})] * 4
    assert paid == ([20] * 4 if value == "paid 20" else [])


def test_the_call_has_the_names_of_the_parameters():
    run("pay(1, 'you', 'x', [2], note=None)", tools={"pay": pay}, policy=POLICY, approve=says(True))
    assert seen == [ToolCall("pay", {"amount": 1, "to": "you", "note": None}, ["x", [2]])]
    assert str(seen[0]) == "pay('x', [2], amount=1, to='you', note=None)"


def test_without_it_calls_are_refused():
    result = run("pay(20)", tools={"pay": pay}, policy=POLICY)
    assert result.exception == "PermissionError" and paid == []
    assert "`tools.allow.pay.approve` asks for consent" in result.message and "`approve=`" in result.message
    assert [denial.message for denial in result.denials] == [result.message]


def test_rules_say_which_calls():
    session = Session(POLICY, tools={"move": lambda path: path}, approve=says(True))
    assert session.run("move('/tmp/a'), move('/etc/b')").value == ("/tmp/a", "/etc/b")
    assert [str(call) for call in seen] == ["move(path='/etc/b')"]


def test_another_word_than_yes_or_no_is_the_hosts_mistake():
    session = Session(POLICY, tools={"pay": pay}, approve=says(None))
    with pytest.raises(TypeError, match="approve.. says True, False or a reason"):
        session.run(CODE)
    assert session.is_paused and paid == []


def test_awaited_calls_are_asked_about():
    async def fetch(url):
        return url.upper()

    policy = Policy.preset("default").add({"imports": ["asyncio"], "tools.allow.fetch.approve": "always"})
    code = "import asyncio\nr = await asyncio.gather(fetch('a'), fetch('b'), return_exceptions=True)\n[str(x) for x in r]"
    result = run(code, tools={"fetch": fetch}, policy=policy, approve=says(lambda call: call.arguments["url"] == "b"))
    assert result.value == ["the call of tool `fetch` was not approved: the host said no", "B"]


def test_audit_and_replay():
    lines = []
    answers = iter([True, "later"])
    steps = ["pay(1)", CODE]
    first = Session(POLICY, tools={"pay": pay}, approve=says(lambda call: next(answers)), audit=lines.append, record=True)
    results = [first.run(step).raise_for_outcome() for step in steps]
    calls = [json.loads(line)["attributes"]["stockade.tool_calls"] for line in lines]
    assert [(call["approval"], call["error.type"]) for [call] in calls] == [("granted", None), ("refused", "PermissionError")]
    log = json.loads(json.dumps(first.log))
    assert [entry.get("approved") for entry in log["calls"]] == [True, None, "later"]
    second = Session(POLICY, replay=log, record=True)
    assert [second.run(step).value for step in steps] == [result.value for result in results]
    assert len(seen) == 2 and paid == [1] and second.log == log and second.unreplayed == 0
    with pytest.raises(ReplayError, match="step 1 wants to call pay.. with other arguments"):
        Session(POLICY, replay=log).run("pay(2)")
    with pytest.raises(ReplayError, match="is a question about pay"):
        Session("permissive", replay=log).run("pay(1)")


def test_a_snapshot_asks_again():
    saved = []

    def approve(call):
        if not saved:
            saved.append(session.snapshot())
        return True

    session = Session(POLICY, tools={"pay": pay}, approve=approve)
    assert session.run("pay(3)").value == "paid 3"
    other = Session.restore(saved[0], POLICY, tools={"pay": pay}, approve=says("not again"))
    assert "not again" in other.resume().message and paid == [3]
    fork = session.fork()
    assert fork.run("pay(4)").value == "paid 4"


def test_the_executor():
    pytest.importorskip("smolagents")
    executor = StockadeExecutor([], approve_tools=["pay"], approve=says("no money"))
    executor.send_tools({"pay": pay, "free": lambda: 1})
    output = executor("try:\n    pay(3)\nexcept PermissionError as e:\n    print(e)\nprint(free())")
    assert "not approved: no money" in output.logs and "1" in output.logs and paid == []


def test_a_person_at_the_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    import os
    import subprocess
    import sys

    (tmp_path / "tools.json").write_text('{"pay": {"params": "amount", "results": {"[5]": "paid"}}}')
    (tmp_path / "policy.yaml").write_text("version: 1\nextends: default\ntools: {allow: {pay: {approve: always}}}\n")
    (tmp_path / "p.py").write_text("print(pay(5))\ntry: pay(5)\nexcept PermissionError as e: print(e)\n")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "stockade", "run", "--tools", "tools.json", "--policy", "policy.yaml", "p.py"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, text=True) as process:
        os.close(theirs)
        shown = b""
        for answer in (b"maybe\n", b"y\n", b"n not today\n"):
            while not shown.endswith(b"[y/n] "):
                shown += os.read(ours, 1024)
            os.write(ours, answer)
            shown += b"|"
        output = process.stdout.read()
        assert process.wait(timeout=60) == 0
    assert output == "paid\nthe call of tool `pay` was not approved: not today\n"
    assert b"The program wants to call pay()\r\n    amount = 5\r\nAllow it? [y/n] " in shown and b"Type y to allow the call" in shown
    os.close(ours)
