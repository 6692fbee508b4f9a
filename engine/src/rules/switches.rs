//! The switches that can be applied to every game (RULES §9): `+name`, `+name=value`, `-name`.

use super::{
    Bound, CaptureAgain, Compulsory, DeadPosition, Entry, Hopeless, LeaderMove, Limits, Movement, NoMoves, Over,
    Removal, Repetition, Rules, RulesError, RulesErrors, nearest,
};
use crate::vocab::BySide;

/// A switch.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// The values it takes; empty for a switch without values.
    pub values: &'static str,
    /// An example with a value; empty for a switch without values.
    pub example: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    effect: Effect,
}

/// How a switch changes the rules.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Flag(fn(&mut Rules) -> &mut bool),
    Number { least: u16, slot: NumberSlot },
    Choice { put: fn(&mut Rules, &str) -> bool, take_off: TakeOff },
    Limit(fn(&mut Limits) -> &mut u32),
}

#[derive(Clone, Copy, Debug)]
enum NumberSlot {
    Small(fn(&mut Rules) -> &mut Option<u8>),
    Wide(fn(&mut Rules) -> &mut Option<u16>),
    Bare,
}

/// Removes the switch and returns whether it was on; `None` for a switch that cannot be removed.
type TakeOff = Option<fn(&mut Rules) -> bool>;

impl Switch {
    /// Returns the names of its values, or nothing if it takes no values or numbers.
    ///
    /// ```
    /// use petteia_engine::rules::switches::SWITCHES;
    /// let choices = |name: &str| SWITCHES.iter().find(|switch| switch.name == name).unwrap().choices();
    /// assert_eq!((choices("removal"), choices("die")), (vec!["instead", "before-move"], vec![]));
    /// ```
    pub fn choices(&self) -> Vec<&'static str> {
        let names = self.values.split('`').skip(1).step_by(2).collect();
        // A value besides numbers is not all there is.
        if self.values.starts_with('`') { names } else { Vec::new() }
    }

    /// Returns the value with which a game has this switch: empty for a switch without values, and `None` if the game
    /// does not have it.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_engine::rules::switches::SWITCHES;
    /// let value = |name: &str, game: &str| {
    ///     SWITCHES.iter().find(|switch| switch.name == name).unwrap().value_in(&Rules::parse(game).unwrap())
    /// };
    /// assert_eq!(value("die", "city-8+die=4").as_deref(), Some("4"));
    /// assert_eq!(value("move", "city-8").as_deref(), Some("slide"));
    /// assert_eq!((value("edge", "city-8"), value("edge", "city-8+edge")), (None, Some(String::new())));
    /// ```
    pub fn value_in(&self, rules: &Rules) -> Option<String> {
        let mut copy = rules.clone();
        let number = |n: Option<u32>| n.map(|n| n.to_string());
        match self.effect {
            Effect::Flag(flag) => flag(&mut copy).then(String::new),
            Effect::Number { slot: NumberSlot::Small(slot), .. } => number(slot(&mut copy).map(u32::from)),
            Effect::Number { slot: NumberSlot::Wide(slot), .. } => number(slot(&mut copy).map(u32::from)),
            Effect::Number { slot: NumberSlot::Bare, .. } => {
                let BySide { white, black } = rules.bare;
                let is_one = white.is_none() || black.is_none() || white == black;
                number(white.or(black).filter(|_| is_one).map(u32::from))
            }
            Effect::Limit(limit) => number(Some(*limit(&mut copy.limits)).filter(|&turns| turns > 0)),
            Effect::Choice { .. } if self.name == "repetition" => match rules.limits.repetition {
                Repetition::Forbidden => Some("forbidden".into()),
                Repetition::Times(times) => number(Some(times).filter(|&times| times > 0)),
            },
            Effect::Choice { put, .. } => {
                let with = |value: &str| {
                    let mut rules = rules.clone();
                    put(&mut rules, value);
                    rules
                };
                let is_now = |value: &&str| refuse_misplaced(rules, self).is_ok() && with(value) == *rules;
                self.choices().into_iter().find(is_now).map(str::to_owned)
            }
        }
    }
}

