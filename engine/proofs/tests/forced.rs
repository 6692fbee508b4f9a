//! Tests forced fortresses: the results of the search are verified by a checker that shares no code with it, and
//! played.

use std::collections::HashMap;

use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::{BoardSize, Dynamic, Game, GameRng, Geometry, Move, OnBoard, Rules, Side, SquareSet, with_width};
use petteia_proofs::check::{CheckedCertificate, check_certificate};
use petteia_proofs::force::{
    Aim, AttemptError, Camp, CampState, Certificate, CompleteCamp, Goal, Search, Solved, TooLarge, attempt, usual_ranks,
};
use petteia_proofs::fortress::prove;
use petteia_proofs::theorems::{DRAWS, Forced, proved_draw};

use crate::all_cases::all_cases;

type Small = Dynamic<u64>;

fn square_8() -> Small {
    Small::new(BoardSize { files: 8, ranks: 8 })
}

fn square_12() -> Dynamic<u128> {
    Dynamic::new(BoardSize { files: 12, ranks: 8 })
}

fn camp<G: Geometry>(name: &str, geometry: G, side: Side, ranks: u8) -> Camp<G> {
    Camp::new(Game::new(Rules::parse(name).unwrap(), geometry), side, ranks).unwrap()
}

const MEMORY: u64 = 1 << 30;

fn forced<G: Geometry>(name: &str, geometry: G, goal: Goal) -> (Solved, String) {
    let mut search = Search::new(camp(name, geometry, Side::White, 2), goal, MEMORY);
    let roots = search.roots();
    let solved = search.solve(&roots, 6, &mut |_| {});
    (solved, Certificate::of(&search, name, &roots).text())
}

#[test]
fn the_first_player_forces_a_fortress() {
    for (name, within) in [("city-8", 5), ("city-8+corner", 5)] {
        let (solved, text) = forced(name, square_8(), Goal::Fortress);
        assert_eq!(solved, Solved::Within(within), "{name}");
        let checked = check_certificate(&text).unwrap();
        assert_eq!((checked.game.as_str(), checked.side, checked.within), (name, Side::White, within));
    }
    for (name, goal) in [("city-12", Goal::Fortress), ("callen-simple-petteia", Goal::Safe)] {
        let (solved, text) = forced(name, square_12(), goal);
        assert_eq!(solved, Solved::Within(3), "{name}");
        let CheckedCertificate { within, safe, .. } = check_certificate(&text).unwrap();
        assert_eq!((within, safe), (3, goal == Goal::Safe), "{name}");
    }
}

/// Proves again that a side can force a fortress with which it cannot lose, within exactly the number of moves that a
/// theorem states.
fn prove_again(name: &str, side: Side, forced: Forced) {
    let rules = Rules::parse(name).unwrap();
    let aim = Aim { side, goal: Goal::Safe, memory: 4 << 30 };
    let mut unseen = |_, _| ();
    let complete = if forced.complete { Some(&mut unseen as &mut dyn FnMut(u8, u8)) } else { None };
    let mut attempt = attempt(&rules, aim, forced.ranks, complete).unwrap();
    assert!(matches!(attempt.search(forced.moves, &mut |_| ()), Solved::Within(_)), "{name} {side:?}");
    let checked = check_certificate(&attempt.certificate(name).text()).unwrap();
    assert_eq!((checked.side, checked.within, checked.safe), (side, forced.moves, true), "{name}");
}

/// Proves all theorems whose search uses no complete table, or all others.
fn prove_theorems(complete: bool) {
    for draw in &DRAWS {
        let dice = if draw.with_any_die { &["", "+die=1", "+die=4", "+die=255"][..] } else { &[""] };
        for (side, die) in Side::BOTH.into_iter().flat_map(|side| dice.iter().map(move |die| (side, die))) {
            let forced = draw.forced[side];
            if forced.complete == complete {
                prove_again(&format!("{}{die}", draw.game), side, forced);
            }
        }
    }
}

/// Returns a line of a certificate with one of its claims changed so that it is false, in every way that is tested.
fn false_claims(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let with = |place: usize, word: String| {
        let mut words: Vec<&str> = words.clone();
        words[place] = &word;
        words.join(" ")
    };
    let swapped = |c: char| if c == 'S' { 's' } else { c };
    let mut changed = vec![with(0, words[0].chars().map(swapped).collect()), with(words.len() - 1, "a1-a1".into())];
    if let [_, outside, within, _] = words[..]
        && outside != "="
    {
        let [outside, within] = [outside, within].map(|number| number.parse::<u8>().unwrap());
        changed.extend([outside + 1, outside.wrapping_sub(1)].map(|number| with(1, number.to_string())));
        changed.push(with(2, (within - 1).to_string()));
    }
    changed
}

