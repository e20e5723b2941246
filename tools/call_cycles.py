"""Looks in an optimised binary for functions of the interpreter, the compiler and the check that can reach themselves.

    python3 tools/call_cycles.py BINARY [--all]

A program chooses how deep its values nest. A function that reaches itself through a child value therefore chooses how much of the host's
stack it takes, and a program ends the host's process. So walks over values have stacks of their own (`vm/src/heap/charged_stack.rs`), and
each cycle of calls that is left must pass through a function of BOUNDED, which says what bounds it. Prints each other cycle and exits with 1
if there is one. `--all` also prints the functions of BOUNDED that are in no cycle of this binary.

What it sees: calls and jumps, after inlining. A cycle of jumps alone is a loop and takes no stack. A call through a pointer is an edge to
every function that the pointer may be: a function that the code names (when it loads the register), the functions at the same place of
every table of a `dyn` trait (`TRAITS`), the `call` of every native definition, or, where the code does not say, every function of the crate
whose address is taken, and in the interpreter every native. Tables of handlers are left out: `tools/handler_calls.py` is about them.
Needs objdump and readelf, and takes some seconds.
"""

import re
import subprocess
import sys
from collections import defaultdict

SYMBOL = re.compile(r'^([0-9a-f]+) <(.*)>:$')
INSTRUCTION = re.compile(r'^\s*[0-9a-f]+:\t(?:notrack )?(\S+)\s*(.*)$')
TARGET = re.compile(r'^([0-9a-f]+) <')
# A place in memory behind a register, and one that the linker knows.
PLACE = re.compile(r'^(-?0x[0-9a-f]+)?\((%\w+)\)$')
FIXED = re.compile(r'\(%rip\)\s+# ([0-9a-f]+)')
SECTION = re.compile(r'^\s*\[\s*\d+\]\s+(\S+)\s+\S+\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)')
# What a call may change.
CALLER_SAVED = ('%rax', '%rcx', '%rdx', '%rsi', '%rdi', '%r8', '%r9', '%r10', '%r11')
HALVES = {f'%e{name}': f'%r{name}' for name in ('ax', 'bx', 'cx', 'dx', 'si', 'di', 'bp')} | {f'%r{n}d': f'%r{n}' for n in range(8, 16)}
# Crates whose functions work on what a program makes while it runs.
CRATES = ('stockade_vm::', 'stockade_algorithms::', 'stockade_compiler::', 'stockade_policy::')

# Slots by trait: a table belongs to the first trait that one of its functions names. What has none of them is a closure.
TRAITS = [
    ('host', '::host::Host>'),
    ('native object', 'native_object::Native'),
    ('native object', 'native_storage::'),
    ('meter', 'meter::Meter>'),
    ('rule', 'stockade_policy::rules::'),
    ('reader', 'ObjectReader'),
    ('writer', 'ObjectWriter'),
]
# Formatting and errors call nothing of the program.
FORMATTING = re.compile(r' as core::(fmt|error)::|core::fmt::Write::')
# The slots that a caller may mean, where the same place of a table is another function in another trait. The first that fits counts.
CALLERS = [
    (r'stockade_policy', ('rule', 'closure')),
    # What the interpreter hands to these is a meter, or a closure that counts work.
    (r'stockade_algorithms|stockade_compiler', ('meter', 'closure')),
    (r'SharedHost|Fuel::refill|runtime::output|native_modules::time|[Hh]ost_?[Ss]tate|DeadlineMeter|big_work|session::|runtime::pending', ('host', 'closure')),
    (
        r'iteration::|types::iterators|native_object::<impl|native_modules::(itertools|re|hashlib|random|zlib)|class_lookup|NativeObject>::'
        r'|types::bytes::collect_as|sorter::|heap::Heap::iter$|protocols::(subscript|compare|equality)|types::weakref|snapshot::',
        ('native object', 'reader', 'writer'),
    ),
    # An object drops native objects.
    (r'drop_in_place<stockade_vm::heap::objects::Object>', ('native object',)),
    (r'', ('native', 'host', 'native object', 'meter', 'closure')),
]
# The place of `NativeDef::call`.
NATIVE_CALL = 0x30
# A run of more pointers to functions is the table of handlers.
MANY = 100

