//! Games between players under a referee, for matches and for play in the terminal. It knows nothing of where players
//! come from: whoever implements [`Player`] can take part.

mod adjudication;
mod clock;
pub mod external;
mod limits;
mod opening;
pub mod pgn;
mod player;
mod rating;
mod record;
mod referee;
mod sprt;
mod statistics;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, RuleError, WinRule};
pub use clock::{GameClock, TimeControl, TimeControlError};
pub use limits::Limits;
pub use opening::random_opening;
pub use player::{Choice, Decision, EnginePlayer, Player, PlayerError, Turn, consider};
pub use rating::Distribution;
pub use record::{End, Fault, FaultKind, Forfeit, GameRecord, Judgement, Played};
pub use referee::{Conditions, Referee, Start};
pub use sprt::{Scale, Sprt, SprtError, Verdict};
pub use statistics::Statistics;
