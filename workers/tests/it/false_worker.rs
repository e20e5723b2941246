//! A worker that lies. It says hello, says that all is done until something runs, and then does what its name says.

use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use stockade_compiler::tree::Span;
use stockade_vm::{HostValue, Usage};
use stockade_workers::frames::{self, Frame, FrameBuffer, FrameLimits};
use stockade_workers::protocol::{Awaited, End, Ended, Hello, Judged, Reply, Reported, Request};

/// Long enough for any host to lose its patience.
const LONG: Duration = Duration::from_secs(600);

/// Each false worker, with words of the loss that the host must say.
pub(crate) const ALL: &[(&str, &str)] = &[
    ("garbage", "what no worker answers"),
    ("long message", "a frame announces"),
    ("long payload", "a frame announces"),
    ("other number", "an answer to request"),
    ("earlier number", "an answer to request"),
    ("done", "something else than how the run ended"),
    ("value", "something else than how the run ended"),
    ("refusal", "something else than how the run ended"),
    ("no end", "a run without an end"),
    ("other call", "which is not lent"),
    ("call of what is denied", "is not allowed"),
    ("call without consent", "did not consent"),
    ("awaited without consent", "did not consent"),
    ("call without arguments", "a call without arguments"),
    ("call with too few", "a call without arguments"),
    ("nameless arguments", "an argument without a name"),
    ("calls without end", "more host calls"),
    ("other waits", "a wait for other calls"),
    ("values for nothing", "values where none belong"),
    ("many values", "more values than may cross"),
    ("deep values", "nested too deep"),
    ("forged value", "the bytes are no value"),
    ("forged end value", "the bytes are no value"),
    ("end value of a call", "a call without arguments"),
    ("place outside", "which is not in the text"),
    ("place backwards", "which is not in the text"),
    ("place in a character", "which is not in the text"),
    ("finding outside", "which is not in the text"),
    ("repair outside", "which is not in the text"),
    ("rule of no name", "which there is not"),
    ("level of no name", "which there is not"),
    ("decision of no name", "a decision that there is not"),
    ("output without end", "more output than the limit"),
    ("output that is no text", "not UTF-8"),
    ("dribble", "did not answer"),
    ("silence", "did not answer"),
    ("half a frame", "the worker ended"),
    ("end", "with status 7"),
    ("closed pipe", "the worker ended"),
    ("flood of complaints", "did not answer"),
    ("last words", "it said: no [31mmore"),
];

pub(crate) fn run(what: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    if matches!(what, "other build" | "no hello") {
        // The host has said its own before.
        let _ = std::io::stdin().lock().read(&mut [0; 1024]);
    }
    match what {
        "deaf" => std::thread::sleep(LONG),
        "mute" => {
            let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
            std::thread::sleep(LONG);
        }
        "gone" => return ExitCode::from(9),
        "other build" => frames::write(&mut out, &Hello { engine: "another".into(), ..Hello::ours() }, &[]).unwrap(),
        "no hello" => frames::write(&mut out, &(1u32, Reply::Done), &[]).unwrap(),
        "babble" => loop {
            if out.write_all(&[b'x'; 4096]).is_err() {
                return ExitCode::FAILURE;
            }
        },
        what => lie(what, &mut out),
    }
    let _ = out.flush();
    ExitCode::SUCCESS
}

fn lie(what: &str, out: &mut impl Write) {
    let mut input = std::io::stdin().lock();
    let mut buffer = FrameBuffer::default();
    let hello: Frame<Hello> = next(&mut buffer, &mut input).expect("a hello");
    frames::write(out, &hello.message, &[]).unwrap();
    out.flush().unwrap();
    if what == "reads no more" {
        std::thread::sleep(LONG);
    }
    while let Some(Frame { message: (number, request), .. }) = next::<(u32, Request)>(&mut buffer, &mut input) {
        match request {
            Request::Run { .. } => answer(what, number, out),
            Request::Close { .. } | Request::Interrupt { .. } => {}
            // It wrongs before anything runs.
            Request::Prepare { .. } if what == "prepares nothing" => send(out, number, &Reply::Bytes, b"no"),
            Request::Open { .. } if what == "opens nothing" => send(out, number, &Reply::Bytes, b"no"),
            Request::Open { .. } if what == "refuses to open" => {
                let refusal = stockade_workers::protocol::Refusal { message: "no room".into(), path: String::new(), is_type: false };
                send(out, number, &Reply::Refused(refusal.clone()), &[]);
            }
            Request::Change { .. } if what == "refuses to open" => {
                let refusal =
                    stockade_workers::protocol::Refusal { message: "no such session".into(), path: String::new(), is_type: false };
                send(out, number, &Reply::Refused(refusal), &[]);
            }
            _ => send(out, number, &Reply::Done, &[]),
        }
        let _ = out.flush();
    }
}

