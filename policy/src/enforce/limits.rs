//! The limits of a run: their names, defaults, units and documentation. One table, from which the policy reader, the command line and the
//! schema derive.

use crate::base::quantity::Unit;

macro_rules! limits {
    ($(
        $(#[doc = $doc:literal])+
        $section:ident.$name:ident = $field:ident: $ty:ty = $default:literal $kind:ident $unit:literal $(=> $flag:literal)?
    ),* $(,)?) => {
        /// All limits on a source and on a run. The values here are the defaults.
        ///
        /// A policy has the limits of a source in the section `source`, and those of a run in `limits`. A child policy gets the minimum of
        /// its own value and its parent's.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $(
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!("Unit: ", $unit, ". Default: ", stringify!($default), ". In a policy: `", stringify!($section), ".", stringify!($name), "`.")]
                pub $field: $ty,
            )*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $default,)* }
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
                    kind: Unit::$kind,
                    flag: [$($flag,)? ""][0],
                    doc: concat!($($doc),+),
                },)*
            ];

            /// Returns the row of a limit by its section and name, or by its name alone if its section is `limits`.
            #[must_use]
            pub fn info(name: &str) -> Option<&'static LimitInfo> {
                Self::TABLE.iter().find(|limit| limit.key == name || (limit.section == "limits" && limit.name == name))
            }

            /// Returns the maximum of each type as limits.
            #[must_use]
            pub fn unlimited() -> Self {
                Self { $($field: <$ty>::MAX,)* }
            }

            /// Returns the smaller value for each limit.
            #[must_use]
            pub fn min(&self, other: &Self) -> Self {
                Self { $($field: self.$field.min(other.$field),)* }
            }

            /// Returns the value of a limit by its section and name: `limits.fuel`.
            #[must_use]
            pub fn get(&self, key: &str) -> Option<u64> {
                match key {
                    $(concat!(stringify!($section), ".", stringify!($name)) => Some(u64::from(self.$field)),)*
                    _ => None,
                }
            }

            /// The limits that differ from others, by section and name, with their values here.
            #[must_use]
            pub fn changed_from(&self, usual: &Self) -> Vec<(String, u64)> {
                let keys = Self::TABLE.iter().filter(|limit| self.get(limit.key) != usual.get(limit.key));
                keys.filter_map(|limit| Some((limit.key.to_owned(), self.get(limit.key)?))).collect()
            }

            /// Sets a limit by its section and name: `limits.fuel`. Returns false if there is none. Values too large for the type
            /// become its maximum.
            pub fn set(&mut self, key: &str, value: u64) -> bool {
                match key {
                    $(concat!(stringify!($section), ".", stringify!($name)) => {
                        self.$field = <$ty>::try_from(value).unwrap_or(<$ty>::MAX);
                    })*
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
    /// `source` for limits of a text before the run, or `limits`.
    pub section: &'static str,
    /// Its one name, in policies, flags, Python and outcomes.
    pub name: &'static str,
    /// Section and name: `limits.fuel`.
    pub key: &'static str,
    /// The unit of the limit.
    pub unit: &'static str,
    /// How its values are written.
    pub kind: Unit,
    /// The flag of `stockade run` that sets the limit. Empty if there is none.
    pub flag: &'static str,
    /// Describes what is limited.
    pub doc: &'static str,
}

/// Returns the limit with this section and name.
#[must_use]
pub(crate) fn find(section: &str, name: &str) -> Option<&'static LimitInfo> {
    Limits::TABLE.iter().find(|limit| limit.section == section && limit.name == name)
}

limits! {
    /// Size of a source text.
    source.bytes = source_bytes: u32 = 262_144 Bytes "bytes",
    /// Tokens of a source text.
    source.tokens = tokens: u32 = 100_000 Count "tokens",
    /// Nodes of the syntax tree.
    source.ast_nodes = ast_nodes: u32 = 100_000 Count "nodes",
    /// Nesting of the syntax tree, by any construct.
    source.ast_depth = ast_depth: u32 = 1_000 Count "levels",
    /// Nesting of brackets; CPython itself stops at 200.
    source.brackets = brackets: u32 = 200 Count "levels",
    /// Digits of a decimal integer literal.
    source.int_digits = int_digits: u32 = 4_300 Count "digits",
    /// Size of one string or bytes literal. Literals side by side are counted one by one; `source.bytes` bounds them all.
    source.literal_bytes = literal_bytes: u32 = 65_536 Bytes "bytes",
    /// Size of the whole number that `**`, `<<` and `*` of constants make. SIZE003 reports larger ones at its level, and SIZE004 long repetitions.
    source.const_result_bytes = const_result_bytes: u64 = 1_048_576 Bytes "bytes",
    /// Fuel of a step, in units of the versioned schedule. A statement or an operation costs about one.
    limits.fuel = instructions: u64 = 1_000_000_000 Count "fuel units" => "--fuel",
    /// Memory of the program's heap, counted before each allocation.
    limits.memory = memory_bytes: u64 = 134_217_728 Bytes "bytes" => "--memory",
    /// Wall time of a step, from reading its text on. Time spent in host functions is not included.
    limits.timeout = wall_ms: u64 = 30_000 Millis "milliseconds" => "--timeout",
    /// Wall time of a step that counts everything: host functions, modules of the host, and waiting for consent. A year, if nothing sets it.
    limits.total_timeout = total_ms: u64 = 31_536_000_000 Millis "milliseconds" => "--total-timeout",
    /// Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000.
    limits.recursion = recursion: u32 = 5_000 Count "frames" => "--recursion",
    /// Text printed in a step.
    limits.output = output_bytes: u64 = 1_048_576 Bytes "bytes" => "--output",
    /// Calls of host functions in a step.
    limits.host_calls = host_calls: u32 = 1_000 Count "calls" => "--host-calls",
    /// Size of a snapshot that is written or read.
    limits.snapshot = snapshot_bytes: u64 = 268_435_456 Bytes "bytes",
}
