//! Warm imports: the imports that programs start with run once per thread, in a template session. A new session that starts with the same
//! imports becomes a copy of the template and continues after the imports.
//!
//! The imports are charged as if they had run in the new session, so only the run time differs. A template is kept only if its imports come
//! from the library, succeed, use no host and cause no denials. In all other cases the session runs its imports itself.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stockade_compiler::bytecode::{Code, Const, Constant, Global, Intrinsic, Op, Program};
use stockade_compiler::{ParseLimits, SourceText};

use crate::base::host::Host;
use crate::base::stdin::Stdin;
use crate::base::value::{Tag, Value};
use crate::runtime::packages::Packages;
use crate::session::outcome::Outcome;
use crate::session::package_imports::PackageImports;
use crate::session::{Config, Session, compile_source};

/// Maximum number of templates per thread. Many programs start with the same imports.
const MAX_TEMPLATES: usize = 16;
/// Maximum memory of a template, in bytes.
const MAX_TEMPLATE_BYTES: usize = 8 << 20;
/// Import preludes longer than this, in bytes of text, get no template.
const MAX_PRELUDE_BYTES: usize = 2000;

thread_local! {
    /// The templates; the most recently used one is first.
    static TEMPLATES: RefCell<VecDeque<Template>> = const { RefCell::new(VecDeque::new()) };
}

/// The imports at the start of a program.
pub(crate) struct ImportPrelude {
    /// The imports as source in a normal form: equal imports have equal text.
    text: String,
    /// True if the program has a `__file__`, which is set before the imports.
    has_file: bool,
    /// The docstring before the imports.
    doc: Option<Const>,
    /// The index of the first instruction after the imports.
    end: u32,
}

/// A cache entry for an import prelude. `ready` is `None` if it cannot have a template.
struct Template {
    text: String,
    has_file: bool,
    config: Config,
    ready: Option<TemplateSession>,
}

struct TemplateSession {
    session: Session,
    /// The fuel that the imports used, without the entry cost of the program.
    fuel: u64,
    imports: Vec<String>,
}

/// The state of a session that continues after warm imports.
#[derive(Default)]
pub(crate) struct WarmStart {
    pub(crate) fuel: u64,
    pub(crate) imports: Vec<String>,
    /// Message and rule of what was denied.
    pub(crate) denials: Vec<(String, &'static str)>,
    /// Milliseconds that the host took for the imports. They are not the program's.
    pub(crate) host_ms: u64,
    pub(crate) doc: Option<Const>,
    pub(crate) end: u32,
}

/// A host that supplies nothing, and records whether it was used.
struct RefusingHost(Arc<AtomicBool>);

impl Host for RefusingHost {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, _text: &str, _error: bool) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn wall_clock(&mut self) -> f64 {
        self.0.store(true, Ordering::Relaxed);
        0.0
    }
    fn monotonic(&mut self) -> f64 {
        self.0.store(true, Ordering::Relaxed);
        0.0
    }
    fn sleep(&mut self, _seconds: f64) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl ImportPrelude {
    /// `None` if the program does not start with imports.
    pub(crate) fn of(program: &Program) -> Option<ImportPrelude> {
        let code = program.codes.first()?;
        let reader = ImportScanner { program, code };
        let Start { doc, annotated, at } = reader.start()?;
        let mut text = String::new();
        let mut end = at;
        while let Some(next) = reader.import(end, &mut text) {
            end = next;
        }
        if end == at || text.len() > MAX_PRELUDE_BYTES {
            return None;
        }
        if annotated {
            // This code never runs. It makes the compiler set up `__annotations__` at the start of the module, as the program does.
            text.push_str("if 0:\n    x: int\n");
        }
        let name = program.source.name();
        let has_file = !name.is_empty() && !name.starts_with('<');
        Some(ImportPrelude { text, has_file, doc, end: u32::try_from(end).ok()? })
    }

    /// Calls `take` with the template for these imports. Makes and caches the template if necessary.
    fn with<T>(&self, config: &Config, take: impl FnOnce(&TemplateSession) -> T) -> Option<T> {
        TEMPLATES.with(|kept| {
            let mut kept = kept.try_borrow_mut().ok()?;
            match kept.iter().position(|one| one.is_for(self, config)) {
                Some(0) => {}
                Some(at) => {
                    let found = kept.remove(at)?;
                    kept.push_front(found);
                }
                None => {
                    kept.truncate(MAX_TEMPLATES - 1);
                    let ready = self.run(config);
                    kept.push_front(Template { text: self.text.clone(), has_file: self.has_file, config: config.clone(), ready });
                }
            }
            kept.front()?.ready.as_ref().map(take)
        })
    }

    fn run(&self, config: &Config) -> Option<TemplateSession> {
        let source = Arc::new(SourceText::new(if self.has_file { "imports.py" } else { "<imports>" }, &self.text));
        let program = Arc::new(compile_source(&source, &ParseLimits::default()).ok()?);
        let entry = program.codes.first()?.entry_cost;
        let asked = Arc::new(AtomicBool::new(false));
        let mut session = Session::new(&Config { runs_imports: true, ..config.clone() }, Box::new(RefusingHost(Arc::clone(&asked))));
        let outcome = session.run(&program);
        session.interpreter.reduce_to_warm_imports();
        let usage = session.usage();
        let is_plain = outcome == Outcome::Finished(None) && usage.denials.is_empty() && !asked.load(Ordering::Relaxed);
        if !is_plain || session.interpreter.rt.heap.used > MAX_TEMPLATE_BYTES {
            return None;
        }
        let mut session = session.copied(config, Box::new(RefusingHost(asked))).ok()?;
        session.interpreter.rt.names.make_room();
        session.check.known.share();
        Some(TemplateSession { session, fuel: usage.fuel.saturating_sub(entry.into()), imports: usage.imports })
    }
}

impl Template {
    fn is_for(&self, prefix: &ImportPrelude, config: &Config) -> bool {
        let (ours, theirs) = (&self.config, config);
        self.text == prefix.text
            && self.has_file == prefix.has_file
            && Arc::ptr_eq(&ours.grants, &theirs.grants)
            && std::ptr::eq(ours.library, theirs.library)
            && Packages::new(Arc::clone(&ours.packages)).is_same(&theirs.packages)
            && (ours.hash_seed, ours.random_seed, ours.reference_mode) == (theirs.hash_seed, theirs.random_seed, theirs.reference_mode)
            && ours.limits == theirs.limits
    }
}

/// Reads import statements back from instructions.
pub(crate) struct ImportScanner<'p> {
    pub(crate) program: &'p Program,
    pub(crate) code: &'p Code,
}

