"""Looks in an optimised binary for opcode handlers that call another handler instead of jumping to it.

    python3 tools/handler_calls.py BINARY

Prints each such call and exits with 1 if there is one. What a called handler leaves on the host's stack stays there until the chain of
handlers ends, so a program could make the stack grow. `vm/tests/stack.rs` runs handlers on a small stack; this finds the calls that no
program there makes. Needs objdump.
"""

import re
import subprocess
import sys
from collections import defaultdict

SYMBOL = re.compile(r'^[0-9a-f]+ <(.*)>:$')
# A handler finds the next one in the dispatch table and must jump to it.
BY_TABLE = re.compile(r'\b(jmp|call)\s+\*\(%r\w+,%r\w+,8\)')
BY_NAME = re.compile(r'\b(jmp|call)\s+[0-9a-f]+ <([^+>]+)>')
# The module of the handlers, in mangled names.
MODULES = ('stockade_vm8dispatch', 'stockade_vm11interpreter4fast')


def transfers(binary):
    """For each function of the module: how it goes to what the table names, and the functions it jumps to and calls."""
    listing = subprocess.run(['objdump', '-d', '--no-show-raw-insn', binary], capture_output=True, text=True, check=True).stdout
    by_table, by_name, current = defaultdict(set), defaultdict(set), None
    for line in listing.splitlines():
        if match := SYMBOL.match(line):
            current = match[1]
        elif current and any(module in current for module in MODULES):
            if match := BY_TABLE.search(line):
                by_table[current].add(match[1])
            elif match := BY_NAME.search(line):
                by_name[current].add((match[1], match[2]))
    return by_table, by_name


def main(binary):
    by_table, by_name = transfers(binary)
    handlers = {name for name, ways in by_table.items() if 'jmp' in ways}
    before = 0
    while len(handlers) != before:
        before = len(handlers)
        handlers |= {name for name, ways in by_name.items() if any(how == 'jmp' and to in handlers for how, to in ways)}
    if not handlers:
        sys.exit(f'no handler in {binary}: not an optimised binary for this kind of machine')
    faults = [f'{name} calls {to}' for name, ways in by_name.items() for how, to in ways if how == 'call' and to in handlers]
    faults += [f'{name} calls by the table' for name, ways in by_table.items() if name in handlers and 'call' in ways]
    print(*sorted(faults), sep='\n', end='\n' if faults else '')
    print(f'{len(handlers)} handlers, {len(faults)} calls of handlers by handlers')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
