//! Imports of packages that are done already: a program that begins with imports of packages continues from a template of a session after
//! these imports. The host's cache keeps templates for other processes.
//!
//! A program cannot tell. Whether a template was made now or by another process, the session is read from its bytes, and the imports are
//! charged as if they had run. The import statements themselves run in the program, which finds the modules loaded; so one template serves
//! `import sympy` and `from sympy import symbols`. A template is made only of imports that succeed and use nothing that belongs to one
//! session: no clock, no input, no output, and no name of the program. Other programs run their imports themselves, and this is kept too.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use stockade_compiler::bytecode::{Constant, Op, Program};
use stockade_compiler::{ParseLimits, SourceText};

use crate::base::abrupt::Abrupt;
use crate::base::host::Host;
use crate::base::names::{dunder_doc, dunder_name};
use crate::base::stdin::Stdin;
use crate::base::value::{Tag, Value};
use crate::native_modules::time::wall_nanoseconds;
use crate::runtime::core::Runtime;
use crate::runtime::modules::Modules;
use crate::session::outcome::Outcome;
use crate::session::warm_imports::{ImportScanner, WarmStart};
use crate::session::{Config, Session, compile_source};

/// Imports longer than this, in bytes of text, get no template.
const MAX_TEXT_BYTES: usize = 2000;
/// The most bytes of a template.
const MAX_TEMPLATE_BYTES: usize = 64 << 20;
/// Templates that a process keeps, and their bytes. The oldest go first.
const MAX_KEPT: usize = 32;
const MAX_KEPT_BYTES: usize = 128 << 20;
/// The name of the program for which a template is made. Nothing in a template may have it: each session puts its own name there.
const NAME: &str = "program-8f1d2c60b7.py";

/// The imports at the start of a program, to the last one of a package.
pub(crate) struct PackageImports {
    /// What has the same effect on modules: a statement in each line.
    text: String,
    has_file: bool,
}

/// The templates of this process by key, the latest first. The library's address is part of the key. `None`: there can be none.
type Kept = VecDeque<(String, Option<Arc<[u8]>>)>;

static KEPT: Mutex<Kept> = Mutex::new(VecDeque::new());

fn kept(key: &str) -> Option<Option<Arc<[u8]>>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let at = kept.iter().position(|(known, _)| known == key)?;
    let found = kept.remove(at)?;
    let bytes = found.1.clone();
    kept.push_front(found);
    Some(bytes)
}

/// Frees the templates that this process keeps of sessions that begin with imports of packages.
pub fn forget_templates() {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

fn keep(key: String, bytes: Option<Arc<[u8]>>) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|(known, _)| *known != key);
    kept.push_front((key, bytes));
    let mut total = 0;
    let fits = kept.iter().take(MAX_KEPT).take_while(|(_, bytes)| {
        total += bytes.as_ref().map_or(0, |bytes| bytes.len());
        total <= MAX_KEPT_BYTES
    });
    let count = fits.count();
    kept.truncate(count);
}

/// The host of a session for a template: it knows the time and whether the run was cancelled, and notes whether it was asked for more.
struct WatchingHost {
    real: Arc<Mutex<Option<Box<dyn Host>>>>,
    /// How often it was asked.
    asked: Arc<AtomicU32>,
}

impl WatchingHost {
    fn ask<T>(&self, what: impl FnOnce(&mut dyn Host) -> T, other: T) -> T {
        let mut real = self.real.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *real {
            Some(host) => what(host.as_mut()),
            None => other,
        }
    }

    fn note(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }
}

impl Host for WatchingHost {
    fn elapsed_ms(&mut self) -> u64 {
        self.ask(|host| host.elapsed_ms(), 0)
    }
    fn is_cancelled(&mut self) -> bool {
        self.ask(|host| host.is_cancelled(), false)
    }
    fn write(&mut self, _text: &str, _error: bool) {
        self.note();
    }
    fn wall_clock(&mut self) -> f64 {
        self.note();
        0.0
    }
    fn monotonic(&mut self) -> f64 {
        self.note();
        0.0
    }
    fn sleep(&mut self, _seconds: f64) {
        self.note();
    }
}

/// What came of the attempt to make a template.
struct Made {
    bytes: Option<Vec<u8>>,
    /// Another attempt ends in the same way.
    is_final: bool,
    /// Milliseconds that the imports ran, of the time of the program.
    program_ms: u64,
}

/// Fuel and peak memory of the imports, and the session.
struct TemplateBytes<'a> {
    fuel: u64,
    peak: usize,
    body: &'a [u8],
}

