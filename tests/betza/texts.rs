//! Reading and printing: what is refused and where, round trips, and that no text does harm.

use crate::common::{board, fairy};
use aanca::board::{Bitboard, Shape, Side, Square, U256};
use aanca::pieces::betza::{BetzaErrorKind, Dialect, MAX_TEXT, parse};
use aanca::pieces::paths::{Ends, MAX_PATHS, Path, paths};
use proptest::prelude::*;

#[track_caller]
fn refused(text: &str, kind: BetzaErrorKind, at: usize, words: &str) {
    for dialect in [Dialect::Fairy, Dialect::XBoard] {
        let error = parse(text, dialect).expect_err(text);
        assert_eq!((error.kind, error.at), (kind, at), "{error}");
        assert!(error.message.contains(words), "{error}");
        assert_eq!(error.text, text);
        let shown = error.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 3, "{shown}");
        assert_eq!(lines[1].trim_start_matches("  "), text);
        assert_eq!(lines[2].chars().count(), at + 3, "{shown}");
        assert!(lines[2].ends_with('^'), "{shown}");
    }
}

#[test]
fn malformed_texts() {
    use BetzaErrorKind::Malformed;
    refused("fm", Malformed, 2, "ends where an atom");
    refused("FyafkF", Malformed, 4, "unknown modifier \"k\"");
    refused("WE", Malformed, 1, "unknown \"E\"");
    refused("W é", Malformed, 1, "unknown \" \"");
    refused("Né", Malformed, 1, "unknown");
    refused("mmW", Malformed, 1, "written twice");
    refused("WhN", Malformed, 1, "half");
    refused("hrW", Malformed, 0, "oblique");
    refused("njN", Malformed, 1, "contradict");
    refused("qzN", Malformed, 1, "contradict");
    refused("pgR", Malformed, 1, "one");
    refused("pnR", Malformed, 1, "does not go with");
    refused("jW", Malformed, 0, "neighbour");
    refused("yR", Malformed, 0, "a must follow");
    refused("W(1,16)", Malformed, 4, "the most here is 15");
    refused("(1,2", Malformed, 4, "expected \")\"");
    refused("(1 2)", Malformed, 2, "expected \",\"");
    refused("(0,0)", Malformed, 0, "nowhere");
    refused("R256", Malformed, 1, "too large");
    refused("R99999999999999999999", Malformed, 1, "too large");
    refused("B[3-2]", Malformed, 1, "at least 1");
    refused("B[0-2]", Malformed, 1, "at least 1");
    refused("B[2]", Malformed, 3, "expected \"-\"");
    refused("RX", Malformed, 1, "leaper");
    refused("KX", Malformed, 1, "leaper");
    refused("fU", Malformed, 0, "everywhere");
    refused("[F?R", Malformed, 0, "never closed");
    refused("[F?", Malformed, 0, "never closed");
    refused("[F]", Malformed, 0, "two legs");
    refused("[FR]", Malformed, 2, "expected -");
    refused("[F?sR]", Malformed, 3, "does not go that way");
    refused("[R-fsR]", Malformed, 3, "does not go that way");
    refused("mtaR", Malformed, 1, "hop");
    refused("mgaR", Malformed, 1, "mp or yg");
    refused(&"a".repeat(40), Malformed, 15, "legs");
}

#[test]
fn texts_without_moves_so_far() {
    use BetzaErrorKind::NotGenerated;
    refused("KisO2", NotGenerated, 3, "castling");
    refused("N@8", NotGenerated, 1, "drops");
    refused("KNADcaK", NotGenerated, 4, "capture on the way");
    refused("fcafmF", NotGenerated, 1, "capture on the way");
    refused("daK", NotGenerated, 0, "capture on the way");
    refused("oR", NotGenerated, 0, "cylinder");
    refused("tK", NotGenerated, 0, "may not capture a king");
    refused("ppR", NotGenerated, 1, "any number of pieces");
    refused("jjH", NotGenerated, 1, "any number of pieces");
    refused("jNN", NotGenerated, 0, "rider");
    refused("qpN", NotGenerated, 1, "together");
    refused("qafN", NotGenerated, 0, "first of several");
    refused("(W-F)0", NotGenerated, 0, "parentheses");
    refused("[W-F]0", NotGenerated, 5, "repeated group");
    refused("[cF-mF]", NotGenerated, 1, "capture on the way");
    refused("[cF?R]", NotGenerated, 1, "?");
    refused("[W-[F-R]]", NotGenerated, 3, "brackets within brackets");
    refused("[faW-F]", NotGenerated, 2, "within brackets");
    refused("[N-sR]", NotGenerated, 3, "oblique");
    refused("uN", NotGenerated, 0, "unloading");
    refused("p[F?R]", NotGenerated, 0, "before a bracket");
}

