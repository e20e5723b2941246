//! WebSockets: the steps of a session and what they print, in both directions over one connection.
//!
//! A message is an object of JSON with one thing in it: what the request of that name has as its body, or what the event of that name has. The
//! steps are those of the requests: the same leave, the same end when the client leaves.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, MissedTickBehavior};
use tungstenite::error::{CapacityError, Error};

use crate::api::{Piece, SessionInfo, SocketMessage, SocketRequest};
use crate::failure::{Failure, FailureKind};
use crate::routes::{KEEP_ALIVE, Stepping, begun, interrupted, snapshot_of, stepping};
use crate::runs::{Run, Told, away};
use crate::server::App;
use crate::steps::Live;
use crate::tenants::Tenant;

/// The protocol that clients name.
pub(crate) const PROTOCOL: &str = "stockade.v1";
/// A token in the list of protocols, in base64 for addresses and without padding: a page in a browser can set no other header.
const TOKEN: &str = "stockade.token.";
/// Longer messages are read with leave to run a step, and away from the tasks: that is work.
const SHORT: usize = 4 << 10;
/// A client that was told that the connection ends has so much time to say so, too.
const FAREWELL: Duration = Duration::from_secs(1);

/// The token that a client names among its protocols.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<String> {
    let lists = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let token = lists.flat_map(|list| list.split(',')).find_map(|word| word.trim().strip_prefix(TOKEN))?;
    String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()
}

/// The step that this connection runs, and the id of the message that began it.
type Active = Option<(Option<u64>, Run)>;

/// Serves one connection to its end.
pub(crate) async fn serve(mut socket: WebSocket, app: App, tenant: Arc<Tenant>, info: SessionInfo) {
    let id = info.id.clone();
    let first = SocketMessage { session: Some(info), ..SocketMessage::default() };
    // A client that is lost says nothing: it is asked for a sign of life, and cut off when none comes.
    let patience = app.settings.idle_time;
    let mut ping = tokio::time::interval(KEEP_ALIVE.min(patience / 3).max(Duration::from_millis(1)));
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut active: Active = None;
    let mut is_stopping = false;
    if send(&mut socket, &first).await.is_err() {
        return;
    }
    loop {
        if is_stopping && active.is_none() {
            return farewell(&mut socket, close_code::AWAY, "the server is about to end").await;
        }
        let sent = tokio::select! {
            told = next(&mut active) => told_to(&mut socket, &mut active, told).await,
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match asked(&app, &tenant, &id, text.as_str(), &mut active, is_stopping).await {
                        Some(answer) => send(&mut socket, &answer).await,
                        None => Ok(()),
                    },
                    Some(Ok(Message::Binary(_))) => {
                        let failure = Failure::bad("a message is JSON in a text message, not in a binary one");
                        send(&mut socket, &failed(None, failure)).await
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Close(_))) => {
                        drop(active);
                        // Reading on sends the answer.
                        let _ = tokio::time::timeout(FAREWELL, async { while matches!(socket.recv().await, Some(Ok(_))) {} }).await;
                        return;
                    }
                    Some(Err(error)) => {
                        drop(active);
                        return broken(&mut socket, &app, error).await;
                    }
                    None => return,
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > patience {
                    return;
                }
                socket.send(Message::Ping(axum::body::Bytes::new())).await
            }
            () = app.stops(), if !is_stopping => {
                is_stopping = true;
                Ok(())
            }
        };
        // What runs ends as this returns.
        if sent.is_err() {
            return;
        }
    }
}

/// What the step of this connection says next. Without one, nothing ever comes.
async fn next(active: &mut Active) -> Option<Told> {
    match active {
        Some((_, run)) => run.next().await,
        None => std::future::pending().await,
    }
}

async fn told_to(socket: &mut WebSocket, active: &mut Active, told: Option<Told>) -> Result<(), axum::Error> {
    let id = active.as_ref().and_then(|(id, _)| *id);
    match told {
        Some(Told::Printed(pieces)) => {
            for (is_error, text) in pieces {
                let piece = Some(Piece { text });
                let (stdout, stderr) = if is_error { (None, piece) } else { (piece, None) };
                send(socket, &SocketMessage { id, stdout, stderr, ..SocketMessage::default() }).await?;
            }
            Ok(())
        }
        Some(Told::Ended(Ok(record))) => {
            *active = None;
            send(socket, &SocketMessage { id, end: Some(record), ..SocketMessage::default() }).await
        }
        Some(Told::Ended(Err(failure))) => {
            *active = None;
            send(socket, &failed(id, failure)).await
        }
        None => {
            *active = None;
            Ok(())
        }
    }
}

