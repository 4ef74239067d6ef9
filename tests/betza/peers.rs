//! Targets that Fairy-Stockfish (pyffish 0.0.90) gives for its predefined pieces and for other descriptions that it
//! reads, in one crowded position for each side, with no promotion and no double step.

use crate::common::{board, fairy, names};
use aanca::board::{Bitboard, Side, U256};
use aanca::pieces::paths::{Ends, paths};
use aanca::pieces::walk::walk;

/// The piece under test is X or x; capitals are White's.
const CROWDS: [(Side, &str); 2] = [
    (Side::White, "3w1w2/1w1w3W/w1W2w1w/2w1W3/1W1X1w1w/2W2w2/w2w2W1/1W2w1W1"),
    (
        Side::Black,
        "1W2w2W/w1w2W2/2w1W1w1/1w2x1w1/W1W2W1w/2w1w3/1W2W1w1/W2w2W1",
    ),
];

/// Betza, White's targets from d4, Black's from e5.
const PREDEFINED: &[(&str, &str, &str)] = &[
    ("fmWfceF", "c5 d5", "e4 f4"),                      // pawn
    ("N", "c2 e2 b3 f3 b5 f5 e6", "d3 f3 c4 g4 d7 f7"), // knight
    ("B", "f2 e3 c5", "d4 f4 d6 f6 g7 h8"),             // bishop
    ("R", "d2 d3 c4 e4 f4 d5 d6 d7", "e4 c5 d5 f5 e6"), // rook
    (
        "Q",
        "d2 f2 d3 e3 c4 e4 f4 c5 d5 d6 d7",
        "d4 e4 f4 c5 d5 f5 d6 e6 f6 g7 h8",
    ), // queen
    ("F", "e3 c5", "d4 f4 d6 f6"),                      // fers
    ("A", "b2 f2 b6 f6", "g3 g7"),                      // alfil
    ("FA", "b2 f2 e3 c5 b6 f6", "g3 d4 f4 d6 f6 g7"),   // fersAlfil
    ("FfW", "e3 c5 d5", "d4 e4 f4 d6 f6"),              // silver
    (
        "RNF",
        "c2 d2 e2 b3 d3 e3 f3 c4 e4 f4 b5 c5 d5 f5 d6 e6 d7",
        "d3 f3 c4 d4 e4 f4 g4 c5 d5 f5 d6 e6 f6 d7 f7",
    ), // aiwok
    ("RF", "d2 d3 e3 c4 e4 f4 c5 d5 d6 d7", "d4 e4 f4 c5 d5 f5 d6 e6 f6"), // bers
    (
        "BN",
        "c2 e2 f2 b3 e3 f3 b5 c5 f5 e6",
        "d3 f3 c4 d4 f4 g4 d6 f6 d7 f7 g7 h8",
    ), // archbishop
    (
        "RN",
        "c2 d2 e2 b3 d3 f3 c4 e4 f4 b5 d5 f5 d6 e6 d7",
        "d3 f3 c4 e4 g4 c5 d5 f5 e6 d7 f7",
    ), // chancellor
    (
        "QN",
        "c2 d2 e2 f2 b3 d3 e3 f3 c4 e4 f4 b5 c5 d5 f5 d6 e6 d7",
        "d3 f3 c4 d4 e4 f4 g4 c5 d5 f5 d6 e6 f6 d7 f7 g7 h8",
    ), // amazon
    ("mNcB", "c2 e2 b3 b5 c5 f5 e6", "d3 f3 f4 g4 d7 h8"), // knibis
    ("mBcN", "f2 e3 f3", "c4 d4 d6 f6 f7 g7"),          // biskni
    ("mNcR", "c2 d2 e2 b3 f4 b5 f5 e6 d7", "d3 f3 g4 e6 d7"), // kniroo
    ("mRcN", "d3 f3 c4 e4 d5 d6", "c4 e4 c5 d5 f5 f7"), // rookni
    ("fW", "d5", "e4"),                                 // shogiPawn
    ("fR", "d5 d6 d7", "e4"),                           // lance
    ("fN", "e6", "d3 f3"),                              // shogiKnight
    ("WfF", "d3 c4 e4 c5 d5", "d4 e4 f4 d5 f5 e6"),     // gold
    ("BW", "f2 d3 e3 c4 e4 c5 d5", "d4 e4 f4 d5 f5 d6 e6 f6 g7 h8"), // dragonHorse
    ("cW", "", "e6"),                                   // clobber
    ("fmWfF", "c5 d5", "d4 e4 f4"),                     // breakthrough
    ("mRcpR", "d3 c4 e4 h4 d5 d6 d8", "e2 e4 c5 d5 f5"), // cannon
    ("pR", "d1 a4 g4 h4 d8", "e2 a5 h5 e7"),            // janggiCannon
    ("fsW", "c4 e4 d5", "e4 d5 f5"),                    // soldier
    ("nN", "c2 e2 b3 f3 b5 f5 e6", "d3 f3 c4 g4"),      // horse
    ("nA", "f2", "g7"),                                 // elephant
    ("nZ", "f1 a2 a6 g6 f7", "c2 h3"),                  // janggiElephant
    (
        "RcpRnN",
        "c2 d2 e2 b3 d3 f3 c4 e4 f4 h4 b5 d5 f5 d6 e6 d7 d8",
        "e2 d3 f3 c4 e4 g4 c5 d5 f5 e6",
    ), // banner
    ("W", "d3 c4 e4 d5", "e4 d5 f5 e6"),                // wazir
    ("K", "d3 e3 c4 e4 c5 d5", "d4 e4 f4 d5 f5 d6 e6 f6"), // commoner
    (
        "KN",
        "c2 e2 b3 d3 e3 f3 c4 e4 b5 c5 d5 f5 e6",
        "d3 f3 c4 d4 e4 f4 g4 d5 f5 d6 e6 f6 d7 f7",
    ), // centaur
];

