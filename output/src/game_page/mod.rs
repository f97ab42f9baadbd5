//! The players' help for a game, made from its design alone. Which chapters it has is the word of the game's rules: its types, who moves
//! where, who hits whom, who builds what by the parameters of GDL, and chapters that the rules write themselves.

mod building;
mod carrying;
mod cells;
mod economy;
mod fighting;
mod game;
mod moving;
mod own;
mod story;
mod types;
mod winning;

use contract::Chapter;

use crate::document::{Document, Section};
pub use game::Game;

/// The page of a game: what it is, the chapters of its rules, its notes; without empty sections. The choices and the sides of the game
/// stand behind the chapter that says how one wins.
#[must_use]
pub fn game_page(game: &Game<'_>) -> Document {
    let design = game.design;
    let (first, others) = match game.chapters {
        [Chapter::Units | Chapter::Terrain, ..] | [] => (None, game.chapters),
        [first, others @ ..] => (Some(first), others),
    };
    let mut sections = vec![story::about(game)];
    sections.extend(first.map(|first| chapter(game, first)));
    sections.extend([story::variants(game.variants), story::sides(design)]);
    sections.extend(others.iter().map(|other| chapter(game, other)));
    sections.push(story::notes(design));
    let sections = sections.into_iter().filter_map(Section::unless_empty).collect();
    Document { title: story::title(design).to_owned(), lead: design.summary.clone(), sections }
}

fn chapter(game: &Game<'_>, chapter: &Chapter) -> Section {
    let design = game.design;
    match chapter {
        Chapter::Winning => winning::winning(game),
        Chapter::Units => types::units(design),
        Chapter::Terrain => types::terrain(design),
        Chapter::Moving => moving::moving(design),
        Chapter::Fighting => fighting::fighting(design),
        Chapter::Building => building::building(design),
        Chapter::Carrying => carrying::carrying(design),
        Chapter::Economy => economy::economy(design),
        Chapter::Advances => types::advances(design),
        Chapter::Own(own) => own::own(own),
    }
}

#[cfg(test)]
mod tests;
