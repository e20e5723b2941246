//! The limits of a run: their names, defaults, units and documentation. One table, from which the policy reader, the command line and the
//! schema derive.

macro_rules! limits {
    ($(
        $(#[doc = $doc:literal])+
        $section:ident.$name:ident: $ty:ty = $default:literal $unit:literal $(=> $flag:literal)?
    ),* $(,)?) => {
        /// All limits on a source and on a run. The values here are the defaults.
        ///
        /// A policy has the static limits in the section `limits` and the others in `runtime`. A child policy gets the
        /// minimum of its own value and its parent's.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $(
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!("Unit: ", $unit, ". Default: ", stringify!($default), ".")]
                pub $name: $ty,
            )*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Limits {
            /// Section, name, unit, flag and documentation of every limit, in order.
            pub const TABLE: &'static [LimitInfo] = &[
                $(LimitInfo {
                    section: stringify!($section),
                    name: stringify!($name),
                    key: concat!(stringify!($section), ".", stringify!($name)),
                    unit: $unit,
                    flag: [$($flag,)? ""][0],
                    doc: concat!($($doc),+),
                },)*
            ];

            /// Returns the maximum of each type as limits.
            #[must_use]
            pub fn unlimited() -> Self {
                Self { $($name: <$ty>::MAX,)* }
            }

            /// Returns the smaller value for each limit.
            #[must_use]
            pub fn min(&self, other: &Self) -> Self {
                Self { $($name: self.$name.min(other.$name),)* }
            }

            /// Returns the value of a limit by its name in a policy.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(u64::from(self.$name)),)*
                    _ => None,
                }
            }

            /// Sets a limit by its name in a policy. Returns false if the name is unknown. Values too large for the
            /// type become its maximum.
            pub fn set(&mut self, name: &str, value: u64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = <$ty>::try_from(value).unwrap_or(<$ty>::MAX),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

/// An entry of [`Limits::TABLE`].
#[derive(Debug, Clone, Copy)]
pub struct LimitInfo {
    /// `limits` for static limits before the run, or `runtime`.
    pub section: &'static str,
    /// Name in a policy.
    pub name: &'static str,
    /// Section and name, as messages show them: `runtime.instructions`.
    pub key: &'static str,
    /// The unit of the limit.
    pub unit: &'static str,
    /// The flag of `stockade run` that sets the limit. Empty if there is none.
    pub flag: &'static str,
    /// Describes what is limited.
    pub doc: &'static str,
}

limits! {
    /// Size of a source text.
    limits.source_bytes: u32 = 262_144 "bytes",
    /// Tokens of a source text.
    limits.tokens: u32 = 100_000 "tokens",
    /// Nodes of the syntax tree.
    limits.ast_nodes: u32 = 100_000 "nodes",
    /// Nesting of the syntax tree, by any construct.
    limits.ast_depth: u32 = 1_000 "levels",
    /// Nesting of brackets; CPython itself stops at 200.
    limits.brackets: u32 = 200 "levels",
    /// Digits of a decimal integer literal.
    limits.int_digits: u32 = 4_300 "digits",
    /// Size of one string or bytes literal.
    limits.literal_bytes: u32 = 65_536 "bytes",
    /// Size of the value of an expression made of constants only; larger ones are refused without being computed.
    limits.const_result_bytes: u64 = 1_048_576 "bytes",
    /// Instructions a run may spend: the fuel of the versioned schedule.
    runtime.instructions: u64 = 1_000_000_000 "fuel units" => "--fuel",
    /// Memory of the program's heap, counted before each allocation.
    runtime.memory_bytes: u64 = 134_217_728 "bytes" => "--memory",
    /// Wall time of a step, from reading its text on. Time spent in host functions is not included.
    runtime.wall_ms: u64 = 30_000 "milliseconds" => "--timeout",
    /// Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000.
    runtime.recursion: u32 = 5_000 "frames" => "--recursion",
    /// Text printed.
    runtime.output_bytes: u64 = 1_048_576 "bytes" => "--max-output",
    /// Calls of host functions.
    runtime.host_calls: u32 = 1_000 "calls",
    /// Size of a snapshot that is written or read.
    runtime.snapshot_bytes: u64 = 268_435_456 "bytes",
}