const OTHERS: &[(&str, &str, &str)] = &[
    ("C", "c1 e1 a3 g3 a5 g5 c7 e7", "d2 f2 b4 b6 h6 d8 f8"),
    ("L", "c1 e1 a3 g3 a5 g5 c7 e7", "d2 f2 b4 b6 h6 d8 f8"),
    ("Z", "f1 a2 a6 g6 b7 f7", "c2 b3 h3 b7 h7 c8 g8"),
    ("J", "f1 a2 a6 g6 b7 f7", "c2 b3 h3 b7 h7 c8 g8"),
    ("G", "a1 a7 g7", "b2 h2 b8 h8"),
    ("H", "d1 a4 g4 d7", "e2 h5"),
    ("D", "d2 f4 d6", "c5 e7"),
    ("NN", "c2 e2 b3 f3 b5 f5 e6 h6 f8", "c1 g1 d3 f3 c4 g4 d7 f7"),
    ("N2", "c2 e2 b3 f3 b5 f5 e6 h6 f8", "c1 g1 d3 f3 c4 g4 d7 f7"),
    ("R2", "d2 d3 c4 e4 f4 d5 d6", "e4 c5 d5 f5 e6"),
    ("B3", "f2 e3 c5", "d4 f4 d6 f6 g7 h8"),
    (
        "Q4",
        "d2 f2 d3 e3 c4 e4 f4 c5 d5 d6 d7",
        "d4 e4 f4 c5 d5 f5 d6 e6 f6 g7 h8",
    ),
    ("pB", "a1 b2 b6 f6 a7", "b2 h2 g3 b8"),
    ("gB", "b2 b6 f6", "b2 g3 b8"),
    ("gR", "d1 a4 g4 d8", "e2 a5 h5 e7"),
    ("gQ", "d1 b2 a4 g4 b6 f6 d8", "b2 e2 g3 a5 h5 e7 b8"),
    ("pQ", "a1 d1 b2 a4 g4 h4 b6 f6 a7 d8", "b2 e2 h2 g3 a5 h5 e7 b8"),
    ("cpR", "h4 d8", "e2"),
    ("mgB", "b2 b6", "g3"),
    ("pR3", "d1 a4 g4", "e2 h5 e7"),
    ("nD", "d2 f4 d6", "c5"),
    ("fsN", "b5 f5", "c4 g4"),
    ("ffN", "e6", "d3 f3"),
    ("fhN", "b5 f5 e6", "d3 f3 c4 g4"),
    ("lfN", "", "f3"),
    ("rN", "f3 f5", "c4"),
    ("vN", "c2 e2 e6", "d3 f3 d7 f7"),
    ("hrN", "c2 f3 b5 e6", "d3 g4 f7"),
    ("hlC", "e1 a3 g5 c7", "f2 b4 h6 d8"),
    ("blF", "", "f6"),
    ("sF", "e3 c5", "d4 f4 d6 f6"),
    ("lR", "c4", "f5"),
    ("fbB", "f2 e3 c5", "d4 f4 d6 f6 g7 h8"),
    ("vR", "d2 d3 d5 d6 d7", "e4 e6"),
    ("fsF", "c5", "d4 f4"),
    ("flbrF", "e3 c5", "f4 d6"),
    ("frlW", "c4 e4 d5", "e4 d5 f5"),
    ("fmRbcB", "d5 d6", "e4 h8"),
    ("sN", "b3 f3 b5 f5", "c4 g4"),
    ("bsZ", "a2", "b7 h7"),
    ("rvC", "e1 e7", "d2 d8"),
    ("fQ", "c5 d5 d6 d7", "d4 e4 f4"),
    ("bK", "d3 e3", "d6 e6 f6"),
    ("mKcN", "d3 e3 f3 c4 e4 d5", "c4 d4 e4 d5 f5 d6 f6 f7"),
    ("mfWcfFfhmnN", "b5 c5 d5 f5 e6", "d3 f3 e4 f4 g4"),
    ("FsfW", "e3 c4 e4 c5 d5", "d4 e4 f4 d5 f5 d6 f6"),
    ("mfrWmrfF", "e4 d5", "d4 e4 d5"),
    (
        "mKmgQ",
        "d1 b2 d3 e3 a4 c4 e4 g4 d5 b6",
        "g3 d4 e4 a5 d5 f5 h5 d6 f6 e7",
    ),
    (
        "mQ2cQ2",
        "d2 f2 d3 e3 c4 e4 f4 c5 d5 d6",
        "d4 e4 f4 c5 d5 f5 d6 e6 f6 g7",
    ),
    ("FvW", "d3 e3 c5 d5", "d4 e4 f4 d6 e6 f6"),
    ("fsmWfcF", "c4 e4 c5 d5", "e4 f4 d5 f5"),
    ("mQcN", "f2 d3 e3 f3 c4 e4 d5 d6", "c4 d4 e4 c5 d5 f5 d6 f6 f7 g7"),
    ("vRsWF", "d2 d3 e3 c4 e4 c5 d5 d6 d7", "d4 e4 f4 d5 f5 d6 e6 f6"),
    ("BpR", "d1 f2 e3 a4 g4 h4 c5 d8", "e2 d4 f4 a5 h5 d6 f6 e7 g7 h8"),
    ("mBcpB", "f2 e3 f6", "b2 d4 d6 f6 g7 b8"),
    ("nDW", "d2 d3 c4 e4 f4 d5 d6", "e4 c5 d5 f5 e6"),
];

#[test]
fn same_targets_as_fairy_stockfish() {
    for (betza, white, black) in PREDEFINED.iter().chain(OTHERS) {
        let movement = fairy(betza);
        for ((side, crowd), expected) in CROWDS.iter().zip([white, black]) {
            let mut sides = [U256::EMPTY; 2];
            let mut from = None;
            for (i, line) in crowd.split('/').enumerate() {
                let mut file = 0;
                for c in line.chars() {
                    if let Some(empty) = c.to_digit(10) {
                        file += empty as i32;
                        continue;
                    }
                    let square = board().square(file, 7 - i as i32).unwrap();
                    sides[c.is_ascii_lowercase() as usize] |= U256::of(square);
                    if c.eq_ignore_ascii_case(&'x') {
                        from = Some(square);
                    }
                    file += 1;
                }
            }
            let (friends, enemies) = (sides[side.index()], sides[side.opponent().index()]);
            let paths = paths(&movement, *side, from.unwrap(), board());
            let quiet = walk(&paths, Ends::QUIET, friends, enemies) & !(friends | enemies);
            let captures = walk(&paths, Ends::CAPTURE, friends, enemies) & enemies;
            assert_eq!(names(board(), quiet | captures), *expected, "{betza} for {side}");
        }
    }
}
