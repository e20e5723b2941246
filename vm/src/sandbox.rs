//! Text to report: the only place that runs the steps in order: parse, check, compile, verify, run.
//!
//! A text is parsed once. The tree that the check walks is the tree that the compiler reads.

use std::sync::{Arc, Mutex, PoisonError};

use stockade_compiler::bytecode::Program;
use stockade_compiler::{ErrorKind, ModuleKind, SourceText, SyntaxError};
use stockade_policy::{KnownNames, Limits, ResolvedPolicy, Verdict};

use crate::base::host::{CaptureHost, Host, SharedHost};
use crate::base::host_value::{HostCall, HostError, HostValue, ToolError, ToolSpec};
use crate::runtime::library::Library;
use crate::session::outcome::{CompileRefusal, Outcome, Usage};
use crate::session::{CheckContext, Config, Session, compile_tree};

/// Runs Python texts under a policy: each in a session of its own ([`Sandbox::run`]), or several in one ([`Sandbox::session`]).
///
/// The default is the preset `default`. A sandbox can be used from several threads and is made once: its sessions share what is costly to make.
///
/// ```
/// use stockade_vm::Sandbox;
///
/// let report = Sandbox::default().run("report.py", "print(sum(range(10)))");
/// assert_eq!(format!("{}{}", report.stdout, report.outcome), "45\ncompleted");
/// ```
///
/// What the policy does not allow is refused before anything runs:
///
/// ```
/// # use stockade_vm::Sandbox;
/// let report = Sandbox::default().run("report.py", "import os\nos.remove('/etc/passwd')");
/// assert_eq!(report.outcome.to_string(), "policy");
/// assert_eq!(report.verdict.unwrap().findings[0].rule.id, "IMP001");
/// ```
#[derive(Clone)]
pub struct Sandbox {
    config: Config,
    clock_is_frozen: bool,
    host: Option<SharedHost>,
    tools: Vec<Tool>,
}

/// A host function and what is called for it.
#[derive(Clone)]
struct Tool {
    spec: ToolSpec,
    call: Arc<Mutex<ToolFunction>>,
}

type ToolFunction = dyn FnMut(&HostCall) -> Result<HostValue, HostError> + Send;

/// How a step's text is read. The default is a program that is checked, if the session has a policy to check it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepOptions {
    /// The text is a cell of a notebook: an assignment at its end gives the step its value, too.
    pub cell: bool,
    /// The text runs without the check. What the machine refuses while it runs it refuses all the same.
    pub unchecked: bool,
}

/// What became of a step's text.
#[derive(Debug, Clone)]
pub struct Step {
    /// The text with its name, for places in it.
    pub source: Arc<SourceText>,
    /// What the check says of it; None where it was not checked.
    pub verdict: Option<Verdict>,
    /// How the step ended, or what it waits for.
    pub outcome: Outcome,
}

/// What became of a run.
#[derive(Debug, Clone)]
pub struct Report {
    /// What the check says of the text; None where it was not checked.
    pub verdict: Option<Verdict>,
    /// How the run ended.
    pub outcome: Outcome,
    /// What it used; nothing, if it was refused.
    pub usage: Usage,
    /// What it printed. Empty where the sandbox has a host of its own, which has the text.
    pub stdout: String,
    /// What it wrote to `sys.stderr`, in the same way. The traceback of an exception is not in it, but in `outcome`.
    pub stderr: String,
}

impl Sandbox {
    /// A sandbox with the check, the limits, the grants and the seeds of a policy. Output is captured, and the clock is the system's, or stands
    /// still where the policy says so.
    #[must_use]
    pub fn new(policy: &ResolvedPolicy) -> Self {
        Sandbox::with_config(Config::new(&Arc::new(policy.clone())))
    }

    /// A sandbox without a check, in which all that the machine implements is granted: for tests, and for programs that are compared with
    /// CPython. Default limits hold.
    #[must_use]
    pub fn permissive() -> Self {
        Sandbox::with_config(Config::permissive())
    }

    /// A sandbox from what a session is made with.
    #[must_use]
    pub fn with_config(config: Config) -> Self {
        let clock_is_frozen = config.check.as_ref().is_some_and(|policy| policy.clock_is_frozen());
        Sandbox { config, clock_is_frozen, host: None, tools: Vec::new() }
    }

