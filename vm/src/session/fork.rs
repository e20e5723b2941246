//! Forks: copies a session within the process. Objects are cloned directly, not through snapshot bytes.
//!
//! A fork also copies what a snapshot leaves out (caches, garbage, unused names), because removing it would take longer.

use std::sync::Arc;

use crate::base::fuel::Fuel;
use crate::base::fuel::SLICE;
use crate::base::host::Host;
use crate::base::snapshot_error::SnapshotError;
use crate::heap::Heap;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::session::outcome::Usage;
use crate::session::package_imports::nobody;
use crate::session::{Config, Session};

/// The memory of a session that held more than this is not used again, unless its template holds half as much. In bytes.
const MOST_REUSED: usize = 4 << 20;

impl Runtime {
    /// Becomes a copy, whatever it was before. It keeps blocks of memory where the copy has as large ones.
    fn become_copy(&mut self, source: &Runtime, config: &Config, embedder: Box<dyn Host>, is_copy: bool) {
        let Runtime { heap, names, shapes, modules, caches, pending, policy, host, budget, identity, thread, finalizers } = self;
        heap.clone_from(&source.heap);
        if !is_copy {
            // Clones of rare objects (queues, tables of attributes) have no spare capacity, so the accounted bytes are computed again.
            heap.refund(source.heap.owned_bytes());
            heap.add(heap.owned_bytes());
        }
        // The copy tells the host of its calls anew.
        heap.refund(source.host.awaited.bytes());
        heap.set_limit(usize::try_from(config.limits.memory_bytes).unwrap_or(usize::MAX));
        let used = source.heap.fuel.used();
        // The limit comes from the new configuration. Fuel that is used up stays used up.
        heap.fuel = Fuel::new(used, config.limits.instructions.saturating_sub(used), SLICE);
        names.clone_from(&source.names);
        shapes.clone_from(&source.shapes);
        modules.become_copy(&source.modules);
        *caches = source.caches.fork();
        *pending = source.pending.fork();
        *policy = source.policy.fork();
        *host = source.host.fork(embedder);
        *budget = source.budget.fork(&config.limits);
        identity.clone_from(&source.identity);
        thread.clone_from(&source.thread);
        finalizers.clone_from(&source.finalizers);
    }
}

impl Interpreter {
    /// An interpreter of which only its memory counts.
    fn blank(config: &Config) -> Box<Interpreter> {
        Box::new(Interpreter::new(Runtime::new(Heap::new(0), config.settings(), nobody())))
    }

    /// Becomes a copy, whatever it was before.
    fn become_copy(&mut self, source: &Interpreter, config: &Config, host: Box<dyn Host>, is_copy: bool) {
        let Interpreter {
            rt,
            units,
            codes,
            sites,
            secondary_caches,
            stack,
            frames,
            internal_frames,
            suspended,
            fallbacks,
            retried_instruction,
            argument_shifts,
            outer_shifts,
            reference_mode,
            ended_at_safepoint,
        } = self;
        rt.become_copy(&source.rt, config, host, is_copy);
        units.clone_from(&source.units);
        share(codes, &source.codes);
        sites.clone_from(&source.sites);
        *secondary_caches = Vec::new();
        stack.clone_from(&source.stack);
        frames.clone_from(&source.frames);
        suspended.clone_from(&source.suspended);
        fallbacks.clone_from(&source.fallbacks);
        *argument_shifts = Vec::new();
        (*internal_frames, *retried_instruction) = (source.internal_frames, source.retried_instruction);
        (*outer_shifts, *reference_mode, *ended_at_safepoint) = (0, config.reference_mode, false);
    }
}

/// A session in which nothing runs any more: it is there to be copied. Copies of it cost less than those of a session that was used.
///
/// ```
/// use stockade_vm::{CaptureHost, Config, Sandbox, Template};
///
/// let config = Config::default();
/// let mut session = Sandbox::with_config(config.clone()).session();
/// session.step("<step 1>", "x = 20", Default::default());
/// let template: Template = session.template(&config, Box::new(CaptureHost::default())).unwrap();
/// let mut copy = template.fork(&config, Box::new(CaptureHost::default())).unwrap();
/// let step = copy.step("<step 2>", "x + 1", Default::default());
/// assert_eq!(step.outcome, stockade_vm::Outcome::Finished(Some("21".to_string())));
/// ```
pub struct Template(Session);

