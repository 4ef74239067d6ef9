//! Hand-written targets of pieces, most of them as pictures.

use crate::common::{board, fairy, names};
use aanca::board::{Bitboard, Shape, Side, U256};
use aanca::pieces::betza::{Dialect, parse};
use aanca::pieces::paths::{Ends, paths};
use aanca::pieces::walk::walk;

/// The named squares in the order of their numbers.
fn sorted(squares: &str) -> String {
    let set = squares
        .split_whitespace()
        .fold(U256::EMPTY, |set, name| set | U256::of(board().parse(name).unwrap()));
    names(board(), set)
}

/// The squares of a picture (first line is the top rank) that hold one of `letters`.
fn squares(shape: Shape, picture: &[&str], letters: &str) -> U256 {
    shape.set(|file, rank| {
        let line = picture[picture.len() - 1 - rank as usize];
        letters.contains(line.chars().nth(file as usize).unwrap())
    })
}

/// A picture of one piece: `@` the piece, `o` an enemy and `f` a friend that it cannot reach, `x` an enemy that it
/// captures, `+` an empty square it moves to, `*` an empty square where it could only capture, `#` a hole.
#[track_caller]
fn shows_for(betza: &str, side: Side, picture: &str) {
    let picture: Vec<&str> = picture.split_whitespace().collect();
    let whole = Shape::new(picture[0].len() as u8, picture.len() as u8).unwrap();
    let shape = whole.with_holes(squares(whole, &picture, "#"));
    let from = squares(shape, &picture, "@").first().unwrap();
    let friends = squares(shape, &picture, "f") | U256::of(from);
    let enemies = squares(shape, &picture, "ox");
    let paths = paths(&fairy(betza), side, from, shape);
    let occupied = friends | enemies;
    let quiet = walk(&paths, Ends::QUIET, friends, enemies) & !occupied;
    let captures = walk(&paths, Ends::CAPTURE, friends, enemies) & !friends;
    assert_eq!(
        names(shape, quiet),
        names(shape, squares(shape, &picture, "+")),
        "{betza}: moves"
    );
    let expected = squares(shape, &picture, "x");
    assert_eq!(
        names(shape, captures & enemies),
        names(shape, expected),
        "{betza}: captures"
    );
    let only = squares(shape, &picture, "*");
    assert_eq!(
        names(shape, captures & !enemies & !quiet),
        names(shape, only),
        "{betza}: capture squares"
    );
}

#[track_caller]
fn shows(betza: &str, picture: &str) {
    shows_for(betza, Side::White, picture);
}

/// On an empty 8x8 board, from d4, for White: the squares that a piece can move to, which are also those it could
/// capture on.
#[track_caller]
fn both(betza: &str, expected: &str) {
    let d4 = board().parse("d4").unwrap();
    let paths = paths(&fairy(betza), Side::White, d4, board());
    for ends in [Ends::QUIET, Ends::CAPTURE] {
        let reached = walk(&paths, ends, U256::of(d4), U256::EMPTY);
        assert_eq!(names(board(), reached), sorted(expected), "{betza}");
    }
}

#[test]
fn leapers() {
    both("W", "d3 c4 e4 d5");
    both("F", "c3 e3 c5 e5");
    both("D", "d2 b4 f4 d6");
    both("N", "c2 e2 b3 f3 b5 f5 c6 e6");
    both("A", "b2 f2 b6 f6");
    both("H", "d1 a4 g4 d7");
    both("C", "c1 e1 a3 g3 a5 g5 c7 e7");
    both("L", "c1 e1 a3 g3 a5 g5 c7 e7");
    both("Z", "b1 f1 a2 g2 a6 g6 b7 f7");
    both("J", "b1 f1 a2 g2 a6 g6 b7 f7");
    both("G", "a1 g1 a7 g7");
    both("K", "c3 d3 e3 c4 e4 c5 d5 e5");
    both("(0,4)", "h4 d8");
    both("(4,1)", "h3 h5 c8 e8");
    both("(1,3)", "c1 e1 a3 g3 a5 g5 c7 e7");
    both("WX", "h4 d8");
    both("FX", "h3 h5 c8 e8");
    both("DY", "h2 h6 b8 f8");
    both("", "");
    for (text, same) in [("J", "C"), ("L", "Z"), ("C", "C"), ("Z", "Z")] {
        assert_eq!(parse(text, Dialect::XBoard).unwrap(), fairy(same));
    }
}

