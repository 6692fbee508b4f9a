use super::*;

#[test]
fn a_score_weighs_as_many_games_as_its_variance_says() {
    let Rung { share, games, .. } = Rung::score(1.0, 200, 600, 200);
    assert_eq!(share, 0.5);
    // The variance per game is 401/1001 · ¼ instead of ¼.
    assert!((games - 1001.0 * 1001.0 / 401.0).abs() < 1e-6, "{games}");
}

/// Returns a ladder that approaches 90 %, with 18 log-odds points less at each percent of odd depths more than half.
fn swinging(odd: [f64; 8]) -> Vec<Rung> {
    let rung = |(step, odd): (i32, f64)| {
        let share: f64 = 0.9 - 0.3 * 0.5_f64.powf(0.8 * f64::from(step));
        let log_odds = (share / (1.0 - share)).ln() - 1.8 * (odd - 0.5);
        let drawn = (1000.0 / (1.0 + (-log_odds).exp())).round() as u64;
        Rung::share(25.0 * 2_f64.powi(step), drawn, 1000).with_odd(Some(odd))
    };
    (0..8).zip(odd).map(rung).collect()
}

#[test]
fn a_swing_with_the_parity_of_depth_is_taken_out() {
    let rungs = swinging([0.9, 0.2, 0.1, 0.8, 0.5, 0.2, 0.7, 0.6]);
    assert!(reversals(&rungs) > 0);
    let effect = parity(&rungs).expect("the swing follows parity");
    assert!((effect + 1.8).abs() < 0.2, "{effect}");
    assert_eq!(reversals(&without_parity(&rungs, effect)), 0);
}

#[test]
fn a_swing_that_parity_does_not_explain_remains() {
    let rungs = swinging([0.9, 0.2, 0.1, 0.8, 0.5, 0.2, 0.7, 0.6]);
    let unknown: Vec<Rung> = rungs.iter().map(|rung| rung.with_odd(None)).collect();
    assert_eq!(parity(&unknown), None);
    let other = [0.5, 0.8, 0.2, 0.5, 0.8, 0.8, 0.2, 0.5];
    let unrelated: Vec<Rung> = rungs.iter().zip(other).map(|(rung, odd)| rung.with_odd(Some(odd))).collect();
    assert_eq!(parity(&unrelated), None);
}

#[test]
fn a_ladder_that_is_a_curve_has_no_parity_to_take_out() {
    let share = |step: i32| 0.9 - 0.5 * 0.5_f64.powi(step);
    let rung = |step: i32| Rung::share(25.0 * 2_f64.powi(step), (1000.0 * share(step)) as u64, 1000);
    let rungs: Vec<Rung> = (0..8).map(|step| rung(step).with_odd(Some(f64::from(step % 2)))).collect();
    assert_eq!(parity(&rungs), None);
}

#[test]
fn parity_is_not_taken_out_if_the_rest_swings_too() {
    // Games of callen-simple-petteia that nobody won on the board, with 200 to 6,400 positions per decision.
    let observed = [(70, 0.74), (163, 0.92), (164, 0.42), (256, 0.12), (150, 0.83), (170, 0.72)];
    let rungs: Vec<Rung> = (0..6)
        .zip(observed)
        .map(|(step, (drawn, odd))| Rung::share(200.0 * 2_f64.powi(step), drawn, 300).with_odd(Some(odd)))
        .collect();
    assert!(parity::effect(&rungs).is_some());
    assert_eq!(parity(&rungs), None);
}
