//! Tests of records: values of the library's classes and of the host's, in and out. `python/tests/test_values.py` compares each kind with
//! CPython's; here is what Python cannot say: parts that are wrong, and what a host in Rust sees.

use std::sync::Arc;

use stockade_vm::{
    CaptureHost, Config, CrossingLimits, HostRecord, HostValue as H, Outcome, RecordClass, RecordKind as K, Session, StepOptions, ToolSpec,
};

use crate::common::LIBRARY;

fn session() -> Session {
    let mut session = Session::new(&Config::with_library(&LIBRARY), Box::new(CaptureHost::default()));
    session.add_tool(&ToolSpec::new("give", "")).expect("a tool");
    session.add_tool(&ToolSpec::new("take", "value")).expect("a tool");
    session
}

fn step(session: &mut Session, text: &str) -> Outcome {
    session.step("step.py", text, StepOptions::default()).outcome
}

fn ints(numbers: &[i64]) -> Vec<H> {
    numbers.iter().copied().map(H::Int).collect()
}

fn record(kind: K, parts: Vec<H>) -> H {
    HostRecord::new(kind, parts).into()
}

fn point() -> H {
    let class = RecordClass {
        key: "app.Point#1".into(),
        name: "Point".into(),
        module: "app".into(),
        fields: vec!["x".into(), "y".into()],
        traits: vec!["eq".into()],
        ..RecordClass::default()
    };
    HostRecord { kind: K::Dataclass, class: Some(Arc::new(class)), parts: vec![H::Int(1), record(K::Date, ints(&[2026, 11, 30]))] }.into()
}

#[test]
fn records_go_in_and_come_out() {
    let mut session = session();
    let values = H::List(vec![
        record(K::Date, ints(&[2026, 11, 30])),
        record(K::Decimal, ints(&[1, 1250, -2, 0])),
        record(K::Deque, vec![H::List(ints(&[1, 2])), H::Int(3)]),
        H::Dict(vec![(record(K::Fraction, ints(&[1, 3])), H::Str("a third".into()))]),
    ]);
    session.set_variable("values", &values).expect("they enter");
    assert_eq!(session.get_variable("values"), Ok(Some(values)));
    let text = "(values[0].month, str(values[1]), values[2].maxlen, [*values[3]][0] + 1, repr(values[0]))";
    let shown = "(11, '-12.50', 3, Fraction(4, 3), 'datetime.date(2026, 11, 30)')";
    assert_eq!(step(&mut session, text), Outcome::Finished(Some(shown.into())));
}

#[test]
fn classes_of_the_host_have_their_key_on_the_way_out() {
    let mut session = session();
    session.set_variable("point", &point()).expect("it enters");
    assert_eq!(step(&mut session, "point.x += 1\npoint"), Outcome::Finished(Some("Point(x=2, y=datetime.date(2026, 11, 30))".into())));
    let Ok(H::Record(out)) = session.value() else { panic!("no record") };
    assert_eq!(out.class.as_ref().map(|class| class.key.as_str()), Some("app.Point#1"));
    assert_eq!(out.part("x"), Some(&H::Int(2)));
    assert_eq!(out.class_name(), "Point");
    let own = "import enum, dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\nclass E(enum.Enum):\n    A = 3\n[P(1), E.A]";
    assert!(step(&mut session, own).is_completed());
    let Ok(H::List(items)) = session.value() else { panic!("no list") };
    let plain: Vec<H> = items
        .iter()
        .map(|item| match item {
            H::Record(record) => {
                assert_eq!(record.class.as_ref().map(|class| class.key.as_str()), Some(""));
                record.plain()
            }
            other => other.clone(),
        })
        .collect();
    assert_eq!(plain, [H::Dict(vec![(H::Str("x".into()), H::Int(1))]), H::Int(3)]);
}

/// A host in Rust can give anything as parts. It is an error of the value, and the session goes on.
#[test]
fn wrong_parts_are_errors() {
    let wrong = [
        record(K::Date, ints(&[2026, 13, 1])),
        record(K::Date, Vec::new()),
        record(K::DateTime, ints(&[1])),
        record(K::TimeZone, ints(&[1, 2])),
        record(K::ZoneInfo, vec![H::Str("Nowhere/Land".into())]),
        record(K::Pattern, vec![H::Str("(".into()), H::Int(0)]),
        record(K::Exception, vec![H::Str("int".into()), H::Tuple(Vec::new()), H::List(Vec::new()), H::None]),
        record(K::Exception, vec![H::Str("NoSuch".into()), H::Tuple(Vec::new()), H::List(Vec::new()), H::None]),
        record(K::Enum, vec![H::Str("A".into()), H::Int(1)]),
        record(K::NamedTuple, ints(&[1])),
        record(K::Counter, ints(&[1])),
        record(K::Uuid, ints(&[1, 77])),
        record(K::Range, ints(&[1, 2, 0])),
        H::Dict(vec![(record(K::Deque, vec![H::List(Vec::new()), H::None]), H::None)]),
    ];
    for value in wrong {
        let mut session = session();
        let refused = session.set_variable("x", &value);
        assert!(refused.is_err(), "{value:?}");
        assert!(!refused.unwrap_err().message.is_empty(), "{value:?}");
        let outcome = step(&mut session, "try:\n    give()\nexcept Exception as e:\n    x = type(e).__name__\nx");
        assert!(matches!(outcome, Outcome::HostCall(_)));
        let outcome = session.resume_with(Ok(value.clone()));
        assert!(matches!(outcome, Outcome::Finished(Some(_))), "{value:?}: {outcome:?}");
        assert_eq!(step(&mut session, "1 + 1"), Outcome::Finished(Some("2".into())));
    }
}

