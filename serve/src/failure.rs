//! What is said where a request cannot be served.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stockade_workers::SessionError;
use utoipa::ToSchema;

use crate::logs::Refused;

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
    ($($(#[doc = $doc:literal])+ $kind:ident $name:literal $status:ident;)+) => {
        /// The kinds of failures. Each has one status of HTTP.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum FailureKind { $($(#[doc = $doc])+ $kind,)+ }

        /// Each kind, with the word that clients see.
        #[cfg(test)]
        const TABLE: &[(FailureKind, &str)] = &[$((FailureKind::$kind, $name)),+];

        impl FailureKind {
            pub(crate) fn status(self) -> StatusCode {
                match self { $(FailureKind::$kind => StatusCode::$status,)+ }
            }

            /// The word that clients and logs see.
            pub(crate) fn name(self) -> &'static str {
                match self { $(FailureKind::$kind => $name,)+ }
            }
        }
    };
}

kinds! {
    /// The request is not what the document describes.
    BadRequest "bad-request" BAD_REQUEST;
    /// There is no token, or nobody has it.
    Unauthorized "unauthorized" UNAUTHORIZED;
    /// The tenant may not do this.
    Forbidden "forbidden" FORBIDDEN;
    /// There is no such thing, for this tenant.
    NotFound "not-found" NOT_FOUND;
    /// The path is there, but not for this method.
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED;
    /// The body did not come in time.
    Slow "slow" REQUEST_TIMEOUT;
    /// The session is at work, or it is not in the state that this needs.
    Busy "busy" CONFLICT;
    /// The body has too many bytes.
    TooLarge "too-large" PAYLOAD_TOO_LARGE;
    /// The body is not JSON by its header.
    MediaType "media-type" UNSUPPORTED_MEDIA_TYPE;
    /// The name in the `Host` header is not of this machine.
    WrongHost "wrong-host" MISDIRECTED_REQUEST;
    /// The session refuses it: a file, a variable, a tool or a snapshot.
    Refused "refused" UNPROCESSABLE_ENTITY;
    /// The tenant has as much as it may have.
    Quota "quota" TOO_MANY_REQUESTS;
    /// The worker has ended, and with it the session.
    WorkerLost "worker-lost" BAD_GATEWAY;
    /// No worker can be started, or the server is about to end.
    Unavailable "unavailable" SERVICE_UNAVAILABLE;
    /// A bug of the server.
    Internal "internal" INTERNAL_SERVER_ERROR;
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
        let (kind, refused) = (self.kind(), Refused::of(&self));
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
        response.extensions_mut().insert(refused);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs and answers have the same words.
    #[test]
    fn kinds_have_one_word() {
        for (kind, name) in TABLE {
            assert_eq!(serde_json::to_value(kind).ok(), Some(serde_json::json!(name)));
            assert_eq!(kind.name(), *name);
        }
    }
}