fn next<M: serde::de::DeserializeOwned>(buffer: &mut FrameBuffer, input: &mut impl Read) -> Option<Frame<M>> {
    loop {
        if let Some(frame) = buffer.take(FrameLimits::REQUESTS).unwrap() {
            return Some(frame);
        }
        if buffer.fill(input).unwrap() == 0 {
            return None;
        }
    }
}

fn send(out: &mut impl Write, number: u32, reply: &Reply, payload: &[u8]) {
    let _ = frames::write(out, &(number, reply), payload).and_then(|()| out.flush());
}

fn ended(end: Option<End>) -> Ended {
    Ended {
        end,
        usage: Usage::default(),
        limit: None,
        ended_at: None,
        verdict: None,
        is_paused: false,
        has_value: false,
        awaited: Vec::new(),
    }
}

fn answer(what: &str, number: u32, out: &mut impl Write) {
    let mut end = |number: u32, end: End, payload: &[u8]| send(out, number, &Reply::Ended(Box::new(ended(Some(end)))), payload);
    let call = |tool: &str| End::HostCall { tool: tool.to_string() };
    let text = |text: &str| HostValue::Str(text.to_string());
    let arguments = HostValue::Tuple(vec![HostValue::List(vec![]), HostValue::Dict(vec![])]).to_bytes();
    let finished = || End::Finished(Some("1".to_string()));
    let place = |start: u32, stop: u32| End::Unsupported { message: "x".to_string(), span: Span { start, end: stop } };
    match what {
        "other number" => end(number + 1, finished(), &[]),
        "earlier number" => end(number - 1, finished(), &[]),
        "other call" => end(number, call("other"), &arguments),
        "call of what is denied" => end(number, call("denied"), &arguments),
        "call without consent" => end(number, call("pay"), &arguments),
        "awaited without consent" => {
            let calls = vec![Awaited { id: 1, tool: "pay".into(), is_new: false }];
            let each = HostValue::List(vec![HostValue::Tuple(vec![HostValue::List(vec![]), HostValue::Dict(vec![])])]);
            end(number, End::Awaits { calls, dropped: vec![], timeout: None }, &each.to_bytes());
        }
        "call without arguments" => end(number, call("lent"), &[]),
        "call with too few" => end(number, call("lent"), &HostValue::Tuple(vec![HostValue::List(vec![])]).to_bytes()),
        "nameless arguments" => {
            let nameless = HostValue::Dict(vec![(HostValue::Int(1), HostValue::Int(1))]);
            end(number, call("lent"), &HostValue::Tuple(vec![HostValue::List(vec![]), nameless]).to_bytes());
        }
        "calls without end" => end(number, call("lent"), &arguments),
        "other waits" => {
            let calls = vec![Awaited { id: 1, tool: "lent".into(), is_new: true }];
            end(number, End::Awaits { calls, dropped: vec![], timeout: None }, &HostValue::List(vec![]).to_bytes());
        }
        "values for nothing" => end(number, finished(), &text("x").to_bytes()),
        "many values" => end(number, call("lent"), &HostValue::List(vec![HostValue::None; 3_000_000]).to_bytes()),
        "deep values" => end(number, call("lent"), &[8u8, 1].repeat(1_000_000)),
        "forged value" => end(number, call("lent"), &[8, 255, 255, 255, 255, 1]),
        "forged end value" => {
            let value = Ended { has_value: true, ..ended(Some(finished())) };
            send(out, number, &Reply::Ended(Box::new(value)), &[8, 255, 255, 255, 255, 1]);
        }
        "end value of a call" => {
            let value = Ended { has_value: true, awaited: vec![1, u64::MAX], ..ended(Some(call("lent"))) };
            send(out, number, &Reply::Ended(Box::new(value)), &HostValue::Int(1).to_bytes());
        }
        "place outside" => end(number, place(1, 1_000_000), &[]),
        "place backwards" => end(number, place(3, 2), &[]),
        "place in a character" => end(number, place(0, 1), &[]),
        what => answer_otherwise(what, number, out),
    }
}

