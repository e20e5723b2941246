//! What is attacked: a policy, with the tools and modules of its host. Runs programs under it and records what they did.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use stockade_policy::model::{Expectation, Path, PolicyTest};
use stockade_policy::pattern::ModulePattern;
use stockade_policy::{Limits, ResolvedPolicy, resolve_preset};
use stockade_vm::{CaptureHost, Config, HostCall, HostValue, Library, ModuleSource, Outcome, STDIN_CALL, Session, StepOptions, ToolSpec};

use crate::settings;

/// Resolves the policy with an edit: YAML that a child of the policy would have.
pub type Resolve = dyn Fn(&str) -> Result<ResolvedPolicy, String> + Send + Sync;

/// What an attempt prints when it has reached something.
pub(crate) const MARK: &str = "PWNED";

/// A policy with what its host gives to programs.
pub struct Target {
    /// The policy, as the user named it.
    pub name: String,
    /// The host functions.
    pub tools: Vec<ToolSpec>,
    /// The modules that the host lends as source.
    pub modules: Vec<ModuleSource>,
    pub(crate) library: &'static Library,
    pub(crate) machine: Arc<Machine>,
    /// The preset that the policy starts from. `None` if the policy is one, or starts from none.
    pub(crate) base: Option<Arc<Machine>>,
    resolve: Box<Resolve>,
    edited: Mutex<BTreeMap<String, Option<Arc<Machine>>>>,
}

/// A policy, ready for runs.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) policy: Arc<ResolvedPolicy>,
    config: Config,
}

/// What a program did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The rules that deny the program before it runs.
    pub(crate) denied_by: Vec<&'static str>,
    pub(crate) outcome: Outcome,
    pub(crate) stdout: String,
    /// The value of the last expression, or the message and traceback of an exception.
    pub(crate) told: String,
    /// Everything that the host can read: prints, value, message, traceback.
    pub(crate) shown: String,
    /// The rules of the refusals while it ran.
    pub(crate) denials: Vec<(String, String)>,
    pub(crate) calls: Vec<HostCall>,
    /// How often the host was asked for its consent.
    pub(crate) asked: usize,
}

impl Ran {
    /// True if the mark was printed.
    pub(crate) fn is_marked(&self) -> bool {
        self.stdout.contains(MARK)
    }

    pub(crate) fn ran(&self) -> bool {
        !matches!(self.outcome, Outcome::Refused(_))
    }
}

impl Machine {
    fn new(policy: ResolvedPolicy, library: &'static Library) -> Self {
        // Programs that attack must not keep this process busy. What a limit itself allows is judged by its number.
        Self::with_fuel(policy, library, 20_000_000)
    }

    fn with_fuel(policy: ResolvedPolicy, library: &'static Library, fuel: u64) -> Self {
        let policy = Arc::new(policy);
        let cap = Limits { instructions: fuel, memory_bytes: 256 << 20, ..policy.limits.clone() };
        let config = Config { library, limits: policy.limits.min(&cap), ..Config::new(&policy) };
        Machine { policy, config }
    }
}

impl Target {
    /// A target. `resolve` makes the policy with an edit.
    #[must_use]
    pub fn new(
        name: &str,
        policy: ResolvedPolicy,
        tools: Vec<ToolSpec>,
        modules: Vec<ModuleSource>,
        library: &'static Library,
        resolve: Box<Resolve>,
    ) -> Self {
        let base = settings::base_of(name, &policy).and_then(|base| resolve_preset(base).ok());
        Target {
            name: name.to_owned(),
            tools,
            modules,
            library,
            machine: Arc::new(Machine::new(policy, library)),
            base: base.map(|base| Arc::new(Machine::new(base, library))),
            resolve,
            edited: Mutex::default(),
        }
    }

    pub(crate) fn policy(&self) -> &ResolvedPolicy {
        &self.machine.policy
    }

