//! The side of the worker: sessions, and requests about them from a pipe.
//!
//! One thread does everything. While a session runs, it looks at the pipe whenever the machine asks its host for the time, at most every
//! [`LOOK_STEP`]. A thread of its own for the pipe would hand over each request, which takes longer than most requests, and would be
//! beside the program in the same address space for nothing.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use stockade_policy::{Limits, ResolvedPolicy};
use stockade_vm::{Config, CrossingLimits, Host, HostError, HostValue, Library, Outcome, Session, StepOptions, Template};

use crate::convert::{end_of, limit_message, verdict_message};
use crate::frames::{self, Frame, FrameBuffer, FrameLimits};
use crate::protocol::{Change, Ended, Hello, Look, PolicyTexts, Refusal, Reply, Request, Run, Settings};

/// While a session runs, the pipe is looked at so often.
const LOOK_STEP: Duration = Duration::from_millis(2);
/// Printed text waits for more of it, but not longer.
const PRINT_STEP: Duration = Duration::from_millis(20);
/// Nor is it kept when there is so much of it, in bytes.
const PRINT_BYTES: usize = 1 << 16;
/// A program sleeps no longer than this at a time, in seconds.
const LONGEST_SLEEP: f64 = 3600.0;
/// Nor do its clocks go ahead by more at a time.
const LONGEST_SKIP: f64 = 1e12;
/// What a host sends in an answer is checked again by the session's own limits.
const MOST_VALUES: usize = usize::MAX;
/// A value up to this size goes with the end of its step: the host mostly asks for it.
const SMALL: CrossingLimits = CrossingLimits { nodes: 64, bytes: 4096, depth: 8 };
/// Numbers beside the path of a file in a list.
const BYTES_OF_ENTRY: usize = 16;
/// Bytes of a number in a list, at most.
const BYTES_OF_NUMBER: usize = 10;

