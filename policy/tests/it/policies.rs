//! tests/policies: good policies resolve, bad ones give the errors written beside them.

use std::fmt::Write as _;
use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme};
use stockade_policy::{PolicyError, ResolvedPolicy, presets, resolve_preset, resolve_text};

use crate::{files, golden, shared};

fn resolve(path: &Path) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    let folder = path.parent().unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap();
    resolve_text(&name, &text, &|_, wanted| {
        let found = std::fs::read_to_string(folder.join(wanted)).map_err(|_| format!("there is no policy `{wanted}`"))?;
        Ok((wanted.to_owned(), found))
    })
}

fn render(errors: &[PolicyError]) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_links(false).with_width(120).with_context_lines(1);
    let mut text = String::new();
    for error in errors {
        handler.render_report(&mut text, error).unwrap();
        writeln!(text).unwrap();
    }
    text
}

#[test]
fn bad_policies_give_the_errors_beside_them() {
    let mut wrong = Vec::new();
    let bad = files(&shared().join("policies/bad"), "yaml");
    assert!(bad.len() >= 30, "only {} bad policies found", bad.len());
    for path in bad {
        match resolve(&path) {
            Ok(_) => wrong.push(format!("{} is accepted", path.display())),
            Err(errors) => wrong.extend(golden(&path.with_extension("err"), &render(&errors)).err()),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn good_policies_resolve_and_say_what_they_warn_about() {
    let mut wrong = Vec::new();
    for path in files(&shared().join("policies/good"), "yaml") {
        match resolve(&path) {
            Ok(policy) => {
                let mut text = render(&policy.warnings) + &render(&policy.unused_entries(&crate::catalog()));
                for (path, slot, _) in policy.listing() {
                    let parents_only = ResolvedPolicy::origin_text(&slot.origin);
                    if presets::names().iter().any(|preset| parents_only.starts_with(&format!("{preset}:"))) {
                        continue;
                    }
                    writeln!(text, "{path}: {} # {parents_only}", stockade_policy::resolve::render(slot.kind, &slot.value)).unwrap();
                }
                wrong.extend(golden(&path.with_extension("resolved"), &text).err());
            }
            Err(errors) => wrong.push(format!("{}:\n{}", path.display(), render(&errors))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_preset_resolves_without_a_warning() {
    for (name, _) in presets::PRESETS {
        let policy = resolve_preset(name).unwrap_or_else(|errors| panic!("{name}:\n{}", render(&errors)));
        assert!(policy.warnings.is_empty(), "{name}:\n{}", render(&policy.warnings));
        assert_eq!(&*policy.name, *name);
        assert_eq!(policy.sha256.len(), 64);
    }
}
