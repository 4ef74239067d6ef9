//! The commands of XBoard's protocol as a table.

/// What a command asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Analyze,
    Black,
    Book,
    Computer,
    Cores,
    Draw,
    Easy,
    Edit,
    Exclude,
    Exit,
    Force,
    Go,
    Hard,
    Hint,
    Hover,
    Include,
    Level,
    Lift,
    Memory,
    MoveNow,
    New,
    NodeRate,
    /// Told for information only.
    Nothing,
    Option,
    OtherTime,
    Pause,
    PerMove,
    Ping,
    PlayOther,
    Post,
    Protover,
    Put,
    Quiet,
    Quit,
    Remove,
    Result,
    Resume,
    SearchDepth,
    SetBoard,
    Status,
    Time,
    Undo,
    UserMove,
    Variant,
    White,
}

/// How a command and the search in progress get along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// It is carried out while the search goes on.
    Beside,
    /// It waits for the engine's own move, if that is being thought about.
    AfterMove,
    /// As [`When::AfterMove`]; any other search ends, and begins anew if there is still a reason for it.
    Between,
    /// It ends the search.
    Instead,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The word that the line begins with.
    pub word: &'static str,
    /// What it asks for.
    pub command: Command,
    /// How it gets along with a search.
    pub when: When,
    /// What must come after the word; empty if nothing need.
    pub needs: &'static str,
}

const fn row(word: &'static str, command: Command, when: When, needs: &'static str) -> Row {
    Row {
        word,
        command,
        when,
        needs,
    }
}

/// All commands, by the word that they begin with.
pub(super) const COMMANDS: &[Row] = &[
    row(".", Command::Status, When::Beside, ""),
    row("?", Command::MoveNow, When::Beside, ""),
    row("accepted", Command::Nothing, When::Beside, ""),
    row("analyze", Command::Analyze, When::Instead, ""),
    row("bk", Command::Book, When::Beside, ""),
    row("black", Command::Black, When::Instead, ""),
    row("computer", Command::Computer, When::Beside, ""),
    row("cores", Command::Cores, When::Between, "a number of threads"),
    row("draw", Command::Draw, When::Beside, ""),
    row("easy", Command::Easy, When::Beside, ""),
    row("edit", Command::Edit, When::Instead, ""),
    row("egtpath", Command::Nothing, When::Beside, "a type and a path"),
    row("exclude", Command::Exclude, When::Between, "a move, or all"),
    row("exit", Command::Exit, When::Instead, ""),
    row("force", Command::Force, When::Instead, ""),
    row("go", Command::Go, When::Instead, ""),
    row("hard", Command::Hard, When::Beside, ""),
    row("hint", Command::Hint, When::Beside, ""),
    row("holding", Command::Nothing, When::Beside, ""),
    row("hover", Command::Hover, When::Beside, "a square"),
    row("ics", Command::Nothing, When::Beside, ""),
    row("include", Command::Include, When::Between, "a move, or all"),
    row(
        "level",
        Command::Level,
        When::Beside,
        "moves, minutes and increment, as in 40 5 0",
    ),
    row("lift", Command::Lift, When::Beside, "a square"),
    row("memory", Command::Memory, When::Between, "a number of MiB"),
    row("name", Command::Nothing, When::Beside, ""),
    row("new", Command::New, When::Instead, ""),
    row("nopost", Command::Quiet, When::Beside, ""),
    row("nps", Command::NodeRate, When::Beside, "nodes per second, or 0"),
    row(
        "option",
        Command::Option,
        When::Between,
        "NAME=VALUE, or the name of a button",
    ),
    row("otim", Command::OtherTime, When::Beside, "hundredths of a second"),
    row("partner", Command::Nothing, When::Beside, ""),
    row("pause", Command::Pause, When::Beside, ""),
    row("ping", Command::Ping, When::AfterMove, "a number"),
    row("playother", Command::PlayOther, When::Instead, ""),
    row("post", Command::Post, When::Beside, ""),
    row("protover", Command::Protover, When::Beside, ""),
    row("ptell", Command::Nothing, When::Beside, ""),
    row("put", Command::Put, When::Beside, "a square"),
    row("quit", Command::Quit, When::Instead, ""),
    row("random", Command::Nothing, When::Beside, ""),
    row("rating", Command::Nothing, When::Beside, ""),
    row("rejected", Command::Nothing, When::Beside, ""),
    row("remove", Command::Remove, When::Instead, ""),
    row("result", Command::Result, When::Instead, ""),
    row("resume", Command::Resume, When::Beside, ""),
    row("sd", Command::SearchDepth, When::Beside, "a number of plies"),
    row("setboard", Command::SetBoard, When::Instead, "a position"),
    row("st", Command::PerMove, When::Beside, "a number of seconds"),
    row("time", Command::Time, When::Beside, "hundredths of a second"),
    row("undo", Command::Undo, When::Instead, ""),
    row("usermove", Command::UserMove, When::AfterMove, "a move"),
    row("variant", Command::Variant, When::Instead, "the name of a game"),
    row("white", Command::White, When::Instead, ""),
    row("xboard", Command::Nothing, When::Beside, ""),
];

/// The command that a line with this first word gives.
pub(super) fn find(word: &str) -> Option<&'static Row> {
    COMMANDS.iter().find(|row| row.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_differ() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.word < b.word));
    }
}
