//! Sessions in worker processes: the same engine, behind the walls of another process.
//!
//! A *worker* is a process that runs sessions one after the other and does nothing else ([`serve`]). It reads requests from its standard
//! input and writes replies to its standard output. A *host* starts workers ([`Worker`]), opens sessions in them ([`Session`]) and
//! spreads sessions over several ([`Pool`]).
//!
//! - [`protocol`] has every message, as plain data. [`frames`] puts them on a pipe.
//! - The host trusts no reply: lengths, numbers, kinds and positions are checked, and a reply that does not fit its request ends the
//!   worker. Its sessions get a [`WorkerLost`], nobody else anything.
//! - [`record`] and [`json`] are what a host says of steps and values in JSON, wherever they ran.
//! - [`AnySession`] is what a caller does with a session that may be in this process or in a worker.
//!
//! This crate starts processes and reads pipes. It shuts nobody in: whoever starts [`serve`] does that before, with `stockade-walls`.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![deny(clippy::cast_possible_truncation)]
#![warn(missing_docs)]

mod any;
mod convert;
pub mod frames;
pub mod json;
mod lost;
#[cfg(unix)]
mod pool;
pub mod protocol;
pub mod record;
#[cfg(unix)]
mod service;
#[cfg(unix)]
mod session;
#[cfg(unix)]
mod worker;

pub use any::AnySession;
pub use lost::{LossReason, SessionError, WorkerLost};
#[cfg(unix)]
pub use pool::{Pool, Template};
#[cfg(unix)]
pub use service::serve;
#[cfg(unix)]
pub use session::{Interrupter, Session};
#[cfg(unix)]
pub use worker::{SharedWorker, Worker, WorkerCommand};
