//! From text to report: the only place that runs all steps in order: parse, check, compile, verify, run.
//!
//! Each text is parsed once. The check and the compiler read the same tree.

use std::sync::{Arc, Mutex, PoisonError};

use stockade_compiler::bytecode::Program;
use stockade_compiler::tree::Span;
use stockade_compiler::{Deadline, ErrorKind, ModuleKind, SourceText, SyntaxError};
use stockade_policy::{Finding, Grants, KnownNames, Limits, ResolvedPolicy, Verdict};

use crate::base::host::{CaptureHost, Host, SharedHost};
use crate::base::host_value::{ApprovalRequest, HostCall, HostError, HostValue, ToolError, ToolSpec};
use crate::base::stdin::{STDIN_CALL, Stdin};
use crate::runtime::library::Library;
use crate::session::limit_report::LimitReport;
use crate::session::outcome::{CompileRefusal, Outcome, Usage};
use crate::session::{CheckContext, Config, Session, compile_tree};

/// Runs Python texts under a policy: each text in its own session ([`Sandbox::run`]), or several texts in one session
/// ([`Sandbox::session`]).
///
/// The default sandbox uses the preset `default`. Several threads can use one sandbox. Make it once and keep it: its sessions share what is
/// expensive to make.
///
/// ```
/// use stockade_vm::Sandbox;
///
/// let report = Sandbox::default().run("report.py", "print(sum(range(10)))");
/// assert_eq!(format!("{}{}", report.stdout, report.outcome), "45\ncompleted");
/// ```
///
/// A text that the policy does not allow is refused before any of it runs:
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
    approver: Option<Arc<Mutex<Approver>>>,
    stdin: Vec<u8>,
    arguments: Vec<String>,
}

/// A host function: its description and the closure that implements it.
#[derive(Clone)]
struct Tool {
    spec: ToolSpec,
    call: Arc<Mutex<ToolFunction>>,
}

type Approver = dyn FnMut(&ApprovalRequest) -> Result<(), String> + Send;

type ToolFunction = dyn FnMut(&HostCall) -> Result<HostValue, HostError> + Send;

/// How the text of a step is treated. The default is a checked program, if the session has a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepOptions {
    /// The text is a cell of a notebook. If it ends with an assignment, the assigned value becomes the value of the step.
    pub cell: bool,
    /// The text runs without the check. The interpreter still enforces the policy's grants and limits while it runs.
    pub unchecked: bool,
}

/// The result of one step.
#[derive(Debug, Clone)]
pub struct Step {
    /// The text with its name. It converts the positions in findings and errors to lines and columns.
    pub source: Arc<SourceText>,
    /// The verdict of the check; `None` if the text was not checked, or not in time.
    pub verdict: Option<Verdict>,
    /// How the step ended, or the host call that it waits for.
    pub outcome: Outcome,
}

/// The result of one run.
#[derive(Debug, Clone)]
pub struct Report {
    /// The verdict of the check; `None` if the text was not checked, or not in time.
    pub verdict: Option<Verdict>,
    /// How the run ended.
    pub outcome: Outcome,
    /// The resources that the run used. Zero if the text was refused.
    pub usage: Usage,
    /// The limit that ended the run, how much was used, and where the program was. `None` if no limit ended it.
    pub limit: Option<LimitReport>,
    /// The text that the program printed. Empty if the sandbox has its own host, because that host received the text.
    pub stdout: String,
    /// The text that the program wrote to `sys.stderr`, under the same rule. The traceback of an uncaught exception is in `outcome`
    /// instead.
    pub stderr: String,
}

impl Sandbox {
    /// A sandbox with the check, limits, grants and seeds of a policy. Output is captured. The clock is the system's clock, or a frozen
    /// clock if the policy says so.
    #[must_use]
    pub fn new(policy: &ResolvedPolicy) -> Self {
        Sandbox::with_config(Config::new(&Arc::new(policy.clone())))
    }

    /// A sandbox without a check that grants everything the interpreter implements. It is for tests, and for programs whose output is
    /// compared with CPython's. The default limits apply.
    #[must_use]
    pub fn permissive() -> Self {
        Sandbox::with_config(Config::permissive())
    }

