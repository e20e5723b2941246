//! Generates code from the tree and the facts about scopes. It makes one pass over each body of code and emits register
//! bytecode directly, without an intermediate form.
//!
//! Bodies of inner functions wait in a queue, so nested functions do not recurse. Within a body the pass follows
//! CPython's order of evaluation exactly. Locals are read in their own registers; temporaries form a stack above them
//! (`unit.rs`).

mod calls;
mod cell;
mod classes;
mod compare;
mod comprehension;
mod display;
mod exits;
mod expr;
mod functions;
mod imports;
mod loops;
mod operators;
mod patterns;
mod stmt;
mod strings;
mod targets;
mod tries;
mod types;
mod unit;
mod unparse;
mod waiting;
mod with;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::bytecode::{Base, Capture, Child, Code, CodeId, CodeKind, Dst, Flag, Global, ModuleKind, NameId, Op, Program, Reg};
use crate::deadline::{Deadline, Phase};
use crate::error::{CompileError, Res};
use crate::fuel;
use crate::scope::{Facts, ScopeId};
use crate::source::SourceText;
use crate::stack;
use crate::symbols::{Names, Private};
use crate::tree::{ClassId, Expr, ExprId, FunctionId, List, Span, Stmt, StmtId, Tree};
use unit::Unit;

/// Options of the compiler.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// Decides which value the module has.
    pub module_kind: ModuleKind,
    /// True to compile the source for `exec` with two mappings. The value of the program is then a function. Called
    /// with a mapping, it runs the source with that mapping as its local variables. Functions defined in the source see
    /// only the global variables.
    pub over_locals: bool,
    /// True to keep annotations as text, as under `from __future__ import annotations`. `compile` inherits it from its caller.
    pub future_annotations: bool,
}

/// A body of code that waits in the queue.
#[derive(Debug, Clone, Copy)]
enum Body {
    Module(List<StmtId>),
    Function(FunctionId),
    Lambda(ExprId),
    GenExpr(ExprId),
    Class(ClassId),
    FunctionTypes(FunctionId),
    ClassTypes(ClassId),
    AliasTypes(StmtId),
    /// The lazily evaluated expression of a type parameter or an alias.
    Thunk(ExprId),
}

struct QueuedBody {
    body: Body,
    scope: ScopeId,
    name: NameId,
    qualname: Box<str>,
    /// In a type-parameter scope, the prefix of qualified names outside it. The scope does not appear in them.
    prefix: Option<Box<str>>,
    captures: Vec<Capture>,
    /// See [`unit::Unit::steady`].
    steady: u64,
    /// Decides which names are mangled.
    private: Private,
    first_line: u32,
}

/// A program that starts threads mentions one of these names.
const THREADS: [&str; 11] = [
    "threading",
    "_thread",
    "concurrent",
    "concurrent.futures",
    "to_thread",
    "run_in_executor",
    "run_coroutine_threadsafe",
    "multiprocessing",
    "multiprocessing.pool",
    "multiprocessing.dummy",
    "multiprocessing.process",
];

/// The message for a program whose qualified and private names are too long in all.
const LONG_NAMES: &str = "too long names in nested definitions";

/// Compiles a parsed and checked tree.
///
/// # Errors
/// A body of code exceeds a limit of the bytecode.
pub fn compile(tree: &Tree, source: Arc<SourceText>, options: &CompileOptions) -> Result<Program, CompileError> {
    compile_until(tree, source, options, &Deadline::never())
}

/// Compiles a tree as [`compile`] does, as long as there is time.
///
/// # Errors
/// Those of [`compile`]. Also if the time is over: [`Deadline::ended_in`] then says so.
pub fn compile_until(
    tree: &Tree,
    source: Arc<SourceText>,
    options: &CompileOptions,
    deadline: &Deadline<'_>,
) -> Result<Program, CompileError> {
    let program = compile_in_time(tree, source, options, deadline)?;
    if deadline.ended_in().is_some() { Err(CompileError::late()) } else { Ok(program) }
}

fn compile_in_time(
    tree: &Tree,
    source: Arc<SourceText>,
    options: &CompileOptions,
    deadline: &Deadline<'_>,
) -> Result<Program, CompileError> {
    // Measured without optimisation: this nesting fits in the stack of any thread (2 MiB).
    if tree.nesting <= 200 {
        return compile_here(tree, source, options, deadline);
    }
    stack::run(tree.nesting, || compile_here(tree, source, options, deadline))
        .unwrap_or_else(|_| Err(CompileError::new("no stack for so deep a source", Span::default())))
}

