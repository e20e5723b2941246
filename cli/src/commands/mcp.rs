//! `stockade mcp`: a server of the Model Context Protocol, on the standard streams or at an address of this machine.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;

use serde_json::{Map, Value};
use stockade_mcp::{Answer, Ended, HttpOptions, Opened, Opener, Settings, serve_http, serve_stdio};
use stockade_policy::ResolvedPolicy;
use stockade_vm::{Config, Host, Session, Stdin};
use stockade_workers::AnySession;

use crate::commands::schema::REPORT;
use crate::fixtures::Fixtures;
use crate::given::Given;
use crate::isolation::{IsolationArgs, Workers};
use crate::report_json::StepReport;
use crate::session_options::SessionOptions;
use crate::stdin::{self, Input};
use crate::{Exit, render};

#[derive(clap::Args)]
#[command(mut_arg("isolation", |arg| arg.help(
    "Where programs run: each session in a process of its own that shuts itself in, or all in this process. Without it: process"
)))]
#[command(mut_arg("approve", |arg| arg.help(
    "Who consents to the calls of host functions that the policy asks about. A client of the server is not asked: `ask` refuses them"
)))]
pub(crate) struct Args {
    #[command(flatten)]
    options: SessionOptions,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// The most sessions at once
    #[arg(long, value_name = "N", default_value = "16")]
    sessions: NonZeroUsize,
    /// Serve streamable HTTP at this address of this machine, such as 127.0.0.1:8701, in place of the standard streams
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
}

/// Makes the sessions of a server.
struct Sessions {
    config: Config,
    given: Given,
    fixtures: Fixtures,
    /// `None` if programs run in this process.
    workers: Option<Workers>,
}

/// What the client hears where the command has printed the reason.
const ON_STDERR: &str = "what the host gives to programs does not fit; the server's standard error says what";

impl Sessions {
    /// What answers the calls of a session. Each session uses the prepared results anew.
    fn answer(&self) -> Answer {
        let mut fixtures = self.fixtures.clone();
        Box::new(move |session, is_cancelled, outcome| {
            let answered = stdin::serve(session, &mut fixtures, &mut Input::Empty, is_cancelled, outcome);
            // There is no audit log that they would be for.
            fixtures.take_calls();
            answered
        })
    }

    /// Gives a session what is not in a snapshot.
    fn lend(&self, session: &mut dyn AnySession) -> Result<(), String> {
        let lent = self.fixtures.lend(session).and_then(|()| self.given.add_modules(session));
        lent.map_err(|_| ON_STDERR.to_string())?;
        session.set_stdin(&Stdin::Empty).map_err(|error| error.to_string())
    }
}

impl Opener for Sessions {
    fn open(&self, make_host: &dyn Fn() -> Box<dyn Host>) -> Result<Opened, String> {
        let mut session: Box<dyn AnySession + Send> = match &self.workers {
            Some(workers) => workers.open_alone(make_host(), None).map_err(|error| error.to_string())?,
            None => Box::new(Session::new(&self.config, make_host())),
        };
        self.lend(&mut *session)?;
        self.given.put_files(&mut *session).map_err(|_| ON_STDERR.to_string())?;
        Ok(Opened { session, answer: self.answer() })
    }

    fn restore(&self, make_host: &dyn Fn() -> Box<dyn Host>, snapshot: &[u8]) -> Result<Opened, String> {
        let mut session: Box<dyn AnySession + Send> = match &self.workers {
            Some(workers) => workers.open_alone(make_host(), Some(snapshot)).map_err(|error| error.to_string())?,
            None => Box::new(Session::restore(snapshot, None, &self.config, make_host()).map_err(|error| error.to_string())?),
        };
        self.lend(&mut *session)?;
        Ok(Opened { session, answer: self.answer() })
    }

    fn record(&self, session: &mut dyn AnySession, ended: Ended<'_>) -> Map<String, Value> {
        let Ended { number, source, verdict, outcome, printed } = ended;
        let mut report = StepReport::of_silent(number, source, session, verdict, outcome);
        report.captured = Some(printed);
        object(report.to_json(false))
    }

    fn record_schema(&self) -> Map<String, Value> {
        let mut schema = object(serde_json::from_str(REPORT).unwrap_or_default());
        let mut shared = object(schema.remove("$defs").unwrap_or_default());
        let mut step = object(shared.remove("step").unwrap_or_default());
        step.insert("$defs".to_string(), Value::Object(shared));
        step
    }
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(object) = value { object } else { Map::new() }
}

pub(crate) fn run(args: &Args) -> Exit {
    serve(args).unwrap_or_else(|exit| exit)
}

fn serve(args: &Args) -> Result<Exit, Exit> {
    let given = args.options.given()?;
    let policy: Arc<ResolvedPolicy> = args.options.policy(&given)?;
    let config = args.options.config(&policy, &given);
    // Calls come from clients, of whom a person at the server's terminal knows nothing.
    let fixtures = args.options.fixtures()?.asking_nobody();
    let isolation = args.isolation.or_process();
    let workers = isolation.workers(&args.options, &policy, &config, || args.options.policy_texts(&given))?;
    let settings = Settings {
        limits: config.limits.clone(),
        library: &crate::LIBRARY,
        given_modules: given.names_for_policy().names(&|name| policy.denies_given_module(name)),
        tools: fixtures.specs(),
        most_sessions: args.sessions.get(),
        opener: Arc::new(Sessions { config, given, fixtures, workers }),
        policy,
    };
    render::flush();
    let served = match args.listen {
        None => serve_stdio(settings),
        Some(address) => {
            let listens = Box::new(|address: SocketAddr| {
                render::to_stderr(&format!("listening at http://{address}/mcp\n"));
                render::flush();
            });
            serve_http(settings, HttpOptions { address, listens })
        }
    };
    served.map(|()| Exit::Success).map_err(|message| {
        render::error(&message);
        Exit::Usage
    })
}
