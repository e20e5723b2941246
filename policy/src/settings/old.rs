//! Names and places that earlier versions gave to settings. They are still read, with a warning, and `stockade policy migrate` rewrites
//! them.

use crate::base::quantity::Unit;
use crate::base::rule::RuleList;
use crate::enforce::limits;
use crate::settings::load::{line_column_of_offset, load, span_of};
use crate::settings::model::{OldName, Origin, Policy, Step, Value, Written};

/// What was, and what is. The numbers are the same; those of `runtime.wall_ms` were always milliseconds.
const OLD: [(&str, &str); 15] = [
    ("limits.source_bytes", "source.bytes"),
    ("limits.tokens", "source.tokens"),
    ("limits.ast_nodes", "source.ast_nodes"),
    ("limits.ast_depth", "source.ast_depth"),
    ("limits.brackets", "source.brackets"),
    ("limits.int_digits", "source.int_digits"),
    ("limits.literal_bytes", "source.literal_bytes"),
    ("limits.const_result_bytes", "source.const_result_bytes"),
    ("runtime.instructions", "limits.fuel"),
    ("runtime.memory_bytes", "limits.memory"),
    ("runtime.wall_ms", "limits.timeout"),
    ("runtime.recursion", "limits.recursion"),
    ("runtime.output_bytes", "limits.output"),
    ("runtime.host_calls", "limits.host_calls"),
    ("runtime.snapshot_bytes", "limits.snapshot"),
];

/// Settings that no longer exist, and what to write instead.
const RETIRED: [(&str, &str); 1] = [(
    "runtime.while_iterations",
    "nothing counts the turns of loops; use `limits.fuel`, which counts all work, or `syntax: {while: deny}`",
)];

/// True for a section that only earlier versions had.
pub(crate) fn is_section(key: &str) -> bool {
    key == "runtime"
}

/// Returns what to write instead of a setting that no longer exists.
pub(crate) fn in_place_of(path: &str) -> Option<&'static str> {
    RETIRED.iter().find(|(known, _)| *known == path).map(|(_, instead)| *instead)
}

/// Returns the path that took the place of an old one.
pub(crate) fn new_path(path: &str) -> Option<&'static str> {
    match path {
        "runtime" => Some("limits"),
        "output.max_bytes" => Some("limits.output"),
        _ => OLD.iter().find(|(old, _)| *old == path).map(|(_, new)| *new),
    }
}

/// The warning about an old name, and what to write instead.
pub(crate) fn warning(found: &OldName) -> (String, String) {
    let old = &found.old;
    let Some(new) = found.new else {
        let help = in_place_of(old).unwrap_or("remove it");
        return (format!("`{old}` has no effect: the setting no longer exists"), help.into());
    };
    let (section, name) = new.split_once('.').unwrap_or((new, ""));
    let help = match limits::find(section, name) {
        Some(limit) => {
            format!("write `{section}: {{{name}: ...}}` ({}); `stockade policy migrate FILE` rewrites the file", limit.kind.example())
        }
        None => format!("write `{new}`; `stockade policy migrate FILE` rewrites the file"),
    };
    (format!("`{old}` is the old name of `{new}`"), help)
}

/// A policy file with new names.
#[derive(Debug, Clone, Default)]
pub struct Migrated {
    /// The new text. It is the old one where nothing was rewritten.
    pub text: String,
    /// What was rewritten: the line, and how.
    pub changes: Vec<(usize, String)>,
    /// What a person must decide: the line, and why.
    pub left: Vec<(usize, String)>,
}

/// Rewrites the old names in the text of a policy file. Comments and layout stay. The new text says what the old one said, which is checked.
pub(crate) fn migrate(text: &str, rules: RuleList) -> Migrated {
    let unchanged = |left| Migrated { text: text.to_owned(), changes: Vec::new(), left };
    let policy = match load("policy", text, rules) {
        Ok(policy) => policy,
        Err(errors) => return unchanged(errors.iter().map(|error| (error.position().0, error.to_string())).collect()),
    };
    let mut edits = Edits { text, edits: Vec::new(), changes: Vec::new(), left: Vec::new() };
    edits.collect(&policy);
    let Edits { edits: mut all, changes, left, .. } = edits;
    all.sort_by_key(|(span, _)| span.0);
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for ((start, end), replacement) in all {
        new.push_str(text.get(at..start).unwrap_or_default());
        new.push_str(&replacement);
        at = end;
    }
    new.push_str(text.get(at..).unwrap_or_default());
    let says = |policy: &Policy| -> Vec<String> {
        let mut all: Vec<String> =
            policy.written.iter().map(|written| format!("{} {:?} {:?}", written.path, written.change, shown(written))).collect();
        all.extend(policy.overrides.iter().map(|other| format!("{} {:?}", other.written.path, shown(&other.written))));
        all.extend(policy.finals.iter().map(|(path, _)| path.to_string()));
        all.sort();
        all
    };
    match load("policy", &new, rules) {
        Ok(other) if says(&other) == says(&policy) => Migrated { text: new, changes, left },
        _ => unchanged(vec![(1, "the file cannot be rewritten safely; write the new names by hand".into())]),
    }
}