/// All switches.
#[rustfmt::skip]
pub static SWITCHES: [Switch; 27] = [
    Switch { name: "vagi", values: "", example: "", about: "a stone that moves without attacking turns, and may then only attack", effect: Effect::Flag(|r| &mut r.vagi) },
    Switch { name: "edge", values: "", example: "", about: "the edge of the board captures", effect: Effect::Flag(|r| &mut r.edge) },
    Switch { name: "corner", values: "", example: "", about: "a piece in a corner is captured by its two neighbours", effect: Effect::Flag(|r| &mut r.corner) },
    Switch { name: "hostile_corner", values: "", example: "", about: "corner squares capture", effect: Effect::Flag(|r| &mut r.hostile_corner) },
    Switch { name: "capture_run", values: "", example: "", about: "an unbroken line of pieces between two enemies is captured whole", effect: Effect::Flag(|r| &mut r.capture_run) },
    Switch { name: "capture_again", values: "`off`, `any` or `capturing`", example: "+capture_again=any", about: "whether a piece that has captured may move again in the same turn", effect: Effect::Choice { put: put_capture_again, take_off: Some(|r| std::mem::take(&mut r.capture_again) != CaptureAgain::Off) } },
    Switch { name: "surround", values: "", example: "", about: "a group without an empty neighbour is captured", effect: Effect::Flag(|r| &mut r.surround) },
    Switch { name: "die", values: "a number of faces, 1 to 255", example: "+die=4", about: "a die limits how far a piece moves", effect: Effect::Number { least: 1, slot: NumberSlot::Small(|r| &mut r.die) } },
    Switch { name: "inciti", values: "", example: "", about: "captured pieces leave dead squares", effect: Effect::Flag(|r| &mut r.inciti) },
    Switch { name: "hopeless", values: "`captured` or `idle`", example: "+hopeless=idle", about: "what happens to pieces that dead squares cut off from every capture", effect: Effect::Choice { put: put_hopeless, take_off: Some(|r| r.hopeless.take().is_some()) } },
    Switch { name: "bound", values: "`trapped`, `one-turn` or `held`", example: "+bound=one-turn", about: "how long a stone stays bound", effect: Effect::Choice { put: put_bound, take_off: Some(|r| r.bound.take().is_some()) } },
    Switch { name: "removal", values: "`instead` or `before-move`", example: "+removal=before-move", about: "when a bound stone is removed", effect: Effect::Choice { put: put_removal, take_off: Some(|r| r.removal.take().unwrap_or_default() != Removal::Instead) } },
    Switch { name: "entry", values: "`free` or `traps`", example: "+entry=traps", about: "when a stone may move between two enemies", effect: Effect::Choice { put: put_entry, take_off: Some(|r| r.entry.take().unwrap_or_default() != Entry::Free) } },
    Switch { name: "move", values: "`slide`, `step`, `forward` or `hop`", example: "+move=step", about: "how stones move", effect: Effect::Choice { put: put_move, take_off: None } },
    Switch { name: "over", values: "`any`, `own` or `own-or-bound`", example: "+over=own", about: "which stones a hop may cross", effect: Effect::Choice { put: put_over, take_off: Some(|r| r.over.take().unwrap_or_default() != Over::Any) } },
    Switch { name: "dead_position", values: "`on` or `off`", example: "+dead_position=off", about: "whether the game ends when no capture can ever happen", effect: Effect::Choice { put: put_dead_position, take_off: Some(take_off_dead_position) } },
    Switch { name: "no_moves", values: "`loses`, `draw`, `passes` or `adjudicate`", example: "+no_moves=draw", about: "what happens when a player cannot move", effect: Effect::Choice { put: put_no_moves, take_off: Some(|r| std::mem::take(&mut r.no_moves) != NoMoves::Loses) } },
    Switch { name: "compulsory", values: "`off`, `strict` or `huff`", example: "+compulsory=strict", about: "whether a side must capture when it can", effect: Effect::Choice { put: put_compulsory, take_off: Some(|r| std::mem::take(&mut r.compulsory) != BySide::both(Compulsory::Off)) } },
    Switch { name: "leader_captures", values: "`on` or `off`", example: "+leader_captures=off", about: "whether a leader is a captor", effect: Effect::Choice { put: put_leader_captures, take_off: Some(|r| r.leader.as_mut().is_some_and(|leader| std::mem::take(&mut leader.captures))) } },
    Switch { name: "leader_move", values: "`slide`, `step` or `hop`", example: "+leader_move=step", about: "how a leader moves", effect: Effect::Choice { put: put_leader_move, take_off: Some(|r| r.leader.as_mut().is_some_and(|leader| std::mem::take(&mut leader.movement) != LeaderMove::Slide)) } },
    Switch { name: "stakes", values: "a number of faces, 1 to 255", example: "+stakes=6", about: "each captured piece is paid by a roll of the die", effect: Effect::Number { least: 1, slot: NumberSlot::Small(|r| &mut r.stakes) } },
    Switch { name: "capture_target", values: "a number of stones, 1 to 65535", example: "+capture_target=5", about: "a side that has captured this many stones wins", effect: Effect::Number { least: 1, slot: NumberSlot::Wide(|r| &mut r.capture_target) } },
    Switch { name: "bare", values: "a number of pieces, 0 to 65535", example: "+bare=1", about: "a side with this many pieces left, or fewer, loses", effect: Effect::Number { least: 0, slot: NumberSlot::Bare } },
    Switch { name: "repetition", values: "0 (off), at least 2, or `forbidden`", example: "+repetition=5", about: "the game is adjudicated when a position occurs for the n-th time, or no move may repeat a position", effect: Effect::Choice { put: put_repetition, take_off: Some(|r| std::mem::replace(&mut r.limits.repetition, Repetition::OFF) != Repetition::OFF) } },
    Switch { name: "no_progress", values: "a number of turns, 0 for off", example: "+no_progress=100", about: "the game is adjudicated after this many turns without a capture", effect: Effect::Limit(|l| &mut l.no_progress) },
    Switch { name: "turn_cap", values: "a number of turns, 0 for off", example: "+turn_cap=500", about: "the game is stopped as unfinished after this many turns; this is not a draw", effect: Effect::Limit(|l| &mut l.turn_cap) },
    Switch { name: "fortress", values: "", example: "", about: "the game is adjudicated when both sides have an unbreakable fortress", effect: Effect::Flag(|r| &mut r.limits.fortress) },
];

