//! A sample of the cost audit. By the clock, a unit of fuel that costs many times what it may is found everywhere. By callgrind, where it is
//! installed, the bounds are those of the audit. And the rows of the audit leave no opcode out.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::collections::BTreeSet;
use std::process::Command;

use stockade_compiler::bytecode::OPS;
use stockade_fuzz::generators::costs::core_cases;
use stockade_fuzz::oracles::cost::within_time;
use stockade_fuzz::run::compile;

/// Opcodes that no row has, with the reason.
const UNMEASURED: &[(&str, &[&str])] = &[
    (
        "moves one value, like the opcodes of its kind that are measured",
        &[
            "Nop",
            "CheckLocal",
            "LoadSpill",
            "StoreSpill",
            "MakeSpill",
            "DelGlobal",
            "DelName",
            "DelCell",
            "LoadFree",
            "StoreFree",
            "DelFree",
            "LoadFreeCell",
            "LoadDictOrGlobal",
            "LoadDictOrFree",
            "ToBool",
            "Charge",
            "RaiseCurrent",
        ],
    ),
    (
        "a comparison and a jump, like those that are measured",
        &[
            "JumpIfNotNone",
            "JumpIfEq",
            "JumpIfNe",
            "JumpIfLt",
            "JumpIfLe",
            "JumpIfGt",
            "JumpIfGe",
            "JumpIfNotEq",
            "JumpIfNotNe",
            "JumpIfNotLt",
            "JumpIfNotLe",
            "JumpIfNotGt",
            "JumpIfNotGe",
            "JumpIfEqImm",
            "JumpIfNeImm",
            "JumpIfLtImm",
            "JumpIfLeImm",
            "JumpIfGtImm",
            "JumpIfNotNeImm",
            "JumpIfNotLeImm",
            "JumpIfNotGtImm",
            "JumpIfIn",
            "JumpIfNotIn",
            "LoopIfTrue",
            "LoopIfEq",
            "LoopIfNe",
            "LoopIfLt",
            "LoopIfLe",
            "LoopIfGt",
            "LoopIfGe",
            "LoopIfEqImm",
            "LoopIfNeImm",
            "LoopIfLeImm",
            "LoopIfGtImm",
            "LoopIfGeImm",
        ],
    ),
    ("calls code of the program, which is measured by its own opcodes", &["MatMul", "CallSuper"]),
    ("runs once in a module", &["ImportStar"]),
];

/// Dear cases that are known and not mended: parts of their names, one a line, below a line that says why.
const KNOWN: &str = include_str!("../dear.txt");

fn is_known(name: &str) -> bool {
    KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('=')).any(|part| name.contains(part))
}

#[test]
fn every_program_of_the_core_compiles() {
    let wrong: Vec<String> = core_cases()
        .iter()
        .filter(|case| compile(&case.setup_program(4)).is_none() || compile(&case.operation).is_none())
        .map(|case| case.name.clone())
        .collect();
    // Some rows are refused on purpose: the compiler folds nothing that is wrong.
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_opcode_is_measured() {
    let mut seen = BTreeSet::new();
    for case in core_cases() {
        for text in [case.setup_program(4), case.operation.clone()] {
            let program = compile(&text).expect("it compiles");
            seen.extend(program.codes.iter().flat_map(|code| code.ops.iter().map(|op| op.name())));
        }
    }
    let missing: Vec<&str> = OPS
        .iter()
        .map(|row| row.name)
        .filter(|name| !seen.contains(name) && !UNMEASURED.iter().any(|(_, left)| left.contains(name)))
        .collect();
    assert!(missing.is_empty(), "no row of `generators/cost_rows.rs` has {missing:?}");
}

/// Every fortieth case, at one size: a few hundred.
#[test]
fn a_sample_of_units_is_cheap() {
    let wrong: Vec<String> = core_cases()
        .iter()
        .step_by(40)
        .filter(|case| !is_known(&case.name))
        .filter_map(|case| within_time(case, case.sizes.get(1).or(case.sizes.first()).copied().unwrap_or(1)).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Machine instructions of every six hundredth case. `.ci/nightly` counts them all.
#[test]
fn a_sample_of_units_is_cheap_by_instructions() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("stockade-costs-{}", std::process::id()));
    let counted = Command::new(env!("CARGO_BIN_EXE_stockade-fuzz"))
        .args(["--target", "cost", "--core", "--every", "600", "--seed", "7", "--output"])
        .arg(&folder)
        .output()
        .expect("the fuzzer runs");
    let _ = std::fs::remove_dir_all(&folder);
    let told = String::from_utf8_lossy(&counted.stdout);
    assert!(counted.status.success(), "{told}");
    assert!(told.contains(" cases: "), "nothing was tried: {told}");
}
