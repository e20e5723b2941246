//! Limits that hold nothing back, and programs that pass them.

use stockade_policy::model::{Expectation, Path, PolicyTest};
use stockade_policy::{LimitInfo, Limits, ResolvedPolicy, Unit};

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::{Find, Note, Wall};
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
    stage.attempts.extend(in_pieces(target));
    stage.notes.extend(answers(target));
    stage
}

/// A limit of what is printed does not bound the answer.
fn answers(target: &Target) -> Option<Note> {
    let policy = target.policy();
    let slot = policy.settings.get(&Path::of(&["limits", "output"]))?;
    let answer = policy.grants.tool("final_answer").ok()?;
    let bounded = answer.args.get("answer").is_some_and(|rule| rule.max_len.is_some());
    (is_own(&slot.origin) && !bounded).then(|| Note {
        wall: Wall::Limit,
        text: "`limits.output` bounds what is printed. `tools.allow.final_answer.args.answer.max_len` bounds a text that is the answer"
            .to_owned(),
    })
}

/// A limit of one literal, where a program can be much larger: the same data in pieces.
fn in_pieces(target: &Target) -> Vec<Attempt> {
    let limits = &target.policy().limits;
    let own = |key: &str| {
        let slot = target.policy().settings.get(&Path::of(&["source", key]))?;
        is_own(&slot.origin).then(|| place(&slot.origin))
    };
    let attempt = |key: &str, at: String, told: (String, &str), tries: Vec<Try>, edits: Vec<String>| Attempt {
        wall: Wall::Limit,
        title: told.0,
        key: format!("source.{key}"),
        place: at,
        why: told.1.to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::AnyOf(edits),
        needs_edit: true,
    };
    let one = |way: &str, code: String| Try { way: way.to_owned(), code, part: String::new() };
    let mut attempts = Vec::new();
    let (most, whole) = (u64::from(limits.literal_bytes), u64::from(limits.source_bytes));
    // Whole programs that are a few literals long are bounded well enough. Where the whole is larger than 16 MiB, that is the weakness.
    if let Some(at) = own("literal_bytes").filter(|_| most >= 32 && whole.min(16 << 20) / most >= 32) {
        let size = usize::try_from(most.saturating_sub(8)).unwrap_or(0);
        let count = (8192 / most).max(8);
        let pieces = vec![format!("'{}'", "a".repeat(size)); usize::try_from(count).unwrap_or(8)];
        let shown = "\nif len(data) > 0:\n    print('PWNED')";
        let tries = vec![
            one("a literal in adjacent pieces", format!("data = (\n{}\n){shown}", pieces.join("\n"))),
            one("a literal in a list of pieces", format!("data = ''.join([\n{}\n]){shown}", pieces.join(",\n"))),
            one("a literal in sums of pieces", format!("data = (\n{}\n){shown}", pieces.join(" +\n"))),
        ];
        let told = (
            format!("a text of {} stands in a program, in pieces of `source.literal_bytes`", Unit::Bytes.show(most.saturating_mul(count))),
            "the limit is about one literal, and the limit of the whole program is many times larger",
        );
        let edits = vec![at_path(&["source", "bytes"], &Unit::Bytes.show(most.saturating_mul(count / 2)))];
        attempts.push(attempt("literal_bytes", at, told, tries, edits));
    }
    let digits = u64::from(limits.int_digits);
    if let Some(at) = own("int_digits").filter(|_| digits < 2_000) {
        let code = format!("number = 0x{}\nif number > 0:\n    print('PWNED')", "f".repeat(usize::try_from(digits).unwrap_or(0) * 2));
        let told = (
            format!("a number of more than {digits} digits stands in a program, as a hexadecimal one"),
            "the limit is about decimal digits, and a number in another base is as large",
        );
        let edits = vec![at_path(&["source", "literal_bytes"], &digits.saturating_add(2).to_string())];
        attempts.push(attempt("int_digits", at, told, vec![one("a number in another base", code)], edits));
    }
    let result = limits.const_result_bytes;
    if let Some(at) = own("const_result_bytes").filter(|_| result < 1 << 20) {
        let bits = result.saturating_mul(16);
        let tries = vec![
            one("a constant that is a large power", format!("number = 2 ** {bits}\nif number > 0:\n    print('PWNED')")),
            one("a constant that is shifted", format!("number = 1 << {bits}\nif number > 0:\n    print('PWNED')")),
        ];
        let told = (
            "constants with larger results than `source.const_result_bytes` are computed".to_owned(),
            "the limit is reported by `SIZE003`, and the policy lets that rule warn",
        );
        attempts.push(attempt("const_result_bytes", at, told, tries, vec![at_path(&["rules", "SIZE003"], "deny")]));
    }
    attempts
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
