//! Files that a command writes. They are opened before the run, so that a run whose result would be lost does not begin, and never over an
//! input.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;

use same_file::Handle;

use crate::collect::is_stdin;
use crate::{Exit, render};

/// The files that a command reads or writes already. Another name of the same file is the same file.
#[derive(Debug, Default)]
pub(crate) struct FilesInUse(Vec<(Handle, String)>);

impl FilesInUse {
    /// Adds what stdin is redirected to, whoever reads it.
    pub(crate) fn add_stdin(&mut self) {
        self.add_input(Handle::stdin(), "the file that is the standard input".to_owned());
    }

    /// Adds a file that is read. Files that cannot be opened are reported by whoever reads them.
    pub(crate) fn add(&mut self, path: &Path) {
        if is_stdin(path) {
            return self.add_stdin();
        }
        self.add_input(Handle::from_path(path), format!("`{}`, which is an input", path.display()));
    }

    fn add_input(&mut self, handle: std::io::Result<Handle>, shown: String) {
        self.0.extend(handle.ok().map(|handle| (handle, shown)));
    }
}

/// An open file. Whoever writes it says when its old contents go.
#[derive(Debug)]
pub(crate) struct OutputFile {
    file: File,
    shown: String,
    /// False for a pipe or a device, which keeps nothing.
    is_regular: bool,
}

impl OutputFile {
    /// Opens a file for writing: at its end if it `appends`, otherwise at its start. Its contents stay.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn open(path: &Path, flag: &str, appends: bool, in_use: &mut FilesInUse) -> Result<Self, Exit> {
        let refuse = |message: String| {
            render::error(&message);
            Exit::Usage
        };
        if is_stdin(path) {
            return Err(refuse(format!("{flag} writes a file, and `-` is none: name one (`./-` for a file of this name)")));
        }
        let shown = path.display().to_string();
        let cannot = |error: std::io::Error| refuse(format!("cannot write `{shown}` ({flag}): {error}"));
        let file = File::options().append(appends).write(true).create(true).truncate(false).open(path).map_err(cannot)?;
        let is_regular = file.metadata().map_err(cannot)?.is_file();
        if is_regular {
            let handle = file.try_clone().and_then(Handle::from_file).map_err(cannot)?;
            if let Some((_, other)) = in_use.0.iter().find(|(known, _)| *known == handle) {
                return Err(refuse(format!("{flag} would overwrite {other}: name another file")));
            }
            in_use.0.push((handle, format!("`{shown}`, which {flag} writes")));
        }
        Ok(OutputFile { file, shown, is_regular })
    }

    /// Removes the old contents, so that nobody takes them for those of this run.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn clear(&mut self) -> Result<(), Exit> {
        if !self.is_regular {
            return Ok(());
        }
        let cleared = self.file.set_len(0).and_then(|()| self.file.rewind());
        self.checked(cleared)
    }

    /// Writes the whole contents.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn write(&mut self, contents: &[u8]) -> Result<(), Exit> {
        let written = self.file.write_all(contents).and_then(|()| self.file.flush());
        self.checked(written)
    }

    fn checked(&self, done: std::io::Result<()>) -> Result<(), Exit> {
        match done {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Exit::ClosedPipe),
            Err(error) => {
                render::error(&format!("cannot write `{}`: {error}", self.shown));
                Err(Exit::Usage)
            }
        }
    }
}
