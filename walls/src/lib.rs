//! The walls around a worker: what the kernel keeps from a process that runs programs, should the virtual machine have a hole.
//!
//! A worker is the same binary, started again. It reads nothing but its pipe, so everything else can be taken from it *after* it has
//! started: see [`shut_in`]. Each wall is a row of [`Wall::ALL`], and [`attempt`] has what each of them must keep out, so that
//! `stockade doctor` and the tests try all of it on the machine where they run.
//!
//! Linux with 64 bits only, for the list of system calls differs elsewhere. There every wall is missing: [`offers`] and [`shut_in`] say so.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod attempts;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod calls;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod filter;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux;

use std::fmt;

/// Why a wall is missing on any other system.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
const NOWHERE_ELSE: &str = "there are walls on 64-bit Linux only";

/// One of the walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wall {
    /// No descriptor but the three standard ones is open.
    Descriptors,
    /// Other processes of the user can neither trace the worker nor read its memory.
    NotDumpable,
    /// The worker can gain no privileges by executing something.
    NoNewPrivileges,
    /// No right to files, network ports, signals to others and abstract sockets.
    Landlock,
    /// Limits on the size of files, the number of descriptors, core files and address space.
    Rlimits,
    /// A list of system calls that the worker may make. Any other kills it.
    Seccomp,
}

/// What is said about a wall.
#[derive(Debug, Clone, Copy)]
pub struct WallInfo {
    /// The name on the command line and in messages.
    pub name: &'static str,
    /// What it keeps out.
    pub keeps_out: &'static str,
}

impl Wall {
    /// All walls, in the order in which they are built. Landlock takes a descriptor for a moment, which the limits on them forbid, and the last
    /// forbids the calls that build the others.
    pub const ALL: [Wall; 6] = [Wall::Descriptors, Wall::NotDumpable, Wall::NoNewPrivileges, Wall::Landlock, Wall::Rlimits, Wall::Seccomp];

    /// Name and purpose.
    #[must_use]
    pub const fn info(self) -> WallInfo {
        let (name, keeps_out) = match self {
            Wall::Descriptors => ("descriptors", "files and sockets that were open when the worker started"),
            Wall::Rlimits => ("rlimits", "new descriptors, files that grow, core files, address space without end"),
            Wall::NotDumpable => ("not-dumpable", "other processes that read or trace the worker"),
            Wall::NoNewPrivileges => ("no-new-privs", "programs that give more rights than the worker has"),
            Wall::Landlock => ("landlock", "files, network ports, signals to other processes, abstract sockets"),
            Wall::Seccomp => ("seccomp", "all system calls but those for memory, time, threads and the pipe"),
        };
        WallInfo { name, keeps_out }
    }

    /// The wall of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Wall> {
        Wall::ALL.into_iter().find(|wall| wall.info().name == name)
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// What a machine has of a wall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The wall.
    pub wall: Wall,
    /// True if the kernel can build it whole.
    pub is_there: bool,
    /// A version, or why it is missing.
    pub note: String,
}

/// What happens where a wall is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// The worker does not start.
    Require,
    /// The worker starts behind the walls that there are.
    #[default]
    BestEffort,
}

impl Strictness {
    /// The words of the command line.
    pub const NAMES: [(&'static str, Strictness); 2] = [("require", Strictness::Require), ("best-effort", Strictness::BestEffort)];
}

/// Walls are missing, and all were required.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallError {
    /// Each missing wall, with the reason.
    pub missing: Vec<(Wall, String)>,
}

impl fmt::Display for WallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing: Vec<String> = self.missing.iter().map(|(wall, why)| format!("{wall} ({why})")).collect();
        write!(f, "this machine cannot shut a worker in: {}; `stockade doctor` says more", missing.join(", "))
    }
}

impl std::error::Error for WallError {}

/// Whose list of system calls holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// A worker: the virtual machine, with threads. Any other call kills it.
    #[default]
    Worker,
    /// A CPython with libraries, on one thread. Any other call fails with `EPERM`, for libraries try to open files that they can do without.
    Jail,
}

/// What a worker may have.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// Bytes of address space. A thread with a large stack and reserved memory count, too.
    pub address_space: u64,
    /// Whose list of system calls holds.
    pub profile: Profile,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { address_space: 64 << 30, profile: Profile::Worker }
    }
}

/// Shuts this process in, for good. Gives the walls that stand.
///
/// Must be called by the first thread, before there are others: Landlock holds for the thread that builds it and for those that it starts.
///
/// # Errors
/// A wall is missing, and `strictness` requires all. Those that there are stand then, too.
pub fn shut_in(allowance: Allowance, strictness: Strictness) -> Result<Vec<Wall>, WallError> {
    shut_in_by(&Wall::ALL, allowance, strictness)
}

/// [`shut_in`] by some of the walls: a test shows that each holds alone.
///
/// # Errors
/// Those of [`shut_in`].
pub fn shut_in_by(walls: &[Wall], allowance: Allowance, strictness: Strictness) -> Result<Vec<Wall>, WallError> {
    let (mut standing, mut missing) = (Vec::new(), Vec::new());
    for wall in Wall::ALL.into_iter().filter(|wall| walls.contains(wall)) {
        match build(wall, allowance) {
            Ok(()) => standing.push(wall),
            Err(why) => missing.push((wall, why)),
        }
    }
    if missing.is_empty() || strictness == Strictness::BestEffort { Ok(standing) } else { Err(WallError { missing }) }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn build(wall: Wall, allowance: Allowance) -> Result<(), String> {
    linux::build(wall, allowance)
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn build(_: Wall, _: Allowance) -> Result<(), String> {
    Err(NOWHERE_ELSE.to_string())
}

/// What this machine has of each wall. Builds nothing.
#[must_use]
pub fn offers() -> Vec<Offer> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    let offers = Wall::ALL.into_iter().map(linux::offer).collect();
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let offers = Wall::ALL.into_iter().map(|wall| Offer { wall, is_there: false, note: NOWHERE_ELSE.to_string() }).collect();
    offers
}

/// Something that a worker must not be able to do.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    /// The name, for `stockade worker --attempt`.
    pub name: &'static str,
    /// What it would reach, in words.
    pub what: &'static str,
    /// An ordinary process may do it, so a test can see that the walls are what stops it.
    pub works_outside: bool,
    /// The walls that stop it alone.
    pub stopped_by: &'static [Wall],
}

/// All attempts.
#[must_use]
pub fn attempts() -> Vec<Attempt> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    let all = attempts::ALL.iter().map(|row| row.attempt).collect();
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let all = Vec::new();
    all
}

/// Does what an attempt of this name is about, in this process. `None` if there is no such attempt.
///
/// # Errors
/// What the kernel answered. A worker behind [`Wall::Seccomp`] does not come back.
#[must_use]
pub fn attempt(name: &str) -> Option<std::io::Result<()>> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    let made = attempts::ALL.iter().find(|row| row.attempt.name == name).map(|row| (row.make)());
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    let made = {
        let _ = name;
        None
    };
    made
}
