//! Tests of networks: sums along lines against sums anew, files, samples.

use super::{Accumulator, BUCKETS, Blueprint, GameResult, HIDDEN, Line, Misfit, Network, Sample, SamplesHead, bucket};
use crate::{
    board::{Bitboard, Side, SplitMix64, U256},
    eval::{
        Evaluator,
        tests::{for_each_variant, rules},
    },
    movegen,
    position::Position,
    variant::{Registry, Variant, networks, rules::Rules},
};

/// The file of a network with random numbers.
fn random_file(variant: &Variant, seed: u64) -> Vec<u8> {
    let blueprint = Blueprint::new(variant);
    let mut random = SplitMix64::new(seed);
    let mut some =
        |count: usize| -> Vec<f32> { (0..count).map(|_| random.below(2001) as f32 / 4000.0 - 0.25).collect() };
    let (inputs, biases) = (some(blueprint.inputs() * HIDDEN), some(HIDDEN));
    let (outputs, shifts) = (some(2 * BUCKETS * HIDDEN), some(BUCKETS));
    blueprint.encode(&inputs, &biases, &outputs, &shifts)
}

/// Random lines from the start, as a search walks them: forth and back, with evaluations here and there.
fn check_lines<B: Bitboard>(rules: &'static Rules<B>) {
    let network = Network::new(&random_file(&rules.variant, 3), &rules.variant).unwrap();
    let mut random = SplitMix64::new(5);
    let mut position = Position::start(rules).unwrap();
    let most = 24;
    let mut line = Line::new(most, network.sums(&position));
    let (mut ply, mut checked) = (0, 0);
    for _ in 0..300 {
        let mut moves = Vec::new();
        movegen::legal_moves(&position, &mut moves);
        if ply < most && !moves.is_empty() && random.below(5) > 0 {
            let mv = moves[random.below(moves.len() as u64) as usize];
            position.make(mv, line.make(ply));
            ply += 1;
        } else if ply > 0 {
            position.unmake();
            ply -= 1;
        }
        if random.below(3) == 0 {
            let anew = network.sums(&position);
            let sums: &Accumulator = line.sums(&network, &position, ply);
            assert_eq!(*sums, anew, "{} {}", rules.variant.name, position.fen());
            checked += 1;
        }
    }
    assert!(checked > 50);
}

#[test]
fn sums_along_lines_are_those_of_positions() {
    for_each_variant!(check_lines);
}

/// What a network says, worked out from its file with floating-point numbers, one input at a time.
fn plainly<B: Bitboard>(file: &[u8], position: &Position<B>) -> f64 {
    let variant = &position.rules().variant;
    let (blueprint, bytes) = Blueprint::decode(file).unwrap();
    let numbers: Vec<f64> = bytes
        .chunks_exact(2)
        .map(|pair| f64::from(i16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    let places = blueprint.places(variant).unwrap();
    let biases = blueprint.inputs() * HIDDEN;
    let outputs = biases + HIDDEN;
    let shifts = 2 * (outputs + 2 * BUCKETS * HIDDEN);
    let men = position.occupied().count();
    let number = bucket(men, blueprint.men);
    let shift = &bytes[shifts + 4 * number..][..4];
    let mut total = f64::from(i32::from_le_bytes(shift.try_into().unwrap()));
    for (part, whose) in [position.side(), position.side().opponent()].into_iter().enumerate() {
        for unit in 0..HIDDEN {
            let mut sum = numbers[biases + unit];
            for square in position.occupied().squares() {
                let piece = position.piece_on(square);
                let placed = places[piece.kind().index()] << 1 | piece.side().index() as u8;
                let input = blueprint.input(whose, placed, square.0, false);
                sum += numbers[input * HIDDEN + unit];
            }
            let active = sum.clamp(0.0, 255.0);
            total += active * active * numbers[outputs + (2 * number + part) * HIDDEN + unit] / 255.0;
        }
    }
    total * 400.0 / (255.0 * 64.0)
}

fn check_values<B: Bitboard>(rules: &'static Rules<B>) {
    let file = random_file(&rules.variant, 8);
    let network = Network::new(&file, &rules.variant).unwrap();
    let mut random = SplitMix64::new(6);
    let mut position = Position::start(rules).unwrap();
    for _ in 0..30 {
        let value = network.value(&network.sums(&position), position.side(), position.occupied().count());
        let plain = plainly(&file, &position);
        assert!((f64::from(value) - plain).abs() < 2.0, "{value} {plain}");
        let mut moves = Vec::new();
        movegen::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len() as u64) as usize];
        position.make(mv, &mut crate::position::NullObserver);
    }
}

#[test]
fn values_are_those_of_the_formula() {
    for_each_variant!(check_values, ["chess", "capablanca", "isis-deans"]);
}

#[test]
fn networks_work_on_the_largest_boards() {
    let mut registry = Registry::builtin();
    let exotic = include_str!("../../../tests/data/exotic.ini");
    assert_eq!(registry.load_text("exotic.ini", exotic), []);
    let vast = registry.get("vast").unwrap();
    assert_eq!(vast.shape.area(), 256);
    check_values::<U256>(rules(vast));
    check_lines::<U256>(rules(vast));
}

