"""What each name of a program is in each of its blocks, found from the tree of its source."""
import ast
from enum import StrEnum

__all__ = ['symtable', 'SymbolTableType', 'SymbolTable', 'Class', 'Function', 'Symbol']

DEF_GLOBAL, DEF_LOCAL, DEF_PARAM, DEF_NONLOCAL, USE = 1, 2, 4, 8, 16
DEF_FREE_CLASS, DEF_IMPORT, DEF_ANNOT, DEF_TYPE_PARAM = 64, 128, 256, 1024
DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT | DEF_TYPE_PARAM
SCOPE_OFF, SCOPE_MASK = 12, 15
LOCAL, GLOBAL_EXPLICIT, GLOBAL_IMPLICIT, FREE, CELL = 1, 2, 3, 4, 5
_SCOPES = {1: 'LOCAL', 2: 'GLOBAL_EXPLICIT', 3: 'GLOBAL_IMPLICIT', 4: 'FREE', 5: 'CELL'}
_FLAGS = (('USE', USE), ('DEF_GLOBAL', DEF_GLOBAL), ('DEF_NONLOCAL', DEF_NONLOCAL), ('DEF_LOCAL', DEF_LOCAL), ('DEF_PARAM', DEF_PARAM),
          ('DEF_IMPORT', DEF_IMPORT), ('DEF_BOUND', DEF_LOCAL | DEF_PARAM | DEF_IMPORT), ('DEF_ANNOT', DEF_ANNOT))


class SymbolTableType(StrEnum):
    MODULE = 'module'
    FUNCTION = 'function'
    CLASS = 'class'
    ANNOTATION = 'annotation'
    TYPE_ALIAS = 'type alias'
    TYPE_PARAMETERS = 'type parameters'
    TYPE_VARIABLE = 'type variable'


_MODULE, _FUNCTION, _CLASS, _ANNOTATION, _ALIAS, _PARAMETERS, _VARIABLE = SymbolTableType
# Blocks whose names are places, as those of functions are.
_LIKE_FUNCTIONS = (_FUNCTION, _ANNOTATION, _ALIAS, _PARAMETERS, _VARIABLE)


class _Entry:
    """One block: its names with what is done to them there, and the blocks inside."""

    def __init__(self, name, kind, lineno, parent=None, private=None):
        self.name, self.type, self.lineno, self.private = name, kind, lineno, private
        self.symbols, self.children, self.varnames = {}, [], []
        self.inlined, self.generator, self.outer, self.table = False, None, parent, None
        self.sees_class = False
        self.nested = parent is not None and (parent.nested or parent.type in _LIKE_FUNCTIONS)
        self.id = id(self)
        if parent is not None:
            parent.children.append(self)

    def __repr__(self):
        return f'<symtable entry {self.name}({self.id}), line {self.lineno}>'

    def mangled(self, name):
        if self.private and name.startswith('__') and not name.endswith('__') and '.' not in name and self.private.strip('_'):
            return f'_{self.private.lstrip("_")}{name}'
        return name

    def add(self, name, flag):
        name = self.mangled(name)
        self.symbols[name] = self.symbols.get(name, 0) | flag
        if flag & DEF_PARAM:
            self.varnames.append(name)