/// The most bytes of a game's name with its switches; all switches with their longest values take about half of it.
pub const MOST_BYTES: usize = 600;

/// Rejects a text that is too long for a game's name.
pub(super) fn check_length(text: &str) -> Result<(), RulesErrors> {
    let length = text.len();
    if length <= MOST_BYTES { Ok(()) } else { Err(RulesError::TooLong { length }.into()) }
}

fn put_hopeless(rules: &mut Rules, value: &str) -> bool {
    rules.hopeless = match value {
        "captured" => Some(Hopeless::Captured),
        "idle" => Some(Hopeless::Idle),
        _ => return false,
    };
    true
}

fn put_bound(rules: &mut Rules, value: &str) -> bool {
    rules.bound = match value {
        "trapped" => Some(Bound::Trapped),
        "one-turn" => Some(Bound::OneTurn),
        "held" => Some(Bound::Held),
        _ => return false,
    };
    true
}

fn put_removal(rules: &mut Rules, value: &str) -> bool {
    rules.removal = match value {
        "instead" => Some(Removal::Instead),
        "before-move" => Some(Removal::BeforeMove),
        _ => return false,
    };
    true
}

fn put_entry(rules: &mut Rules, value: &str) -> bool {
    rules.entry = match value {
        "free" => Some(Entry::Free),
        "traps" => Some(Entry::Traps),
        _ => return false,
    };
    true
}

fn put_over(rules: &mut Rules, value: &str) -> bool {
    rules.over = match value {
        "any" => Some(Over::Any),
        "own" => Some(Over::Own),
        "own-or-bound" => Some(Over::OwnOrBound),
        _ => return false,
    };
    true
}