    /// Other limits than the policy's, where the host sets some:
    ///
    /// ```
    /// # use stockade_vm::Sandbox;
    /// let sandbox = Sandbox::default().limits(|limits| limits.instructions = 1000);
    /// assert_eq!(sandbox.run("loop.py", "while True: pass").outcome.to_string(), "limit:instructions");
    /// ```
    #[must_use]
    pub fn limits(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.config.limits);
        self
    }

    /// What programs can import. Without it that is what the machine has in Rust: `math`, `itertools` and the like.
    #[must_use]
    pub fn library(mut self, library: &'static Library) -> Self {
        self.config.library = library;
        self
    }

    /// A host with output and clocks of its own, for all runs and sessions. Without it output is captured for the [`Report`].
    #[must_use]
    pub fn host(mut self, host: impl Host + 'static) -> Self {
        self.host = Some(SharedHost::new(host));
        self
    }

    /// Lends a host function.
    ///
    /// ```
    /// use stockade_vm::{HostValue, Sandbox, ToolSpec};
    ///
    /// let sandbox = Sandbox::default().tool(ToolSpec::new("double", "x: int"), |call| match call.args.as_slice() {
    ///     [HostValue::Int(x)] => Ok(HostValue::Int(x * 2)),
    ///     _ => Err(stockade_vm::HostError { type_name: "TypeError".into(), message: "double() takes an int".into() }),
    /// })?;
    /// assert_eq!(sandbox.run("tools.py", "print(double(21))").stdout, "42\n");
    /// # Ok::<(), stockade_vm::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// Its name or its parameter list is not usable.
    pub fn tool(
        mut self,
        spec: ToolSpec,
        call: impl FnMut(&HostCall) -> Result<HostValue, HostError> + Send + 'static,
    ) -> Result<Self, ToolError> {
        spec.parameters()?;
        self.tools.push(Tool { spec, call: Arc::new(Mutex::new(call)) });
        Ok(self)
    }

    /// What the check says of a text, without running it; None where the sandbox has no policy to check it by.
    #[must_use]
    pub fn check(&self, name: &str, text: &str) -> Option<Verdict> {
        self.verdict_and_program(name, text).0
    }

    /// A text to a verified program, which any number of sessions can run.
    ///
    /// # Errors
    /// [`CompileRefusal`] with the place in the source.
    pub fn compile(&self, name: &str, text: &str) -> Result<Arc<Program>, CompileRefusal> {
        self.verdict_and_program(name, text).1.map(Arc::new)
    }

    fn verdict_and_program(&self, name: &str, text: &str) -> (Option<Verdict>, Result<Program, CompileRefusal>) {
        let mut check = CheckContext::new(&self.config);
        self.tools.iter().for_each(|tool| check.add_tool(&tool.spec));
        let source = Arc::new(SourceText::new(name, text));
        program_of(&source, &check, &self.config.limits, StepOptions::default())
    }

    /// Runs a text in a session of its own, and ends the program as CPython does: functions registered with `atexit` are called, then
    /// `__del__` of what is left.
    #[must_use]
    pub fn run(&self, name: &str, text: &str) -> Report {
        let mut session = self.new_session();
        let mut report = self.step(&mut session, name, text);
        if matches!(report.outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Raised(_))
            && let Some(outcome) = session.finish()
        {
            let outcome = self.serve(&mut session, outcome);
            let (stdout, stderr) = session.take_printed();
            report.stdout.push_str(&stdout);
            report.stderr.push_str(&stderr);
            if !outcome.is_completed() {
                report.outcome = outcome;
            }
        }
        report
    }

    /// A session for several steps, with the host functions of the sandbox: [`Sandbox::step`] runs them. Its methods suspend, write down and
    /// copy it.
    #[must_use]
    pub fn session(&self) -> Session {
        let mut session = self.new_session();
        session.expect_steps();
        session
    }

    fn new_session(&self) -> Session {
        let (host, captured): (Box<dyn Host>, _) = match &self.host {
            Some(host) => (Box::new(host.clone()), None),
            None => {
                let host = CaptureHost::with_clock(self.clock_is_frozen);
                let captured = host.captured();
                (Box::new(host), Some(captured))
            }
        };
        let mut session = Session::new(&self.config, host);
        session.captured = captured;
        for tool in &self.tools {
            // The description was looked at before. If there is no memory for it, there is none for the program either.
            let _ = session.add_tool(&tool.spec);
        }
        session
    }

    /// Runs a text as the next step of a session, and answers its calls of host functions.
    pub fn step(&self, session: &mut Session, name: &str, text: &str) -> Report {
        let Step { verdict, outcome, .. } = session.step(name, text, StepOptions::default());
        let outcome = self.serve(session, outcome);
        let usage = if matches!(outcome, Outcome::Refused(_)) { Usage::default() } else { session.usage() };
        let (stdout, stderr) = session.take_printed();
        Report { verdict, outcome, usage, stdout, stderr }
    }

    /// Answers the calls of host functions until the step ends or is paused. A function that the sandbox does not lend gets a `NameError`.
    pub fn serve(&self, session: &mut Session, mut outcome: Outcome) -> Outcome {
        while let Outcome::HostCall(call) = outcome {
            let answer = match self.tools.iter().find(|tool| tool.spec.name == call.tool) {
                Some(tool) => {
                    let mut function = tool.call.lock().unwrap_or_else(PoisonError::into_inner);
                    (*function)(&call)
                }
                None => {
                    Err(HostError { type_name: "NameError".to_string(), message: format!("host function '{}' is not lent", call.tool) })
                }
            };
            outcome = session.resume_with(answer);
        }
        outcome
    }
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox::with_config(Config::default())
    }
}

