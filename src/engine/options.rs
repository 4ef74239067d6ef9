//! The options that a user can set, as data: every protocol spells them from this table.

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false, with its default.
    Check(bool),
    /// A whole number.
    Spin {
        /// The value at the start.
        default: u64,
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// One of the names of the variants that are loaded; the default is the first variant.
    Variant,
    /// Any text, empty at the start.
    Text,
    /// The name of a file; empty at the start, and for none.
    File,
    /// No value: choosing it does something.
    Button,
}

/// Which option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    /// The game that is played.
    Variant,
    /// The ini files with further games.
    VariantPath,
    /// Castling is written as king takes rook.
    Chess960,
    /// The size of the transposition table in MiB.
    Hash,
    /// Search threads.
    Threads,
    /// How many lines are searched for.
    MultiPv,
    /// What is kept back of each move's time, in milliseconds.
    MoveOverhead,
    /// Forget everything learnt.
    ClearHash,
    /// Whether the GUI may make the engine think on the opponent's time.
    Ponder,
    /// The opening book.
    BookFile,
}

/// One option of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Which it is.
    pub id: OptionId,
    /// Its name; names are compared without regard to case.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
}

const fn spec(id: OptionId, name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { id, name, kind }
}

/// Milliseconds kept back of each move's time unless the user says otherwise.
const DEFAULT_OVERHEAD: u64 = 20;
/// Size of the transposition table in MiB unless the user says otherwise.
const DEFAULT_HASH: u64 = 64;

/// All options, in the order in which protocols list them.
pub const OPTIONS: &[OptionSpec] = &[
    spec(OptionId::Variant, "UCI_Variant", OptionKind::Variant),
    spec(OptionId::VariantPath, "VariantPath", OptionKind::Text),
    spec(OptionId::Chess960, "UCI_Chess960", OptionKind::Check(false)),
    spec(OptionId::Hash, "Hash", spin(DEFAULT_HASH, 1, 4096)),
    spec(OptionId::Threads, "Threads", spin(1, 1, 256)),
    spec(OptionId::MultiPv, "MultiPV", spin(1, 1, 256)),
    spec(OptionId::MoveOverhead, "Move Overhead", spin(DEFAULT_OVERHEAD, 0, 5000)),
    spec(OptionId::ClearHash, "Clear Hash", OptionKind::Button),
    spec(OptionId::Ponder, "Ponder", OptionKind::Check(false)),
    spec(OptionId::BookFile, "Book File", OptionKind::File),
];

const fn spin(default: u64, min: u64, max: u64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// The option with this name, whatever its case.
pub fn option(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// The values of the options that are settings for later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Castling is written as king takes rook, whatever the variant's habit.
    pub chess960: bool,
    /// Boards of exactly ten ranks are numbered from 0.
    pub ten_ranks_from_zero: bool,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// How many lines are searched for, at least 1.
    pub multi_pv: usize,
    /// What is kept back of each move's time, in milliseconds.
    pub overhead: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            chess960: false,
            ten_ranks_from_zero: false,
            hash: DEFAULT_HASH as usize,
            threads: 1,
            multi_pv: 1,
            overhead: DEFAULT_OVERHEAD,
        }
    }
}

/// Reads a check option's value.
pub(super) fn truth(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        _ => Err("expected true or false".to_string()),
    }
}

/// Reads a spin option's value.
pub(super) fn whole(value: &str, min: u64, max: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| match min == max {
        true => format!("the only value is {min}"),
        false => format!("expected a whole number from {min} to {max}"),
    })
}