#[test]
fn directions_of_leapers() {
    both("fW", "d5");
    both("fF", "c5 e5");
    both("fN", "c6 e6");
    both("ffN", "c6 e6");
    both("fsN", "b5 f5");
    both("fhN", "b5 f5 c6 e6");
    both("bN", "c2 e2");
    both("bhN", "c2 e2 b3 f3");
    both("vN", "c2 e2 c6 e6");
    both("sN", "b3 f3 b5 f5");
    both("lN", "b3 b5");
    both("lfN", "c6");
    both("flN", "b5");
    both("rfN", "e6");
    both("rvN", "e2 e6");
    both("lhN", "c2 b3 b5 c6");
    both("hrN", "c2 f3 b5 e6");
    both("hlN", "e2 b3 f5 c6");
    both("ffrrN", "f3 f5 c6 e6");
    both("fsW", "c4 e4 d5");
    both("sW", "c4 e4");
    both("vF", "c3 e3 c5 e5");
    both("flF", "c5");
    both("lF", "c3 c5");
    both("frblF", "c3 e5");
    both("fK", "c5 d5 e5");
    both("fsK", "c5 e5");
    both("frK", "e5");
    both("fD", "d6");
    both("bsZ", "a2 g2");
}

#[test]
fn sliders_and_riders() {
    let rook = "d1 d2 d3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8";
    both("R", rook);
    both("WW", rook);
    both("R0", rook);
    both("R15", rook);
    both("R2", "d2 d3 b4 c4 e4 f4 d5 d6");
    both("W2", "d2 d3 b4 c4 e4 f4 d5 d6");
    both("B", "a1 g1 b2 f2 c3 e3 c5 e5 b6 f6 a7 g7 h8");
    both("F0", "a1 g1 b2 f2 c3 e3 c5 e5 b6 f6 a7 g7 h8");
    both("B[2-3]", "a1 g1 b2 f2 b6 f6 a7 g7");
    both("B[2-0]", "a1 g1 b2 f2 b6 f6 a7 g7 h8");
    both("fQ", "d5 c5 e5 b6 d6 f6 a7 d7 g7 d8 h8");
    both("NN", "c2 e2 b3 f3 h2 b5 f5 h6 c6 e6 b8 f8");
    both("N0", "c2 e2 b3 f3 h2 b5 f5 h6 c6 e6 b8 f8");
    both("DD", "d2 b4 f4 h4 d6 d8");
    both("AA", "b2 f2 b6 f6 h8");
}

#[test]
fn griffon_and_aanca() {
    for griffon in ["FyafsF", "[F?R]", "t[FR]", "F[F-R]", "F[F-fsR]"] {
        shows(
            griffon,
            "..+.+... ..+.+... ..+.+... +++.++++ ...@.... +++.++++ ..+.+... ..+.+...",
        );
    }
    for aanca in ["WyafsW", "[W?B]", "t[WB]", "W[W-B]"] {
        shows(
            aanca,
            "+.....+. .+...+.+ +.+.+.+. .+.+.+.. ..+@+... .+.+.+.. +.+.+.+. .+...+.+",
        );
    }
    // A piece on a first step can be captured, and stops both ways on from there.
    shows(
        "FyafsF",
        "..+.....
         ..+.....
         ..+.....
         +++.xooo
         ...@....
         ooff++++
         ....+...
         ....+...",
    );
    shows(
        "WyafsW",
        "........
         ........
         +.....x.
         .+.x.+..
         ..+@+...
         .+.f.+..
         +.....+.
         .......+",
    );
    // At the edge, and with a hole that bars one way.
    shows(
        "WyafsW",
        "..+.
         .+.+
         +.+.
         @+..
         +.+.
         .+.+",
    );
    shows(
        "FyafsF",
        ".+..
         .+++
         @...
         .#..",
    );
}

