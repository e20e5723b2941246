//! `stockade eval run`, and the workers that it starts.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use stockade_eval::extract::Extract;
use stockade_eval::formats::Format;
use stockade_eval::results::{self, Scores};
use stockade_eval::run::{Plan, Source, Start, Stopped, Tally, Worker, WorkerCommand};
use stockade_eval::{Chosen, Settings};
use stockade_policy::Unit;
use stockade_walls::Allowance;

use super::{InputArgs, report, usage};
use crate::commands::doctor::own_command;
use crate::isolation::{WallArgs, worker_environment};
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The file of results. If it is there already, the run goes on where it stopped
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    options: Options,
    /// Worker processes; 0 takes one for each processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    workers: usize,
    /// Where programs are judged: in processes that shut themselves in, or in threads of this one
    #[arg(long, value_name = "WHERE", default_value = "process", value_parser = ["process", "thread"])]
    isolation: String,
    #[command(flatten)]
    walls: WallArgs,
    /// Judge only each N-th sample, beginning with the I-th: `2/8`
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(u64, u64)>,
    /// Make a page of the results, too: one HTML file with scores, charts, and the programs
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The numbers of tries for the summary's pass@k
    #[arg(long, value_name = "K,K", value_parser = clap::value_parser!(u64).range(1..), value_delimiter = ',', default_value = "1,10,100")]
    k: Vec<u64>,
}

/// What a verdict depends on besides the programs.
#[derive(clap::Args)]
pub(super) struct Options {
    /// A preset (`stockade policy list`) or a policy file
    #[arg(long, default_value = "permissive")]
    policy: String,
    /// The fuel of each program and its tests. A statement or an operation costs about one unit
    #[arg(long, value_name = "UNITS", value_parser = parse_count)]
    fuel: Option<u64>,
    /// The memory of each room: `64MiB`, or a number of bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// The number of frames in use at once
    #[arg(long, value_name = "FRAMES", value_parser = parse_count)]
    recursion: Option<u64>,
    /// How much each program may print
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    output: Option<u64>,
    /// The seed of hashes and of `random`
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Wall time after which a program is taken for lost. It gives the verdict `host_fault` and never a score
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    backstop: u64,
    /// Put what programs print into the rows
    #[arg(long)]
    keep_output: bool,
}

#[derive(clap::Args)]
pub(super) struct WorkerArgs {
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    walls: WallArgs,
}

impl Options {
    fn settings(&self) -> Result<Settings, String> {
        let find = |from: &str, wanted: &str| policy_source::find_base(&self.policy, from, wanted);
        let given = [
            ("limits.fuel", self.fuel),
            ("limits.memory", self.memory),
            ("limits.output", self.output),
            ("limits.recursion", self.recursion),
        ];
        let limits = given.iter().filter_map(|(key, value)| Some(((*key).to_string(), (*value)?))).collect();
        let chosen = Chosen { limits, seed: self.seed, backstop_ms: self.backstop, keeps_output: self.keep_output };
        Settings::new(&self.policy, &find, &chosen)
    }

    /// The arguments of a worker with the same options.
    fn worker_arguments(&self) -> Vec<OsString> {
        let mut words: Vec<String> = ["eval", "worker"].map(str::to_owned).to_vec();
        words.push(format!("--policy={}", self.policy));
        let given = [("fuel", self.fuel), ("memory", self.memory), ("recursion", self.recursion), ("output", self.output)];
        words.extend(given.iter().filter_map(|(name, value)| value.map(|value| format!("--{name}={value}"))));
        words.push(format!("--seed={}", self.seed));
        words.push(format!("--backstop={}ms", self.backstop));
        words.extend(self.keep_output.then(|| "--keep-output".to_string()));
        words.into_iter().map(Into::into).collect()
    }
}

pub(super) fn worker(args: &WorkerArgs) -> Exit {
    let settings = match args.options.settings() {
        Ok(settings) => settings,
        Err(message) => return usage(&message),
    };
    // The policy is read, and nothing else is needed of this machine.
    if let Err(error) = stockade_walls::shut_in(Allowance::default(), args.walls.strictness()) {
        render::error(&error.to_string());
        return Exit::Usage;
    }
    match Worker::new(settings).serve(std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => Exit::Success,
        // The run has ended, and nobody listens.
        Err(_) => Exit::ClosedPipe,
    }
}

