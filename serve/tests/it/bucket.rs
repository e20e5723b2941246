//! Sessions in a store that speaks the protocol of S3: one that is written for these tests, in memory, and can be told to misbehave. Its puts
//! are done one at a time, so of two that create one of them loses.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use libtest_mimic::{Failed, Trial};
use serde_json::json;
use stockade_serve::{Bucket, Environment, Place, Server, StartError, StateSettings, TenantSettings};

use crate::client::{Running, policies, settings};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("bucket::servers_share_a_bucket", servers_share_a_bucket),
        Trial::test("bucket::others_go_on_at_once", others_go_on_at_once),
        Trial::test("bucket::stores_that_misbehave", stores_that_misbehave),
    ]
}

/// Keys of a page, so that lists have several.
const PAGE: usize = 3;

#[derive(Default)]
struct Bad {
    /// Puts replace what is there.
    replaces: AtomicBool,
    /// Nothing is answered but that it does not work.
    is_down: AtomicBool,
    /// So many puts are done, and answered with an error.
    loses_answers: AtomicUsize,
    /// The first list after the next put waits: see [`Holds`].
    holds: AtomicUsize,
}

/// The steps of `Bad::holds`.
struct Holds;

impl Holds {
    const NOTHING: usize = 0;
    const AFTER_THE_NEXT_PUT: usize = 1;
    const THE_NEXT_LIST: usize = 2;
    const A_LIST: usize = 3;
}

#[derive(Clone, Default)]
struct Fake {
    objects: Arc<Mutex<BTreeMap<String, (Bytes, SystemTime)>>>,
    bad: Arc<Bad>,
}

impl Fake {
    /// Starts it; returns where it listens.
    fn start(&self) -> String {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let router = Router::new().fallback(answer).with_state(self.clone());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, router).await.unwrap();
            });
        });
        address
    }
}

/// Year, month, day, and the day of the week from Thursday on.
fn date(time: SystemTime) -> (u64, u64, u64, usize, u64) {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap().as_secs();
    let days = seconds / 86_400;
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day, usize::try_from(days % 7).unwrap(), seconds % 86_400)
}

fn of_lists(time: SystemTime) -> String {
    let (year, month, day, _, seconds) = date(time);
    format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}.000Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn of_headers(time: SystemTime) -> String {
    let (year, month, day, weekday, seconds) = date(time);
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][weekday];
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = months[usize::try_from(month - 1).unwrap()];
    format!("{weekday}, {day:02} {month} {year} {:02}:{:02}:{:02} GMT", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The value of a name in a query, or of an element.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    text.split_once(begin)?.1.split(end).next()
}

fn unescaped(text: &str) -> String {
    text.replace("%2F", "/").replace("%2f", "/")
}

