//! Betza notation: hand-written targets of every common piece, refusals, and the printer.

use aanca::board::{Bitboard, Shape, Side, U256};
use aanca::pieces::betza::{Dialect, Movement, parse};
use aanca::pieces::paths::{Ends, paths};
use aanca::pieces::walk::walk;

fn fairy(text: &str) -> Movement {
    parse(text, Dialect::Fairy).unwrap_or_else(|error| panic!("{error}"))
}

fn board() -> Shape {
    Shape::new(8, 8).unwrap()
}

/// The named squares in the order of their numbers.
fn sorted(squares: &str) -> String {
    let set = squares
        .split_whitespace()
        .fold(U256::EMPTY, |set, name| set | U256::of(board().parse(name).unwrap()));
    names(board(), set)
}

fn names(shape: Shape, set: U256) -> String {
    set.squares()
        .map(|square| shape.name(square))
        .collect::<Vec<_>>()
        .join(" ")
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
