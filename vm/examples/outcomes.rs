//! Every way in which a step can end, and what the host learns of it. `cargo run -p stockade-vm --example outcomes`

#![expect(clippy::print_stdout, reason = "an example")]

use stockade_vm::{
    CaptureHost, Captured, CompileRefusal, Config, CrossingError, CrossingLimits, FrameLine, HostCall, HostValue, LimitKind, LimitReport,
    ModuleCoverage, Outcome, OutcomeInfo, OutcomeKind, ProgramExit, ReadText, Report, Sandbox, Session, Step, StepOptions, ToolError,
    ToolSpec, UncaughtException, Usage,
};

fn describe(report: &Report) {
    let what = match &report.outcome {
        Outcome::Finished(value) => format!("finished, value {value:?}"),
        Outcome::Answered(answer) => format!("answered {answer:?}"),
        Outcome::Exited(ProgramExit { code, .. }) => format!("ended itself with {code}"),
        Outcome::Raised(UncaughtException { class, message, .. }) => format!("raised {class}: {message}"),
        Outcome::Exceeded(LimitKind::Instructions) => "used up its fuel".to_string(),
        Outcome::Exceeded(limit) => format!("reached the limit `{limit}`"),
        Outcome::Refused(CompileRefusal::NotPython(error)) => format!("is not Python: {}", error.message),
        Outcome::Refused(refusal) => format!("was refused: {refusal}"),
        other => other.to_string(),
    };
    let Usage { fuel, peak_memory, .. } = &report.usage;
    println!("{what} ({fuel} units of fuel, {peak_memory} bytes)");
}

/// A host that builds a value from its own data says in the same words what cannot cross.
fn too_large(items: usize) -> Result<(), CrossingError> {
    let most = CrossingLimits::default().nodes;
    if items <= most {
        Ok(())
    } else {
        Err(CrossingError { message: format!("more than {most} values"), path: String::new(), is_type: false })
    }
}

/// What a limit's end says: how much was used, how to raise the limit, and where the program was.
fn explain(limit: &LimitReport) {
    println!("{limit}");
    for FrameLine { line, .. } in &limit.stack {
        println!("  line {line}");
    }
}

fn main() -> Result<(), ToolError> {
    for OutcomeInfo { name, meaning, .. } in OutcomeKind::TABLE {
        println!("{name}: {meaning}");
    }

    let sandbox = Sandbox::default().limits(|limits| limits.instructions = 1_000_000);
    for program in ["1 + 1", "1 / 0", "raise SystemExit(3)", "while True: pass", "def f(:", "import socket"] {
        let report = sandbox.run("a.py", program);
        describe(&report);
        report.limit.iter().for_each(explain);
    }

    // A session with a host of one's own: the text that it printed is read through a handle.
    let host = CaptureHost::default();
    let captured: Captured = host.captured();
    let mut session = Session::new(&Config::default(), Box::new(host));
    session.add_tool(&ToolSpec::new("double", "x"))?;
    let Step { outcome, .. } = session.step("b.py", "print(double(21))", StepOptions::default());
    if let Outcome::HostCall(HostCall { tool, args, .. }) = outcome {
        println!("the program calls {tool}({args:?})");
        session.resume_with(Ok(HostValue::Int(42)));
    }
    print!("{}", captured.stdout());
    println!("{:?}", too_large(2_000_000).map_err(|error| error.message));

    // What a library has of CPython's public names. This one has no modules in Python.
    let read: ReadText = |_| None;
    let _ = read("data/modules.txt");
    let coverage: Option<ModuleCoverage> = stockade_vm::module_coverage(stockade_vm::Library::native_only(), "math");
    println!("{:?}", coverage.map(|coverage| coverage.missing.len()));
    Ok(())
}
