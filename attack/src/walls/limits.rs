//! Limits that hold nothing back, and programs that pass them.

use stockade_policy::model::{Expectation, Path, PolicyTest};
use stockade_policy::{LimitInfo, Limits, ResolvedPolicy};

use super::Stage;
use crate::report::{Find, Wall};
use crate::settings::{at_path, is_own, place};
use crate::target::Target;

/// The most that a program of an author who is not trusted can need. The limits of sources are those of the preset `permissive`.
const MOST: &[(&str, u64, &str)] = &[
    ("limits.fuel", 100_000_000_000, "a step keeps a core busy for hours"),
    ("limits.memory", 512 << 20, "a few programs together take the memory of the host"),
    ("limits.timeout", 120_000, "a step occupies a worker for as long"),
    ("limits.recursion", 100_000, "frames take memory of the host"),
    ("limits.output", 16 << 20, "what is printed fills memory, logs and the context of a model"),
    ("limits.host_calls", 10_000, "each call of a tool costs something outside"),
    ("limits.snapshot", 1 << 30, "a snapshot is read whole"),
    ("source.bytes", 16 << 20, "reading a text costs time before any other limit counts"),
    ("source.tokens", 4_000_000, "reading a text costs time before any other limit counts"),
    ("source.ast_nodes", 4_000_000, "reading a text costs time before any other limit counts"),
    ("source.ast_depth", 5_000, "nesting takes stack of the host"),
    ("source.brackets", 1_000, "nesting takes stack of the host"),
    ("source.int_digits", 100_000, "the time to read a number grows with the square of its digits"),
    ("source.literal_bytes", 64 << 20, "literals are held twice while they are read"),
    ("source.const_result_bytes", 256 << 20, "constants are computed before the program runs"),
];

pub(super) fn stage(target: &Target) -> Stage {
    let mut stage = Stage::default();
    // The presets are what they say.
    if target.base.is_none() {
        return stage;
    }
    for (key, most, why) in MOST {
        let Some(info) = Limits::TABLE.iter().find(|limit| limit.key == *key) else { continue };
        let is = target.policy().limits.get(key).unwrap_or(u64::MAX);
        stage.tried.push((Wall::Limit, format!("limit `{key}`"), is > *most));
        if is > *most {
            stage.finds.extend(find(target, info, is, *most, why));
        }
    }
    stage
}

fn find(target: &Target, info: &LimitInfo, is: u64, most: u64, why: &str) -> Option<Find> {
    let policy = target.policy();
    let slot = policy.settings.get(&Path::of(&[info.section, info.name]));
    let origin = slot.map(|slot| &slot.origin);
    let written = origin.filter(|origin| is_own(origin)).map_or_else(|| target.name.clone(), place);
    let from = origin.filter(|origin| !is_own(origin)).map(|origin| format!(", of `{}`", origin.source.name)).unwrap_or_default();
    let edit = at_path(&[info.section, info.name], &info.kind.show(most));
    let test = PolicyTest {
        name: format!("limit `{}`", info.key).into(),
        code: "".into(),
        expect: Expectation::Limits(vec![(info.key.strip_prefix("limits.").unwrap_or(info.key).into(), most)]),
        tools: Vec::new(),
        variables: Vec::new(),
    };
    let holds = |policy: &ResolvedPolicy| policy.limits.get(info.key).is_some_and(|is| is <= most);
    let is_closed = target.edited(&edit).is_some_and(|machine| holds(&machine.policy));
    let shown = if is == u64::MAX { "without bound".to_owned() } else { info.kind.show(is) };
    Some(Find {
        wall: Wall::Limit,
        title: format!("`{}` is {shown}", info.key),
        key: format!("{}: {shown}{from}", info.key),
        place: written,
        why: why.to_owned(),
        way: format!("limit `{}`", info.key),
        evidence: format!("the policy grants {shown}; {} is more than enough for a program of one step", info.kind.show(most)),
        program: String::new(),
        edit: if is_closed { edit } else { String::new() },
        tests: vec![test],
    })
}
