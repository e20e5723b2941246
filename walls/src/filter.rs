//! The lists of system calls that a process behind the walls may make: one table, with a column for who has a call.

use std::collections::BTreeMap;

use seccompiler::{BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch};

use crate::Profile;

/// A test of an argument, by its place from 0. The kernel's 32-bit half is looked at: no flag here is higher.
#[derive(Debug, Clone, Copy)]
enum Test {
    /// It is this number.
    Is(u8, u64),
    /// It has all these bits.
    Has(u8, u64),
    /// It has none of these bits.
    Lacks(u8, u64),
    /// It is the number of this process.
    IsOwnProcess(u8),
}

/// A system call that is allowed: always, or where all tests of one of the lists hold.
struct Allowed {
    number: libc::c_long,
    when: &'static [&'static [Test]],
    /// Who has it; `None` if everybody has.
    only: Option<Profile>,
}

const fn always(number: libc::c_long) -> Allowed {
    when(number, &[])
}

const fn when(number: libc::c_long, when: &'static [&'static [Test]]) -> Allowed {
    Allowed { number, when, only: None }
}

/// A row that one of the profiles has.
const fn only(profile: Profile, row: Allowed) -> Allowed {
    Allowed { only: Some(profile), ..row }
}

/// Asks for the settings of a terminal (ioctl_tty(2)). Its type in `libc` differs between systems.
const TCGETS: u64 = 0x5401;

/// What the virtual machine, CPython, the allocators and threads need. Each row has its reason.
const ALLOWED: &[Allowed] = &[
    // The pipe.
    always(libc::SYS_read),
    always(libc::SYS_write),
    always(libc::SYS_readv),
    always(libc::SYS_writev),
    always(libc::SYS_ppoll),
    #[cfg(target_arch = "x86_64")]
    always(libc::SYS_poll),
    always(libc::SYS_close),
    // Whether the pipe is a terminal: text is written in another way then.
    when(libc::SYS_ioctl, &[&[Test::Is(1, TCGETS)]]),
    // Memory, none of it executable.
    when(libc::SYS_mmap, &[&[Test::Lacks(2, libc::PROT_EXEC as u64)]]),
    when(libc::SYS_mprotect, &[&[Test::Lacks(2, libc::PROT_EXEC as u64)]]),
    always(libc::SYS_munmap),
    always(libc::SYS_mremap),
    always(libc::SYS_madvise),
    always(libc::SYS_brk),
    // Threads: a stack for programs that nest deeply. A jail starts none.
    only(Profile::Worker, when(libc::SYS_clone, &[&[Test::Has(0, libc::CLONE_THREAD as u64)]])),
    // Its flags are in memory, where no filter sees them. The second filter answers that there is no such call, and `clone` is used.
    only(Profile::Worker, always(libc::SYS_clone3)),
    always(libc::SYS_futex),
    always(libc::SYS_set_robust_list),
    always(libc::SYS_rseq),
    always(libc::SYS_sched_yield),
    always(libc::SYS_sched_getaffinity),
    always(libc::SYS_gettid),
    always(libc::SYS_getpid),
    // The name of a thread, and of memory that the allocator maps.
    when(libc::SYS_prctl, &[&[Test::Is(0, libc::PR_SET_NAME as u64)], &[Test::Is(0, libc::PR_SET_VMA as u64)]]),
    // Time and chance.
    always(libc::SYS_clock_gettime),
    always(libc::SYS_clock_nanosleep),
    always(libc::SYS_nanosleep),
    always(libc::SYS_getrandom),
    always(libc::SYS_getrusage),
    // Signals: a stack for their handlers, and the end by one of its own.
    always(libc::SYS_rt_sigaction),
    always(libc::SYS_rt_sigprocmask),
    always(libc::SYS_rt_sigreturn),
    always(libc::SYS_sigaltstack),
    always(libc::SYS_restart_syscall),
    when(libc::SYS_tgkill, &[&[Test::IsOwnProcess(0), Test::Is(2, libc::SIGABRT as u64)]]),
    // The end.
    always(libc::SYS_exit),
    always(libc::SYS_exit_group),
];

/// True if there are filters for this processor.
pub(crate) fn knows_this_processor() -> bool {
    architecture().is_some()
}

fn architecture() -> Option<TargetArch> {
    TargetArch::try_from(std::env::consts::ARCH).ok()
}

/// Applies both filters of a profile to all threads.
pub(crate) fn apply(profile: Profile) -> Result<(), String> {
    let target = architecture().ok_or_else(|| format!("no filter for {}", std::env::consts::ARCH))?;
    let make = || -> Result<[BpfProgram; 2], seccompiler::BackendError> {
        let no_such_call = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
        let second = SeccompFilter::new(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), SeccompAction::Allow, no_such_call, target)?;
        let otherwise = match profile {
            Profile::Worker => SeccompAction::KillProcess,
            // Libraries try to open files that they can do without, and go on.
            Profile::Jail => SeccompAction::Errno(libc::EPERM.unsigned_abs()),
        };
        let first = SeccompFilter::new(rules(profile)?, otherwise, SeccompAction::Allow, target)?;
        Ok([second.try_into()?, first.try_into()?])
    };
    // The one that is applied last forbids applying another.
    for program in make().map_err(|error| error.to_string())? {
        seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn rules(profile: Profile) -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for allowed in ALLOWED.iter().filter(|row| row.only.is_none_or(|only| only == profile)) {
        let row = rules.entry(allowed.number).or_default();
        for tests in allowed.when {
            let conditions: Result<Vec<_>, _> = tests.iter().map(|test| condition(*test)).collect();
            row.push(SeccompRule::new(conditions?)?);
        }
    }
    Ok(rules)
}

fn condition(test: Test) -> Result<SeccompCondition, seccompiler::BackendError> {
    let (place, compare, value) = match test {
        Test::Is(place, value) => (place, SeccompCmpOp::Eq, value),
        Test::Has(place, bits) => (place, SeccompCmpOp::MaskedEq(bits), bits),
        Test::Lacks(place, bits) => (place, SeccompCmpOp::MaskedEq(bits), 0),
        Test::IsOwnProcess(place) => (place, SeccompCmpOp::Eq, u64::from(std::process::id())),
    };
    SeccompCondition::new(place, SeccompCmpArgLen::Dword, compare, value)
}