impl Template {
    /// A copy of the session, as [`Session::fork`] makes it.
    ///
    /// # Errors
    /// Those of [`Session::fork`].
    pub fn fork(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        self.copy(config, host, None)
    }

    /// Like [`Template::fork`], in the memory of a session that nobody needs any more. Nothing of that session reaches the copy. It costs
    /// less if that session is a copy of this template, too.
    ///
    /// ```
    /// use stockade_vm::{CaptureHost, Config, Sandbox, Template};
    ///
    /// let config = Config::default();
    /// let mut session = Sandbox::with_config(config.clone()).session();
    /// session.step("<step 1>", "x = 20", Default::default());
    /// let template: Template = session.template(&config, Box::new(CaptureHost::default())).unwrap();
    /// let mut first = template.fork(&config, Box::new(CaptureHost::default())).unwrap();
    /// first.step("<step 2>", "x = 1", Default::default());
    /// let mut second = template.fork_from(first, &config, Box::new(CaptureHost::default())).unwrap();
    /// let step = second.step("<step 2>", "x + 1", Default::default());
    /// assert_eq!(step.outcome, stockade_vm::Outcome::Finished(Some("21".to_string())));
    /// ```
    ///
    /// # Errors
    /// Those of [`Session::fork`].
    pub fn fork_from(&self, used: Session, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        let is_small = used.interpreter.rt.heap.peak() <= MOST_REUSED.max(self.0.interpreter.rt.heap.used.saturating_mul(2));
        self.copy(config, host, is_small.then_some(used))
    }

    fn copy(&self, config: &Config, host: Box<dyn Host>, used: Option<Session>) -> Result<Session, SnapshotError> {
        match self.0.copy(config, host, true, used) {
            Ok(session) => Ok(session),
            Err(host) => self.0.fork(config, host),
        }
    }

    /// Fuel, memory and more that the session has used.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.0.usage()
    }
}

impl Session {
    /// A copy of the session for many copies.
    ///
    /// # Errors
    /// Those of [`Session::fork`].
    pub fn template(&self, config: &Config, host: Box<dyn Host>) -> Result<Template, SnapshotError> {
        let mut session = self.fork(config, host)?;
        session.interpreter.rt.names.make_room();
        session.check.known.share();
        Ok(Template(session))
    }

    /// A copy under the same policy. Returns the host if a copy is impossible: the grants differ (caches depend on them), or the live
    /// objects exceed the new memory limit.
    pub(crate) fn copied(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, false, None)
    }

    /// Like [`Session::copied`], for a session that is itself a copy and in which nothing has run. Copies of its objects have the capacities
    /// that these have, so accounting need not be computed again.
    pub(crate) fn copied_from_template(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, true, None)
    }

    /// `used`: a session whose memory the copy may take. Everything in it is replaced.
    fn copy(&self, config: &Config, host: Box<dyn Host>, is_copy: bool, used: Option<Session>) -> Result<Session, Box<dyn Host>> {
        let rt = &self.interpreter.rt;
        let fits = rt.heap.used as u64 <= config.limits.memory_bytes;
        if !fits || !Arc::ptr_eq(&config.grants, &rt.policy.grants) || config.stress_collection != rt.heap.stress {
            return Err(host);
        }
        let mut interpreter = used.map_or_else(|| Interpreter::blank(config), |used| used.interpreter);
        interpreter.become_copy(&self.interpreter, config, host, is_copy);
        Ok(Session {
            interpreter,
            main: self.main,
            showing: self.showing,
            steps: self.steps,
            later_steps: self.later_steps.clone(),
            runs_imports: self.runs_imports,
            check: self.check.forked(config),
            captured: None,
            limit_report: None,
            ended_at: None,
            step_has_begun: false,
            gives_arguments: false,
        })
    }
}

