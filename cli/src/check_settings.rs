//! Settings of `check` and `lsp` in `stockade.toml`, or in `[tool.stockade]` of `pyproject.toml`: finding the file, and reading it.
//!
//! No other command reads them, so they change no run.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use stockade_policy::model::did_you_mean;
use stockade_policy::text::{escape, neutralise};
use stockade_policy::{Rule, ToolSignature, presets, rules};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::collect::read_own_file;
use crate::commands::check::{FailOn, Format};

/// The names of a file with settings. In one folder the first counts.
const NAMES: [&str; 2] = ["stockade.toml", "pyproject.toml"];

/// Every key, with what its value must be.
const KEYS: [(&str, &str); 10] = [
    ("policy", "the name of a preset, or a path such as \"./policy.yaml\""),
    ("paths", "a list of files and folders"),
    ("exclude", "a list of patterns as in `.gitignore`"),
    ("markdown", "`true` or `false`"),
    ("select", "a list of rules"),
    ("ignore", "a list of rules"),
    ("fail-on", "\"deny\", \"warn\" or \"info\""),
    ("format", "a format such as \"concise\""),
    ("tools", "a list of functions such as \"search(query)\""),
    ("variables", "a list of names"),
];

/// A value and the line that sets it.
#[derive(Debug, Clone)]
pub(crate) struct Set<T> {
    pub(crate) value: T,
    pub(crate) line: usize,
}

/// What a file sets. A key that it does not have is `None`.
#[derive(Debug, Clone, Default)]
pub(crate) struct CheckSettings {
    /// The file, for messages.
    pub(crate) file: PathBuf,
    /// The folder of the file, to which its paths are relative.
    pub(crate) folder: PathBuf,
    /// True if the file was named, or is in the current folder or above it. Other files may be from the authors of the programs.
    pub(crate) is_own: bool,
    pub(crate) policy: Option<Set<String>>,
    pub(crate) paths: Option<Set<Vec<String>>>,
    pub(crate) exclude: Option<Set<Vec<String>>>,
    pub(crate) markdown: Option<Set<bool>>,
    pub(crate) select: Option<Set<Vec<String>>>,
    pub(crate) ignore: Option<Set<Vec<String>>>,
    pub(crate) fail_on: Option<Set<FailOn>>,
    pub(crate) format: Option<Set<Format>>,
    pub(crate) tools: Option<Set<Vec<String>>>,
    pub(crate) variables: Option<Set<Vec<String>>>,
}

/// An error in a file with settings, with its place.
#[derive(Debug)]
pub(crate) struct SettingsError {
    message: String,
    help: Option<String>,
    span: (usize, usize),
    source: NamedSource<String>,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SettingsError {}

impl SettingsError {
    /// The place, as byte offsets.
    pub(crate) fn span(&self) -> (usize, usize) {
        self.span
    }

    /// The message with its help.
    pub(crate) fn text(&self) -> String {
        self.help.as_ref().map_or_else(|| self.message.clone(), |help| format!("{}\nhelp: {help}", self.message))
    }

    /// The file.
    pub(crate) fn file(&self) -> &str {
        self.source.name()
    }
}

impl Diagnostic for SettingsError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display + 'a>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(Some("here".to_owned()), self.span.0, self.span.1.saturating_sub(self.span.0));
        Some(Box::new(std::iter::once(label)))
    }
}

impl CheckSettings {
    /// The policy, as `--policy` names it.
    pub(crate) fn policy_argument(&self) -> Option<String> {
        let written = &self.policy.as_ref()?.value;
        let is_preset = presets::find(written).is_some();
        Some(if is_preset { written.clone() } else { self.beside(written).to_string_lossy().into_owned() })
    }

    /// The paths to check when the command line names none.
    pub(crate) fn paths_to_check(&self) -> Option<Vec<PathBuf>> {
        Some(self.paths.as_ref()?.value.iter().map(|path| self.beside(path)).collect())
    }

    /// A path of the file, from the current folder if it is there.
    fn beside(&self, written: &str) -> PathBuf {
        let here = std::env::current_dir().and_then(std::fs::canonicalize).is_ok_and(|here| here == self.folder);
        if here { PathBuf::from(written) } else { self.folder.join(written) }
    }

    /// A place in the file, for messages.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.file.display())
    }
}

/// Finds the settings for a path: in its folder, or in the nearest folder above. A `pyproject.toml` without `[tool.stockade]` is passed over.
///
/// # Errors
/// The file cannot be read, or has an error.
pub(crate) fn nearest(path: &Path) -> Result<Option<CheckSettings>, Box<SettingsError>> {
    let Some(start) = start_folder(path) else { return Ok(None) };
    let current = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    for folder in start.ancestors() {
        // Everybody may put a file there.
        if is_shared(folder) {
            continue;
        }
        for name in NAMES {
            let file = folder.join(name);
            // Whoever is to read it says why it cannot be.
            if std::fs::symlink_metadata(&file).is_err() {
                continue;
            }
            let shown = file.strip_prefix(&current).map_or_else(|_| file.clone(), Path::to_owned);
            if let Some(settings) = read(&file, &shown, current.starts_with(folder))? {
                return Ok(Some(settings));
            }
        }
    }
    Ok(None)
}