fn put_capture_again(rules: &mut Rules, value: &str) -> bool {
    rules.capture_again = match value {
        "off" => CaptureAgain::Off,
        "any" => CaptureAgain::Any,
        "capturing" => CaptureAgain::Capturing,
        _ => return false,
    };
    true
}

fn put_leader_move(rules: &mut Rules, value: &str) -> bool {
    let movement = match value {
        "slide" => LeaderMove::Slide,
        "step" => LeaderMove::Step,
        "hop" => LeaderMove::Hop,
        _ => return false,
    };
    if let Some(leader) = &mut rules.leader {
        leader.movement = movement;
    }
    true
}

fn put_repetition(rules: &mut Rules, value: &str) -> bool {
    rules.limits.repetition = match (value, number(value)) {
        ("forbidden", _) => Repetition::Forbidden,
        (_, Some(times)) => Repetition::Times(times),
        _ => return false,
    };
    true
}

fn put_move(rules: &mut Rules, value: &str) -> bool {
    rules.movement = match value {
        "slide" => Movement::Slide,
        "step" => Movement::Step,
        "forward" => Movement::Forward,
        "hop" => Movement::Hop,
        _ => return false,
    };
    true
}

fn put_dead_position(rules: &mut Rules, value: &str) -> bool {
    rules.dead_position = match value {
        "on" => DeadPosition::On,
        "off" => DeadPosition::Off,
        _ => return false,
    };
    true
}

fn take_off_dead_position(rules: &mut Rules) -> bool {
    let was_on = rules.tests_dead_position();
    rules.dead_position = DeadPosition::Off;
    was_on
}

fn put_no_moves(rules: &mut Rules, value: &str) -> bool {
    rules.no_moves = match value {
        "loses" => NoMoves::Loses,
        "draw" => NoMoves::Draw,
        "passes" => NoMoves::Passes,
        "adjudicate" => NoMoves::Adjudicate,
        _ => return false,
    };
    true
}

fn put_compulsory(rules: &mut Rules, value: &str) -> bool {
    rules.compulsory = BySide::both(match value {
        "off" => Compulsory::Off,
        "strict" => Compulsory::Strict,
        "huff" => Compulsory::Huff,
        _ => return false,
    });
    true
}

fn put_leader_captures(rules: &mut Rules, value: &str) -> bool {
    let captures = match value {
        "on" => true,
        "off" => false,
        _ => return false,
    };
    if let Some(leader) = &mut rules.leader {
        leader.captures = captures;
    }
    true
}

/// Applies an overlay such as `+vagi-edge+die=4` from left to right.
pub(super) fn apply(rules: &mut Rules, overlay: &str) -> Result<(), RulesErrors> {
    check_length(overlay)?;
    let mut rest = overlay;
    while let Some(sign) = rest.chars().next() {
        if !matches!(sign, '+' | '-') {
            return Err(RulesError::Senseless(format!("a switch begins with `+` or `-`: `{rest}`")).into());
        }
        let (item, after) = rest[1..].split_at(item_length(&rest[1..]));
        if sign == '+' {
            put(rules, item)?
        } else {
            take_off(rules, item)?
        }
        rest = after;
    }
    Ok(())
}

/// Splits an overlay such as `+vagi-edge+die=4` into its switches, without `+`: `vagi`, `-edge`, `die=4`.
pub(super) fn split(overlay: &str) -> Vec<&str> {
    let mut switches = Vec::new();
    let mut rest = overlay;
    while rest.len() > 1 {
        let (switch, after) = rest.split_at(1 + item_length(&rest[1..]));
        switches.push(switch.strip_prefix('+').unwrap_or(switch));
        rest = after;
    }
    switches
}

/// Returns the length of the first switch, up to the next sign. Some values contain a `-`.
fn item_length(text: &str) -> usize {
    let own = WITH_DASHES.into_iter().find(|item| text.starts_with(item)).map_or(0, str::len);
    text[own..].find(['+', '-']).map_or(text.len(), |sign| own + sign)
}

const WITH_DASHES: [&str; 3] = ["bound=one-turn", "over=own-or-bound", "removal=before-move"];

