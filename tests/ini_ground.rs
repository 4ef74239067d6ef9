//! What is wrong with the keys about banks, seats, coronations and castlings of two pieces is said in its place.

use aanca::variant::{Diagnostic, Registry, Severity};

const BANKS: &str = "banks = *1 *2 *3 *4 | *5 *6 *7 *8\n";

fn problems(lines: &str) -> Vec<Diagnostic> {
    Registry::builtin().check("test.ini", &format!("[x:chess]\n{lines}\n"))
}

/// Asserts that a child of chess with these lines has exactly one problem, in line 2, with these words.
fn problem(severity: Severity, lines: &str, words: &[&str]) {
    let found = problems(lines);
    let [problem] = found.as_slice() else {
        panic!("{lines:?}: {found:#?}")
    };
    assert_eq!((problem.severity, problem.line), (severity, 2), "{lines:?}: {problem}");
    for word in words {
        assert!(
            problem.message.contains(word),
            "{lines:?}: {problem} does not say {word:?}"
        );
    }
}

fn error(lines: &str, words: &[&str]) {
    problem(Severity::Error, lines, words);
}

#[test]
fn regions_and_steps() {
    error("banks = a1-h4 | h4-h8", &["h4-h8", "shares squares with region 1"]);
    error("banks = a1-h4 |", &["names no squares"]);
    error("banks = a1-z4", &["z4", "names no squares"]);
    error("barredSteps = g6", &["\"g6\"", "g6f7"]);
    error("barredSteps = g6g6", &["\"g6g6\""]);
    error("barredSteps = g6f9", &["f9 is not on the 8x8 board"]);
    error("barredStepTypes = bx", &["\"x\""]);
    problem(
        Severity::Warning,
        "banks = a1-h4 a5-i8",
        &["i8 is not on the 8x8 board"],
    );
}

#[test]
fn what_needs_something_else() {
    for key in [
        "crossingPromotionTypes",
        "crossingBarredTypes",
        "rivalTypes",
        "presenceTypes",
    ] {
        error(&format!("{key} = p"), &["banks"]);
    }
    error("restTypes = r", &["seats"]);
    error("presenceBanks = own\npresenceTypes = q\nbanks = **", &["seats"]);
    error("coronation = b:n", &["coronationTypes"]);
    error("coronation = b:k\ncoronationTypes = nr", &["royals = gained"]);
    error(
        "coronation = k:q\ncoronationTypes = nb\nroyals = gained",
        &["cannot be crowned"],
    );
    error("coronation = b:q r:q\ncoronationTypes = np", &["one pair too many"]);
    problem(Severity::Warning, "dropOutPromotion = p:q", &["nobody can drop out"]);
    assert_eq!(problems("royals = gained\ncoronation = b:k\ncoronationTypes = nr"), []);
}

#[test]
fn idle_keys() {
    let warning = |lines: &str, words: &[&str]| problem(Severity::Warning, lines, words);
    warning("gateSide = a*", &["gateRegion"]);
    warning("gateRegion = a*", &["gateSide"]);
    warning("crossingSteps = d4e5", &["crossingBarredTypes"]);
    let banks = format!("crossingBarredTypes = q\n{BANKS}");
    warning(
        &format!("crossingSteps = d4e5 c3c4\n{banks}"),
        &["c3c4 stays on one bank"],
    );
    warning("coronationTypes = bn", &["crown nobody"]);
    warning("presenceBanks = own", &["presenceTypes"]);
    warning("lossSetTypes = qw\nwazir = w", &["without W"]);
}

/// Promotion by crossing needs no other key to say that the type promotes; the royal piece never does.
#[test]
fn who_promotes_by_crossing() {
    let mut registry = Registry::builtin();
    let text = format!("[x:chess]\n{BANKS}crossingPromotionTypes = *\npromotionPieceTypes = r\n");
    assert_eq!(registry.load_text("test.ini", &text), []);
    let game = registry.get("x").unwrap();
    let crossing = game.promotions.iter().filter(|p| p.by_crossing);
    let letters: String = crossing.map(|p| game.pieces[p.kind.index()].letter).collect();
    assert_eq!(letters, "PNBRQ");
}

#[test]
fn seats() {
    let seats = |text: &str, words: &[&str]| error(&format!("seats = {text}\n{BANKS}"), words);
    seats("W1", &["1 seats", "2 or 4"]);
    seats("w1 b1", &["alternate"]);
    seats("W1 b3", &["seat b is on bank 3", "has 2"]);
    seats("W1 W2", &["given twice"]);
    seats("W b", &["\"W\"", "S1"]);
    seats("W1 b+2", &["b+2"]);
    seats("W1 b2 -", &["\"-\""]);
    let lines = format!("dropOutPromotion = p:k\nseats = W1 b2\n{BANKS}");
    error(&lines, &["royal"]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(problems(&format!("seats = W1 b2\n{BANKS}startFen = {fen} W - -")), []);
}

#[test]
fn castlings_of_two_pieces() {
    error("pairCastling = A", &["\"A\"", "A:Kc1d1,Ra1e1"]);
    error("pairCastling = A:Ke1g1", &["A:Ke1g1"]);
    error("pairCastling = A:Ke1g1,Xh1f1", &["\"X\""]);
    error("pairCastling = A:Ke1g1,Rh1g1", &["same square"]);
    error("pairCastling = A:Ke1g1,Rh1f1 A:Ke1c1,Ra1d1", &["given twice"]);
    error("pairCastling = A:Ke1g9,Rh1f1", &["g9 is not on the 8x8 board"]);
}