impl<'a> TemplateBytes<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (fuel, rest) = bytes.split_first_chunk::<8>()?;
        let (peak, body) = rest.split_first_chunk::<8>()?;
        let peak = usize::try_from(u64::from_le_bytes(*peak)).ok()?;
        Some(TemplateBytes { fuel: u64::from_le_bytes(*fuel), peak, body })
    }
}

impl PackageImports {
    /// `None` if the program does not start with imports among which is a package.
    pub(crate) fn of(program: &Program, modules: &Modules) -> Option<PackageImports> {
        modules.packages.iter().next()?;
        let code = program.codes.first()?;
        let scanner = ImportScanner { program, code };
        let mut at = scanner.start()?.at;
        // The statements so far as they are, and those to the last package.
        let (mut text, mut found) = (String::new(), None);
        while let Some(Op::Import { level, name, fromlist, .. }) = code.ops.get(at)
            && level.0 == 0
        {
            let module = scanner.text(*name)?;
            let top = module.split('.').next().unwrap_or(module);
            if modules.packages.has_top(top) && !modules.library.contains(top) {
                found = Some(format!("{text}import {module}\n"));
            }
            let mut end = at + 1;
            while let Some(Op::ImportFrom { .. } | Op::StoreGlobal { .. } | Op::ImportStar { .. }) = code.ops.get(end) {
                end += 1;
            }
            // Names that a statement takes from a module may be modules that it imports.
            let has_names = !matches!(code.consts.get(usize::from(fromlist.0))?, Constant::None);
            if has_names && modules.library.contains(module) && !modules.library.is_package(module) {
                text.push_str(&format!("import {module}\n"));
            } else if scanner.import(at, &mut text) != Some(end) {
                break;
            }
            at = end;
        }
        let text = found.filter(|text| text.len() <= MAX_TEXT_BYTES)?;
        let name = program.source.name();
        Some(PackageImports { text, has_file: !name.is_empty() && !name.starts_with('<') })
    }

    /// What decides about the template, as 64 hexadecimal digits.
    fn key(&self, config: &Config) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut eat = |data: &[u8]| {
            hasher.update(&(data.len() as u64).to_le_bytes());
            hasher.update(data);
        };
        eat(self.text.as_bytes());
        eat(config.grants.digest().as_bytes());
        eat(config.check.as_ref().map_or("", |policy| &policy.sha256).as_bytes());
        for name in config.library.names() {
            eat(name.as_bytes());
        }
        for package in config.packages.iter() {
            eat(package.digest().as_bytes());
        }
        // These decide when a run ends, and about nothing that happens before.
        let mut limits = config.limits.clone();
        for ends in ["limits.fuel", "limits.timeout", "limits.total_timeout", "limits.output", "limits.host_calls"] {
            limits.set(ends, 0);
        }
        eat(format!("{limits:?}").as_bytes());
        eat(&config.hash_seed.to_le_bytes());
        eat(&config.random_seed.to_le_bytes());
        eat(&[u8::from(self.has_file), u8::from(config.reference_mode)]);
        hasher.finalize().to_hex().to_string()
    }

    /// Runs the imports in a session of their own.
    fn make(&self, config: &Config, host: Box<dyn Host>) -> (Made, Box<dyn Host>) {
        let real = Arc::new(Mutex::new(Some(host)));
        let asked = Arc::new(AtomicU32::new(0));
        let made = self.made(config, &real, &asked);
        let host = real.lock().unwrap_or_else(PoisonError::into_inner).take();
        (made, host.unwrap_or_else(|| Box::new(WatchingHost { real: Arc::default(), asked })))
    }

    fn made(&self, config: &Config, real: &Arc<Mutex<Option<Box<dyn Host>>>>, asked: &Arc<AtomicU32>) -> Made {
        let nothing = |is_final, program_ms| Made { bytes: None, is_final, program_ms };
        let watching = || WatchingHost { real: Arc::clone(real), asked: Arc::clone(asked) };
        let mut session = Session::new(config, Box::new(watching()));
        let began = watching().elapsed_ms();
        let Some(ran) = session.run_imports(self) else { return nothing(true, 0) };
        let compiling = session.interpreter.rt.budget.deadline_ms.saturating_sub(session.interpreter.rt.budget.limits.wall_ms);
        let program_ms = watching().elapsed_ms().saturating_sub(began).saturating_sub(compiling);
        let is_final = !matches!(ran.outcome, Outcome::Exceeded(_) | Outcome::Interrupted);
        let is_plain = ran.outcome == Outcome::Finished(None) && asked.load(Ordering::Relaxed) == u32::from(session.has_log());
        let bytes = session.own_values().filter(|_| is_plain).and_then(|watched| session.to_template(watched).ok());
        let Some(body) = bytes.filter(|body| body.len() <= MAX_TEMPLATE_BYTES) else { return nothing(is_final, program_ms) };
        let mut bytes = Vec::with_capacity(body.len() + 16);
        bytes.extend_from_slice(&ran.fuel.to_le_bytes());
        bytes.extend_from_slice(&(session.interpreter.rt.heap.peak() as u64).to_le_bytes());
        bytes.extend_from_slice(&body);
        Made { bytes: Some(bytes), is_final, program_ms }
    }
}

