//! The manifest: what results depend on. It is written before the first row, and a run goes on only under the same one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use super::Source;
use crate::extract::Extract;
use crate::formats::Format;

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

/// Reads the manifest of results; `None` if there is none.
///
/// # Errors
/// It cannot be read, or is no manifest.
pub fn read(results: &Path) -> Result<Option<Map<String, Json>>, String> {
    let path = Paths::of(results).manifest;
    match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| format!("`{}` is no manifest: {error}", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("`{}` cannot be read: {error}", path.display())),
    }
}

/// How the run with this manifest read its samples and problems: with which format, and how it took programs out of answers.
///
/// # Errors
/// These are not the samples and problems of the run.
pub fn reading(manifest: &Map<String, Json>, samples: &[PathBuf], problems: Option<&Path>) -> Result<(Option<Format>, Extract), String> {
    let digests = samples.iter().map(|path| Source::new(path)?.digest()).collect::<Result<Vec<_>, _>>()?;
    let problem_digest = problems.map(|path| Source::new(path)?.digest()).transpose()?;
    let given = [("samples", json!(digests)), ("problems", json!(problem_digest))];
    if let Some((name, _)) = given.iter().find(|(name, digest)| manifest.get(*name) != Some(digest)) {
        return Err(format!(
            "the {name} are not those that these results come from: their digests differ from those in the manifest. Give the \
             same --samples and --problems as the run had"
        ));
    }
    let named = |name: &str| manifest.get(name).and_then(Json::as_str);
    let extract = Extract::NAMES.iter().find(|(name, _)| named("extract") == Some(name)).map(|(_, how)| *how).unwrap_or_default();
    Ok((named("format").and_then(Format::named), extract))
}

/// Compares a manifest with the one of earlier results; writes it if there is none.
///
/// # Errors
/// They differ, and in what; or a file cannot be read or written.
pub fn agree(paths: &Paths, manifest: &Map<String, Json>) -> Result<(), String> {
    let path = &paths.manifest;
    match read(&paths.results)? {
        Some(known) => {
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
        None => {
            if fs::metadata(&paths.results).is_ok_and(|file| file.len() > 0) {
                return Err(format!(
                    "`{}` has rows but no manifest `{}` beside it, so nobody knows what they depend on",
                    paths.results.display(),
                    path.display()
                ));
            }
            write(path, manifest).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
        }
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
