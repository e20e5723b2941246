//! The manifest: what results depend on. It is written before the first row, and a run goes on only under the same one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

/// The paths of a run's files, all beside the results.
#[derive(Debug, Clone)]
pub struct Paths {
    /// One row for each sample.
    pub results: PathBuf,
    /// Times and workers.
    pub timing: PathBuf,
    /// What the results depend on.
    pub manifest: PathBuf,
}

impl Paths {
    /// The files of these results.
    #[must_use]
    pub fn of(results: &Path) -> Paths {
        let name = results.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.strip_suffix(".jsonl").unwrap_or(&name);
        let beside = |name: String| results.with_file_name(name);
        Paths {
            results: results.to_owned(),
            timing: beside(format!("{stem}.timing.jsonl")),
            manifest: beside(format!("{stem}.manifest.json")),
        }
    }
}

/// Compares a manifest with the one of earlier results; writes it if there is none.
///
/// # Errors
/// They differ, and in what; or a file cannot be read or written.
pub fn agree(paths: &Paths, manifest: &Map<String, Json>) -> Result<(), String> {
    let path = &paths.manifest;
    match fs::read_to_string(path) {
        Ok(text) => {
            let known: Map<String, Json> =
                serde_json::from_str(&text).map_err(|error| format!("`{}` is no manifest: {error}", path.display()))?;
            let differing: Vec<String> = known
                .keys()
                .chain(manifest.keys().filter(|key| !known.contains_key(*key)))
                .filter(|key| known.get(*key) != manifest.get(*key))
                .map(|key| difference(key, known.get(key), manifest.get(key)))
                .collect();
            if differing.is_empty() {
                return Ok(());
            }
            Err(format!(
                "`{}` has results of another run, which differs in {}. Name another file with --out, or remove that one",
                paths.results.display(),
                differing.join(", ")
            ))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::metadata(&paths.results).is_ok_and(|file| file.len() > 0) {
                return Err(format!(
                    "`{}` has rows but no manifest `{}` beside it, so nobody knows what they depend on",
                    paths.results.display(),
                    path.display()
                ));
            }
            write(path, manifest).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
        }
        Err(error) => Err(format!("`{}` cannot be read: {error}", path.display())),
    }
}

fn difference(key: &str, known: Option<&Json>, now: Option<&Json>) -> String {
    if let (Some(Json::Object(known)), Some(Json::Object(now))) = (known, now) {
        let inner: Vec<String> = known
            .iter()
            .filter(|(name, value)| now.get(*name) != Some(value))
            .map(|(name, value)| difference(name, Some(value), now.get(name)))
            .collect();
        return format!("{key}: {}", inner.join(", "));
    }
    let shown = |value: Option<&Json>| {
        let text = value.map_or_else(|| "nothing".to_string(), Json::to_string);
        crate::values::shorten(&text, 40)
    };
    format!("{key} (then {}, now {})", shown(known), shown(now))
}

/// Writes a file whole or not at all.
fn write(path: &Path, manifest: &Map<String, Json>) -> io::Result<()> {
    let beside = path.with_extension("json.new");
    let mut file = File::create(&beside)?;
    writeln!(file, "{}", serde_json::to_string_pretty(&json!(manifest))?)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}