async fn answer(State(fake): State<Fake>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    if fake.bad.is_down.load(Ordering::Relaxed) {
        return StatusCode::FORBIDDEN.into_response();
    }
    // Requests are signed.
    if !headers.get("authorization").is_some_and(|value| value.to_str().unwrap().starts_with("AWS4-HMAC-SHA256 Credential=key-id/")) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let path = unescaped(uri.path().strip_prefix("/bucket").unwrap()).trim_start_matches('/').to_owned();
    let query = uri.query().unwrap_or_default();
    let holds = |from, to| fake.bad.holds.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed).is_ok();
    if method == Method::PUT {
        holds(Holds::AFTER_THE_NEXT_PUT, Holds::THE_NEXT_LIST);
    } else if method == Method::GET && path.is_empty() && holds(Holds::THE_NEXT_LIST, Holds::A_LIST) {
        while fake.bad.holds.load(Ordering::Relaxed) == Holds::A_LIST {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let mut objects = fake.objects.lock().unwrap();
    match (&method, path.is_empty()) {
        (&Method::PUT, false) => {
            let creates = headers.get("if-none-match").is_some_and(|value| value == "*");
            if creates && objects.contains_key(&path) && !fake.bad.replaces.load(Ordering::Relaxed) {
                return StatusCode::PRECONDITION_FAILED.into_response();
            }
            assert!(creates, "{path} may be replaced");
            objects.insert(path, (body, SystemTime::now()));
            let lost = fake.bad.loses_answers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            if lost.is_ok() { StatusCode::INTERNAL_SERVER_ERROR.into_response() } else { [("etag", "\"1\"")].into_response() }
        }
        (&Method::GET, false) => match objects.get(&path) {
            Some((bytes, time)) => {
                let about = [("etag", "\"1\"".to_owned()), ("last-modified", of_headers(*time))];
                let range = headers.get("range").map(|range| range.to_str().unwrap().strip_prefix("bytes=0-").unwrap());
                let Some(last) = range.map(|last| last.parse::<usize>().unwrap()) else {
                    return (about, bytes.clone()).into_response();
                };
                let part = bytes.slice(..bytes.len().min(last + 1));
                let shown = [("content-range", format!("bytes 0-{}/{}", part.len() - 1, bytes.len()))];
                (StatusCode::PARTIAL_CONTENT, about, shown, part).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        },
        (&Method::DELETE, false) => {
            objects.remove(&path);
            StatusCode::NO_CONTENT.into_response()
        }
        (&Method::POST, true) if query.contains("delete") => {
            let text = String::from_utf8(body.to_vec()).unwrap();
            for part in text.split("<Key>").skip(1) {
                objects.remove(part.split("</Key>").next().unwrap());
            }
            "<DeleteResult></DeleteResult>".into_response()
        }
        (&Method::GET, true) => {
            let query = unescaped(query);
            let prefix = between(&query, "prefix=", "&").unwrap_or_default();
            let after = between(&query, "continuation-token=", "&").unwrap_or_default();
            let rows: Vec<_> = objects.iter().filter(|(key, _)| key.starts_with(prefix) && key.as_str() > after).take(PAGE + 1).collect();
            let mut text = String::from("<?xml version=\"1.0\"?><ListBucketResult>");
            for (key, (bytes, time)) in rows.iter().take(PAGE) {
                let (time, size) = (of_lists(*time), bytes.len());
                write!(text, "<Contents><Key>{key}</Key><LastModified>{time}</LastModified><ETag>1</ETag><Size>{size}</Size></Contents>")
                    .unwrap();
            }
            if rows.len() > PAGE {
                let token = rows[PAGE - 1].0;
                write!(text, "<IsTruncated>true</IsTruncated><NextContinuationToken>{token}</NextContinuationToken>").unwrap();
            }
            (text + "</ListBucketResult>").into_response()
        }
        _ => StatusCode::BAD_REQUEST.into_response(),
    }
}

fn state(address: &str) -> StateSettings {
    let key = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bucket-{}.key", std::process::id()));
    std::fs::write(&key, "5a".repeat(32)).unwrap();
    assert!(std::process::Command::new("chmod").arg("600").arg(&key).status().unwrap().success());
    let variables = [
        ("AWS_ENDPOINT_URL", format!("http://{address}")),
        ("AWS_REGION", "here".to_owned()),
        ("AWS_ACCESS_KEY_ID", "key-id".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "secret".to_owned()),
    ];
    let environment = Environment(variables.map(|(name, value)| (name.to_owned(), value)).into());
    let bucket = Bucket { name: "bucket".to_owned(), prefix: "of/us".to_owned(), environment };
    StateSettings { place: Place::S3(bucket), key: Some(key), memory_time: Duration::from_secs(60) }
}

fn over(address: &str) -> Running {
    Running::with(|settings| settings.state = Some(state(address)))
}

fn servers_share_a_bucket() -> Result<(), Failed> {
    let fake = Fake::default();
    let address = fake.start();
    let servers = [over(&address), over(&address), over(&address)];
    let [first, second, third] = &servers;
    let id = first.open(&json!({ "tools": [{ "name": "price", "parameters": "item" }] }));
    for (server, value) in servers.iter().cycle().zip(1..7) {
        assert_eq!(server.step(&id, if value == 1 { "x = 1\nx" } else { "x += 1\nx" })["value"], value);
    }
    // A call is made at one server, and answered at another.
    assert_eq!(first.step(&id, "x + price('amp')")["outcome"], "host-call");
    assert_eq!(second.get(&format!("/v1/sessions/{id}")).is(200)["state"], "waiting");
    assert_eq!(third.post(&format!("/v1/sessions/{id}/answer"), &json!({ "value": 10 })).is(200)["value"], 16);
    // Two race from one state, again and again. What is answered is counted once.
    let mut values: Vec<u64> = std::thread::scope(|scope| {
        let racing: Vec<_> = servers
            .iter()
            .map(|server| {
                let id = &id;
                scope.spawn(move || {
                    let body = json!({ "code": "x += 1\nx" });
                    let mut values = Vec::new();
                    for _ in 0..8 {
                        let answer = server.post(&format!("/v1/sessions/{id}/run"), &body);
                        if answer.status == 200 {
                            values.push(answer.is(200)["value"].as_u64().unwrap());
                        } else {
                            answer.fails(409, "busy", "another server went on");
                        }
                    }
                    values
                })
            })
            .collect();
        racing.into_iter().flat_map(|racing| racing.join().unwrap()).collect()
    });
    values.sort_unstable();
    let expected: Vec<u64> = (7..7 + values.len() as u64).collect();
    assert_eq!(values, expected);
    assert_eq!(first.step(&id, "x")["value"].as_u64(), values.last().copied());
    // Lists have several pages, here and there.
    for _ in 0..5 {
        second.open(&json!({}));
    }
    assert_eq!(third.get("/v1/sessions").is(200)["sessions"].as_array().map(Vec::len), Some(6));
    third.send("DELETE", &format!("/v1/sessions/{id}"), &[], None).is(204);
    first.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "x" })).fails(404, "not-found", "there is no session");
    first.until("old generations are gone", || fake.objects.lock().unwrap().len() == 6);
    Ok(())
}

