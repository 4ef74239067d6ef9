//! Goes on with a match from the games that are written already.

use super::{
    super::{ToolError, arena::FaultKind},
    Openings, Schedule,
};
use crate::{
    board::Side,
    engine::{
        Engine, SetUp,
        pgn::{self, TextGame},
    },
};
use std::{fs, io::ErrorKind, path::Path};

/// A game that was played before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Earlier {
    /// Who won, or nobody, if it has a result.
    pub winner: Option<Option<Side>>,
    /// Why it ended.
    pub reason: String,
    /// Its length.
    pub plies: usize,
    /// What went wrong.
    pub fault: Option<FaultKind>,
}

/// What the games of a match are compared with.
pub(super) struct Expected<'a> {
    pub schedule: &'a Schedule,
    pub openings: &'a Openings,
    pub names: &'a [String],
    /// A draw after so many full moves.
    pub max_moves: u32,
}

/// The games of a file, which must be those that the match begins with. A last game that is not complete is taken out
/// of the file.
///
/// # Errors
/// If the file cannot be read or written, or its games are of another match.
pub(super) fn read(path: &Path, expected: &Expected, engine: &mut Engine) -> Result<Vec<Earlier>, ToolError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(ToolError::Other(format!("cannot read {}: {error}", path.display()))),
    };
    let text = String::from_utf8_lossy(&bytes);
    let games: Vec<TextGame> = pgn::games(&text).collect();
    let mut found = Vec::new();
    for (number, game) in games.iter().enumerate() {
        if game.result.is_none() && number + 1 == games.len() {
            let whole: String = text.split_inclusive('\n').take(game.line - 1).collect();
            fs::write(path, whole)?;
            break;
        }
        let wrong = |problem: String| {
            let file = path.display();
            ToolError::Other(format!(
                "{file}:{}: game {}: {problem}; it is not of this match",
                game.line,
                number + 1
            ))
        };
        found.push(earlier(number, game, expected, engine).map_err(wrong)?);
    }
    Ok(found)
}

fn earlier(number: usize, game: &TextGame, expected: &Expected, engine: &mut Engine) -> Result<Earlier, String> {
    let fixture = expected.schedule.fixture(number).ok_or("the match has fewer games")?;
    let compare = |name: &str, wanted: &str, says: &str| match game.tag(name).unwrap_or_default() {
        found if found == wanted => Ok(()),
        found => Err(format!("\"{found}\" {says} instead of \"{wanted}\"")),
    };
    compare("Round", &(number + 1).to_string(), "is its round")?;
    let [white, black] = fixture.colours();
    compare("White", &expected.names[white], "plays White")?;
    compare("Black", &expected.names[black], "plays Black")?;
    compare("Variant", &engine.variant().name, "is the variant")?;
    let opening = expected
        .openings
        .get(fixture.opening)
        .map_err(|error| error.to_string())?;
    compare("FEN", &opening.fen, "is the start")?;
    let start = SetUp {
        fen: Some(opening.fen),
        moves: Vec::new(),
    };
    engine.set_up(&start).map_err(|error| error.to_string())?;
    for (ply, (_, text)) in game.moves.iter().enumerate() {
        let mv = engine.read_move(text).map_err(|error| error.to_string())?;
        let wanted = opening.moves.get(ply);
        if wanted.is_some_and(|wanted| *wanted != engine.write_move(mv).coordinates) {
            return Err(format!("{text} is not in the opening"));
        }
        engine.play(mv).map_err(|error| error.to_string())?;
    }
    let winner = match game.result {
        Some("1-0") => Some(Some(Side::White)),
        Some("0-1") => Some(Some(Side::Black)),
        Some("1/2-1/2") => Some(None),
        _ => None,
    };
    let plies = game.moves.len();
    let by_rule = engine.session().outcome().map(|outcome| outcome.reason().to_string());
    let is_long = plies as u64 >= 2 * expected.max_moves as u64;
    let (reason, fault) = match game.tag("Termination").unwrap_or_default() {
        "time forfeit" => ("time".to_string(), Some(FaultKind::Time)),
        "rules infraction" => ("illegal move".to_string(), Some(FaultKind::IllegalMove)),
        "abandoned" => ("breakdown".to_string(), Some(FaultKind::Crash)),
        "adjudication" if is_long => (format!("length ({} moves)", expected.max_moves), None),
        "adjudication" => ("adjudication".to_string(), None),
        _ => match (by_rule, winner) {
            (Some(reason), _) => (reason, None),
            (None, Some(None)) => ("agreement".to_string(), None),
            (None, _) => ("resignation".to_string(), None),
        },
    };
    Ok(Earlier {
        winner,
        reason,
        plies,
        fault,
    })
}
