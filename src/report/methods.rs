//! How a run was played, in sentences for a paper.

use std::collections::BTreeMap;
use std::path::Path;

use indicatif::HumanCount;
use petteia_engine::diagram::Diagram;
use petteia_engine::{AnyGame, explain};
use petteia_players::agents::catalogue::AGENTS;
use petteia_proofs::endgame::Ending;
use petteia_reports::{Incomplete, Methods, RulesInWords, distinct, empty_cells};
use petteia_simulator::cell::Cell;
use petteia_simulator::experiment::{CellPlan, LeftOut, Plan};
use petteia_simulator::run::{CellProgress, Status};
use petteia_tables::{AgentKey, CellKey};

use super::run_context::run_context;

/// How a run was played.
#[must_use]
pub fn methods(status: &Status) -> Methods {
    let plan = &status.plan;
    Methods {
        question: question(&status.manifest.request.text),
        sentences: sentences(status, plan),
        rules: rules_in_words(plan),
        boards: boards(plan),
        // The path of the folder is private, and would make equal runs differ.
        citation: status.citation(Path::new("RUN")),
        bibtex: status.bibtex(),
        name: plan.name.clone(),
        version: status.manifest.version.clone(),
        commit: status.manifest.commit.clone(),
    }
}

/// The question that the first comment of an experiment asks, if it asks one.
fn question(experiment: &str) -> Option<String> {
    let comment = experiment.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let comment: Vec<&str> = comment.collect();
    comment.join(" ").split_once('?').map(|(question, _)| format!("{question}?"))
}

/// The rules of each variant of a plan.
pub(super) fn rules_in_words(plan: &Plan) -> RulesInWords {
    plan.cells.iter().map(|cell| (cell.cell.variant.clone(), explain(&cell.cell.matchup.rules))).collect()
}

/// The start of each variant of a plan.
fn boards(plan: &Plan) -> BTreeMap<String, Diagram> {
    let board = |cell: &CellPlan| {
        let game = AnyGame::of(cell.cell.matchup.rules.clone());
        (cell.cell.variant.clone(), Diagram::of(&game, &game.start()))
    };
    plan.cells.iter().map(board).collect()
}

fn sentences(status: &Status, plan: &Plan) -> Vec<String> {
    let games: u64 = status.cells.iter().map(|cell| cell.games).sum();
    let has_games = |number: u32| status.cells[number as usize].games > 0;
    let played = |cell: &&CellPlan| has_games(cell.index);
    let variants = distinct(plan.cells.iter().filter(played).map(|cell| &cell.cell.variant)).len();
    let agents_of = |cell: &CellPlan| format!("{} {}", cell.cell.matchup.agents.white, cell.cell.matchup.agents.black);
    let pairings = distinct(plan.cells.iter().filter(played).map(agents_of)).len();
    let mut sentences: Vec<String> = run_context(status).incomplete.map(Incomplete::sentence).into_iter().collect();
    sentences.push(format!(
        "{} {} played: {} of the rules, {}.",
        HumanCount(games),
        if games == 1 { "game was" } else { "games were" },
        if variants == 1 { "one variant".into() } else { format!("{variants} variants") },
        if pairings == 1 { "all by the same agents".into() } else { format!("each by {pairings} pairings of agents") }
    ));
    sentences.extend(without_games(&empty_cells(&status.chunks.cells, has_games)));
    sentences.extend(left_out(plan));
    let has_die = plan.cells.iter().any(|cell| cell.cell.matchup.rules.die.is_some());
    sentences.push(format!("The agents: {}.", agents(&status.chunks.cells, has_die).join("; ")));
    sentences.extend(tables(plan));
    sentences.extend(sizes(status, plan));
    sentences.push(match plan.opening().fixed() {
        Some(0) => "Games begin from the start position.".to_owned(),
        Some(1) => "The first decision of each game is random, so that games differ.".to_owned(),
        _ => format!("The first {} decisions of each game are random, so that games differ.", plan.opening()),
    });
    let limits = distinct(plan.cells.iter().map(limits));
    sentences.push(match limits.as_slice() {
        [only] => format!("A game ends at the latest {only}."),
        several => format!("A game ends at the latest, depending on the variant, {}.", several.join(", or ")),
    });
    sentences.push(format!(
        "All random choices follow from the seed {}, the cell and the number of the game, whatever the number of threads \
         and machines.",
        plan.seed
    ));
    if plan.cells.iter().any(|cell| !cell.cell.matchup.is_repeatable()) {
        let text = "Games of agents with a time budget, and of programs that do not promise it, cannot be repeated \
                    exactly.";
        sentences.push(text.to_owned());
    }
    sentences
}

