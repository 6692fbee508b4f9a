//! The cells of an analysis as sentences name them.

use petteia_tables::{AgentKey, overlay};

use crate::analysis::Analysis;
use crate::comparisons::{Comparison, Quantity};
use crate::labels::{self, Pairing, budget_text, distinct, player, within};
use crate::ladder::strongest_first;
use crate::number_format::grouped;
use crate::phrases::{after_opening, capitalised, listed};
use crate::summary::CellSummary;

pub(crate) struct Run<'a> {
    pub(crate) cells: &'a [CellSummary],
    /// The fewest and the most random moves with which games begin.
    pub(super) opening: [u32; 2],
    comparisons: &'a [Comparison],
    /// The pairings of agents, the strongest first.
    pairings: Vec<Pairing<'a>>,
    /// How many of them lead: those whose results the findings tell.
    leading: usize,
    /// Short names of the variants of the cells; labels are quoted.
    names: Vec<String>,
    /// The agents with their names.
    players: Vec<(&'a AgentKey, String)>,
    /// Whether the text has named the leading agents already.
    pub(super) are_introduced: bool,
}

impl<'a> Run<'a> {
    pub(crate) fn of(analysis: &'a Analysis) -> Self {
        let &Analysis { ref cells, ref comparisons, opening, .. } = analysis;
        let (pairings, leading) = strongest_first(cells);
        let short = labels::variants(cells.iter().map(|cell| &cell.variant)).labels;
        let names = short.into_iter().zip(cells).map(|(name, cell)| match cell.variant.label.as_ref() == Some(&name) {
            true => format!("“{name}”"),
            false => name,
        });
        let names = names.collect();
        let agents = distinct(pairings.iter().flat_map(|&(white, black)| [white, black]));
        let players = called(&agents, player).or_else(|| called(&agents, |agent| agent.display_name().to_owned()));
        let players = players.unwrap_or_default();
        Run { cells, opening, comparisons, pairings, leading, names, players, are_introduced: false }
    }

    /// The same for a text that begins with the leading agents, and the sentence that introduces them; `None` without games.
    pub(crate) fn introduced(self) -> (Self, Option<String>) {
        let games: Vec<u64> = self.leading_cells().map(|cell| cell.games).collect();
        let Some((&least, &most)) = games.iter().min().zip(games.iter().max()) else {
            return (self, None);
        };
        let [least_text, most_text] = [least, most].map(|games| grouped(games as f64));
        let games = if least == most { most_text } else { format!("{least_text} to {most_text}") };
        let unit = if most == 1 { "game" } else { "games" };
        let one_player = self.leaders().iter().find(|_| self.leading == 1).filter(|agents| agents.0 == agents.1);
        let players = match one_player {
            Some(agents) if self.is_strongest(*agents) => {
                format!("The strongest player tried, {},", introduction(agents.0))
            }
            Some(agents) => capitalised(&introduction(agents.0)),
            None => "Each pairing of players".to_owned(),
        };
        let played = if one_player.is_some() { "played both sides in" } else { "played" };
        let after = after_opening(self.opening).map_or_else(String::new, |after| format!(", {after}"));
        let each = if self.leading_cells().any(|cell| cell.variant != self.cells[0].variant) {
            " of each variant"
        } else {
            ""
        };
        let told = format!("{players} {played} {games} {unit}{each}{after}.");
        let Some(&leader) = one_player else { return (self, Some(told)) };
        let agents: Vec<&AgentKey> = self.players.iter().map(|(agent, _)| *agent).collect();
        let name = |agent: &_| if agent == leader.0 { "this player".to_owned() } else { introduction(agent) };
        let players = called(&agents, name).unwrap_or(self.players);
        (Run { are_introduced: true, players, ..self }, Some(told))
    }

    /// The pairings whose results the findings tell: the strongest agent against itself, or all if it is not known.
    pub(crate) fn leaders(&self) -> &[Pairing<'a>] {
        &self.pairings[..self.leading]
    }

    /// Whether agents must be distinguished.
    pub(super) fn several_pairings(&self) -> bool {
        self.pairings.len() > 1
    }