#[test]
fn the_theorems_are_proved_again() {
    prove_theorems(false);
}

#[test]
#[ignore = "takes minutes and 1.3 GiB"]
fn the_theorems_of_complete_tables_are_proved_again() {
    prove_theorems(true);
}

/// Returns the games that one switch makes of a game, with each word or some numbers as its value, as their names.
fn changed(game: &str) -> Vec<String> {
    let values = |switch: &Switch| match (switch.values.is_empty(), switch.choices) {
        (true, _) => vec![String::new()],
        (false, []) => ["=0", "=1", "=2", "=5", "=1000", "=forbidden"].map(ToOwned::to_owned).to_vec(),
        (false, words) => words.iter().map(|word| format!("={word}")).collect(),
    };
    let on = SWITCHES
        .iter()
        .flat_map(|switch| values(switch).into_iter().map(move |value| format!("{game}+{}{value}", switch.name)));
    on.chain(SWITCHES.iter().map(|switch| format!("{game}-{}", switch.name))).collect()
}

#[test]
fn a_theorem_is_told_only_of_games_of_which_the_search_proves_it() {
    let (mut told, mut untold) = (0, 0);
    let draws = DRAWS.iter().step_by(if all_cases() { 1 } else { 3 });
    for name in draws.clone().flat_map(|draw| changed(draw.game)) {
        let Ok(rules) = Rules::parse(&name) else { continue };
        let Some(draw) = proved_draw(&rules) else {
            untold += 1;
            continue;
        };
        for side in Side::BOTH {
            // Other tests search complete tables, which takes minutes.
            if draw.forced[side].complete {
                let aim = Aim { side, goal: Goal::Safe, memory: MEMORY };
                let refusal = attempt(&rules, aim, draw.forced[side].ranks, None).err();
                assert_eq!(refusal, None, "{name}");
            } else {
                prove_again(&name, side, draw.forced[side]);
            }
        }
        told += 1;
    }
    println!("{told} games with a theorem, {untold} without");
    assert!(told > 5 * draws.len() && untold > told, "{told}, {untold}");
    assert_eq!(proved_draw(&Rules::parse("quintana+repetition=forbidden").unwrap()), None);
    assert_eq!(proved_draw(&Rules::parse("city-8+repetition=forbidden").unwrap()), None);
}

/// Nobody wins against a fortress; but where no limit adjudicates such games, they are no draws either.
#[test]
fn a_game_that_only_the_turn_cap_stops_is_no_proved_draw() {
    let is_proved = |game: &str| proved_draw(&Rules::parse(game).expect(game)).is_some();
    for game in [
        "city-8",
        "city-8-repetition",
        "city-8-no_progress",
        "city-8-turn_cap",
        "city-8-repetition-no_progress+move_cap=160",
        "city-8-repetition-no_progress+fortress",
        "callen-double-petteia+die=4-repetition",
    ] {
        assert!(is_proved(game), "{game}");
    }
    for game in [
        "city-8-repetition-no_progress",
        "city-8-repetition-no_progress-turn_cap",
        "city-8-repetition+turn_cap=150",
        "city-8-repetition-no_progress+move_cap=160+turn_cap=150",
        "callen-double-petteia-repetition-no_progress",
    ] {
        assert!(!is_proved(game), "{game}");
    }
}

#[test]
fn a_certificate_that_lacks_a_line_or_makes_a_false_claim_is_refused() {
    let (_, text) = forced("city-12", square_12(), Goal::Fortress);
    let lines: Vec<&str> = text.lines().collect();
    let refused = |changed: Vec<&str>| check_certificate(&changed.join("\n")).is_err();
    assert!(!refused(lines.clone()) && lines.len() > 200, "{} lines", lines.len());
    let mut claims = 0;
    for i in 0..lines.len() {
        let without = lines.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &line)| line).collect();
        assert!(refused(without), "without `{}`", lines[i]);
        for claim in lines[5..].get(i).map_or(Vec::new(), |line| false_claims(line)) {
            let mut changed = lines.clone();
            changed[i + 5] = &claim;
            assert!(refused(changed), "`{}` as `{claim}`", lines[i + 5]);
            claims += 1;
        }
    }
    println!("{} lines omitted, {claims} false claims", lines.len());
    assert!(claims > 2 * (lines.len() - 5), "{claims}");
    for (from, to) in [("side white", "side black"), ("game city-12", "game city-12+edge"), ("ranks 2", "ranks 7")] {
        assert!(check_certificate(&text.replace(from, to)).is_err(), "{to}");
    }
    assert!(
        check_certificate(&text.replace("ranks 2", "ranks 3")).is_ok(),
        "a strategy in a smaller camp is valid in a larger one"
    );
}

