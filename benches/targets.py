#!/usr/bin/env python3
"""Everything that issue and docs aim at for speed, measured in one run: `python3 benches/targets.py --programs FOLDER`.

Builds what it needs (the command, benches/latency.rs, and the command without limits in target/unlimited), runs the programs of FOLDER under
CPython and both builds in turns, and prints each target with what was measured. `--update` writes the table into docs/performance.md.
Ratios are CPU times of processes, that of an empty program subtracted; above 1 is faster than CPython. Exit status 0, met or not: what
falls short says so in its row.
"""

import argparse
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import compare

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- benches/targets.py: begin -->", "<!-- benches/targets.py: end -->"

# What the programs of a group are to reach, each by itself.
GROUPS = [
    ("int and float loops", 3.0, "intloop mandelbrot fannkuch sieve nbody spectral matmul"),
    ("calls, closures, methods, generators", 2.2, "fib nqueens closures classes classes_flat generators"),
    ("strings, dict, sort, json, exceptions, bintrees", 1.2, "strings dictcount sortkey gsmk jsonbench exceptions bintrees listcomp bigint"),
]
MEAN, LEAST, LIMITS = 2.0, 0.8, 5.0

# By name of what benches/latency.rs prints: what it is, and the most it may be.
LATENCY = [
    ("print", "`print(1)`, source to outcome, new session", 5, "us"),
    ("small_program", "a program of 1.2 KB with tests, source to outcome, median of eight", 100, "us"),
    ("small_slowest", "the slowest of the eight", None, "us"),
    ("small_front_end", "its parse and compilation", 60, "us"),
    ("small_check", "its check with the default policy", None, "us"),
    ("check_over_parse", "what the check takes beyond 10 us, of parse time", 15, "percent"),
    ("snapshot", "snapshot of 10,000 small objects", 500, "us"),
    ("restore", "restore of it", 1000, "us"),
    ("snapshot_size", "its size", 300, "KB"),
    ("fork", "fork of it", 400, "us"),
    ("warm_fork_over_run", "fork of functions, globals and 1,000 objects and a short test, over the test alone", 20, "us"),
    ("warm_fork_over_run_reused", "the same in the memory of the fork before it", 20, "us"),
    ("warm_fork_over_run_alone", "the fork and its end, without the test", 20, "us"),
    ("warm_fork_with_modules", "with the test, where `json`, `re` and `collections` are imported", None, "us"),
    ("warm_fork_with_modules_reused", "the same in the memory of the fork before it", 20, "us"),
    ("warm_fork_with_modules_alone", "without the test", 20, "us"),
    ("warm_fork_of_functions", "fork of a few functions and a short test, over the test alone", 20, "us"),
    ("warm_fork_of_functions_reused", "the same in the memory of the fork before it", 20, "us"),
    ("warm_fork_of_functions_alone", "without the test", 20, "us"),
    ("bytes_tuple", "a tuple of two", 56, "bytes"),
    ("bytes_instance", "an instance with two attributes", 56, "bytes"),
    ("bytes_list", "`[i]`", 64, "bytes"),
    ("resident_over_accounted", "resident memory less 8 MiB, over accounted bytes", 1.25, "times"),
    ("append_four_times", "four times as many `s += x`", 5, "times"),
]


def build(arguments, **environment):
    """Builds for release; the folder it lands in is the caller's to know."""
    subprocess.run(["cargo", "build", "--release", "--quiet", *arguments], cwd=ROOT, env=os.environ | environment, check=True)


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def best_times(commands, program, runs):
    """CPU seconds of each command, best of some runs in turns; outputs must agree."""
    best, expected = {}, None
    for _ in range(runs):
        for name, command in commands.items():
            took, answer = compare.measure(command, program, 120)
            if took is None:
                sys.exit(f"{program.name} under {name}: {answer}")
            expected = expected or answer
            if answer != expected:
                sys.exit(f"{program.name} under {name}: other output")
            best[name] = min(took, best.get(name, took))
    return best