/// Serves a host until its pipe ends. `from` and `to` are used for nothing else. The process should be shut in before.
///
/// # Errors
/// Those of the pipes, and a host that says what no host says.
pub fn serve<I, O>(library: &'static Library, from: I, to: O) -> io::Result<()>
where
    I: Read + AsFd + Send + 'static,
    O: Write + Send + 'static,
{
    let link = Arc::new(Mutex::new(Link::new(Box::new(from), Box::new(to))));
    let hello = lock(&link).receive::<Hello>(FrameLimits::HELLO)?;
    lock(&link).send(&Hello::ours(), &[])?;
    if hello.is_none_or(|frame| frame.message != Hello::ours()) {
        // The host sees the difference in the answer.
        return Ok(());
    }
    let mut service = Service { library, link: Arc::clone(&link), templates: BTreeMap::new(), sessions: BTreeMap::new() };
    loop {
        let Some(frame) = lock(&link).receive::<(u32, Request)>(FrameLimits::REQUESTS)? else { return Ok(()) };
        service.obey(frame)?;
    }
}

fn lock(link: &Mutex<Link>) -> MutexGuard<'_, Link> {
    link.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Readable, and with a descriptor that can be waited for.
trait Input: Read + AsFd + Send {}
impl<T: Read + AsFd + Send> Input for T {}

/// Both pipes, and what is known of the run that is under way.
struct Link {
    from: Box<dyn Input>,
    to: Box<dyn Write + Send>,
    buffer: FrameBuffer,
    /// The request that is under way.
    number: u32,
    is_cancelled: bool,
    /// The pipe has ended or holds what does not belong there: nobody listens any more.
    is_broken: bool,
    looked: Instant,
    /// What was printed and not sent.
    printed: String,
    is_error: bool,
    sent: Instant,
}

impl Link {
    fn new(from: Box<dyn Input>, to: Box<dyn Write + Send>) -> Self {
        let now = Instant::now();
        Link {
            from,
            to,
            buffer: FrameBuffer::default(),
            number: 0,
            is_cancelled: false,
            is_broken: false,
            looked: now,
            printed: String::new(),
            is_error: false,
            sent: now,
        }
    }

    /// The next frame; `None` at the end of the pipe.
    fn receive<M: serde::de::DeserializeOwned>(&mut self, limits: FrameLimits) -> io::Result<Option<Frame<M>>> {
        loop {
            if let Some(frame) = self.buffer.take(limits).map_err(io::Error::other)? {
                return Ok(Some(frame));
            }
            match self.buffer.fill(&mut self.from) {
                Ok(0) if self.buffer.is_empty() => return Ok(None),
                Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn send<M: serde::Serialize>(&mut self, message: &M, payload: &[u8]) -> io::Result<()> {
        frames::write(&mut self.to, message, payload)?;
        self.to.flush()
    }

    fn reply(&mut self, reply: &Reply, payload: &[u8]) -> io::Result<()> {
        self.print_now()?;
        self.send(&(self.number, reply), payload)
    }

    fn print(&mut self, text: &str, is_error: bool) -> io::Result<()> {
        if is_error != self.is_error {
            self.print_now()?;
            self.is_error = is_error;
        }
        self.printed.push_str(text);
        if self.printed.len() >= PRINT_BYTES { self.print_now() } else { Ok(()) }
    }

    fn print_now(&mut self) -> io::Result<()> {
        if self.printed.is_empty() {
            return Ok(());
        }
        self.sent = Instant::now();
        let text = std::mem::take(&mut self.printed);
        self.send(&(self.number, Reply::Output { is_error: self.is_error }), text.as_bytes())
    }

    /// Looks whether the host wants the run to end, and waits so long for it. The host is silent while a session runs but for that.
    fn look(&mut self, wait: Duration) {
        self.looked = Instant::now();
        let seconds = i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
        let time = Timespec { tv_sec: seconds, tv_nsec: wait.subsec_nanos().into() };
        // What was read together with the request is not in the pipe any more.
        let is_there = !self.buffer.is_empty()
            || match poll(&mut [PollFd::new(&self.from, PollFlags::IN)], Some(&time)) {
                Ok(count) => count > 0,
                Err(rustix::io::Errno::INTR) => false,
                Err(_) => true,
            };
        if !is_there {
            return;
        }
        match self.receive::<(u32, Request)>(FrameLimits::REQUESTS) {
            Ok(Some(Frame { message: (_, Request::Interrupt { number }), .. })) => self.is_cancelled |= number == self.number,
            _ => (self.is_broken, self.is_cancelled) = (true, true),
        }
    }
}

/// The clocks of a program.
#[derive(Debug, Clone)]
struct Clock {
    made: Instant,
    /// The time at which they stand, but for what the program sleeps.
    frozen: Option<f64>,
    /// A sleep moves them, and nobody waits.
    skips: bool,
    /// The sleeps of this step, and of earlier ones.
    slept: Duration,
    slept_before: Duration,
}

impl Clock {
    fn of(prepared: &Prepared) -> Self {
        let frozen = prepared.is_frozen.then_some(0.0);
        Clock { made: Instant::now(), frozen, skips: prepared.skips_sleep, slept: Duration::ZERO, slept_before: Duration::ZERO }
    }
}

/// A clock that the host may set.
type SharedClock = Arc<Mutex<Clock>>;

fn clock(shared: &SharedClock) -> MutexGuard<'_, Clock> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The host of a session: the pipe.
struct Piped {
    link: Arc<Mutex<Link>>,
    step: Instant,
    clock: SharedClock,
}

impl Host for Piped {
    fn begin_step(&mut self) {
        self.step = Instant::now();
        let mut clock = clock(&self.clock);
        clock.slept_before = clock.slept_before.saturating_add(std::mem::take(&mut clock.slept));
    }
    fn elapsed_ms(&mut self) -> u64 {
        let mut link = lock(&self.link);
        if link.sent.elapsed() > PRINT_STEP && link.print_now().is_err() {
            (link.is_broken, link.is_cancelled) = (true, true);
        }
        u64::try_from(self.step.elapsed().saturating_add(clock(&self.clock).slept).as_millis()).unwrap_or(u64::MAX)
    }
    fn is_cancelled(&mut self) -> bool {
        let mut link = lock(&self.link);
        if !link.is_cancelled && link.looked.elapsed() > LOOK_STEP {
            link.look(Duration::ZERO);
        }
        link.is_cancelled
    }
    fn write(&mut self, text: &str, error: bool) {
        let mut link = lock(&self.link);
        if link.print(text, error).is_err() {
            (link.is_broken, link.is_cancelled) = (true, true);
        }
    }
    fn wall_clock(&mut self) -> f64 {
        let clock = clock(&self.clock);
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        clock.frozen.unwrap_or_else(now) + clock.slept.as_secs_f64()
    }
    fn monotonic(&mut self) -> f64 {
        let clock = clock(&self.clock);
        let slept = clock.slept_before.saturating_add(clock.slept);
        if clock.frozen.is_some() { slept.as_secs_f64() } else { clock.made.elapsed().saturating_add(slept).as_secs_f64() }
    }
    fn sleep(&mut self, seconds: f64) {
        if !seconds.is_finite() || seconds <= 0.0 {
            return;
        }
        {
            let mut clock = clock(&self.clock);
            if clock.skips {
                clock.slept = clock.slept.saturating_add(Duration::from_secs_f64(seconds.min(LONGEST_SKIP)));
                return;
            }
        }
        let end = Instant::now() + Duration::from_secs_f64(seconds.min(LONGEST_SLEEP));
        let mut link = lock(&self.link);
        if link.print_now().is_err() {
            (link.is_broken, link.is_cancelled) = (true, true);
        }
        while !link.is_cancelled {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            link.look(left);
        }
    }
}

/// Settings that sessions are opened with, and a session of them to be copied.
struct Prepared {
    config: Config,
    session: Template,
    is_frozen: bool,
    skips_sleep: bool,
    expects_steps: bool,
    crossing: CrossingLimits,
}

/// A session with the settings that it was opened with.
struct Held {
    session: Session,
    prepared: Rc<Prepared>,
    clock: SharedClock,
    /// Those of what runs next.
    limits: Limits,
}

struct Service {
    library: &'static Library,
    link: Arc<Mutex<Link>>,
    templates: BTreeMap<u64, Rc<Prepared>>,
    sessions: BTreeMap<u64, Held>,
}

/// What a request comes to: an answer, or nothing to say.
type Answer = Result<Option<(Reply, Vec<u8>)>, Refusal>;

fn done() -> Answer {
    Ok(Some((Reply::Done, Vec::new())))
}

fn refused(message: impl Into<String>) -> Refusal {
    Refusal { message: message.into(), path: String::new(), is_type: false }
}

impl Service {
    fn obey(&mut self, frame: Frame<(u32, Request)>) -> io::Result<()> {
        let Frame { message: (number, request), payload } = frame;
        {
            let mut link = lock(&self.link);
            (link.number, link.is_cancelled, link.looked) = (number, false, Instant::now());
        }
        let answer = match request {
            Request::Prepare { template, settings } => self.prepare(template, &settings),
            Request::Forget { template } => {
                self.templates.remove(&template);
                Ok(None)
            }
            Request::Open { session, template } => self.open(session, template),
            Request::Restore { session, template, key } => self.restore(session, template, key.as_ref(), &payload),
            Request::Fork { session, from, limits } => self.fork(session, from, &limits),
            Request::Close { session } => {
                self.sessions.remove(&session);
                Ok(None)
            }
            // It comes when the run has ended already.
            Request::Interrupt { .. } => Ok(None),
            Request::Change { session, change } => self.change(session, change, payload),
            Request::Look { session, look } => self.look(session, &look),
            Request::Run { session, run, is_cancelled } => {
                lock(&self.link).is_cancelled = is_cancelled;
                self.run(session, run, &payload)
            }
        };
        let mut link = lock(&self.link);
        if link.is_broken {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        }
        match answer {
            Ok(None) => Ok(()),
            Ok(Some((reply, payload))) => link.reply(&reply, &payload),
            Err(refusal) => link.reply(&Reply::Refused(refusal), &[]),
        }
    }

    fn prepare(&mut self, template: u64, settings: &Settings) -> Answer {
        let prepared = Prepared::of(settings, self.library).map_err(refused)?;
        self.templates.insert(template, Rc::new(prepared));
        done()
    }

    fn template(&self, template: u64) -> Result<Rc<Prepared>, Refusal> {
        self.templates.get(&template).cloned().ok_or_else(|| refused("there is no such template"))
    }

    fn host(&self, clock: &SharedClock) -> Box<dyn Host> {
        Box::new(Piped { link: Arc::clone(&self.link), step: Instant::now(), clock: Arc::clone(clock) })
    }

    fn add(&mut self, number: u64, mut session: Session, prepared: Rc<Prepared>, clock: SharedClock, limits: Limits) -> Answer {
        session.set_crossing_limits(prepared.crossing);
        self.sessions.insert(number, Held { session, prepared, clock, limits });
        done()
    }

    fn open(&mut self, session: u64, template: u64) -> Answer {
        let prepared = self.template(template)?;
        let clock = Arc::new(Mutex::new(Clock::of(&prepared)));
        let opened = prepared.session.fork(&prepared.config, self.host(&clock)).map_err(|error| Refusal::of(&error))?;
        let limits = prepared.config.limits.clone();
        self.add(session, opened, prepared, clock, limits)
    }

    fn restore(&mut self, session: u64, template: u64, key: Option<&[u8; 32]>, bytes: &[u8]) -> Answer {
        let prepared = self.template(template)?;
        let clock = Arc::new(Mutex::new(Clock::of(&prepared)));
        let mut restored = Session::restore(bytes, key, &prepared.config, self.host(&clock)).map_err(|error| Refusal::of(&error))?;
        if prepared.expects_steps {
            restored.expect_steps();
        }
        let limits = prepared.config.limits.clone();
        self.add(session, restored, prepared, clock, limits)
    }

    fn fork(&mut self, session: u64, from: u64, others: &[(String, u64)]) -> Answer {
        let held = self.sessions.get(&from).ok_or_else(|| refused("there is no such session"))?;
        let (prepared, clock) = (Rc::clone(&held.prepared), Arc::new(Mutex::new(clock(&held.clock).clone())));
        let mut config = prepared.config.clone();
        set_limits(&mut config.limits, others).map_err(refused)?;
        let forked = held.session.fork(&config, self.host(&clock)).map_err(|error| Refusal::of(&error))?;
        self.add(session, forked, prepared, clock, config.limits)
    }

    fn held(&mut self, session: u64) -> Result<&mut Held, Refusal> {
        self.sessions.get_mut(&session).ok_or_else(|| refused("there is no such session"))
    }

    fn change(&mut self, session: u64, change: Change, payload: Vec<u8>) -> Answer {
        let held = self.held(session)?;
        let session = &mut held.session;
        match change {
            Change::AddTool(spec) => session.add_tool(&spec).map_err(|error| Refusal::of(&error))?,
            Change::CountSteps(counted) => (0..counted).for_each(|_| {
                session.count_step();
            }),
            Change::RemoveTool(name) => session.remove_tool(&name),
            Change::SetLimits(others) => {
                let mut limits = held.prepared.config.limits.clone();
                set_limits(&mut limits, &others).map_err(refused)?;
                session.set_limits(&limits);
                held.limits = limits;
            }
            Change::FreezeClock(at) => clock(&held.clock).frozen = at.map(f64::from_bits),
            Change::AddModule(module) => session.add_module(module).map_err(|error| Refusal::of(&error))?,
            Change::SetArguments(arguments) => session.set_arguments(&arguments)?,
            Change::SetStdin(stdin) => session.set_stdin(&stdin)?,
            Change::SetVariable(name) => session.set_variable(&name, &value_of(&payload)?)?,
            Change::DeleteVariable(name) => session.delete_variable(&name),
            Change::KeepValue(name) => session.keep_value(&name)?,
            Change::WriteFile(path) => session.write_file(&path, &payload)?,
            Change::RemoveFile(path) => session.remove_file(&path)?,
            Change::ExpectSteps => session.expect_steps(),
            Change::Answer { id, error } => session.answer(id, answer_of(error, &payload)?).map_err(|error| Refusal::of(&error))?,
            Change::PauseAt(fuel) => session.pause_at(fuel),
            Change::PassTime(time) => session.pass_time(time),
        }
        done()
    }

    /// Looks at a session. An answer that the host would not read is refused, so that it costs no more than itself.
    fn look(&mut self, session: u64, look: &Look) -> Answer {
        let held = self.held(session)?;
        let limits = FrameLimits::of_sessions(&held.limits, held.prepared.crossing);
        let (reply, payload) = looked(&mut held.session, look)?;
        let listed = match &reply {
            Reply::Files(files) => files.iter().map(|file| file.path.len().saturating_add(BYTES_OF_ENTRY)).sum(),
            Reply::Names(names) => names.iter().map(|name| name.len().saturating_add(BYTES_OF_NUMBER)).sum(),
            Reply::Numbers(numbers) => numbers.len().saturating_mul(BYTES_OF_NUMBER),
            _ => 0,
        };
        if payload.len() > limits.payload || listed > limits.message {
            return Err(refused(format!("the answer has {} bytes, more than cross between processes", payload.len().max(listed))));
        }
        Ok(Some((reply, payload)))
    }

    fn run(&mut self, session: u64, run: Run, payload: &[u8]) -> Answer {
        let held = self.held(session)?;
        let session = &mut held.session;
        let mut verdict = None;
        let outcome: Option<Outcome> = match run {
            Run::Step { name, text, cell, unchecked, counted } => {
                (0..counted).for_each(|_| {
                    session.count_step();
                });
                let step = session.step(&name, &text, StepOptions { cell, unchecked });
                verdict = step.verdict.as_ref().map(verdict_message);
                Some(step.outcome)
            }
            Run::Resume => Some(session.resume()),
            Run::ResumeWith { error } => Some(session.resume_with(answer_of(error, payload)?)),
            Run::Approve => Some(session.approve()),
            Run::Refuse { reason } => Some(session.refuse(&reason)),
            Run::Finish => session.finish(),
        };
        let is_completed = outcome.as_ref().is_some_and(Outcome::is_completed);
        let (end, values) = outcome.map(end_of).unzip();
        let mut values = values.flatten();
        let has_value = is_completed && values.is_none();
        if has_value {
            let (CrossingLimits { nodes, bytes, depth }, own) = (SMALL, held.prepared.crossing);
            session.set_crossing_limits(CrossingLimits {
                nodes: nodes.min(own.nodes),
                bytes: bytes.min(own.bytes),
                depth: depth.min(own.depth),
            });
            values = session.value().ok();
            session.set_crossing_limits(held.prepared.crossing);
        }
        let ended = Ended {
            end,
            usage: session.usage(),
            limit: session.limit_report().map(limit_message),
            ended_at: session.ended_at().cloned(),
            verdict,
            is_paused: session.is_paused(),
            has_value: has_value && values.is_some(),
            awaited: session.awaited_calls().into_iter().map(|call| call.id).collect(),
        };
        let payload = values.map_or_else(Vec::new, |values| values.to_bytes());
        Ok(Some((Reply::Ended(Box::new(ended)), payload)))
    }
}

/// What there is to see of a session.
fn looked(session: &mut Session, look: &Look) -> Result<(Reply, Vec<u8>), Refusal> {
    let value = |value: Option<HostValue>| {
        let reply = Reply::Value { is_there: value.is_some() };
        (reply, value.map_or_else(Vec::new, |value| value.to_bytes()))
    };
    Ok(match look {
        Look::Value => value(Some(session.value()?)),
        Look::ReportedValue => value(Some(session.reported_value()?)),
        Look::Variable(name) => value(session.get_variable(name)?),
        Look::ReadFile(path) => (Reply::Bytes, session.read_file(path)?),
        Look::ListFiles(folder) => (Reply::Files(session.list_files(folder)?), Vec::new()),
        Look::Progress => (Reply::Progress { is_paused: session.is_paused(), steps: session.steps() }, Vec::new()),
        Look::Names => (Reply::Names(session.global_names()), Vec::new()),
        Look::LiveHandles => (Reply::Numbers(session.live_handles()), Vec::new()),
        Look::Snapshot { key } => (Reply::Bytes, session.snapshot(key.as_ref()).map_err(|error| Refusal::of(&error))?),
    })
}

fn value_of(payload: &[u8]) -> Result<HostValue, Refusal> {
    Ok(HostValue::from_bytes(payload, MOST_VALUES)?)
}

fn answer_of(error: Option<HostError>, payload: &[u8]) -> Result<Result<HostValue, HostError>, Refusal> {
    error.map_or_else(|| value_of(payload).map(Ok), |error| Ok(Err(error)))
}

impl Prepared {
    fn of(settings: &Settings, library: &'static Library) -> Result<Self, String> {
        let policy = Arc::new(resolved(&settings.policy)?);
        let mut config = Config { library, ..Config::new(&policy) };
        set_limits(&mut config.limits, &settings.limits)?;
        if !settings.checks {
            config.check = None;
        }
        if let Some(truncates) = settings.truncates_output {
            Arc::make_mut(&mut config.grants).truncates_output = truncates;
        }
        let seed = settings.seed.unwrap_or(config.random_seed);
        (config.hash_seed, config.random_seed) = (seed, seed);
        (config.stress_collection, config.reference_mode) = (settings.stress_collection, settings.reference_mode);
        // Nothing runs in it.
        let host = || Box::<stockade_vm::CaptureHost>::default();
        let mut session = Session::new(&config, host());
        if settings.expects_steps {
            session.expect_steps();
        }
        let session = session.template(&config, host()).map_err(|error| error.to_string())?;
        let Settings { skips_sleep, expects_steps, crossing, .. } = *settings;
        Ok(Prepared { config, session, is_frozen: policy.clock_is_frozen(), skips_sleep, expects_steps, crossing })
    }
}

fn set_limits(limits: &mut Limits, others: &[(String, u64)]) -> Result<(), String> {
    match others.iter().find(|(key, value)| !limits.set(key, *value)) {
        Some((key, _)) => Err(format!("there is no limit `{key}`")),
        None => Ok(()),
    }
}

/// The policy of texts. It must be the one that the host has.
fn resolved(texts: &PolicyTexts) -> Result<ResolvedPolicy, String> {
    let policy = texts.resolve()?;
    if *policy.sha256 == *texts.sha256 { Ok(policy) } else { Err(format!("the policy `{}` is another one here", texts.name)) }
}