fn find(name: &str) -> Result<&'static Switch, RulesError> {
    SWITCHES.iter().find(|switch| switch.name == name).ok_or_else(|| {
        let known = SWITCHES.iter().map(|switch| switch.name);
        RulesError::UnknownSwitch { found: name.to_owned(), nearest: nearest(name, known) }
    })
}

/// Rejects a leader switch in a game without leaders, and another way to move where stones leap.
fn refuse_misplaced(rules: &Rules, switch: &Switch) -> Result<(), RulesError> {
    let refuse = |message: &str| Err(RulesError::Senseless(message.to_owned()));
    match switch.name {
        "leader_captures" | "leader_move" if rules.leader.is_none() => {
            refuse(&format!("`{}` is for games with a leader; this one has none", switch.name))
        }
        "move" if rules.movement == Movement::Leap => refuse("`move` is not for games that leap; leave it out"),
        _ => Ok(()),
    }
}

fn put(rules: &mut Rules, item: &str) -> Result<(), RulesError> {
    let (name, value) = item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
    let switch = find(name)?;
    refuse_misplaced(rules, switch)?;
    let bad = || RulesError::BadValue {
        switch: switch.name,
        found: value.unwrap_or("").to_owned(),
        right: switch.values,
        example: switch.example,
    };
    match (switch.effect, value) {
        (Effect::Flag(flag), None) => *flag(rules) = true,
        (Effect::Flag(_), Some(_)) => return Err(bad()),
        (Effect::Choice { put, .. }, Some(value)) => put(rules, value).then_some(()).ok_or_else(bad)?,
        (Effect::Limit(limit), Some(value)) => *limit(&mut rules.limits) = number(value).ok_or_else(bad)?,
        (Effect::Number { least, slot }, Some(value)) => {
            let n = number(value).filter(|&n| n >= u32::from(least)).ok_or_else(bad)?;
            put_number(rules, slot, n).ok_or_else(bad)?;
        }
        (_, None) => return Err(bad()),
    }
    Ok(())
}

/// Reads a decimal number in canonical form.
fn number(text: &str) -> Option<u32> {
    let n: u32 = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

fn put_number(rules: &mut Rules, slot: NumberSlot, n: u32) -> Option<()> {
    match slot {
        NumberSlot::Small(slot) => *slot(rules) = Some(u8::try_from(n).ok()?),
        NumberSlot::Wide(slot) => *slot(rules) = Some(u16::try_from(n).ok()?),
        NumberSlot::Bare => {
            let n = Some(u16::try_from(n).ok()?);
            let (white, black) = (rules.bare.white.is_some(), rules.bare.black.is_some());
            let neither = !white && !black;
            rules.bare.white = if white || neither { n } else { None };
            rules.bare.black = if black || neither { n } else { None };
        }
    }
    Some(())
}

fn take_off(rules: &mut Rules, name: &str) -> Result<(), RulesError> {
    let switch = find(name)?;
    refuse_misplaced(rules, switch)?;
    let was_on = match switch.effect {
        Effect::Flag(flag) => std::mem::take(flag(rules)),
        Effect::Number { slot: NumberSlot::Small(slot), .. } => slot(rules).take().is_some(),
        Effect::Number { slot: NumberSlot::Wide(slot), .. } => slot(rules).take().is_some(),
        Effect::Number { slot: NumberSlot::Bare, .. } => {
            std::mem::take(&mut rules.bare) != BySide { white: None, black: None }
        }
        Effect::Limit(limit) => std::mem::take(limit(&mut rules.limits)) != 0,
        Effect::Choice { take_off: Some(_), .. } if switch.name == "bound" && rules.holds() => {
            return Err(RulesError::Senseless("`-bound`: in this game moves bind stones; leave it out".to_owned()));
        }
        Effect::Choice { take_off: Some(take_off), .. } => take_off(rules),
        Effect::Choice { take_off: None, .. } => return Err(RulesError::CannotTakeOff { switch: switch.name }),
    };
    if was_on { Ok(()) } else { Err(RulesError::NotOn { switch: switch.name }) }
}
