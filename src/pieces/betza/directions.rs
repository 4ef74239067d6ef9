//! Directions: Betza's letters f b l r v s h, read absolutely for a first leg and relatively for a later one.

/// A board step, files to the right and ranks up.
pub type Vector = (i32, i32);

/// The eight directions of a king, clockwise from straight ahead.
const KING: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// One direction as written: two letters, of which the second is the main one (`fl` is left, a bit forward).
/// A single letter is held doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction(pub u8, pub u8);

const VERTICAL: &[u8] = b"fbv";
const HORIZONTAL: &[u8] = b"lrs";

impl Direction {
    /// Whether `letter` may stand in a direction; `later` for a leg after the first, where z and q are directions.
    pub fn is_letter(letter: u8, later: bool) -> bool {
        b"fbvlrsh".contains(&letter) || later && b"zq".contains(&letter)
    }

    /// Whether two neighbouring letters are read as one direction.
    pub fn combine(first: u8, second: u8) -> bool {
        let horizontal = |c| HORIZONTAL.contains(&c) || c == b'z' || c == b'q';
        first == second
            || VERTICAL.contains(&first) && horizontal(second)
            || horizontal(first) && VERTICAL.contains(&second)
            || first == b'h' && b"lr".contains(&second)
            || b"fblr".contains(&first) && second == b'h'
    }

    /// Whether the direction is one of the eight chiral halves' names, `hl` or `hr`.
    pub fn is_chiral(self) -> bool {
        self.0 == b'h'
    }

    /// Whether a first step `vector` (as White sees it) goes in this direction. `king`: the atom is K or Q, whose
    /// two-letter directions are diagonals only.
    pub fn covers(self, vector: Vector, king: bool) -> bool {
        let (x, y) = vector;
        let Direction(side, main) = self;
        let towards = |letter| match letter {
            b'f' => y > 0,
            b'b' => y < 0,
            b'l' => x < 0,
            b'r' => x > 0,
            b'v' => y != 0,
            b's' => x != 0,
            _ => true,
        };
        if x == 0 || y == 0 {
            return match main {
                b'h' => towards(side),
                _ if side == main => towards(main),
                _ => !king && (towards(side) || towards(main)),
            };
        }
        if x.abs() == y.abs() || main == b'h' {
            return towards(side) && towards(main);
        }
        if side == b'h' {
            return (hand(vector) > 0) == (main == b'r');
        }
        let along = if VERTICAL.contains(&main) {
            y.abs() > x.abs()
        } else {
            x.abs() > y.abs()
        };
        towards(side) && towards(main) && along
    }
}

/// Whether one of `directions` covers `vector`; without directions, all do.
pub fn any_covers(directions: &[Direction], vector: Vector, king: bool) -> bool {
    directions.is_empty() || directions.iter().any(|d| d.covers(vector, king))
}

/// The directions as text, each letter doubled only where it would else be read together with the next.
pub fn print(directions: &[Direction]) -> String {
    let mut text = String::new();
    for (i, &Direction(first, second)) in directions.iter().enumerate() {
        text.push(first as char);
        let next = directions.get(i + 1).map(|d| d.0);
        if first != second || next.is_some_and(|next| Direction::combine(first, next)) {
            text.push(second as char);
        }
    }
    text
}

/// To which hand an oblique leap bends, seen as a step along its longer side and then one along the other:
/// 1 for right, -1 for left; 0 for a straight leap.
pub fn hand(vector: Vector) -> i32 {
    let (x, y) = vector;
    if x == 0 || y == 0 || x.abs() == y.abs() {
        return 0;
    }
    if (x.abs() < y.abs()) == (x.signum() == y.signum()) {
        1
    } else {
        -1
    }
}

