//! Tokens: nothing of one tenant is visible to another.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use stockade_serve::{Listen, Server, StartError, TenantSettings, read_tokens};

use crate::client::{Answer, POLICY, Running, policies, policy, read_answer, request, settings};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("tenants::foreign_tokens", foreign_tokens),
        Trial::test("tenants::quotas", quotas),
        Trial::test("tenants::they_share_no_worker", they_share_no_worker),
        Trial::test("tenants::tokens_files", tokens_files),
        Trial::test("tenants::addresses", addresses),
        Trial::test("tenants::a_socket_in_the_file_system", a_socket_in_the_file_system),
    ]
}

fn digest(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn tenants() -> Vec<TenantSettings> {
    let text = format!(
        "[[tenant]]\nname = 'a'\ntoken_sha256 = '{}'\nmetrics = true\n\n[[tenant]]\nname = 'b'\ntoken_sha256 = '{}'\npolicies = ['strict', 'default']\nsessions = 2\nsteps = 1\n",
        digest("token of a"),
        digest("token of b").to_uppercase()
    );
    read_tokens(&text, &policies(), &|name| Ok(policy(name, None))).unwrap()
}

fn start() -> Running {
    Running::with(|settings| settings.tenants = tenants())
}

fn ask(server: &Running, token: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
    let body = body.map(|body| body.to_string());
    server.send(method, path, &[("Authorization", &format!("Bearer token of {token}"))], body.as_deref())
}

fn foreign_tokens() -> Result<(), Failed> {
    let server = start();
    let code = || Some(json!({ "code": "1" }));
    for path in ["/v1/sessions", "/v1/openapi.json", "/metrics"] {
        let answer = server.get(path);
        answer.fails(401, "unauthorized", "a token is needed");
        assert!(answer.head.to_ascii_lowercase().contains("www-authenticate: bearer"), "{}", answer.head);
    }
    server.post("/v1/run", &json!({ "code": "1" })).fails(401, "unauthorized", "a token is needed");
    ask(&server, "c", "POST", "/v1/run", code()).fails(401, "unauthorized", "nobody has this token");
    server.send("GET", "/v1/sessions", &[("Authorization", "Basic YTpi")], None).fails(401, "unauthorized", "Bearer TOKEN");
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/readyz").status, 200);
    let id = ask(&server, "a", "POST", "/v1/sessions", Some(json!({}))).is(201)["id"].as_str().unwrap().to_owned();
    ask(&server, "a", "POST", &format!("/v1/sessions/{id}/run"), Some(json!({ "code": "secret = 1" }))).is(200);
    // For another tenant it is not there, on any path.
    let one = format!("/v1/sessions/{id}");
    for (method, path, body) in [
        ("GET", one.clone(), None),
        ("DELETE", one.clone(), None),
        ("POST", format!("{one}/run"), code()),
        ("POST", format!("{one}/answer"), Some(json!({ "value": 1 }))),
        ("POST", format!("{one}/resume"), None),
        ("POST", format!("{one}/interrupt"), None),
        ("POST", format!("{one}/snapshot"), None),
        ("POST", format!("{one}/fork"), None),
        ("POST", "/v1/sessions".to_owned(), Some(json!({ "fork_of": id }))),
    ] {
        ask(&server, "b", method, &path, body).fails(404, "not-found", "there is no session");
    }
    assert_eq!(ask(&server, "b", "GET", "/v1/sessions", None).is(200)["sessions"], json!([]));
    assert_eq!(ask(&server, "a", "GET", "/v1/sessions", None).is(200)["sessions"][0]["id"], json!(id));
    // Nor are its policies and numbers.
    ask(&server, "b", "POST", "/v1/run", Some(json!({ "code": "1", "policy": "tools" }))).fails(403, "forbidden", "there is `strict`");
    ask(&server, "b", "GET", "/metrics", None).fails(403, "forbidden", "metrics = true");
    assert!(ask(&server, "a", "GET", "/metrics", None).body.contains("stockade_sessions 1\n"));
    // With tokens the name of the server may be any.
    let headers = [("Authorization", "bearer token of a"), ("Host", "stockade.example")];
    server.send("GET", "/v1/sessions", &headers, None).is(200);
    Ok(())
}

fn quotas() -> Result<(), Failed> {
    let server = start();
    let open = || ask(&server, "b", "POST", "/v1/sessions", Some(json!({ "policy": "default" })));
    let first = open().is(201)["id"].as_str().unwrap().to_owned();
    let second = open().is(201)["id"].as_str().unwrap().to_owned();
    open().fails(429, "quota", "2 sessions are open");
    ask(&server, "b", "POST", &format!("/v1/sessions/{first}/fork"), None).fails(429, "quota", "2 sessions are open");
    let mut stream = server.connect();
    let body = json!({ "code": "while True: pass" }).to_string();
    stream.write_all(&request("POST", &format!("/v1/sessions/{first}/run"), &[("Authorization", "Bearer token of b")], Some(&body)))?;
    server.until("the step runs", || ask(&server, "b", "GET", &format!("/v1/sessions/{first}"), None).is(200)["state"] == "running");
    ask(&server, "b", "POST", "/v1/run", Some(json!({ "code": "1" }))).fails(429, "quota", "1 steps run already");
    // Nor may it open, copy or write, and nothing that it sends is parsed meanwhile.
    for (path, body) in [
        ("/v1/sessions".to_owned(), Some(json!({}))),
        (format!("/v1/sessions/{second}/fork"), None),
        (format!("/v1/sessions/{second}/snapshot"), None),
        (format!("/v1/sessions/{second}/run"), Some(json!("not an object"))),
        (format!("/v1/sessions/{second}/answer"), Some(json!("not an object"))),
        ("/v1/sessions".to_owned(), Some(json!("not an object"))),
        ("/v1/run".to_owned(), Some(json!("not an object"))),
        ("/v1/check".to_owned(), Some(json!("not an object"))),
    ] {
        ask(&server, "b", "POST", &path, body).fails(429, "quota", "1 steps run already");
    }
    // The others do not feel it.
    ask(&server, "a", "POST", "/v1/run", Some(json!({ "code": "1" }))).is(200);
    ask(&server, "b", "DELETE", &format!("/v1/sessions/{first}"), None).is(204);
    read_answer(&mut stream)?.is(200);
    server.until("the place is free", || open().status == 201);
    ask(&server, "b", "POST", "/v1/run", Some(json!({ "code": "1" }))).is(200);
    Ok(())
}

fn they_share_no_worker() -> Result<(), Failed> {
    let server = start();
    // Those of the first are there.
    (0..3).for_each(|_| drop(ask(&server, "a", "POST", "/v1/sessions", None).is(201)));
    let of_a = server.workers();
    ask(&server, "b", "POST", "/v1/sessions", None).is(201);
    assert_eq!((of_a.len(), server.workers().len()), (2, 3));
    Ok(())
}

fn tokens_files() -> Result<(), Failed> {
    let read = |text: &str| read_tokens(text, &policies(), &|name| Err(format!("there is no policy `{name}`"))).err().unwrap_or_default();
    let row = |name: &str, digest: &str| format!("[[tenant]]\nname = '{name}'\ntoken_sha256 = '{digest}'\n");
    let (one, other) = (digest("one"), digest("other"));
    assert_eq!(read(&format!("{}{}", row("a", &one), row("b", &other))), "");
    for (text, words) in [
        (String::new(), "it has no tenant"),
        ("[[tenant]]\nname = 'a'\n".to_owned(), "missing field `token_sha256`"),
        (row("a", "token"), "`token_sha256` of the tenant `a` is no SHA-256"),
        (row("a", &"é".repeat(32)), "is no SHA-256"),
        (format!("{}{}", row("a", &one), row("a", &other)), "two tenants `a`"),
        (format!("{}{}", row("a", &one), row("b", &one)), "`a` and `b` have the same token"),
        (format!("{}policies = ['none']\n", row("a", &one)), "there is no policy `none`"),
        (format!("{}policies = []\n", row("a", &one)), "has no policy"),
        (format!("{}session = 1\n", row("a", &one)), "unknown field `session`"),
    ] {
        let message = read(&text);
        assert!(message.contains(words), "{text}: {message}");
    }
    Ok(())
}

fn addresses() -> Result<(), Failed> {
    let bind = |listen: &str, tenants: Vec<TenantSettings>| {
        let (settings, _) = settings(tenants);
        Server::bind(stockade_serve::Settings { listen: listen.parse().unwrap(), ..settings })
    };
    let without = || vec![TenantSettings::without_token(policies())];
    for open in ["0.0.0.0:0", "[::]:0"] {
        match bind(open, without()) {
            Err(error @ StartError::Open(_)) => assert!(error.to_string().contains("--tokens"), "{error}"),
            _ => return Err(format!("{open} is open").into()),
        }
    }
    assert!(bind("0.0.0.0:0", tenants()).is_ok());
    let mixed = without().into_iter().chain(tenants()).collect();
    assert!(matches!(bind("127.0.0.1:0", mixed), Err(StartError::Tenants(_))));
    let refused = |tenants: Vec<TenantSettings>| match bind("127.0.0.1:0", tenants) {
        Err(StartError::Tenants(message)) => message,
        _ => String::new(),
    };
    // Clients could not name the second one.
    let twice = vec![TenantSettings::without_token(vec![policy("tools.yaml", Some(POLICY)), policy("other.yaml", Some(POLICY))])];
    let message = refused(twice);
    assert!(message.contains("have the same name, `tools`"), "{message}");
    // Steps wait on threads, and there are only so many.
    let many = tenants().into_iter().map(|tenant| TenantSettings { steps: 257, ..tenant }).collect();
    let message = refused(many);
    assert!(message.contains("514 steps at once, and a server runs at most 512"), "{message}");
    let taken = Running::start();
    assert!(matches!(bind(&taken.address, without()), Err(StartError::Listen(..))));
    for (wrong, words) in [("nowhere", "is no address"), ("unix:", "needs a path"), ("127.0.0.1", "is no address")] {
        let error = wrong.parse::<Listen>().err().unwrap_or_default();
        assert!(error.contains(words), "{error}");
    }
    // Without tokens a page that has a name of its own for this machine gets nothing.
    for (host, status) in [
        ("evil.example", 421),
        ("evil.example:8700", 421),
        ("127.0.0.1.evil.example", 421),
        ("LOCALHOST:1", 200),
        ("[::1]:5", 200),
        ("127.0.0.1", 200),
    ] {
        assert_eq!(taken.send("GET", "/healthz", &[("Host", host)], None).status, status, "{host}");
    }
    // A page in a browser sends its requests under the right name, and the browser says whose they are.
    for (origin, status) in [
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://evil.example:8700", 403),
        ("null", 403),
        ("", 403),
        ("http://localhost:3000", 201),
        ("http://127.0.0.1", 201),
        ("http://[::1]:8700", 201),
    ] {
        let answer = taken.send("POST", "/v1/sessions", &[("Origin", origin)], None);
        assert_eq!(answer.status, status, "{origin}: {}", answer.body);
    }
    let (mut broken, _) = settings(without());
    broken.command.program = PathBuf::from("/nowhere/stockade");
    assert!(matches!(Server::bind(broken), Err(StartError::Worker(_))));
    Ok(())
}

fn a_socket_in_the_file_system() -> Result<(), Failed> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{}.sock", std::process::id()));
    // One is left from a server that was killed.
    let _ = std::fs::remove_file(&path);
    drop(std::os::unix::net::UnixListener::bind(&path)?);
    let mut server = Running::with(|settings| settings.listen = Listen::Unix(path.clone()));
    assert_eq!(std::fs::metadata(&path)?.permissions().mode() & 0o777, 0o600);
    let mut stream = UnixStream::connect(&path)?;
    stream.write_all(&request("POST", "/v1/run", &[("Host", "anything")], Some(r#"{"code": "1 + 1"}"#)))?;
    assert_eq!(read_answer(&mut stream)?.is(200)["value"], 2);
    // The socket of a server that is there is not taken away.
    let (other, _) = settings(vec![TenantSettings::without_token(policies())]);
    let other = Server::bind(stockade_serve::Settings { listen: Listen::Unix(path.clone()), ..other });
    assert!(matches!(other, Err(StartError::Listen(..))));
    server.stopper.stop();
    server.ended();
    assert!(!path.exists());
    // A file that is no socket stays, at the start and at the end.
    std::fs::write(&path, "text")?;
    let (other, _) = settings(vec![TenantSettings::without_token(policies())]);
    let other = Server::bind(stockade_serve::Settings { listen: Listen::Unix(path.clone()), ..other });
    assert!(matches!(other, Err(StartError::Listen(..))));
    assert_eq!(std::fs::read_to_string(&path)?, "text");
    std::fs::remove_file(&path)?;
    let mut server = Running::with(|settings| settings.listen = Listen::Unix(path.clone()));
    std::fs::remove_file(&path)?;
    let of_another = std::os::unix::net::UnixListener::bind(&path)?;
    server.stopper.stop();
    server.ended();
    assert!(path.exists(), "the socket of another server is gone");
    drop(of_another);
    std::fs::remove_file(&path)?;
    Ok(())
}