fn compile_here(tree: &Tree, source: Arc<SourceText>, options: &CompileOptions, deadline: &Deadline<'_>) -> Result<Program, CompileError> {
    let mut names = Names::new(tree, source.text().len());
    let future_annotations = options.future_annotations || imports_future_annotations(tree);
    let facts = Facts::analyze(tree, &mut names, future_annotations, options.over_locals, deadline)?;
    if deadline.begin(Phase::Generate) {
        return Err(CompileError::late());
    }
    if names.are_too_long() {
        return Err(CompileError::new(LONG_NAMES, Span::default()));
    }
    let module_name = names.intern("<module>");
    let names_count = names.len();
    let mut compiler = Compiler {
        tree,
        deadline,
        source,
        facts,
        names,
        global_slots: vec![0; names_count],
        globals: Vec::with_capacity(16),
        queue: VecDeque::new(),
        codes: Vec::new(),
        next_code: 0,
        future_annotations,
        kind: options.module_kind,
        over_locals: options.over_locals,
        static_attributes: None,
        has_threads: THREADS.iter().any(|name| tree.symbols.find(name).is_some()),
        unit: Unit::default(),
    };
    compiler.enqueue(QueuedBody {
        body: Body::Module(tree.body),
        scope: ScopeId(0),
        name: module_name,
        qualname: "<module>".into(),
        prefix: None,
        captures: Vec::new(),
        steady: 0,
        private: Private::default(),
        first_line: 1,
    });
    while let Some(pending) = compiler.queue.pop_front() {
        let code = compiler.body(pending)?;
        compiler.codes.push(code);
        if compiler.names.are_too_long() {
            return Err(CompileError::new(LONG_NAMES, Span::default()));
        }
    }
    if options.over_locals || compiler.waits() {
        compiler.wrap();
    }
    let warnings = if matches!(compiler.kind, ModuleKind::Library | ModuleKind::Executed) {
        Vec::new()
    } else {
        crate::syntax::warnings_until(&compiler.source, tree, deadline)
    };
    Ok(Program {
        warnings,
        source: compiler.source,
        codes: compiler.codes,
        kind: compiler.kind,
        future_annotations,
        globals: compiler.globals,
        names: compiler.names.into_table(),
        fuel_version: fuel::VERSION,
    })
}

/// True if the module starts with `from __future__ import annotations`. Its docstring and other such imports may come before it.
fn imports_future_annotations(tree: &Tree) -> bool {
    for (at, stmt) in tree.list(tree.body).iter().enumerate() {
        match tree.stmt(*stmt) {
            Stmt::ImportFrom { module: Some(module), names, level: 0 } if tree.name(module.name) == "__future__" => {
                if tree.list(names).iter().any(|alias| tree.name(alias.name.name) == "annotations") {
                    return true;
                }
            }
            Stmt::Expr { value } if at == 0 && matches!(tree.expr(value), Expr::Constant(crate::tree::Constant::Str(_))) => {}
            _ => return false,
        }
    }
    false
}

struct Compiler<'t> {
    tree: &'t Tree,
    deadline: &'t Deadline<'t>,
    source: Arc<SourceText>,
    facts: Facts,
    names: Names<'t>,
    /// By name id: the index in `globals` plus one, or 0 if the name has none yet.
    global_slots: Vec<u32>,
    globals: Vec<NameId>,
    queue: VecDeque<QueuedBody>,
    codes: Vec<Code>,
    next_code: u32,
    future_annotations: bool,
    kind: ModuleKind,
    over_locals: bool,
    /// For each class, the attributes that its methods assign. Computed when the first class is compiled.
    static_attributes: Option<rustc_hash::FxHashMap<ClassId, Vec<crate::tree::Sym>>>,
    /// True if the program may start threads. Other threads may then change variables of a frame while it waits for a call.
    has_threads: bool,
    unit: Unit,
}

impl<'t> Compiler<'t> {
    /// Fails if the time is over.
    fn step(&self) -> Res<()> {
        if self.deadline.is_over() { Err(CompileError::late()) } else { Ok(()) }
    }

    fn enqueue(&mut self, pending: QueuedBody) -> CodeId {
        let id = CodeId(self.next_code);
        self.next_code += 1;
        self.queue.push_back(pending);
        id
    }

    /// True if the module itself waits. Its body is then that of a coroutine, which runs over the module's variables.
    fn waits(&self) -> bool {
        !self.over_locals && self.facts.scope(ScopeId(0)).is_async
    }