/// All vectors of the leap (`a`, `b`), clockwise; four or eight of them.
pub fn circle(a: u8, b: u8) -> Vec<Vector> {
    let (a, b) = (a.min(b) as i32, a.max(b) as i32);
    if a == 0 {
        return vec![(0, b), (b, 0), (0, -b), (-b, 0)];
    }
    if a == b {
        return vec![(a, a), (a, -a), (-a, -a), (-a, a)];
    }
    vec![(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
}

/// `vector` turned by `eighths` (45 degrees clockwise each for straight and diagonal vectors, which turn into each
/// other; the next of the eight leaps for oblique ones).
pub fn turned(vector: Vector, eighths: i32) -> Vector {
    let (x, y) = vector;
    let long = x.abs().max(y.abs());
    if x == 0 || y == 0 || x.abs() == y.abs() {
        let unit = (x.signum(), y.signum());
        let index = KING.iter().position(|&v| v == unit).unwrap_or(0) as i32;
        let (x, y) = KING[(index + eighths).rem_euclid(8) as usize];
        return (x * long, y * long);
    }
    let all = circle(x.unsigned_abs() as u8, y.unsigned_abs() as u8);
    let index = all.iter().position(|&v| v == vector).unwrap_or(0) as i32;
    all[(index + eighths).rem_euclid(8) as usize]
}

/// The squares that a lame leap passes, relative to its start: along the longer side until the rest is diagonal.
pub fn route(vector: Vector) -> Vec<Vector> {
    let (mut x, mut y) = (0, 0);
    let mut passed = Vec::new();
    loop {
        let (dx, dy) = (vector.0 - x, vector.1 - y);
        if dx.abs() >= dy.abs() {
            x += dx.signum();
        }
        if dy.abs() >= dx.abs() {
            y += dy.signum();
        }
        if (x, y) == vector {
            return passed;
        }
        passed.push((x, y));
    }
}

/// Directions of a later leg relative to the one before: bit k for a turn by k eighths clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turns {
    /// Turns to a fixed hand.
    pub fixed: u8,
    /// Turns (1 to 3 eighths) to the hand of the last bend (`q`).
    pub same: u8,
    /// Turns (1 to 3 eighths) to the hand opposite to the last bend (`z`).
    pub other: u8,
}

impl Turns {
    /// Straight on only.
    pub const STRAIGHT: Turns = Turns {
        fixed: 1,
        same: 0,
        other: 0,
    };

    /// The union of the relative `directions`; `None` where one of them has no relative meaning.
    pub fn of(directions: &[Direction]) -> Option<Turns> {
        let mut turns = Turns::default();
        for direction in directions {
            let (main, side) = (direction.1, direction.0);
            let pair = if VERTICAL.contains(&main) && side != main {
                [main, side]
            } else {
                [side, main]
            };
            match &pair {
                b"ff" => turns.fixed |= 1,
                b"fr" => turns.fixed |= 1 << 1,
                b"rr" => turns.fixed |= 1 << 2,
                b"br" => turns.fixed |= 1 << 3,
                b"bb" => turns.fixed |= 1 << 4,
                b"bl" => turns.fixed |= 1 << 5,
                b"ll" => turns.fixed |= 1 << 6,
                b"fl" => turns.fixed |= 1 << 7,
                b"vv" => turns.fixed |= 1 | 1 << 4,
                b"ss" => turns.fixed |= 1 << 2 | 1 << 6,
                b"fs" => turns.fixed |= 1 << 1 | 1 << 7,
                b"bs" => turns.fixed |= 1 << 3 | 1 << 5,
                b"vr" => turns.fixed |= 1 << 1 | 1 << 3,
                b"vl" => turns.fixed |= 1 << 5 | 1 << 7,
                b"vs" => turns.fixed |= 0b1010_1010,
                b"fh" => turns.fixed |= 0b1000_0011,
                b"bh" => turns.fixed |= 0b0011_1000,
                b"rh" => turns.fixed |= 0b0000_1110,
                b"lh" => turns.fixed |= 0b1110_0000,
                b"fq" => turns.same |= 1 << 1,
                b"qq" => turns.same |= 1 << 2,
                b"bq" => turns.same |= 1 << 3,
                b"fz" => turns.other |= 1 << 1,
                b"zz" => turns.other |= 1 << 2,
                b"bz" => turns.other |= 1 << 3,
                _ => return None,
            }
        }
        Some(turns)
    }

    /// Every eighth to turn by (-3 to 4) after a last bend to `hand` (0 where the way was straight so far: then
    /// both hands are open).
    pub fn eighths(self, hand: i32) -> Vec<i32> {
        let mut mask = self.fixed;
        for k in 1..=3 {
            let (right, left) = (1u8 << k, 1u8 << (8 - k));
            let mut add = |wanted: i32| {
                if wanted >= 0 {
                    mask |= right;
                }
                if wanted <= 0 {
                    mask |= left;
                }
            };
            if self.same >> k & 1 != 0 {
                add(hand);
            }
            if self.other >> k & 1 != 0 {
                add(-hand);
            }
        }
        (0..8)
            .filter(|k| mask >> k & 1 != 0)
            .map(|k| if k > 4 { k - 8 } else { k })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_of_lame_leaps() {
        assert_eq!(route((1, 2)), [(0, 1)]);
        assert_eq!(route((-2, 1)), [(-1, 0)]);
        assert_eq!(route((2, 3)), [(0, 1), (1, 2)]);
        assert_eq!(route((3, -1)), [(1, 0), (2, 0)]);
        assert_eq!(route((2, 2)), [(1, 1)]);
        assert_eq!(route((0, -3)), [(0, -1), (0, -2)]);
        assert!(route((1, 0)).is_empty() && route((-1, 1)).is_empty());
    }

    #[test]
    fn turns_of_vectors() {
        assert_eq!(turned((0, 2), 1), (2, 2));
        assert_eq!(turned((1, 1), -1), (0, 1));
        assert_eq!(turned((1, 2), 1), (2, 1));
        assert_eq!(turned((1, 2), -1), (-1, 2));
        assert_eq!(turned((1, 2), 4), (-1, -2));
        assert_eq!(
            (hand((1, 2)), hand((-1, 2)), hand((2, 1)), hand((2, -1)), hand((3, 3))),
            (1, -1, -1, 1, 0)
        );
    }
}
