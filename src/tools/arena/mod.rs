//! Games between players under a referee, for matches and for play in the terminal. It knows nothing of where players
//! come from: whoever implements [`Player`] can take part.

mod clock;
mod limits;
mod opening;
pub mod pgn;
mod player;
mod record;
mod referee;
mod statistics;

pub use clock::{GameClock, TimeControl, TimeControlError};
pub use limits::Limits;
pub use opening::random_opening;
pub use player::{Choice, EnginePlayer, Player, PlayerError, Turn, consider};
pub use record::{End, Fault, FaultKind, Forfeit, GameRecord, Judgement, Played};
pub use referee::{Conditions, Referee, Start};
pub use statistics::Statistics;
