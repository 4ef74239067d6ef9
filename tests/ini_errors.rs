//! What is wrong in an ini text is found, said in its place, and never a reason to stop or to panic.

use aanca::{
    board::SplitMix64,
    variant::{Diagnostic, Registry, Severity},
};
use std::time::{Duration, Instant};

fn problems(text: &str) -> Vec<Diagnostic> {
    Registry::builtin().check("test.ini", text)
}

/// Asserts that `text` has exactly one problem, in this line, with these words.
fn one(severity: Severity, line: usize, words: &[&str], text: &str) {
    let found = problems(text);
    let [problem] = found.as_slice() else {
        panic!("{text:?}: {found:#?}")
    };
    assert_eq!(
        (problem.severity, problem.line),
        (severity, line),
        "{text:?}: {problem}"
    );
    for word in words {
        assert!(
            problem.to_string().contains(word),
            "{text:?}: {problem} does not say {word:?}"
        );
    }
}

fn error(line: usize, words: &[&str], text: &str) {
    one(Severity::Error, line, words, text);
    // What has an error is not loaded.
    let mut registry = Registry::builtin();
    let before: Vec<String> = registry.names().map(str::to_string).collect();
    registry.load_text("test.ini", text);
    assert!(registry.names().eq(before), "{text:?} was loaded");
}

fn warning(line: usize, words: &[&str], text: &str) {
    one(Severity::Warning, line, words, text);
    let mut registry = Registry::builtin();
    let before = registry.names().count();
    registry.load_text("test.ini", text);
    assert_eq!(registry.names().count(), before + 1, "{text:?} was not loaded");
}

/// Asserts that `text` as a whole has exactly one problem, a warning.
fn warning_only(words: &[&str], text: &str) {
    one(Severity::Warning, 0, words, text);
    assert!(problems(text)[0].to_string().starts_with("test.ini: warning: "));
}

#[test]
fn keys_and_values() {
    error(
        2,
        &["test.ini:2", "[x]", "maxRnak", "did you mean maxRank"],
        "[x:chess]\nmaxRnak = 8\n",
    );
    error(
        2,
        &["castlingrank", "did you mean castlingRank"],
        "[x:chess]\ncastlingrank = 1\n",
    );
    error(
        2,
        &["mobilityRegionWhiteKnihgt", "did you mean mobilityRegionWhiteKnight"],
        "[x:chess]\nmobilityRegionWhiteKnihgt = *1\n",
    );
    error(2, &["no such key"], "[x:chess]\nfrobnicate = 1\n");
    error(
        2,
        &["customPiece61", "customPiece1 to customPiece60"],
        "[x:chess]\ncustomPiece61 = x:N\n",
    );
    error(
        3,
        &["doubleStep", "yes", "true"],
        "# remark\n[x:chess]\ndoubleStep = yes\n",
    );
    error(
        2,
        &["nMoveRule", "fifty", "0 to 1000"],
        "[x:chess]\nnMoveRule = fifty\n",
    );
    error(2, &["castlingRank", "17", "1 to 16"], "[x:chess]\ncastlingRank = 17\n");
    error(2, &["castlingKingFile", "z"], "[x:chess]\ncastlingKingFile = z\n");
    error(
        2,
        &["stalemateValue", "lost", "win, loss, draw or none"],
        "[x:chess]\nstalemateValue = lost\n",
    );
    error(
        2,
        &["promotionPieceTypes", "\"x\"", "pnbrqk"],
        "[x:chess]\npromotionPieceTypes = qx\n",
    );
    error(2, &["castlingKingPiece", "kq"], "[x:chess]\ncastlingKingPiece = kq\n");
    error(2, &["flagRegion", "z9"], "[x:chess]\nflagRegion = d4 z9\n");
    error(
        2,
        &["promotionLimit", "q1", "letter:number"],
        "[x:chess]\npromotionLimit = q1\n",
    );
    error(
        2,
        &["startNumbering", "shuffle", "capablancaRandom"],
        "[x:chess]\nstartNumbering = shuffle\n",
    );
    error(2, &["pieceAliases", "7"], "[x:chess]\npieceAliases = q:7\n");
    warning(2, &["flagRegion", "j4", "8x8"], "[x:chess]\nflagRegion = d4 j4\n");
    warning(
        3,
        &["line 2", "nMoveRule"],
        "[x:chess]\nnMoveRule = 40\nnMoveRule = 60\n",
    );
}