    /// The names of the modules that the host gives.
    pub(crate) fn given(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|module| module.name.as_str())
    }

    /// True if the host gives a module.
    pub(crate) fn gives(&self, module: &str) -> bool {
        self.given().any(|name| name == module)
    }

    /// The policy with an edit. `None` if it cannot be resolved.
    pub(crate) fn edited(&self, edit: &str) -> Option<Arc<Machine>> {
        let mut known = self.edited.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || (self.resolve)(edit).ok().map(|policy| Arc::new(Machine::new(policy, self.library)));
        known.entry(edit.to_owned()).or_insert_with(make).clone()
    }

    /// True if a program names a module that may be imported only because the host lends it. A policy test has no such modules.
    pub(crate) fn lends_alone(&self, code: &str) -> bool {
        let slot = self.policy().settings.get(&Path::of(&["imports", "allow"]));
        let is_written = |name: &str| {
            let mut entries = slot.into_iter().flat_map(settings::entries);
            entries.any(|(pattern, entry)| settings::is_of_file(&entry.origin) && ModulePattern::new(pattern).matches(name))
        };
        self.given().any(|name| code.contains(name) && !is_written(name))
    }

    /// A machine that denies nothing, for looking around.
    pub(crate) fn open_machine(&self) -> Option<Machine> {
        Some(Machine::with_fuel(resolve_preset("permissive").ok()?, self.library, 5_000_000_000))
    }

    /// The tools as the check and policy tests read them.
    fn tool_texts(&self) -> Vec<Box<str>> {
        let word = |tool: &ToolSpec| if tool.is_async { "async " } else { "" };
        self.tools.iter().map(|tool| format!("{}{}({})", word(tool), tool.name, tool.params).into()).collect()
    }

    /// A policy test with the tools of the host.
    pub(crate) fn policy_test(&self, name: &str, code: &str, expect: Expectation) -> PolicyTest {
        PolicyTest { name: name.into(), code: code.into(), expect, tools: self.tool_texts(), variables: Vec::new() }
    }

    /// Runs a program as the host does: the check first, then the machine.
    pub(crate) fn run(&self, machine: &Machine, code: &str) -> Ran {
        self.run_with(machine, code, true)
    }

    /// Runs a program, without the check if told so.
    pub(crate) fn run_with(&self, machine: &Machine, code: &str, checked: bool) -> Ran {
        run(&machine.config, code, checked, &self.tools, &self.modules)
    }
}

/// A call of a tool, as Python.
pub(crate) fn call_text(tool: &ToolSpec, arguments: &[String]) -> String {
    format!("{}{}({})", if tool.is_async { "await " } else { "" }, tool.name, arguments.join(", "))
}

/// Runs a program in a new session, and answers its host calls.
pub(crate) fn run(config: &Config, code: &str, checked: bool, tools: &[ToolSpec], modules: &[ModuleSource]) -> Ran {
    let host = Box::<CaptureHost>::default();
    let captured = host.captured();
    let mut session = Session::new(config, host);
    for tool in tools {
        // A signature that is none was reported when it was read.
        let _ = session.add_tool(tool);
    }
    for module in modules {
        let _ = session.add_module(module.clone());
    }
    let step = session.step("attack.py", code, StepOptions { unchecked: !checked, ..StepOptions::default() });
    let (mut outcome, mut calls, mut asked) = (step.outcome, Vec::new(), 0);
    let answer = || Ok(HostValue::Str("answer".to_owned()));
    loop {
        outcome = match outcome {
            Outcome::HostCall(call) if call.tool == STDIN_CALL => session.resume_with(Ok(HostValue::Bytes(Vec::new()))),
            Outcome::HostCall(call) => {
                calls.push(call);
                session.resume_with(answer())
            }
            // The rules judge the arguments before anybody is asked, and whoever is asked may say yes.
            Outcome::Approval(_) => {
                asked += 1;
                session.approve()
            }
            Outcome::Awaits(awaited) if !awaited.calls.is_empty() => {
                for one in awaited.calls {
                    // The session has just named the call.
                    let _ = session.answer(one.id, answer());
                    calls.push((*one.call).clone());
                }
                session.resume()
            }
            ended => {
                outcome = ended;
                break;
            }
        };
    }
    let usage = session.usage();
    let (stdout, stderr) = captured.take();
    let told = match &outcome {
        Outcome::Finished(Some(text)) | Outcome::Answered(Some(text)) => text.clone(),
        Outcome::Raised(raised) => format!("{}\n{}", raised.message, raised.traceback),
        Outcome::Exited(exit) => format!("{}\n{}", exit.exception.message, exit.exception.traceback),
        _ => String::new(),
    };
    let denied_by = step.verdict.as_ref().map(|verdict| verdict.denying()).unwrap_or_default();
    Ran { denied_by, outcome, shown: format!("{stdout}{stderr}{told}"), stdout, told, denials: usage.denials, calls, asked }
}
