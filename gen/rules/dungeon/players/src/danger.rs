//! How a fight would go on the average.

use dungeon::{SeenMonster, View};

/// Hit points that a hero loses on the average until he has slain a monster, in hundredths.
pub(crate) fn cost_of(view: View<'_>, monster: SeenMonster) -> i64 {
    let game = view.game;
    let Some(kind) = game.monster(monster.kind) else { return 0 };
    let hero = view.hero();
    let blow = i64::from(game.hero_hits(hero, monster.kind) * game.hero_twice_mean(hero)).max(1);
    // Blows until it is dead, in hundredths: hit points over half of the chance times twice the damage.
    let blows = (i64::from(monster.hp) * 20_000 / blow).max(100);
    let bite = i64::from(game.monster_hits(hero, monster.kind)) * i64::from(kind.damage.twice_mean());
    let bites = bite * i64::from(kind.attacks) * i64::from(kind.speed) / i64::from(game.numbers.hero_speed).max(1);
    let poison: i64 = kind
        .effects
        .iter()
        .filter(|effect| effect.kind == dungeon::catalogue::EffectKind::Poison)
        .map(|effect| i64::from(effect.args[0]) * i64::from(effect.args[1]) * 50)
        .sum();
    blows * bites / 200 / 100 + poison
}

/// The same for all monsters in sight that are awake.
pub(crate) fn threat(view: View<'_>) -> i64 {
    let monsters = view.monsters();
    let awake = monsters.iter().filter(|monster| !monster.sleeps);
    awake.map(|&monster| cost_of(view, monster)).sum()
}