#[test]
fn the_strategy_holds_in_the_real_game() {
    follow("city-8", square_8(), 2, 5);
    follow("city-8-step+die=3", square_8(), 3, 4);
    follow("city-8-double+inciti", square_8(), 3, 1);
    follow("callen-simple-capture-leader", square_12(), 2, 1);
    follow("callen-double-latrunculi+die=4", square_12(), 3, 1);
}

/// Follows White's strategy in the first `ranks` ranks against many answers.
fn follow<G: Geometry>(name: &str, geometry: G, ranks: u8, within: u8) {
    let mut search = Search::new(camp(name, geometry, Side::White, ranks), Goal::Safe, MEMORY);
    let roots = search.roots();
    assert_eq!(search.solve(&roots, within, &mut |_| {}), Solved::Within(within), "{name}");
    let text = Certificate::of(&search, name, &roots).text();
    let (squares, game) = (search.camp().squares, &search.camp().game);
    let mut rng = GameRng::from_seed(5);
    for number in 0..400 {
        let mut state = game.begin();
        let mut moves = 0;
        while prove(game, state.position(), Side::White).fortress().is_none() {
            assert_eq!(state.outcome(), None, "{name}: game {number}");
            assert!(moves < within, "{name}: game {number}: no fortress after {moves} moves");
            let told = game.text(state.position()).replace('L', "S");
            let told: Vec<&str> = told.split(['/', ' ']).take(8).collect();
            let outside = (state.position().pieces(Side::Black) & !squares).count();
            let start = format!("{} {outside} ", told[8 - usize::from(ranks)..].join("/"));
            let line = text.lines().find(|line| line.starts_with(&start)).unwrap();
            game.roll_if_needed(&mut state, &mut rng);
            let decision = line.split(' ').nth(3).unwrap();
            let decision = game.parse_move(state.position(), decision).unwrap();
            game.play(&mut state, decision);
            moves += 1;
            if state.outcome().is_none() {
                game.roll_if_needed(&mut state, &mut rng);
                let answer = sharpest(game, &state, &mut rng);
                game.play(&mut state, answer);
            }
        }
    }
}

/// Returns a random answer, usually one that captures or enters White's first ranks.
fn sharpest<G: Geometry>(game: &Game<G>, state: &petteia_engine::State<G>, rng: &mut GameRng) -> Move {
    let moves = game.moves(state.position());
    let near = |decision: &Move| matches!(decision, Move::Go { to, .. } if game.rules().board.rank(*to) < 2);
    let captures: Vec<Move> = moves.iter().copied().filter(|&m| game.is_capture(state.position(), m)).collect();
    let intrusions: Vec<Move> = moves.iter().copied().filter(near).collect();
    let pick = |from: &[Move], rng: &mut GameRng| from[rng.below(from.len() as u32) as usize];
    if !captures.is_empty() {
        pick(&captures, rng)
    } else if !intrusions.is_empty() && rng.below(5) > 0 {
        pick(&intrusions, rng)
    } else {
        pick(&moves, rng)
    }
}

#[test]
fn an_enemy_leader_slides_where_stones_step() {
    let camp = camp("callen-simple-latrunculi+move=step", square_12(), Side::Black, 3);
    let entered = camp.enemy_options(&camp.start()).into_iter().filter(|option| !option.enemy.is_empty());
    let ranks: Vec<u8> = entered.map(|option| camp.game.rules().board.rank(option.enemy.lowest())).collect();
    assert!(ranks.contains(&5) && ranks.contains(&6), "{ranks:?}");
}