/// A server has stored what a step did, and others go on from it before it has looked whether it is the newest. The step counts.
fn others_go_on_at_once() -> Result<(), Failed> {
    let fake = Fake::default();
    let address = fake.start();
    let [first, second] = [over(&address), over(&address)];
    for steps in [1, 3] {
        let id = first.open(&json!({}));
        first.step(&id, "x = 0");
        fake.bad.holds.store(Holds::AFTER_THE_NEXT_PUT, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| first.step(&id, "x += 1\nx"));
            first.until("its list is held", || fake.bad.holds.load(Ordering::Relaxed) == Holds::A_LIST);
            for step in 0..steps {
                assert_eq!(second.step(&id, "x += 1\nx")["value"], 2 + step);
            }
            fake.bad.holds.store(Holds::NOTHING, Ordering::Relaxed);
            assert_eq!(late.join().unwrap()["value"], 1);
        });
        assert_eq!(first.step(&id, "x")["value"], 1 + steps);
    }
    Ok(())
}

fn stores_that_misbehave() -> Result<(), Failed> {
    let fake = Fake::default();
    let address = fake.start();
    let refused = |state: StateSettings| {
        let (mut settings, _) = settings(vec![TenantSettings::without_token(policies())]);
        settings.state = Some(state);
        match Server::bind(settings) {
            Err(StartError::State(message)) => message,
            _ => String::new(),
        }
    };
    fake.bad.replaces.store(true, Ordering::Relaxed);
    let message = refused(state(&address));
    assert!(message.contains("If-None-Match"), "{message}");
    fake.bad.replaces.store(false, Ordering::Relaxed);
    let message = refused(StateSettings { key: None, ..state(&address) });
    assert!(message.contains("--state-key"), "{message}");
    let mut tls = state(&address);
    if let Place::S3(bucket) = &mut tls.place {
        bucket.environment.0[0].1 = format!("https://{address}");
    }
    let message = refused(tls);
    assert!(message.contains("no TLS"), "{message}");
    let server = over(&address);
    let id = server.open(&json!({}));
    server.step(&id, "x = 1");
    // The put is made again, and what is there is known to be its own.
    fake.bad.loses_answers.store(1, Ordering::Relaxed);
    assert_eq!(server.step(&id, "x += 1\nx")["value"], 2);
    fake.bad.is_down.store(true, Ordering::Relaxed);
    server.post(&format!("/v1/sessions/{id}/run"), &json!({ "code": "x += 1" })).fails(503, "unavailable", "stored session");
    // What needs no store goes on.
    assert_eq!(server.run(&json!({ "code": "1" }))["value"], 1);
    fake.bad.is_down.store(false, Ordering::Relaxed);
    assert_eq!(server.step(&id, "x")["value"], 2);
    Ok(())
}
