//! temp
use petteia_engine::*;
fn main() {
    let mut wrong = 0;
    let mut n = 0;
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    if args[1].ends_with(".perft") {
        let most: u64 = args[2].parse().unwrap();
        let mut game = String::new();
        let mut fen = String::new();
        let mut id = String::new();
        for line in text.lines() {
            if let Some(x) = line.strip_prefix("id ") {
                id = x.into();
            }
            if let Some(x) = line.strip_prefix("game ") {
                game = x.into();
            }
            if let Some(x) = line.strip_prefix("fen ") {
                fen = x.into();
            }
            if let Some(x) = line.strip_prefix("perft ") {
                let (d, c) = x.split_once(' ').unwrap();
                let (d, c): (u32, u64) = (d.parse().unwrap(), c.parse().unwrap());
                if c > most {
                    continue;
                }
                let g = Game::of(Rules::parse(&game).unwrap());
                let p = match g.parse(&fen) {
                    Ok(p) => p,
                    Err(e) => {
                        println!("{id}: {e}");
                        wrong += 1;
                        continue;
                    }
                };
                if d == 1 && g.text(&p) != fen {
                    println!("TEXT {id} {}", g.text(&p));
                    wrong += 1;
                }
                if d == 1 && id.ends_with("-start") && g.text(&g.start()) != fen {
                    println!("START {id} {}", g.text(&g.start()));
                    wrong += 1;
                }
                n += 1;
                let f = g.perft(&p, d);
                if f != c {
                    wrong += 1;
                    println!("{id} {game} {fen} perft {d}: {c} not {f}");
                }
            }
        }
    } else {
        for line in text.lines() {
            n += 1;
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let (game, fen) = (v["game"].as_str().unwrap(), v["fen"].as_str().unwrap());
            let g = match Rules::parse(game) {
                Ok(r) => Game::of(r),
                Err(e) => {
                    println!("{game}: {e}");
                    wrong += 1;
                    continue;
                }
            };
            let p = match g.parse(fen) {
                Ok(p) => p,
                Err(e) => {
                    println!("{game} {fen}: {e}");
                    wrong += 1;
                    continue;
                }
            };
            let mut ours = Vec::new();
            if g.text(&p) != fen {
                ours.push(format!("TEXT {}", g.text(&p)));
            }
            if g.outcome(&p).is_none() {
                for m in g.moves(&p) {
                    let (after, o) = g.outcome_after(&p, m);
                    ours.push(match o {
                        None => format!("{} {}", g.move_text(m), g.text(&after)),
                        Some(o) => format!(
                            "{} ends {} by {}",
                            g.move_text(m),
                            o.winner.map_or("nobody", |s| s.name()),
                            o.reason.name()
                        ),
                    });
                }
            }
            let mut theirs: Vec<String> = v["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| {
                    let t = m[0].as_str().unwrap();
                    if m[2].is_null() {
                        format!("{t} {}", m[1].as_str().unwrap())
                    } else {
                        format!(
                            "{t} ends {} by {}",
                            m[2]["winner"].as_str().unwrap_or("nobody"),
                            m[2]["by"].as_str().unwrap()
                        )
                    }
                })
                .collect();
            ours.sort();
            theirs.sort();
            if ours != theirs {
                wrong += 1;
                println!("{game} {fen} (line {n})");
                for x in theirs.iter().filter(|x| !ours.contains(x)).take(4) {
                    println!("  missing {x}");
                }
                for x in ours.iter().filter(|x| !theirs.contains(x)).take(4) {
                    println!("  extra {x}");
                }
            }
        }
    }
    println!("{wrong} of {n}");
}