/// Reads the settings that `--settings` names.
///
/// # Errors
/// The file cannot be read, or has an error.
pub(crate) fn named(file: &Path) -> Result<CheckSettings, Box<SettingsError>> {
    match read(file, file, true)? {
        Some(settings) => Ok(settings),
        None => Err(whole(file, "there is no `[tool.stockade]` in it".to_owned())),
    }
}

fn start_folder(path: &Path) -> Option<PathBuf> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    std::fs::canonicalize(folder).or_else(|_| std::path::absolute(folder)).ok()
}

/// True for a folder like `/tmp`.
#[cfg(unix)]
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(folder).is_ok_and(|about| about.permissions().mode() & 0o1002 == 0o1002)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

/// An error about a whole file.
fn whole(shown: &Path, message: String) -> Box<SettingsError> {
    let name = escape(&shown.to_string_lossy()).into_owned();
    let message = format!("cannot take settings from `{name}`: {message}");
    Box::new(SettingsError { message, help: None, span: (0, 0), source: NamedSource::new(name, String::new()) })
}

/// Reads a file. `None` if it is a `pyproject.toml` that says nothing about this tool.
fn read(file: &Path, shown: &Path, is_own: bool) -> Result<Option<CheckSettings>, Box<SettingsError>> {
    let text = read_own_file(file).map_err(|error| whole(shown, error.to_string()))?;
    read_text(&text, file, shown, is_own)
}

/// Looks for an error in the text of a file with settings.
///
/// # Errors
/// The first error.
pub(crate) fn check_text(text: &str, file: &Path) -> Result<(), Box<SettingsError>> {
    read_text(text, file, file, true).map(drop)
}

fn read_text(text: &str, file: &Path, shown: &Path, is_own: bool) -> Result<Option<CheckSettings>, Box<SettingsError>> {
    let reader = Reader { text, shown };
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        reader.error(span, format!("not valid TOML: {}", error.message()), None)
    })?;
    let table = table.into_inner();
    let is_project = file.file_name().is_some_and(|name| name == "pyproject.toml");
    let own: &DeTable<'_> = if is_project {
        let tool = table.get("tool").and_then(|tool| tool.get_ref().as_table()).and_then(|tool| tool.get("stockade"));
        match tool.map(Spanned::get_ref) {
            None => return Ok(None),
            Some(DeValue::Table(own)) => own,
            Some(_) => {
                let span = tool.map_or(0..0, Spanned::span);
                return Err(reader.error(span, "`tool.stockade` must be a table".to_owned(), None));
            }
        }
    } else {
        &table
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut settings = CheckSettings { file: shown.to_owned(), folder, is_own, ..CheckSettings::default() };
    for (key, value) in own {
        reader.key(&mut settings, key, value)?;
    }
    Ok(Some(settings))
}

struct Reader<'a> {
    text: &'a str,
    shown: &'a Path,
}