/// The end of the imports, and the fuel that a program saves that begins with them.
struct Ran {
    outcome: Outcome,
    fuel: u64,
}

impl Session {
    /// Runs imports in a new session, in a namespace that the program does not see. `None` if they do not compile, or memory is too small.
    fn run_imports(&mut self, imports: &PackageImports) -> Option<Ran> {
        let name = if imports.has_file { NAME } else { "<imports>" };
        let program = |text: &str| compile_source(&Arc::new(SourceText::new(name, text)), &ParseLimits::default()).ok().map(Arc::new);
        let program = program(&imports.text)?;
        self.set_stdin(&Stdin::Host).ok()?;
        if imports.has_file {
            self.name_file(&program);
        }
        let main = self.main;
        let module = self.interpreter.rt.new_module("__main__", false).ok()?;
        self.main = self.interpreter.rt.heap.modules.get(module.index()).namespace;
        let outcome = self.run(&program);
        let usage = self.usage();
        let mut ran = Ran { fuel: usage.fuel, outcome };
        if ran.outcome == Outcome::Finished(None) {
            let rt = &mut self.interpreter.rt;
            let (imports, denials) = (std::mem::take(&mut rt.modules.imports), rt.policy.denials.clone());
            // The program does the same again. What it does twice is not charged twice.
            ran.outcome = self.run(&program);
            ran.fuel = ran.fuel.saturating_sub(self.usage().fuel);
            self.interpreter.unload_latest_step();
            self.interpreter.reduce_to_warm_imports();
            let rt = &mut self.interpreter.rt;
            (rt.modules.imports, rt.policy.denials) = (imports, denials);
        }
        let rt = &mut self.interpreter.rt;
        let slots = rt.modules.namespaces.get(self.main as usize).map_or_else(Vec::new, |space| space.order.clone());
        for slot in slots {
            if let Some(global) = rt.modules.globals.get_mut(slot as usize) {
                *global = Value::UNDEF;
            }
        }
        self.main = main;
        self.set_stdin(&Stdin::Empty).ok()?;
        Some(ran)
    }

    /// The values of a session for a template that each session has for itself, with the number of their places. `None` if the imports have
    /// changed `__main__`, or have made other texts of the name of the program.
    fn own_values(&mut self) -> Option<FxHashMap<Value, u32>> {
        let rt = &mut self.interpreter.rt;
        let file = rt.intern("__file__").ok()?;
        let order = rt.modules.namespaces.get(self.main as usize)?.order.clone();
        let is_usual = |slot: &u32| {
            let name = rt.modules.global_names.get(*slot as usize);
            rt.global(*slot).is_undef() || name.is_some_and(|name| [dunder_name, dunder_doc, file].contains(name))
        };
        if !order.iter().all(is_usual) {
            return None;
        }
        let mut watched: FxHashMap<Value, u32> = FxHashMap::default();
        // A namespace that is shown as a dict has its values there once more.
        let places = |rt: &Runtime, space: u32| {
            let has_view = rt.modules.namespaces.get(space as usize).is_some_and(|space| space.view.tag == Tag::Dict);
            1 + u32::from(has_view)
        };
        if let Some(name) = rt.get_global(self.main, file) {
            *watched.entry(name).or_default() += places(rt, self.main);
        }
        if let Some(sys) = rt.modules.by_name.get("sys").copied() {
            let space = rt.heap.modules.get(sys.index()).namespace;
            for text in ["argv", "orig_argv"] {
                let name = rt.intern(text).ok()?;
                let Some(list) = rt.get_global(space, name).filter(|list| list.tag == Tag::List) else { continue };
                *watched.entry(list).or_default() += places(rt, space);
                // A program without a file has '' there, which is everywhere.
                let own = |item: &&Value| item.is_str() && rt.heap.text(**item).contains(NAME);
                for item in rt.heap.lists.get(list.index()).items.iter().filter(own) {
                    *watched.entry(*item).or_default() += 1;
                }
            }
        }
        let strs = &rt.heap.strs;
        let named = (1..u32::try_from(strs.len()).ok()?).map(|at| Value::heap(Tag::Str, at));
        for text in named.filter(|text| rt.heap.text(*text).contains(NAME)) {
            watched.entry(text).or_default();
        }
        Some(watched)
    }

