//! Tests of the search in games that end otherwise than by checkmate of a royal there from the start: by a set of losses,
//! for want of somebody on a bank, by players dropping out, by coronations. A plain search without any pruning, which asks
//! the referee how games end, says what is to be found.

use super::{
    Limits,
    tests::{depth, search},
};
use crate::{
    board::{Bitboard, U256},
    eval::{
        score::{DRAW, Score, is_mate, mate_in, mated_in},
        tests::{for_each_variant, rules},
    },
    game::outcome,
    movegen,
    position::{Move, NullObserver, Position},
    variant::{Registry, rules::Rules},
};

/// Game, position, plies to the end of the game that the side to move can force.
const WINS: [(&str, &str, usize); 7] = [
    // A guarded rose is the last of five types that Black must lose.
    ("wey-deans", "7r/1b6/8/M2r4/8/8/8/1Q6 w - - 0 1", 1),
    // A fork of two marshals; the loss of one would be the last.
    ("wey-deans", "m3m3/8/8/2M5/5B2/8/8/6Q1 w - - 0 1", 3),
    // Without the prince on i1 Black has nobody on the low bank, and the queen may not leave the high one.
    ("greatstour-deans", "3q7C/12/12/8M3/12/12/12/3Q4c3 w - - 0 1", 1),
    // North is out; without the prince on e2 South has no ruler, and must drop out when its turn comes.
    ("avon-deans", "7C/8/b7/8/8/8/4M3/8/4c3/Q7 w - - 0 1 S n -", 4),
    // The same if the prince is guarded.
    ("avon-deans", "7C/8/8/8/8/1b6/4M3/8/4c3/Q7 w - - 0 1 S n -", 4),
    // The bishop goes to g3 and crowns Black's prince on d6, between it and the steward: a second king.
    ("irwell-deans", "7k/1Q6/8/2t5/3c4/8/8/8/5B2/Q7 w - - 0 1 S - -", 1),
    // The queen goes to b9, guarded by the marshal, and mates a king that was gained.
    ("irwell-deans", "k7/7M/8/8/8/1Q6/8/8/8/3C4 w - - 0 1 S - -", 1),
];

/// The score of the position by looking at all lines of at most `plies`, for the side to move.
fn exhaustive<B: Bitboard>(position: &mut Position<B>, plies: usize, ply: usize) -> Score {
    if let Some(end) = outcome(position) {
        return match end.winner() {
            Some(side) if side == position.side() => mate_in(ply),
            Some(_) => mated_in(ply),
            None => DRAW,
        };
    }
    if ply == plies {
        return DRAW;
    }
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    let mut best = mated_in(0);
    for mv in moves {
        position.make(mv, &mut NullObserver);
        best = best.max(-exhaustive(position, plies, ply + 1));
        position.unmake();
    }
    best
}

fn wins_are_found<B: Bitboard>(rules: &'static Rules<B>) {
    for (name, fen, plies) in WINS.into_iter().filter(|(name, ..)| *name == rules.variant.name) {
        let mut position = Position::from_fen(rules, fen).unwrap();
        assert_eq!(exhaustive(&mut position, plies - 1, 0), DRAW, "{name} {fen}: sooner");
        assert_eq!(exhaustive(&mut position, plies, 0), mate_in(plies), "{name} {fen}");
        let (found, lines) = search(&position, &depth(plies as u32));
        assert_eq!(found.score, mate_in(plies), "{name} {fen}");
        // The line leads to the end of the game.
        let line = &lines.last().unwrap().pv;
        assert_eq!(line.len(), plies, "{name} {fen}");
        let mut end = position.clone();
        for &mv in line {
            end.make(mv, &mut NullObserver);
        }
        assert_eq!(outcome(&end).unwrap().winner(), Some(position.side()), "{name} {fen}");
        let limits = Limits {
            mate: Some(plies.div_ceil(2) as u32),
            ..Limits::default()
        };
        assert_eq!(search(&position, &limits).0.score, mate_in(plies), "{name} {fen}");
    }
}

#[test]
fn decisive_moves_are_seen() {
    for_each_variant!(wins_are_found);
}

#[test]
fn below_the_horizon_decisive_captures_of_guarded_pieces_are_seen() {
    // Black, to move, is a marshal up and takes the wazir, but a guarded rose is about to decide.
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("wey-deans").unwrap());
    let position = Position::from_fen(rules, "r7/1b6/8/M2r4/8/8/8/1Q5m b - - 0 1").unwrap();
    let (found, _) = search(&position, &depth(1));
    let mut next = position.clone();
    next.make(found.best.unwrap(), &mut NullObserver);
    assert_ne!(exhaustive(&mut next, 1, 0), mate_in(1), "{}", next.fen());
}

#[test]
fn players_who_are_out_pass() {
    let rules: &'static Rules<u128> = rules(Registry::builtin().get("avon-deans").unwrap());
    let board = rules.variant.start_fen.split(' ').next().unwrap();
    let position = Position::from_fen(rules, &format!("{board} b - - 0 1 n n -")).unwrap();
    let limits = [
        depth(4),
        Limits {
            multi_pv: 3,
            ..depth(3)
        },
        Limits {
            mate: Some(1),
            ..Limits::default()
        },
    ];
    for limits in limits {
        let (found, lines) = search(&position, &limits);
        assert_eq!(found.best, Some(Move::PASS));
        assert!(found.depth > 0 && !is_mate(found.score));
        assert!(lines.iter().all(|line| line.multi_pv == 1 && line.pv[0] == Move::PASS));
    }
}