type Fallible<T> = Result<T, Box<SettingsError>>;
type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn error(&self, span: std::ops::Range<usize>, message: String, help: Option<String>) -> Box<SettingsError> {
        let name = escape(&self.shown.to_string_lossy()).into_owned();
        let source = NamedSource::new(name, neutralise(self.text).into_owned()).with_language("toml");
        let message = escape(&message).into_owned();
        let help = help.map(|help| escape(&help).into_owned());
        Box::new(SettingsError { message, help, span: (span.start, span.end), source })
    }

    fn key(&self, settings: &mut CheckSettings, key: &Spanned<std::borrow::Cow<'_, str>>, value: &Value<'_>) -> Fallible<()> {
        match &**key.get_ref() {
            "policy" => settings.policy = Some(self.policy(value)?),
            "paths" => settings.paths = Some(self.list("paths", value, |_| Ok(()))?),
            "exclude" => settings.exclude = Some(self.list("exclude", value, |pattern| patterns(&[pattern.to_owned()]).map(drop))?),
            "markdown" => {
                let read = value.get_ref().as_bool().ok_or_else(|| self.wrong("markdown", value))?;
                settings.markdown = Some(self.set(value, read));
            }
            "select" => settings.select = Some(self.list("select", value, |word| rules_called(word).map(drop))?),
            "ignore" => settings.ignore = Some(self.list("ignore", value, |word| rules_called(word).map(drop))?),
            "fail-on" => settings.fail_on = Some(self.word("fail-on", value)?),
            "format" => settings.format = Some(self.word("format", value)?),
            "tools" => settings.tools = Some(self.list("tools", value, |tool| ToolSignature::parse_call(tool).map(drop))?),
            "variables" => settings.variables = Some(self.list("variables", value, |_| Ok(()))?),
            other => {
                let names = KEYS.map(|(name, _)| name);
                let near = did_you_mean(other, names).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("the keys are {}", names.join(", ")));
                return Err(self.error(key.span(), format!("there is no setting `{other}`"), Some(help)));
            }
        }
        Ok(())
    }

    fn set<T>(&self, at: &Value<'_>, value: T) -> Set<T> {
        let before = self.text.get(..at.span().start).unwrap_or("");
        Set { value, line: before.matches('\n').count().saturating_add(1) }
    }

    fn wrong(&self, key: &str, value: &Value<'_>) -> Box<SettingsError> {
        let what = KEYS.iter().find(|(name, _)| *name == key).map_or("", |(_, what)| what);
        self.error(value.span(), format!("`{key}` must be {what}"), None)
    }

    fn list(&self, key: &str, value: &Value<'_>, check: impl Fn(&str) -> Result<(), String>) -> Fallible<Set<Vec<String>>> {
        let DeValue::Array(items) = value.get_ref() else { return Err(self.wrong(key, value)) };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let text = item.get_ref().as_str().ok_or_else(|| self.wrong(key, item))?;
            check(text).map_err(|message| self.error(item.span(), message, None))?;
            texts.push(text.to_owned());
        }
        Ok(self.set(value, texts))
    }

    fn word<T: ValueEnum>(&self, key: &str, value: &Value<'_>) -> Fallible<Set<T>> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong(key, value))?;
        if let Ok(found) = T::from_str(text, false) {
            return Ok(self.set(value, found));
        }
        let names: Vec<String> =
            T::value_variants().iter().filter_map(ValueEnum::to_possible_value).map(|value| value.get_name().to_owned()).collect();
        let near = did_you_mean(text, names.iter().map(String::as_str)).map(|near| format!("did you mean \"{near}\"?"));
        let help = near.unwrap_or_else(|| format!("the values are {}", names.join(", ")));
        Err(self.error(value.span(), format!("`{key}` cannot be \"{text}\""), Some(help)))
    }

    /// A policy must be named so that nobody can take it for something else: a preset, or a path that looks like one.
    fn policy(&self, value: &Value<'_>) -> Fallible<Set<String>> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong("policy", value))?;
        let is_path = text.contains(['/', '\\']) || [".yaml", ".yml"].iter().any(|ending| text.ends_with(ending));
        if presets::find(text).is_none() && !is_path {
            let near = did_you_mean(text, presets::names()).map(|near| format!("did you mean \"{near}\"?"));
            let help =
                near.unwrap_or_else(|| format!("the presets are {}; a file is named as \"./policy.yaml\"", presets::names().join(", ")));
            return Err(self.error(value.span(), format!("no preset is called `{text}`"), Some(help)));
        }
        Ok(self.set(value, text.to_owned()))
    }
}

/// The rules of an id, a name, or the letters of a family.
///
/// # Errors
/// There is none.
pub(crate) fn rules_called(word: &str) -> Result<Vec<&'static Rule>, String> {
    let chosen: Vec<&Rule> =
        rules::ALL.iter().filter(|rule| rule.id == word || rule.name == word || rule.family.prefix() == word).copied().collect();
    if chosen.is_empty() {
        let near = did_you_mean(word, rules::ids()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        return Err(format!("no rule and no family of rules is called `{word}`{near}"));
    }
    Ok(chosen)
}

/// Reads patterns of paths as `.gitignore` has them.
///
/// # Errors
/// A pattern is not valid.
fn patterns(lines: &[String]) -> Result<Gitignore, String> {
    let mut builder = GitignoreBuilder::new("");
    for line in lines {
        builder.add_line(None, line).map_err(|error| error.to_string())?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// What is left out of a check.
#[derive(Debug, Clone)]
pub(crate) struct Exclude {
    /// The folder to which the patterns are relative.
    root: PathBuf,
    patterns: Gitignore,
}

impl Exclude {
    /// Reads patterns that are relative to a folder.
    ///
    /// # Errors
    /// A pattern is not valid.
    pub(crate) fn new(root: &Path, lines: &[String]) -> Result<Self, String> {
        let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        Ok(Self { root, patterns: patterns(lines)? })
    }

    /// True if a path, or a folder above it, fits a pattern.
    pub(crate) fn has(&self, path: &Path, is_folder: bool) -> bool {
        // The file itself may be a link; its name counts, not what it leads to.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let full = match (path.file_name(), std::fs::canonicalize(folder)) {
            (Some(name), Ok(folder)) => folder.join(name),
            _ => std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        };
        let below = full.strip_prefix(&self.root).unwrap_or(&full);
        // A path outside has no place below the root. Its names are still compared.
        let names = below.components().filter(|part| matches!(part, std::path::Component::Normal(_)));
        let relative: PathBuf = names.collect();
        !relative.as_os_str().is_empty() && self.patterns.matched_path_or_any_parents(&relative, is_folder).is_ignore()
    }
}
