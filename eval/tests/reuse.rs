//! What is kept between programs reaches none of them: a judge that has judged others gives the rows of a new judge.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;
use stockade_eval::extract::Extract;
use stockade_eval::formats::{Format, Row, samples, task_id};
use stockade_eval::{Chosen, Judge, Problem, Sample, Settings};

fn judge() -> Judge {
    // A loop without end takes as long as the fuel lasts.
    let limits = vec![("limits.fuel".to_string(), 3_000_000)];
    let chosen = Chosen { backstop_ms: 600_000, keeps_output: true, limits, ..Chosen::default() };
    Judge::new(Settings::new("permissive", &|_, name| Err(format!("no `{name}`")), &chosen).expect("settings"))
}

fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/eval").join(name);
    let text = fs::read_to_string(path).expect("a file of the corpus");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Problems with their numbers, and the programs for them.
type Work = (Vec<Problem>, Vec<(u64, Sample)>);

fn corpus(format: &str) -> Work {
    let problems: Vec<Problem> = rows(&format!("{format}.problems.jsonl")).iter().map(|row| Format::of(row).problem(row)).collect();
    let numbers: BTreeMap<&str, u64> = problems.iter().map(|problem| problem.task_id.as_str()).zip(0..).collect();
    let mut programs = Vec::new();
    for row in rows(&format!("{format}.samples.jsonl")) {
        let id = task_id(&row).expect("a name");
        let Some(number) = numbers.get(id.as_str()) else { continue };
        let problem = usize::try_from(*number).ok().and_then(|at| problems.get(at));
        programs.extend(samples(&row, problem, Extract::None).expect("programs").into_iter().map(|sample| (*number, sample)));
    }
    (problems, programs)
}

fn row(judge: &mut Judge, problems: &[Problem], (number, sample): &(u64, Sample)) -> String {
    let problem = usize::try_from(*number).ok().and_then(|at| problems.get(at)).expect("a problem");
    judge.judge(*number, problem, sample).row(0, &sample.task_id, None)
}

fn assert_alone_and_in_turn((problems, programs): &Work, every: usize) {
    let mut in_order = judge();
    let forward: Vec<String> = programs.iter().map(|program| row(&mut in_order, problems, program)).collect();
    // The same judge goes on, so that each program comes after others than before.
    let mut backward: Vec<String> = programs.iter().rev().map(|program| row(&mut in_order, problems, program)).collect();
    backward.reverse();
    assert_eq!(forward, backward);
    for (program, known) in programs.iter().zip(&forward).step_by(every) {
        assert_eq!(row(&mut judge(), problems, program), *known, "{}", program.1.program);
    }
}

#[test]
fn programs_of_the_corpus_have_the_rows_that_they_have_alone() {
    for format in ["humaneval", "cheats", "stdio", "lcb"] {
        assert_alone_and_in_turn(&corpus(format), 24);
    }
}

/// Spoils all that a program can reach.
const SPOILS: &str = "
import builtins, sys, collections, gc
builtins.secret = builtins.len = sys.secret = collections.secret = collections.OrderedDict = 'secret'
sys.setrecursionlimit(77)
sys.modules['math'] = sys.modules['secret'] = 'secret'
for at in range(500):
    globals()[f'secret_{at}'] = [at] * 50
class Secret:
    kept = []
    def __del__(self): Secret.kept.append('secret')
cycle = [Secret()]
cycle.append(cycle)
print('secret', end='')
";

/// Finds what another program has left.
const SEEKS: &str = "
def found():
    import builtins, sys, collections, gc
    left = [name for space in (globals(), vars(builtins), vars(sys), vars(collections), sys.modules) for name in space if 'secret' in name]
    left += [thing for thing in gc.get_objects() if type(thing).__name__ == 'Secret'] if hasattr(gc, 'get_objects') else []
    import math
    return left, len([1, 2]), sys.getrecursionlimit() == 77, math.floor(2.5), callable(collections.OrderedDict)
";

const NOTHING: &str = "([], 2, False, 2, True)";

fn problem(fields: serde_json::Value) -> Problem {
    let serde_json::Value::Object(row) = fields else { return Problem::default() };
    let row: Row = row.into_iter().collect();
    Format::of(&row).problem(&row)
}

#[test]
fn nothing_of_a_program_is_left_for_the_next() {
    let checks = format!("def check(candidate):\n    got = candidate()\n    assert got == {NOTHING}, repr(got)\n");
    // The second one reads a global of the program, so it runs in the program's room.
    let in_one_room = format!("{checks}\nKNOWN = 1\nassert found.__globals__['__name__']\n");
    let problems = [
        problem(json!({ "task_id": "two", "prompt": "", "entry_point": "found", "test": checks })),
        problem(json!({ "task_id": "one", "prompt": "", "entry_point": "found", "test": in_one_room })),
        problem(json!({ "task_id": "run", "tests": [{ "input": "", "output": NOTHING }] })),
        problem(json!({ "task_id": "mbpp", "text": "", "code": "", "test_list": [format!("assert found() == {NOTHING}")] })),
    ];
    let sample = |number: u64, text: &str| (number, Sample { program: text.to_string(), ..Sample::default() });
    let prints = format!("{SEEKS}\nprint(found())\n");
    let mut judge = judge();
    for _ in 0..2 {
        for number in 0..4 {
            // The room is left while tests wait for it, after an exception, after a limit, and at its end.
            for spoiler in [
                format!("{SPOILS}def found():\n    global secret\n    secret = [found]\n    return secret\n"),
                format!("{SPOILS}def found():\n    raise ValueError('secret')\n"),
                format!("{SPOILS}def found():\n    while True: pass\n"),
                format!("{SPOILS}raise SystemExit('secret')\n"),
                format!("{SPOILS}1 / 0\n"),
            ] {
                let spoiled = row(&mut judge, &problems, &sample(number, &spoiler));
                assert!(!spoiled.contains("\"passed\",\"reward\""), "{spoiled}");
                let text = if number == 2 { &prints } else { SEEKS };
                let found = row(&mut judge, &problems, &sample(number, text));
                assert!(found.contains("\"verdict\":\"passed\""), "{number} {found}");
            }
        }
    }
}
