//! Generates a program that uses attributes, imports, aliases and builtins, with all names written out.
//!
//! The programs are small, so that the checker accepts many of them. They compute nothing that the checker leaves to the checks at run
//! time.

use super::choices::Choices;

const ALLOWED: &[&str] = &[
    "math",
    "random",
    "re",
    "json",
    "collections",
    "itertools",
    "functools",
    "operator",
    "string",
    "datetime",
    "time",
    "types",
    "typing",
    "io",
    "copy",
    "contextlib",
    "dataclasses",
    "enum",
    "textwrap",
    "statistics",
    "decimal",
    "logging",
    "unittest",
    "collections.abc",
    "json.decoder",
    "html.parser",
    "urllib.parse",
    "abc",
    "struct",
    "queue",
    "warnings",
    "pprint",
    "heapq",
    "fractions",
];

const DENIED: &[&str] = &[
    "os",
    "sys",
    "importlib",
    "builtins",
    "inspect",
    "subprocess",
    "os.path",
    "gc",
    "threading",
    "pickle",
    "urllib",
    "urllib.request",
    "nothing",
];

const ATTRIBUTES: &[&str] = &[
    "pi",
    "real",
    "name",
    "value",
    "path",
    "sys",
    "os",
    "_os",
    "_sys",
    "re",
    "abc",
    "decoder",
    "parse",
    "error",
    "compile",
    "system",
    "loads",
    "partial",
    "wraps",
    "attrgetter",
    "methodcaller",
    "datetime",
    "time",
    "now",
    "format",
    "mro",
    "gi_frame",
    "gi_code",
    "f_globals",
    "tb_frame",
    "_private",
    "__name__",
    "__doc__",
    "__class__",
    "__dict__",
    "__module__",
    "__globals__",
    "__code__",
    "__builtins__",
    "__subclasses__",
    "__mro__",
    "__bases__",
    "__init__",
    "__self__",
    "__func__",
    "__wrapped__",
    "__call__",
    "__getattribute__",
    "__setattr__",
    "__reduce__",
    "__loader__",
    "__spec__",
    "__import__",
    "__len__",
    "__eq__",
    "__annotations__",
    "__qualname__",
    "__slots__",
    "__match_args__",
    "__traceback__",
    "__context__",
    "__defaults__",
    "__closure__",
    "__iter__",
    "__next__",
    "__hash__",
    "__init_subclass__",
    "__del__",
];

const BUILTINS: &[&str] = &[
    "getattr",
    "setattr",
    "hasattr",
    "delattr",
    "eval",
    "exec",
    "open",
    "__import__",
    "globals",
    "locals",
    "vars",
    "type",
    "print",
    "len",
    "object",
    "str",
    "int",
    "list",
    "dict",
    "super",
    "map",
    "compile",
    "input",
    "callable",
    "isinstance",
    "property",
    "classmethod",
    "memoryview",
    "dir",
    "id",
    "iter",
    "__build_class__",
    "__name__",
    "__builtins__",
    "__spec__",
    "__doc__",
    "exit",
    "help",
    "breakpoint",
    "BaseException",
    "ValueError",
    "ExceptionGroup",
];

/// Forms of statements: `N` is a new name, `V` a bound name, `A` an attribute, `M` a module, `B` a builtin, `E` an expression.
const STATEMENTS: &[&str] = &[
    "N = E",
    "N = V.A",
    "N = V.A.A",
    "N, N = V, E",
    "N = N = V",
    "V.A = E",
    "del V.A",
    "V.A += 1",
    "import M",
    "import M as N",
    "from M import A",
    "from M import A as N",
    "from M import *",
    "N = getattr(V, 'A')",
    "N = getattr(V, 'A', None)",
    "setattr(V, 'A', E)",
    "delattr(V, 'A')",
    "N = hasattr(V, 'A')",
    "N = vars(V)",
    "N = dir(V)",
    "N = '{0.A}'.format(V)",
    "N = '{x.A.A}'.format(x=V)",
    "N = '{0[0].A}'.format([V])",
    "N = '{:{0.A}}'.format(V)",
    "N = str.format('{0.A}', V)",
    "N = '{x.A}'.format_map({'x': V})",
    "N = f'{V.A}'",
    "N = f'{V.A!r:>{V.A}}'",
    "N = operator.attrgetter('A')(V)",
    "N = operator.attrgetter('A.A')(V)",
    "N = operator.methodcaller('A')(V)",
    "from operator import attrgetter as N",
    "N = functools.partial(B, V)",
    "N = functools.partial(getattr, V)('A')",
    "N = functools.reduce(getattr, ['A', 'A'], V)",
    "N = list(map(getattr, [V], ['A']))",
    "N = [N.A for N in [V]]",
    "N = [getattr(V, N) for N in ('A', 'A')]",
    "N = (lambda x=V: x.A)()",
    "N = (lambda: V.A)()",
    "def N(x=V): return x.A",
    "def N(): return V",
    "@V\ndef N(): pass",
    "@V.A\ndef N(): pass",
    "class N: A = E",
    "class N(V): pass",
    "class N(V.A): pass",
    "class N(metaclass=V): pass",
    "class N:\n    def A(self, *args): return self",
    "class N:\n    @property\n    def A(self): return V",
    "class N:\n    def m(self): return super().A",
    "class N:\n    __slots__ = ('A',)",
    "class N:\n    __match_args__ = ('A',)",
    "class N:\n    global V\n    V = E",
    "N = type('N', (), {})",
    "N = type('N', (V,), {'A': V})",
    "N = type(V)",
    "N = type(V).A",
    "match V:\n    case object(A=N): pass",
    "match V:\n    case N if N.A: pass\n    case _: pass",
    "with V as N: N.A",
    "for N in [V, E]: N.A",
    "while V.A: break",
    "try: V.A\nexcept Exception as N: N.A",
    "if (N := V): N.A",
    "N = V if E else V",
    "N = V or E",
    "N = [V, E][0]",
    "N = {'k': V}['k']",
    "N = (V,)\nN, = N",
    "N = V()",
    "N = V(V)",
    "N = V('A')",
    "N = V(V, 'A')",
    "N = V.A()",
    "N = V.A('A')",
    "N = V.A(V)",
    "N = B",
    "N = B(V)",
    "N = B()",
    "N = B('M')",
    "N = B.A",
    "N = object.__getattribute__(V, 'A')",
    "V.__setattr__('A', E)",
    "N = super(V, V).A",
    "global N\nN = V.A",
    "N = __name__",
    "N: V.A = E",
    "def N(x: V.A) -> V.A: pass",
    "type N = V.A",
    "N = yield_from = V",
    "def N():\n    yield V\nN = N().A",
    "async def N(): pass\nN = N().A",
    "assert V.A",
    "raise V",
    "N = V @ V",
    "N = *[V.A], V",
    "V[V.A]",
    "N = dict(A=V)",
    "N = V(A=V)",
    "print(V.A, file=V)",
    "N = sorted([V], key=B)",
    "N = sorted([V], key=lambda x: x.A)",
    "N = '%s' % V.A",
    "N = string.Formatter().format('{0.A}', V)",
    "N = string.Formatter().get_field('0.A', [V], {})",
    "N = string.Template('$A').substitute(A=V)",
    "N = copy.copy(V)",
    "N = types.SimpleNamespace(A=V)",
    "N = types.MethodType(V, V)",
    "N = dataclasses.make_dataclass('N', ['A'])",
    "N = collections.namedtuple('N', 'A')",
    "N = enum.Enum('N', 'A')",
    "N = json.dumps(V, default=B)",
];

