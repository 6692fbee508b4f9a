//! Numerical steps that several methods share.

/// Narrows the stretch from a point at which a condition is true to one at which it is not, by halving it some times. Returns
/// its new ends in the same order.
pub fn bisect([mut inside, mut outside]: [f64; 2], steps: u32, is_inside: impl Fn(f64) -> bool) -> [f64; 2] {
    for _ in 0..steps {
        let middle = f64::midpoint(inside, outside);
        *(if is_inside(middle) { &mut inside } else { &mut outside }) = middle;
    }
    [inside, outside]
}

/// Returns the root of a decreasing function by bisection, or an end if it has none.
pub fn root(falling: impl Fn(f64) -> f64, ends: [f64; 2], steps: u32) -> f64 {
    let [low, high] = bisect(ends, steps, |x| falling(x) > 0.0);
    f64::midpoint(low, high)
}

/// Returns the last point at which a condition holds on the way from one at which it does.
pub fn boundary([inside, end]: [f64; 2], steps: u32, is_inside: impl Fn(f64) -> bool) -> f64 {
    if is_inside(end) { end } else { bisect([inside, end], steps, is_inside)[0] }
}

/// Returns the product of a weight and a logarithm, which is 0 without weight even if the logarithm is infinite.
pub fn weighted(weight: f64, log: f64) -> f64 {
    if weight > 0.0 { weight * log } else { 0.0 }
}

/// Returns the logarithm of the odds of a share.
pub fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// Returns the share with these logarithmic odds.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}
