//! The options that a user can set, as data: every protocol spells them from this table.

use super::{
    Numbers,
    strength::{MAX_ELO, MAX_SKILL, MIN_ELO, MIN_SKILL},
};

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false, with its default.
    Check(bool),
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
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
    /// The GUI wants analysis, at full strength, rather than a game.
    AnalyseMode,
    /// Chances of winning, drawing and losing are told.
    ShowWdl,
    /// The engine plays as well as [`OptionId::Elo`] says.
    LimitStrength,
    /// How well it plays, in Elo, if its strength is limited.
    Elo,
    /// How well it plays, if its strength is not limited by [`OptionId::Elo`].
    SkillLevel,
    /// Who the opponent is.
    Opponent,
    /// The file that everything heard and said is written to.
    DebugLog,
    /// Whether the GUI may make the engine think on the opponent's time.
    Ponder,
    /// The opening book.
    BookFile,
    /// The network that corrects the evaluation.
    EvalFile,
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
const DEFAULT_OVERHEAD: i64 = 20;
/// Size of the transposition table in MiB unless the user says otherwise.
const DEFAULT_HASH: i64 = 64;

/// Strength in Elo unless the user says otherwise, if it is limited.
const DEFAULT_ELO: i64 = 1350;

/// All options, in the order in which protocols list them.
pub const OPTIONS: &[OptionSpec] = &[
    spec(OptionId::Variant, "UCI_Variant", OptionKind::Variant),
    spec(OptionId::VariantPath, "VariantPath", OptionKind::Text),
    spec(OptionId::Chess960, "UCI_Chess960", OptionKind::Check(false)),
    spec(OptionId::AnalyseMode, "UCI_AnalyseMode", OptionKind::Check(false)),
    spec(OptionId::ShowWdl, "UCI_ShowWDL", OptionKind::Check(false)),
    spec(OptionId::LimitStrength, "UCI_LimitStrength", OptionKind::Check(false)),
    spec(OptionId::Elo, "UCI_Elo", spin(DEFAULT_ELO, MIN_ELO, MAX_ELO)),
    spec(
        OptionId::SkillLevel,
        "Skill Level",
        spin(MAX_SKILL, MIN_SKILL, MAX_SKILL),
    ),
    spec(OptionId::Opponent, "UCI_Opponent", OptionKind::Text),
    spec(OptionId::Hash, "Hash", spin(DEFAULT_HASH, 1, 4096)),
    spec(OptionId::Threads, "Threads", spin(1, 1, 256)),
    spec(OptionId::MultiPv, "MultiPV", spin(1, 1, 256)),
    spec(OptionId::MoveOverhead, "Move Overhead", spin(DEFAULT_OVERHEAD, 0, 5000)),
    spec(OptionId::ClearHash, "Clear Hash", OptionKind::Button),
    spec(OptionId::Ponder, "Ponder", OptionKind::Check(false)),
    spec(OptionId::BookFile, "Book File", OptionKind::File),
    spec(OptionId::EvalFile, "EvalFile", OptionKind::File),
    spec(OptionId::DebugLog, "Debug Log File", OptionKind::File),
];

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// The option with this name, whatever its case.
pub fn option(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// How squares are named in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareNames {
    /// Ranks are counted from 1.
    #[default]
    FromOne,
    /// On boards of exactly ten ranks they are counted from 0, on others from 1.
    TenRanksFromZero,
    /// Files are numbered from the right, and ranks have letters from the top.
    LetteredRanks,
}

/// The values of the options that are settings for later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Castling is written as king takes rook, whatever the variant's habit.
    pub chess960: bool,
    /// How squares are named.
    pub squares: SquareNames,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// How many lines are searched for, at least 1.
    pub multi_pv: usize,
    /// What is kept back of each move's time, in milliseconds.
    pub overhead: u64,
    /// The GUI wants analysis rather than a game.
    pub analyses: bool,
    /// Chances of winning, drawing and losing are told.
    pub shows_chances: bool,
    /// Play is as strong as [`Settings::elo`] says.
    pub limits_strength: bool,
    /// The strength in Elo, from 500 to 2850.
    pub elo: i64,
    /// The skill level, from -20 to 20 (full strength).
    pub skill: i64,
    /// The numbers of the search, which are no option: they are changed to be fitted.
    pub numbers: Numbers,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            chess960: false,
            squares: SquareNames::default(),
            hash: DEFAULT_HASH as usize,
            threads: 1,
            multi_pv: 1,
            overhead: DEFAULT_OVERHEAD as u64,
            analyses: false,
            shows_chances: false,
            limits_strength: false,
            elo: DEFAULT_ELO,
            skill: MAX_SKILL,
            numbers: Numbers::DEFAULT,
        }
    }
}

/// Reads who the opponent is: `TITLE RATING TYPE NAME`, the first two perhaps `none`. Gives it in words.
pub(super) fn opponent(value: &str) -> Result<String, String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    match words[..] {
        [] => Ok("nobody".to_string()),
        [title, rating, kind @ ("human" | "computer"), ref name @ ..]
            if !name.is_empty() && (rating == "none" || rating.parse::<u32>().is_ok()) =>
        {
            Ok(format!("{} ({kind}), title {title}, rating {rating}", name.join(" ")))
        }
        _ => Err(
            "expected TITLE RATING TYPE NAME, such as GM 2800 human Gary Kasparov or none none computer Shredder"
                .to_string(),
        ),
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
pub(super) fn whole(value: &str, min: i64, max: i64) -> Result<i64, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| match min == max {
        true => format!("the only value is {min}"),
        false => format!("expected a whole number from {min} to {max}"),
    })
}