/// Which cells of the plan have no games.
fn without_games(empty: &[String]) -> Option<String> {
    let names = empty.join(", ");
    (!empty.is_empty()).then(|| format!("The plan has further cells, of which no games have been played: {names}."))
}

/// How many combinations of rules there are no games of, with the first reason.
fn left_out(plan: &Plan) -> Option<String> {
    let LeftOut { name, reason } = plan.left_out.first()?;
    let reason = reason.replace('`', "");
    Some(match plan.left_out.len() {
        1 => format!("The combination {name} is left out, because its rules exclude each other: {reason}."),
        several => format!(
            "{several} combinations are left out, because their rules exclude each other. The first is {name}: {reason}."
        ),
    })
}

/// How many games the cells have, and why.
fn sizes(status: &Status, plan: &Plan) -> Vec<String> {
    let mut sentences = Vec::new();
    let fixed = || status.cells.iter().filter(|cell| !cell.has_rule);
    if let Some(planned) = spread(fixed(), |cell| cell.planned) {
        let why =
            if status.is_out_of_time { "the time budget of the run was used up" } else { "the run is not complete" };
        sentences.push(match spread(fixed(), |cell| cell.games) {
            Some(played) if fixed().any(|cell| cell.games < cell.planned) => format!(
                "The plan has {planned} games of each variant and pairing; {played} of them are played, since {why}."
            ),
            _ => format!("The experiment asks for {planned} games of each variant and pairing."),
        });
    }
    let rules = plan.cells.iter().filter_map(|cell| cell.stop.as_ref());
    for (metric, half_width, rule) in
        distinct(rules.map(|rule| (rule.metric.name(), rule.half_width.to_string(), rule)))
    {
        let (what, or) = match &rule.against {
            Some(base) => (format!("its difference in {} from {base}", metric.replace('_', " ")), " or excludes zero"),
            None => (metric.replace('_', " "), ""),
        };
        sentences.push(format!(
            "A variant and pairing has enough games when the 95 % confidence sequence of {what} is within {half_width} to each \
             side{or}, with at least {} and at most {} games; it stays valid under continuous looking [@waudbysmith2024], while \
             the other intervals of such cells take the number of games as given.",
            rule.min_games,
            rule.max_games
        ));
    }
    sentences
}

/// `200`, or `10 to 200` where cells differ; nothing without cells.
fn spread<'a>(cells: impl Iterator<Item = &'a CellProgress> + Clone, of: fn(&CellProgress) -> u64) -> Option<String> {
    let (least, most) = (cells.clone().map(of).min()?, cells.map(of).max()?);
    let [fewest, greatest] = [least, most].map(|games| HumanCount(games).to_string());
    Some(if least == most { greatest } else { format!("{fewest} to {greatest}") })
}

