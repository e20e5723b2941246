//! `stockade serve`: programs and sessions over HTTP.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use stockade_eval::Chosen;
use stockade_eval::run::WorkerCommand;
use stockade_serve::{
    Judging, Listen, LogFormat, LogLevel, Place, ServedPolicy, Server, Settings, StateSettings, TenantSettings, read_tokens, start_logs,
};

use crate::collect::read_limited;
use crate::given::GivenModules;
use crate::isolation::{WallArgs, worker_environment};
use crate::session_options::{parse_size, parse_time};
use crate::{Exit, LIBRARY, policy_source, render};

/// Larger tokens files are not read.
const MAX_BYTES: u64 = 4 << 20;
/// A program of a batch that takes longer is taken for lost, as by `stockade eval run`.
const BACKSTOP_MS: u64 = 60_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to listen: an address with a port, or `unix:PATH`. An address that other machines reach needs `--tokens`
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8700")]
    listen: Listen,
    /// A preset or a policy file that clients may name. The first one holds where a request names none. May be repeated
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    policy: Vec<String>,
    /// A TOML file with the tenants: the SHA-256 of the token of each, its policies and quotas
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// The most workers of each tenant. Tenants never share one. Without it: one for each processor
    #[arg(long, value_name = "N")]
    workers: Option<std::num::NonZeroUsize>,
    /// The address space of a worker, for all sessions in it
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "8GiB")]
    worker_memory: u64,
    /// Delete sessions that were not used for so long. Clients may ask for less
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30min")]
    expiry: u64,
    /// The largest body of a request
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "16MiB")]
    max_body: u64,
    /// The time that requests have to end, after SIGTERM
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "20s")]
    drain: u64,
    /// Keep sessions in this folder, so that they outlive the server. Several servers may share it
    #[arg(long, value_name = "DIR")]
    state: Option<Place>,
    /// The file with the key that seals what is kept: 64 digits of hexadecimal. Without it: DIR/key, which is made if it is not there
    #[arg(long, value_name = "FILE", requires = "state")]
    state_key: Option<PathBuf>,
    /// A session that was not used for so long leaves the memory of its worker. It stays in DIR
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1min")]
    memory_time: u64,
    /// Speak with clients of other sandboxes, too. `sandbox-fusion`: `POST /run_code`, and the code judge's `POST /run/long-batch`
    #[arg(long, value_name = "NAME")]
    protocol: Option<Protocol>,
    /// Write what the server does to stderr, a line for each thing: `json` or `text`. No line has a token, a program, or what it printed
    #[arg(long, value_name = "FORMAT")]
    log: Option<LogFormat>,
    /// The least important lines: `error`, `warn`, `info` or `debug`
    #[arg(long, value_name = "LEVEL", requires = "log", default_value = "info")]
    log_level: LogLevel,
    #[command(flatten)]
    walls: WallArgs,
}

/// What clients of other sandboxes speak.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Protocol {
    SandboxFusion,
}

pub(crate) fn run(args: &Args) -> Exit {
    serve(args).unwrap_or_else(|message| {
        render::error(&message);
        Exit::Usage
    })
}

fn serve(args: &Args) -> Result<Exit, String> {
    args.walls.look()?;
    let command = args.walls.command(args.worker_memory)?;
    let judge = JudgeCommand { program: command.program.clone(), walls: args.walls.argument() };
    let policies = args.policy.iter().map(|name| served(name, &judge)).collect::<Result<Vec<_>, _>>()?;
    let tenants = match &args.tokens {
        None => vec![TenantSettings::without_token(policies)],
        Some(path) => tenants(path, &policies, &judge)?,
    };
    let usual = Settings::new(args.listen.clone(), tenants, command, &LIBRARY);
    let settings = Settings {
        workers: args.workers.map_or(usual.workers, std::num::NonZero::get),
        expiry: Duration::from_millis(args.expiry),
        body_bytes: usize::try_from(args.max_body).unwrap_or(usize::MAX),
        drain_time: Duration::from_millis(args.drain),
        state: args.state.clone().map(|place| StateSettings {
            place,
            key: args.state_key.clone(),
            memory_time: Duration::from_millis(args.memory_time),
        }),
        speaks_sandbox_fusion: args.protocol == Some(Protocol::SandboxFusion),
        ..usual
    };
    let server = Server::bind(settings).map_err(|error| error.to_string())?;
    match args.log {
        // Each line is one of the logs, which say the same.
        Some(format) => start_logs(format, args.log_level)?,
        None => {
            render::to_stderr(&format!("listening at {}\n", server.address()));
            render::flush();
        }
    }
    server.run(true).map_err(|error| error.to_string())?;
    if args.log.is_none() {
        render::to_stderr("stopped\n");
    }
    Ok(Exit::Success)
}

/// How workers are started that judge programs.
#[derive(Clone)]
struct JudgeCommand {
    program: PathBuf,
    walls: OsString,
}

impl JudgeCommand {
    /// Judges as `stockade eval run --policy NAME` does.
    fn judging(&self, policy: &str) -> Judging {
        let (this, policy) = (self.clone(), policy.to_owned());
        Judging::new(move |limits| {
            let find = |from: &str, wanted: &str| policy_source::find_base(&policy, from, wanted);
            let chosen = Chosen { limits: limits.to_vec(), seed: 0, backstop_ms: BACKSTOP_MS, keeps_output: false };
            let settings = stockade_eval::Settings::new(&policy, &find, &chosen)?;
            let mut arguments = vec!["eval".into(), "worker".into(), format!("--policy={policy}").into()];
            let option = |(key, value): &(String, u64)| format!("--{}={value}", key.trim_start_matches("limits.")).into();
            arguments.extend(limits.iter().map(option));
            arguments.extend([format!("--backstop={BACKSTOP_MS}ms").into(), this.walls.clone()]);
            Ok((settings, WorkerCommand { program: this.program.clone(), arguments, environment: worker_environment() }))
        })
    }
}

fn served(name: &str, judge: &JudgeCommand) -> Result<ServedPolicy, String> {
    let shown = |exit: Exit| format!("the policy `{name}` cannot be used (status {})", exit.status());
    let policy = policy_source::resolve(name).map_err(shown)?;
    let texts = policy_source::texts(name, &[], &GivenModules::default())?;
    // Clients know nothing of paths.
    Ok(ServedPolicy { name: policy.name.to_string(), texts, policy: Arc::new(policy), judging: Some(judge.judging(name)) })
}

fn tenants(path: &Path, policies: &[ServedPolicy], judge: &JudgeCommand) -> Result<Vec<TenantSettings>, String> {
    let of_file = |message: String| format!("`{}`: {message} (--tokens)", path.display());
    let text = read_limited(path, MAX_BYTES).map_err(|message| format!("{message} (--tokens)"))?;
    let text = String::from_utf8(text).map_err(|error| of_file(format!("it is not UTF-8: {error}")))?;
    let find = |name: &str| policies.iter().find(|policy| policy.name == name).cloned().map_or_else(|| served(name, judge), Ok);
    read_tokens(&text, policies, &find).map_err(of_file)
}
