//! What is said where a request cannot be served.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stockade_workers::SessionError;
use utoipa::ToSchema;

/// Why a request was not served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Failure {
    /// What is wrong, and what is allowed instead.
    pub(crate) error: FailureBody,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FailureBody {
    /// The kind, for programs.
    pub(crate) kind: FailureKind,
    /// One or two sentences, for people.
    pub(crate) message: String,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $status:ident;)+) => {
        /// The kinds of failures. Each has one status of HTTP.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum FailureKind { $($(#[doc = $doc])+ $kind,)+ }

        impl FailureKind {
            pub(crate) fn status(self) -> StatusCode {
                match self { $(FailureKind::$kind => StatusCode::$status,)+ }
            }
        }
    };
}

kinds! {
    /// The request is not what the document describes.
    BadRequest BAD_REQUEST;
    /// There is no token, or nobody has it.
    Unauthorized UNAUTHORIZED;
    /// The tenant may not do this.
    Forbidden FORBIDDEN;
    /// There is no such thing, for this tenant.
    NotFound NOT_FOUND;
    /// The path is there, but not for this method.
    MethodNotAllowed METHOD_NOT_ALLOWED;
    /// The body did not come in time.
    Slow REQUEST_TIMEOUT;
    /// The session is at work, or it is not in the state that this needs.
    Busy CONFLICT;
    /// The body has too many bytes.
    TooLarge PAYLOAD_TOO_LARGE;
    /// The body is not JSON by its header.
    MediaType UNSUPPORTED_MEDIA_TYPE;
    /// The name in the `Host` header is not of this machine.
    WrongHost MISDIRECTED_REQUEST;
    /// The session refuses it: a file, a variable, a tool or a snapshot.
    Refused UNPROCESSABLE_ENTITY;
    /// The tenant has as much as it may have.
    Quota TOO_MANY_REQUESTS;
    /// The worker has ended, and with it the session.
    WorkerLost BAD_GATEWAY;
    /// No worker can be started, or the server is about to end.
    Unavailable SERVICE_UNAVAILABLE;
    /// A bug of the server.
    Internal INTERNAL_SERVER_ERROR;
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { error: FailureBody { kind, message: message.into() } }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Failure::new(FailureKind::BadRequest, message)
    }

    pub(crate) fn kind(&self) -> FailureKind {
        self.error.kind
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        let kind = match &error {
            SessionError::Refused(_) => FailureKind::Refused,
            SessionError::Lost(_) => FailureKind::WorkerLost,
            SessionError::CannotStart(_) => FailureKind::Unavailable,
        };
        Failure::new(kind, error.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let kind = self.kind();
        let mut response = (kind.status(), Json(self)).into_response();
        let hint = match kind {
            FailureKind::Unauthorized => Some((header::WWW_AUTHENTICATE, "Bearer")),
            FailureKind::Quota | FailureKind::Unavailable => Some((header::RETRY_AFTER, "1")),
            // The rest of the body is not read.
            FailureKind::Slow | FailureKind::TooLarge => Some((header::CONNECTION, "close")),
            _ => None,
        };
        if let Some((name, value)) = hint {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}
