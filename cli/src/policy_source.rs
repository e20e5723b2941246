//! Resolves `--policy NAME|FILE`, and prints errors.

use std::path::{Path, PathBuf};

use stockade_policy::load::PolicyError;
use stockade_policy::model::{Value, did_you_mean};
use stockade_policy::{ResolvedPolicy, presets, resolve_preset, resolve_text};
use stockade_workers::protocol::PolicyTexts;

use crate::collect::read_limited;
use crate::given::GivenModules;
use crate::{Exit, render};

/// What messages call the policy that an option makes.
const OPTION_NAME: &str = "--allow-import";
/// What an edit of a policy is called.
const EDIT_NAME: &str = "<edit>";
/// Larger policy files are not read.
const MAX_BYTES: u64 = 1 << 20;

/// Resolves a preset or a policy file. Errors go to stderr.
///
/// # Errors
/// `Exit::Usage`, after printing the error.
pub(crate) fn resolve(policy: &str) -> Result<ResolvedPolicy, Exit> {
    resolve_with(policy, &[], &GivenModules::default())
}

/// Resolves a preset or a policy file, and allows some more modules: those of `--allow-import`, and those that the host gives. A given module
/// that a policy file denies stays denied. Errors go to stderr.
///
/// # Errors
/// `Exit::Usage`, after printing the error.
pub(crate) fn resolve_with(policy: &str, allow_import: &[String], given: &GivenModules) -> Result<ResolvedPolicy, Exit> {
    let added = |base: ResolvedPolicy| {
        let modules = added_modules(&base, allow_import, given);
        if modules.is_empty() { Ok(base) } else { add_imports(policy, &base, &modules) }
    };
    let resolved = load(policy).and_then(added).map_err(|problem| {
        match problem {
            Problem::Unreadable(message) => render::error(&message),
            Problem::Invalid(errors) => {
                errors.iter().for_each(|error| render::to_stderr(&render::diagnostic(error, render::stderr_colours())))
            }
        }
        Exit::Usage
    })?;
    for warning in &resolved.warnings {
        render::to_stderr(&render::diagnostic(warning, render::stderr_colours()));
    }
    Ok(resolved)
}

/// The modules that options add to a policy.
fn added_modules(base: &ResolvedPolicy, allow_import: &[String], given: &GivenModules) -> Vec<String> {
    let wanted = allow_import.iter().flat_map(|names| names.split(',')).map(|name| name.trim().to_owned());
    wanted.chain(openable(base, given)).collect()
}

/// What [`resolve_with`] resolves, as texts for a worker.
///
/// # Errors
/// A message for the user.
pub(crate) fn texts(policy: &str, allow_import: &[String], given: &GivenModules) -> Result<PolicyTexts, String> {
    let text = if presets::find(policy).is_some() { None } else { Some(read(Path::new(policy))?) };
    let (texts, base) = PolicyTexts::collect(policy, text.as_deref(), &find_parent)?;
    let modules = added_modules(&base, allow_import, given);
    if modules.is_empty() {
        return Ok(texts);
    }
    let find = |from: &str, wanted: &str| find_for_option(policy, from, wanted);
    PolicyTexts::collect(OPTION_NAME, Some(&child_text(policy, &base, &modules)), &find).map(|(texts, _)| texts)
}

/// The files that a policy was read from: its own and those of its parents.
pub(crate) fn files(argument: &str, policy: &ResolvedPolicy) -> Vec<PathBuf> {
    let mut names: Vec<&str> = policy.sources.iter().map(|name| &**name).chain([argument]).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().filter(|name| presets::find(name).is_none()).map(PathBuf::from).collect()
}

enum Problem {
    Unreadable(String),
    Invalid(Vec<PolicyError>),
}

fn load(policy: &str) -> Result<ResolvedPolicy, Problem> {
    if presets::find(policy).is_some() {
        return resolve_preset(policy).map_err(Problem::Invalid);
    }
    let looks_like_file = policy.contains(['/', '.', '\\']) || Path::new(policy).exists();
    if !looks_like_file {
        let near = did_you_mean(policy, presets::names())
            .map_or_else(|| format!("presets: {}", presets::names().join(", ")), |near| format!("did you mean `{near}`?"));
        return Err(Problem::Unreadable(format!("`{policy}` is neither a preset nor a file ({near})")));
    }
    let text = read(Path::new(policy)).map_err(Problem::Unreadable)?;
    resolve_text(policy, &text, &find_parent).map_err(Problem::Invalid)
}

