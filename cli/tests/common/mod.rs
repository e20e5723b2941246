//! What the tests of the command share: starting it in a folder of its own, and what came of it.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for one test, empty at its start.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        Folder(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).expect("the file can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file can be read")
    }

    /// A command in this folder, so that messages show only names of files.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
        command.current_dir(&self.0).args(args);
        command
    }

    pub(crate) fn stockade(&self, args: &[&str]) -> Ended {
        self.fed(args, b"")
    }

    /// Runs the command with a text on stdin.
    pub(crate) fn fed(&self, args: &[&str], stdin: &[u8]) -> Ended {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        // A command that refuses its arguments may end before it reads.
        let _ = child.stdin.take().expect("a pipe").write_all(stdin);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Ended { status: output.status.code().expect("no signal"), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}
