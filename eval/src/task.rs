//! What is judged: a problem with its tests, and a program.

use stockade_vm::HostValue;

use crate::compare::{TextRule, ValueRule};

/// A problem: its tests, and what belongs to them.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    /// The name of the problem in its data set.
    pub task_id: String,
    /// What stands before a completion, so that both are the program. Empty where samples are whole programs.
    pub prompt: String,
    /// What the checker of the format runs before each program, mostly imports.
    pub prelude: &'static str,
    /// The function that the tests call.
    pub entry_point: Option<String>,
    /// The tests.
    pub tests: Tests,
    /// Runs in one room, whatever the tests look like.
    pub one_room: bool,
}

/// The tests of a problem.
#[derive(Debug, Clone, Default)]
pub enum Tests {
    /// None: the program only runs.
    #[default]
    Nothing,
    /// Python code. What is in `setup` runs once for each problem, `steps` run one after the other for each program.
    Code {
        /// What the tests need: imports, helpers, the definition of `check`.
        setup: String,
        /// The tests. Each counts as one.
        steps: Vec<String>,
    },
    /// Calls of a function with the value that each must give.
    Calls {
        /// The function; `Solution.f` is the method of a new `Solution`.
        entry: String,
        /// The calls.
        calls: Vec<Call>,
        /// When an answer is right.
        rule: ValueRule,
    },
    /// Runs of the program with an input and the output that each must print.
    Stdio {
        /// The runs.
        runs: Vec<Run>,
        /// When an output is right.
        rule: TextRule,
        /// A program that ends itself has only ended a run: its checker looks at the output alone.
        may_exit: bool,
    },
    /// The problem cannot be judged, and why.
    Broken(String),
}

/// A call of a test.
#[derive(Debug, Clone)]
pub struct Call {
    /// The positional arguments.
    pub args: Vec<HostValue>,
    /// The keyword arguments.
    pub kwargs: Vec<(String, HostValue)>,
    /// The positional arguments are descriptions of values that are not plain: see `judge/room.py`.
    pub coded: bool,
    /// The right answer; where it is `None`, the canonical solution gives it.
    pub expected: Expected,
}

/// Where the right answer of a call comes from.
#[derive(Debug, Clone)]
pub enum Expected {
    /// From the data.
    Value(HostValue),
    /// From this program, which is right by definition.
    Reference(std::sync::Arc<str>),
}

/// A run of a test.
#[derive(Debug, Clone)]
pub struct Run {
    /// What the program reads.
    pub input: String,
    /// What it must print.
    pub output: String,
}

/// A program to be judged.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// The problem that it is for.
    pub task_id: String,
    /// The program.
    pub program: String,
    /// How the program was taken out of an answer; `None` if it was given as it is.
    pub extracted: Option<String>,
}