#[test]
fn an_attempt_knows_the_first_two_ranks_and_goes_on_in_three() {
    let game = small("city-8", 4, 7);
    let aim = Aim { side: Side::Black, goal: Goal::Fortress, memory: 1 << 30 };
    let mut told = Vec::new();
    let mut known = attempt(game.rules(), aim, 2, Some(&mut |done, of| told.push((done, of)))).unwrap();
    assert_eq!(told, (0..=4).map(|done| (done, 4)).collect::<Vec<_>>());
    let camp = |ranks| Camp::new(game.clone(), Side::Black, ranks).unwrap();
    let mut search =
        Search::with_table(camp(2), CompleteCamp::solve(camp(2), Goal::Fortress, MEMORY, |_| ()).unwrap(), MEMORY);
    for ranks in [2, 3] {
        if ranks == 3 {
            known.widen(3).unwrap();
            search.move_to(camp(3));
        }
        let roots = search.roots();
        let mut depths = Vec::new();
        let solved = known.search(3, &mut |depth| depths.push(depth));
        let mut expected = Vec::new();
        assert_eq!(solved, search.solve(&roots, 3, &mut |depth| expected.push(depth)));
        assert_eq!(depths, expected);
        assert_eq!((known.ranks(), known.openings(), known.states()), (ranks, roots.len(), search.nodes));
    }
    assert!(known.widen(6).is_err() && known.ranks() == 3);
    assert_eq!(usual_ranks(game.rules(), Side::Black), 2);
    let little = Aim { memory: 1 << 10, ..aim };
    let refused = |aim, ranks| attempt(game.rules(), aim, ranks, Some(&mut |_, _| ())).err();
    assert_eq!(refused(little, 3), Some(AttemptError::TooLarge(TooLarge)));
    assert!(matches!(refused(aim, 6), Some(AttemptError::Unsupported(unsupported)) if unsupported.what == "ranks"));
}

#[test]
fn what_the_game_in_a_camp_does_not_describe_is_refused() {
    for name in ["poleis", "city-8-forward", "lemery-petteia", "city-8+vagi", "city-8+surround"] {
        let rules = Rules::parse(name).unwrap();
        let refused = match rules.board.files {
            8 => Camp::new(Game::new(rules, square_8()), Side::White, 2).err(),
            _ => Camp::new(Game::new(rules, square_12()), Side::White, 2).err(),
        };
        assert!(refused.is_some(), "{name}");
    }
    for ranks in [1, 7] {
        let game = Game::new(Rules::parse("city-8").unwrap(), square_8());
        assert!(Camp::new(game, Side::White, ranks).is_err(), "{ranks} ranks");
    }
    assert_eq!(camp("city-8", square_8(), Side::Black, 3).squares.count(), 24);
}

/// Creates a game on a small board.
fn small(name: &str, files: u8, ranks: u8) -> Game<Small> {
    let mut rules = Rules::read(name).unwrap();
    rules.board = BoardSize { files, ranks };
    Game::new(rules.check().unwrap(), Small::new(BoardSize { files, ranks }))
}

/// Returns every state that can arise from `roots`, with either side moving, and the smallest number of moves within
/// which a fortress is forced from it, found by visiting all states repeatedly.
fn by_brute_force(camp: &Camp<Small>, roots: &[CampState<u64>]) -> HashMap<CampState<u64>, Option<u8>> {
    let mut known = HashMap::new();
    let mut waiting = roots.to_vec();
    while let Some(state) = waiting.pop() {
        if known.insert(state, camp.fortress(&state).map(|_| 0)).is_none() {
            waiting.extend(camp.own_moves(&state).into_iter().map(|(_, _, after)| after));
            waiting.extend(camp.enemy_options(&state));
        }
    }
    for moves in 1.. {
        let is_forced = |state: &CampState<u64>| known[state].is_some_and(|within| within < moves);
        let wins =
            |after: &CampState<u64>| camp.fortress(after).is_some() || camp.enemy_options(after).iter().all(is_forced);
        let open = known.iter().filter(|(_, within)| within.is_none()).map(|(state, _)| *state);
        let found: Vec<_> =
            open.filter(|state| camp.own_moves(state).iter().any(|(_, _, after)| wins(after))).collect();
        if found.is_empty() {
            break;
        }
        known.extend(found.into_iter().map(|state| (state, Some(moves))));
    }
    known
}

#[test]
#[ignore = "long: make test-all"]
fn the_complete_table_agrees_with_brute_force() {
    let games = [("city-8", 5, Side::Black), ("city-8+edge", 5, Side::White), ("city-8-step+corner", 4, Side::Black)];
    for (name, files, side) in games {
        let camp = Camp::new(small(name, files, 6), side, 2).unwrap();
        let table = CompleteCamp::solve(camp.clone(), Goal::Fortress, MEMORY, |_| {}).unwrap();
        let known = by_brute_force(&camp, &Search::new(camp.clone(), Goal::Fortress, MEMORY).roots());
        for (state, within) in &known {
            assert_eq!(table.within(state), *within, "{name} {files} files: {state:?}");
        }
        let forced = known.values().flatten().count();
        println!("{name} {side:?}: forced from {forced} of {}", known.len());
        assert!(forced > 100 && known.len() > 2 * forced, "{name} {side:?}: {forced} of {}", known.len());
    }
}

