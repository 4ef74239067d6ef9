//! Reading games from ini texts: what is right gives the right game, what is wrong is said.

use aanca::{
    board::Bitboard,
    variant::{Registry, Severity, Variant},
};

fn builtin(name: &str) -> Variant {
    Registry::builtin().get(name).unwrap().clone()
}

#[test]
fn everything_built_in_is_good() {
    let problems = Registry::empty().load_text("variants.ini", include_str!("../variants.ini"));
    assert!(
        problems.is_empty(),
        "{}",
        problems.iter().map(|p| format!("{p}\n")).collect::<String>()
    );
    let registry = Registry::builtin();
    for name in ["chess", "royalbishop", "capablanca", "schoolbook"] {
        assert!(registry.get(name).is_some(), "{name}");
    }
    assert_eq!(registry.get("Standard").map(|v| v.name.as_str()), Some("chess"));
    // The shipped file checks clean against the built-in games too: every game is known, with the same rules.
    assert!(
        registry
            .check("x", include_str!("../variants.ini"))
            .iter()
            .all(|d| d.severity == Severity::Note)
    );
}

#[test]
fn schoolbook_is_read() {
    let game = builtin("schoolbook");
    assert_eq!((game.shape.files(), game.shape.ranks()), (10, 8));
    let letters: String = game.pieces.iter().map(|piece| piece.letter).collect();
    assert_eq!(letters, "PNBRQAMK");
    let marshall = &game.pieces[6];
    assert_eq!(
        (marshall.betza.as_str(), marshall.aliases.as_slice()),
        ("RN", ['C'].as_slice())
    );
    assert!(game.castling.flexible && game.castling.enabled);
    assert_eq!(game.promotions.len(), 1);
    let promotion = &game.promotions[0];
    let choices: String = promotion.choices[0]
        .iter()
        .map(|kind| game.pieces[kind.index()].letter)
        .collect();
    assert_eq!(choices, "QMARBN");
    assert_eq!(promotion.zone[0], game.shape.rank_set(7));
    assert_eq!(promotion.zone[1], game.shape.rank_set(0));
    assert!(game.draws.n_move_types[0].has(promotion.kind) && game.pieces[promotion.kind.index()].is_pawn);
    assert!(game.pawns.en_passant_region[0] == game.shape.on_board() && game.pawns.triple_step_region[0].is_empty());
}