/// What stands before the first import of a program.
pub(crate) struct Start {
    /// The docstring.
    doc: Option<Const>,
    /// True if the program has annotations.
    annotated: bool,
    /// The index of the first instruction after it.
    pub(crate) at: usize,
}

impl ImportScanner<'_> {
    /// `None` only for code that refers to a name that is not there.
    pub(crate) fn start(&self) -> Option<Start> {
        let mut start = Start { doc: None, annotated: false, at: 0 };
        if let [Op::LoadConst { dst, value }, Op::StoreGlobal { src, global }, ..] = *self.code.ops.as_slice()
            && src.0 == dst.0
            && self.global(global)? == "__doc__"
        {
            (start.at, start.doc) = (2, Some(value));
        }
        if let Some(Op::Intrinsic { which, .. }) = self.code.ops.get(start.at)
            && u8::try_from(which.0).ok().and_then(Intrinsic::from_u8) == Some(Intrinsic::SetupAnnotations)
        {
            (start.at, start.annotated) = (start.at + 1, true);
        }
        Some(start)
    }

    pub(crate) fn global(&self, global: Global) -> Option<&str> {
        let name = self.program.globals.get(global.0 as usize)?;
        self.program.names.get(name.0 as usize).map(|name| &**name)
    }

    pub(crate) fn text(&self, constant: Const) -> Option<&str> {
        match self.code.consts.get(usize::from(constant.0))? {
            Constant::Str(text) => Some(text),
            _ => None,
        }
    }

    /// If the instruction at `at` starts an import statement, appends the statement to `text` as a line of source. Returns the index of the
    /// instruction after it.
    pub(crate) fn import(&self, at: usize, text: &mut String) -> Option<usize> {
        let ops = &self.code.ops;
        let Some(Op::Import { dst, level, name, fromlist }) = ops.get(at) else { return None };
        let module = self.text(*name).filter(|_| level.0 == 0)?;
        let mut at = at + 1;
        if matches!(self.code.consts.get(usize::from(fromlist.0))?, Constant::None) {
            let first = at;
            while let Some(Op::ImportFrom { dst: to, module: from, .. }) = ops.get(at)
                && (to.0, from.0) == (dst.0, dst.0)
            {
                at += 1;
            }
            let name = self.stored(at, dst.0)?;
            if at == first && module.contains('.') {
                writeln!(text, "import {module}").ok().filter(|()| module.split('.').next() == Some(name))?;
            } else {
                writeln!(text, "import {module} as {name}").ok()?;
            }
            return Some(at + 1);
        }
        let written = text.len();
        write!(text, "from {module} import ").ok()?;
        let before = at;
        while let Some(Op::ImportFrom { dst: to, module: from, name }) = ops.get(at)
            && from.0 == dst.0
            && let (Some(name), Some(stored)) = (self.text(*name), self.stored(at + 1, to.0))
        {
            write!(text, "{}{name} as {stored}", if at == before { "" } else { ", " }).ok()?;
            at += 2;
        }
        if at == before {
            text.truncate(written);
            return None;
        }
        text.push('\n');
        Some(at)
    }

    /// The global to which an instruction stores a register.
    fn stored(&self, at: usize, register: u8) -> Option<&str> {
        match self.code.ops.get(at)? {
            Op::StoreGlobal { src, global } if src.0 == register => self.global(*global),
            _ => None,
        }
    }
}

