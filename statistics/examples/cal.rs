use petteia_statistics::limit::*;
fn fnv(text: &str) -> u64 { text.bytes().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3)) }
fn main() {
    let w: f64 = std::env::args().nth(1).map_or(1.0, |x| x.parse().unwrap());
    let text = std::fs::read_to_string("/tmp/ex17/cal.tsv").unwrap();
    let mut stat = [[0; 3]; 2];
    for line in text.lines() {
        let p: Vec<&str> = line.split('\t').collect();
        let truth: f64 = p[1].parse().unwrap();
        let rungs: Vec<Rung> = p[2..].iter().enumerate().map(|(k, d)| Rung::share(10.0 * 2f64.powi(k as i32), d.parse().unwrap(), 300)).collect();
        let l = extrapolate_widened(&rungs, w);
        let set = (fnv(p[0]) & 1) as usize;
        stat[set][0] += 1;
        let verdict = match l.limit { Ok(e) => { stat[set][1] += 1; let ok = e.low - 1e-9 <= truth && truth <= e.high + 1e-9; stat[set][2] += i32::from(ok); format!("{:.3} [{:.3} {:.3}] {}", e.value, e.low, e.high, if ok {"ok"} else {"MISS"}) } Err(u) => format!("{u:?}") };
        println!("{} {:40} truth {:.3} {} {:?} p={:?}", if set==1 {"test"} else {"shape"}, p[0], truth, verdict, l.bound, l.fit.map(|f| (f.p*1000.0).round()/1000.0));
    }
    println!("{stat:?}");
}
