//! Maps of provinces that pay: what each seat reaches, counted in borders that armies cross.
//!
//! On such maps nobody stands in cells: what counts is what provinces pay and train, who guards them, and how many borders lie between
//! the seats. A province belongs to the seats with the fewest borders to it, in equal parts. What lies farther counts less: beside the
//! start half, two borders away a third, and so on up to [`STEPS_MAX`].

use std::collections::VecDeque;

use design::parameters::unit::POINT_VALUE;
use grid::sort_by_numbers;
use world::{ProvinceId, Scenario, SideId};

use crate::measures::provinces::ROWS;
use crate::{Weights, predict};

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
    pub fn predicted(&self, weights: &Weights) -> Vec<f64> {
        let rows = ROWS.map(|(kind, _)| kind);
        predict(self.homes.len(), &rows, weights, &|row| ROWS[row].1(self))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use grid::{Layer, Shape};
    use world::{Place, Province, ProvinceLink, ProvinceLinkKind, Unit};

    use super::*;
    use crate::testing::{plain, seat, unit_type, values};

    /// Five provinces in a row, of three cells each, and a closed border between the last two, which a way round the third joins:
    /// 1 - 2 ~ 3 - 4, 3 - 5, 4 | 5. Seats begin in the first and the fourth.
    pub(crate) fn row() -> Scenario {
        let mut scenario = plain(Shape::Square4, 15, 3);
        let area = scenario.world.area;
        let cell = |column: i32, row: i32| area.cell(column, row).unwrap();
        let of = area.cells().map(|cell| ProvinceId(area.column_row(cell).0 as u16 / 3 + 1)).collect();
        scenario.world.province_of = Some(Layer::from_values(&area, of));
        for (index, income) in [8, 4, 6, 8, 2].into_iter().enumerate() {
            scenario.world.provinces.push(Province {
                name: format!("P{}", index + 1),
                capital: cell(3 * index as i32 + 1, 1),
                worth: 9,
                owner: [1, 0, 0, 2, 0].map(SideId)[index],
                income,
                trains: vec![(unit_type("town"), index as u16 + 1)],
            });
        }
        let link = |from: u16, to: u16, kind| ProvinceLink { from: ProvinceId(from), to: ProvinceId(to), kind };
        scenario.world.province_links = vec![
            link(1, 2, ProvinceLinkKind::Open),
            link(2, 3, ProvinceLinkKind::River),
            link(3, 4, ProvinceLinkKind::Open),
            link(3, 5, ProvinceLinkKind::Water),
            link(4, 5, ProvinceLinkKind::Closed),
        ];
        for (province, count) in [(1, 1), (2, 2), (4, 3)] {
            for _ in 0..count {
                let at = cell(3 * province + 1, 1);
                scenario.add_unit(Unit::new(unit_type("town"), Place::Cell(at), SideId::INDEPENDENT));
            }
        }
        seat(&mut scenario, Some(cell(1, 1)));
        seat(&mut scenario, Some(cell(10, 1)));
        scenario
    }

    /// The first has its own 8 and half of the 4 beside it; the second its own 8, half of 6, and a third of the 2 behind that.
    #[test]
    fn values_match_those_worked_out_by_hand() {
        let scenario = row();
        let town = f64::from(scenario.design.int(POINT_VALUE, unit_type("town")));
        assert_eq!(values(&scenario, "province-income"), [10.0, 8.0 + 3.0 + 2.0 / 3.0]);
        assert_eq!(values(&scenario, "province-guards"), [town / 2.0, town + town]);
        let training = [town + town, 4.0 * town + 1.5 * town + 5.0 * town / 3.0];
        assert_eq!(values(&scenario, "province-trains"), training);
        assert_eq!(values(&scenario, "province-rivals"), [3.0, 3.0]);
        assert_eq!(values(&scenario, "home-borders"), [1.0, 1.0]);
    }

    #[test]
    fn cells_do_not_count_where_provinces_pay() {
        let mut scenario = row();
        let named = |scenario: &Scenario| -> Vec<String> {
            crate::score(scenario, None, &Weights::builtin()).measures.into_iter().map(|measure| measure.name).collect()
        };
        let of_provinces = named(&scenario);
        assert!(
            of_provinces
                .iter()
                .all(|name| name.starts_with("province-") || ["home-borders", "start-units"].contains(&name.as_str())),
            "{of_provinces:?}"
        );
        scenario.world.provinces.iter_mut().for_each(|province| province.income = 0);
        assert!(named(&scenario).iter().all(|name| !name.starts_with("province-")));
    }

    #[test]
    fn what_is_predicted_of_homes_is_what_the_score_says_of_the_start() {
        let scenario = row();
        let survey = ProvinceMap::new(&scenario).unwrap().survey(&[Some(0), Some(3)]);
        let found = survey.predicted(&Weights::builtin());
        assert_eq!(found, crate::score(&scenario, None, &Weights::builtin()).predicted);
        assert!(survey.is_only(0, 1) && survey.is_only(1, 4) && !survey.is_only(0, 4));
        assert_eq!(survey.held_by(1), [(3, 0), (2, 1), (4, 2)]);
        // In the middle both are as near.
        let near = ProvinceMap::new(&scenario).unwrap().survey(&[Some(0), Some(2)]);
        assert_eq!(near.held_by(0), [(0, 0), (1, 1)]);
        assert!(!near.is_only(0, 1));
        assert_eq!(ProvinceMap::new(&scenario).unwrap().steps_from(Some(3)), [3, 2, 1, 0, 2]);
    }

    #[test]
    fn a_home_counts_as_what_it_will_be() {
        let scenario = row();
        let mut map = ProvinceMap::new(&scenario).unwrap();
        map.begin_in(2, 9.0, 0.0);
        let survey = map.survey(&[Some(0), Some(2)]);
        assert_eq!(survey.incomes(), [8.0 + 1.0, 9.0 + 1.0 + 4.0 + 1.0]);
        assert_eq!(survey.guards()[0], survey.guards()[0].max(0.0));
    }
}