class _Blocks(ast.NodeVisitor):
    """Finds the blocks of a tree and what happens to names in each."""

    def __init__(self, tree):
        self.here = self.top = _Entry('top', _MODULE, 0)
        body = tree.body if isinstance(tree.body, list) else [tree.body]
        for node in body:
            self.visit(node)

    def enter(self, name, kind, lineno, private=None):
        self.here = _Entry(name, kind, lineno, self.here, self.here.private if private is None else private)
        return self.here

    def inside(self, name, kind, lineno, *nodes, private=None):
        outer = self.here
        made = self.enter(name, kind, lineno, private)
        around = outer.outer if kind is _ALIAS and outer.type is _PARAMETERS else outer
        if kind in (_VARIABLE, _ALIAS) and (outer.sees_class or around.type is _CLASS):
            made.add('__classdict__', USE)
        self.each(nodes)
        self.here = outer
        return made

    def each(self, nodes):
        for node in nodes:
            if isinstance(node, list):
                self.each(node)
            elif node is not None:
                self.visit(node)

    def visit_Name(self, node):
        self.here.add(node.id, USE if isinstance(node.ctx, ast.Load) else DEF_LOCAL)
        if node.id == 'super' and isinstance(node.ctx, ast.Load) and self.here.type is _FUNCTION:
            self.here.add('__class__', USE)

    def visit_Global(self, node):
        for name in node.names:
            self.here.add(name, DEF_GLOBAL)
            if self.here is not self.top:
                name = self.here.mangled(name)
                self.top.symbols[name] = self.top.symbols.get(name, 0) | DEF_GLOBAL

    def visit_Nonlocal(self, node):
        for name in node.names:
            self.here.add(name, DEF_NONLOCAL)

    def visit_Import(self, node):
        for alias in node.names:
            name = alias.asname or alias.name.partition('.')[0]
            if name != '*':
                self.here.add(name, DEF_IMPORT)

    visit_ImportFrom = visit_Import

    def visit_AnnAssign(self, node):
        if isinstance(node.target, ast.Name):
            name = node.target.id
            declared = self.here.symbols.get(self.here.mangled(name), 0) & (DEF_GLOBAL | DEF_NONLOCAL)
            if node.simple and not declared:
                self.here.add(name, DEF_ANNOT | DEF_LOCAL)
            elif node.value is not None:
                self.here.add(name, DEF_LOCAL)
        else:
            self.visit(node.target)
        self.each([node.annotation, node.value])

    def visit_ExceptHandler(self, node):
        self.each([node.type])
        if node.name:
            self.here.add(node.name, DEF_LOCAL)
        self.each(node.body)

    def visit_MatchAs(self, node):
        self.each([node.pattern])
        if node.name:
            self.here.add(node.name, DEF_LOCAL)

    def visit_MatchStar(self, node):
        if node.name:
            self.here.add(node.name, DEF_LOCAL)

    def visit_MatchMapping(self, node):
        self.each([node.keys, node.patterns])
        if node.rest:
            self.here.add(node.rest, DEF_LOCAL)

    def visit_NamedExpr(self, node):
        # Out of a comprehension into the function around it.
        block = self.here
        if block.generator:
            chain = [block]
            while chain[-1].generator:
                chain.append(chain[-1].outer)
            target = chain[-1]
            outside = target.type is _MODULE or target.symbols.get(target.mangled(node.target.id), 0) & DEF_GLOBAL
            for inner in chain[:-1]:
                inner.add(node.target.id, DEF_GLOBAL if outside else DEF_NONLOCAL)
            if outside and target.type is _MODULE:
                target.add(node.target.id, DEF_GLOBAL)
            target.add(node.target.id, DEF_LOCAL)
            self.visit(node.value)
            return
        self.each([node.value, node.target])

    def visit_TypeAlias(self, node):
        self.visit(node.name)
        self.parametrised(node, node.name.id, lambda: self.inside(node.name.id, _ALIAS, node.lineno, node.value))

    def parametrised(self, node, name, rest, *first):
        """Goes on in the block of the type parameters, if there are any."""
        outer = self.here
        if node.type_params:
            block = self.enter(name, _PARAMETERS, node.lineno)
            if outer.type is _CLASS:
                block.add('__classdict__', USE)
                block.sees_class = True
            if isinstance(node, ast.ClassDef):
                for hidden in ('.type_params', '.generic_base'):
                    block.add(hidden, DEF_LOCAL | USE)
            else:
                arguments = getattr(node, 'args', None)
                for hidden, given in (('.defaults', arguments and arguments.defaults),
                                      ('.kwdefaults', arguments and any(arguments.kw_defaults))):
                    if given:
                        block.add(hidden, DEF_PARAM)
            for param in node.type_params:
                block.add(param.name, DEF_TYPE_PARAM | DEF_LOCAL)
                for part in (getattr(param, 'bound', None), param.default_value):
                    if part is not None:
                        self.inside(param.name, _VARIABLE, part.lineno, part)
        self.each(first)
        made = rest()
        self.here = outer
        return made

    def visit_FunctionDef(self, node):
        self.here.add(node.name, DEF_LOCAL)
        arguments = node.args
        self.each([arguments.defaults, arguments.kw_defaults, node.decorator_list])
        notes = [arg.annotation for arg in self.arguments(arguments)] + [node.returns]
        self.parametrised(node, node.name, lambda: self.function(node.name, node.lineno, arguments, node.body), notes)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.each([node.args.defaults, node.args.kw_defaults])
        self.function('lambda', node.lineno, node.args, [node.body])

    def arguments(self, arguments):
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        return listed + [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]

    def function(self, name, lineno, arguments, body):
        outer = self.here
        block = self.enter(name, _FUNCTION, lineno)
        for arg in self.arguments(arguments):
            block.add(arg.arg, DEF_PARAM)
        self.each(body)
        self.here = outer

    def visit_ClassDef(self, node):
        self.here.add(node.name, DEF_LOCAL)
        self.each(node.decorator_list)

        def rest():
            self.each([node.bases, node.keywords])
            made = self.inside(node.name, _CLASS, node.lineno, private=node.name)
            outer, self.here = self.here, made
            if node.type_params:
                made.add('__type_params__', DEF_LOCAL)
                made.add('.type_params', USE)
            self.each(node.body)
            self.here = outer
        self.parametrised(node, node.name, rest)

    def comprehension(self, node, name, *results):
        first = node.generators[0]
        self.visit(first.iter)
        outer = self.here
        block = self.enter(name, _FUNCTION, node.lineno)
        block.generator = name
        block.inlined = name != 'genexpr'
        block.add('.0', DEF_PARAM)
        for number, part in enumerate(node.generators):
            if number:
                self.visit(part.iter)
            self.visit(part.target)
            self.each(part.ifs)
        self.each(results)
        self.here = outer

    def visit_GeneratorExp(self, node):
        self.comprehension(node, 'genexpr', node.elt)

    def visit_ListComp(self, node):
        self.comprehension(node, 'listcomp', node.elt)

    def visit_SetComp(self, node):
        self.comprehension(node, 'setcomp', node.elt)

    def visit_DictComp(self, node):
        self.comprehension(node, 'dictcomp', node.key, node.value)