#[test]
fn river_pieces() {
    shows(
        "yafFnD",
        ".......+
         +.....+.
         .+.+.+..
         ........
         .+.@.+..
         ........
         .+.+.+..
         +.....+.",
    );
    // Whatever stands on the first square, friend or enemy, bars the way over it.
    shows(
        "yafFnD",
        "........
         x.......
         .+.+.o..
         ....fo..
         .+.@of..
         ..o.....
         ...x.x..
         ......o.",
    );
    both("FH", "c3 e3 c5 e5 d1 a4 g4 d7");
    both("fBfW", "d5 c5 b6 a7 e5 f6 g7 h8");
    both("fRfF", "d5 d6 d7 d8 c5 e5");
    both("FfA", "c3 e3 c5 e5 b6 f6");
    both("WfD", "d3 c4 e4 d5 d6");
}

#[test]
fn curved_riders() {
    // The two circles that start with the leap two forward, one right.
    shows(
        "rfqN",
        "...+........
         .+...+......
         ........+...
         +.....+...+.
         ............
         .+...@.....+
         ...+........
         ......+...+.
         ........+...",
    );
    // Six leaps do not reach the last square of each circle.
    shows(
        "rfqN6",
        "...+........
         .+...+......
         ........+...
         +.....+...+.
         ............
         .+...@.....+
         ............
         ..........+.
         ........+...",
    );
    // An enemy on the third square of one circle, a friend on the second of the other; neighbours do not matter.
    shows(
        "rfqN6",
        "............
         .....f......
         ........+...
         ......+...x.
         .....ooo....
         .....@f.....
         ............
         ............
         ............",
    );
    both("zB", "c1 e1 d2 a3 c3 e3 g3 b4 f4 h4 a5 c5 e5 g5 d6 c7 e7 d8");
    both("zF", "c1 e1 d2 a3 c3 e3 g3 b4 f4 h4 a5 c5 e5 g5 d6 c7 e7 d8");
    both("zB2", "c3 e3 c5 e5 d2 b4 f4 d6");
    both(
        "zR",
        "d5 e5 e6 f6 f7 g7 g8 h8 c5 c6 b6 b7 a7 a8 e4 f5 g6 h7 e3 f3 f2 g2 g1 h1 d3 e2 f1 c3 c2 b2 b1 a1 c4 b5 a6 b3 a2",
    );
    both("qF", "c3 e3 c5 e5 d2 b4 f4 d6");
    both("ffzN", "c6 e6 d8 g7 a7");
    shows(
        "frzB",
        "........
         ....o...
         ...x....
         ....+.x.
         ...@.+.o
         ........
         ........
         ........",
    );
}

#[test]
fn lame_leapers_and_must_jumpers() {
    shows(
        "nN",
        "........
         ........
         ..o.....
         ...f.+..
         ..o@....
         .....x..
         ..+.f...
         ........",
    );
    shows(
        "nZ",
        "........
         .x...o..
         +...o...
         ........
         ...@f...
         .f......
         ......o.
         .+...+..",
    );
    both("nC", "c1 e1 a3 g3 a5 g5 c7 e7");
    both("nG", "a1 g1 a7 g7");
    both("n(1,4)", "h3 h5 c8 e8");
    both("nW", "d3 c4 e4 d5");
    both("nR2", "d2 d3 b4 c4 e4 f4 d5 d6");
    // A square that does not exist is not empty.
    shows(
        "nD",
        ".+...
         .....
         .@#..
         .....
         .+...",
    );
    shows(
        "jD",
        "........
         ........
         ...+....
         ...o....
         ...@f+..
         ...o....
         ...x....
         ........",
    );
    shows(
        "jH",
        "........
         ........
         ...o....
         ...o....
         xo.@f.+.
         ........
         ........
         ........",
    );
    shows(
        "jN",
        "........
         ........
         ..+.x...
         ...o....
         ...@....
         ........
         ........
         ........",
    );
}

