//! What is worth taking, wearing and using.

use dungeon::catalogue::{EffectKind, ObjectType};
use dungeon::inventory::Stack;
use dungeon::{Move, View};
use grid::Cell;

/// Something better to wear than what is worn.
pub(crate) fn better(view: View<'_>) -> Option<Move> {
    let pack = view.pack();
    let kind = |stack: Stack| view.game.object(stack.kind).kind;
    for &(stack, count, worn) in pack.iter().filter(|(stack, ..)| kind(*stack).is_worn()) {
        if count == worn {
            continue;
        }
        let rivals = pack.iter().filter(|(other, _, worn)| *worn > 0 && kind(*other) == kind(stack));
        let best = rivals.map(|&(other, ..)| view.game.worn_worth(other)).max().unwrap_or(0);
        if view.game.worn_worth(stack) > best && view.may(Move::Wear(stack)) {
            return Some(Move::Wear(stack));
        }
    }
    None
}

/// Whether something that lies about is worth a walk.
pub(crate) fn is_wanted(view: View<'_>, stack: Stack) -> bool {
    match view.game.object(stack.kind).kind {
        ObjectType::Prize | ObjectType::Coins => true,
        ObjectType::Key => view.has_room() && view.carried().all(|(other, _)| other.kind != stack.kind),
        kind if kind.is_fixed() => false,
        ObjectType::Weapon | ObjectType::Armour | ObjectType::Ring => {
            let kind = view.game.object(stack.kind).kind;
            let own = view.carried().filter(|(other, _)| view.game.object(other.kind).kind == kind);
            let best = own.map(|(other, _)| view.game.worn_worth(other)).max().unwrap_or(0);
            has_room(view) && view.game.worn_worth(stack) > best
        }
        _ => has_room(view),
    }
}

/// Places of a pack that are left to keys: who takes whatever lies about has no hand free for the key that he needs.
const KEPT: usize = 8;

/// Whether there is room for something that is no key.
fn has_room(view: View<'_>) -> bool {
    let is_other = |stack: Stack| view.game.object(stack.kind).kind != ObjectType::Key;
    let others = view.carried().filter(|(stack, _)| is_other(*stack)).count();
    let most = usize::from(view.game.numbers.pack);
    view.has_room() && others < most - KEPT.min(most / 2)
}

/// What a full pack can do without: something to wear that is not worn, for the better is.
pub(crate) fn spare(view: View<'_>) -> Option<Move> {
    if has_room(view) {
        return None;
    }
    let is_spare =
        |&(stack, count, worn): &(Stack, usize, usize)| count > worn && view.game.object(stack.kind).kind.is_worn();
    let spare = view.pack().into_iter().find(is_spare).map(|(stack, ..)| Move::Drop(stack));
    spare.filter(|&action| view.may(action))
}

/// The nearest thing that is worth a walk.
pub(crate) fn wanted(view: View<'_>, map: &crate::map::Map) -> Option<Cell> {
    let things = view.objects(view.level()).into_iter().filter(|thing| is_wanted(view, thing.stack));
    map.nearest(view, things.map(|thing| thing.cell))
}

/// Something in the pack with an effect that is used, not worn or thrown.
pub(crate) fn usable(view: View<'_>, kind: EffectKind) -> Option<Move> {
    let is_use = |stack: &Stack| {
        view.game.object(stack.kind).kind.is_used() && view.game.effects(*stack).any(|effect| effect.kind == kind)
    };
    let stack = view.carried().map(|(stack, _)| stack).filter(is_use).min()?;
    Some(Move::Use(stack)).filter(|&action| view.may(action))
}

/// A shot at a cell: a wand, a spell, or something to throw.
pub(crate) fn shot(view: View<'_>, at: Cell) -> Option<Move> {
    let pack = view.pack();
    let has = |stack: Stack, kind: EffectKind| view.game.effects(stack).any(|effect| effect.kind == kind);
    let thrown = pack.iter().filter(|(stack, _, worn)| *worn == 0 && has(*stack, EffectKind::Missile));
    let pointed = pack.iter().filter(|(stack, ..)| view.game.object(stack.kind).kind == ObjectType::Wand);
    let thrown = thrown.map(|&(stack, ..)| Move::Throw(stack, at));
    let pointed = pointed.map(|&(stack, ..)| Move::Aim(stack, at));
    std::iter::once(Move::Cast(at)).chain(thrown).chain(pointed).find(|&action| view.may(action))
}
