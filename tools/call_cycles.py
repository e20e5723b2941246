"""Looks in an optimised binary for functions of the interpreter, the compiler and the check that can reach themselves.

    python3 tools/call_cycles.py BINARY [--all]

A program chooses how deep its values nest. A function that reaches itself through a child value therefore chooses how much of the host's
stack it takes, and a program ends the host's process. So walks over values have stacks of their own (`vm/src/heap/charged_stack.rs`), and
each cycle of calls that is left must pass through a function of BOUNDED, which says what bounds it. Prints each other cycle and exits with 1
if there is one. `--all` also prints the functions of BOUNDED that are in no cycle of this binary.

What it sees: direct calls and jumps, after inlining. A cycle of jumps alone is a loop and takes no stack. What it does not see: calls
through a pointer (natives, slots of library objects, closures). Natives reach natives through `Runtime::call_native` and the slots of
library objects; `vm/tests/it/deep.rs` runs those. Needs objdump.
"""

import re
import subprocess
import sys
from collections import defaultdict

SYMBOL = re.compile(r'^([0-9a-f]+) <(.*)>:$')
CALL = re.compile(r'\t(call|j[a-z]+)\s+([0-9a-f]+) <')
# Crates whose functions work on what a program makes while it runs.
CRATES = ('stockade_vm::', 'stockade_algorithms::', 'stockade_compiler::', 'stockade_policy::')

# Why a function of the compiler may reach itself. Nothing nests deeper than `Tree::nesting`, which is at most `limits.ast_depth` (1000), and
# `compiler/src/stack.rs` gives each level 64 KiB: some 20 times what was measured.
BY_SOURCE = 'recursion follows the source, whose nesting the guard limits, on a stack made for that nesting (`stack::run`)'
OF_CONSTANTS = 'constants nest as deep as their source, which the parser limits'