    /// A sandbox with the given session settings.
    #[must_use]
    pub fn with_config(config: Config) -> Self {
        let clock_is_frozen = config.check.as_ref().is_some_and(|policy| policy.clock_is_frozen());
        Sandbox { config, clock_is_frozen, host: None, tools: Vec::new(), approver: None, stdin: Vec::new(), arguments: Vec::new() }
    }

    /// Changes the limits of the policy:
    ///
    /// ```
    /// # use stockade_vm::Sandbox;
    /// let sandbox = Sandbox::default().limits(|limits| limits.instructions = 1000);
    /// assert_eq!(sandbox.run("loop.py", "while True: pass").outcome.to_string(), "limit:fuel");
    /// ```
    #[must_use]
    pub fn limits(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.config.limits);
        self
    }

    /// Sets the library that programs can import from. Without it, programs can import only the modules written in Rust, such as `math` and
    /// `itertools`.
    #[must_use]
    pub fn library(mut self, library: &'static Library) -> Self {
        self.config.library = library;
        self
    }

    /// Sets the host that receives output and supplies clocks, for all runs and sessions. Without it, output is captured in the [`Report`].
    #[must_use]
    pub fn host(mut self, host: impl Host + 'static) -> Self {
        self.host = Some(SharedHost::new(host));
        self
    }

    /// Adds a host function.
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
    /// The name or the parameter list of the host function is invalid, or the policy has a rule for a parameter that it does not have.
    pub fn tool(
        mut self,
        spec: ToolSpec,
        call: impl FnMut(&HostCall) -> Result<HostValue, HostError> + Send + 'static,
    ) -> Result<Self, ToolError> {
        spec.parameters()?;
        crate::host_calls::tool_fits(&spec, &self.config.grants)?;
        self.tools.push(Tool { spec, call: Arc::new(Mutex::new(call)) });
        Ok(self)
    }

    /// Sets the function that consents to calls of host functions, or refuses them with a reason, where the policy asks for it
    /// (`tools.allow.NAME.approve`). Without it they are refused.
    #[must_use]
    pub fn approver(mut self, approver: impl FnMut(&ApprovalRequest) -> Result<(), String> + Send + 'static) -> Self {
        self.approver = Some(Arc::new(Mutex::new(approver)));
        self
    }

    /// Sets the bytes that `sys.stdin` and `input()` of each run and session read. Without it, they are empty.
    ///
    /// ```
    /// # use stockade_vm::Sandbox;
    /// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
    /// let sandbox = Sandbox::permissive().library(&LIBRARY).stdin("3\n4\n");
    /// assert_eq!(sandbox.run("sum.py", "print(int(input()) + int(input()))").stdout, "7\n");
    /// ```
    #[must_use]
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = bytes.into();
        self
    }

    /// Sets `sys.argv` after its first item, which is the name of the text.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// The verdict of the check on a text, without running it. `None` if the sandbox has no policy.
    #[must_use]
    pub fn check(&self, name: &str, text: &str) -> Option<Verdict> {
        self.verdict_and_program(name, text).0
    }

    /// Compiles a text to a verified program. Any number of sessions can run it.
    ///
    /// # Errors
    /// A [`CompileRefusal`] with the position in the source.
    pub fn compile(&self, name: &str, text: &str) -> Result<Arc<Program>, CompileRefusal> {
        self.verdict_and_program(name, text).1.map(Arc::new)
    }

    fn verdict_and_program(&self, name: &str, text: &str) -> (Option<Verdict>, Result<Program, CompileRefusal>) {
        let mut check = CheckContext::new(&self.config);
        self.tools.iter().for_each(|tool| check.add_tool(&tool.spec));
        let source = Arc::new(SourceText::new(name, text));
        program_of(&source, &check, &self.config.limits, &self.config.grants, StepOptions::default(), &Deadline::never())
    }

    /// Runs a text in its own session and ends the program as CPython does: first the functions registered with `atexit` run, then
    /// `__del__` of the remaining objects.
    #[must_use]
    pub fn run(&self, name: &str, text: &str) -> Report {
        let mut session = self.new_session();
        let mut report = self.step(&mut session, name, text);
        if matches!(report.outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Exited(_) | Outcome::Raised(_))
            && let Some(outcome) = session.finish()
        {
            let outcome = self.serve(&mut session, outcome);
            let (stdout, stderr) = session.take_printed();
            report.stdout.push_str(&stdout);
            report.stderr.push_str(&stderr);
            if !outcome.is_completed() {
                report.outcome = outcome;
                report.limit = session.limit_report().cloned();
            }
        }
        report
    }

    /// A session for several steps, with the host functions of the sandbox. [`Sandbox::step`] runs a step. The methods of [`Session`]
    /// suspend, save and copy it.
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
        // Where the memory is too small for the input, the program ends at its limit when it reads.
        if session.set_stdin(&Stdin::Bytes(self.stdin.clone())).is_err() {
            let _ = session.set_stdin(&Stdin::Host);
        }
        // Where it is too small for the arguments, it is too small for any program.
        let _ = session.set_arguments(&self.arguments);
        for tool in &self.tools {
            // [`Sandbox::tool`] has checked the description. The only error left is out of memory, and then the program cannot allocate
            // either.
            let _ = session.add_tool(&tool.spec);
        }
        session
    }

    /// Runs a text as the next step of a session, and makes its host calls.
    pub fn step(&self, session: &mut Session, name: &str, text: &str) -> Report {
        let Step { verdict, outcome, .. } = session.step(name, text, StepOptions::default());
        let outcome = self.serve(session, outcome);
        let usage = if matches!(outcome, Outcome::Refused(_)) { Usage::default() } else { session.usage() };
        let limit = session.limit_report().cloned();
        let (stdout, stderr) = session.take_printed();
        Report { verdict, outcome, usage, limit, stdout, stderr }
    }

    /// Makes host calls until the step ends or pauses; those that the program awaits one after the other. A call of a function that the sandbox does not have raises `NameError`.
    pub fn serve(&self, session: &mut Session, mut outcome: Outcome) -> Outcome {
        loop {
            outcome = match outcome {
                Outcome::HostCall(call) if call.tool == STDIN_CALL => {
                    let _ = session.set_stdin(&Stdin::Empty);
                    session.resume_with(Ok(HostValue::Bytes(self.stdin.clone())))
                }
                Outcome::HostCall(call) => session.resume_with(self.answer(&call)),
                Outcome::Approval(asked) => match self.consent(&asked) {
                    Ok(()) => session.approve(),
                    Err(reason) => session.refuse(&reason),
                },
                Outcome::Awaits(awaited) => {
                    for awaited in awaited.calls {
                        // The call is outstanding, so that it takes an answer.
                        let _ = session.answer(awaited.id, self.answer(&awaited.call));
                    }
                    session.resume()
                }
                outcome => return outcome,
            }
        }
    }

    fn consent(&self, asked: &ApprovalRequest) -> Result<(), String> {
        let Some(approver) = &self.approver else {
            let tool = &asked.call.tool;
            return Err(format!("the policy's `tools.allow.{tool}.approve` asks the host for consent, and the host asks nobody"));
        };
        let mut approver = approver.lock().unwrap_or_else(PoisonError::into_inner);
        (*approver)(asked)
    }

    fn answer(&self, call: &HostCall) -> Result<HostValue, HostError> {
        let Some(tool) = self.tools.iter().find(|tool| tool.spec.name == call.tool) else {
            return Err(HostError { type_name: "NameError".to_string(), message: format!("host function '{}' is not lent", call.tool) });
        };
        let mut function = tool.call.lock().unwrap_or_else(PoisonError::into_inner);
        (*function)(call)
    }
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox::with_config(Config::default())
    }
}