/// A value without its places.
fn shown(written: &Written) -> String {
    match &written.value {
        Value::Entries(entries) => {
            format!("{:?}", entries.iter().map(|(name, entry)| (name, &entry.reason, &entry.use_instead)).collect::<Vec<_>>())
        }
        value => format!("{value:?}"),
    }
}

/// Replacements of parts of a text.
struct Edits<'a> {
    text: &'a str,
    edits: Vec<((usize, usize), String)>,
    changes: Vec<(usize, String)>,
    left: Vec<(usize, String)>,
}

impl Edits<'_> {
    fn collect(&mut self, policy: &Policy) {
        let section_of = |origin: &Origin| match origin.place.first() {
            Some(Step::Key(key)) => key.clone(),
            _ => "".into(),
        };
        let is_old = |origin: &Origin| policy.old.iter().any(|old| old.origin.place == origin.place);
        // A section that also has new names cannot be renamed as a whole.
        let has_new =
            |section: &str| policy.written.iter().any(|written| *section_of(&written.origin) == *section && !is_old(&written.origin));
        let renames = [("runtime", "limits", !has_new("limits")), ("limits", "source", !has_new("limits") && !has_new("source"))];
        for (old, new, is_safe) in renames {
            let keys: Vec<&OldName> = policy.old.iter().filter(|found| found.is_key && *section_of(&found.origin) == *old).collect();
            let Some(first) = keys.first() else { continue };
            if !is_safe {
                for found in keys {
                    let (line, what) = (self.line(&found.origin, true), warning(found).1);
                    self.left.push((line, what));
                }
                continue;
            }
            let section = Origin { place: first.origin.place.iter().take(1).cloned().collect(), ..first.origin.clone() };
            self.replace(&section, true, old, new.to_owned());
            for found in keys {
                let Some((_, name)) = found.new.and_then(|new| new.split_once('.')) else {
                    let (line, what) = (self.line(&found.origin, true), warning(found).1);
                    self.left.push((line, format!("`{}`: {what}", found.old)));
                    continue;
                };
                let key = found.old.rsplit('.').next().unwrap_or_default();
                self.replace(&found.origin, true, key, name.to_owned());
                self.number(&found.origin, new, name);
            }
        }
        for found in policy.old.iter().filter(|found| !found.is_key) {
            let Some(new) = found.new else { continue };
            self.replace(&found.origin, false, &found.old, new.to_owned());
            if let [rest @ .., Step::Key(last)] = found.origin.place.as_slice()
                && &**last == "path"
                && let Some((section, name)) = new.split_once('.')
            {
                let mut place = rest.to_vec();
                place.push(Step::Key("value".into()));
                self.number(&Origin { place, ..found.origin.clone() }, section, name);
            }
        }
        for found in policy.old.iter().filter(|found| &*found.old == "output.max_bytes" && found.is_key) {
            let line = self.line(&found.origin, true);
            self.left.push((line, "move `output.max_bytes` to `limits: {output: ...}`".into()));
        }
    }

    fn line(&self, origin: &Origin, on_key: bool) -> usize {
        line_column_of_offset(self.text, span_of(self.text, &origin.place, on_key).0).0
    }

    /// Replaces a key or a text, which may be in quotes.
    fn replace(&mut self, origin: &Origin, on_key: bool, old: &str, new: String) {
        if old == new {
            return;
        }
        let (start, end) = span_of(self.text, &origin.place, on_key);
        let written = self.text.get(start..end).unwrap_or_default();
        let Some(at) = written.find(old) else { return };
        let line = self.line(origin, on_key);
        self.changes.push((line, format!("`{old}` is `{new}` now")));
        self.edits.push(((start + at, start + at + old.len()), new));
    }

    /// Gives a bare number its unit.
    fn number(&mut self, origin: &Origin, section: &str, name: &str) {
        let Some(limit) = limits::find(section, name).filter(|limit| limit.kind != Unit::Count) else { return };
        let (start, end) = span_of(self.text, &origin.place, false);
        let written = self.text.get(start..end).unwrap_or_default();
        if let Ok(number) = written.parse::<u64>() {
            self.edits.push(((start, end), limit.kind.show(number)));
        }
    }
}