#[test]
fn too_many_paths() {
    use BetzaErrorKind::TooLarge;
    refused("masasasR", TooLarge, 0, "4096 paths");
    refused(
        "NmasmasmasmasmasmasmasmasmasmasmasmasmasmasmasQ",
        TooLarge,
        1,
        "4096 paths",
    );
    refused(&format!("{}K", "a".repeat(15)), TooLarge, 0, "4096 paths");
    refused(&"W".repeat(MAX_TEXT + 1), TooLarge, MAX_TEXT, "characters");
    // Many ways, but few places and no conditions: nothing to refuse.
    let shape = Shape::new(16, 16).unwrap();
    let relays = format!("{}K", "mpa".repeat(3));
    assert_eq!(paths(&fairy(&relays), Side::White, Square(136), shape).len(), 9 * 9 - 1);
    let everywhere = "U".repeat(20);
    assert_eq!(paths(&fairy(&everywhere), Side::White, Square(0), shape).len(), 255);
}

#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("fmWfceF", "fmWfceF"),
        ("mfWcfF", "fmWfcF"),
        ("mfFcfeWimfnA", "fmFfceWifmnA"),
        ("W0F0", "RB"),
        ("WWFFKK", "RBQ"),
        ("NN", "N0"),
        ("W4R4", "R4R4"),
        ("LJ", "CZ"),
        ("(3,2)(2,1)3(5,0)0", "ZN3(0,5)0"),
        ("N1N", "N1N"),
        ("CL", "C1C"),
        ("W0R", "R0R"),
        ("yafFnD", "yafFnD"),
        ("t[FR]", "[F?R]"),
        ("v[F?fsR]", "v[F?fsR]"),
        ("ffrrN", "ffrN"),
        ("B[2-0]", "B[2-0]"),
        ("gQmRcpR", "gQmRcpR"),
        ("WX", "(0,4)"),
        ("", ""),
    ] {
        let movement = fairy(text);
        let printed = movement.to_string();
        assert_eq!(printed, canonical);
        assert_eq!(
            parse(&printed, Dialect::XBoard).unwrap(),
            fairy(&printed),
            "{text} as {printed}"
        );
        same_paths(text, &printed);
    }
}

/// The paths of two texts, atoms aside, are the same from every square.
#[track_caller]
fn same_paths(text: &str, other: &str) {
    let key = |path: &Path| (path.to, path.empty.0, path.occupied.0, path.friends.0, path.ends.0);
    let (one, two) = (fairy(text), fairy(other));
    for from in board().on_board().squares() {
        let mut all = [&one, &two].map(|m| paths(m, Side::White, from, board()).iter().map(key).collect::<Vec<_>>());
        all.iter_mut().for_each(|list| list.sort());
        assert_eq!(all[0], all[1], "{text} and {other}");
    }
}

#[test]
fn other_spellings_of_the_same_paths() {
    for (text, other) in [
        ("Q", "RB"),
        ("K", "WF"),
        ("gQ", "gafQ"),
        ("pR", "pafR"),
        ("nN", "afsW"),
        ("nZ", "mafsmafW"),
        ("nA", "[F-F]"),
        ("nD", "[W-W]"),
        ("FyafsF", "[F?R]"),
        ("WyafsW", "[W?B]"),
        ("yafF", "[F-B]"),
        ("yafF", "B[2-0]"),
        ("pR", "[pR-R]"),
        ("gQ", "[pQ-K]"),
        ("masR", "[R-sR]"),
        ("fsW", "fWsW"),
        ("vlF", "lF"),
        ("qN1", "N"),
        ("zB1", "F"),
        ("pafsR", "[pR-B]"),
    ] {
        same_paths(text, other);
    }
}

