//! Reading games from ini texts: what is right gives the right game, what is wrong is said.

use aanca::{
    board::Bitboard,
    variant::{Registry, Severity, Variant, Verdict},
};

fn builtin(name: &str) -> Variant {
    Registry::builtin().get(name).expect("a built-in variant").clone()
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

/// The start positions as other programs have them, and the letters of what a pawn may become.
const GAMES: &[(&str, &str, &str)] = &[
    (
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bnqr",
    ),
    (
        "fischerandom",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bnqr",
    ),
    (
        "royalbishop",
        "rnakqanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKQANR w - - 0 1",
        "anqr",
    ),
    (
        "knightmate",
        "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
        "bmqr",
    ),
    (
        "berolina",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bnqr",
    ),
    (
        "almost",
        "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1",
        "bcnr",
    ),
    (
        "amazon",
        "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1",
        "abnr",
    ),
    (
        "nightrider",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bnqr",
    ),
    ("shatranj", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", "q"),
    (
        "capablanca",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "caparandom",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "gothic",
        "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "bird",
        "rnbcqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBCQKABNR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "carrera",
        "rcnbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RCNBKQBNAR w - - 0 1",
        "abcnqr",
    ),
    (
        "moderncarrera",
        "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "embassy",
        "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "janus",
        "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
        "bjnqr",
    ),
    (
        "schoolbook",
        "rqnbakbnmr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNMR w KQkq - 0 1",
        "abmnqr",
    ),
    (
        "schoolbook2",
        "rqnbakbnmr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNMR w KQkq - 0 1",
        "abmnqr",
    ),
    (
        "grotesque",
        "rbqnkcnabr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKCNABR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "ladorean",
        "rbqnkancbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKANCBR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "univers",
        "rbncqkanbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBNCQKANBR w KQkq - 0 1",
        "abcnqr",
    ),
    (
        "gustav3",
        "arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/*PPPPPPPP*/ARNBQKBNRA w KQkq - 0 1",
        "abnqr",
    ),
    (
        "chancellor",
        "rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1",
        "bcnqr",
    ),
    (
        "modern",
        "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1",
        "bmnqr",
    ),
    (
        "grand",
        "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
        "abcnqr",
    ),
    (
        "courier",
        "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1",
        "f",
    ),
    ("isis", "mbqkbm/pppppp/6/6/6/6/PPPPPP/MBQKBM w - - 0 1", "w"),
    (
        "isis-deans",
        "mbqkbm/pdppdp/1p2p1/6/6/1P2P1/PDPPDP/MBQKBM w - - 0 1",
        "w",
    ),
    (
        "isis-deans-2",
        "mbqkbm/1d2d1/pppppp/6/6/PPPPPP/1D2D1/MBQKBM w - - 0 1",
        "w",
    ),
    (
        "cam",
        "mfqkfm****/pppppp****/9b/9b/9B/9B/PPPPPP****/MFQKFM**** w - - 0 1",
        "w",
    ),
    (
        "cam-deans",
        "mfqkfm****/pppppp****/8db/8db/8DB/8DB/PPPPPP****/MFQKFM**** w - - 0 1",
        "w",
    ),
    ("wey", "mbqrRBCM/ppppPPPP/8/8/8/8/PPPPpppp/MBQRrbcm w - - 0 1", "w"),
    (
        "wey-deans",
        "mbqrRBCM/pdwpPDWP/1pp2PP1/8/8/1PP2pp1/PDWPpdwp/MBQRrbcm w - - 0 1",
        "w",
    ),
    (
        "greatstour",
        "mmeqbbBBCCOO/ppppppPPPPPP/12/12/12/12/PPPPPPpppppp/MMEQBBbbccoo w ABIabi - 0 1",
        "l",
    ),
    (
        "greatstour-deans",
        "mmeqbbBBCCOO/ppppddDDPPPP/4ppPP4/12/12/4PPpp4/PPPPDDddpppp/MMEQBBbbccoo w ABIabi - 0 1",
        "l",
    ),
    (
        "coblache",
        "mfbqcbfm**/pppppppp**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**8/**8/**PPPPPPPP/**MFBQCBFM w - - 0 1",
        "w",
    ),
    (
        "coblache-deans",
        "mdbqcbdm**/pppppppp**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**8/**8/**PPPPPPPP/**MDBQCBDM w - - 0 1",
        "w",
    ),
    (
        "avon",
        "mccmMQSM/nbbnABBY/ppppPPPP/8/8/8/8/PPPPpppp/NBBNabby/MCCMmqsm w - - 0 1 S - -",
        "w",
    ),
    (
        "avon-deans",
        "mccmMQSM/dbbdABBY/ppppPPPP/8/8/8/8/PPPPpppp/DBBDabby/MCCMmqsm w - - 0 1 S - -",
        "w",
    ),
    (
        "irwell",
        "cmMCCMmc/tr1TTR1t/ppPPPPpp/8/8/8/8/PPppppPP/Q2mq2M/MBbsmbBS w - - 0 1 S - -",
        "t",
    ),
    (
        "irwell-deans",
        "cmMCCMmc/tr1TTR1t/ppPPPPpp/8/8/8/8/PPppppPP/QDdmqdDM/MBbsmbBS w - - 0 1 S - -",
        "t",
    ),
    (
        "aire",
        "mqm**MSM/cbb**BBC/ppppPPPP/8/8/8/8/PPPPpppp/CBB**bbc/MQM**msm w - - 0 1 S - -",
        "t",
    ),
    (
        "aire-deans",
        "mqm**MSM/cbb**BBC/pddpPDDP/8/8/8/8/PDDPpddp/CBB**bbc/MQM**msm w - - 0 1 S - -",
        "t",
    ),
];

#[test]
fn start_positions_and_promotions() {
    let registry = Registry::builtin();
    let names: Vec<&str> = GAMES.iter().map(|game| game.0).collect();
    for name in registry.names() {
        assert!(names.contains(&name), "{name} is not tested here");
    }
    for &(name, fen, choices) in GAMES {
        let game = registry.get(name).unwrap();
        assert_eq!(game.start_fen, fen, "{name}");
        assert!(!game.description.is_empty(), "{name}");
        let promotion = &game.promotions[0];
        let others = game.promotions.len() - 1;
        assert_eq!(
            others,
            usize::from(name.starts_with("aire")),
            "{name}: {:?}",
            game.promotions
        );
        for side in 0..2 {
            let kinds = promotion.choices[side].iter();
            let mut letters: Vec<char> = kinds
                .map(|kind| game.pieces[kind.index()].letter.to_ascii_lowercase())
                .collect();
            letters.sort_unstable();
            assert_eq!(letters.iter().collect::<String>(), choices, "{name}");
            assert!(game.draws.n_move_types[side].has(promotion.kind), "{name}");
            if promotion.by_crossing {
                assert!(promotion.mandatory && !game.ground.banks.is_empty(), "{name}");
                continue;
            }
            // Where pawns must promote, they do so on the last rank.
            let last = if side == 0 { game.shape.ranks() as i32 - 1 } else { 0 };
            assert_eq!(
                promotion.zone[side] & game.shape.rank_set(last),
                game.shape.rank_set(last),
                "{name}"
            );
            assert_eq!(
                promotion.mandatory,
                promotion.zone[side] == game.shape.rank_set(last),
                "{name}"
            );
            assert!(game.pawns.en_passant_types[side].has(promotion.kind), "{name}");
        }
    }
}

#[test]
fn castling_squares() {
    // The king's files by castling, as published for each game.
    let games = [
        ("chess", "g", "c"),
        ("capablanca", "i", "c"),
        ("gothic", "i", "c"),
        ("janus", "i", "b"),
        ("embassy", "h", "b"),
        ("gustav3", "h", "d"),
        ("modern", "g", "c"),
        ("schoolbook2", "i", "c"),
    ];
    let files = |files: &[u8]| files.iter().map(|&file| (b'a' + file) as char).collect::<String>();
    for (name, king_side, queen_side) in games {
        let castling = builtin(name).castling;
        assert!(castling.enabled && !castling.flexible, "{name}");
        assert_eq!(
            (files(&castling.king_side_files), files(&castling.queen_side_files)),
            (king_side.into(), queen_side.into())
        );
    }
    for name in ["schoolbook", "grotesque", "ladorean", "univers"] {
        assert!(builtin(name).castling.flexible, "{name}");
    }
    for name in ["carrera", "royalbishop", "shatranj", "grand", "courier"] {
        assert!(!builtin(name).castling.enabled, "{name}");
    }
}

#[test]
fn special_rules() {
    let shatranj = builtin("shatranj");
    let bare = shatranj.endings.extinction.unwrap();
    assert!(bare.all && bare.claim && bare.value == Verdict::Loss && (bare.count, bare.opponent_count) == (1, 2));
    assert_eq!(
        (shatranj.endings.stalemate, shatranj.draws.n_move_rule),
        (Verdict::Loss, 70)
    );
    assert!(!shatranj.pawns.double_step);

    let grand = builtin("grand");
    assert!(grand.immobility_illegal && !grand.promotions[0].mandatory);
    let limit = |letter| {
        let limits = &grand.promotions[0].limits;
        limits
            .iter()
            .find(|(kind, _)| grand.pieces[kind.index()].letter == letter)
            .map(|&(_, limit)| limit)
    };
    assert_eq!(
        ['Q', 'C', 'A', 'R', 'B', 'N', 'P'].map(limit),
        [1, 1, 1, 2, 2, 2, 0].map(|n| (n > 0).then_some(n))
    );
    assert_eq!(grand.promotions[0].zone[1].count(), 30);
    assert_eq!(grand.pawns.double_step_region[1], grand.shape.rank_set(7));

    let gustav = builtin("gustav3");
    assert_eq!(gustav.shape.holes().count(), 12);
    assert_eq!(gustav.shape.parse("a2"), None);
    assert!(gustav.shape.parse("a1").is_some() && gustav.shape.parse("b2").is_some());

    let royal = builtin("royalbishop");
    let king = &royal.pieces[royal.royal.unwrap().index()];
    assert_eq!((king.letter, king.betza.as_str()), ('K', "B"));
    assert!(builtin("berolina").pieces.iter().all(|piece| !piece.is_pawn));
    assert!(builtin("fischerandom").chess960 && builtin("caparandom").chess960);
}