/// Wrong parts that no constructor sees: they are the program's problem, never the machine's.
#[test]
fn parts_of_other_types_do_no_harm() {
    let texts = vec![H::Str("x".into()); 4];
    for kind in [K::Decimal, K::Fraction, K::Uuid, K::PosixPath, K::TimeDelta] {
        let parts = texts.get(..kind.parts().len()).expect("as many").to_vec();
        let mut session = session();
        if session.set_variable("x", &record(kind, parts)).is_ok() {
            for text in ["repr(x)", "x == x", "hash(x)", "x + x", "str(x)", "x < x"] {
                let outcome = step(&mut session, text);
                assert!(matches!(outcome, Outcome::Finished(_) | Outcome::Raised(_)), "{kind:?} {text}: {outcome:?}");
            }
            let _ = session.get_variable("x");
        }
    }
}

#[test]
fn without_a_library_a_record_is_an_error() {
    let mut session = Session::new(&Config::permissive(), Box::new(CaptureHost::default()));
    let refused = session.set_variable("x", &record(K::Date, ints(&[2026, 1, 1]))).unwrap_err();
    assert_eq!(refused.to_string(), "the host's value can't enter the sandbox: it needs the library, and there is none");
}

#[test]
fn errors_say_where() {
    let mut session = session();
    assert!(step(&mut session, "{'a': [1, (2, len)]}").is_completed());
    assert_eq!(session.value().unwrap_err().to_string(), "'builtin_function_or_method' object at ['a'][1][1]");
    session.set_crossing_limits(CrossingLimits { depth: 1, ..CrossingLimits::default() });
    assert!(session.set_variable("x", &H::List(vec![H::List(vec![H::List(Vec::new())])])).is_err());
    // A host that asks for more than the stack has gets the most there is.
    session.set_crossing_limits(CrossingLimits { depth: usize::MAX, ..CrossingLimits::default() });
    let deep = (0..500).fold(H::None, |value, _| H::List(vec![value]));
    assert!(session.set_variable("x", &deep).unwrap_err().to_string().contains("400 levels"));
}

/// The host sets variables while a step waits for it. The step goes on as if nothing had been.
#[test]
fn a_record_enters_while_a_step_waits() {
    let mut session = session();
    let outcome = step(&mut session, "def f(n):\n    return give() if n == 0 else f(n - 1)\n[f(20), point.x]");
    assert!(matches!(outcome, Outcome::HostCall(_)));
    session.set_variable("point", &point()).expect("it enters");
    assert!(session.host_call().is_some(), "the call still waits");
    let outcome = session.resume_with(Ok(record(K::TimeDelta, ints(&[1, 0, 0]))));
    assert_eq!(outcome, Outcome::Finished(Some("[datetime.timedelta(days=1), 1]".into())));
}

#[test]
fn the_first_record_costs_its_import_and_the_next_ones_little() {
    let mut session = session();
    let fuel = |session: &mut Session| {
        assert!(matches!(step(session, "give()"), Outcome::HostCall(_)));
        assert!(session.resume_with(Ok(record(K::Date, ints(&[2026, 1, 1])))).is_completed());
        session.usage().fuel
    };
    let (first, second, third) = (fuel(&mut session), fuel(&mut session), fuel(&mut session));
    assert!(first > second && second == third && second < 2_000, "{first} {second} {third}");
}

/// A limit ends the step while a value enters, in the middle of an import. The next value enters.
#[test]
fn a_limit_in_the_middle_of_a_crossing_leaves_the_session_usable() {
    for fuel in (2_000..100_000).step_by(7_000) {
        let mut session = session();
        session.set_limits(&stockade_policy::Limits { instructions: fuel, ..Default::default() });
        assert!(matches!(step(&mut session, "give()"), Outcome::HostCall(_)));
        let outcome = session.resume_with(Ok(record(K::Date, ints(&[2026, 1, 1]))));
        assert!(matches!(outcome, Outcome::Exceeded(_) | Outcome::Finished(_)), "{fuel}: {outcome:?}");
        session.set_limits(&stockade_policy::Limits { instructions: 1_000_000, ..Default::default() });
        assert!(matches!(step(&mut session, "give()"), Outcome::HostCall(_)));
        let outcome = session.resume_with(Ok(record(K::Date, ints(&[2026, 1, 1]))));
        assert_eq!(outcome, Outcome::Finished(Some("datetime.date(2026, 1, 1)".into())), "{fuel}");
    }
}
