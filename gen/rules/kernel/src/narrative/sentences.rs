//! A plain sentence for each event.

use design::parameters::unit::ENCOUNTER_RESULT;

use super::{Teller, counted, sentence};
use crate::amounts::weighted_choices;
use crate::event::{Death, What, Who};

impl Teller<'_> {
    /// An event in a sentence of ours.
    pub(super) fn sentence(&self, what: &What) -> String {
        sentence(&self.clause(what))
    }

    fn by(&self, by: Option<Who>) -> String {
        by.map_or_else(String::new, |by| format!(" by {}", self.unit(by)))
    }

    fn clause(&self, what: &What) -> String {
        let design = &*self.rules.design;
        let unit = |who: Who| self.unit(who);
        let at = |who: Who| self.place(who.cell);
        let hit_points = |hp: i16| counted(hp.into(), "hit point");
        let material = |material: design::MaterialType| &self.rules.material_names[usize::from(material.0)];
        match *what {
            What::TurnBegan { turn } => match self.rules.date(turn) {
                Some(date) => format!("turn {turn} begins: {date}"),
                None => format!("turn {turn} begins"),
            },
            What::Moved { who, to } => format!("{} goes to {}", unit(who), self.place(to)),
            What::Entered { who, transport } => format!("{} enters {}", unit(who), unit(transport)),
            What::Attacked { who, target } => format!("{} attacks {}", unit(who), unit(target)),
            What::FiredAt { who, target } => format!("{} fires at {}", unit(who), unit(target)),
            What::FiredInto { who, cell } => format!("{} fires into {}", unit(who), self.place(cell)),
            What::Hit { who, by, damage } => {
                format!("{} hits {}, which loses {}", unit(by), unit(who), hit_points(damage))
            }
            What::Missed { who, by } => format!("{} misses {}", unit(by), unit(who)),
            What::Retreated { who, from } => format!("{} retreats from {}", unit(who), unit(from)),
            What::CaptureFailed { who, by } => format!("{} resists capture by {}", unit(who), unit(by)),
            What::Captured { who, by } => format!("{} captures {}", unit(by), unit(who)),
            What::Surrendered { who, to } => format!("{} surrenders to {}", unit(who), unit(to)),
            What::Encountered { who, by, result } => {
                let choices = weighted_choices(design.form(ENCOUNTER_RESULT, who.kind));
                let text = choices.get(usize::from(result)).and_then(|choice| choice.1.get(2)?.text());
                let told = text.map_or_else(String::new, |text| format!(": {text}"));
                format!("{} meets {}{told}", unit(by), unit(who))
            }
            What::Revolted { who, to } => format!("{} revolts and goes over to {}", unit(who), self.side(to)),
            What::Detonated { who, cell } => format!("{} goes off at {}", unit(who), self.place(cell)),
            What::Died { who, of, by } => self.death(who, of, by),
            What::Wrecked { who, into, by, .. } => {
                format!("{} is wrecked{} and is now a {}", unit(who), self.by(by), self.kind(into))
            }
            What::Created { who, by: Some(by) } => format!("{} begins work on {}", unit(by), unit(who)),
            What::Created { who, by: None } => format!("{} comes into being at {}", unit(who), at(who)),
            What::Completed { who } => format!("{} is finished", unit(who)),
            What::Built { who, by, cp } => {
                format!("{} builds {} by {}", unit(by), unit(who), counted(cp.into(), "construction point"))
            }
            What::Repaired { who, by, hp } => format!("{} repairs {} by {}", unit(by), unit(who), hit_points(hp)),
            What::Recovered { who, hp } => format!("{} recovers {}", unit(who), hit_points(hp)),
            What::ToolUp { who, kind, tp } => {
                format!("{} tools up for {}, to {}", unit(who), self.kind(kind), counted(tp.into(), "tooling point"))
            }
            What::Developed { side, kind, level } => {
                format!("{} reaches tech level {level} for {}", self.side(side), self.kind(kind))
            }
            What::TopicChosen { side, advance } => {
                format!("{} begins research on {}", self.side(side), self.advance(advance))
            }
            What::AdvanceDone { side, advance } => {
                format!("{} completes its research on {}", self.side(side), self.advance(advance))
            }
            What::Produced { who, material: made, amount } => {
                format!("{} produces {amount} {}", unit(who), material(made))
            }
            What::Extracted { who, material: taken, amount } => {
                format!("{} extracts {amount} {}", unit(who), material(taken))
            }
            What::Transferred { who, to, material: given, amount } if amount < 0 => {
                format!("{} takes {} {} from {}", unit(who), amount.unsigned_abs(), material(given), unit(to))
            }
            What::Transferred { who, to, material: given, amount } => {
                format!("{} gives {amount} {} to {}", unit(who), material(given), unit(to))
            }
            What::Disbanded { who, hp } => format!("{} disbands {} of its own", unit(who), hit_points(hp)),
            What::PartsMoved { who, to, parts } => {
                format!("{} gives {} to {}", unit(who), counted(parts.into(), "part"), unit(to))
            }
            What::SideChanged { who, to } => format!("{} goes over to {}", unit(who), self.side(to)),
            What::TypeChanged { who, into } => format!("{} becomes a {}", unit(who), self.kind(into)),
            What::TerrainChanged { cell, into } => {
                format!("the terrain at {} becomes {}", self.place(cell), self.terrain(into))
            }
            What::EdgeChanged { cell, kind, is_there: true, .. } => {
                format!("there is {} at {} now", self.terrain(kind), self.place(cell))
            }
            What::EdgeChanged { cell, kind, is_there: false, .. } => {
                format!("the {} at {} is gone", self.terrain(kind), self.place(cell))
            }
            What::CoatingChanged { cell, kind, depth: 0 } => {
                format!("the {} at {} is gone", self.terrain(kind), self.place(cell))
            }
            What::CoatingChanged { cell, kind, depth } => {
                format!("{} lies {depth} deep at {}", self.terrain(kind), self.place(cell))
            }
            What::Accident { who, damage } => format!("{} loses {} in an accident", unit(who), hit_points(damage)),
            What::Attrited { who, damage } => format!("{} loses {} to attrition", unit(who), hit_points(damage)),
            What::Starved { who, damage } => format!("{} loses {} to want", unit(who), hit_points(damage)),
            What::Appeared { who } => format!("{} appears at {}", unit(who), at(who)),
            What::SizeChanged { who, size } => format!("{} has a size of {size} now", unit(who)),
            What::TrustChanged { side, other, trusts: true } => {
                format!("{} trusts {} now", self.side(side), self.side(other))
            }
            What::TrustChanged { side, other, trusts: false } => {
                format!("{} trusts {} no longer", self.side(side), self.side(other))
            }
            What::DrawOffered { side, willing: true } => format!("{} is willing to agree to a draw", self.side(side)),
            What::DrawOffered { side, willing: false } => {
                format!("{} is no longer willing to agree to a draw", self.side(side))
            }
            What::TaskDone { who } => format!("{} has done what it was told", unit(who)),
            What::TaskFailed { who } => format!("{} cannot do what it was told", unit(who)),
            What::OrderExpired { who } => format!("the orders of {} have expired", unit(who)),
            What::SpyReport { who } => format!("{} reports what it has spied out", unit(who)),
            What::ScoreChanged { side, keeper, score } => {
                let title =
                    self.rules.scorekeepers.all.get(usize::from(keeper)).map_or("score", |keeper| &keeper.title);
                format!("{} has {score} for \"{title}\"", self.side(side))
            }
            What::SideWon { side } => format!("{} has won", self.side(side)),
            What::SideLost { side, to: Some(to) } => {
                format!("{} has lost, and all that it had goes to {}", self.side(side), self.side(to))
            }
            What::SideLost { side, to: None } => format!("{} has lost", self.side(side)),
            What::GameEnded => "the game is over".to_owned(),
        }
    }

    fn death(&self, who: Who, of: Death, by: Option<Who>) -> String {
        let (unit, by) = (self.unit(who), self.by(by));
        match of {
            Death::Combat => format!("{unit} is destroyed{by}"),
            Death::Blast => format!("{unit} is blown up{by}"),
            Death::WithTransport => format!("{unit} is lost with its transport"),
            Death::Accident => format!("{unit} is lost in an accident"),
            Death::Attrition => format!("{unit} is worn away"),
            Death::Temperature => format!("{unit} is lost to heat or cold"),
            Death::Starvation => format!("{unit} dies of want"),
            Death::Terrain => format!("{unit} cannot live at {} and is lost", self.place(who.cell)),
            Death::Disbanded => format!("{unit} is disbanded"),
            Death::Garrisoned | Death::UsedUp => format!("{unit} is used up{by}"),
            Death::Scuttled => format!("{unit} destroys itself"),
            Death::SideLost => format!("{unit} goes down with its side"),
            Death::LeftWorld => format!("{unit} leaves the world"),
            Death::Gone => format!("{unit} is no more"),
        }
    }
}