    fn body(&mut self, mut pending: QueuedBody) -> Res<Code> {
        let kind = match pending.body {
            Body::Module(_) if self.waits() => CodeKind::Function,
            Body::Module(_) if !self.over_locals => CodeKind::Module,
            Body::Module(_) | Body::Class(_) => CodeKind::Class,
            _ => CodeKind::Function,
        };
        self.open_unit(&mut pending, kind);
        match pending.body {
            Body::Module(body) => self.module_body(body)?,
            Body::Function(id) => self.function_body(id)?,
            Body::Lambda(id) => self.lambda_body(id)?,
            Body::GenExpr(id) => self.generator_expression_body(id)?,
            Body::Class(id) => self.class_body(id)?,
            Body::FunctionTypes(id) => self.function_types_body(id)?,
            Body::ClassTypes(id) => self.class_types_body(id)?,
            Body::AliasTypes(id) => self.alias_types_body(id)?,
            Body::Thunk(id) => self.thunk_body(id)?,
        }
        Ok(self.close_unit())
    }

    fn module_body(&mut self, body: List<StmtId>) -> Res<()> {
        let stmts = self.tree.list(body);
        if let Some(doc) = self.docstring(body).filter(|_| self.kind != ModuleKind::Interactive) {
            let name = self.names.intern("__doc__");
            let reg = self.temp()?;
            let span = stmts.first().map(|first| self.tree.stmt_span(*first)).unwrap_or_default();
            self.load_constant(reg, crate::bytecode::Constant::Str(doc.clone()), span)?;
            if self.over_locals {
                let name = self.name_operand(name)?;
                self.emit(Op::StoreName { src: Reg(reg), name }, span);
            } else {
                self.store_global(reg, name, span);
            }
            self.unit.code.doc = Some(doc);
            self.free_to(reg);
        }
        if self.facts.scope(self.unit.scope).has_annotations {
            self.setup_annotations()?;
        }
        let (last, rest) = match stmts.split_last() {
            Some((last, rest)) if !matches!(self.kind, ModuleKind::Library | ModuleKind::Executed | ModuleKind::Interactive) => {
                match self.tree.stmt(*last) {
                    Stmt::Expr { value } => (Some(value), rest),
                    _ => (None, stmts),
                }
            }
            _ => (None, stmts),
        };
        let (rest, end) = match rest.split_last() {
            Some((end, rest)) if last.is_none() && self.kind == ModuleKind::Cell => (rest, Some(*end)),
            _ => (rest, None),
        };
        for stmt in rest {
            self.stmt(*stmt)?;
        }
        if let Some(end) = end.filter(|_| self.unit.reachable) {
            return self.last_cell_statement(end, self.tree.stmt_span(end));
        }
        match last {
            Some(value) if self.unit.reachable => {
                let span = self.tree.expr_span(value);
                self.unit.here = span;
                let reg = self.operand(value, None)?;
                self.emit_return(reg, span);
            }
            _ => self.return_none()?,
        }
        Ok(())
    }

    /// Inserts a new module before the code. It makes a function of the former body of the module and returns it.
    fn wrap(&mut self) {
        for code in &mut self.codes {
            for child in &mut code.children {
                child.0 += 1;
            }
        }
        self.open_unit(
            &mut QueuedBody {
                body: Body::Thunk(ExprId(0)),
                scope: ScopeId(0),
                name: self.codes.first().map_or(NameId(0), |code| code.name),
                qualname: "<module>".into(),
                prefix: None,
                captures: Vec::new(),
                steady: 0,
                private: Private::default(),
                first_line: 1,
            },
            CodeKind::Module,
        );
        let span = Span::default();
        self.unit.code.nregs = 1;
        self.unit.code.children.push(CodeId(1));
        self.emit(Op::MakeFunction { dst: Dst(0), base: Base(0), flags: Flag(0), child: Child(0) }, span);
        self.emit_return(0, span);
        let code = self.close_unit();
        self.codes.insert(0, code);
    }

    /// Returns the slot of a global name.
    fn global(&mut self, name: NameId) -> Global {
        let at = name.0 as usize;
        if at >= self.global_slots.len() {
            self.global_slots.resize(self.names.len().max(at + 1), 0);
        }
        // The slot's number plus one, or 0. The vector is long enough here.
        let Some(slot) = self.global_slots.get_mut(at) else { return Global(u32::MAX) };
        if *slot == 0 {
            self.globals.push(name);
            *slot = u32::try_from(self.globals.len()).unwrap_or(u32::MAX);
        }
        Global(*slot - 1)
    }
}
