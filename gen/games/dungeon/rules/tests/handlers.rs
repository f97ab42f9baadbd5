//! What becomes of a message on its way down a chain.

use fairmarch_dungeon::catalogue::Element;
use fairmarch_dungeon::handlers::{Chain, Creature, Felt, Handler, Message, Reply, send, send_watched};

/// The article's creature A: a shield that deflects fire, resistance to poison, poison, a player, the basic handler.
fn article() -> Chain {
    Chain::new([
        Handler::Resist(Element::Fire, 100),
        Handler::Resist(Element::Poison, 100),
        Handler::Poison { strength: 2, left: 1 },
        Handler::Act,
        Handler::Basic,
    ])
}

fn sent(chain: &mut Chain, message: Message) -> (Vec<(usize, Message, Reply)>, Felt) {
    let (mut creature, mut told) = (Creature::new(chain, 100, 0, 100), Vec::new());
    send_watched(&mut creature, message, &mut |place, message, answer| told.push((place, message, answer)));
    (told, creature.felt)
}

#[test]
fn fire_is_deflected_by_the_first_handler() {
    let fire = Message::Damage(Element::Fire, 6);
    let (told, felt) = sent(&mut article(), fire);
    assert_eq!(told, [(1, fire, Reply::KeepAndStop)]);
    assert_eq!(felt, Felt::default());
}

#[test]
fn acid_reaches_the_body_and_what_it_carries() {
    let acid = Message::Damage(Element::Acid, 6);
    let (told, felt) = sent(&mut article(), acid);
    let go_on = |number| (number, acid, Reply::KeepAndContinue);
    assert_eq!(told, [go_on(1), go_on(2), go_on(3), go_on(4), (5, acid, Reply::KeepAndStop)]);
    assert_eq!((felt.damage[Element::Acid as usize], felt.corroded), (6, 6));
}

#[test]
fn time_spends_the_poison_which_unlinks_itself_and_then_it_is_time_to_act() {
    let mut chain = article();
    let (told, felt) = sent(&mut chain, Message::Time);
    let poison = Message::Damage(Element::Poison, 2);
    let (go_on, stop) = (Reply::KeepAndContinue, Reply::KeepAndStop);
    assert_eq!(
        told,
        [
            (1, Message::Time, go_on),
            (2, Message::Time, go_on),
            // Poison sends its damage, which the resistance takes.
            (1, poison, go_on),
            (2, poison, stop),
            (3, Message::Time, Reply::UnlinkAndContinue),
            // The player's handler is the third now.
            (3, Message::Time, go_on),
            (1, Message::Action, go_on),
            (2, Message::Action, go_on),
            (3, Message::Action, stop),
            (4, Message::Time, stop),
        ]
    );
    assert_eq!((felt.damage, felt.actions), ([0; 5], 1));
    assert!(chain.handlers().all(|handler| !matches!(handler, Handler::Poison { .. })) && chain.poison() == 0);
}

#[test]
fn poison_without_resistance_hurts_until_it_is_spent() {
    let mut chain = Chain::new([Handler::Act, Handler::Basic]);
    chain.add(Handler::Poison { strength: 3, left: 2 });
    assert!(matches!(chain.handlers().next(), Some(Handler::Poison { .. })), "it stands before the one that acts");
    let mut creature = Creature::new(&mut chain, 50, 0, 100);
    send(&mut creature, Message::Time);
    assert_eq!((creature.damage(), creature.energy, creature.felt.actions), (3, 50, 0));
    send(&mut creature, Message::Time);
    send(&mut creature, Message::Time);
    assert_eq!((creature.damage(), creature.energy), (6, 150));
    assert_eq!(creature.felt.actions, 2, "told to act each round from 100 on");
}

#[test]
fn haste_adds_energy_and_half_a_resistance_takes_half() {
    let mut chain = Chain::new([Handler::Resist(Element::Cold, 50), Handler::Act, Handler::Basic]);
    chain.add(Handler::Haste { percent: 50, left: 1 });
    let mut creature = Creature::new(&mut chain, 100, 0, 100);
    send(&mut creature, Message::Time);
    send(&mut creature, Message::Damage(Element::Cold, 5));
    send(&mut creature, Message::Damage(Element::Fire, 5));
    assert_eq!((creature.energy, creature.felt.damage), (150, [0, 5, 0, 3, 0]));
    send(&mut creature, Message::Time);
    assert_eq!(creature.energy, 250, "haste is spent");
}
