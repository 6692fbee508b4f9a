//! Explains how stones are bound, held and removed (RULES §6).

use super::{Words, when};
use crate::rules::{Bound, CheckedRules, Entry, Movement, Removal, Rules};

pub(super) fn alligati(rules: &CheckedRules, words: &mut Words) {
    if rules.movement == Movement::Leap {
        between_leaps(rules, words);
    } else if rules.holds() {
        held(rules, words);
    }
}

fn between_leaps(rules: &Rules, words: &mut Words) {
    words.say(
        "After a step or a chain of leaps, each enemy stone next to the moved stone is bound and becomes an alligatus if \
         another stone of the moving side stands on the opposite side of it. A stone that itself moves between two enemies \
         is not bound.",
    );
    words.say("A bound stone cannot move, but it still binds and holds other stones, as a free stone does.");
    words.say(
        "Instead of moving, a player may remove one enemy stone that was bound when the turn began. The stone is \
         captured, and the turn ends.",
    );
    words.say(
        "After every turn, each bound stone that is no longer between two enemies on the same rank or file is freed.",
    );
    if rules.bound == Some(Bound::OneTurn) {
        words.say(
            "A bound stone is also freed at the end of the next turn of the side that bound it, unless that turn's move \
             binds it again. It therefore misses one turn, and can be removed in one turn only.",
        );
    } else {
        words.say("A stone stays bound as long as it is between two enemies, whichever enemies they are.");
    }
}

fn held(rules: &Rules, words: &mut Words) {
    words.say(
        "After a move, each free enemy stone next to the moved stone is bound and becomes an alligatus if another free \
         stone of the moving side stands on the opposite side of it, on the same rank or file. A stone is free if it is \
         not bound.",
    );
    words.say_if(
        rules.corner,
        "A free enemy stone in a corner is bound if both squares next to it hold free stones of the moving side, including \
         the moved stone.",
    );
    words.say(
        "All stones that a move binds are bound together, by stones that were free before the move. A stone that itself \
         moves between two enemies is not bound.",
    );
    words.say("A bound stone cannot move, and it neither binds nor holds other stones.");
    freeing(rules, words);
    removing(rules, words);
    match rules.entry.unwrap_or_default() {
        Entry::Free => {}
        Entry::Traps => words.say(entry(rules)),
        Entry::Safe => words.say(format!(
            "A move is illegal if free enemy stones hold the moved stone at its end, when all binding and freeing is \
             done{}.",
            when(rules.removes_all(), " and the bound enemy stones are gone")
        )),
    }
}

fn freeing(rules: &Rules, words: &mut Words) {
    if rules.bound == Some(Bound::Lasting) {
        words.say("A bound stone stays bound until it is removed, whatever becomes of the stones that bound it.");
        return;
    }
    words.say(format!(
        "After the bindings of a move, each bound stone of either side that is no longer held is freed. A stone is held while \
         two free enemy stones stand on opposite sides of it, on the same rank or file{}. It does not matter which enemy \
         stones these are.",
        when(rules.corner, ", or, if it is in a corner, on both squares next to it")
    ));
    words.say(
        "If one of the two stones that hold a stone moves away or is bound, the held stone is therefore freed at once, \
         unless two free enemy stones still hold it.",
    );
    words.say_if(
        rules.bound == Some(Bound::Chain),
        "All stones of the moving side that are freed in this way then bind together, each as if it had just moved to its \
         square. Stones that are no longer held are freed again, and so on, until no stone of the moving side is freed. \
         Freed stones of the other side do not bind.",
    );
}

fn removing(rules: &Rules, words: &mut Words) {
    words.say(match rules.removal.unwrap_or_default() {
        Removal::Instead => {
            "Instead of moving, a player may remove one bound enemy stone. The stone is captured, and the turn ends."
        }
        Removal::BeforeMove => {
            "If enemy stones are bound when a player's turn begins, the player must first remove exactly one of them, of \
             its own choice, and then makes a move in the same turn. The removed stone is captured. If this ends the game, \
             no move follows."
        }
        Removal::Joined => {
            "If enemy stones are bound when a player's turn begins, the player must first remove exactly one of them, of \
             its own choice, and then makes a move in the same turn. The removed stone is captured. Removal and move are one \
             whole: a stone may be removed only if a legal move can follow, and no condition is tested in between. A player \
             who may remove none of the bound stones has no legal move."
        }
        Removal::All => {
            "Every move begins with the capture of all bound enemy stones. Where the stone may go is judged with these \
             stones still on their squares: it cannot enter them in this turn, nor slide across them."
        }
    });
}

fn entry(rules: &Rules) -> String {
    format!(
        "A move may end between two enemy stones on the same rank or file, bound or free, only if it binds at least one \
         enemy stone.{}",
        when(rules.movement == Movement::Hop, " The squares on which a stone lands on its way do not matter.")
    )
}