# Each cycle must pass through a function that starts or ends with one of these names. The second part says what bounds the cycle.
BOUNDED = [
    # Both are generated or run on what the host or the source limits.
    ('<stockade_policy::enforce::pattern::NameSet as core::clone::Clone>::clone', 'sets nest at most once for each `extends` of the policies of the host'),
    ('analysis::names::values::is_shallow', '`MAX_LEVELS`: values have at most 16 levels'),
    ('core::ptr::drop_in_place<stockade_vm::base::host_value::HostValue>', 'values cross at most `CrossingLimits::depth` deep'),
    ('<stockade_vm::base::host_value::HostValue as core::clone::Clone>::clone', 'values cross at most `CrossingLimits::depth` deep'),
    ('output::redact_value', 'values cross at most `CrossingLimits::depth` deep'),
    ('::to_host', 'values cross at most `CrossingLimits::depth` deep'),
    ('::build_value', 'values cross at most `CrossingLimits::depth` deep'),
    ('runtime::constants::make_constant', 'constants nest as deep as their source, which the parser limits'),
    ('introspection::ast_export::Writer::each', 'specs in specs of f-strings: the parser limits them'),
    ('str::format::render', 'fields in specs: two levels, as in CPython'),
    ('str::format::pieces', 'fields in specs: two levels, as in CPython'),
    # The compiler.
    ('<impl stockade_compiler::codegen::Compiler>', BY_SOURCE),
    ('stockade_compiler::codegen::unparse::Writer', BY_SOURCE),
    ('<impl stockade_compiler::scope::walk::Walker>', BY_SOURCE),
    ('stockade_compiler::scope::walk::Walker', BY_SOURCE),
    ('<impl stockade_compiler::syntax::lower::Lowerer>', BY_SOURCE),
    ('<impl stockade_compiler::syntax::check::Checker>', BY_SOURCE),
    ('diagnose::actions::find_invalid_target', BY_SOURCE),
    ('diagnose::matcher::Matcher', '`MAX_DEPTH` rules, on a stack made for them'),
    ('diagnose::notation::Reader', 'it reads our grammar, not the source'),
    ('core::ptr::drop_in_place<stockade_compiler::syntax::diagnose::notation::Item>', 'items of our grammar'),
    ('core::ptr::drop_in_place<stockade_compiler::syntax::diagnose::notation::Alternative>', 'items of our grammar'),
    ('hash_constant::feed', OF_CONSTANTS),
    ('scope::fold::identical', OF_CONSTANTS),
    ('scope::fold::weight', OF_CONSTANTS),
    ('<stockade_compiler::bytecode::code::Constant as core::cmp::PartialEq>::eq', OF_CONSTANTS),
    ('<stockade_compiler::bytecode::code::Constant as core::clone::Clone>::clone', OF_CONSTANTS),
    ('core::ptr::drop_in_place<stockade_compiler::bytecode::code::Constant>', OF_CONSTANTS),
    # The check.
    ('<impl stockade_policy::analysis::names::Names>', '`names::MAX_DEPTH`: 48 expressions and variables'),
    ('stockade_policy::analysis::names::Names', '`names::MAX_DEPTH`: 48 expressions and variables'),
    ('<stockade_policy::analysis::names::values::Value as core::cmp::PartialEq>::eq', 'values nest as deep as `Names` looks'),
    ('core::ptr::drop_in_place<stockade_policy::analysis::names::values::Value>', 'values nest as deep as `Names` looks'),
    ('names::calls::expand', 'callees of callees: at most 5'),
    ('huge_constant::magnitude', 'at most 9 levels'),
    ('flow::Pass', 'blocks in blocks: at most `flow::MAX_DEPTH`, 60'),
    ('core::ptr::drop_in_place<stockade_policy::enforce::pattern::NameSet>', 'one set of exceptions, which has none'),
    ('check::checker::run', 'rules with several checks, which have none'),
    # Iterators.
    ('::is_endless', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::is_endless_within', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::save_iterator_levels', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('iterators::nests_at_most', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::next_pair', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::zip_strict', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::next_map_filter', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('::stash_next', '`MAX_NATIVE_NESTING` iterators below each other'),
    ('iteration::<impl stockade_vm::runtime::core::Runtime>::next', '`MAX_NATIVE_NESTING` iterators below each other'),
    # Attributes.
    ('::bind_step', 'a getter runs inside `Runtime::nested`; a payload has no payload'),
    ('::load_attr', 'it contains `bind_step` when that is inlined'),
    ('::load_class_with', 'it contains `bind_step` when that is inlined'),
    ('::property_error', 'it asks for the name of a getter, and asks no more for an error of that'),
    ('::store_own', 'once more, when the instance has a dict'),
    ('::store_slot', 'once more, when the instance has a dict'),
    # A value and the builtin value inside it, which has none.
    ('::native_len', 'a proxy holds no proxy, a payload has no payload'),
    ('::truth_slow', 'a proxy holds no proxy, a payload has no payload'),
    ('::truth', 'a proxy holds no proxy, a payload has no payload'),
    ('::get_slice', 'a payload has no payload'),
    ('::get_item', 'a payload has no payload'),
    ('::set_item', 'a payload has no payload'),
    ('::del_item', 'a payload has no payload'),
    ('::contains', 'a proxy holds no proxy, a payload has no payload'),
    ('iteration::<impl stockade_vm::runtime::core::Runtime>::iter', 'a proxy holds no proxy, a payload has no payload'),
    ('::store_descriptor', 'a payload has no payload'),
    ('math::real', 'a payload has no payload'),
    ('::unsupported', 'once more, with the mappings behind two proxies'),
    ('::not_ordered', 'once more, with the mappings behind two proxies'),
    ('::sequence_arith', 'a payload has no payload'),
    ('re::objects::bytes_of', 'a payload has no payload'),
    ('::eq_flat', 'a payload has no payload; containers are compared by `eq_walk`'),
    ('memoryview::equal', 'the items of a memoryview are numbers and bytes'),
    ('memoryview::hash', 'it hashes new bytes'),
    # Calls.
    ('::start_pending', 'at most `MAX_TAIL_CALLS`'),
    ('::below_another_call', 'at most `MAX_TAIL_CALLS`'),
    ('::call_of', 'it contains `below_another_call` when that is inlined'),
    ('::resolve_callee', 'it contains `below_another_call` when that is inlined'),
    ('::library_new', 'a `__new__` of the library is a function'),
    ('::try_next_operand', 'one step for each of at most four attempts'),
    ('::deliver_result', 'once more, with a truth'),
    ('exception_chain::Writer', 'groups are shown at most `GROUP_DEPTH` deep'),
    ('Session::stopped', 'once more, for the limit that the report of an exception reached'),
    ('Session::finished', 'once more, for the limit that the report of an exception reached'),
    ('Session::start', 'once more, for the imports that a template session has run'),
    ('Session::outcome', 'once more, for the limit that the report of an exception reached'),
    # Numbers and texts.
    ('Work>::multiply', 'operands of half the size'),
    ('Work>::by_halves', 'operands of half the size'),
    ('Work>::divide', 'operands of half the size'),
    ('Work>::write_decimal', 'operands of half the size'),
    ('Work>::root_and_rest', 'operands of half the size'),
    ('elementary::pow::special', 'once more, with the size of the base'),
    ('float::frexp', 'once more, for a subnormal number'),
    ('cmath::atanh_of', 'once more, with the sign changed'),
    ('strptime::Compiler::compile', 'a directive stands for a format that has no such directive'),
    ('strftime::expand', 'a directive stands for a format that has no such directive'),
]


def calls_of(binary):
    """The name of each function by its address, and for each address the addresses that it calls and jumps to."""
    listing = subprocess.Popen(['objdump', '-d', '-C', '--no-show-raw-insn', binary], stdout=subprocess.PIPE, text=True)
    names, edges, current = {}, defaultdict(dict), None
    for line in listing.stdout:
        if match := SYMBOL.match(line):
            current = int(match[1], 16)
            names[current] = match[2]
        elif current is not None and (match := CALL.search(line)):
            target = int(match[2], 16)
            edges[current][target] = edges[current].get(target, False) or match[1] == 'call'
    if listing.wait():
        sys.exit(f'objdump cannot read {binary}')
    return names, edges


def components(nodes, edges):
    """Sets of nodes that reach each other, by Tarjan's algorithm with a stack of its own."""
    number, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(edges[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in nodes:
                    continue
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(edges[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(set(component))
    return found


def cycles(nodes, edges):
    """Components that take stack: at least one of their edges is a call."""
    found = components(nodes, edges)
    return [part for part in found if any(edges[node].get(target) for node in part for target in part)]


def is_named(name, listed):
    return name == listed or name.endswith(listed) or name.startswith(listed) or f'{listed}::' in name


def main(binary, show_all=False):
    names, edges = calls_of(binary)
    ours = {at for at, name in names.items() if any(crate in name for crate in CRATES)}
    if not any(names[at].startswith(CRATES[0]) for at in ours):
        sys.exit(f'no function of the interpreter in {binary}: it has no symbols')
    # Generic code of the standard library is part of a cycle when our functions are its arguments, which its name does not tell.
    nodes = set(names)
    bounded = {at for at in nodes if any(is_named(names[at], listed) for listed, _ in BOUNDED)}
    faults = [part for part in cycles(nodes - bounded, edges) if part & ours]
    for part in faults:
        print('these functions reach each other, and nothing bounds how often:')
        print(*sorted({f'    {names[at]}' for at in part}), sep='\n')
    if show_all:
        used = [names[at] for part in cycles(nodes, edges) for at in part]
        unused = [listed for listed, _ in BOUNDED if not any(is_named(name, listed) for name in used)]
        print(*[f'in no cycle of this binary: {listed}' for listed in unused], sep='\n')
    print(f'{len(ours)} functions, {len(faults)} cycles of calls that nothing bounds')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], '--all' in sys.argv[2:]))
