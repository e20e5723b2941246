//! Addresses, and connections from the first byte to the last: limits on time, headers and number.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

use crate::metrics::Metrics;
use crate::server::{Phase, Settings};

/// The most connections at once. More wait until one ends.
const MOST_CONNECTIONS: usize = 4096;
/// The most bytes of a request's head.
const HEAD_BYTES: usize = 64 << 10;
/// The most headers of a request.
const HEADERS: usize = 100;
/// After an error of the system, such as too many open files, the server waits so long before it takes the next connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Where the server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listen {
    /// An address of the network.
    Tcp(SocketAddr),
    /// A socket in the file system. Only the user of the process reaches it.
    Unix(PathBuf),
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return if path.is_empty() {
                Err("`unix:` needs a path: unix:/run/stockade.sock".to_owned())
            } else {
                Ok(Listen::Unix(path.into()))
            };
        }
        let unknown = |why: String| format!("`{text}` is no address ({why}): write 127.0.0.1:8700, or unix:PATH");
        let mut found = text.to_socket_addrs().map_err(|error| unknown(error.to_string()))?;
        found.next().map(Listen::Tcp).ok_or_else(|| unknown("it leads nowhere".to_owned()))
    }
}

/// The file of a socket: where it is, and which one.
#[derive(Debug)]
pub(crate) struct SocketFile {
    path: PathBuf,
    /// Device and number of the file.
    id: (u64, u64),
}

impl SocketFile {
    fn at(path: &Path) -> io::Result<Self> {
        let about = std::fs::symlink_metadata(path)?;
        Ok(SocketFile { path: path.to_owned(), id: (about.dev(), about.ino()) })
    }

    /// Removes the file, if it is still this one and not that of another server.
    fn remove(&self) {
        if SocketFile::at(&self.path).is_ok_and(|there| there.id == self.id) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A socket that listens.
pub(crate) enum Listener {
    Tcp(tokio::net::TcpListener),
    Unix(tokio::net::UnixListener, Option<SocketFile>),
}

impl Listener {
    /// Binds a socket. A socket file that nobody listens at any more is replaced.
    pub(crate) fn bind(listen: &Listen) -> io::Result<(std::os::fd::OwnedFd, Option<SocketFile>)> {
        match listen {
            Listen::Tcp(address) => {
                let listener = std::net::TcpListener::bind(address)?;
                listener.set_nonblocking(true)?;
                Ok((listener.into(), None))
            }
            Listen::Unix(path) => {
                // A file of another kind refuses connections, too.
                let is_socket = std::fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_socket());
                let refuses = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
                if is_socket && std::os::unix::net::UnixStream::connect(path).is_err_and(refuses) {
                    std::fs::remove_file(path)?;
                }
                // Set before the file is there, so that no other user reaches it even for a moment.
                let before = rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o177));
                let bound = std::os::unix::net::UnixListener::bind(path);
                rustix::process::umask(before);
                let listener = bound?;
                listener.set_nonblocking(true)?;
                Ok((listener.into(), Some(SocketFile::at(path)?)))
            }
        }
    }

    /// The socket for the runtime that this is called in.
    pub(crate) fn of(listen: &Listen, socket: std::os::fd::OwnedFd, file: Option<SocketFile>) -> io::Result<Self> {
        match listen {
            Listen::Tcp(_) => tokio::net::TcpListener::from_std(socket.into()).map(Listener::Tcp),
            Listen::Unix(_) => tokio::net::UnixListener::from_std(socket.into()).map(|listener| Listener::Unix(listener, file)),
        }
    }

    async fn accept(&self) -> io::Result<Socket> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Small answers go at once.
                let _ = stream.set_nodelay(true);
                Ok(Socket::Tcp(stream))
            }
            Listener::Unix(listener, _) => listener.accept().await.map(|(stream, _)| Socket::Unix(stream)),
        }
    }

    /// Takes no more connections. Whoever comes next finds no socket that nobody listens at.
    fn close(self) {
        if let Listener::Unix(listener, file) = self {
            // The file goes first: while the socket is open, no other file has its number.
            if let Some(file) = file {
                file.remove();
            }
            drop(listener);
        }
    }
}

enum Socket {
    Tcp(tokio::net::TcpStream),
    Unix(tokio::net::UnixStream),
}

/// Serves connections until the server is to stop, then lets requests end, and at last ends what is left.
pub(crate) async fn serve(
    listener: Listener,
    router: Router,
    settings: &Settings,
    metrics: &Arc<Metrics>,
    mut phase: watch::Receiver<Phase>,
) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut open = JoinSet::new();
    let mut stopping = phase.clone();
    let stopped = async { stopping.wait_for(|phase| *phase != Phase::Serving).await.map(|_| ()) };
    let mut stopped = pin!(stopped);
    loop {
        while open.try_join_next().is_some() {}
        let accepted = async {
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        tokio::select! {
            _ = &mut stopped => break,
            (place, socket) = accepted => match socket {
                Ok(socket) => {
                    let (router, time, phase) = (router.clone(), settings.idle_time, phase.clone());
                    let write_time = settings.write_time;
                    let metrics = Arc::clone(metrics);
                    open.spawn(async move {
                        metrics.connections.fetch_add(1, Ordering::Relaxed);
                        let _gone = Gone(metrics, place);
                        match socket {
                            Socket::Tcp(stream) => connection(stream, router, time, write_time, phase).await,
                            Socket::Unix(stream) => connection(stream, router, time, write_time, phase).await,
                        }
                    });
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
    listener.close();
    let all_ended = async { while open.join_next().await.is_some() {} };
    let enough = async { phase.wait_for(|phase| *phase == Phase::Ending).await.map(|_| ()) };
    tokio::select! {
        () = all_ended => {}
        _ = enough => {}
        () = tokio::time::sleep(settings.drain_time) => {}
    }
    // What runs for them is cancelled.
    open.shutdown().await;
}

/// A connection that counts until it is gone.
struct Gone(Arc<Metrics>, #[expect(dead_code, reason = "it is given back when this is dropped")] Option<OwnedSemaphorePermit>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn connection<S>(stream: S, router: Router, idle_time: Duration, write_time: Duration, mut phase: watch::Receiver<Phase>)
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_time));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(idle_time).max_buf_size(HEAD_BYTES).max_headers(HEADERS);
    let (handover, mut handed_over) = mpsc::channel(1);
    let (handover, router) = (Handover(handover), TowerToHyperService::new(router));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(handover.clone());
        router.call(request)
    });
    {
        let mut connection = pin!(builder.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades());
        // How a connection ends is its client's matter.
        let has_ended = tokio::select! {
            _ = connection.as_mut() => true,
            _ = phase.wait_for(|phase| *phase != Phase::Serving) => false,
        };
        if !has_ended {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    // There is none left to give something when the last request is gone.
    if let Some(rest) = handed_over.recv().await {
        rest.await;
    }
}

/// Lets a request give what goes on with its connection to the task of the connection: it counts, and it ends with the server, as a request.
#[derive(Debug, Clone)]
pub(crate) struct Handover(mpsc::Sender<Rest>);

type Rest = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Handover {
    /// A connection goes on once.
    pub(crate) fn give(&self, rest: impl Future<Output = ()> + Send + 'static) {
        let _ = self.0.try_send(Box::pin(rest));
    }
}
