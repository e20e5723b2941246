#!/usr/bin/env python3
"""CPU time of whole programs under several commands, side by side, with their outputs compared.

    compare.py [--programs FOLDER] [-n RUNS] [--only a,b] [NAME='command {f}' ...]

FOLDER holds `.py` programs; without the option it is what STOCKADE_BENCH_DIR names, or the workloads beside this script. The first
command is the one others are compared with. Times are the best of RUNS, user and system time of the process, start-up included.
"""

import argparse
import math
import os
import pathlib
import resource
import shlex
import subprocess
import sys

DEFAULTS = ["cpython=python3 -I {f}", "stockade=stockade run --policy permissive --no-check --fuel 1000000000000 --timeout 600s {f}"]
# Programs that a folder may hold beside what is to be measured.
NOT_PROGRAMS = {"run", "compare"}


def measure(command, program, seconds):
    """(CPU seconds, stdout), or (None, why not)."""
    argv = [word.replace("{f}", str(program)) for word in shlex.split(command)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    except OSError as error:
        return None, f"does not start ({error.strerror})"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return None, f"exit {done.returncode}"
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = pathlib.Path(__file__).resolve().parent / "workloads"
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(os.environ.get("STOCKADE_BENCH_DIR") or own))
    parser.add_argument("-n", type=int, default=5, help="runs of each program")
    parser.add_argument("--only", default="", help="names of programs, with commas")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("commands", nargs="*", default=DEFAULTS)
    args = parser.parse_args()
    commands = dict(command.split("=", 1) for command in args.commands)
    only = set(filter(None, args.only.split(",")))
    programs = sorted(p for p in args.programs.glob("*.py") if p.stem not in NOT_PROGRAMS and (not only or p.stem in only))
    if not programs:
        sys.exit(f"no programs in {args.programs}")
    base = next(iter(commands))
    ratios = {name: [] for name in commands}
    print(f"{'program':<16}" + "".join(f"{name:>24}" for name in commands))
    for program in programs:
        best, wrong, expected = {}, {}, None
        for _ in range(args.n):
            # In turns, so that a busy moment of the machine hits all of them.
            for name, command in commands.items():
                if name in wrong:
                    continue
                took, answer = measure(command, program, args.timeout)
                if took is None:
                    wrong[name] = answer
                    continue
                if name == base:
                    expected = answer
                elif expected is not None and answer != expected:
                    wrong[name] = "other output"
                    continue
                best[name] = min(took, best.get(name, took))
        line = f"{program.stem:<16}"
        for name in commands:
            if name in wrong:
                line += f"{wrong[name]:>24}"
            elif base in best and base not in wrong:
                ratio = best[base] / max(best[name], 1e-9)
                ratios[name].append(ratio)
                line += f"{best[name]:>13.3f}s {ratio:>8.2f}x"
            else:
                line += f"{best[name]:>13.3f}s {'':>9}"
        print(line, flush=True)
    for name, found in ratios.items():
        if found and name != base:
            mean = math.exp(sum(map(math.log, found)) / len(found))
            print(f"{name} has {mean:.2f} times the speed of {base} over {len(found)} programs (geometric mean)")


if __name__ == "__main__":
    main()
