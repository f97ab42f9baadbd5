//! A plain sentence for each event.

use design::parameters::unit::ENCOUNTER_RESULT;
use design::{UnitResult, counted, sentence, with_article};

use world::SideId;

use super::Narrator;
use crate::event::{Death, EventKind, UnitSnapshot};

impl Narrator<'_> {
    /// An event as one of our own sentences.
    pub(super) fn sentence(&self, what: &EventKind) -> String {
        sentence(&self.clause(what))
    }

    fn by(&self, by: Option<UnitSnapshot>) -> String {
        by.map_or_else(String::new, |by| format!(" by {}", self.unit(by)))
    }

    fn clause(&self, what: &EventKind) -> String {
        let design = &*self.rules.design;
        let unit = |who: UnitSnapshot| self.unit(who);
        let at = |who: UnitSnapshot| self.place(who.cell);
        let hit_points = |hp: i16| counted(hp, "hit point");
        let material = |material: design::MaterialType| &self.rules.material_names[usize::from(material.0)];
        match *what {
            EventKind::TurnBegan { turn } => match self.rules.date(turn) {
                Some(date) => format!("turn {turn} begins: {date}"),
                None => format!("turn {turn} begins"),
            },
            EventKind::Moved { who, to } => format!("{} goes to {}", unit(who), self.place(to)),
            EventKind::Entered { who, transport } => format!("{} enters {}", unit(who), unit(transport)),
            EventKind::Attacked { who, target } => format!("{} attacks {}", unit(who), unit(target)),
            EventKind::FiredAt { who, target } => format!("{} fires at {}", unit(who), unit(target)),
            EventKind::FiredInto { who, cell } => format!("{} fires into {}", unit(who), self.place(cell)),
            EventKind::Hit { who, by, damage } => {
                format!("{} hits {}, which loses {}", unit(by), unit(who), hit_points(damage))
            }
            EventKind::Missed { who, by } => format!("{} misses {}", unit(by), unit(who)),
            EventKind::Retreated { who, from } => format!("{} retreats from {}", unit(who), unit(from)),
            EventKind::CaptureFailed { who, by } => format!("{} resists capture by {}", unit(who), unit(by)),
            EventKind::Captured { who, by } => format!("{} captures {}", unit(by), unit(who)),
            EventKind::Surrendered { who, to } => format!("{} surrenders to {}", unit(who), unit(to)),
            EventKind::Encountered { who, by, result } => {
                let results = UnitResult::read_all(design.form(ENCOUNTER_RESULT, who.kind), design);
                let text = results.get(usize::from(result)).and_then(|result| result.text);
                let told = text.map_or_else(String::new, |text| format!(": {text}"));
                format!("{} meets {}{told}", unit(by), unit(who))
            }
            EventKind::Revolted { who, to } => format!("{} revolts and goes over to {}", unit(who), self.side(to)),
            EventKind::Detonated { who, cell } => format!("{} goes off at {}", unit(who), self.place(cell)),
            EventKind::Died { who, of, by } => self.death(who, of, by),
            EventKind::Wrecked { who, into, by, .. } => {
                format!("{} is wrecked{} and is now {}", unit(who), self.by(by), with_article(self.kind(into)))
            }
            EventKind::Created { who, by: Some(by) } => format!("{} begins work on {}", unit(by), unit(who)),
            EventKind::Created { who, by: None } => format!("{} comes into being at {}", unit(who), at(who)),
            EventKind::Completed { who } => format!("{} is finished", unit(who)),
            EventKind::Built { who, by, cp } => {
                format!("{} builds {} by {}", unit(by), unit(who), counted(cp, "construction point"))
            }
            EventKind::Repaired { who, by, hp } => format!("{} repairs {} by {}", unit(by), unit(who), hit_points(hp)),
            EventKind::Recovered { who, hp } => format!("{} recovers {}", unit(who), hit_points(hp)),
            EventKind::ToolUp { who, kind, tp } => {
                format!("{} tools up for {}, to {}", unit(who), self.kind(kind), counted(tp, "tooling point"))
            }
            EventKind::Developed { side, kind, level } => {
                let reaches = self.agrees(side, "reaches", "reach");
                format!("{} {reaches} tech level {level} for {}", self.side(side), self.kind(kind))
            }
            EventKind::TopicChosen { side, advance } => {
                let begins = self.agrees(side, "begins", "begin");
                format!("{} {begins} research on {}", self.side(side), self.advance(advance))
            }
            EventKind::AdvanceDone { side, advance } => {
                let completes = self.agrees(side, "completes its", "complete their");
                format!("{} {completes} research on {}", self.side(side), self.advance(advance))
            }
            EventKind::Produced { who, material: made, amount } => {
                format!("{} produces {amount} {}", unit(who), material(made))
            }
            EventKind::Extracted { who, material: taken, amount } => {
                format!("{} extracts {amount} {}", unit(who), material(taken))
            }
            EventKind::Transferred { who, to, material: given, amount } if amount < 0 => {
                format!("{} takes {} {} from {}", unit(who), amount.unsigned_abs(), material(given), unit(to))
            }
            EventKind::Transferred { who, to, material: given, amount } => {
                format!("{} gives {amount} {} to {}", unit(who), material(given), unit(to))
            }
            EventKind::Disbanded { who, hp } => format!("{} disbands {} of its own", unit(who), hit_points(hp)),
            EventKind::PartsMoved { who, to, parts } => {
                format!("{} gives {} to {}", unit(who), counted(parts, "part"), unit(to))
            }
            EventKind::SideChanged { who, to } => format!("{} goes over to {}", unit(who), self.side(to)),
            EventKind::TypeChanged { who, into } => format!("{} becomes {}", unit(who), with_article(self.kind(into))),
            EventKind::TerrainChanged { cell, into } => {
                format!("the terrain at {} becomes {}", self.place(cell), self.terrain(into))
            }
            EventKind::EdgeChanged { cell, kind, is_there: true, .. } => {
                format!("there is {} at {} now", self.terrain(kind), self.place(cell))
            }
            EventKind::EdgeChanged { cell, kind, is_there: false, .. } => {
                format!("the {} at {} is gone", self.terrain(kind), self.place(cell))
            }
            EventKind::CoatingChanged { cell, kind, depth: 0 } => {
                format!("the {} at {} is gone", self.terrain(kind), self.place(cell))
            }
            EventKind::CoatingChanged { cell, kind, depth } => {
                format!("{} lies {depth} deep at {}", self.terrain(kind), self.place(cell))
            }
            EventKind::Accident { who, damage } => format!("{} loses {} in an accident", unit(who), hit_points(damage)),
            EventKind::Attrited { who, damage } => format!("{} loses {} to attrition", unit(who), hit_points(damage)),
            EventKind::Starved { who, damage } => format!("{} loses {} to want", unit(who), hit_points(damage)),
            EventKind::Appeared { who } => format!("{} appears at {}", unit(who), at(who)),
            EventKind::SizeChanged { who, size } => format!("{} has a size of {size} now", unit(who)),
            EventKind::TrustChanged { side, other, trusts: true } => {
                format!("{} {} {} now", self.side(side), self.agrees(side, "trusts", "trust"), self.side(other))
            }
            EventKind::TrustChanged { side, other, trusts: false } => {
                let trusts = self.agrees(side, "trusts", "trust");
                format!("{} {trusts} {} no longer", self.side(side), self.side(other))
            }
            EventKind::DrawOffered { side, willing: true } => {
                format!("{} {} willing to agree to a draw", self.side(side), self.agrees(side, "is", "are"))
            }
            EventKind::DrawOffered { side, willing: false } => {
                format!("{} {} no longer willing to agree to a draw", self.side(side), self.agrees(side, "is", "are"))
            }
            EventKind::TaskDone { who } => format!("{} has done what it was told", unit(who)),
            EventKind::TaskFailed { who } => format!("{} cannot do what it was told", unit(who)),
            EventKind::OrderExpired { who } => format!("the orders of {} have expired", unit(who)),
            EventKind::SpyReport { who } => format!("{} reports what it has spied out", unit(who)),
            EventKind::ScoreChanged { side, keeper, score } => {
                let title =
                    self.rules.scorekeepers.all.get(usize::from(keeper)).map_or("score", |keeper| &keeper.title);
                format!("{} {} {score} for \"{title}\"", self.side(side), self.agrees(side, "has", "have"))
            }
            EventKind::Dominance { side, keeper, held, all, turns } => self.dominance(side, keeper, (held, all), turns),
            EventKind::SideWon { side } => format!("{} {} won", self.side(side), self.agrees(side, "has", "have")),
            EventKind::SideLost { side, to: Some(to) } => {
                let (has, it) = (self.agrees(side, "has", "have"), self.agrees(side, "it", "they"));
                format!("{} {has} lost, and all that {it} had goes to {}", self.side(side), self.side(to))
            }
            EventKind::SideLost { side, to: None } => {
                format!("{} {} lost", self.side(side), self.agrees(side, "has", "have"))
            }
            EventKind::GameEnded => "the game is over".to_owned(),
        }
    }

    /// That a side, and its team, holds most places: what that leads to, or that it is over.
    fn dominance(&self, side: SideId, keeper: u8, (held, all): (u32, u32), turns: u32) -> String {
        let Some(rule) = self.rules.scorekeepers.all.get(usize::from(keeper)).and_then(|keeper| keeper.dominance())
        else {
            return String::new();
        };
        let team = self.rules.side_ids().filter(|&other| self.rules.team(other) == self.rules.team(side)).count();
        let agrees = |one, many| if team > 1 { many } else { self.agrees(side, one, many) };
        let its = if team > 1 { format!(" and {} team", self.agrees(side, "its", "their")) } else { String::new() };
        let (who, places) = (format!("{}{its}", self.side(side)), rule.types.in_plural(&self.rules.design));
        let left = (rule.turns as u32).saturating_sub(turns);
        if turns == 0 {
            format!("{who} no longer {} enough {places} to win: {held} of {all}", agrees("holds", "hold"))
        } else if left == 0 {
            format!("{who} {} held {held} of {all} {places} long enough to win", agrees("has", "have"))
        } else {
            let (holds, wins) = (agrees("holds", "hold"), agrees("wins", "win"));
            format!("{who} {holds} {held} of {all} {places}, and {wins} if that lasts {} more", counted(left, "turn"))
        }
    }

    fn death(&self, who: UnitSnapshot, of: Death, by: Option<UnitSnapshot>) -> String {
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
