//! Maps of provinces that pay: what each seat reaches, counted in borders that armies cross.
//!
//! On such maps nobody stands in cells: what counts is what provinces pay and train, who guards them, and how many borders lie between
//! the seats. A province belongs to the seats with the fewest borders to it, in equal parts. What lies farther counts less: beside the
//! start half, two borders away a third, and so on up to [`STEPS_MAX`].

use std::collections::VecDeque;

use design::parameters::unit::POINT_VALUE;
use fairness::predict;
use grid::sort_by_numbers;
use world::{ProvinceId, Scenario, SideId};

use crate::measures::{ROWS, WEIGHTS};

/// What lies more borders away than this is nobody's yet.
const STEPS_MAX: u32 = 4;
const NOT_REACHED: u32 = u32::MAX;

/// What provinces have, whoever begins where.
#[derive(Clone, Debug)]
pub struct ProvinceMap {
    /// The provinces behind each passable border, by index.
    links: Vec<Vec<usize>>,
    income: Vec<f64>,
    /// The worth of the units of no side in it.
    guards: Vec<f64>,
    /// The worth of what it trains in a turn.
    training: Vec<f64>,
}

/// The same for seats, each with the province where it begins.
#[derive(Clone, Debug)]
pub struct ProvinceSurvey {
    map: ProvinceMap,
    homes: Vec<Option<usize>>,
    /// By seat and province: the borders between, or [`NOT_REACHED`].
    steps: Vec<Vec<u32>>,
    /// For each province the seats that reach it first.
    holders: Vec<Vec<usize>>,
}

impl ProvinceMap {
    /// The provinces of a scenario; `None` if none of them pays.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Option<ProvinceMap> {
        let (world, design) = (&scenario.world, &scenario.design);
        if world.provinces.iter().all(|province| province.income == 0) {
            return None;
        }
        let mut links = vec![Vec::new(); world.provinces.len()];
        for link in world.province_links.iter().filter(|link| link.kind.is_passable()) {
            let [from, to] = [link.from, link.to].map(|id| usize::from(id.0) - 1);
            links[from].push(to);
            links[to].push(from);
        }
        let worth = |kind| f64::from(design.int(POINT_VALUE, kind));
        let mut guards = vec![0.0; world.provinces.len()];
        for (id, unit) in scenario.unit_ids().filter(|(_, unit)| unit.side == SideId::INDEPENDENT) {
            let cell = scenario.cell_of(id);
            let at = cell.zip(world.province_of.as_ref()).map_or(ProvinceId::NONE, |(cell, layer)| layer[cell]);
            if let Some(guards) = usize::from(at.0).checked_sub(1).and_then(|index| guards.get_mut(index)) {
                *guards += worth(unit.kind);
            }
        }
        let provinces = world.provinces.iter();
        let training = provinces.clone().map(|province| {
            let trains = province.trains.iter();
            trains.map(|&(kind, count)| worth(kind) * f64::from(count)).sum()
        });
        let income = provinces.map(|province| f64::from(province.income)).collect();
        Some(ProvinceMap { links, income, guards, training: training.collect() })
    }

    /// The map as it is for seats that begin in these provinces, by index.
    #[must_use]
    pub fn survey(&self, homes: &[Option<usize>]) -> ProvinceSurvey {
        let steps: Vec<Vec<u32>> = homes.iter().map(|&home| self.steps_from(home)).collect();
        let holders = (0..self.links.len()).map(|province| {
            let least = steps.iter().map(|steps| steps[province]).min().unwrap_or(NOT_REACHED);
            let is_nearest = |&seat: &usize| steps[seat][province] == least && least <= STEPS_MAX;
            (0..homes.len()).filter(is_nearest).collect()
        });
        let holders = holders.collect();
        ProvinceSurvey { map: self.clone(), homes: homes.to_vec(), steps, holders }
    }

    /// Says what every province pays and trains where a side begins, for seats that have not settled there yet. `training` is a worth.
    pub fn begin_in(&mut self, home: usize, income: f64, training: f64) {
        (self.income[home], self.training[home], self.guards[home]) = (income, training, 0.0);
    }

    /// The least number of borders between a province and each other; the greatest number where no army gets there.
    #[must_use]
    pub fn steps_from(&self, home: Option<usize>) -> Vec<u32> {
        let mut steps = vec![NOT_REACHED; self.links.len()];
        let mut open: VecDeque<usize> = home.into_iter().collect();
        open.iter().for_each(|&home| steps[home] = 0);
        while let Some(province) = open.pop_front() {
            for &near in &self.links[province] {
                if steps[near] == NOT_REACHED {
                    steps[near] = steps[province] + 1;
                    open.push_back(near);
                }
            }
        }
        steps
    }
}

impl ProvinceSurvey {
    /// The provinces that a seat reaches first, alone or with others, the nearest first: index, borders between.
    #[must_use]
    pub fn held_by(&self, seat: usize) -> Vec<(usize, u32)> {
        let mut own = Vec::new();
        for (province, holders) in self.holders.iter().enumerate() {
            if holders.contains(&seat) {
                own.push((province, self.steps[seat][province]));
            }
        }
        sort_by_numbers(&mut own, &|(_, steps)| [i64::from(steps), 0]);
        own
    }

    /// Whether a seat reaches a province before all others.
    #[must_use]
    pub fn is_only(&self, seat: usize, province: usize) -> bool {
        self.holders[province] == [seat]
    }

    /// What a seat has of a value: all at home, half beside it, and so on; shared with those who are as near.
    fn reached(&self, of: &[f64]) -> Vec<f64> {
        let part =
            |(province, steps): (usize, u32)| of[province] / f64::from(steps + 1) / self.holders[province].len() as f64;
        (0..self.homes.len()).map(|seat| self.held_by(seat).into_iter().map(part).sum()).collect()
    }

    pub(crate) fn incomes(&self) -> Vec<f64> {
        self.reached(&self.map.income)
    }

    pub(crate) fn guards(&self) -> Vec<f64> {
        self.reached(&self.map.guards)
    }

    pub(crate) fn training(&self) -> Vec<f64> {
        self.reached(&self.map.training)
    }

    /// The mean number of borders to the rivals.
    pub(crate) fn rivals(&self) -> Vec<f64> {
        let of = |seat: usize| {
            let others = (0..self.homes.len()).filter(|&other| other != seat).filter_map(|other| self.homes[other]);
            let ways: Vec<f64> =
                others.map(|home| self.steps[seat][home]).filter(|&way| way != NOT_REACHED).map(f64::from).collect();
            if ways.is_empty() { 0.0 } else { ways.iter().sum::<f64>() / ways.len() as f64 }
        };
        (0..self.homes.len()).map(of).collect()
    }

    /// The borders over which a seat's start can be attacked.
    pub(crate) fn borders(&self) -> Vec<f64> {
        self.homes.iter().map(|home| home.map_or(0.0, |home| self.map.links[home].len() as f64)).collect()
    }

    /// The share of wins that each seat is expected to have by what its provinces are; seats have equal advantages.
    #[must_use]
    pub fn predicted(&self) -> Vec<f64> {
        let rows = ROWS.map(|(kind, _)| kind);
        predict(self.homes.len(), &rows, &WEIGHTS, &|row| ROWS[row].1(self))
    }
}
