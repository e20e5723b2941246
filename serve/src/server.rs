//! The server as a whole: settings, start, stop.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Map;
use stockade_vm::Library;
use stockade_workers::WorkerCommand;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::connections::{self, Listen, Listener, SocketFile};
use crate::keeping::Sweeper;
use crate::logs;
use crate::metrics::Metrics;
use crate::routes;
use crate::steps::{Current, Printer};
use crate::store::{StateSettings, Store};
use crate::tenants::{LOOKS, Tenant, TenantSettings, Tenants};

/// Expired sessions are looked for so often.
const SWEEP: Duration = Duration::from_millis(500);
/// The most steps of all tenants at once. Each has a thread that waits for its worker, so no tenant waits for the threads of another.
const MOST_STEPS: usize = 512;
/// Threads besides, for what the store does in a folder, and workers that are told of sessions that have expired.
const SPARE_THREADS: usize = 64;
/// At the end, threads that wait for workers have so much time.
const LAST_TIME: Duration = Duration::from_secs(2);

/// Lets this process have as many descriptors as the system allows it: a connection takes one, and so does a file of the store. The usual
/// limit is less than the most connections.
fn allow_descriptors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Where it cannot be raised, connections beyond it are refused by the system.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens.
    pub listen: Listen,
    /// Who may ask. Either all have tokens, or there is one, without a token.
    pub tenants: Vec<TenantSettings>,
    /// How workers are started. They shut themselves in.
    pub command: WorkerCommand,
    /// The most workers of each tenant.
    pub workers: usize,
    /// The library that the check knows. Workers have their own.
    pub library: &'static Library,
    /// A session that was not used for so long is deleted. Clients may ask for less.
    pub expiry: Duration,
    /// The most bytes of a body.
    pub body_bytes: usize,
    /// A body must come within this time.
    pub body_time: Duration,
    /// The head of the next request must come within this time.
    pub idle_time: Duration,
    /// A client that reads nothing for so long is cut off.
    pub write_time: Duration,
    /// At the end, requests have so much time to end by themselves.
    pub drain_time: Duration,
    /// Where sessions are kept outside the process. Without it they end with it.
    pub state: Option<StateSettings>,
    /// Whether it speaks with clients of SandboxFusion and of the code judge, too.
    pub speaks_sandbox_fusion: bool,
}

impl Settings {
    /// Settings with the usual times and sizes.
    #[must_use]
    pub fn new(listen: Listen, tenants: Vec<TenantSettings>, command: WorkerCommand, library: &'static Library) -> Self {
        Settings {
            listen,
            tenants,
            command,
            workers: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            library,
            expiry: Duration::from_secs(30 * 60),
            body_bytes: 16 << 20,
            body_time: Duration::from_secs(30),
            idle_time: Duration::from_secs(60),
            write_time: Duration::from_secs(30),
            drain_time: Duration::from_secs(20),
            state: None,
            speaks_sandbox_fusion: false,
        }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Others could reach it, and whoever reaches it may ask.
    #[error(
        "`{0}` can be reached from other machines, and there are no tokens: give a tokens file (--tokens), or listen at 127.0.0.1 or unix:PATH"
    )]
    Open(SocketAddr),
    /// The socket cannot be bound.
    #[error("cannot listen at `{0}`: {1}")]
    Listen(String, std::io::Error),
    /// The tenants do not fit.
    #[error("{0}")]
    Tenants(String),
    /// No worker runs a session.
    #[error("no session can be opened in a worker: {0}")]
    Worker(stockade_workers::SessionError),
    /// Sessions cannot be kept where they are to be kept.
    #[error("{0}")]
    State(String),
    /// The system gives no threads or timers.
    #[error("the server cannot start: {0}")]
    System(#[from] std::io::Error),
}

/// How far a server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It takes connections.
    Serving,
    /// It takes no connection, and lets requests end.
    Draining,
    /// It waits for nobody.
    Ending,
}

/// What requests share.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) settings: Arc<Settings>,
    pub(crate) tenants: Arc<Tenants>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) store: Option<Arc<Store>>,
    phase: watch::Receiver<Phase>,
}

impl App {
    pub(crate) fn is_stopping(&self) -> bool {
        *self.phase.borrow() != Phase::Serving
    }

    /// Waits until the server is about to end.
    pub(crate) async fn stops(&self) {
        // Whoever sends it is gone when the server has ended.
        let _ = self.phase.clone().wait_for(|phase| *phase != Phase::Serving).await;
    }

    /// True if the name that a client gives to the server must be one of this machine.
    pub(crate) fn checks_host(&self) -> bool {
        !self.tenants.have_tokens() && matches!(self.settings.listen, Listen::Tcp(_))
    }
}

/// A server that listens. [`Server::run`] serves.
pub struct Server {
    app: App,
    socket: OwnedFd,
    file: Option<SocketFile>,
    phase: Arc<watch::Sender<Phase>>,
    runtime: tokio::runtime::Runtime,
}

/// Stops a server from another thread.
#[derive(Debug, Clone)]
pub struct Stopper(Arc<watch::Sender<Phase>>);

impl Stopper {
    /// Takes no more connections and lets requests end. The second time it waits for nobody.
    pub fn stop(&self) {
        self.0.send_modify(|phase| *phase = if *phase == Phase::Serving { Phase::Draining } else { Phase::Ending });
    }
}