impl Session {
    /// Runs a text as the next step: parses it once, checks it, compiles it, verifies the code and runs it. The check of later steps knows
    /// the names that this step binds. If the step makes a host call, the outcome is the call; continue with [`Session::resume_with`].
    pub fn step(&mut self, name: &str, text: &str, options: StepOptions) -> Step {
        self.limit_report = None;
        self.begin_step();
        let source = Arc::new(SourceText::new(name, text));
        if self.check.has_unlisted_globals {
            self.list_globals();
        }
        let rt = &mut self.interpreter.rt;
        let (limits, grants) = (rt.budget.limits.clone(), Arc::clone(&rt.policy.grants));
        let read = rt.in_front_end(|deadline| program_of(&source, &self.check, &limits, &grants, options, deadline));
        let (verdict, program) = match read {
            Ok(read) => read,
            Err(exit) => return Step { source, verdict: None, outcome: self.end_before_start(exit) },
        };
        let outcome = match program {
            Ok(program) => {
                let names = program.globals.iter().filter_map(|global| program.names.get(global.0 as usize));
                names.for_each(|name| self.check.known.add_variable(name));
                self.run(&Arc::new(program))
            }
            Err(refusal) => {
                self.step_has_begun = false;
                Outcome::Refused(refusal)
            }
        };
        Step { source, verdict, outcome }
    }

