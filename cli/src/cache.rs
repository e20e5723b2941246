//! A cache of verdicts: one file per program, named by a digest of everything that the verdict depends on.
//!
//! Only programs without findings are cached, which are most programs of a tree that is checked repeatedly. A forged record can therefore
//! only hide the findings of a program. Keep the folder private.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use stockade_compiler::SourceText;
use stockade_policy::fingerprint::sha256;
use stockade_policy::{Checked, Decision, ResolvedPolicy, Verdict};

use crate::collect::read_own_file;

/// A folder of cached verdicts.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    /// A digest of everything but the source: version, policy and known names.
    context: String,
}

impl Cache {
    /// Opens a cache for one policy and one set of predefined names.
    pub(crate) fn open(folder: &Path, policy: &ResolvedPolicy, known: &str) -> Result<Self, String> {
        std::fs::create_dir_all(folder).map_err(|error| format!("cannot make the cache `{}`: {error}", folder.display()))?;
        let context = format!("{}\0{}\0{known}", env!("CARGO_PKG_VERSION"), policy.sha256);
        Ok(Self { folder: folder.to_owned(), context })
    }

    fn file(&self, source: &SourceText) -> (PathBuf, String) {
        let mut hash = Sha256::new();
        for part in [self.context.as_str(), source.text()] {
            hash.update(part);
            hash.update([0]);
        }
        let mut key = String::with_capacity(64);
        for byte in hash.finalize() {
            let _ = write!(key, "{byte:02x}");
        }
        (self.folder.join(format!("{key}.json")), key)
    }

    /// The cached verdict for a source. Only verdicts without findings are cached.
    pub(crate) fn find(&self, source: &SourceText, policy: &ResolvedPolicy) -> Option<Checked> {
        let (path, key) = self.file(source);
        let record: serde_json::Value = serde_json::from_str(&read_own_file(&path).ok()?).ok()?;
        if record.get("key")?.as_str()? != key {
            return None;
        }
        let texts = |field: &str| -> Option<Vec<Box<str>>> {
            record.get(field)?.as_array()?.iter().map(|item| item.as_str().map(Into::into)).collect()
        };
        let report = Verdict {
            file: source.name().into(),
            verdict: Decision::Allow,
            findings: Vec::new(),
            imports_used: texts("imports_used")?,
            capabilities_used: texts("capabilities_used")?,
            policy: policy.name.clone(),
            policy_sha256: policy.sha256.clone(),
            source_sha256: sha256(source.text()).into(),
            tool_version: env!("CARGO_PKG_VERSION"),
        };
        Some(Checked { report, source: source.clone() })
    }

    /// Caches a verdict. An unwritable cache only costs time, so errors are ignored.
    pub(crate) fn keep(&self, checked: &Checked) {
        if !checked.report.findings.is_empty() {
            return;
        }
        let (path, key) = self.file(&checked.source);
        let record = serde_json::json!({
            "key": key,
            "imports_used": checked.report.imports_used,
            "capabilities_used": checked.report.capabilities_used,
        });
        let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
        // `create_new` does not follow a link that another user put there. Of two threads with the same source, only one writes.
        let Ok(mut file) = File::options().write(true).create_new(true).open(&temporary) else { return };
        let is_written = file.write_all(record.to_string().as_bytes()).is_ok() && std::fs::rename(&temporary, &path).is_ok();
        if !is_written {
            let _ = std::fs::remove_file(&temporary);
        }
    }
}
