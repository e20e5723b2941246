//! Judges the canonical solutions of HumanEval, and says how long it takes: `judge_humaneval HumanEval.jsonl [ROUNDS]`.

use std::time::Instant;

use stockade_eval::formats::{Format, Row};
use stockade_eval::{Chosen, Judge, Sample, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read_to_string(args.next().ok_or("a file is missing")?)?;
    let rounds: u32 = args.next().map_or(Ok(1), |rounds| rounds.parse())?;
    let chosen = Chosen { backstop_ms: 60_000, ..Chosen::default() };
    let settings = Settings::new("default", &|_, name| Err(format!("no `{name}`")), &chosen)?;
    let mut judge = Judge::new(settings);
    let rows: Vec<Row> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let problems: Vec<_> = rows.iter().map(|row| Format::of(row).problem(row)).collect();
    for round in 0..rounds {
        let start = Instant::now();
        let mut passed = 0;
        for (number, (problem, row)) in (0..).zip(problems.iter().zip(&rows)) {
            let solution = row.get("canonical_solution").and_then(|text| text.as_str()).unwrap_or_default();
            let sample = Sample { task_id: problem.task_id.clone(), program: format!("{}{solution}", problem.prompt), extracted: None };
            let begun = Instant::now();
            let judgement = judge.judge(number, problem, &sample);
            passed += usize::from(judgement.verdict.reward() == Some(1));
            if round == 0 && (judgement.verdict.reward() != Some(1) || judgement.rooms != 2) {
                eprintln!("{}", judgement.row(number, &problem.task_id, None));
            }
            if round + 1 == rounds && begun.elapsed().as_millis() > 5 {
                eprintln!("{}: {:?} {} fuel", problem.task_id, begun.elapsed(), judgement.fuel);
            }
        }
        let took = start.elapsed();
        eprintln!("{passed} of {} passed in {took:?}: {:?} each", rows.len(), took / u32::try_from(rows.len())?);
    }
    Ok(())
}