    /// Checks a source that this session has run already. The session may have run it under another policy; a restored session is checked
    /// this way. The check does not treat the session's variables as known names. `None` if the session has no policy.
    #[must_use]
    pub fn recheck(&self, source: &SourceText) -> Option<Verdict> {
        let policy = self.check.policy.as_ref()?;
        Some(stockade_policy::check_source(source, policy, self.check.catalog(), &self.check.known).0)
    }

    /// The text that the program printed since the last call of this method: stdout, stderr. Both are empty if the session has its own
    /// host.
    pub fn take_printed(&mut self) -> (String, String) {
        self.captured.as_ref().map_or_else(Default::default, crate::Captured::take)
    }
}

/// The verdict of a policy on a text, for a host that only checks. `library` is the library that programs can import from. `known` holds
/// the names that exist before the program starts.
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

/// What a token takes of the host's memory before the run, in bytes: as part of the tree and as code. Measured with texts of one line that are
/// all tokens (`a;a;a;`).
const BYTES_OF_TOKEN: u64 = 160;
/// The tree may take so many bytes besides the limit on memory.
const FREE_FOR_TREE: u64 = 16 << 20;

/// The refusal of a program whose tree would take more memory than the run may.
fn too_large_for_memory(source: &SourceText, limits: &Limits, deadline: &Deadline<'_>) -> Option<CompileRefusal> {
    let most = limits.memory_bytes.saturating_add(FREE_FOR_TREE) / BYTES_OF_TOKEN;
    stockade_compiler::has_more_tokens_than(source, most, deadline).then(|| {
        let message = format!("source has more than {most} tokens, too many for a memory limit of {} bytes", limits.memory_bytes);
        let help = "split the program into smaller ones, or allow more memory: `--memory`, or `limits.memory` in the policy";
        CompileRefusal::NotPython(SyntaxError::new(ErrorKind::SourceLimit, message, Span::default()).with_help(help))
    })
}

/// All steps before the run: check or parse, compile and verify.
fn program_of(
    source: &Arc<SourceText>,
    check: &CheckContext,
    limits: &Limits,
    grants: &Grants,
    options: StepOptions,
    deadline: &Deadline<'_>,
) -> (Option<Verdict>, Result<Program, CompileRefusal>) {
    if let Some(refused) = too_large_for_memory(source, limits, deadline) {
        return (None, Err(refused));
    }
    let kind = if options.cell { ModuleKind::Cell } else { ModuleKind::Program };
    let Some(policy) = check.policy.as_ref().filter(|_| !options.unchecked) else {
        let parse_limits = crate::runtime::compile::limits_of_step(limits);
        let tree = stockade_compiler::parse_until(source, &parse_limits, deadline).map_err(CompileRefusal::NotPython);
        return (None, tree.and_then(|tree| compile_tree(&tree, source, grants, kind, deadline)));
    };
    let (verdict, tree) = stockade_policy::check_source_until(source, policy, check.catalog(), &check.known, deadline);
    let program = match tree {
        Some(tree) if verdict.accepted() => compile_tree(&tree, source, grants, kind, deadline),
        _ => Err(refusal_of(&verdict)),
    };
    (Some(verdict), program)
}

/// The refusal for a verdict that denies. What does not come from the policy takes precedence: a bug of ours, a syntax error, Python that is
/// not supported.
fn refusal_of(verdict: &Verdict) -> CompileRefusal {
    let error = |kind, finding: &Finding| CompileRefusal::NotPython(SyntaxError::new(kind, finding.message.as_str(), finding.span));
    match verdict.findings.iter().find(|finding| finding.is_syntax() || finding.is_internal()) {
        Some(finding) if finding.is_internal() => error(ErrorKind::Internal, finding),
        Some(finding) if finding.is_unsupported() => CompileRefusal::Unsupported { message: finding.message.clone(), span: finding.span },
        Some(finding) => error(ErrorKind::Syntax, finding),
        None => CompileRefusal::Denied,
    }
}