#[test]
fn rules_that_are_not_known() {
    error(2, &["pieceDrops", "not implemented"], "[x:chess]\npieceDrops = true\n");
    error(
        2,
        &["wallingRule", "duck", "not implemented"],
        "[x:chess]\nwallingRule = duck\n",
    );
    assert!(problems("[x:chess]\npieceDrops = false\nwallingRule = none\nconnectN = 0\n").is_empty());
}

#[test]
fn old_spellings() {
    warning(
        2,
        &["out of date", "castlingRookPieces"],
        "[x:chess]\ncastlingRookPiece = q\n",
    );
    let mut registry = Registry::builtin();
    let text = "[x:chess]\nmaxRank = 10\nstartFen = 4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1\n\
        promotionRank = 8\ndoubleStepRank = 3\ndoubleStepRankMin = 2\nwhiteFlag = e10\n";
    let found = registry.load_text("test.ini", text);
    assert!(
        found.len() == 4 && found.iter().all(|d| d.severity == Severity::Warning),
        "{found:#?}"
    );
    let game = registry.get("x").unwrap();
    let ranks = |from: i32, to: i32| game.shape.set(|_, rank| (from..=to).contains(&(rank + 1)));
    assert_eq!(game.promotions[0].zone, [ranks(8, 10), ranks(1, 3)]);
    assert_eq!(game.pawns.double_step_region, [ranks(2, 3), ranks(8, 9)]);
    assert_eq!(
        game.endings.flag.as_ref().unwrap().region[0],
        game.shape.set(|file, rank| (file, rank) == (4, 9))
    );
}

