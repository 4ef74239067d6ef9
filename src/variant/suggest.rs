//! "Did you mean": the known word that is nearest to a misspelled one.

/// The word of `known` that `word` is most likely a misspelling of, if any is near enough.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower: Vec<char> = word.to_lowercase().chars().collect();
    // A word of another length cannot be near, and a long one would only cost time.
    let limit = (lower.len() / 3).clamp(1, 4);
    known
        .filter(|candidate| candidate.len().abs_diff(lower.len()) <= limit)
        .filter_map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            Some((distance(&lower, &letters, limit)?, candidate))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other, if it is
/// not above `limit`.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let differs = (a[i - 1] != b[j - 1]) as usize;
            let mut best = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        // A row's least value never falls again.
        if row.iter().all(|&cost| cost > limit) {
            return None;
        }
        before = last;
        last = row;
    }
    Some(last[b.len()]).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let known = ["castling", "castlingRank", "maxFile", "maxRank"];
        let nearest = |word| nearest(word, known.iter().copied());
        assert_eq!(nearest("maxrank"), Some("maxRank"));
        assert_eq!(nearest("maxRnak"), Some("maxRank"));
        assert_eq!(nearest("castlinRank"), Some("castlingRank"));
        assert_eq!(nearest("gating"), None);
        assert_eq!(nearest(""), None);
    }

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>(), 3);
        assert_eq!(distance("kitten", "sitting"), Some(3));
        assert_eq!(distance("kitten", "knitting"), Some(3));
        assert_eq!(distance("kitten", "splittings"), None);
        assert_eq!(distance("", "abc"), Some(3));
        assert_eq!(distance("ab", "ba"), Some(1));
        assert_eq!(distance("abcdef", "badcfe"), Some(3));
        assert_eq!(distance("same", "same"), Some(0));
    }
}
