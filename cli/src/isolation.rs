//! `--isolation` and `--walls`: in which process programs run, and what is around it.

use std::ffi::OsString;
use std::sync::Arc;

use stockade_policy::ResolvedPolicy;
use stockade_vm::{Host, Outcome};
use stockade_walls::Strictness;
use stockade_workers::{AnySession, SessionError, WorkerLost};

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use crate::commands::doctor::has_own_command;
use crate::{Exit, render};

/// The walls that this machine lacks, each with why.
#[must_use]
pub fn missing_walls() -> Vec<String> {
    let missing = stockade_walls::offers().into_iter().filter(|offer| !offer.is_there);
    missing.map(|offer| format!("{} ({})", offer.wall, offer.note)).collect()
}

/// What happens where the machine lacks a wall.
#[derive(Clone, clap::Args)]
pub(crate) struct WallArgs {
    /// What happens where the machine lacks a wall around workers (`stockade doctor`). Without it: best-effort
    #[arg(long, value_name = "HOW", value_parser = ["require", "best-effort"])]
    walls: Option<String>,
}

impl WallArgs {
    pub(crate) fn strictness(&self) -> Strictness {
        let named = |(name, _): &(&str, Strictness)| self.walls.as_deref() == Some(*name);
        Strictness::NAMES.into_iter().find(named).map(|(_, strictness)| strictness).unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        let names = |(_, strictness): &(&str, Strictness)| *strictness == self.strictness();
        Strictness::NAMES.into_iter().find(names).map_or("best-effort", |(name, _)| name)
    }

    /// The option for a worker.
    pub(crate) fn argument(&self) -> OsString {
        format!("--walls={}", self.name()).into()
    }

    /// Says which walls are missing.
    ///
    /// # Errors
    /// The message, where all are required.
    pub(crate) fn look(&self) -> Result<(), String> {
        let missing = missing_walls();
        match self.strictness() {
            _ if missing.is_empty() => Ok(()),
            Strictness::Require => Err(format!("walls around workers are missing: {}", missing.join(", "))),
            Strictness::BestEffort => {
                render::to_stderr(&format!("warning: walls around workers are missing: {}\n", missing.join(", ")));
                Ok(())
            }
        }
    }
}

/// Where programs run.
#[derive(Clone, clap::Args)]
pub(crate) struct IsolationArgs {
    /// Where programs run: in this process, or in one that shuts itself in. Without it: thread
    #[arg(long, value_name = "WHERE", value_parser = ["process", "thread"])]
    isolation: Option<String>,
    #[command(flatten)]
    walls: WallArgs,
}

impl IsolationArgs {
    /// These options, for a command that runs programs in processes of their own if nothing is said and the system has such.
    #[cfg(feature = "mcp")]
    pub(crate) fn or_process(&self) -> Self {
        let default = if cfg!(unix) { "process" } else { "thread" };
        IsolationArgs { isolation: self.isolation.clone().or_else(|| Some(default.to_owned())), walls: self.walls.clone() }
    }
}

/// What an outcome is that nobody can tell any more.
pub(crate) fn outcome_of(ran: Result<Outcome, WorkerLost>) -> Outcome {
    ran.unwrap_or_else(|lost| Outcome::Internal(lost.to_string()))
}

/// Prints why a session cannot be opened.
pub(crate) fn refused(error: &SessionError) -> Exit {
    render::error(&error.to_string());
    if matches!(error, SessionError::Lost(_)) { Exit::Internal } else { Exit::Usage }
}

#[cfg(unix)]
mod workers {
    use super::*;

    use stockade_vm::Config;
    use stockade_workers::protocol::{PolicyTexts, Settings};
    use stockade_workers::{Pool, Template, WorkerCommand};
    #[cfg(feature = "mcp")]
    use stockade_workers::{Session, SharedWorker, Worker};

    use crate::commands::doctor::own_command;
    use crate::session_options::SessionOptions;

    /// The address space of a worker: so many times what its session may hold, as a block that grows may exist twice, and the system's
    /// allocator keeps what is free.
    const SPACE_FACTOR: u64 = 4;
    /// And this much more: the program itself, the library, threads with their stacks.
    const SPACE_SPARE: u64 = 1 << 30;

    /// How a worker for sessions is started, with so many bytes of address space. `walls` is what happens where a wall is missing: `require` or
    /// `best-effort`.
    ///
    /// # Errors
    /// The program does not know where it is.
    pub fn worker_command(walls: &str, space: u64) -> Result<WorkerCommand, String> {
        let mut command = own_command().ok_or("the program cannot be found, so that no worker can be started")?.into_iter();
        let program = command.next().ok_or("the program cannot be found, so that no worker can be started")?;
        let own = ["worker".into(), "--sessions".into(), format!("--walls={walls}").into(), format!("--address-space={space}").into()];
        Ok(WorkerCommand { program: program.into(), arguments: command.chain(own).collect(), environment: worker_environment() })
    }

    impl WallArgs {
        /// [`worker_command`], as the options say.
        ///
        /// # Errors
        /// Those of [`worker_command`].
        pub(crate) fn command(&self, space: u64) -> Result<WorkerCommand, String> {
            worker_command(self.name(), space)
        }
    }

