//! Lists of programs that do not end as they should yet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::PathBuf;

/// `not_yet.txt`: a comment, then a program on each line, with what is wrong behind a colon.
pub(crate) struct NotYet {
    path: PathBuf,
    suffix: &'static str,
}

/// Whether the run is to write what it finds.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

impl NotYet {
    pub(crate) fn cases() -> NotYet {
        NotYet { path: crate::data().join("cases/not_yet.txt"), suffix: ".py" }
    }

    pub(crate) fn limits() -> NotYet {
        NotYet { path: crate::data().join("cases/limits/not_yet.txt"), suffix: "" }
    }

    fn names(text: &str) -> impl Iterator<Item = (&str, &str)> {
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|line| (line.split(':').next().unwrap_or(line).trim(), line))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        Self::names(&text).any(|(listed, _)| listed.strip_suffix(self.suffix) == Some(name))
    }

    /// The listed names that belong to no program.
    pub(crate) fn strangers(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let file = |name: &str| self.path.with_file_name(name.strip_suffix(".py").unwrap_or(name)).with_extension("py");
        let missing = Self::names(&text).filter(|(name, _)| !file(name).exists());
        missing.map(|(name, _)| format!("{} names {name}, which does not exist", self.path.display())).collect()
    }

    /// Compares what was found with the list, or rewrites the program's line. A line says what is wrong where `reasons` is true.
    pub(crate) fn check(&self, name: &str, wrong: Option<String>, reasons: bool) -> Option<String> {
        if updates() {
            let line =
                wrong.map(|wrong| if reasons { format!("{name}{}: {wrong}", self.suffix) } else { format!("{name}{}", self.suffix) });
            self.write(name, line);
            return None;
        }
        match (wrong, self.has(name)) {
            (Some(wrong), false) => Some(wrong),
            (None, true) => Some(format!("{name} ends as it should now: take it off {}", self.path.display())),
            _ => None,
        }
    }

    /// Tests are processes of their own, so the file is locked while its line changes.
    fn write(&self, name: &str, line: Option<String>) {
        let mut file = File::options().read(true).write(true).open(&self.path).expect("the list can be opened");
        file.lock().expect("the list can be locked");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("the list can be read");
        let mut lines: BTreeMap<&str, &str> = Self::names(&text).collect();
        let key = format!("{name}{}", self.suffix);
        match &line {
            Some(line) => lines.insert(&key, line),
            None => lines.remove(key.as_str()),
        };
        let head = text.lines().take_while(|line| line.starts_with('#'));
        let new: String = head.chain(lines.into_values()).flat_map(|line| [line, "\n"]).collect();
        if new != text {
            file.set_len(0).expect("the list can be emptied");
            file.rewind().expect("the list can be written from its start");
            file.write_all(new.as_bytes()).expect("the list can be written");
        }
    }
}