    pub(super) fn of_pairing(&self, agents: Pairing) -> impl Iterator<Item = &'a CellSummary> {
        self.cells.iter().filter(move |cell| cell.agents() == agents)
    }

    pub(super) fn leading_cells(&self) -> impl Iterator<Item = &'a CellSummary> {
        self.cells.iter().filter(|cell| self.leaders().contains(&cell.agents()))
    }

    /// The comparisons of a quantity between cells of the leading pairings.
    pub(super) fn comparisons(&self, quantity: Quantity) -> Vec<&'a Comparison> {
        self.of_quantity(quantity).filter(|comparison| self.leads(comparison)).collect()
    }

    /// Whether a comparison is of a cell of the leading pairings.
    pub(super) fn leads(&self, comparison: &Comparison) -> bool {
        self.leading_cells().any(|cell| cell.cell == comparison.cell)
    }

    /// All comparisons of a quantity.
    pub(super) fn of_quantity(&self, quantity: Quantity) -> impl Iterator<Item = &'a Comparison> {
        self.comparisons.iter().filter(move |comparison| comparison.quantity == quantity)
    }

    pub(super) fn cell(&self, number: u32) -> Option<&'a CellSummary> {
        self.cells.iter().find(|cell| cell.cell == number)
    }

    /// The name of a cell's variant, without the part that all variants share: `city-8`, `+vagi` or `“without vagi”`.
    pub(super) fn name(&self, number: u32) -> &str {
        let index = self.cells.iter().position(|cell| cell.cell == number);
        index.map_or("", |index| &self.names[index])
    }

    /// The name of a cell's variant, with its agents if the run has several pairings.
    pub(super) fn full_name(&self, number: u32) -> String {
        let agents = self.cell(number).map(|cell| self.pairing(cell.agents()));
        match agents {
            Some(agents) if self.several_pairings() => format!("{} ({})", self.name(number), within(&agents)),
            _ => self.name(number).to_owned(),
        }
    }

    /// A variant at the end of a sentence: `with vagi and die=4`, `without edge`, `in city-8`, `in “old rules”`.
    pub(super) fn under(&self, number: u32) -> String {
        let name = self.name(number);
        let Some(cell) = self.cell(number).filter(|_| name.starts_with(['+', '-'])) else {
            return format!("in {name}");
        };
        let switches = cell.variant.switches.iter().map(String::as_str);
        let own = switches.filter(|switch| name.contains(&overlay([*switch])));
        let (without, with): (Vec<&str>, Vec<&str>) = own.partition(|switch| switch.starts_with('-'));
        let with = (!with.is_empty()).then(|| format!("with {}", listed(with.into_iter().map(str::to_owned))));
        let names = without.iter().map(|switch| switch.trim_start_matches('-').to_owned());
        let without = (!without.is_empty()).then(|| format!("without {}", listed(names)));
        with.into_iter().chain(without).collect::<Vec<_>>().join(" and ")
    }

    /// The same of several variants: `in city-8 and with vagi, inciti and die=4`, each with what comes after its name.
    pub(super) fn under_all(
        &self,
        numbers: impl Iterator<Item = u32>,
        after: impl Fn(&CellSummary) -> String,
    ) -> String {
        let (mut parts, mut shared) = ([("in ", Vec::new()), ("with ", Vec::new())], Vec::new());
        for cell in numbers.filter_map(|number| self.cell(number)) {
            let under = self.under(cell.cell) + &after(cell);
            // `with vagi and die=4` is no item of a list.
            let part = parts.iter_mut().find(|(start, _)| under.starts_with(*start) && !under.contains(" and "));
            match part {
                Some((start, names)) => names.push(under[start.len()..].to_owned()),
                None => shared.push(under),
            }
        }
        let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
        let parts = parts.map(|(start, names)| format!("{start}{}", listed(names.into_iter())));
        parts.chain(shared).collect::<Vec<_>>().join(" and ")
    }

    /// The name of an agent: `alphabeta (1,000 positions)`.
    pub(super) fn player(&self, agent: &AgentKey) -> &str {
        self.players.iter().find(|(key, _)| *key == agent).map_or("", |(_, name)| name)
    }

    /// The names of White's and Black's agent; one if both sides have the same.
    pub(super) fn pairing(&self, (white, black): Pairing) -> String {
        let [white_name, black_name] = [white, black].map(|agent| self.player(agent));
        if white == black { white_name.to_owned() } else { format!("{white_name} v {black_name}") }
    }

    /// Whether these agents lead because they are the strongest of several.
    fn is_strongest(&self, (white, black): Pairing) -> bool {
        self.leading == 1 && self.several_pairings() && white == black
    }

    /// The beginning of a sentence about some agents: `Strongest player (alphabeta, 1,000 positions): `; empty if they are introduced.
    pub(super) fn lead(&self, agents: Pairing) -> String {
        if self.are_introduced {
            return String::new();
        }
        let [white, black] = [agents.0, agents.1].map(|agent| self.player(agent));
        if self.is_strongest(agents) {
            format!("Strongest player ({}): ", described(agents.0, white))
        } else if agents.0 == agents.1 {
            format!("With {white} on both sides, ")
        } else {
            format!("With {white} as White against {black}, ")
        }
    }

    /// The names of the variants that are proven draws.
    pub(crate) fn proved(&self, analysis: &Analysis) -> Vec<String> {
        let is_proved = |(cell, _): &(&CellSummary, &String)| analysis.proved_draws.contains(&cell.variant.name);
        distinct(self.cells.iter().zip(&self.names).filter(is_proved).map(|(_, name)| name.clone()))
    }
}

/// Agents with names; `None` if these do not tell them apart.
fn called<'a>(agents: &[&'a AgentKey], name: impl Fn(&AgentKey) -> String) -> Option<Vec<(&'a AgentKey, String)>> {
    let named: Vec<_> = agents.iter().map(|&agent| (agent, name(agent))).collect();
    (distinct(named.iter().map(|(_, name)| name)).len() == named.len()).then_some(named)
}

/// A player by its name and, if that labels a search, what it labels: `“strong”: alphabeta, 300 positions`.
fn described(agent: &AgentKey, name: &str) -> String {
    if agent.label.is_none() || agent.budget.is_none() {
        return within(name);
    }
    format!("{name}: {}", within(&player(&AgentKey { label: None, ..agent.clone() })))
}

/// A player as a text introduces it: `an alpha-beta search of 1,000 positions a decision`, or its name.
fn introduction(agent: &AgentKey) -> String {
    let search = match agent.kind.as_str() {
        "alphabeta" => "an alpha-beta search",
        "mcts" => "a Monte Carlo tree search",
        _ => return player(agent),
    };
    budget_text(agent).map_or_else(|| search.to_owned(), |budget| format!("{search} of {budget} a decision"))
}
