//! What the dialects of UCI have of their own, as data: words, names of options, names of squares, clocks.

use crate::{
    engine::{OPTIONS, OptionSpec, SquareNames},
    variant::HomeProtocol,
};

/// One dialect.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The word that begins a conversation.
    pub greeting: &'static str,
    /// What ends the answer to it.
    pub greeted: &'static str,
    /// How moves name squares.
    pub squares: SquareNames,
    /// Positions are written as SFEN too.
    pub sfen: bool,
    /// The protocol whose game is played unless the GUI chooses another, if such a game is loaded.
    pub home: Option<HomeProtocol>,
    /// What stands before an option's name where it is listed.
    pub option_start: &'static str,
    /// `setoption` has the words `name` and `value`.
    pub option_words: bool,
    /// What stands between the words of an option's name.
    pub option_blank: &'static str,
    /// The beginning of names of options that belong to the protocol.
    pub option_prefix: &'static str,
    /// Options that have this beginning here but none in the engine.
    pub prefixed: &'static [&'static str],
    /// Options with a name of their own: the engine's and the dialect's.
    pub renamed: &'static [(&'static str, &'static str)],
    /// The name of an option that says whether clocks count milliseconds (else seconds), if there is one.
    pub unit_option: Option<&'static str>,
    /// The words after `go`.
    pub go: &'static [(&'static str, Param)],
    /// What stands before a remark for people.
    pub remark: &'static str,
    /// How values are written.
    pub values: Values,
    /// The answer to `go` where there is no move.
    pub no_move: &'static str,
    /// What is said before leaving.
    pub farewell: Option<&'static str>,
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// `cp 31`, and `mate 2` in moves.
    Moves,
    /// `cp 31`, and `mate 3` in plies.
    Plies,
    /// A number alone; a mate in `n` plies is 30000 less `n`.
    Number,
}

/// Whose clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// That of the side that moves first, White in a FEN.
    First,
    /// That of the other side.
    Second,
    /// That of the side to move.
    Mover,
    /// That of its opponent.
    Opponent,
}

/// What a word after `go` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Param {
    /// Only the moves that follow.
    SearchMoves,
    /// On the opponent's time.
    Ponder,
    /// Until `stop`.
    Infinite,
    /// What is left on a clock.
    Time(Whose),
    /// What each move adds to a clock.
    Increment(Whose),
    /// What each move may take when the clock is empty.
    Byoyomi,
    /// Moves up to the next time control.
    MovesToGo(Whose),
    /// So many plies.
    Depth,
    /// So many nodes.
    Nodes,
    /// A mate in so many moves.
    Mate,
    /// A problem is to be solved in this time (or `infinite`), which the engine does not do.
    Problem,
    /// So long.
    MoveTime,
    /// A count of nodes.
    Perft,
    /// The opponent offers a draw.
    Draw,
}

use Param::*;

const UCI_GO: &[(&str, Param)] = &[
    ("searchmoves", SearchMoves),
    ("ponder", Ponder),
    ("wtime", Time(Whose::First)),
    ("btime", Time(Whose::Second)),
    ("winc", Increment(Whose::First)),
    ("binc", Increment(Whose::Second)),
    ("movestogo", MovesToGo(Whose::Mover)),
    ("depth", Depth),
    ("nodes", Nodes),
    ("mate", Mate),
    ("movetime", MoveTime),
    ("infinite", Infinite),
    ("perft", Perft),
];

const USI_GO: &[(&str, Param)] = &[
    ("searchmoves", SearchMoves),
    ("ponder", Ponder),
    ("btime", Time(Whose::First)),
    ("wtime", Time(Whose::Second)),
    ("binc", Increment(Whose::First)),
    ("winc", Increment(Whose::Second)),
    ("byoyomi", Byoyomi),
    ("movestogo", MovesToGo(Whose::Mover)),
    ("depth", Depth),
    ("nodes", Nodes),
    ("mate", Problem),
    ("movetime", MoveTime),
    ("infinite", Infinite),
    ("perft", Perft),
];

const UCCI_GO: &[(&str, Param)] = &[
    ("searchmoves", SearchMoves),
    ("ponder", Ponder),
    ("draw", Draw),
    ("time", Time(Whose::Mover)),
    ("opptime", Time(Whose::Opponent)),
    ("increment", Increment(Whose::Mover)),
    ("oppincrement", Increment(Whose::Opponent)),
    ("movestogo", MovesToGo(Whose::Mover)),
    ("oppmovestogo", MovesToGo(Whose::Opponent)),
    ("depth", Depth),
    ("nodes", Nodes),
    ("mate", Mate),
    ("movetime", MoveTime),
    ("infinite", Infinite),
    ("perft", Perft),
];

