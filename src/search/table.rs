//! The transposition table: what is known of positions that were searched before, shared by all threads.

use crate::{
    eval::score::{DRAW, MATE_RANGE, NO_SCORE, Score},
    position::Move,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// There is no score.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move found, or [`Move::NULL`]. It may belong to another position with the same key.
    pub mv: Move,
    /// The score as seen from the position (mates counted from the root of the search that asks). Means nothing without
    /// a bound.
    pub score: Score,
    /// The static evaluation, or [`NO_SCORE`].
    pub eval: Score,
    /// The depth in plies that the score was searched to; 0 for quiescence.
    pub depth: i32,
    /// What the score is.
    pub bound: Bound,
    /// Whether the position has been on a principal variation.
    pub pv: bool,
}

impl Known {
    /// Whether the score alone answers a search with this window.
    #[inline(always)]
    pub fn cuts(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
            Bound::None => false,
        }
    }

    /// What is known of a position that has only been evaluated: no score and no move.
    pub fn evaluated(eval: Score, pv: bool) -> Known {
        Known {
            mv: Move::NULL,
            score: DRAW,
            eval,
            depth: 0,
            bound: Bound::None,
            pv,
        }
    }
}

/// 16 bytes. First word: move (32 bits), key bits 0 to 31. Second word: score (16), evaluation (16), depth (8), bound
/// (2), principal variation (1) and age (5), key bits 32 to 47. Two threads may mix their words; the key in both tells.
#[derive(Debug, Default)]
struct Slot([AtomicU64; 2]);

const SLOTS: usize = 4;
const AGES: u8 = 32;
/// The age of a table that no search has used.
const UNUSED: u64 = 1;
const CLUSTER_WORDS: usize = size_of::<Cluster>() / size_of::<u64>();

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// The table. All methods take `&self`: threads write without locks.
#[derive(Debug)]
pub struct Table {
    /// The clusters' words, with room to begin at a cache line.
    words: Box<[AtomicU64]>,
    /// The first word of the first cluster.
    first: usize,
    /// How many clusters there are.
    count: usize,
    age: AtomicU64,
}

#[derive(Clone, Copy)]
struct Words(u64, u64);

impl Words {
    fn matches(self, key: u64) -> bool {
        (self.0 >> 32) as u32 == key as u32 && (self.1 >> 48) == (key >> 32 & 0xFFFF) && self.1 >> 32 & 0xFF00 != 0
    }
    fn depth(self) -> i32 {
        (self.1 >> 32) as u8 as i32
    }
    fn bound(self) -> Bound {
        match self.1 >> 40 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }
    fn pv(self) -> bool {
        self.1 >> 42 & 1 != 0
    }
    fn age(self) -> u8 {
        (self.1 >> 43) as u8 & (AGES - 1)
    }
}

impl Table {
    /// A table of at most `megabytes` (at least one cluster).
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(megabytes: usize) -> Result<Table, std::collections::TryReserveError> {
        let count = (megabytes.saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        // One more, as the words need not begin at a cache line.
        let length = (count + 1) * CLUSTER_WORDS;
        // Whether there is so much memory is found out without touching it, and zeros come from the system when they
        // are first read: filling a large table would take longer than many a search.
        Vec::<u64>::new().try_reserve_exact(length)?;
        let zeros = Box::into_raw(vec![0u64; length].into_boxed_slice());
        const { assert!(align_of::<u64>() == align_of::<AtomicU64>()) };
        // SAFETY: both types have the same size and alignment, and the box is given away only once.
        let words = unsafe { Box::from_raw(zeros as *mut [AtomicU64]) };
        let first = words.as_ptr().align_offset(align_of::<Cluster>()).min(CLUSTER_WORDS);
        Ok(Table {
            words,
            first,
            count,
            age: AtomicU64::new(UNUSED),
        })
    }

    fn clusters(&self) -> &[Cluster] {
        let words = &self.words[self.first..self.first + self.count * CLUSTER_WORDS];
        // SAFETY: a cluster is nothing but its words; `first` was chosen so that they begin at its alignment.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<Cluster>(), self.count) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // Before the first search there is nothing to forget.
        if *self.age.get_mut() != UNUSED {
            self.words.fill_with(AtomicU64::default);
            self.age = AtomicU64::new(UNUSED);
        }
    }

    /// A new search begins: what earlier ones left is the first to be replaced.
    pub fn start_search(&self) {
        // Age 0 is that of empty slots.
        let next = self.age.load(Ordering::Relaxed) % (AGES as u64 - 1) + 1;
        self.age.store(next, Ordering::Relaxed);
    }

    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters()[((key as u128 * self.count as u128) >> 64) as usize]
    }