impl Session {
    /// Turns a new session into a copy of the template for the program's imports. `None`, and no change, if there is no template or this
    /// session is not new.
    pub(crate) fn start_from_template(&mut self, program: &Program) -> Option<WarmStart> {
        if self.runs_imports || !self.is_untouched() {
            return None;
        }
        if let Some(imports) = PackageImports::of(program, &self.interpreter.rt.modules) {
            // The other templates run imports once for each thread, which costs too much for a package.
            return self.start_after_packages(&imports, program);
        }
        let prefix = ImportPrelude::of(program)?;
        let config = Config { check: None, ..self.config() };
        let entry = u64::from(program.codes.first()?.entry_cost);
        let warm_start = prefix.with(&config, |ready| {
            // If the run would end or pause during the imports, the session must run them itself.
            let used = ready.fuel.saturating_add(entry);
            let stop_at = self.interpreter.rt.heap.fuel.stop_at();
            if used > config.limits.instructions || stop_at.is_some_and(|at| at <= used) {
                return None;
            }
            let host = std::mem::replace(&mut self.interpreter.rt.host.embedder, Box::new(RefusingHost(Arc::default())));
            match ready.session.copied_from_template(&config, host) {
                Ok(mut copy) => {
                    if !copy.take_over_input(self) {
                        std::mem::swap(&mut self.interpreter.rt.host.embedder, &mut copy.interpreter.rt.host.embedder);
                        return None;
                    }
                    (self.interpreter, self.main) = (copy.interpreter, copy.main);
                    self.interpreter.rt.heap.fuel.set_stop(stop_at);
                    Some(WarmStart {
                        fuel: ready.fuel,
                        imports: ready.imports.clone(),
                        denials: Vec::new(),
                        host_ms: 0,
                        doc: prefix.doc,
                        end: prefix.end,
                    })
                }
                Err(host) => {
                    self.interpreter.rt.host.embedder = host;
                    None
                }
            }
        });
        warm_start.flatten()
    }

    /// The configuration of this session, for one that runs its imports.
    pub(crate) fn config(&self) -> Config {
        let rt = &self.interpreter.rt;
        Config {
            check: self.check.policy.clone(),
            grants: Arc::clone(&rt.policy.grants),
            library: rt.modules.library,
            packages: rt.modules.packages.shared(),
            limits: rt.budget.limits.clone(),
            hash_seed: rt.identity.hash_seed,
            random_seed: rt.identity.random_seed,
            stress_collection: false,
            reference_mode: self.interpreter.reference_mode,
            runs_imports: true,
        }
    }

    /// True if the session is unused since it was made, and nothing was added or lent to it.
    fn is_untouched(&self) -> bool {
        let rt = &self.interpreter.rt;
        let is_empty = |space: &crate::runtime::modules::Namespace| space.order.len() == 2 && !rt.modules.has_views;
        self.interpreter.units.is_empty()
            && rt.modules.by_name.len() == 1
            && rt.modules.namespaces.first().is_some_and(is_empty)
            && rt.host.tools.is_empty()
            && rt.host.lent_modules.is_empty()
            && rt.host.module_sources.is_empty()
            && !rt.heap.stress
            && !rt.policy.changed
    }

    /// Takes over the input and the arguments of the program that `session` has. False if the memory is too small for them.
    pub(crate) fn take_over_input(&mut self, session: &Session) -> bool {
        let (heap, host) = (&session.interpreter.rt.heap, &session.interpreter.rt.host);
        let stdin = match host.stdin.bytes.tag {
            Tag::Bytes => Stdin::Bytes(heap.bytes.get(host.stdin.bytes.index()).data.to_vec()),
            _ if host.stdin.host_has_more => Stdin::Host,
            _ => Stdin::Empty,
        };
        self.interpreter.rt.host.crossing = host.crossing;
        self.set_stdin(&stdin).is_ok() && self.set_arguments(&host.arguments).is_ok()
    }

    /// Sets `sys.argv` to the name and the arguments of the program, because the template has the name of its own source there.
    fn name_argument(&mut self) -> Result<(), crate::base::abrupt::Abrupt> {
        let rt = &mut self.interpreter.rt;
        let file = rt.intern("__file__")?;
        match rt.get_global(self.main, file) {
            Some(name) => self.interpreter.list_arguments(Some(name)),
            None => Ok(()),
        }
    }

    /// Moves the module's frame past its imports.
    pub(crate) fn skip_imports(&mut self, warm_start: &WarmStart, code: u32) -> Result<(), crate::base::abrupt::Abrupt> {
        if let Some(doc) = warm_start.doc {
            let text = self.interpreter.codes.get(code as usize).and_then(|code| code.consts.get(usize::from(doc.0))).copied();
            self.interpreter.rt.set_global(self.main, crate::base::names::dunder_doc, text.unwrap_or(Value::NONE))?;
        }
        self.name_argument()?;
        if let Some(frame) = self.interpreter.frames.last_mut() {
            frame.pc = warm_start.end;
        }
        Ok(())
    }
}