def programs(folder, commands, runs):
    """Seconds of each program under each command, that of an empty program subtracted."""
    with tempfile.TemporaryDirectory() as place:
        empty = pathlib.Path(place) / "empty.py"
        empty.write_text("")
        start = best_times(commands, empty, max(runs, 5))
    found = {}
    for _, _, names in GROUPS:
        for name in names.split():
            took = best_times(commands, folder / f"{name}.py", runs)
            found[name] = {command: max(seconds - start[command], 1e-4) for command, seconds in took.items()}
            print(f"{name:<14}" + "".join(f"{command:>12} {seconds:.3f}s" for command, seconds in found[name].items()), flush=True)
    return found


def row(what, measured, aim, met):
    return f"| {what} | {measured} | {aim} | {'' if met is None else 'met' if met else '**short**'} |"


def program_rows(found, unlimited):
    ratios = {name: took["cpython"] / took["stockade"] for name, took in found.items()}
    least = min(ratios, key=ratios.get)
    yield row("geometric mean of the programs", f"{mean(ratios.values()):.2f}x", f"{MEAN}x", mean(ratios.values()) >= MEAN)
    yield row(f"the slowest of them (`{least}`)", f"{ratios[least]:.2f}x", f"{LEAST}x", ratios[least] >= LEAST)
    for group, aim, names in GROUPS:
        of = {name: ratios[name] for name in names.split()}
        listed = ", ".join(f"{name} {ratio:.2f}" for name, ratio in of.items())
        enough = sum(ratio >= aim for ratio in of.values())
        yield row(f"{group}: {listed}", f"{mean(of.values()):.2f}x, {enough} of {len(of)}", f"each {aim}x", enough == len(of))
    if unlimited:
        cost = 100 * (mean([took["stockade"] / took["unlimited"] for took in found.values()]) - 1)
        yield row("what all limits cost, by a build without", f"{cost:.1f} percent", f"{LIMITS:.0f} percent", cost <= LIMITS)


def latency_rows():
    command = ["cargo", "run", "--release", "--quiet", "-p", "stockade-benches", "--bin", "latency"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    figures = {line.split()[0]: line.split()[1:] for line in lines}
    for name, what, aim, unit in LATENCY:
        if name not in figures:
            yield row(what, "not measured", f"{aim} {unit}", False)
            continue
        value, given = figures[name]
        assert given == unit, (name, given, unit)
        yield row(what, f"{value} {unit}", f"{aim} {unit}" if aim else "", float(value) <= aim if aim else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, default=os.environ.get("STOCKADE_BENCH_DIR"), help="folder of the 22 programs")
    parser.add_argument("--cpython", default="/usr/bin/python3.11 -I", help="the command to compare with")
    parser.add_argument("-n", type=int, default=3, help="runs of each program")
    parser.add_argument("--no-unlimited", action="store_true", help="leave out the build without limits, which takes minutes")
    parser.add_argument("--update", action="store_true", help="write the table into docs/performance.md")
    args = parser.parse_args()
    build(["-p", "stockade-cli"])
    commands = {"cpython": f"{args.cpython} {{f}}", "stockade": f"{shlex.quote(str(ROOT / 'target/release/stockade'))} run {{f}}"}
    if not args.no_unlimited:
        build(["-p", "stockade-cli", "--target-dir", "target/unlimited"], RUSTFLAGS="--cfg stockade_unlimited")
        commands["unlimited"] = f"{shlex.quote(str(ROOT / 'target/unlimited/release/stockade'))} run {{f}}"
    rows = list(latency_rows())
    if args.programs:
        rows = list(program_rows(programs(pathlib.Path(args.programs), commands, args.n), "unlimited" in commands)) + rows
    table = "\n".join(["| what | measured | aimed at | |", "|---|---|---|---|", *rows])
    print(table)
    if args.update:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
