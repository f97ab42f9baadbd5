//! Sides come, go and change: their names, colours, teams, players and what else they have.

use design::SIDES_BOUND;

use super::{Edit, Refusal, Touched, Whole, called, check_cell};
use crate::{Owner, Scenario, Side, SideId, image_of_side};

/// A side comes, goes or changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideEdit {
    /// One more, behind all others.
    Add(Box<Side>),
    /// One goes: it may have no units. Its cells and people become nobody's, and the sides behind it move up by a number.
    Remove(SideId),
    /// A side becomes this one.
    Set(SideId, Box<Side>),
}

impl SideEdit {
    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        match self {
            SideEdit::Add(side) => {
                check(scenario, side)?;
                if scenario.sides.len() >= SIDES_BOUND {
                    return Err(Refusal::of(format!("a game has at most {SIDES_BOUND} sides")));
                }
                let back = Whole::back(scenario, "the sides are as before");
                scenario.sides.push((**side).clone());
                forget_measures(scenario);
                Ok(back)
            }
            SideEdit::Remove(side) => remove(scenario, *side),
            SideEdit::Set(id, side) => {
                check(scenario, side)?;
                let at = find(scenario, *id)?;
                let before = std::mem::replace(&mut scenario.sides[at], (**side).clone());
                Ok(Edit::Side(SideEdit::Set(*id, Box::new(before))))
            }
        }
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Edit, Refusal> {
        let own = Edit::Side(self.clone());
        let Some(symmetry) = scenario.world.exact_symmetry() else { return Ok(own) };
        let SideEdit::Set(id, side) = self else {
            let (kind, order) = (symmetry.kind(), symmetry.order());
            let rule = format!("sides are images of each other in {kind}: {order} come or go together, and not one");
            return Err(Refusal::of(rule));
        };
        let at = find(scenario, *id)?;
        let before = &scenario.sides[at];
        if let Some(center) = side.center {
            check_cell(&scenario.world.area, center)?;
        }
        let mut edits = vec![own];
        for map in 1..symmetry.order() {
            let image = image_of_side(symmetry, map, *id);
            let mut next = scenario.sides[find(scenario, image)?].clone();
            if before.center != side.center {
                next.center = side.center.map(|center| symmetry.maps()[map].image(center));
            }
            if before.class != side.class {
                next.class.clone_from(&side.class);
            }
            if before.advantage != side.advantage {
                next.advantage = side.advantage;
            }
            if before.handicap != side.handicap {
                next.handicap = side.handicap;
            }
            if next != scenario.sides[find(scenario, image)?] {
                edits.push(Edit::Side(SideEdit::Set(image, Box::new(next))));
            }
        }
        Ok(if edits.len() == 1 { edits.remove(0) } else { Edit::Many(edits) })
    }

    pub(super) fn touches(&self) -> Touched {
        match self {
            SideEdit::Set(side, _) => Touched { sides: vec![*side], ..Touched::default() },
            SideEdit::Add(_) | SideEdit::Remove(_) => Touched::all(),
        }
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let name = |id: &SideId| find(scenario, *id).map_or("a side", |at| &scenario.sides[at].name);
        match self {
            SideEdit::Add(side) => format!("the side {} comes", side.name),
            SideEdit::Remove(id) => format!("the side {} goes", name(id)),
            SideEdit::Set(id, after) => {
                let Ok(at) = find(scenario, *id) else { return "a side changes".to_owned() };
                let before = &scenario.sides[at];
                let or_none = |word: &str, value: &str| match value {
                    "" => format!("has no {word}"),
                    value => format!("has the {word} {value}"),
                };
                let changes = [
                    (before.name != after.name, called(&after.name)),
                    (before.color != after.color, or_none("colour", &after.color)),
                    (before.emblem != after.emblem, or_none("emblem", &after.emblem)),
                    (before.team != after.team, format!("is in team {}", after.team)),
                    (before.player != after.player, format!("is played by {}", after.player)),
                    (before.center != after.center, "begins elsewhere".to_owned()),
                    (before.handicap != after.handicap, format!("builds at {} %", after.handicap.percent())),
                    (before.advantage != after.advantage, format!("has the advantage {}", after.advantage)),
                    (before.class != after.class, or_none("class", &after.class)),
                ];
                let mut told: Vec<String> =
                    changes.into_iter().filter(|(differs, _)| *differs).map(|(_, told)| told).collect();
                if told.is_empty() {
                    told.push(if before == &**after { "stays as it is" } else { "has other properties" }.to_owned());
                }
                format!("{} {}", before.name, told.join(", "))
            }
        }
    }
}

fn find(scenario: &Scenario, id: SideId) -> Result<usize, Refusal> {
    let found = id.index().filter(|&at| at < scenario.sides.len());
    found.ok_or_else(|| Refusal::of(format!("there is no side {}", id.0)))
}

fn check(scenario: &Scenario, side: &Side) -> Result<(), Refusal> {
    if [&side.name, &side.noun, &side.adjective].iter().any(|name| name.chars().any(design::is_control)) {
        return Err(Refusal::of("a name holds no control characters"));
    }
    side.center.map_or(Ok(()), |center| check_cell(&scenario.world.area, center))
}

/// What was measured and played has an entry for each seat: it holds no more if their number changes.
fn forget_measures(scenario: &mut Scenario) {
    scenario.fairness = None;
    scenario.played = None;
}

fn remove(scenario: &mut Scenario, gone: SideId) -> Result<Edit, Refusal> {
    let at = find(scenario, gone)?;
    let name = scenario.sides[at].name.clone();
    let count = scenario.units.iter().filter(|unit| unit.side == gone).count();
    if count > 0 {
        let units = design::counted(count, "unit");
        return Err(Refusal::of(format!("{name} still has {units}: give them to others or disband them first")));
    }
    if !scenario.forms.is_empty() || scenario.units.iter().any(|unit| unit.gdl.opinions.is_some()) {
        return Err(Refusal::of(format!("forms of GDL name sides by their numbers, so {name} cannot go")));
    }
    let back = Whole::back(scenario, "the sides are as before");
    scenario.sides.remove(at);
    let moved = |side: SideId| match side.0.cmp(&gone.0) {
        std::cmp::Ordering::Less => Some(side),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(SideId(side.0 - 1)),
    };
    for unit in &mut scenario.units {
        unit.side = moved(unit.side).unwrap_or(SideId::INDEPENDENT);
    }
    let world = &mut scenario.world;
    for side in world.country.iter_mut().flat_map(|layer| layer.edit().iter_mut()) {
        *side = moved(SideId(*side)).map_or(0, |side| side.0);
    }
    for owner in [&mut world.people, &mut world.control].into_iter().flatten().flat_map(|layer| layer.edit().iter_mut())
    {
        *owner = Owner::from(owner.side().and_then(moved));
    }
    for province in &mut world.provinces {
        province.owner = moved(province.owner).unwrap_or(SideId::INDEPENDENT);
    }
    let kept = std::mem::take(&mut scenario.kept.sides);
    scenario.kept.sides = kept.into_iter().filter_map(moved).collect();
    forget_measures(scenario);
    Ok(back)
}