#[test]
fn ends_and_conditions_of_paths() {
    let d4 = board().parse("d4").unwrap();
    let set = |names: &[&str]| {
        names
            .iter()
            .fold(U256::EMPTY, |set, n| set | U256::of(board().parse(n).unwrap()))
    };
    let of = |text: &str| paths(&fairy(text), Side::White, d4, board());
    let path = |to: &str, ends: Ends, atom: u16| Path {
        to: board().parse(to).unwrap(),
        empty: U256::EMPTY,
        occupied: U256::EMPTY,
        friends: U256::EMPTY,
        enemies: U256::EMPTY,
        ends,
        atom,
    };
    let pawn = of("fmWfceFifmnD");
    assert_eq!(pawn.len(), 4);
    assert!(pawn.contains(&path("d5", Ends::QUIET, 0)));
    assert!(pawn.contains(&path("c5", Ends::CAPTURE | Ends::EN_PASSANT, 1)));
    assert!(pawn.contains(&path("e5", Ends::CAPTURE | Ends::EN_PASSANT, 1)));
    let double = path("d6", Ends::QUIET | Ends::INITIAL, 2);
    assert!(pawn.contains(&Path {
        empty: set(&["d5"]),
        ..double
    }));
    assert!(fairy("fmWfceF").has_en_passant() && !fairy("fmWfcF").has_en_passant());
    assert!(fairy("fmWifmnD").has_initial() && !fairy("fmW").has_initial());
    assert_eq!(
        fairy("fmWfceF").atoms().iter().map(|a| a.text()).collect::<Vec<_>>(),
        ["fmW", "fceF"]
    );

    assert_eq!(of("frdF"), [path("e5", Ends::FRIEND, 0)]);
    assert_eq!(of("ffeN").len(), 2);
    assert_eq!(of("ffeN")[0].ends, Ends::EN_PASSANT);
    let slide = of("lR3");
    assert_eq!(slide.len(), 3);
    let both = Ends::QUIET | Ends::CAPTURE;
    assert_eq!(
        slide[2],
        Path {
            empty: set(&["b4", "c4"]),
            ..path("a4", both, 0)
        }
    );
    let hop = of("fcpR3");
    assert!(hop.contains(&Path {
        occupied: set(&["d5"]),
        empty: set(&["d6"]),
        ..path("d7", Ends::CAPTURE, 0)
    }));
    assert!(hop.contains(&Path {
        occupied: set(&["d6"]),
        empty: set(&["d5"]),
        ..path("d7", Ends::CAPTURE, 0)
    }));
    assert_eq!(hop.len(), 3);
    assert_eq!(
        of("ftpR2"),
        [Path {
            friends: set(&["d5"]),
            ..path("d6", both, 0)
        }]
    );
    // A rook's paths are not listed again for the wazir's part.
    assert_eq!(of("RW").len(), of("R").len());
    // Through its own start square, which it has left: one step up, two down.
    assert_eq!(
        of("[fW-bR2]"),
        [Path {
            empty: set(&["d5"]),
            ..path("d3", both, 0)
        }]
    );
    // Two steps to and one back: the square was empty on the way, so that nothing can be captured there.
    assert_eq!(
        of("[fR2-bW]").last(),
        Some(&Path {
            empty: set(&["d6"]),
            ..path("d5", Ends::QUIET, 0)
        })
    );
}

/// Text from the letters of the notation, more often sensible than not.
fn betza_like() -> impl Strategy<Value = String> {
    let modifiers = "([fblrvshmcdeipgtnjyqzo]{0,3}(a[fblrsmpgyzq]{0,3}){0,2})";
    let ride = "([WFDNAHCLZJGKRBQU]([0-9]{0,1}|[XY])|\\([0-4],[0-4]\\)[0-3]?|NN|\\[[1-3]-[0-5]\\])";
    let group = format!("([fvsi]?\\[[mfbs]{{0,1}}{ride}[?-][pfbs]{{0,2}}{ride}\\])");
    let text = format!("({modifiers}{ride}|{group}){{0,4}}");
    proptest::string::string_regex(&text).unwrap()
}

fn harmless(text: &str) {
    for dialect in [Dialect::Fairy, Dialect::XBoard] {
        match parse(text, dialect) {
            Err(error) => {
                assert!(error.at <= error.text.chars().count());
                assert!(!error.to_string().is_empty());
            }
            Ok(movement) => {
                let printed = movement.to_string();
                let again = fairy(&printed);
                let shape = Shape::new(10, 9)
                    .unwrap()
                    .with_holes(U256::of(Square(33)) | U256::of(Square(57)));
                for (side, from) in [(Side::White, 44), (Side::Black, 3), (Side::White, 33)] {
                    let all = paths(&movement, side, Square(from), shape);
                    assert!(all.len() <= MAX_PATHS);
                    assert_eq!(all, paths(&again, side, Square(from), shape), "{text} as {printed}");
                    for path in &all {
                        let whole = path.empty | path.occupied | path.friends | path.enemies | U256::of(path.to);
                        assert!((whole & !shape.on_board()).is_empty(), "{text}");
                        assert!(path.to != Square(from) && !whole.has(Square(from)), "{text}");
                        assert!((path.empty & (path.occupied | path.friends)).is_empty(), "{text}");
                        assert!(!(path.empty | path.occupied | path.friends).has(path.to), "{text}");
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn betza_like_texts_are_harmless_and_printable(text in betza_like()) {
        harmless(&text);
    }

    #[test]
    fn any_text_is_harmless(text in "\\PC{0,40}") {
        harmless(&text);
    }

    #[test]
    fn any_letters_are_harmless(text in "[a-zA-Z0-9\\[\\]?(),@-]{0,14}") {
        harmless(&text);
    }
}