/// Like `Vec::clone_from`. It leaves alone what is shared already.
fn share(copy: &mut Vec<Arc<LinkedCode>>, codes: &[Arc<LinkedCode>]) {
    copy.truncate(codes.len());
    for (copy, code) in copy.iter_mut().zip(codes) {
        if !Arc::ptr_eq(copy, code) {
            copy.clone_from(code);
        }
    }
    copy.extend_from_slice(codes.get(copy.len()..).unwrap_or_default());
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that cannot go on says so")]
mod tests {
    use crate::base::host::CaptureHost;
    use crate::{Config, Outcome, Session, StepOptions, Template};

    static LIBRARY: crate::Library = crate::Library::new(stockade_stdlib::read_full);

    const PREPARED: &str = r#"
import collections
items, table, many = [1, 2, 3], {"a": 1}, {n: str(n) for n in range(40)}
members, frozen, data = {1, 2, 3}, frozenset("ab"), bytearray(b"0123456789")
long_text = "a text that is longer than those that are in their slots"
pairs, triple = (1, 2), (1, 2, 3)
big, real, imaginary = 2 ** 200, 1.5, 2j
class Point:
    kinds = ["flat"]
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z
class Named(Point, dict): pass
point, named = Point(1, 2, 3), Named(4, 5, 6)
def counter():
    count = 0
    def add(step=1, *, scale=1):
        nonlocal count
        count += step * scale
        return count
    return add
add = counter()
add.note = "kept"
def numbers():
    yield from range(10)
stream = numbers()
next(stream)
queue = collections.deque([1, 2, 3], 5)
try:
    1 / 0
except ZeroDivisionError as error:
    kept_error = error
"#;

    const SPOILS: &str = r#"
import json, builtins, sys
items += range(100); table.clear(); many.pop(3); many["new"] = items
members.clear(); data.extend(b"more"); point.x = point; point.w = 1; del point.z
named["secret"] = 1; Point.kinds.append("x"); Point.secret = 5; Point.__init__ = None
add(5); add.note = "other"; add.__defaults__ = (9,); add.secret = 1
list(stream); queue.extend("abc"); kept_error.args = (1,); kept_error.secret = 2
long_text = "b" * 200
builtins.secret = 1; sys.secret = 2; sys.setrecursionlimit(150)
triple = [triple]
for n in range(300):
    globals()[f"secret_{n}"] = [object() for _ in range(20)]
exec("def sneaky(): return 1")
json.loads('{"key": ' + "[" * 20 + "]" * 20 + "}")
def deep(n): return deep(n - 1) if n else 0
deep(100)
garbage = None
for n in range(3000):
    garbage = [garbage, str(n) * 30]
print("seen")
"#;

    const PROBE: &str = r#"
[sorted(globals()), items, table, many, members, data, long_text, triple, vars(point), dict(named), Point.kinds, sorted(vars(Point)),
 add(), add.__defaults__, vars(add), next(stream), queue, kept_error.args, vars(kept_error), hash("seen"), hash(long_text)]
"#;

    fn host() -> Box<CaptureHost> {
        Box::new(CaptureHost::default())
    }

    fn config() -> Config {
        Config { library: &LIBRARY, ..Config::permissive() }
    }

    fn template(config: &Config, text: &str) -> Template {
        let mut session = Session::new(config, host());
        let step = session.step("<prepared>", text, StepOptions::default());
        assert!(matches!(step.outcome, Outcome::Finished(_)), "{}", step.outcome);
        session.template(config, host()).expect("a template")
    }

    /// Everything that a copy takes from its template into memory of its own.
    fn shown(session: &Session) -> String {
        let Session { interpreter, main, .. } = session;
        let rt = &interpreter.rt;
        let modules = &rt.modules;
        let codes: Vec<_> = interpreter.codes.iter().map(std::sync::Arc::as_ptr).collect();
        let kept = [
            format!("{:#?}", rt.heap),
            format!("{:?} {}", rt.names, rt.heap.owned_bytes()),
            format!("{:?} {:?} {:?}", modules.by_name, modules.namespaces, modules.has_views),
            format!("{:?} {:?} {:?} {:?}", modules.globals, modules.global_names, modules.code_info, modules.imports),
            format!("{:?} {:?} {:?} {codes:?} {main}", interpreter.units, interpreter.sites, interpreter.frames),
            format!("{:?} {:?}", interpreter.stack, interpreter.fallbacks),
        ];
        kept.join("\n")
    }

    fn assert_same(one: &Session, other: &Session) {
        let (one, other) = (shown(one), shown(other));
        for (line, (one, other)) in one.lines().zip(other.lines()).enumerate() {
            assert_eq!(one, other, "line {line}");
        }
        assert_eq!(one.len(), other.len());
    }

    #[test]
    fn a_copy_in_used_memory_is_the_copy_in_new_memory() {
        let config = config();
        let template = template(&config, PREPARED);
        let mut used = template.fork(&config, host()).expect("a copy");
        for round in 0..3 {
            let step = used.step("<step>", SPOILS, StepOptions::default());
            assert!(matches!(step.outcome, Outcome::Finished(_)), "{}", step.outcome);
            if round == 1 {
                used.compact();
            }
            let fresh = template.fork(&config, host()).expect("a copy");
            used = template.fork_from(used, &config, host()).expect("a copy");
            assert_same(&fresh, &used);
        }
        let mut fresh = template.fork(&config, host()).expect("a copy");
        let (one, other) = (fresh.step("<step>", PROBE, StepOptions::default()), used.step("<step>", PROBE, StepOptions::default()));
        assert_eq!(one.outcome, other.outcome);
        assert!(matches!(&one.outcome, Outcome::Finished(Some(text)) if !text.contains("secret")), "{}", one.outcome);
        assert_eq!(format!("{:?}", fresh.usage()), format!("{:?}", used.usage()));
    }

    #[test]
    fn a_copy_may_take_the_memory_of_any_session() {
        let config = config();
        let (template, other) = (template(&config, PREPARED), template(&config, "import json\nsecret = [1] * 100\ndef f(): return secret"));
        let mut used = other.fork(&config, host()).expect("a copy");
        used.step("<step>", "f.secret = 'x' * 100", StepOptions::default());
        let used = template.fork_from(used, &config, host()).expect("a copy");
        assert_same(&template.fork(&config, host()).expect("a copy"), &used);
        let empty = other.fork_from(used, &config, host()).expect("a copy");
        assert_same(&other.fork(&config, host()).expect("a copy"), &empty);
    }

    #[test]
    fn a_session_that_waits_for_its_host_gives_its_memory_too() {
        let config = config();
        let mut session = Session::new(&config, host());
        session.add_tool(&crate::ToolSpec::new("ask", "what")).expect("a copy");
        let template = session.template(&config, host()).expect("a copy");
        let mut used = template.fork(&config, host()).expect("a copy");
        let step = used.step("<step>", "def f(n): return f(n - 1) if n else ask('secret')\nf(50)", StepOptions::default());
        assert!(matches!(step.outcome, Outcome::HostCall(_)), "{}", step.outcome);
        let mut again = template.fork_from(used, &config, host()).expect("a copy");
        assert_same(&template.fork(&config, host()).expect("a copy"), &again);
        assert!(again.host_call().is_none());
        let step = again.step("<step>", "ask(1)", StepOptions::default());
        assert!(matches!(&step.outcome, Outcome::HostCall(call) if call.args == [crate::HostValue::Int(1)]), "{}", step.outcome);
    }

    #[test]
    fn much_memory_is_given_back() {
        let config = config();
        let template = template(&config, PREPARED);
        let mut used = template.fork(&config, host()).expect("a copy");
        used.step("<step>", "held = [[n] for n in range(300_000)]", StepOptions::default());
        let again = template.fork_from(used, &config, host()).expect("a copy");
        assert!(again.interpreter.rt.heap.lists.capacity() < 1000);
    }
}
