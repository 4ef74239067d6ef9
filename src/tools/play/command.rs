//! What a line of input asks for.

use super::quoted;

/// Something that the user wants; texts are as they were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing.
    Nothing,
    /// To make this move.
    Move(String),
    /// The legal moves, or those from one square.
    Moves(Option<String>),
    /// To take back all moves up to the last one of one's own.
    Undo,
    /// To know a good move.
    Hint,
    /// To know who is better.
    Eval,
    /// To know the moves of the opening book.
    Book,
    /// The game written to a file.
    Save(String),
    /// The last game of a file.
    Load(String),
    /// The position as a FEN, or this FEN as the position.
    Fen(Option<String>),
    /// The board.
    Board,
    /// The pieces, or how one of them moves.
    Pieces(Option<String>),
    /// A new game, of this variant.
    New(Option<String>),
    /// The engine to make this move.
    Go,
    /// To know who plays, or other seats.
    Seat(Option<String>),
    /// The engine to think so many plies deep.
    Depth(u32),
    /// The engine to think so many milliseconds a move.
    MoveTime(u64),
    /// Help.
    Help,
    /// To leave.
    Quit,
}

/// The commands' names, arguments and what they do.
pub(super) const HELP: &[(&str, &str, &str)] = &[
    ("moves", "[SQUARE]", "list the legal moves, or those from a square"),
    ("undo", "", "take back your last move and what followed it"),
    ("hint", "", "show the move that the engine would play"),
    (
        "eval",
        "",
        "show the value of the position, at first sight and after a short search",
    ),
    ("book", "", "list the opening book's moves and how often it plays each"),
    ("go", "", "let the engine make this move"),
    ("board", "", "draw the board"),
    ("pieces", "[PIECE]", "list the pieces, or show how one moves"),
    ("fen", "[FEN]", "show the position as a FEN, or go on from another one"),
    ("new", "[VARIANT]", "begin again, or begin a game of another variant"),
    (
        "seat",
        "[SEAT]...",
        "show who plays, or take these seats: letters, white, black, all, none",
    ),
    ("depth", "PLIES", "let the engine think this deep"),
    ("movetime", "MS", "let the engine think this long, in milliseconds"),
    ("save", "FILE", "write the game to the end of a file, as PGN"),
    ("load", "FILE", "go on with the last game of a PGN file"),
    ("help", "", "show this"),
    ("quit", "", "leave"),
];

/// Reads a line. Whatever is no command is a move.
///
/// # Errors
/// With what is wrong with the command's argument.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let argument = (!rest.is_empty()).then(|| rest.to_string());
    let word = word.to_lowercase();
    let plain = match word.as_str() {
        "" => Command::Nothing,
        "undo" => Command::Undo,
        "hint" => Command::Hint,
        "eval" => Command::Eval,
        "book" => Command::Book,
        "board" => Command::Board,
        "go" => Command::Go,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        "moves" => return Ok(Command::Moves(argument)),
        "fen" => return Ok(Command::Fen(argument)),
        "pieces" => return Ok(Command::Pieces(argument)),
        "new" => return Ok(Command::New(argument)),
        "seat" | "side" => return Ok(Command::Seat(argument)),
        "save" => return named(argument, &word).map(Command::Save),
        "load" => return named(argument, &word).map(Command::Load),
        "depth" => return number(rest, &word, "plies").map(Command::Depth),
        "movetime" => return number(rest, &word, "milliseconds").map(Command::MoveTime),
        _ => return Ok(Command::Move(line.to_string())),
    };
    match argument {
        Some(extra) => Err(format!(
            "{word}: \"{}\" is not expected; the word stands alone",
            quoted(&extra)
        )),
        None => Ok(plain),
    }
}

fn named(argument: Option<String>, word: &str) -> Result<String, String> {
    argument.ok_or_else(|| format!("{word}: expected the name of a file after it"))
}

fn number<T: TryFrom<u64>>(text: &str, word: &str, unit: &str) -> Result<T, String> {
    let number = text.parse::<u64>().ok().filter(|&number| number > 0);
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("{word}: \"{}\": expected a number of {unit} from 1 on", quoted(text)))
}

/// The command that `text` is most likely a misspelling of.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    let word = text.split_whitespace().next()?.to_lowercase();
    let distances = HELP
        .iter()
        .map(|&(name, ..)| (strsim::damerau_levenshtein(&word, name), name));
    let (distance, name) = distances.min()?;
    // A square's name is nearer to any short word than a misspelling is.
    (distance <= 2 && 2 * distance < name.len()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = |text: &str| Some(text.to_string());
        for (line, expected) in [
            ("", Command::Nothing),
            ("  e4 ", Command::Move("e4".to_string())),
            ("Nf3", Command::Move("Nf3".to_string())),
            ("moves", Command::Moves(None)),
            ("MOVES e2", Command::Moves(text("e2"))),
            ("fen 8/8 w - - 0 1", Command::Fen(text("8/8 w - - 0 1"))),
            ("side black", Command::Seat(text("black"))),
            ("save my games.pgn", Command::Save("my games.pgn".to_string())),
            ("depth 3", Command::Depth(3)),
            ("movetime 250", Command::MoveTime(250)),
            ("exit", Command::Quit),
        ] {
            assert_eq!(read(line), Ok(expected), "{line}");
        }
        for (line, part) in [
            ("undo 2", "\"2\""),
            ("save", "name of a file"),
            ("depth", "\"\""),
            ("depth 0", "\"0\""),
            ("depth 5000000000", "\"5000000000\""),
            ("movetime -1", "\"-1\""),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn every_command_has_help_and_misspellings_are_found() {
        for (name, argument, _) in HELP {
            let line = match *argument {
                "PLIES" | "MS" => format!("{name} 1"),
                "FILE" => format!("{name} x"),
                _ => name.to_string(),
            };
            assert!(!matches!(read(&line), Ok(Command::Move(_)) | Err(_)), "{name}");
        }
        assert_eq!(nearest("hlep"), Some("help"));
        assert_eq!(nearest("udno"), Some("undo"));
        assert_eq!(nearest("moveee e2"), Some("moves"));
        assert_eq!(nearest("e4"), None);
        assert_eq!(nearest("Nf3"), None);
    }
}