def _resolve(entry, bound, known_global):
    """Gives each name of a block its scope; the names it takes from the blocks around."""
    scopes, free, local = {}, set(), set()
    bound, known_global = set(bound), set(known_global)
    visible = set(bound)
    for name, flags in entry.symbols.items():
        if flags & DEF_GLOBAL:
            scopes[name] = GLOBAL_EXPLICIT
            known_global.add(name)
            visible.discard(name)
        elif flags & DEF_NONLOCAL:
            scopes[name] = FREE
            free.add(name)
        elif flags & DEF_BOUND:
            scopes[name] = LOCAL
            local.add(name)
            known_global.discard(name)
        elif name in bound:
            scopes[name] = FREE
            free.add(name)
        else:
            scopes[name] = GLOBAL_IMPLICIT
    if entry.type is _CLASS:
        visible |= {'__class__', '__classdict__'}
    elif entry.type is not _MODULE:
        visible |= local
    children, taken = [], set()
    for child in entry.children:
        wanted = _resolve(child, visible, known_global)
        if child.inlined:
            if entry.type is not _CLASS:
                # They are locals of one block, unless a block further in has them too.
                wanted -= {name for name in local if not any(inner.symbols.get(name, 0) >> SCOPE_OFF == FREE for inner in child.children)}
            # Its names belong to the block, its parameter to no block.
            for name, flags in child.symbols.items():
                if flags & DEF_PARAM:
                    continue
                if name not in entry.symbols:
                    entry.symbols[name] = flags & ~(SCOPE_MASK << SCOPE_OFF)
                    scopes[name] = flags >> SCOPE_OFF
            children += child.children
        else:
            children.append(child)
        taken |= wanted
    entry.children = children
    if entry.type is _CLASS:
        taken -= {'__class__', '__classdict__'}
    elif entry.type is not _MODULE:
        for name in local & taken:
            scopes[name] = CELL
        taken -= local
    for name in taken:
        if name not in entry.symbols:
            if name in bound:
                entry.symbols[name], scopes[name] = 0, FREE
        elif entry.type is _CLASS and entry.symbols[name] & (DEF_BOUND | DEF_GLOBAL):
            entry.symbols[name] |= DEF_FREE_CLASS
    for name, scope in scopes.items():
        entry.symbols[name] |= scope << SCOPE_OFF
    return free | taken


def symtable(code, filename, compile_type):
    """The table of a module's names, with those of the blocks inside."""
    if not isinstance(filename, (str, bytes)) and not hasattr(filename, '__fspath__'):
        raise TypeError(f'expected str, bytes or os.PathLike object, not {type(filename).__name__}')
    if isinstance(filename, bytes):
        filename = filename.decode()
    if compile_type not in ('exec', 'eval', 'single'):
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    compile(code, filename, compile_type)
    top = _Blocks(ast.parse(code, filename, compile_type)).top
    _resolve(top, (), ())
    return _made(top, filename)