#[test]
fn sections() {
    error(
        1,
        &["no variant \"ches\"", "did you mean chess"],
        "[x:ches]\nqueen = -\n",
    );
    error(
        1,
        &["name is taken"],
        "[Chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    // What else is wrong with a game whose name is taken does not matter.
    error(
        1,
        &["[schoolbook]", "name is taken"],
        "[schoolbook]\nfoo = bar\nmaxRank = 10\n",
    );
    error(1, &["name is taken", "chess"], "[standard:nosuch]\nfoo = bar\n");
    warning_only(&["no games found"], "# nothing\n\n");
    warning_only(&["no games found"], "");
    error(
        2,
        &["synonyms", "standard", "chess"],
        "[x:chess]\nsynonyms = standard\n",
    );
    error(1, &["test.ini:1", "first section"], "x = 1\n");
    error(1, &["does not end"], "[x:chess\nlost = 1\n");
    error(2, &["[x]", "cannot read \"what\""], "[x:chess]\nwhat\n");
    error(1, &["[y]", "loop"], "[y:y]\n");
    let loops = problems("[a:b]\n[b:c]\n[c:a]\n[d:a]\n");
    assert_eq!(loops.iter().map(|d| d.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(loops.iter().any(|d| d.message.contains("loop")), "{loops:#?}");

    // A parent may stand below its child; a child of a bad parent is refused; the others are loaded.
    let mut registry = Registry::builtin();
    let text = "[late:early]\n[early:chess]\nqueen = -\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n[bad:chess]\nx = 1\n[worse:bad]\n";
    let found = registry.load_text("test.ini", text);
    assert_eq!(found.iter().map(|d| d.line).collect::<Vec<_>>(), [6, 7], "{found:#?}");
    assert_eq!(registry.get("LATE").unwrap().pieces.len(), 5);
    assert!(registry.get("early").is_some() && registry.get("bad").is_none() && registry.get("worse").is_none());

    let twice = problems("[x:chess]\n[X:chess]\nqueen = -\n");
    assert!(
        twice
            .iter()
            .any(|d| d.line == 2 && d.message.contains("line 1 already")),
        "{twice:#?}"
    );
    // Without a parent there are no pieces, but everything else is as in chess.
    let mut registry = Registry::empty();
    let text = "[bare]\nking = k\npawn = p\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    assert!(registry.load_text("test.ini", text).is_empty());
    let game = registry.get("bare").unwrap();
    assert_eq!(
        (game.pieces.len(), game.draws.n_move_rule, game.shape.files()),
        (2, 50, 8)
    );
    assert!(game.promotions[0].choices[0].is_empty() && game.pawns.double_step);
}

#[test]
fn pieces() {
    error(
        3,
        &["wazir", "letter \"F\"", "fers's already"],
        "[x:chess]\nfers = f\nwazir = f\n",
    );
    // A letter given anew replaces the inherited piece.
    let mut registry = Registry::builtin();
    assert!(
        registry
            .load_text("test.ini", "[x:chess]\ncustomPiece1 = p:mWfceFifmnD\npawnTypes = p\n")
            .is_empty()
    );
    let game = registry.get("x").unwrap();
    assert!(game.pieces.len() == 6 && game.pieces.iter().all(|piece| !piece.is_pawn));
    error(2, &["pieceAliases", "\"R\"", "rook"], "[x:chess]\npieceAliases = q:r\n");
    error(2, &["customPiece1", "movement"], "[x:chess]\ncustomPiece1 = x\n");
    error(
        2,
        &["archbishop", "own movement", "customPiece"],
        "[x:chess]\narchbishop = a:BNF\n",
    );
    error(2, &["wazir", "\"7\""], "[x:chess]\nwazir = 7\n");
    error(2, &["wazir", "\"ww\""], "[x:chess]\nwazir = ww\n");
    let capitals: Vec<char> = ('\u{c0}'..='\u{17f}')
        .filter(|c| c.is_uppercase() && c.to_lowercase().count() == 1)
        .collect();
    let crowd: String = (0..60)
        .map(|i| format!("customPiece{} = {}:W\n", i + 1, capitals[i]))
        .collect();
    error(1, &["66 piece types", "64"], &format!("[x:chess]\n{crowd}"));
    let twenty: String = crowd.lines().take(20).map(|line| format!("{line}\n")).collect();
    let letters: String = capitals[..17].iter().collect();
    error(
        22,
        &["promotionPieceTypes", "more than 16"],
        &format!("[x:chess]\n{twenty}promotionPieceTypes = {letters}\n"),
    );
    let sixteen: String = capitals[..16].iter().collect();
    assert!(problems(&format!("[x:chess]\n{twenty}promotionPieceTypes = {sixteen}\n")).is_empty());
    error(
        2,
        &["promotionPieceTypes", "royal"],
        "[x:chess]\npromotionPieceTypes = qk\n",
    );
}

#[test]
fn start_positions() {
    error(
        2,
        &["startFen", "7 ranks", "board has 8"],
        "[x:chess]\nstartFen = 4k3/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    error(
        2,
        &["startFen", "\"9\"", "9 squares", "8 files"],
        "[x:chess]\nstartFen = 4k3/9/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    error(
        2,
        &["startFen", "\"x\""],
        "[x:chess]\nstartFen = 4k3/8/xx6/8/8/8/8/4K3 w - - 0 1\n",
    );
    error(
        2,
        &["White has 0 royal"],
        "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/8 w - - 0 1\n",
    );
    error(
        2,
        &["Black has 2 royal"],
        "[x:chess]\nstartFen = 4kk2/8/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    error(
        2,
        &["side to move", "\"x\""],
        "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 x - - 0 1\n",
    );
    error(
        2,
        &["side to move is missing"],
        "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3\n",
    );
    error(
        2,
        &["in hand", "[Q"],
        "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\n",
    );
    error(
        3,
        &["mobility region", "e1"],
        "[x:chess]\nmobilityRegionWhiteKing = d1\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    );
    error(
        2,
        &["castlingKingsideFile", "file i", "8 files"],
        "[x:chess]\ncastlingKingsideFile = i\n",
    );
    // The inherited position does not fit a larger board.
    error(
        1,
        &["[x] startFen", "sets none", "8 ranks", "board has 10"],
        "[x:chess]\nmaxFile = j\nmaxRank = 10\n",
    );
    error(1, &["startFen", "sets none", "8 squares"], "[x:chess]\nmaxFile = e\n");
    error(1, &["startFen", "sets none", "\"r\""], "[x]\nking = k\n");
    error(
        2,
        &["startFen", "\"foo\" has 1 rank,", "board has 8"],
        "[x:chess]\nstartFen = foo\n",
    );
    warning(
        2,
        &["pieceToCharTable", "halves"],
        "[x:chess]\npieceToCharTable = PNBRQKpnbrkq\n",
    );
    warning(
        2,
        &["pieceToCharTable", "no picture for N"],
        "[x:chess]\npieceToCharTable = PBRQKpbrqk\n",
    );
}

#[test]
fn everything_is_listed_at_once() {
    let text = "[x:chess]\nfoo = 1\nmaxRank = 99\nqueen = qq\nnMoveRule = -\nbad line\nstalemateValue = maybe\nmustCapture = true\n\
        [y:nobody]\nfoo = 2\n[z:chess]\n";
    let lines: Vec<usize> = problems(text)
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.line)
        .collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn loading_is_quick() {
    let start = Instant::now();
    let count = Registry::builtin().names().count();
    assert!(
        count > 20 && start.elapsed() < Duration::from_millis(500),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn mutations_never_panic() {
    let shipped = include_str!("../variants.ini");
    let own = "[own:chess]\nmaxRank = 10\nmaxFile = p\npieceAliases = q:x\npromotionRegionWhiteKnight = *8 a* d4\n\
        promotionPieceTypesKnight = *\nmobilityRegionBlackKing = **\npieceValueMg = p:100 n:300\nwallingRule = none\n\
        customPiece60 = é:mNcB\nstartFen = 4k3/16/*15/8 w - - 0 1\n[second:own]\ncastlingKingsideFile = h i\n";
    let sections: Vec<String> = shipped.split("\n[").map(|section| format!("\n[{section}\n")).collect();
    let words = [
        "[",
        "]",
        ":",
        "=",
        "#",
        ";",
        "*",
        "-",
        "\n",
        "é",
        "\u{0}",
        "99999999999",
        "true",
        "k:",
        "[x:own]\n",
        "=\n",
        "*16",
        "p16",
    ];
    let mut random = SplitMix64::new(1);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..10_000 {
        let mut text: Vec<char> = own.chars().collect();
        text.extend(sections[random.below(sections.len() as u64) as usize].chars());
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(4) {
                0 => {
                    text.remove(at);
                }
                1 => {
                    let word = words[random.below(words.len() as u64) as usize];
                    text.splice(at..at, word.chars());
                }
                2 => {
                    let end = (at + random.below(40) as usize).min(text.len());
                    text.drain(at..end);
                }
                _ => {
                    let from = random.below(text.len() as u64) as usize;
                    text[at] = text[from];
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        let mut registry = Registry::empty();
        let found = registry.load_text(
            "mutation",
            &format!("[chess]\npawn = p\nqueen = q\nknight = n\nrook = r\nbishop = b\nking = k\n{text}"),
        );
        let lines = text.lines().count() + 7;
        assert!(
            found
                .iter()
                .all(|d| (1..=lines).contains(&d.line) && !d.message.is_empty()),
            "{text}"
        );
        good += registry.names().count();
        bad += found.len();
    }
    // The mutations are neither harmless nor hopeless.
    assert!(good > 10_000 && bad > 10_000, "{good} {bad}");
}

#[test]
fn movements() {
    error(
        2,
        &["test.ini:2", "customPiece1", "\n  fmWx?F\n      ^"],
        "[x:chess]\ncustomPiece1 = x:fmWx?F\n",
    );
    error(2, &["king", "^"], "[x:chess]\nking = k:B(\n");
    // Other keys are not blamed for a piece whose movement is wrong.
    error(
        2,
        &["customPiece1"],
        "[x:chess]\ncustomPiece1 = x:?\npromotionPieceTypes = xqrbn\nstartFen = 4k3/8/8/8/8/8/X7/4K3 w - - 0 1\n",
    );
    // The dialects disagree on J and L.
    let mut registry = Registry::builtin();
    let text = "[f:chess]\ncustomPiece1 = x:L\ncustomPiece2 = y:J\n[x:chess]\nbetzaDialect = xboard\ncustomPiece1 = x:J\ncustomPiece2 = y:L\n";
    assert!(registry.load_text("test.ini", text).is_empty());
    let (fairy, xboard) = (registry.get("f").unwrap(), registry.get("x").unwrap());
    for i in 6..8 {
        assert_eq!(fairy.pieces[i - 1].movement, xboard.pieces[i - 1].movement);
    }
    assert_ne!(fairy.pieces[5].movement, fairy.pieces[6].movement);
    // "e" in a custom movement is enough for en passant.
    let text = "[ep:chess]\ncustomPiece1 = x:fmWfceF\nenPassantTypes = -\n";
    assert!(registry.load_text("test.ini", text).is_empty());
    let types = registry.get("ep").unwrap().pawns.en_passant_types[0];
    assert_eq!(types.iter().map(|kind| kind.index()).collect::<Vec<_>>(), [5]);
}
