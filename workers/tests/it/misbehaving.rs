//! What becomes of a host whose worker lies: an error for that session, soon, and nothing else.

use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use stockade_vm::{HostValue, Outcome, StepOptions, ToolSpec};
use stockade_workers::{AnySession, LossReason, Pool, Session, SessionError, SharedWorker, Worker, WorkerCommand, WorkerLost};

use crate::false_worker::ALL;
use crate::sessions::{Recorder, real_command, template, template_of};

const PATIENCE: Duration = Duration::from_millis(700);

pub(crate) fn tests() -> Vec<Trial> {
    let lies = ALL.iter().map(|(what, words)| Trial::test(format!("misbehaving::{}", what.replace(' ', "_")), || lies(what, words)));
    let hellos = [("gone", "with status 9"), ("deaf", "did not answer"), ("mute", "did not answer"), ("babble", "a frame announces")];
    let hellos = hellos.into_iter().chain([("no hello", "of another build: protocol 1, engine"), ("other build", "engine another")]);
    let hellos = hellos.map(|(what, words)| Trial::test(format!("misbehaving::{}", what.replace(' ', "_")), || no_hello(what, words)));
    lies.chain(hellos)
        .chain([
            Trial::test("misbehaving::reads_no_more", reads_no_more),
            Trial::test("misbehaving::opens_nothing", opens_nothing),
            Trial::test("misbehaving::no_program", no_program),
            Trial::test("misbehaving::other_answers_to_looks", other_answers_to_looks),
        ])
        .collect()
}

fn command(what: &str) -> WorkerCommand {
    WorkerCommand {
        program: std::env::current_exe().unwrap(),
        arguments: vec!["--false-worker".into(), what.into()],
        environment: Vec::new(),
    }
}

fn session_of(worker: Worker) -> Session {
    let policy = "version: 1\nextends: default\ntools: {allow: {lent: {}, pay: {approve: always}}, default: deny}";
    let (template, _) = template_of(Some(policy), &[("limits.timeout", 300)]);
    let mut session = Session::open(&SharedWorker::new(worker), &template, Recorder::boxed()).unwrap();
    for name in ["lent", "denied", "pay"] {
        session.add_tool(&ToolSpec::new(name, "")).unwrap();
    }
    session
}

/// Runs until the worker is lost. Calls are answered, so that a worker that calls without end is answered without end.
fn loss(session: &mut Session) -> WorkerLost {
    let mut ran = session.step("a.py", "é = 1", StepOptions::default()).map(|step| step.outcome);
    loop {
        ran = match ran {
            Ok(Outcome::HostCall(_)) => session.resume_with(Ok(HostValue::None)),
            Ok(outcome) => panic!("it ended: {outcome:?}"),
            Err(lost) => return lost,
        };
    }
}

fn lies(what: &str, words: &str) -> Result<(), Failed> {
    let mut good = Pool::new(real_command(), 1, Pool::PATIENCE).open(&template(&[]), &|| Recorder::boxed()).unwrap();
    let began = Instant::now();
    let mut session = session_of(Worker::start(&command(what), PATIENCE).unwrap());
    let lost = loss(&mut session);
    assert!(lost.to_string().contains(words), "{what}: {lost}");
    assert!(lost.to_string().chars().all(|c| !c.is_control()), "{lost:?}");
    // It stays lost, and says the same.
    assert_eq!(session.resume(), Err(lost.clone()));
    assert_eq!(session.value(), Err(SessionError::Lost(lost)));
    let time = began.elapsed();
    assert!(time < Duration::from_secs(10), "{what} took {time:?}");
    // Nobody else has lost anything.
    assert_eq!(good.step("a.py", "1 + 1", StepOptions::default()).unwrap().outcome, Outcome::Finished(Some("2".to_string())));
    Ok(())
}

fn no_hello(what: &str, words: &str) -> Result<(), Failed> {
    let began = Instant::now();
    let error = Worker::start(&command(what), PATIENCE).unwrap_err();
    assert!(matches!(error, SessionError::Lost(_)) && error.to_string().contains(words), "{error}");
    assert!(began.elapsed() < Duration::from_secs(10));
    Ok(())
}

/// A request that does not fit the pipe does not hold the host.
fn reads_no_more() -> Result<(), Failed> {
    let worker = SharedWorker::new(Worker::start(&command("reads no more"), PATIENCE).unwrap());
    let restored = Session::restore(&worker, &template(&[]), Recorder::boxed(), &[0; 1 << 20], None);
    let Err(SessionError::Lost(lost)) = restored else { panic!("it was restored") };
    assert!(matches!(lost.reason, LossReason::Late(_)), "{lost}");
    assert!(worker.is_lost());
    Ok(())
}

/// A pool tries another worker for a new session, and no more than that.
fn opens_nothing() -> Result<(), Failed> {
    let pool = Pool::new(command("prepares nothing"), 2, PATIENCE);
    let Err(error) = pool.open(&template(&[]), &|| Recorder::boxed()) else { panic!("it was opened") };
    assert!(error.to_string().contains("something else than that it is done"), "{error}");
    // Nobody waits for a session to be opened, and so the next answer shows it.
    let open = |what: &str| Pool::new(command(what), 1, PATIENCE).open(&template(&[]), &|| Recorder::boxed()).unwrap();
    let lost = open("opens nothing").expect_steps().unwrap_err();
    assert!(lost.to_string().contains("an answer to request"), "{lost}");
    let refused = open("refuses to open").expect_steps().unwrap_err();
    assert!(matches!(&refused, SessionError::Refused(refusal) if refusal.message == "no such session"), "{refused}");
    Ok(())
}

/// A false worker says of everything that it is done.
fn other_answers_to_looks() -> Result<(), Failed> {
    let session = || session_of(Worker::start(&command("done"), PATIENCE).unwrap());
    type Look = fn(&mut Session) -> Option<SessionError>;
    let looks: [(&str, Look); 5] = [
        ("names", |session| session.global_names().err()),
        ("numbers", |session| session.live_handles().err()),
        ("a value", |session| session.get_variable("x").err()),
        ("bytes", |session| session.snapshot(None).err()),
        ("files", |session| session.list_files("/").err()),
    ];
    for (what, look) in looks {
        let error = look(&mut session());
        assert!(matches!(&error, Some(SessionError::Lost(lost)) if lost.to_string().contains(what)), "{what}: {error:?}");
    }
    let worker = SharedWorker::new(Worker::start(&command("done"), PATIENCE).unwrap());
    let Err(error) = Session::restore(&worker, &template(&[]), Recorder::boxed(), b"", None) else { panic!("it was restored") };
    assert!(error.to_string().contains("how far the session is"), "{error}");
    Ok(())
}

fn no_program() -> Result<(), Failed> {
    let command = WorkerCommand { program: "no/such/program".into(), ..WorkerCommand::default() };
    let Err(error) = Worker::start(&command, PATIENCE) else { panic!("it was started") };
    assert!(matches!(error, SessionError::CannotStart(_)) && error.to_string().contains("`no/such/program`"), "{error}");
    Ok(())
}
