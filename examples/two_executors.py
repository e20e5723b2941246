"""The same agents under smolagents' own executor and under Stockade's, with a scripted model: no network, no key.

    pip install stockade smolagents
    python examples/two_executors.py                            # prints what each does
    python examples/two_executors.py --write docs/executors.md  # writes it into the page
    python examples/two_executors.py --only Stockade            # one of both

Each agent runs in a process of its own, which may hold 2 GiB and is killed when it takes too long: smolagents' executor needs that here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: What a process may hold, in bytes, and what is much, in MiB.
MOST = 2 << 30
MUCH = 700
BEGIN, END = "<!-- made by examples/two_executors.py: begin -->\n", "<!-- made by examples/two_executors.py: end -->\n"


@dataclass
class Story:
    title: str
    #: What the model writes, step by step.
    steps: list[str]
    #: Modules that the author authorises.
    imports: tuple[str, ...] = ()
    #: Seconds for a step, and those after which the process is killed.
    timeout: float = 30
    patience: float = 120


STORIES = [
    Story("A tool call", ["price = get_price('amp')\nprint(price)", "final_answer(price * 2)"]),
    Story("A tool that fails", ["try:\n    load('{')\nexcept ValueError as error:\n    print('caught', error)\nload('{')", "final_answer('went on')"]),
    Story(
        "State between steps",
        ["names = ['guitar', 'amp']\ndef total():\n    return sum(get_price(name) for name in names)", "names.remove('guitar')\nfinal_answer(total())"],
    ),
    Story("An endless loop", ["while True:\n    pass", "final_answer('went on')"], timeout=1),
    Story("An endless loop inside a call", ["import itertools\nsum(itertools.count())", "final_answer('went on')"], timeout=1, patience=10),
    Story("A regular expression that backtracks", ["import re\nre.match('(a+)+$', 'a' * 40 + 'b')", "final_answer('went on')"], timeout=1, patience=10),
    Story("A thousand million bytes", ["rows = []\nfor n in range(100):\n    rows.append('x' * 10_000_000)\nprint(len(rows))", "final_answer('went on')"]),
    Story("A huge number", ["len(str(10 ** 10 ** 8))", "final_answer('went on')"], timeout=1, patience=10),
    Story("os.system", ["import os\nos.system('echo reached the shell')", "final_answer('went on')"]),
    Story(
        "os.system, with os authorised", ["import os\nprint(os.system('echo reached the shell of the host >&2'))", "final_answer('went on')"],
        imports=("os",),
    ),
    Story(
        "The files of the host, with os authorised", ["import os\nprint(len(os.listdir('/')) > 5)", "final_answer('went on')"],
        imports=("os",),
    ),
]


def agent_of(story: Story, name: str) -> Any:
    """The very same agent; only the executor differs."""
    import smolagents

    if name == "Stockade":
        from stockade import StockadeExecutor as Executor
    else:
        from smolagents.local_python_executor import LocalPythonExecutor as Executor

    class Scripted(smolagents.Model):
        """A model that says what it was given to say."""

        def __init__(self, steps: list[str]) -> None:
            super().__init__(model_id="scripted")
            self.steps = list(steps)

        def generate(self, messages: Any, **options: Any) -> Any:
            return smolagents.ChatMessage(role=smolagents.MessageRole.ASSISTANT, content=f"<code>\n{self.steps.pop(0)}\n</code>")

    @smolagents.tool
    def get_price(item: str) -> float:
        """The price of an item.

        Args:
            item: its name
        """
        return {"guitar": 800.0, "amp": 250.0}[item]

    @smolagents.tool
    def load(text: str) -> object:
        """What a text in JSON says.

        Args:
            text: the text
        """
        return json.loads(text)

    executor = Executor(list(story.imports), timeout_seconds=story.timeout)
    return smolagents.CodeAgent(
        tools=[get_price, load], model=Scripted(story.steps), executor=executor, additional_authorized_imports=list(story.imports),
        verbosity_level=0, max_steps=len(story.steps),
    )


def most_held() -> int:
    """KiB that this process has held at most. ``ru_maxrss`` may be what the process held that started this one, so it is the second choice."""
    import resource

    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        status = ""
    found = re.search(r"^VmHWM:\s+(\d+)", status, re.MULTILINE)
    return int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def tell(story: Story, name: str) -> None:
    """Runs an agent, and prints what its model was told, as JSON."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    from smolagents import ActionStep

    agent = agent_of(story, name)
    print("ready", flush=True)
    answer = agent.run("Do it.")
    lines, took = [], 0.0
    for step in agent.memory.steps:
        if isinstance(step, ActionStep):
            logs = str(step.observations or "").removeprefix("Execution logs:\n")
            lines += [f"printed: {line}" for line in logs.split("Last output from code snippet:")[0].splitlines() if line.strip()]
            lines += [f"error: {short(step.error.message)}"] if step.error else []
            took = max(took, step.timing.duration or 0.0)
    lines.append(f"answer: {answer}")
    if took > 2 * story.timeout:
        lines.append("it took more than twice the time that the author gave")
    if most_held() >> 10 > MUCH:
        lines.append(f"the process of the host held more than {MUCH} MiB")
    print(json.dumps(lines))


def short(message: str) -> str:
    """An error without what differs from run to run, or is long."""
    text = re.sub(r"^Code execution failed at line '.*?' due to: (InterpreterError: )?", "", message, flags=re.DOTALL)
    return text.split(". Authorized imports")[0].split("\n")[0].strip().rstrip(":")


def told(story: Story, name: str) -> list[str]:
    """What happens in a process of its own."""
    command = [sys.executable, __file__, "--story", story.title, "--only", name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
        assert process.stdout is not None
        # Imports take their time, and are nobody's fault.
        process.stdout.readline()
        try:
            output, errors = process.communicate(timeout=story.patience)
        except subprocess.TimeoutExpired:
            process.kill()
            return [f"it never came back: killed after {story.patience:g} seconds, with the agent and all that the process did"]
    written = [f"the host's shell wrote: {line}" for line in errors.decode().splitlines() if line.startswith("reached")]
    # The agent prints its errors there, too.
    return written + json.loads(output.splitlines()[-1]) if process.returncode == 0 else [*written, f"the process ended with status {process.returncode}"]


NAMES = ("smolagents", "Stockade")


def page(names: tuple[str, ...]) -> str:
    """What each does, as Markdown."""
    with ThreadPoolExecutor(3) as pool:
        results = {(story.title, name): pool.submit(told, story, name) for story in STORIES for name in names}
    parts = []
    for story in STORIES:
        steps = "\n# the next step\n".join(story.steps)
        given = f" (`timeout_seconds={story.timeout:g}`)" if story.timeout != 30 else ""
        parts.append(f"### {story.title}\n\n```python\n{steps}\n```\n")
        for name in names:
            shown = "\n".join(results[story.title, name].result())
            parts.append(f"{name}{given}:\n\n```text\n{shown}\n```\n")
    return "\n".join(parts)


def main(arguments: list[str]) -> None:
    if "--story" in arguments:
        story = next(story for story in STORIES if story.title == arguments[1])
        tell(story, arguments[-1])
    elif "--write" in arguments:
        path = Path(arguments[-1])
        before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        path.write_text(f"{before}{BEGIN}\n{page(NAMES)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    else:
        print(page((arguments[-1],) if "--only" in arguments else NAMES))


if __name__ == "__main__":
    main(sys.argv[1:])