/// The universal chess interface.
pub(super) const UCI: Dialect = Dialect {
    greeting: "uci",
    greeted: "uciok",
    squares: SquareNames::FromOne,
    sfen: false,
    home: None,
    option_start: "option name ",
    option_words: true,
    option_blank: " ",
    option_prefix: "UCI_",
    prefixed: &[],
    renamed: &[],
    unit_option: None,
    go: UCI_GO,
    remark: "info string",
    values: Values::Moves,
    no_move: "bestmove (none)",
    farewell: None,
};

/// The universal shogi interface. The side that moves first is Black there, but has the capitals.
const USI: Dialect = Dialect {
    greeting: "usi",
    greeted: "usiok",
    squares: SquareNames::LetteredRanks,
    sfen: true,
    home: Some(HomeProtocol::Usi),
    option_blank: "_",
    option_prefix: "USI_",
    prefixed: &["Hash", "Ponder", "MultiPV"],
    go: USI_GO,
    values: Values::Plies,
    no_move: "bestmove resign",
    ..UCI
};

/// The universal Chinese chess protocol.
const UCCI: Dialect = Dialect {
    greeting: "ucci",
    greeted: "ucciok",
    squares: SquareNames::TenRanksFromZero,
    home: Some(HomeProtocol::Ucci),
    option_start: "option ",
    option_words: false,
    option_blank: "_",
    renamed: &[("Hash", "hashsize"), ("Threads", "threads"), ("Ponder", "ponder")],
    unit_option: Some("usemillisec"),
    go: UCCI_GO,
    remark: "info message",
    values: Values::Number,
    no_move: "nobestmove",
    farewell: Some("bye"),
    ..UCI
};

/// UCI as the Cyclone GUI for Chinese chess speaks it.
pub(super) const CYCLONE: Dialect = Dialect {
    greeting: "ucicyclone",
    squares: SquareNames::TenRanksFromZero,
    home: Some(HomeProtocol::Ucci),
    ..UCI
};

/// All dialects.
pub(super) const DIALECTS: &[&Dialect] = &[&UCI, &USI, &UCCI, &CYCLONE];

impl Dialect {
    /// What this dialect calls one of the engine's options.
    pub fn option_name(&self, spec: &OptionSpec) -> String {
        let own = self.renamed.iter().find(|(name, _)| *name == spec.name);
        if let Some((_, name)) = own {
            return name.to_string();
        }
        let rest = spec.name.strip_prefix(UCI.option_prefix);
        let name = match rest {
            Some(rest) => format!("{}{rest}", self.option_prefix),
            None if self.prefixed.contains(&spec.name) => format!("{}{}", self.option_prefix, spec.name),
            None => spec.name.to_string(),
        };
        name.replace(' ', self.option_blank)
    }

    /// The option that is called `name` here or in the engine, in any case.
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        let here = OPTIONS
            .iter()
            .find(|spec| self.option_name(spec).eq_ignore_ascii_case(name));
        here.or_else(|| crate::engine::option(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_by_their_names_in_each_dialect() {
        let names = |dialect: &Dialect| {
            let listed = OPTIONS.iter().map(|spec| dialect.option_name(spec));
            listed.collect::<Vec<String>>()
        };
        for (dialect, expected) in [
            (&UCI, "UCI_Variant"),
            (&UCI, "Debug Log File"),
            (&USI, "USI_Variant"),
            (&USI, "USI_Hash"),
            (&USI, "Clear_Hash"),
            (&UCCI, "hashsize"),
            (&UCCI, "Move_Overhead"),
            (&UCCI, "UCI_Variant"),
            (&CYCLONE, "Move Overhead"),
        ] {
            assert!(names(dialect).contains(&expected.to_string()), "{expected}");
        }
        for dialect in DIALECTS {
            for (spec, name) in OPTIONS.iter().zip(names(dialect)) {
                assert_eq!(dialect.option(&name.to_uppercase()), Some(spec));
                assert_eq!(dialect.option(spec.name), Some(spec));
            }
            let greeted = DIALECTS.iter().filter(|other| other.greeting == dialect.greeting);
            assert_eq!(greeted.count(), 1);
        }
    }
}
