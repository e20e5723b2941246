"""Looks in an optimised binary for rows of the VM's dispatch table that call another row instead of jumping to it.

    python3 tools/handler_calls.py BINARY

Prints each such call and exits with 1 where there is one. What a called row leaves on the host's stack stays there until the rows
stop, so a program could make it grow. `vm/tests/stack.rs` runs rows on a small stack; this finds the calls that no program there makes.
Needs objdump.
"""

import re
import subprocess
import sys
from collections import defaultdict

SYMBOL = re.compile(r'^[0-9a-f]+ <(.*)>:$')
# A row goes on by the table: with a jump, where all is well.
BY_TABLE = re.compile(r'\b(jmp|call)\s+\*\(%r\w+,%r\w+,8\)')
BY_NAME = re.compile(r'\b(jmp|call)\s+[0-9a-f]+ <([^+>]+)>')
DISPATCH = 'stockade_vm8dispatch'


def transfers(binary):
    """For each function of the dispatch: whether it goes on by the table, and the functions it jumps to and calls."""
    listing = subprocess.run(['objdump', '-d', '--no-show-raw-insn', binary], capture_output=True, text=True, check=True).stdout
    by_table, by_name, current = defaultdict(set), defaultdict(set), None
    for line in listing.splitlines():
        if match := SYMBOL.match(line):
            current = match[1]
        elif current and DISPATCH in current:
            if match := BY_TABLE.search(line):
                by_table[current].add(match[1])
            elif match := BY_NAME.search(line):
                by_name[current].add((match[1], match[2]))
    return by_table, by_name


def main(binary):
    by_table, by_name = transfers(binary)
    rows = {name for name, ways in by_table.items() if 'jmp' in ways}
    before = 0
    while len(rows) != before:
        before = len(rows)
        rows |= {name for name, ways in by_name.items() if any(how == 'jmp' and to in rows for how, to in ways)}
    if not rows:
        sys.exit(f'no row in {binary}: not an optimised binary for this kind of machine')
    faults = [f'{name} calls {to}' for name, ways in by_name.items() for how, to in ways if how == 'call' and to in rows]
    faults += [f'{name} calls by the table' for name, ways in by_table.items() if name in rows and 'call' in ways]
    print(*sorted(faults), sep='\n', end='\n' if faults else '')
    print(f'{len(rows)} rows, {len(faults)} calls of rows by rows')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
