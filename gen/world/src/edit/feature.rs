//! Named parts of the world come and go. Which cells are theirs is painted.

use grid::Layer;

use super::{Edit, Refusal, Whole, check_cell, place_words};
use crate::{Feature, FeatureId, Scenario};

/// A named part of the world comes or goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureEdit {
    /// One more, behind all others.
    Add(Box<Feature>),
    /// One goes: its cells belong to none, and those behind it move up by a number.
    Remove(FeatureId),
}

impl FeatureEdit {
    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let world = &scenario.world;
        let back = Whole::back(scenario, "the features are as before");
        match self {
            FeatureEdit::Add(feature) => {
                for &cell in feature.course.iter().chain([&feature.at]) {
                    check_cell(&world.area, cell)?;
                }
                if world.features.len() >= usize::from(u16::MAX) {
                    return Err(Refusal::of(format!("a world has at most {} features", u16::MAX)));
                }
                let area = world.area;
                scenario.world.features.push((**feature).clone());
                scenario.world.feature_of.get_or_insert_with(|| Layer::filled(&area, FeatureId::NONE));
            }
            FeatureEdit::Remove(gone) => {
                let at = usize::from(gone.0).checked_sub(1).filter(|&at| at < world.features.len());
                let at = at.ok_or_else(|| Refusal::of(format!("there is no feature {}", gone.0)))?;
                scenario.world.features.remove(at);
                let kept = std::mem::take(&mut scenario.kept.features).into_iter().filter(|id| id != gone);
                scenario.kept.features = kept.map(|id| FeatureId(id.0 - u16::from(id.0 > gone.0))).collect();
                for id in scenario.world.feature_of.iter_mut().flat_map(|layer| layer.edit().iter_mut()) {
                    match id.0.cmp(&gone.0) {
                        std::cmp::Ordering::Less => {}
                        std::cmp::Ordering::Equal => *id = FeatureId::NONE,
                        std::cmp::Ordering::Greater => id.0 -= 1,
                    }
                }
            }
        }
        Ok(back)
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let world = &scenario.world;
        match self {
            FeatureEdit::Add(feature) => {
                let (word, place) = (feature.class.word(), place_words(&world.area, feature.at));
                format!("the {word} `{}` comes at {place}", feature.name)
            }
            FeatureEdit::Remove(id) => {
                let found = usize::from(id.0).checked_sub(1).and_then(|at| world.features.get(at));
                found.map_or_else(|| "a feature goes".to_owned(), |feature| format!("`{}` goes", feature.name))
            }
        }
    }
}