    /// True if the module `logging` is loaded. It asks the clock once, when it is loaded, and begins to count there.
    fn has_log(&self) -> bool {
        self.interpreter.rt.modules.by_name.contains_key("logging")
    }

    /// Lets `logging` count from `now`, in nanoseconds.
    fn restart_log(&mut self, now: i64) -> Result<(), Abrupt> {
        let rt = &mut self.interpreter.rt;
        let Some(module) = rt.modules.by_name.get("logging").copied() else { return Ok(()) };
        let (space, name) = (rt.heap.modules.get(module.index()).namespace, rt.intern("_startTime")?);
        rt.set_global(space, name, Value::int(now))
    }

    /// Turns a new session into one in which the imports of packages have run. No change, if there is no template. `None` if there is nothing
    /// to say about it.
    pub(crate) fn start_after_packages(&mut self, imports: &PackageImports, program: &Program) -> Option<WarmStart> {
        if !self.interpreter.rt.host.arguments.is_empty() {
            // A package can read them.
            return None;
        }
        let config = self.config();
        let key = imports.key(&config);
        let here = format!("{key}{:p}", config.library);
        let known = kept(&here);
        if known == Some(None) {
            return None;
        }
        if !self.step_has_begun {
            self.begin_step();
        }
        let elapsed = |session: &mut Session| session.interpreter.rt.host.embedder.elapsed_ms();
        let began = elapsed(self);
        let store = config.packages.iter().find_map(|package| package.templates());
        let stored = || store.and_then(|store| store.load(&key)).map(Arc::from);
        let mut program_ms = 0;
        let mut begun = None;
        if let Some(bytes) = known.flatten().or_else(stored) {
            if bytes.is_empty() {
                keep(here, None);
                return None;
            }
            begun = self.begin_from(&bytes, &config, program);
            if begun.is_some() {
                keep(here.clone(), Some(bytes));
            }
        }
        // `begin_from` fails for bytes that are none of a template, which are made again.
        if begun.is_none() {
            let host = std::mem::replace(&mut self.interpreter.rt.host.embedder, nobody());
            let (made, host) = imports.make(&config, host);
            self.interpreter.rt.host.embedder = host;
            program_ms = made.program_ms;
            begun = made.bytes.as_ref().and_then(|bytes| self.begin_from(bytes, &config, program));
            if begun.is_some() || made.is_final {
                let bytes = made.bytes.filter(|_| begun.is_some()).unwrap_or_default();
                if let Some(store) = store {
                    store.save(&key, &bytes);
                }
                keep(here, (!bytes.is_empty()).then(|| bytes.into()));
            } else {
                program_ms = 0;
            }
        }
        let took = elapsed(self).saturating_sub(began);
        let mut start = begun.flatten().unwrap_or_default();
        // The time of imports that this session runs again is the host's.
        let program_ms = if start.fuel > 0 { program_ms } else { 0 };
        start.host_ms = took.saturating_sub(program_ms);
        Some(start)
    }

    /// Becomes the session of a template. `None`, and no change, if the bytes are none. `Some(None)`, and no change, if this session would
    /// end or pause during the imports, or has too little memory: it must run them itself.
    fn begin_from(&mut self, bytes: &[u8], config: &Config, program: &Program) -> Option<Option<WarmStart>> {
        let template = TemplateBytes::of(bytes)?;
        let entry = u64::from(program.codes.first()?.entry_cost);
        let used = template.fuel.saturating_add(entry);
        let stop_at = self.interpreter.rt.heap.fuel.stop_at();
        if used > config.limits.instructions || stop_at.is_some_and(|at| at <= used) || template.peak as u64 > config.limits.memory_bytes {
            return Some(None);
        }
        let mut copy = Session::of_template(template.body, config, nobody()).ok()?;
        if !copy.take_over_input(self) {
            return Some(None);
        }
        if copy.has_log() && copy.restart_log(wall_nanoseconds(&mut self.interpreter.rt)).is_err() {
            return Some(None);
        }
        copy.interpreter.rt.heap.settle(template.peak);
        std::mem::swap(&mut copy.interpreter.rt.host.embedder, &mut self.interpreter.rt.host.embedder);
        (self.interpreter, self.main) = (copy.interpreter, copy.main);
        let rt = &mut self.interpreter.rt;
        rt.heap.fuel.set_stop(stop_at);
        let denials = rt.policy.denials.kept().to_vec();
        Some(Some(WarmStart { fuel: template.fuel, imports: rt.modules.imports.clone(), denials, ..WarmStart::default() }))
    }
}

/// A host in the place of one that is elsewhere for a moment.
pub(super) fn nobody() -> Box<dyn Host> {
    Box::new(WatchingHost { real: Arc::default(), asked: Arc::default() })
}
