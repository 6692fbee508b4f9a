use petteia_engine::*;
use std::time::Instant;
struct W(CheckedRules, u64);
impl OnBoard for W {
    type Output = ();
    fn run<G: Geometry>(self, g: G) {
        let game = Game::new(self.0, g);
        let t = Instant::now();
        let mut plies = 0u64;
        let mut n = 0;
        let mut o = [0u32; 3];
        while n < self.1 {
            let mut s = game.begin();
            let mut rng = GameRng::from_seed(game_seed(1, 0, n));
            let out = game.playout(&mut s, &mut rng, &mut ());
            plies += s.position().turn() as u64;
            n += 1;
            o[match out.winner {
                Some(Side::White) => 0,
                Some(Side::Black) => 1,
                None => 2,
            }] += 1;
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{:.2} M plies/s  {:.1} ns/ply mean len {:.2} {:?}",
            plies as f64 / e / 1e6,
            e * 1e9 / plies as f64,
            plies as f64 / n as f64,
            o
        );
    }
}
fn main() {
    let only = std::env::args().nth(1);
    for (g, n) in [
        ("city-8", 20000u64),
        ("city-8+repetition=0", 20000),
        ("city-8+bare=1+turn_cap=1000+repetition=0+no_progress=0", 20000),
        ("callen-simple-petteia", 10000),
        ("callen-double-petteia", 10000),
        ("poleis", 20000),
        ("city-8+vagi", 20000),
        ("city-8+inciti", 20000),
        ("city-8+die=4", 20000),
        ("city-8+edge", 20000),
        ("city-8+compulsory=strict", 5000),
        ("lemery-petteia", 5000),
        ("lemery-latrunculi", 5000),
    ] {
        if only.as_ref().is_some_and(|o| o != g) {
            continue;
        }
        print!("{g:60} ");
        let r = Rules::parse(g).unwrap();
        with_geometry(r.board, W(r, n));
    }
}