pub(super) fn run(args: &Args) -> Exit {
    if args.out.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("parquet")) {
        return usage("results are JSON lines, so that a run can go on where it stopped: name a .jsonl file, then `stockade eval export`");
    }
    let settings = match args.options.settings() {
        Ok(settings) => settings,
        Err(message) => return usage(&message),
    };
    let workers = match args.workers {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        workers => workers,
    };
    let plan = Plan {
        samples: args.input.samples.clone(),
        problems: args.input.problems.clone(),
        format: args.input.format.as_deref().and_then(Format::named),
        extract: Extract::NAMES.iter().find(|(name, _)| *name == args.input.extract).map(|(_, how)| *how).unwrap_or_default(),
        out: args.out.clone(),
        workers,
        shard: args.shard,
        backstop: Duration::from_millis(args.options.backstop),
        given_up: std::sync::Arc::default(),
    };
    // The interpreter of the Python package takes longer to start than threads, and stands behind no walls.
    let program = own_command().filter(|command| args.isolation == "process" && command.len() == 1).and_then(|mut command| command.pop());
    let start = match program {
        Some(program) => {
            if let Err(message) = args.walls.look() {
                return usage(&message);
            }
            let arguments = args.options.worker_arguments().into_iter().chain(std::iter::once(args.walls.argument())).collect();
            Start::Process(WorkerCommand { program: program.into(), arguments, environment: worker_environment() })
        }
        None => Start::Here(std::sync::Arc::new(settings.clone())),
    };
    let bar = progress_bar();
    let total = count_ahead(&bar, args);
    let finished = stockade_eval::run::run(&plan, &settings, &start, &mut |tally| show_progress(&bar, &total, tally));
    bar.finish_and_clear();
    match finished {
        Err(Stopped::Usage(message)) => usage(&message),
        Err(Stopped::Host(message)) => {
            render::error(&message);
            render::to_stderr("what was judged is kept; the same command goes on from there\n");
            Exit::Findings
        }
        Ok(tally) => {
            summarise(args, &tally);
            if let Some(page) = &args.report
                && let Err(message) = report::write(&args.out, &args.input.samples, args.input.problems.as_deref(), &args.k, page)
            {
                render::error(&message);
                return Exit::Findings;
            }
            if tally.faults() > 0 { Exit::Findings } else { Exit::Success }
        }
    }
}

fn progress_bar() -> ProgressBar {
    // Hidden by itself where stderr is no terminal.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} judged, {per_sec}, {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar
}

/// The number of programs, counted on a thread while the run has begun; 0 as long as it is not known. Only for those who watch.
fn count_ahead(bar: &ProgressBar, args: &Args) -> Arc<AtomicU64> {
    let total = Arc::new(AtomicU64::new(0));
    if !bar.is_hidden() {
        let (told, samples, shards) = (Arc::clone(&total), args.input.samples.clone(), args.shard.map_or(1, |(_, count)| count));
        // The run says what cannot be read.
        std::thread::spawn(move || {
            let counts = samples.iter().map(|path| Source::new(path)?.count());
            if let Ok(count) = counts.sum::<Result<u64, String>>() {
                told.store(count.div_ceil(shards), Ordering::Relaxed);
            }
        });
    }
    total
}

fn show_progress(bar: &ProgressBar, total: &AtomicU64, tally: &Tally) {
    if bar.is_hidden() {
        return;
    }
    let total = total.load(Ordering::Relaxed);
    if total > 0 && bar.length().is_none() {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} judged, {per_sec}, {elapsed}, about {eta} left  {msg}") {
            bar.set_style(style);
        }
        bar.set_length(total.max(tally.total()));
    }
    if bar.position() < tally.kept {
        // What an earlier run has judged took no time of this one.
        bar.set_position(tally.kept);
        bar.reset_eta();
    }
    bar.set_position(tally.total());
    let verdicts: Vec<String> = tally.verdicts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    bar.set_message(verdicts.join(", "));
}

/// The summary: rows of each verdict, then the scores.
fn summarise(args: &Args, tally: &Tally) {
    let kept = if tally.kept > 0 { format!(", {} of them by an earlier run", tally.kept) } else { String::new() };
    let mut text = format!("{} programs judged{kept}\n", tally.total());
    match results::read(&args.out) {
        Ok(rows) => text.push_str(&table(&results::score(&rows, &args.k, false))),
        Err(message) => text.push_str(&format!("{message}\n")),
    }
    render::to_stdout(&text);
}

/// The verdicts and scores of results as a table.
pub(super) fn table(scores: &Scores) -> String {
    let total: u64 = scores.verdicts.values().sum();
    let mut text = String::new();
    let mut verdicts: Vec<(&String, &u64)> = scores.verdicts.iter().collect();
    verdicts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    for (name, count) in verdicts {
        let share = 1000 * count / total.max(1);
        text.push_str(&format!("  {name:<32} {count:>9}  {:>3}.{} %\n", share / 10, share % 10));
    }
    for score in &scores.scores {
        let problems = if score.problems == scores.problems { String::new() } else { format!("  ({} problems)", score.problems) };
        text.push_str(&format!(
            "  pass@{:<27} {:>9.4}  {:.4} to {:.4}{problems}\n",
            score.k, score.value, score.interval.0, score.interval.1
        ));
    }
    if scores.left_out > 0 {
        text.push_str(&format!("  {} rows have no reward and count nowhere: gaps of the engine and faults of the host\n", scores.left_out));
    }
    if scores.one_room > 0 {
        text.push_str(&format!("  {} rows are left out because their tests ran in one room\n", scores.one_room));
    }
    text
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no shard; 2/8 is the second of eight");
    let (at, count) = text.split_once('/').ok_or_else(wrong)?;
    let (at, count): (u64, u64) = (at.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
    if at == 0 || at > count { Err(wrong()) } else { Ok((at - 1, count)) }
}

fn parse_size(text: &str) -> Result<u64, String> {
    Unit::Bytes.parse(text)
}

fn parse_time(text: &str) -> Result<u64, String> {
    Unit::Millis.parse(text)
}

fn parse_count(text: &str) -> Result<u64, String> {
    Unit::Count.parse(text)
}