#[test]
fn a_table_of_fewer_ranks_helps_a_search() {
    let game = small("city-8", 4, 7);
    let camp = |ranks| Camp::new(game.clone(), Side::Black, ranks).unwrap();
    let solved = |ranks| CompleteCamp::solve(camp(ranks), Goal::Fortress, MEMORY, |_| {}).unwrap();
    let complete = solved(3);
    let mut search = Search::with_table(camp(3), solved(2), MEMORY);
    let mut rng = GameRng::from_seed(11);
    let mut longest = 0;
    for _ in 0..300 {
        let mut state = camp(3).start();
        for _ in 0..12 {
            let moves: Vec<_> = camp(3).own_moves(&state).into_iter().map(|(_, _, after)| after).collect();
            if moves.is_empty() {
                break;
            }
            let options = camp(3).enemy_options(&moves[rng.below(moves.len() as u32) as usize]);
            state = options[rng.below(options.len() as u32) as usize];
            let Some(fewest) = complete.within(&state) else { continue };
            let Solved::Within(moves) = search.solve(&[state], fewest, &mut |_| {}) else {
                panic!("not within {fewest}: {state:?}")
            };
            let certificate = Certificate::of(&search, "", &[state]);
            assert!(moves <= fewest && fewest <= certificate.within, "{state:?}");
            longest = longest.max(fewest);
        }
    }
    assert!(longest > 2, "{longest}");
    let roots = search.roots();
    let never = Search::with_table(camp(3), complete, MEMORY).solve(&roots, 9, &mut |_| {});
    assert_eq!(never, Solved::Never);
}

#[test]
fn what_does_not_fit_into_memory_is_not_begun_or_given_up() {
    let camp = camp("city-8", square_8(), Side::Black, 2);
    let bytes = CompleteCamp::bytes(&camp).unwrap();
    assert_eq!(CompleteCamp::solve(camp.clone(), Goal::Fortress, bytes - 1, |_| {}).err(), Some(TooLarge));
    let little = 1 << 20;
    let mut search = Search::new(camp, Goal::Fortress, little);
    let roots = search.roots();
    let solved = search.solve(&roots, 9, &mut |_| {});
    assert!(matches!(solved, Solved::OutOfMemory(3..9)), "{solved:?}");
    assert!(search.bytes() <= little);
}

/// Plays random moves for the owner inside its camp, and any moves for the enemy.
struct Wander {
    name: &'static str,
    side: Side,
    ranks: u8,
}

impl OnBoard for Wander {
    type Output = u32;

    /// Returns the number of enemy moves that changed the camp; each must lead to one of the states that the camp
    /// expects.
    fn run<G: Geometry>(self, geometry: G) -> u32 {
        let game = Game::new(Rules::parse(self.name).unwrap(), geometry);
        let camp = Camp::new(game.clone(), self.side, self.ranks).unwrap();
        let mut rng = GameRng::from_seed(7);
        let mut changes = 0;
        for _ in 0..150 {
            let mut state = game.begin();
            for _ in 0..200 {
                let before = camp.seen(state.position());
                let moves: Vec<Move> = game.moves(state.position());
                let inside = |m: &&Move| matches!(m, Move::Go { to, .. } if camp.squares.has(*to));
                let near: Vec<Move> = moves.iter().filter(inside).copied().collect();
                let own_turn = state.position().side() == self.side;
                let choice = if own_turn || (rng.below(2) > 0 && !near.is_empty()) { near } else { moves };
                if choice.is_empty() {
                    break;
                }
                let decision = choice[rng.below(choice.len() as u32) as usize];
                game.play(&mut state, decision);
                let after = camp.seen(state.position());
                let expected = if own_turn {
                    camp.own_moves(&before).into_iter().map(|(_, _, after)| after).collect()
                } else {
                    camp.enemy_options(&before)
                };
                assert!(expected.contains(&after), "{} {}", self.name, game.text(state.position()));
                changes += u32::from(!own_turn && before != after);
                if state.outcome().is_some() {
                    break;
                }
            }
        }
        changes
    }
}

#[test]
fn the_game_in_a_camp_expects_all_that_happens_there() {
    for name in ["city-8", "city-8+edge+corner", "city-8-step+edge", "city-12+corner"] {
        for side in Side::BOTH {
            for ranks in [2, 3] {
                let size = Rules::parse(name).unwrap().board;
                let changes = with_width(size, Wander { name, side, ranks });
                assert!(changes > 100, "{name} {side:?} {ranks} ranks: {changes}");
            }
        }
    }
}
