//! What scores say of results, for those who learn from both.

/// The scale, per centipawn, at which scores tell results best; each sample is a result, from 0 to 1, and a score.
pub(super) fn fit_scale(samples: &[(f32, f32)]) -> f32 {
    let error = |scale: f32| -> f64 {
        let errors = samples
            .iter()
            .map(|(result, score)| (sigmoid(score * scale) - result).powi(2) as f64);
        errors.sum()
    };
    let mut scales = (5..150).map(|i| i as f32 / 10_000.0);
    let first = scales.next().unwrap_or(0.004);
    scales
        .fold((first, error(first)), |best, scale| {
            let error = error(scale);
            if error < best.1 { (scale, error) } else { best }
        })
        .0
}

/// The logistic function.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SplitMix64;

    #[test]
    fn what_scores_mean_is_found() {
        let mut random = SplitMix64::new(4);
        let samples: Vec<(f32, f32)> = (0..20_000)
            .map(|_| {
                let score = random.below(800) as f32 - 400.0;
                let won = (random.below(1000) as f32) < 1000.0 * sigmoid(score * 0.007);
                (if won { 1.0 } else { 0.0 }, score)
            })
            .collect();
        let scale = fit_scale(&samples);
        assert!((0.0063..0.0077).contains(&scale), "{scale}");
    }
}
