//! Lines without tables over occupancies: where the squares of a ray are passed in rising (or falling) order, the
//! first blocker is the lowest (highest) occupied one of them, and everything up to it is reached. Bent rays
//! count as well. The tables stay small on boards of more than 128 squares, where blocks do not.

use super::blocks::Reach;
use crate::board::{Bitboard, Square};

/// The rays of one movement for every square of a board.
#[derive(Debug)]
pub struct Lines<B> {
    /// For each square where its rising rays begin, then its falling rays, in `rays`.
    starts: Vec<(u32, u32)>,
    rays: Vec<B>,
}

impl<B: Bitboard> Lines<B> {
    /// Compiles the reaches of each square; `None` if those of some square are not whole monotone rays.
    pub fn compile(reaches: &[Vec<Reach<B>>]) -> Option<Self> {
        let mut out = Lines {
            starts: Vec::new(),
            rays: Vec::new(),
        };
        for reaches in reaches {
            let (rising, falling) = rays(reaches)?;
            let first = out.rays.len() as u32;
            out.rays.extend(rising);
            out.starts.push((first, out.rays.len() as u32));
            out.rays.extend(falling);
        }
        out.starts.push((out.rays.len() as u32, 0));
        Some(out)
    }

    /// The squares reached from `from` with this occupancy, whoever stands on them.
    #[inline]
    pub fn attacks(&self, from: Square, occupied: B) -> B {
        let (first, middle) = self.starts[from.index()];
        let end = self.starts[from.index() + 1].0;
        let mut set = B::EMPTY;
        for &ray in &self.rays[first as usize..middle as usize] {
            set |= match (ray & occupied).first() {
                Some(blocker) => ray & through(blocker),
                None => ray,
            };
        }
        for &ray in &self.rays[middle as usize..end as usize] {
            set |= match (ray & occupied).last() {
                Some(blocker) => ray & (!through::<B>(blocker) | B::of(blocker)),
                None => ray,
            };
        }
        set
    }

    /// The memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.rays[..])
    }
}

/// All squares up to and including `square`.
#[inline(always)]
fn through<B: Bitboard>(square: Square) -> B {
    let mut words = [0; 4];
    let (full, bit) = (square.index() / 64, square.index() % 64);
    for (i, word) in words.iter_mut().enumerate().take(B::WORDS) {
        *word = match i.cmp(&full) {
            std::cmp::Ordering::Less => !0,
            std::cmp::Ordering::Equal => !0 >> (63 - bit),
            std::cmp::Ordering::Greater => 0,
        };
    }
    B::from_words(words)
}

/// Splits reaches into rays, each the squares of a way in order; rising ones first. Rays may share squares, as
/// the two legs of a griffon share the first.
fn rays<B: Bitboard>(reaches: &[Reach<B>]) -> Option<(Vec<B>, Vec<B>)> {
    let (mut rising, mut falling) = (Vec::new(), Vec::new());
    let mut covered = vec![false; reaches.len()];
    let mut order: Vec<usize> = (0..reaches.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(reaches[i].empty.count()));
    for i in order {
        if covered[i] {
            continue;
        }
        let longest = &reaches[i];
        let up = longest.empty.last().is_none_or(|s| s < longest.to);
        let down = longest.empty.first().is_none_or(|s| s > longest.to);
        if longest.occupied.any() || !(up || down) {
            return None;
        }
        // Every square of the ray must be reached exactly when those before it are empty.
        let ray = longest.empty | B::of(longest.to);
        let mut squares: Vec<Square> = ray.squares().collect();
        if !up {
            squares.reverse();
        }
        let mut before = B::EMPTY;
        for square in squares {
            let step = Reach {
                to: square,
                empty: before,
                occupied: B::EMPTY,
            };
            covered[reaches.iter().position(|r| *r == step)?] = true;
            before |= B::of(square);
        }
        if up { rising.push(ray) } else { falling.push(ray) }
    }
    Some((rising, falling))
}