    /// A worker for the sessions of a run.
    pub(crate) struct Workers {
        #[cfg(feature = "mcp")]
        command: WorkerCommand,
        pool: Pool,
        template: Arc<Template>,
    }

    impl IsolationArgs {
        /// The worker that the options ask for; `None` if programs run in this process.
        ///
        /// # Errors
        /// `Exit::Usage`, after printing the error.
        pub(crate) fn workers(
            &self,
            options: &SessionOptions,
            policy: &Arc<ResolvedPolicy>,
            config: &Config,
            texts: impl FnOnce() -> Result<PolicyTexts, String>,
        ) -> Result<Option<Workers>, Exit> {
            self.checked(options, policy, config, texts).map_err(|message| {
                render::error(&message);
                Exit::Usage
            })
        }

        fn checked(
            &self,
            options: &SessionOptions,
            policy: &Arc<ResolvedPolicy>,
            config: &Config,
            texts: impl FnOnce() -> Result<PolicyTexts, String>,
        ) -> Result<Option<Workers>, String> {
            if self.isolation.as_deref() != Some("process") {
                let alone = self.walls.walls.is_some();
                return if alone {
                    Err("--walls is for programs in a process of their own: add --isolation process".into())
                } else {
                    Ok(None)
                };
            }
            if !config.packages.is_empty() {
                return Err(
                    "--package cannot be used with --isolation process: a worker opens no files, and packages are read when they are \
                            imported. Give the modules as source (--module), or run in a thread (--isolation thread)"
                        .into(),
                );
            }
            self.walls.look()?;
            let space = config.limits.memory_bytes.saturating_mul(SPACE_FACTOR).saturating_add(SPACE_SPARE);
            let command = self.walls.command(space)?;
            let template = Template::new(options.settings(Settings::new(texts()?)), policy)?;
            Ok(Some(Workers {
                #[cfg(feature = "mcp")]
                command: command.clone(),
                pool: Pool::new(command, 1, Pool::PATIENCE),
                template,
            }))
        }
    }

    impl Workers {
        /// A new session.
        ///
        /// # Errors
        /// The exit status of the command, after printing the error.
        pub(crate) fn open(&self, make_host: &dyn Fn() -> Box<dyn Host>) -> Result<Box<dyn AnySession>, Exit> {
            match self.pool.open(&self.template, make_host) {
                Ok(session) => Ok(Box::new(session)),
                Err(error) => Err(refused(&error)),
            }
        }

        /// A new session in a worker of its own, which ends with it: from a snapshot, if one is given.
        ///
        /// # Errors
        /// As [`Session::open`] and [`Session::restore`], or no worker can be started.
        #[cfg(feature = "mcp")]
        pub(crate) fn open_alone(&self, host: Box<dyn Host>, snapshot: Option<&[u8]>) -> Result<Box<dyn AnySession + Send>, SessionError> {
            let worker = SharedWorker::new(Worker::start(&self.command, Pool::PATIENCE)?);
            Ok(Box::new(match snapshot {
                None => Session::open(&worker, &self.template, host)?,
                Some(snapshot) => Session::restore(&worker, &self.template, host, snapshot, None)?,
            }))
        }
    }
}

#[cfg(unix)]
pub(crate) use workers::Workers;
#[cfg(unix)]
pub use workers::worker_command;

#[cfg(not(unix))]
mod no_workers {
    use super::*;

    use stockade_vm::Config;
    use stockade_workers::protocol::PolicyTexts;

    use crate::session_options::SessionOptions;

    /// There are none on this system.
    pub(crate) enum Workers {}

    impl IsolationArgs {
        /// Nothing: programs run in this process.
        ///
        /// # Errors
        /// `Exit::Usage`, after printing the error, if a worker is asked for.
        pub(crate) fn workers(
            &self,
            _: &SessionOptions,
            _: &Arc<ResolvedPolicy>,
            _: &Config,
            _: impl FnOnce() -> Result<PolicyTexts, String>,
        ) -> Result<Option<Workers>, Exit> {
            if self.isolation.as_deref() != Some("process") && self.walls.walls.is_none() {
                return Ok(None);
            }
            render::error("--isolation process and --walls are not there on this system: sessions in workers need pipes of Unix");
            Err(Exit::Usage)
        }
    }

    impl Workers {
        pub(crate) fn open(&self, _: &dyn Fn() -> Box<dyn Host>) -> Result<Box<dyn AnySession>, Exit> {
            match *self {}
        }

        #[cfg(feature = "mcp")]
        pub(crate) fn open_alone(&self, _: Box<dyn Host>, _: Option<&[u8]>) -> Result<Box<dyn AnySession + Send>, SessionError> {
            match *self {}
        }
    }
}

#[cfg(not(unix))]
pub(crate) use no_workers::Workers;

/// What a worker has in its environment.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn worker_environment() -> Vec<(OsString, OsString)> {
    // An interpreter of Python may find its own library by this, and does not start without.
    let paths = std::env::var_os(LIBRARIES).filter(|_| has_own_command()).map(|paths| (LIBRARIES.into(), paths));
    crate::huge_pages::worker_environment().into_iter().chain(paths).collect()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// What a worker has in its environment: nothing.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn worker_environment() -> Vec<(OsString, OsString)> {
    Vec::new()
}
