//! How each wall is built on Linux, and what a machine has of it.

use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetStatus, Scope};
use rustix::process::{DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit};

use crate::{Allowance, Offer, Wall, calls, filter};

/// The rights that are taken are those of this version. It is the first that knows scopes: signals and abstract sockets.
const LANDLOCK: ABI = ABI::V6;
/// Descriptors that a worker may have at once: its pipes.
const DESCRIPTORS: u64 = 3;

/// Builds a wall around this process.
pub(crate) fn build(wall: Wall, allowance: Allowance) -> Result<(), String> {
    match wall {
        Wall::Descriptors => calls::close_from(u32::try_from(DESCRIPTORS).unwrap_or(3)).map_err(|error| error.to_string()),
        Wall::Rlimits => rlimits(allowance),
        Wall::NotDumpable => set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| error.to_string()),
        Wall::NoNewPrivileges => rustix::thread::set_no_new_privs(true).map_err(|error| error.to_string()),
        Wall::Landlock => landlock(),
        Wall::Seccomp => filter::apply(allowance.profile),
    }
}

fn rlimits(allowance: Allowance) -> Result<(), String> {
    let limits = [(Resource::Fsize, 0), (Resource::Core, 0), (Resource::Nofile, DESCRIPTORS), (Resource::As, allowance.address_space)];
    for (resource, most) in limits {
        // A limit that is lower already stays.
        let most = getrlimit(resource).maximum.map_or(most, |before| before.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn landlock() -> Result<(), String> {
    let built = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(LANDLOCK))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(LANDLOCK)))
        .and_then(|rules| rules.scope(Scope::from_all(LANDLOCK)))
        .and_then(Ruleset::create)
        // No rule follows: nothing is allowed.
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(|error| error.to_string())?;
    match built.ruleset {
        RulesetStatus::FullyEnforced => Ok(()),
        RulesetStatus::PartiallyEnforced => Err(format!("{}, of which a part is built", offer(Wall::Landlock).note)),
        RulesetStatus::NotEnforced => Err(offer(Wall::Landlock).note),
    }
}

/// What this machine has of a wall.
pub(crate) fn offer(wall: Wall) -> Offer {
    let (is_there, note) = match wall {
        Wall::Landlock => match landlock_version() {
            0 => (false, "the kernel has no Landlock, or it is switched off".to_string()),
            version => (version >= LANDLOCK as usize, format!("version {version} of its interface; {} is needed", LANDLOCK as usize)),
        },
        Wall::Seccomp => {
            let actions = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail").unwrap_or_default();
            if !filter::knows_this_processor() {
                (false, format!("no filter for {}", std::env::consts::ARCH))
            } else if actions.split_whitespace().any(|action| action == "kill_process") {
                (true, "filters that kill the process".to_string())
            } else {
                (false, "the kernel has no filters that kill the process".to_string())
            }
        }
        Wall::Descriptors | Wall::Rlimits | Wall::NotDumpable | Wall::NoNewPrivileges => {
            (true, "part of every Linux since 5.9".to_string())
        }
    };
    Offer { wall, is_there, note }
}

/// The version of the interface that the kernel has; 0 if it has none.
fn landlock_version() -> usize {
    /// Asks for the version in place of making a set of rules (landlock_create_ruleset(2)).
    const VERSION: usize = 1;
    calls::raw(libc::SYS_landlock_create_ruleset, &[0, 0, VERSION]).unwrap_or(0)
}