#[test]
fn networks_that_rules_name_are_used() {
    let registry = Registry::builtin();
    let mut used = Vec::new();
    for variant in registry.variants() {
        let Some(name) = variant.network else { continue };
        match Network::new(networks::file(name).unwrap(), variant) {
            Ok(_) => used.push(name),
            // A game that inherits the name may have other pieces.
            Err(misfit) => assert!(matches!(misfit, Misfit::Piece(_) | Misfit::Board(..)), "{misfit}"),
        }
    }
    for name in networks::names() {
        assert!(used.contains(&name), "no game uses the network {name}");
    }
}

#[test]
fn a_network_fits_games_with_its_board_and_pieces_only() {
    let registry = Registry::builtin();
    let of = |name| registry.get(name).unwrap();
    let file = random_file(of("capablanca"), 1);
    assert!(Network::new(&file, of("schoolbook")).is_ok());
    // Janus Chess has no chancellor, which a network may know all the same.
    assert!(Network::new(&file, of("janus")).is_ok());
    assert_eq!(Network::new(&file, of("chess")).unwrap_err(), Misfit::Board(10, 8));
    let chess = random_file(of("chess"), 1);
    let unknown = Network::new(&chess, of("knightmate")).unwrap_err();
    assert!(
        matches!(&unknown, Misfit::Piece(piece) if !piece.is_empty()),
        "{unknown}"
    );
    let with_chess = |name| Evaluator::<u64>::with_network(rules(of(name)), Some(&chess));
    assert!(with_chess("knightmate").network().is_none());
    let own = Network::new(&chess, of("chess")).ok();
    assert_eq!(with_chess("chess").network(), own.as_ref());
    // The network of the rules stays where that of the file does not fit.
    assert!(with_chess("royalbishop").network().is_some());
}

#[test]
fn another_goal_needs_another_network() {
    let mut registry = Registry::builtin();
    let text = "[a:chess]\nstalemateValue = loss\n[b:a]\nnetwork = chess\n[c:b]\ncastling = false\n[d:chess]\nnetwork = none\n\
                [e:chess]\nnetwork = nothing\n";
    let said = registry.load_text("test", text);
    let network = |name: &str| registry.get(name).unwrap().network;
    assert_eq!(
        ["chess", "a", "b", "c", "d"].map(network),
        [Some("chess"), None, Some("chess"), Some("chess"), None]
    );
    assert!(
        said.len() == 1 && said[0].message.contains("expected one of none, "),
        "{said:?}"
    );
}

#[test]
fn broken_files_are_refused() {
    let registry = Registry::builtin();
    let chess = registry.get("chess").unwrap();
    let file = random_file(chess, 2);
    let refused = |file: &[u8]| match Network::new(file, chess) {
        Err(Misfit::File(message)) => message,
        other => panic!("{:?}", other.map(|_| ())),
    };
    assert!(refused(b"").contains("no empty line"));
    assert!(refused(b"something\n\nelse").contains("expected \"aanca network 1\""));
    assert!(refused(&file[..file.len() - 1]).contains("bytes of numbers, found"));
    let text = |from: &str, to: &str| {
        let at = file
            .windows(from.len())
            .position(|part| part == from.as_bytes())
            .unwrap();
        [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat()
    };
    assert!(refused(&text("board 8 8", "board 8 99")).contains("board FILES RANKS"));
    assert!(refused(&text("board 8 8", "bored 8 8")).contains("found \"bored 8 8\""));
    assert!(refused(&text("hidden", "hidden 1")).contains("hidden units"));
    assert!(refused(&text("men 32", "men x")).contains("found \"x\""));
    assert!(refused(&text("men 32", "men 65")).contains("men NUMBER"));
    assert!(refused(&text("pieces ", "pieces W ")).contains("bytes of numbers, found"));
}

#[test]
fn samples_are_read_as_written() {
    let registry = Registry::builtin();
    let position = Position::<u64>::start(rules(registry.get("chess").unwrap())).unwrap();
    let head = SamplesHead {
        variant: "chess".to_string(),
    };
    let mut file = Vec::new();
    head.write(&mut file).unwrap();
    let mut samples = Vec::new();
    for (score, result) in [(-300, GameResult::Loss), (0, GameResult::Draw), (1999, GameResult::Win)] {
        let mut sample = Sample::new(&position, score, score + 1);
        sample.result = result;
        sample.write(&mut file).unwrap();
        samples.push(sample);
    }
    assert_eq!((samples[0].men.len(), samples[0].side), (32, Side::White));
    let read = |mut file: &[u8]| {
        let head = SamplesHead::read(&mut file)?;
        let mut samples = Vec::new();
        while let Some(sample) = Sample::read(&mut file)? {
            samples.push(sample);
        }
        Ok::<_, std::io::Error>((head, samples))
    };
    assert_eq!(read(&file).unwrap(), (head.clone(), samples.clone()));
    // The last sample was not written to its end.
    assert_eq!(read(&file[..file.len() - 1]).unwrap(), (head, samples[..2].to_vec()));
    let wrong = read(b"aanca positions 2\nchess\n").unwrap_err().to_string();
    assert!(wrong.contains("found \"aanca positions 2\""), "{wrong}");
    let flags = file.len() - samples[2].men.len() * 2 - 5;
    file[flags] = 6;
    assert!(read(&file).unwrap_err().to_string().contains("found 3"));
}