impl Server {
    /// Listens, and opens a session in a worker to see that it can.
    ///
    /// # Errors
    /// The server would be open to others, the socket cannot be bound, or no worker runs a session.
    pub fn bind(settings: Settings) -> Result<Server, StartError> {
        let tenants = &settings.tenants;
        let without = tenants.iter().filter(|tenant| tenant.token_sha256.is_none()).count();
        if tenants.is_empty() || without > 1 || (without == 1 && tenants.len() > 1) {
            return Err(StartError::Tenants("either all tenants have tokens, or there is one without".to_owned()));
        }
        tenants.iter().try_for_each(has_policies)?;
        let steps = tenants.iter().fold(0_usize, |sum, tenant| sum.saturating_add(tenant.steps));
        if steps > MOST_STEPS {
            return Err(StartError::Tenants(format!(
                "the tenants together may run {steps} steps at once, and a server runs at most {MOST_STEPS}: give each fewer by `steps` in the \
                 tokens file (without it a tenant has {})",
                TenantSettings::STEPS
            )));
        }
        if let (Listen::Tcp(address), 1) = (&settings.listen, without)
            && !address.ip().is_loopback()
        {
            return Err(StartError::Open(*address));
        }
        let all: Vec<_> = tenants.iter().map(|tenant| Tenant::new(tenant.clone(), &settings.command, settings.workers)).collect();
        if let Some(first) = all.first() {
            let template = first.template(None, &Map::new());
            let (_, template) = template.map_err(|_| StartError::Tenants("the first policy makes no session".to_owned()))?;
            first.pool.open(&template, &|| Printer::boxed(&Current::default())).map_err(StartError::Worker)?;
        }
        let name = match &settings.listen {
            Listen::Tcp(address) => address.to_string(),
            Listen::Unix(path) => format!("unix:{}", path.display()),
        };
        allow_descriptors();
        let threads = MOST_STEPS + SPARE_THREADS + LOOKS.saturating_mul(all.len());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(threads).build()?;
        let store = settings.state.as_ref().map(|state| Store::open(state, runtime.handle().clone())).transpose();
        let store = store.map_err(StartError::State)?.map(Arc::new);
        let (socket, file) = Listener::bind(&settings.listen).map_err(|error| StartError::Listen(name, error))?;
        let (phase, watched) = watch::channel(Phase::Serving);
        let app =
            App { settings: Arc::new(settings), tenants: Arc::new(Tenants::new(all)), metrics: Arc::default(), store, phase: watched };
        Ok(Server { app, socket, file, phase: Arc::new(phase), runtime })
    }

    /// Where it listens: with the port that the system chose, if 0 was asked for.
    #[must_use]
    pub fn address(&self) -> String {
        match &self.app.settings.listen {
            Listen::Unix(path) => format!("unix:{}", path.display()),
            Listen::Tcp(asked) => {
                let bound = self.socket.try_clone().map(std::net::TcpListener::from).and_then(|listener| listener.local_addr());
                bound.unwrap_or(*asked).to_string()
            }
        }
    }

    /// What stops it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.phase))
    }

    /// Serves until it is stopped. With `obeys_signals`, SIGTERM and SIGINT stop it: the first lets requests end, the second does not wait.
    ///
    /// # Errors
    /// The system gives no threads, timers or signals.
    pub fn run(self, obeys_signals: bool) -> Result<(), StartError> {
        logs::listening(&self.address());
        let Server { app, socket, file, phase, runtime } = self;
        let settings = Arc::clone(&app.settings);
        let done = runtime.block_on(async {
            let listener = Listener::of(&settings.listen, socket, file)?;
            if obeys_signals {
                let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
                let stopper = Stopper(Arc::clone(&phase));
                tokio::spawn(async move {
                    loop {
                        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
                        stopper.stop();
                    }
                });
            }
            tokio::spawn(sweep(app.clone()));
            let stopping = app.clone();
            tokio::spawn(async move {
                stopping.stops().await;
                logs::draining();
            });
            let (metrics, watched) = (Arc::clone(&app.metrics), app.phase.clone());
            connections::serve(listener, routes::router(app), &settings, &metrics, watched).await;
            Ok(())
        });
        runtime.shutdown_timeout(LAST_TIME);
        logs::stopped();
        done
    }
}

/// A tenant has policies, and can name each of them.
fn has_policies(tenant: &TenantSettings) -> Result<(), StartError> {
    if tenant.policies.is_empty() {
        return Err(StartError::Tenants("each tenant needs a policy".to_owned()));
    }
    let mut names = BTreeSet::new();
    match tenant.policies.iter().find(|policy| !names.insert(policy.name.as_str())) {
        Some(policy) => Err(StartError::Tenants(format!(
            "two policies of the tenant `{}` have the same name, `{}`: clients name a policy by its `name`, so give one of them another",
            tenant.name, policy.name
        ))),
        None => Ok(()),
    }
}

/// Deletes sessions that nobody uses.
async fn sweep(app: App) {
    let mut tick = tokio::time::interval(SWEEP);
    let mut sweeper = Sweeper::default();
    loop {
        tick.tick().await;
        // Workers and the store are asked, which may wait.
        let app = app.clone();
        let swept = tokio::task::spawn_blocking(move || {
            sweeper.sweep(&app);
            sweeper
        });
        let Ok(back) = swept.await else { return };
        sweeper = back;
    }
}
