//! Names of what is neither a unit nor a side: features, provinces, links; and the date.

use super::{Edit, Refusal, Touched, called};
use crate::{FeatureId, Maker, ProvinceId, Scenario};

/// What gets another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A named part of the world.
    Feature(FeatureId),
    /// A province.
    Province(ProvinceId),
    /// A link, by its place in the list.
    Link(usize),
    /// The date of the first turn, as GDL writes dates.
    Date,
}

/// Something gets another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// What.
    pub of: Named,
    /// Its new name.
    pub to: String,
    /// What gives it; `None` for a person, whose name no method takes away. Only features remember it.
    pub by: Maker,
}

impl Rename {
    /// A name that a person gives.
    #[must_use]
    pub fn new(of: Named, to: &str) -> Rename {
        Rename { of, to: to.to_owned(), by: None }
    }

    fn find(of: Named, scenario: &mut Scenario) -> Option<(&mut String, Option<&mut Maker>)> {
        let world = &mut scenario.world;
        match of {
            Named::Feature(FeatureId(id)) => {
                let feature = world.features.get_mut(usize::from(id).checked_sub(1)?)?;
                Some((&mut feature.name, Some(&mut feature.made_by)))
            }
            Named::Province(ProvinceId(id)) => {
                Some((&mut world.provinces.get_mut(usize::from(id).checked_sub(1)?)?.name, None))
            }
            Named::Link(at) => Some((&mut world.links.get_mut(at)?.name, None)),
            Named::Date => Some((&mut world.date, None)),
        }
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        if self.to.chars().any(design::is_control) {
            return Err(Refusal::of("a name holds no control characters"));
        }
        let Some((name, by)) = Rename::find(self.of, scenario) else {
            return Err(Refusal::of("there is nothing to be called so"));
        };
        let before = std::mem::replace(name, self.to.clone());
        let by = by.and_then(|by| std::mem::replace(by, self.by.clone()));
        Ok(Edit::Rename(Rename { of: self.of, to: before, by }))
    }

    pub(super) fn touches(&self, scenario: &Scenario) -> Touched {
        let world = &scenario.world;
        let number = |id: u16| usize::from(id).checked_sub(1);
        let cells = match self.of {
            Named::Feature(FeatureId(id)) => {
                number(id).and_then(|at| world.features.get(at)).map(|feature| vec![feature.at])
            }
            Named::Province(ProvinceId(id)) => {
                number(id).and_then(|at| world.provinces.get(at)).map(|province| vec![province.capital])
            }
            Named::Link(at) => world.links.get(at).map(|link| vec![link.from, link.to]),
            Named::Date => None,
        };
        Touched::cells(cells.unwrap_or_default())
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let before = Rename::find(self.of, &mut scenario.clone()).map(|(name, _)| name.clone()).unwrap_or_default();
        match self.of {
            Named::Date => format!("the game begins on `{}`", self.to),
            _ => format!("`{before}` {}", called(&self.to)),
        }
    }
}