#[test]
fn skis_and_hoppers() {
    // The first square does not matter, be it occupied or a hole.
    shows(
        "jR",
        "........
         ........
         ...f....
         ...o....
         ++.@f++x
         ...o....
         ...+....
         ...+....",
    );
    shows("jR", "@#++x");
    shows("R", "@#..o");
    shows(
        "jB3",
        "........
         +.....+.
         .+...+..
         ....o...
         ...@....
         ........
         .x...+..
         ......+.",
    );
    shows(
        "gQ",
        "........
         ......x.
         ...+.f..
         ...o....
         +o.@....
         ....o...
         .....f..
         ........",
    );
    shows(
        "gafQ",
        "........
         ......x.
         ...+.f..
         ...o....
         +o.@....
         ....o...
         .....f..
         ........",
    );
    shows(
        "gR2",
        "........
         ...+....
         ...o....
         ........
         ...@..o.
         ........
         ........
         ........",
    );
    shows(
        "mRcpR",
        "...x....
         ...*....
         ...o....
         ...+....
         xo+@f*xo
         ...+....
         ...+....
         ...+....",
    );
    shows(
        "pR3",
        "........
         ...+....
         ...o....
         ........
         ...@o++.
         ........
         ........
         ........",
    );
    shows(
        "tpR",
        "........
         ........
         ........
         ...o....
         ...@f+x.
         ........
         ........
         ........",
    );
    shows(
        "pW",
        "........
         ........
         ...+....
         ...o....
         ...@....
         ........
         ........
         ........",
    );
    shows(
        "gW",
        "...+....
         ...+....
         ...+....
         ...o....
         ...@....
         ........
         ........
         ........",
    );
    shows(
        "pafsR",
        ".+...o..
         ..+.x...
         ...o....
         ........
         ...@....
         ........
         ........
         ........",
    );
    shows(
        "[pR-B]",
        ".+...o..
         ..+.x...
         ...o....
         ........
         ...@....
         ........
         ........
         ........",
    );
}

#[test]
fn several_legs() {
    // Glued leaps, lame paths, and bends to the other and to the same hand.
    both("mpafN", "b8 f8 h2 h6");
    both("afsW", "c2 e2 b3 f3 b5 f5 c6 e6");
    both("afsF", "c2 e2 b3 f3 b5 f5 c6 e6");
    both("afsafzW", "c1 e1 a3 g3 a5 g5 c7 e7");
    both("afsafqW", "b2 f2 b6 f6");
    both("afqN", "a1 g1 a7 g7");
    both("afzN", "d8 h4");
    both(
        "aK",
        "b2 c2 d2 e2 f2 b3 c3 d3 e3 f3 b4 c4 e4 f4 b5 c5 d5 e5 f5 b6 c6 d6 e6 f6",
    );
    both("mabW", "");
    // Snake, ship, and other brackets with directions; osprey; a bishop after a knight's leap.
    both("[vW?B]", "d5 e6 f7 g8 c6 b7 a8 d3 e2 f1 c2 b1");
    both("v[F?R]", "c5 e5 c3 e3 c6 c7 c8 e6 e7 e8 c2 c1 e2 e1");
    both("f[F?R]", "c5 e5 c6 c7 c8 e6 e7 e8");
    both("fh[F?R]", "c5 e5 c6 c7 c8 e6 e7 e8 b5 a5 f5 g5 h5");
    both("[D?B]", "d6 e7 f8 c7 b8 f4 g5 h6 g3 h2 d2 e1 c1 b4 a5 a3");
    both("[N-B]", "f7 g8 g6 h7 g2 h1 f1 b1 a2 a6 b7 a8");
    both("[F-B]", "a1 g1 b2 f2 b6 f6 a7 g7 h8");
    both("[fW-sR2]", "b5 c5 e5 f5");
}

#[test]
fn black_is_turned_round() {
    shows_for(
        "rfN",
        Side::Black,
        ".....
         ..@..
         .....
         .+...
         .....",
    );
    shows_for(
        "flB",
        Side::Black,
        ".....
         ..@..
         ...+.
         ....+
         .....",
    );
    shows_for(
        "[fW?frB]",
        Side::Black,
        ".....
         ..@..
         ..+..
         .+...
         +....",
    );
}
