//! Signals that ask the command to end. A run ends with the outcome `interrupted` then, and its report and its audit log are written.
//! A second signal ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// True after the first signal.
static RECEIVED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(false)));

/// True if the signals of the process are the command's. In the Python package they are Python's.
static ARE_OURS: AtomicBool = AtomicBool::new(false);

/// Lets runs end in order when the process is asked to end.
pub(crate) fn own() {
    ARE_OURS.store(true, Ordering::Relaxed);
}

/// Begins to watch. Called by commands that run programs; the others end at once.
pub(crate) fn watch() {
    #[cfg(unix)]
    if ARE_OURS.load(Ordering::Relaxed) {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag;
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal only sets the flag. Without handlers a signal ends the process at once, as before.
            let watched = flag::register_conditional_default(signal, Arc::clone(&RECEIVED));
            let _ = watched.and_then(|_| flag::register(signal, Arc::clone(&RECEIVED)));
        }
    }
}

pub(crate) fn received() -> bool {
    RECEIVED.load(Ordering::Relaxed)
}