const EXPRESSIONS: &[&str] =
    &["V", "1", "'A'", "[1]", "None", "len", "print", "object", "{}", "type(V)", "V.A", "lambda: V", "int", "str", "ValueError('x')"];

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    names: Vec<String>,
    /// The attributes and builtins of this program. They are few, so that they occur repeatedly.
    attributes: Vec<&'static str>,
    builtins: Vec<&'static str>,
}

/// Generates a program.
#[must_use]
pub fn reach(choices: &mut Choices<'_>) -> String {
    let mut writer = Writer { choices, names: vec!["x".to_owned()], attributes: Vec::new(), builtins: Vec::new() };
    for _ in 0..3 {
        writer.attributes.extend(writer.choices.pick(ATTRIBUTES));
        writer.builtins.extend(writer.choices.pick(BUILTINS));
    }
    let mut out = String::from("import collections, copy, dataclasses, enum, functools, json, operator, string, types\nx = 1\n");
    let count = 1 + writer.choices.below(7);
    for _ in 0..count {
        let Some(form) = writer.choices.pick(STATEMENTS).copied() else { break };
        let text = writer.fill(form);
        let in_function = writer.choices.chance(8);
        let indent = if in_function { "        " } else { "    " };
        if in_function {
            out.push_str("def made():\n");
        }
        let outer = if in_function { "    " } else { "" };
        out.push_str(&format!("{outer}try:\n"));
        for line in text.lines() {
            out.push_str(&format!("{indent}{line}\n"));
        }
        out.push_str(&format!("{outer}except Exception as caught:\n{indent}print(caught)\n"));
        if in_function {
            out.push_str("made()\n");
        }
    }
    out
}

impl Writer<'_, '_> {
    /// Fills in a form. Names that the form binds become available after it.
    fn fill(&mut self, form: &str) -> String {
        let mut text = String::new();
        let mut bound = Vec::new();
        self.write(form, &mut text, &mut bound, 0);
        self.names.append(&mut bound);
        text
    }

    /// Writes a form. `depth` limits the recursion: expressions nest three deep.
    fn write(&mut self, form: &str, text: &mut String, bound: &mut Vec<String>, depth: u32) {
        let bytes = form.as_bytes();
        for (at, letter) in form.char_indices() {
            let alone =
                |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            if !(letter.is_ascii_uppercase() && alone(at.checked_sub(1)) && alone(Some(at + 1))) {
                text.push(letter);
                continue;
            }
            match letter {
                'N' => {
                    let name = format!("n{}", self.names.len() + bound.len().min(1));
                    text.push_str(&name);
                    if !bound.contains(&name) {
                        bound.push(name);
                    }
                }
                'V' => {
                    let name = self.choices.pick(&self.names).cloned().unwrap_or_else(|| "x".to_owned());
                    text.push_str(&name);
                }
                'A' => text.push_str(self.choices.pick(&self.attributes).copied().unwrap_or("real")),
                'B' => text.push_str(self.choices.pick(&self.builtins).copied().unwrap_or("len")),
                'M' => {
                    let modules = if self.choices.chance(15) { DENIED } else { ALLOWED };
                    let module = self.choices.pick(modules).copied().unwrap_or("math");
                    text.push_str(module);
                    // `import a.b` binds `a`.
                    bound.push(module.split('.').next().unwrap_or(module).to_owned());
                }
                'E' if depth < 3 => {
                    let form = self.choices.pick(EXPRESSIONS).copied().unwrap_or("1");
                    self.write(form, text, bound, depth + 1);
                }
                'E' => text.push('1'),
                other => text.push(other),
            }
        }
    }
}