def _made(entry, filename):
    if entry.table is None:
        kind = Function if entry.type is _FUNCTION else Class if entry.type is _CLASS else SymbolTable
        entry.table = kind(entry, filename)
    return entry.table


class SymbolTable:
    """The names of one block."""

    def __init__(self, raw_table, filename):
        self._table, self._filename = raw_table, filename
        self._symbols = {}

    def __repr__(self):
        kind = '' if type(self) is SymbolTable else f'{type(self).__name__} '
        if self._table.name == 'top':
            return f'<{kind}SymbolTable for module {self._filename}>'
        return f'<{kind}SymbolTable for {self._table.name} in {self._filename}>'

    def get_type(self):
        return self._table.type

    def get_id(self):
        return self._table.id

    def get_name(self):
        return self._table.name

    def get_lineno(self):
        return self._table.lineno

    def is_optimized(self):
        return self._table.type is _FUNCTION

    def is_nested(self):
        return self._table.nested

    def has_children(self):
        return bool(self._table.children)

    def get_identifiers(self):
        return self._table.symbols.keys()

    def lookup(self, name):
        found = self._symbols.get(name)
        if found is None:
            flags = self._table.symbols[name]
            spaces = [_made(child, self._filename) for child in self._table.children if child.name == name]
            found = self._symbols[name] = Symbol(name, flags, spaces, module_scope=self._table.name == 'top')
        return found

    def get_symbols(self):
        return [self.lookup(name) for name in self.get_identifiers()]

    def get_children(self):
        return [_made(child, self._filename) for child in self._table.children]


class Function(SymbolTable):
    """The names of a function."""

    def _those(self, test):
        return tuple(name for name, flags in self._table.symbols.items() if test(flags))

    def get_parameters(self):
        return self._those(lambda flags: flags & DEF_PARAM)

    def get_locals(self):
        return self._those(lambda flags: flags >> SCOPE_OFF in (LOCAL, CELL))

    def get_globals(self):
        return self._those(lambda flags: flags >> SCOPE_OFF in (GLOBAL_IMPLICIT, GLOBAL_EXPLICIT))

    def get_nonlocals(self):
        return self._those(lambda flags: flags & DEF_NONLOCAL)

    def get_frees(self):
        return self._those(lambda flags: flags >> SCOPE_OFF == FREE)


class Class(SymbolTable):
    """The names of a class."""

    def get_methods(self):
        found = {}
        for child in self._table.children:
            if self._table.symbols.get(child.name, 0) >> SCOPE_OFF != LOCAL:
                continue
            inner = child.children if child.type is _PARAMETERS else [child]
            if any(block.name == child.name and block.type is _FUNCTION and '.0' not in block.varnames for block in inner):
                found[child.name] = True
        return tuple(found)


class Symbol:
    """One name in one block."""

    def __init__(self, name, flags, namespaces=None, *, module_scope=False):
        self._name, self._flags = name, flags
        self._scope = flags >> SCOPE_OFF & SCOPE_MASK
        self._namespaces = namespaces or ()
        self._module_scope = module_scope

    def __repr__(self):
        flags = '|'.join(name for name, flag in _FLAGS if self._flags & flag == flag)
        return f'<symbol {self._name!r}: {_SCOPES.get(self._scope, self._scope)}, {flags}>'

    def get_name(self):
        return self._name

    def is_referenced(self):
        return bool(self._flags & USE)

    def is_parameter(self):
        return bool(self._flags & DEF_PARAM)

    def is_global(self):
        return self._scope in (GLOBAL_IMPLICIT, GLOBAL_EXPLICIT) or bool(self._module_scope and self._flags & DEF_BOUND)

    def is_nonlocal(self):
        return bool(self._flags & DEF_NONLOCAL)

    def is_declared_global(self):
        return self._scope == GLOBAL_EXPLICIT

    def is_local(self):
        return self._scope in (LOCAL, CELL) or bool(self._module_scope and self._flags & DEF_BOUND)

    def is_annotated(self):
        return bool(self._flags & DEF_ANNOT)

    def is_free(self):
        return self._scope == FREE

    def is_imported(self):
        return bool(self._flags & DEF_IMPORT)

    def is_assigned(self):
        return bool(self._flags & DEF_LOCAL)

    def is_namespace(self):
        return bool(self._namespaces)

    def get_namespaces(self):
        return self._namespaces

    def get_namespace(self):
        if len(self._namespaces) == 0:
            raise ValueError('name is not bound to any namespaces')
        if len(self._namespaces) > 1:
            raise ValueError('name is bound to multiple namespaces')
        return self._namespaces[0]