/// Which endings the agents look up in endgame tables.
fn tables(plan: &Plan) -> Option<String> {
    let mut known: Vec<(Vec<Ending>, Vec<&str>)> = Vec::new();
    for Cell { variant, matchup, .. } in plan.cells.iter().map(|planned| &planned.cell) {
        let endings = matchup.endings_on_demand();
        match known.iter_mut().find(|(other, _)| *other == endings) {
            Some((_, variants)) if variants.contains(&variant.as_str()) => {}
            Some((_, variants)) => variants.push(variant),
            None => known.push((endings, vec![variant])),
        }
    }
    let named = |(endings, variants): (Vec<Ending>, Vec<&str>)| {
        let endings = endings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        (!endings.is_empty()).then(|| format!("{endings} in {}", variants.join(", ")))
    };
    let told = known.into_iter().filter_map(named).collect::<Vec<_>>().join("; ");
    (!told.is_empty()).then(|| {
        format!(
            "Agents with the option tables play these endings perfectly, or with a die for the best expectation, from endgame \
             tables that petteia computes from the rules (stones of one side v the other; L is a leader): {told}."
        )
    })
}

/// Each agent with what it does, White's first.
fn agents(cells: &[CellKey], has_die: bool) -> Vec<String> {
    let agents = distinct(cells.iter().map(|key| &key.white).chain(cells.iter().map(|key| &key.black)));
    agents.into_iter().map(|agent| explained(agent, has_die)).collect()
}

/// An agent with what it does in these games.
fn explained(agent: &AgentKey, has_die: bool) -> String {
    let about = AGENTS.iter().find(|known| known.name == agent.kind).map(|known| known.about);
    let about = about.unwrap_or("a program of its own; if it fails, it forfeits the game");
    let concerns = |clause: &&str| has_die || !clause.ends_with("of the die");
    let about = about.split("; ").filter(concerns).collect::<Vec<_>>().join("; ");
    match &agent.label {
        Some(label) => format!("{label} ({}; {about})", agent.text),
        None => format!("{} ({about})", agent.text),
    }
}

/// When a game is stopped that nothing ends on the board.
fn limits(cell: &CellPlan) -> String {
    let rules = &cell.cell.matchup.rules;
    let (limits, no_progress, turn_cap) = (rules.limits, rules.no_progress(), rules.turn_cap());
    let limit = |n: u32, text: String| (n > 0).then_some(text);
    let repetition = limits.repetition.limit();
    let all = [
        limit(repetition, format!("when a position occurs for the {} time", ordinal(repetition))),
        limit(limits.move_cap, format!("after {} turns of the movement phase", limits.move_cap)),
        limit(
            no_progress,
            format!(
                "after {no_progress} turns without a capture{}",
                if rules.counts_binding() { " or the binding of an enemy stone" } else { "" }
            ),
        ),
        limit(
            turn_cap,
            format!("after {turn_cap} turns, when it is unfinished, scores ½ and is counted separately from draws"),
        ),
        limits.fortress.then(|| "when both sides have a fortress that nothing can break".to_owned()),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    if all.is_empty() { "on the board".to_owned() } else { all.join(" or ") }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    match n {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{n}{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use petteia_simulator::Source;
    use petteia_simulator::experiment::ExperimentConfig;

    use super::*;

    #[test]
    fn combinations_that_are_left_out_are_counted_with_the_first_reason() {
        let text = "name = \"a\"\nseed = 1\ngames = 1\nvariants = [\"city-8\"]\npairings = [\"random\"]\n\
                    [factors]\nforward = \"+move=forward\"\ninciti = \"+inciti\"\ndie = \"+die=4\"\n";
        let plan = |text: &str| {
            let experiment = ExperimentConfig::read(Source::of("a.toml", text)).expect("it is right");
            Plan::new(&experiment, None, None).expect("it can be played")
        };
        let told = left_out(&plan(text)).expect("two combinations cannot be");
        assert!(
            told.starts_with("2 combinations are left out") && told.contains("city-8+move=forward+inciti: "),
            "{told}"
        );
        let told = left_out(&plan(&text.replace("die = \"+die=4\"\n", ""))).expect("one combination cannot be");
        assert!(told.starts_with("The combination city-8+move=forward+inciti is left out"), "{told}");
    }
}