async fn send(socket: &mut WebSocket, message: &SocketMessage) -> Result<(), axum::Error> {
    let text = serde_json::to_string(message).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

fn failed(id: Option<u64>, failure: Failure) -> SocketMessage {
    SocketMessage { id, error: Some(failure.error), ..SocketMessage::default() }
}

/// Says why the server ends the connection, and waits a moment for the client to have read it.
async fn farewell(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let end = async {
        if socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await.is_ok() {
            while matches!(socket.recv().await, Some(Ok(_))) {}
        }
    };
    let _ = tokio::time::timeout(FAREWELL, end).await;
}

/// The client broke off, or sent what is no message.
async fn broken(socket: &mut WebSocket, app: &App, error: axum::Error) {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
            let most = app.settings.body_bytes;
            let message = format!("the message has more than {most} bytes. The host allows more by `--max-body`");
            let _ = send(socket, &failed(None, Failure::new(FailureKind::TooLarge, message))).await;
            farewell(socket, close_code::SIZE, "the message is too large").await;
        }
        Some(Error::Utf8(_)) => farewell(socket, close_code::INVALID, "a text message is not UTF-8").await,
        Some(Error::Protocol(_)) => farewell(socket, close_code::PROTOCOL, "this is no message of a WebSocket").await,
        _ => {}
    }
}

/// Does what a message asks for: begins a step, or gives what is to be answered at once.
async fn asked(
    app: &App,
    tenant: &Arc<Tenant>,
    session: &str,
    text: &str,
    active: &mut Active,
    is_stopping: bool,
) -> Option<SocketMessage> {
    let mut permit = None;
    let request = if text.len() <= SHORT {
        parsed(text)
    } else {
        let text = text.to_owned();
        match tenant.may_run() {
            Ok(given) => {
                permit = Some(given);
                away(move || parsed(&text)).await
            }
            Err(failure) => Err(failure),
        }
    };
    let request = match request {
        Ok(request) => request,
        Err(failure) => return Some(failed(None, failure)),
    };
    let id = request.id;
    match done(app, tenant, session, request, permit, active, is_stopping).await {
        Ok(answer) => answer.map(|answer| SocketMessage { id, ..answer }),
        Err(failure) => Some(failed(id, failure)),
    }
}

fn parsed(text: &str) -> Result<SocketRequest, Failure> {
    let example = "{\"run\": {\"code\": \"1 + 1\"}}";
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Failure::bad(format!("the message is not an object of JSON, such as {example}")));
    }
    serde_json::from_str(text).map_err(|error| Failure::bad(format!("the message is not what this takes: {error}")))
}

async fn done(
    app: &App,
    tenant: &Arc<Tenant>,
    session: &str,
    request: SocketRequest,
    permit: Option<OwnedSemaphorePermit>,
    active: &mut Active,
    is_stopping: bool,
) -> Result<Option<SocketMessage>, Failure> {
    let SocketRequest { id, run, answer, resume, interrupt, snapshot } = request;
    let (app, tenant, session) = (app.clone(), Arc::clone(tenant), session.to_owned());
    let step: Stepping = match (run, answer, resume, interrupt, snapshot) {
        (Some(asked), None, None, None, None) => Box::new(move || stepping(asked)),
        (None, Some(asked), None, None, None) => Box::new(move || Ok(Box::new(move |live: &mut Live| live.answer(asked)))),
        (None, None, Some(asked), None, None) => Box::new(move || Ok(Box::new(move |live: &mut Live| live.resume(asked)))),
        (None, None, None, Some(_), None) => {
            let interrupted = interrupted(app, tenant, session).await?;
            return Ok(Some(SocketMessage { interrupted: Some(interrupted), ..SocketMessage::default() }));
        }
        (None, None, None, None, Some(_)) => {
            let snapshot = snapshot_of(app, tenant, session).await?.snapshot;
            return Ok(Some(SocketMessage { snapshot: Some(snapshot), ..SocketMessage::default() }));
        }
        _ => return Err(Failure::bad("a message has one of `run`, `answer`, `resume`, `interrupt` and `snapshot`, and may have an `id`")),
    };
    if is_stopping {
        return Err(Failure::new(FailureKind::Unavailable, "the server is about to end"));
    }
    if active.is_some() {
        let message = "this connection runs a step: wait for its `end`, or interrupt it";
        return Err(Failure::new(FailureKind::Busy, message));
    }
    *active = Some((id, begun(app, tenant, session, permit, true, step).await?));
    Ok(None)
}
