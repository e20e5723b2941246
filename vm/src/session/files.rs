//! The files of a session as its host sees them: the tree in the VM's own memory (`stdlib/Lib/core/_files.py`), read and written between
//! steps.

use serde::{Deserialize, Serialize};
use smallvec::smallvec;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::{Fuel, SLICE};
use crate::base::host_value::{CrossingError, CrossingLimits, HostValue};
use crate::base::value::Value;
use crate::host_calls::convert::Crossing;
use crate::interpreter::machine::RunEnd;
use crate::runtime::pending_call::{PendingCall, ReturnAction};
use crate::session::Session;

/// A file that a session holds.
///
/// ```
/// use stockade_vm::{CaptureHost, Config, FileEntry, Session};
///
/// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
/// let config = Config { library: &LIBRARY, ..Config::permissive() };
/// let mut session = Session::new(&config, Box::new(CaptureHost::default()));
/// session.step("make.py", "open('a.txt', 'w').write('1')", Default::default());
/// let made = FileEntry { path: "/home/user/a.txt".to_string(), size: 1, is_written: true };
/// assert_eq!(session.list_files("/").unwrap(), [made]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The absolute path.
    pub path: String,
    /// The size in bytes.
    pub size: u64,
    /// True if the program made the file or wrote to it; false if it is as the host gave it.
    pub is_written: bool,
}

impl Session {
    /// Puts a file into the session, or replaces it. Folders of the path are made. A path without `/` at its start is below the folder in
    /// which the program starts. The bytes count as memory of the session.
    ///
    /// ```
    /// use stockade_vm::{CaptureHost, Config, Session};
    ///
    /// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
    /// let config = Config { library: &LIBRARY, ..Config::permissive() };
    /// let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    /// session.write_file("in.txt", b"three").unwrap();
    /// session.step("copy.py", "open('out.txt', 'w').write(open('in.txt').read().upper())", Default::default());
    /// assert_eq!(session.read_file("out.txt").unwrap(), b"THREE");
    /// ```
    ///
    /// # Errors
    /// The policy grants no files (the builtin `open`), the path cannot be written, memory is used up, or a step is under way.
    pub fn write_file(&mut self, path: &str, data: &[u8]) -> Result<(), CrossingError> {
        self.of_files("write", path, Some(data)).map(|_| ())
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// As [`Session::write_file`], and there is no such file.
    pub fn read_file(&mut self, path: &str) -> Result<Vec<u8>, CrossingError> {
        match self.of_files("read", path, None)? {
            HostValue::Bytes(data) => Ok(data),
            _ => Err(error("the file could not be read")),
        }
    }

    /// Removes a file.
    ///
    /// # Errors
    /// As [`Session::read_file`].
    pub fn remove_file(&mut self, path: &str) -> Result<(), CrossingError> {
        self.of_files("remove", path, None).map(|_| ())
    }

    /// The files below a folder, sorted by path. `/` is the folder of all files. Symbolic links and devices are left out.
    ///
    /// # Errors
    /// As [`Session::read_file`].
    pub fn list_files(&mut self, folder: &str) -> Result<Vec<FileEntry>, CrossingError> {
        let HostValue::List(rows) = self.of_files("list", folder, None)? else { return Err(error("the files could not be listed")) };
        let entry = |row: HostValue| match row {
            HostValue::Tuple(fields) => match fields.as_slice() {
                [HostValue::Str(path), HostValue::Int(size), HostValue::Bool(is_written)] => {
                    Some(FileEntry { path: path.clone(), size: u64::try_from(*size).unwrap_or(0), is_written: *is_written })
                }
                _ => None,
            },
            _ => None,
        };
        Ok(rows.into_iter().filter_map(entry).collect())
    }

    fn of_files(&mut self, operation: &str, path: &str, data: Option<&[u8]>) -> Result<HostValue, CrossingError> {
        if self.is_paused() {
            return Err(error("the session is in the middle of a step"));
        }
        self.interpreter.clear_frames();
        // The host asks, so the work is on its account, not on that of a step.
        let spare = Fuel::new(0, u64::MAX / 4, SLICE);
        let fuel = std::mem::replace(&mut self.interpreter.rt.heap.fuel, spare);
        let deadline = std::mem::replace(&mut self.interpreter.rt.budget.deadline_ms, u64::MAX);
        let mut found = self.asked(operation, path, data);
        if let Err(Abrupt::Memory(_)) = found {
            self.interpreter.collect();
            found = self.asked(operation, path, data);
        }
        let found = found.map_err(|exit| match exit {
            Abrupt::Raise(exc) => {
                let rt = &mut self.interpreter.rt;
                let known = crate::traceback::native(rt, exc);
                error(&known.map_or_else(|| "the file could not be reached".to_string(), |known| known.message))
            }
            Abrupt::Memory(_) | Abrupt::Limit(_) => error("no memory left for the file"),
            _ => error("the file could not be reached"),
        });
        self.interpreter.clear_frames();
        self.interpreter.rt.heap.fuel = fuel;
        self.interpreter.rt.budget.deadline_ms = deadline;
        found
    }

    fn asked(&mut self, operation: &str, path: &str, data: Option<&[u8]>) -> Result<HostValue, Abrupt> {
        let rt = &mut self.interpreter.rt;
        let operation = rt.heap.str(operation)?;
        let path = rt.heap.str(path)?;
        let data = match data {
            Some(data) => rt.heap.bytes(data.to_vec())?,
            None => Value::NONE,
        };
        let callee = rt.fallback("files_for_host")?;
        rt.pending.call = PendingCall { callee, args: smallvec![operation, path, data], ..PendingCall::default() };
        self.interpreter.start_pending(0, ReturnAction::Exit, Value::UNDEF)?;
        match self.interpreter.run() {
            RunEnd::Done(value) => {
                let limits = CrossingLimits { bytes: usize::MAX, nodes: usize::MAX, ..CrossingLimits::default() };
                self.interpreter.rt.to_host(value, &mut Crossing::new(limits)).map_err(|_| Abrupt::Bug("a file that cannot leave"))
            }
            RunEnd::Raised(exc) => Err(Abrupt::Raise(exc)),
            RunEnd::Limit(kind) => Err(Abrupt::Limit(kind)),
            _ => Err(Abrupt::Bug("the files could not be reached")),
        }
    }
}

fn error(message: &str) -> CrossingError {
    CrossingError::of_size(message)
}
