use petteia_engine::*;
use std::time::Instant;
struct W(CheckedRules, u64);
impl OnBoard for W {
    type Output = ();
    fn run<G: Geometry>(self, g: G) {
        let game = Game::new(self.0, g);
        let start = game.begin();
        let n = self.1;
        let seed = |k| game_seed(1, 0, k);
        let mut base = None;
        let mut base_speed = 0.0;
        for simd in [Simd::Scalar, Simd::Portable, Simd::Avx2, Simd::Avx512].into_iter().filter(|s| std::env::var("ONLY").is_ok_and(|only| only.contains(s.name())) || std::env::var("ONLY").is_err()) {
            let mut games = vec![None; n as usize];
            let mut sq = SquareCounts::default();
            let t = Instant::now();
            let mut plies = 0u64;
            RandomGames { game: &game, start: &start, numbers: 0..n, seed: &seed, simd }.play(Some(&mut sq), |g| { plies += g.decisions; let k = g.number as usize; games[k] = Some(g) });
            let s = t.elapsed().as_secs_f64();
            let speed = plies as f64 / s / 1e6;
            let same = match &base { None => { base = Some((games, sq)); base_speed = speed; "base".to_string() }, Some((b, bs)) => {
                let bad = b.iter().zip(&games).filter(|(a, b)| a != b).count();
                if bad == 0 && *bs == sq { "same".into() } else {
                    let k = b.iter().zip(&games).position(|(a, b)| a != b);
                    format!("DIFFERENT {bad} of {n}, squares {} first {:?} \n{:?}\n{:?}", *bs == sq, k, k.map(|k| &b[k]), k.map(|k| &games[k])) } } };
            println!("  {:9} {speed:8.1} M plies/s  x{:.2} {same}", simd.name(), speed / base_speed);
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let n = args[0].parse().unwrap();
    for name in &args[1..] {
        println!("{name}");
        let rules = Rules::parse(name).unwrap();
        with_geometry(rules.board, W(rules, n));
    }
}
