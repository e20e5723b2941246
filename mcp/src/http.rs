//! Streamable HTTP, on this machine alone.

use std::net::SocketAddr;
use std::sync::Arc;

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::server::Server;
use crate::{Settings, runtime};

/// Where a server listens.
pub struct HttpOptions {
    /// The address, which must be one of this machine alone. Port 0 is any that is free.
    pub address: SocketAddr,
    /// Is told the address once the server listens.
    pub listens: Box<dyn FnOnce(SocketAddr) + Send>,
}

/// Serves clients over streamable HTTP at the path `/mcp`, until the process ends. All clients have the same sessions.
///
/// # Errors
/// A message: the address is not of this machine alone, or cannot be listened at.
pub fn serve_http(settings: Settings, options: HttpOptions) -> Result<(), String> {
    let HttpOptions { address, listens } = options;
    if !address.ip().is_loopback() {
        return Err(format!(
            "{address} can be reached from other machines, and the server asks nobody who they are. Listen at 127.0.0.1 or [::1]; put a proxy \
             that knows its users before it where others are to reach it"
        ));
    }
    let server = Server::new(settings);
    // A page of the web that a browser shows must not reach the server: its `Origin` is refused, and so is a foreign `Host`.
    // The address itself may be another of 127.0.0.0/8.
    let names = ["localhost", "127.0.0.1", "::1"].map(str::to_string).into_iter().chain([address.ip().to_string()]);
    let config = StreamableHttpServerConfig::default().with_allowed_hosts(names).enforce_origin_validation();
    let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::new(LocalSessionManager::default()), config);
    runtime()?.block_on(async move {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| format!("cannot listen at {address}: {error}"))?;
        listens(listener.local_addr().unwrap_or(address));
        let router = axum::Router::new().route_service("/mcp", service);
        axum::serve(listener, router).await.map_err(|error| format!("the server ended: {error}"))
    })
}
