//! The options of a session: its policy, its limits, and what the program is given.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use stockade_policy::{ResolvedPolicy, Unit};
use stockade_vm::Config;
use stockade_workers::protocol::{PolicyTexts, Settings};

use crate::approval::Approver;
use crate::fixtures::Fixtures;
use crate::given::Given;
use crate::{Exit, policy_source};

/// What becomes of output past its limit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Overflow {
    /// The run ends
    Stop,
    /// The rest is dropped and the run goes on
    Truncate,
}

/// The options that say how a session is made: `run`, `snapshot`, `resume` and `repl` have them.
#[derive(clap::Args)]
pub(crate) struct SessionOptions {
    /// A preset (`stockade policy list`) or a policy file
    #[arg(long, default_value = "default")]
    pub(crate) policy: String,
    /// A module that the program may import although the policy does not allow it. May be repeated
    #[arg(long = "allow-import", value_name = "MODULE")]
    pub(crate) allow_import: Vec<String>,
    /// A JSON file with host functions and their prepared results
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    /// Who consents to the calls of host functions that the policy asks about (`tools.allow.NAME.approve`)
    #[arg(long, value_enum, default_value = "ask", value_name = "WHO")]
    approve: Approver,
    /// The fuel of each step. A statement or an operation costs about one unit
    #[arg(long, value_name = "UNITS", value_parser = parse_count)]
    fuel: Option<u64>,
    /// The memory of the session: `64MiB`, `512KiB`, or a number of bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// The wall time of each step: `2s`, `500ms`, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<u64>,
    /// The wall time of each step with everything that it calls: host functions and consent count, too
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    total_timeout: Option<u64>,
    /// The number of frames in use at once
    #[arg(long, value_name = "FRAMES", value_parser = parse_count)]
    recursion: Option<u64>,
    /// How much each step may print: `1MiB`, `64KiB`, or a number of bytes
    #[arg(long, alias = "max-output", value_name = "SIZE", value_parser = parse_size)]
    output: Option<u64>,
    /// The number of calls of host functions in each step
    #[arg(long, value_name = "CALLS", value_parser = parse_count)]
    host_calls: Option<u64>,
    /// The seed of hashes and of `random`, in place of the policy's
    #[arg(long)]
    seed: Option<u64>,
    /// What printing past the limit does, in place of the policy's `output.overflow`
    #[arg(long, value_enum, value_name = "HOW")]
    output_overflow: Option<Overflow>,
    /// Copy a file into the program's memory, as `NAME=PATH` or by its own name. The policy must allow `open`
    #[arg(long = "file", value_name = "NAME=PATH")]
    files: Vec<String>,
    /// Give the program a module as source: `NAME=PATH`, a `.py` file, or a folder of modules. The program may import it
    #[arg(long = "module", value_name = "NAME=PATH|FILE|FOLDER")]
    modules: Vec<String>,
    /// Give the program an installed package in pure Python and what it needs: its name, a folder, or a wheel. The program may import it
    #[arg(long = "package", value_name = "NAME|DIR|WHEEL")]
    packages: Vec<String>,
    /// Run without the check. The interpreter still obeys the policy
    #[arg(long)]
    pub(crate) no_check: bool,
    /// Collect garbage at every safepoint. Slow; for finding faults of the interpreter
    #[arg(long, hide = true)]
    stress: bool,
    /// Run in reference mode, without fast paths. Slow; for finding faults of the interpreter
    #[arg(long, hide = true)]
    plain: bool,
}

impl SessionOptions {
    /// Reads the files and modules that the options name.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn given(&self) -> Result<Given, Exit> {
        Given::read(&self.files, &self.modules, &self.packages)
    }

    /// The policy of the options: with the modules that `--allow-import` names, and those that the host gives.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn policy(&self, given: &Given) -> Result<Arc<ResolvedPolicy>, Exit> {
        policy_source::resolve_with(&self.policy, &self.allow_import, &given.names_for_policy()).map(Arc::new)
    }

    /// The prepared host functions of `--tools`; none without it.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn fixtures(&self) -> Result<Fixtures, Exit> {
        Ok(self.tools.as_deref().map(|path| Fixtures::load(path, self.approve)).transpose()?.unwrap_or_default())
    }

    /// The limits that the options set.
    fn limits(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let given = [
            ("limits.fuel", self.fuel),
            ("limits.memory", self.memory),
            ("limits.timeout", self.timeout),
            ("limits.total_timeout", self.total_timeout),
            ("limits.recursion", self.recursion),
            ("limits.output", self.output),
            ("limits.host_calls", self.host_calls),
        ];
        given.into_iter().filter_map(|(key, value)| Some((key, value?)))
    }

    /// The policy of [`SessionOptions::policy`] as texts, for a worker.
    ///
    /// # Errors
    /// A message for the user.
    pub(crate) fn policy_texts(&self, given: &Given) -> Result<PolicyTexts, String> {
        policy_source::texts(&self.policy, &self.allow_import, &given.names_for_policy())
    }

    /// The same as [`SessionOptions::config`], for a worker.
    pub(crate) fn settings(&self, settings: Settings) -> Settings {
        Settings {
            checks: !self.no_check,
            limits: self.limits().map(|(key, value)| (key.to_owned(), value)).collect(),
            truncates_output: self.output_overflow.map(|overflow| overflow == Overflow::Truncate),
            seed: self.seed,
            stress_collection: self.stress,
            reference_mode: self.plain,
            ..settings
        }
    }

    /// The configuration of a session: grants and limits of the policy, overridden by the options, and the packages that are given.
    pub(crate) fn config(&self, policy: &Arc<ResolvedPolicy>, given: &Given) -> Config {
        let mut config = Config { library: &crate::LIBRARY, packages: Arc::clone(given.packages()), ..Config::new(policy) };
        for (key, value) in self.limits() {
            config.limits.set(key, value);
        }
        if self.no_check {
            config.check = None;
        }
        if let Some(overflow) = self.output_overflow {
            Arc::make_mut(&mut config.grants).truncates_output = overflow == Overflow::Truncate;
        }
        let seed = self.seed.unwrap_or(config.random_seed);
        Config { hash_seed: seed, random_seed: seed, stress_collection: self.stress, reference_mode: self.plain, ..config }
    }
}

/// Parses a size such as `64MiB`, `64MB`, `1GiB` or `4096`.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    Unit::Bytes.parse(text)
}

/// Parses a time such as `2s`, `500ms` or `1.5s` to milliseconds.
pub(crate) fn parse_time(text: &str) -> Result<u64, String> {
    Unit::Millis.parse(text)
}

/// Parses a number such as `1000` or `1_000_000`.
fn parse_count(text: &str) -> Result<u64, String> {
    Unit::Count.parse(text)
}