    /// Fetches the cluster of this key into the cache while other work is done. Measured: a fifth of the time of a
    /// search without it was spent waiting in [`Table::probe`].
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = std::ptr::from_ref(self.cluster(key)).cast::<i8>();
            // SAFETY: prefetching reads nothing that the program sees, and the address is that of a live cluster.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, `ply` plies from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let slots = self.cluster(key).0.iter().map(Slot::load);
        let words = slots.into_iter().find(|words| words.matches(key))?;
        let ply = ply as Score;
        let score = match words.1 as u16 as i16 as Score {
            score if score >= MATE_RANGE => score - ply,
            score if score <= -MATE_RANGE => score + ply,
            score => score,
        };
        Some(Known {
            mv: Move(words.0 as u32),
            score,
            eval: (words.1 >> 16) as u16 as i16 as Score,
            depth: words.depth(),
            bound: words.bound(),
            pv: words.pv(),
        })
    }

    /// Remembers what was found out about the position with this key, `ply` plies from the root.
    pub fn store(&self, key: u64, ply: usize, known: Known) {
        let age = self.age.load(Ordering::Relaxed) as u8;
        let cluster = self.cluster(key);
        let mut worst = (i32::MAX, 0);
        let mut mv = known.mv;
        for (i, slot) in cluster.0.iter().enumerate() {
            let words = slot.load();
            if words.matches(key) {
                if mv.is_null() {
                    mv = Move(words.0 as u32);
                }
                // A deeper result of this search is worth more than a shallow bound.
                let shallower = known.depth + 3 < words.depth() && known.bound != Bound::Exact;
                if shallower && words.age() == age {
                    return;
                }
                worst.1 = i;
                break;
            }
            let older = (age as i32 - words.age() as i32).rem_euclid(AGES as i32);
            let worth = if words.age() == 0 {
                i32::MIN
            } else {
                words.depth() - 6 * older
            };
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let ply = ply as Score;
        let score = match known.score {
            score if score >= MATE_RANGE => score + ply,
            score if score <= -MATE_RANGE => score - ply,
            score => score,
        };
        let depth = known.depth.clamp(0, 255) as u64;
        let flags = known.bound as u64 | (known.pv as u64) << 2 | (age as u64) << 3;
        let first = mv.0 as u64 | key << 32;
        let second = score as u16 as u64
            | (known.eval as u16 as u64) << 16
            | depth << 32
            | flags << 40
            | (key >> 32 & 0xFFFF) << 48;
        cluster.0[worst.1].store(Words(first, second));
    }

    /// How much of the table this search has filled, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed) as u8;
        let sample = &self.clusters()[..self.count.min(250)];
        let used = sample
            .iter()
            .flat_map(|c| &c.0)
            .filter(|slot| slot.load().age() == age)
            .count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    /// The size in mebibytes.
    pub fn megabytes(&self) -> usize {
        (self.count * size_of::<Cluster>()) >> 20
    }
}

impl Slot {
    fn load(&self) -> Words {
        Words(self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed))
    }
    fn store(&self, words: Words) {
        self.0[0].store(words.0, Ordering::Relaxed);
        self.0[1].store(words.1, Ordering::Relaxed);
    }
}

// Both must fit the 16 bits that the table has for them.
const _: () = assert!(NO_SCORE <= i16::MAX as Score && MATE_RANGE < NO_SCORE);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::{mate_in, mated_in};

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        let known = Known {
            mv: Move(0xF400_FFFE),
            score: -123,
            eval: NO_SCORE,
            depth: 17,
            bound: Bound::Lower,
            pv: false,
        };
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF0, 3), None);
        table.store(0x1234_5678_9ABC_DEF0, 3, known);
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF0, 5), Some(known));
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF1, 5), None);
        assert_eq!(table.probe(0, 0), None, "an empty slot matches nothing");
    }

    #[test]
    fn an_evaluation_is_kept_without_a_bound() {
        let table = Table::new(1).unwrap();
        let known = Known::evaluated(-77, true);
        table.store(99, 3, known);
        // From another ply as well: what is no score is not counted as a mate.
        assert_eq!(table.probe(99, 8), Some(known));
        assert_eq!(known.bound, Bound::None);
    }

    #[test]
    fn mates_are_counted_from_the_asking_root() {
        let table = Table::new(1).unwrap();
        for (score, expected) in [(mate_in(7), mate_in(9)), (mated_in(8), mated_in(10))] {
            let known = Known {
                mv: Move::NULL,
                score,
                eval: 0,
                depth: 1,
                bound: Bound::Exact,
                pv: false,
            };
            // Stored at ply 3, the mate is 4 (5) plies from the position; asked for at ply 5.
            table.store(99, 3, known);
            assert_eq!(table.probe(99, 5).map(|k| k.score), Some(expected));
        }
    }

    #[test]
    fn shallow_results_make_room() {
        let mut table = Table::new(0).unwrap();
        let known = |depth| Known {
            mv: Move(depth as u32),
            score: 0,
            eval: 0,
            depth,
            bound: Bound::Exact,
            pv: false,
        };
        for depth in [5, 1, 7, 6, 8] {
            table.store(depth as u64, 0, known(depth));
        }
        let found: Vec<i32> = (0..10).filter_map(|key| table.probe(key, 0)).map(|k| k.depth).collect();
        assert_eq!(found, [5, 6, 7, 8]);
        // A newer search replaces the older one's results, whatever their depth.
        for _ in 0..3 {
            table.start_search();
        }
        table.store(4, 0, known(4));
        assert!(table.probe(4, 0).is_some() && table.probe(5, 0).is_none());
        assert_eq!(table.fullness(), 250);
        table.clear();
        assert!(table.probe(4, 0).is_none());
    }
}