fn answer_otherwise(what: &str, number: u32, out: &mut impl Write) {
    let judged = |decision: u8, rule: &str, level: &str, span: Span, edit: Span| {
        let finding = Reported {
            rule: rule.to_string(),
            level: level.to_string(),
            message: String::new(),
            label: None,
            help: None,
            note: None,
            fix: Some((String::new(), vec![(edit, String::new())])),
            span,
        };
        let verdict = Judged { decision, findings: vec![finding], imports: vec![], capabilities: vec![] };
        let finished = End::Finished(None);
        Reply::Ended(Box::new(Ended { verdict: Some(verdict), ..ended(Some(finished)) }))
    };
    let (good, bad) = (Span { start: 0, end: 2 }, Span { start: 0, end: 1_000_000 });
    match what {
        "garbage" => out.write_all(&[0xff, 0, 0, 0, 0, 0, 0, 0].into_iter().chain([0xff; 255]).collect::<Vec<u8>>()).unwrap(),
        "long message" => out.write_all(&u64::from(u32::MAX).to_le_bytes()).unwrap(),
        "long payload" => out.write_all(&(u64::from(u32::MAX) << 32 | 2).to_le_bytes()).unwrap(),
        "done" => send(out, number, &Reply::Done, &[]),
        "value" => send(out, number, &Reply::Value { is_there: true }, &HostValue::None.to_bytes()),
        "refusal" => {
            let refusal = stockade_workers::protocol::Refusal { message: "no".into(), path: String::new(), is_type: false };
            send(out, number, &Reply::Refused(refusal), &[]);
        }
        "no end" => send(out, number, &Reply::Ended(Box::new(ended(None))), &[]),
        "finding outside" => send(out, number, &judged(0, "IMP001", "deny", bad, good), &[]),
        "repair outside" => send(out, number, &judged(0, "IMP001", "deny", good, bad), &[]),
        "rule of no name" => send(out, number, &judged(0, "XXX999", "deny", good, good), &[]),
        "level of no name" => send(out, number, &judged(0, "IMP001", "loud", good, good), &[]),
        "decision of no name" => send(out, number, &judged(3, "IMP001", "deny", good, good), &[]),
        "output without end" => while frames::write(out, &(number, Reply::Output { is_error: false }), &[b'x'; 60_000]).is_ok() {},
        "output that is no text" => send(out, number, &Reply::Output { is_error: true }, &[0xff, 0xfe]),
        "dribble" => {
            // A byte now and then is no answer.
            let frame = frames::encode(&(number, Reply::Done), &[0; 1 << 20]).unwrap();
            for byte in frame {
                if out.write_all(&[byte]).and_then(|()| out.flush()).is_err() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        "silence" => std::thread::sleep(LONG),
        "half a frame" => {
            out.write_all(&[200, 0, 0, 0, 0, 0, 0, 0, 1, 2]).unwrap();
            out.flush().unwrap();
            std::process::exit(0);
        }
        "end" => std::process::exit(7),
        "closed pipe" => {
            // The pipe ends, and the process does not.
            out.flush().unwrap();
            rustix::stdio::dup2_stdout(std::io::stderr()).unwrap();
            std::thread::sleep(LONG);
        }
        "flood of complaints" => while std::io::stderr().write_all(&[b'y'; 4096]).is_ok() {},
        "last words" => {
            eprintln!("no \x1b[31mmore");
            std::process::exit(1);
        }
        _ => panic!("there is no false worker `{what}`"),
    }
}