# Why a function of the compiler may reach itself. Nothing nests deeper than `Tree::nesting`, which is at most `limits.ast_depth` (1000), and
# `compiler/src/stack.rs` gives each level 64 KiB: some 20 times what was measured.
BY_SOURCE = 'recursion follows the source, whose nesting the guard limits, on a stack made for that nesting (`stack::run`)'
OF_CONSTANTS = 'constants nest as deep as their source, which the parser limits'

# Each cycle must pass through a function that starts or ends with one of these names. The second part says what bounds the cycle.
BOUNDED = [
    # These are generated, or run on what the host or the source limits.
    ('<stockade_policy::enforce::pattern::NameSet as core::clone::Clone>::clone', 'sets nest at most once for each `extends` of the policies of the host'),
    ('core::ptr::drop_in_place<stockade_policy::settings::resolve::ResolvedPolicy>', 'a policy holds expressions of `regex` and no other policy'),
    ('analysis::names::values::is_shallow', '`MAX_LEVELS`: values have at most 16 levels'),
    ('core::ptr::drop_in_place<stockade_vm::base::host_value::HostValue>', 'values cross at most `CrossingLimits::depth` deep'),
    ('<stockade_vm::base::host_value::HostValue as core::cmp::PartialEq>::eq', 'values cross at most `CrossingLimits::depth` deep'),
    ('<stockade_vm::base::host_value::HostValue as core::clone::Clone>::clone', 'values cross at most `CrossingLimits::depth` deep'),
    ('output::redact_value', 'values cross at most `CrossingLimits::depth` deep'),
    ('::to_host', 'values cross at most `CrossingLimits::depth` deep'),
    ('::add_steps', 'values cross at most `CrossingLimits::depth` deep'),
    ('::copy_part', 'it copies what has crossed, which is at most `CrossingLimits::depth` deep'),
    ('::copy_instance', 'it copies what has crossed, which is at most `CrossingLimits::depth` deep'),
    ('::copy_entries', 'it copies what has crossed, which is at most `CrossingLimits::depth` deep'),
    ('::build_value', 'values cross at most `CrossingLimits::depth` deep'),
    ('runtime::constants::make_constant', 'constants nest as deep as their source, which the parser limits'),
    ('runtime::constants::are_constants', 'constants nest as deep as their source, which the parser limits'),
    ('runtime::constants::is_constant', 'constants nest as deep as their source, which the parser limits'),
    ('introspection::ast_export::Writer::each', 'specs in specs of f-strings: the parser limits them'),
    ('str::format::render', 'fields in specs: two levels, as in CPython'),
    ('str::format::pieces', 'fields in specs: two levels, as in CPython'),
    ('host_value_bytes::read', '`MOST_NESTED_CLASSES`: it calls itself for the members of a class alone'),
    ('host_value_bytes::write', '`MOST_NESTED_CLASSES`: it calls itself for the members of a class alone'),
    # Calls through pointers.
    ('<stockade_vm::session::Session as stockade_workers::any::AnySession>', 'hosts call sessions this way, and the machine has no pointer to one'),
    ('core::ptr::drop_in_place<stockade_vm::session::Session>', 'a session belongs to a host, and a host of a session holds none'),
    ('core::ptr::drop_in_place<stockade_workers::session::Session>', 'a session belongs to a host, and a host of a session holds none'),
    ('<stockade_vm::base::host::SharedHost as', 'it holds the host of a sandbox, which is none'),
    ('<stockade_vm::session::package_imports::WatchingHost as', 'it asks the host of the session that wants the imports, which is none'),
    ('core::ptr::drop_in_place<stockade_vm::session::package_imports::WatchingHost>', 'it holds the host of the session that wants the imports, which is none'),
    ('traceback::suggestion::ending', 'it calls no native: the register of the call held a place of its frame before, and holds a function of the system then'),
    ('core::ptr::drop_in_place<std::thread::lifecycle::', 'what a thread of the compiler gives back holds no thread'),
    ('in_front_end_counted::{{closure}}', 'the compiler asks the clock of the host'),
    ('::call_native', 'natives call only `__new__` of a layout, `__reversed__`, `__class_getitem__`, `__eq__`, `bytes.hex`, getters (inside `Runtime::nested`, 16 deep) and what `is_native_key` allows, with one item: of these only methods of str iterate, `MAX_NATIVE_NESTING` iterators deep'),
    ('::call_native_keywords', 'a constructor, whose class is builtin'),
    ('map_filter::<impl stockade_vm::runtime::core::Runtime>::apply', '`int`, `float`, `str`, `bool`, a function of `PURE` or a method of str, with one item: what it iterates is `MAX_NATIVE_NESTING` iterators deep'),
    ('<stockade_vm::runtime::native_object::NoSlots as core::fmt::Debug>::fmt', 'formatting, and what the linker has found to be the same code'),
    ('core::ops::function::FnOnce::call_once{{vtable.shim}}', 'it runs once: the start of a thread, of the compiler or of a test'),
    ('Fuel::refill', 'it asks the clock of the host'),
    ('Fuel::refill_for', 'it asks the clock of the host'),
    ('<stockade_vm::heap::objects::IterObj as core::clone::Clone>::clone', 'a copy of one iterator, which holds others by number'),
    ('::compare_native', 'the slot compares, and leaves the parts to the walk'),
    ('::compare_step', 'the slot compares, and leaves the parts to the walk'),
    ('math::rounded', 'a function of one number'),
    ('math::log_of', 'a function of one number'),
    ('re::objects::step', 'a search in one text'),
    ('types::iterators::reduce', 'the slot makes a tuple of what the iterator holds'),
    ('str::search::affix', 'it asks whether one text starts or ends with another'),
    ('bytes::search::affix', 'it asks whether bytes start or end with others'),
    ('bytes::search::cut', 'a search in bytes'),
    ('exception::split_group', 'a test of one exception'),
    ('str::methods::tested', 'a test of characters'),
    ('str::methods::recased', 'a change of characters'),
    ('str::methods::recase_ascii_per_char', 'a change of characters'),
    ('str::percent::star', 'it reads one integer'),
    # Policies are the host's, not the program's.
    ('settings::load::Decoder::section', 'it goes down where a key of ours holds a section, so no deeper than our own keys'),
    ('settings::merge::Merge::state', 'it follows the nesting of a policy file'),
    ('settings::schema::insert', 'it follows the keys of our own table of settings'),
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
    ('core::ptr::drop_in_place<[stockade_compiler::bytecode::code::Constant]>', OF_CONSTANTS),
    ('bytecode::listing::write_constant', OF_CONSTANTS),
    ('commands::fuzz::run_attack::{{closure}}', 'the search of `stockade fuzz` edits policies, and no policy starts a search'),
    ('runtime::compile::library', 'modules of the library are compiled once, on their own, and compile no others'),
    ('runtime::compile::given', 'modules of a package are compiled one by one, and compile no others'),
    ('stored::Writer::list', OF_CONSTANTS),
    ('stored::Writer::constant', OF_CONSTANTS),
    ('stored::Reader::list', '`stored::MAX_DEPTH`: tuples nest at most 100 deep'),
    ('stored::Reader::constant', '`stored::MAX_DEPTH`: tuples nest at most 100 deep'),
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
    ('markdown::Blocks::scan', '`MAX_NESTING` levels of Markdown in Markdown'),
    ('markdown::Blocks>::scan', '`MAX_NESTING` levels of Markdown in Markdown'),
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
    ('::property_error', 'twice: for a setter or deleter it asks the getter for `__name__`; if that is a property without a getter, its error has no getter to ask'),
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


class Binary:
    """The functions of a binary and what they call."""

    def __init__(self, binary):
        self.names = {}
        # For each function the functions that it calls (True) and jumps to (False).
        self.edges = defaultdict(dict)
        # Calls through pointers: the function and what the pointer is (see `pointer`), and whether it calls or only jumps.
        self.sites = {}
        # Functions whose address is taken.
        self.taken = set()
        self.relocated = dict(self.relocations(binary))
        self.read_tables(binary)
        self.read_code(binary)

    @staticmethod
    def relocations(binary):
        listing = subprocess.run(['readelf', '-rW', binary], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            parts = line.split()
            if len(parts) == 4 and parts[2] == 'R_X86_64_RELATIVE':
                yield int(parts[0], 16), int(parts[3], 16)

    def read_code(self, binary):
        listing = subprocess.Popen(['objdump', '-d', '-C', '--no-show-raw-insn', binary], stdout=subprocess.PIPE, text=True)
        self.here = None
        for line in listing.stdout:
            if match := SYMBOL.match(line):
                self.end_function()
                self.here, self.registers, self.loads, self.open_sites = int(match[1], 16), {}, defaultdict(set), []
                self.names[self.here] = match[2]
            elif self.here is not None and (match := INSTRUCTION.match(line)):
                self.instruction(match[1], match[2])
        self.end_function()
        if listing.wait():
            sys.exit(f'objdump cannot read {binary}')

    def instruction(self, name, operands):
        if name == 'call' or name[0] == 'j':
            if match := TARGET.match(operands):
                self.add(self.here, int(match[1], 16), name == 'call')
            elif operands.startswith('*'):
                self.open_sites.append((name == 'call', *self.pointer(operands[1:])))
            if name == 'call':
                for register in CALLER_SAVED:
                    self.registers.pop(register, None)
            return
        source, _, target = operands.split('#')[0].rpartition(',')
        target = HALVES.get(target.strip(), target.strip())
        if not target.startswith('%') or name in ('cmp', 'test', 'push'):
            return
        if name in ('mov', 'lea') and (match := FIXED.search(operands)):
            at = int(match[1], 16)
            known = at if name == 'lea' else self.relocated.get(at)
            if known is not None:
                self.taken.add(known)
            self.load(target, ('function', known))
        elif name == 'mov' and source in self.registers:
            self.load(target, self.registers[source])
        elif name == 'mov' and (match := PLACE.match(source)) and match[2] != '%rsp':
            self.load(target, ('slot', int(match[1] or '0', 16)))
        elif name == 'add':
            # The place of a `switch`, which stays in the function.
            self.registers[target] = ('switch', None)
        else:
            self.registers.pop(target, None)

    def load(self, register, what):
        self.registers[register] = what
        self.loads[register].add(what)

    def pointer(self, operand):
        """What a call calls: ('function', its address, None if it is outside), ('slot', place in a table), ('switch', None), or None. Then the
        register."""
        if match := FIXED.search(operand):
            return ('function', self.relocated.get(int(match[1], 16))), None
        operand = operand.strip()
        if match := PLACE.match(operand):
            return (('slot', int(match[1] or '0', 16)) if match[2] != '%rsp' else None), None
        return self.registers.get(operand), operand

    def end_function(self):
        """Where the last load before a call is in another branch, the pointer is what any branch loads into the register."""
        if self.here is None:
            return
        for is_call, what, register in sorted(set(self.open_sites), key=repr):
            for one in [what] if what else self.loads.get(register) or [None]:
                self.sites[self.here, one] = self.sites.get((self.here, one), False) or is_call

    def add(self, caller, callee, is_call):
        self.edges[caller][callee] = self.edges[caller].get(callee, False) or is_call

    def read_tables(self, binary):
        """Tables of `dyn` traits: for each the functions by place. `lone`: runs of other pointers in constant data."""
        listing = subprocess.run(['readelf', '-SW', binary], capture_output=True, text=True, check=True).stdout
        sections = [match for line in listing.splitlines() if (match := SECTION.match(line))]
        constant = [tuple(int(part, 16) for part in match.groups()[1:]) for match in sections if match[1] in ('.data.rel.ro', '.data')]
        with open(binary, 'rb') as file:
            data = file.read()

        def word(address):
            for begin, offset, size in constant:
                if begin <= address < begin + size:
                    at = offset + address - begin
                    return int.from_bytes(data[at : at + 8], 'little')
            return None

        def is_first_method(address):
            """True after a size and an alignment. The pointer before those drops the value, if it needs dropping."""
            if address not in self.relocated or address - 8 in self.relocated or address - 16 in self.relocated:
                return False
            size, alignment = word(address - 16), word(address - 8)
            return alignment in (1, 2, 4, 8, 16, 32, 64) and size is not None and size % alignment == 0 and size < 1 << 20

        pointers = sorted(at for at in self.relocated if word(at) is not None)
        self.tables, used = [], set()
        for first in filter(is_first_method, pointers):
            table, at = {}, first
            if first - 24 in self.relocated:
                table[0] = self.relocated[first - 24]
                used.add(first - 24)
            while at in self.relocated and not is_first_method(at + 24):
                table[at - first + 24] = self.relocated[at]
                used.add(at)
                at += 8
            if table:
                self.tables.append(table)
        self.lone = []
        for at in pointers:
            if at not in used:
                if not self.lone or self.lone[-1][-1] != at - 8:
                    self.lone.append([])
                self.lone[-1].append(at)


def trait_of(functions):
    for trait, part in TRAITS:
        if any(part in function for function in functions):
            return trait
    return 'closure'


def add_pointers(binary):
    """Adds the edges of calls through pointers. Each slot is a node with a number below 0."""
    names, slots = binary.names, defaultdict(set)
    for table in binary.tables:
        functions = [names.get(at, '') for at in table.values()]
        if max(table) <= 0x28 and any(map(FORMATTING.search, functions)):
            continue
        for place, at in table.items():
            if at in names:
                slots[trait_of(functions), place].add(at)
    runs = [[binary.relocated[at] for at in run if binary.relocated[at] in names] for run in binary.lone]
    handlers = {at for run in runs for at in run if len(run) > MANY or '::interpreter::fast::' in names[at]}
    for at in {at for run in runs for at in run} - handlers:
        if names[at].startswith(CRATES[0]):
            slots['native', NATIVE_CALL].add(at)
    for crate in CRATES:
        slots['function of', crate] = {at for at in binary.taken & names.keys() if crate in names[at]} - handlers
    numbers = {}
    for number, ((kind, place), functions) in enumerate(slots.items(), 1):
        numbers[kind, place] = -number
        names[-number] = f'<{kind} {place:#x}>' if isinstance(place, int) else f'<{kind} {place}>'
        binary.edges[-number] = dict.fromkeys(functions, True)

    def meant(function, what):
        """The slots of a call."""
        name = names[function]
        is_drop = 'drop_in_place' in name or name.endswith('Drop>::drop')
        if what and what[0] == 'slot':
            traits = next(traits for pattern, traits in CALLERS if re.search(pattern, name))
            yield from ((trait, what[1]) for trait in traits)
        elif is_drop:
            yield from ((trait, 0) for trait in ('host', 'native object', 'closure'))
        else:
            yield from (('function of', crate) for crate in CRATES if crate in name)
            if CRATES[0] in name:
                yield 'native', NATIVE_CALL

    for (function, what), is_call in binary.sites.items():
        if not any(crate in names[function] for crate in CRATES) or what and what[0] == 'switch' and not is_call:
            continue
        if what and what[0] == 'function':
            if what[1] in names:
                binary.add(function, what[1], is_call)
        elif is_call or what or function not in handlers:
            for slot in meant(function, what):
                if slot in numbers:
                    binary.add(function, numbers[slot], is_call)
    return numbers


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


def main(path, show_all=False):
    binary = Binary(path)
    slots = add_pointers(binary)
    names, edges = binary.names, binary.edges
    ours = {at for at, name in names.items() if at >= 0 and any(crate in name for crate in CRATES)}
    if not any(names[at].startswith(CRATES[0]) for at in ours):
        sys.exit(f'no function of the interpreter in {path}: it has no symbols')
    if ('native object', 0x20) not in slots or len(edges[slots['native', NATIVE_CALL]]) < MANY:
        sys.exit(f'no tables of natives and their objects in {path}: they are read wrongly')
    # Generic code of the standard library is part of a cycle when our functions are its arguments, which its name does not tell. What tests
    # themselves do is no part of what ships.
    nodes = {at for at in names if not names[at].startswith(('stack::', 'test::'))}
    bounded = {at for at in nodes if any(is_named(names[at], listed) for listed, _ in BOUNDED)}
    faults = [part for part in cycles(nodes - bounded, edges) if part & ours]
    for part in faults:
        print('these functions reach each other, and nothing bounds how often:')
        for at in sorted(part, key=names.get):
            print(f'    {names[at]} ->', *sorted({names[to].rpartition("::")[2] for to in edges[at] if to in part})[:5])
    if show_all:
        used = [names[at] for part in cycles(nodes, edges) for at in part]
        unused = [listed for listed, _ in BOUNDED if not any(is_named(name, listed) for name in used)]
        print(*[f'in no cycle of this binary: {listed}' for listed in unused], sep='\n')
    print(f'{len(ours)} functions, {len(slots)} slots that pointers call, {len(faults)} cycles of calls that nothing bounds')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], '--all' in sys.argv[2:]))