impl Session {
    /// Runs a text as the next step: parses it once, checks it, compiles it, verifies the code and runs it. Names that it binds exist for the
    /// check of later steps. A step that calls a host function is answered by [`Session::resume_with`].
    pub fn step(&mut self, name: &str, text: &str, options: StepOptions) -> Step {
        let source = Arc::new(SourceText::new(name, text));
        if self.check.has_unlisted_globals {
            self.list_globals();
        }
        let (verdict, program) = program_of(&source, &self.check, &self.machine.rt.budget.limits, options);
        let outcome = match program {
            Ok(program) => {
                let names = program.globals.iter().filter_map(|global| program.names.get(global.0 as usize));
                names.for_each(|name| self.check.known.add_variable(name));
                self.run(&Arc::new(program))
            }
            Err(refusal) => Outcome::Refused(refusal),
        };
        Step { source, verdict, outcome }
    }

    /// What this session's check says of a source that it has run already, which may have been under another policy: the sources of a restored
    /// session are checked so. Variables of the session do not count as known. None where the session has no policy to check by.
    #[must_use]
    pub fn recheck(&self, source: &SourceText) -> Option<Verdict> {
        let policy = self.check.policy.as_ref()?;
        Some(stockade_policy::check_source(source, policy, self.check.catalog(), &self.check.known).0)
    }

    /// What the program printed since this was last called, stdout first. Empty where the session was made with a host of its own.
    pub fn take_printed(&mut self) -> (String, String) {
        self.captured.as_ref().map_or_else(Default::default, crate::Captured::take)
    }
}

/// The verdict of a policy on a text, for a host that only checks. `library` is what programs can import, and `known` has the names that exist before the program.
///
/// ```
/// use stockade_compiler::SourceText;
/// use stockade_policy::KnownNames;
///
/// let policy = stockade_policy::resolve_preset("default").unwrap();
/// let library = stockade_vm::Library::native_only();
/// let verdict = stockade_vm::check_text(&SourceText::new("a.py", "print(1)"), &policy, library, &KnownNames::standard());
/// assert!(verdict.accepted());
/// ```
#[must_use]
pub fn check_text(source: &SourceText, policy: &ResolvedPolicy, library: &'static Library, known: &KnownNames) -> Verdict {
    stockade_policy::check_source(source, policy, crate::catalog(library), known).0
}

/// The steps before the run.
fn program_of(
    source: &Arc<SourceText>,
    check: &CheckContext,
    limits: &Limits,
    options: StepOptions,
) -> (Option<Verdict>, Result<Program, CompileRefusal>) {
    let kind = if options.cell { ModuleKind::Cell } else { ModuleKind::Program };
    let Some(policy) = check.policy.as_ref().filter(|_| !options.unchecked) else {
        let tree = stockade_compiler::parse(source, &crate::runtime::compile::limits_of(limits)).map_err(CompileRefusal::NotPython);
        return (None, tree.and_then(|tree| compile_tree(&tree, source, kind)));
    };
    let (verdict, tree) = stockade_policy::check_source(source, policy, check.catalog(), &check.known);
    let program = match tree {
        Some(tree) if verdict.accepted() => compile_tree(&tree, source, kind),
        _ => Err(refusal_of(&verdict)),
    };
    (Some(verdict), program)
}

/// What a verdict that denies comes to: an error of syntax if it has one, for which no policy is to blame.
fn refusal_of(verdict: &Verdict) -> CompileRefusal {
    match verdict.findings.iter().find(|finding| finding.is_syntax()) {
        Some(finding) => CompileRefusal::NotPython(SyntaxError::new(ErrorKind::Syntax, finding.message.as_str(), finding.span)),
        None => CompileRefusal::Denied,
    }
}