/// The modules of the host that have to be added to a policy, and may be.
fn openable(base: &ResolvedPolicy, given: &GivenModules) -> Vec<String> {
    let is_listed = |name: &str| match base.get(&["imports", "allow"]) {
        Some(Value::Entries(entries)) => entries.contains_key(name) && base.grants.import(name).is_ok(),
        _ => false,
    };
    let names = given.names(&|name| base.denies_given_module(name));
    names.into_iter().filter(|name| !is_listed(name)).collect()
}

/// The policy that `--allow-import` makes: a child of the given one, with its name.
fn add_imports(policy: &str, base: &ResolvedPolicy, modules: &[String]) -> Result<ResolvedPolicy, Problem> {
    let find = |from: &str, wanted: &str| find_for_option(policy, from, wanted);
    resolve_text(OPTION_NAME, &child_text(policy, base, modules), &find).map_err(Problem::Invalid)
}

fn child_text(policy: &str, base: &ResolvedPolicy, modules: &[String]) -> String {
    format!("name: {}\n{}", quoted(&base.name), adding(policy, modules))
}

/// Finds a base for the policy that an option makes. It has no file; a base of the base is found beside the base's file.
fn find_for_option(policy: &str, from: &str, wanted: &str) -> Result<(String, String), String> {
    if from != OPTION_NAME {
        return find_parent(from, wanted);
    }
    read(Path::new(policy)).map(|text| (policy.to_owned(), text))
}

/// The text of a child that allows some more modules.
fn adding(base: &str, modules: &[String]) -> String {
    let names: Vec<String> = modules.iter().map(|name| quoted(name)).collect();
    format!("version: 1\nextends: [{}]\nadd: {{imports: [{}]}}\n", quoted(base), names.join(", "))
}

/// A text as YAML reads it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Finds a base for a policy that has no file and extends `policy`: the policy itself, and what it extends.
///
/// # Errors
/// A message for the user.
pub(crate) fn find_base(policy: &str, from: &str, wanted: &str) -> Result<(String, String), String> {
    if wanted == policy && !from.contains(['/', '.']) {
        read(Path::new(policy)).map(|text| (policy.to_owned(), text))
    } else {
        find_parent(from, wanted)
    }
}

/// Resolves a preset or a policy file as a child with an edit would be, and allows the modules that the host gives. Nothing is printed.
///
/// # Errors
/// The first error of the child.
pub(crate) fn resolve_edited(policy: &str, edit: &str, given: &GivenModules) -> Result<ResolvedPolicy, String> {
    let child = format!("version: 1\nextends: [{}]\n{edit}\n", quoted(policy));
    let find = |from: &str, wanted: &str| match from {
        OPTION_NAME => Ok((EDIT_NAME.to_owned(), child.clone())),
        EDIT_NAME => read(Path::new(policy)).map(|text| (policy.to_owned(), text)),
        _ => find_parent(from, wanted),
    };
    let added = |base: ResolvedPolicy| {
        let modules: Vec<String> = openable(&base, given);
        if modules.is_empty() { Ok(base) } else { resolve_text(OPTION_NAME, &adding(EDIT_NAME, &modules), &find) }
    };
    let resolved = resolve_text(EDIT_NAME, &child, &find).and_then(added);
    resolved.map_err(|errors| errors.first().map_or_else(String::new, |error| error.message.clone()))
}

/// The text of a preset or a policy file.
///
/// # Errors
/// A message for the user.
pub(crate) fn text(policy: &str) -> Result<String, String> {
    presets::find(policy).map_or_else(|| read(Path::new(policy)), |text| Ok(text.to_owned()))
}

/// The text of a policy file.
///
/// # Errors
/// A message for the user.
pub(crate) fn text_of_file(path: &Path) -> Result<String, String> {
    read(path)
}

/// Finds a parent policy named in `extends`. Its path is relative to the folder of the child.
pub(crate) fn find_parent(child: &str, wanted: &str) -> Result<(String, String), String> {
    let path = Path::new(child).parent().unwrap_or(Path::new("")).join(wanted);
    let text = read(&path)?;
    Ok((path.to_string_lossy().into_owned(), text))
}

fn read(path: &Path) -> Result<String, String> {
    String::from_utf8(read_limited(path, MAX_BYTES)?).map_err(|error| format!("`{}` is not UTF-8: {error}", path.display()))
}
