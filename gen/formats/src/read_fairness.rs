//! Reading the fairness that a scenario's file records.

use design::Node;
use world::{Better, Fairness, Measure, TeamFairness, TeamMeasure};

use crate::scenario_reader::ScenarioReader;

impl ScenarioReader<'_> {
    pub(crate) fn fairness(&mut self, node: &Node, seats: usize) -> Option<Fairness> {
        const NAMES: &[&str] = &["score", "worst-seat", "reason", "predicted", "likely", "measures", "teams"];
        self.tree.map_of(node, "`fairness`", NAMES);
        let mut measures = Vec::new();
        for node in self.tree.list(node.get("measures"), "`measures`") {
            const NAMES: &[&str] = &["name", "unit", "values", "min-over-max", "gini", "weight", "better"];
            self.tree.map_of(node, "a measure", NAMES);
            let Some(values) = self.values(node, seats) else { continue };
            measures.push(Measure {
                name: self.tree.line(node.get("name"), "`name`"),
                unit: self.tree.text(node.get("unit"), "`unit`").to_owned(),
                values,
                min_over_max: self.tree.decimal(node.get("min-over-max"), "`min-over-max`"),
                gini: self.tree.decimal(node.get("gini"), "`gini`"),
                weight: self.tree.decimal(node.get("weight"), "`weight`"),
                better: match self.tree.text(node.get("better"), "`better`") {
                    "less" => Better::Less,
                    "equal" => Better::Equal,
                    _ => Better::More,
                },
            });
        }
        let worst = self.tree.int(node.get("worst-seat"), "`worst-seat`", 0..=seats as i64);
        Some(Fairness {
            seats,
            score: self.tree.decimal(node.get("score"), "`score`"),
            predicted: self.predicted(node, seats),
            worst_seat: worst.unwrap_or(0) as usize,
            reason: self.tree.text(node.get("reason"), "`reason`").to_owned(),
            likely: self.likely(node),
            measures,
            teams: node.get("teams").and_then(|node| self.teams(node, seats)),
        })
    }

    fn teams(&mut self, node: &Node, seats: usize) -> Option<TeamFairness> {
        self.tree.map_of(node, "`teams`", &["members", "score", "worst-team", "reason", "predicted", "measures"]);
        let mut members = Vec::new();
        for team in self.tree.list(node.get("members"), "`members`") {
            let team = self.tree.list(team, "a team");
            let team: Vec<i64> =
                team.iter().filter_map(|seat| self.tree.int(seat, "a seat", 1..=seats as i64)).collect();
            members.push(team.into_iter().map(|seat| seat as usize).collect::<Vec<usize>>());
        }
        let mut all: Vec<usize> = members.iter().flatten().copied().collect();
        all.sort_unstable();
        if members.iter().any(Vec::is_empty) || !all.iter().copied().eq(1..=seats) {
            self.tree.wrong(
                node.get("members").unwrap_or(node),
                "`members`",
                "lists of seats in which each seat stands once",
            );
            return None;
        }
        let mut measures = Vec::new();
        for node in self.tree.list(node.get("measures"), "`measures`") {
            self.tree.map_of(node, "a measure of teams", &["name", "values", "min-over-max"]);
            let Some(values) = self.values(node, members.len()) else { continue };
            let name = self.tree.line(node.get("name"), "`name`");
            measures.push(TeamMeasure {
                name,
                values,
                min_over_max: self.tree.decimal(node.get("min-over-max"), "`min-over-max`"),
            });
        }
        let worst = self.tree.int(node.get("worst-team"), "`worst-team`", 0..=members.len() as i64);
        Some(TeamFairness {
            score: self.tree.decimal(node.get("score"), "`score`"),
            predicted: self.predicted(node, members.len()),
            worst_team: worst.unwrap_or(0) as usize,
            reason: self.tree.text(node.get("reason"), "`reason`").to_owned(),
            measures,
            members,
        })
    }

    /// The predicted shares of wins; none where nothing is predicted, and in a file of an earlier version.
    fn predicted(&mut self, node: &Node, count: usize) -> Vec<f64> {
        let Some(node) = node.get("predicted") else { return Vec::new() };
        let list = self.tree.list(node, "`predicted`");
        let shares: Vec<f64> = list.iter().map(|share| self.tree.decimal(share, "a share of wins")).collect();
        if shares.len() != count || shares.iter().any(|share| !(0.0..=1.0).contains(share)) {
            self.tree.wrong(node, "`predicted`", format!("a list of {count} numbers from 0 to 1"));
            return Vec::new();
        }
        shares
    }

    /// Between which shares of wins seats end that look alike; nothing in a file of an earlier version.
    fn likely(&mut self, node: &Node) -> Option<(f64, f64)> {
        let node = node.get("likely")?;
        let shares: Vec<f64> =
            self.tree.list(node, "`likely`").iter().map(|share| self.tree.decimal(share, "a share of wins")).collect();
        match shares[..] {
            [low, high] if 0.0 <= low && low <= high && high <= 1.0 => Some((low, high)),
            _ => {
                self.tree.wrong(node, "`likely`", "two numbers from 0 to 1, the lower one first");
                None
            }
        }
    }

    /// The `count` numbers in one text.
    fn values(&mut self, measure: &Node, count: usize) -> Option<Vec<f64>> {
        let text = measure.get("values").and_then(Node::text).unwrap_or_default();
        let values: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if values.len() != count {
            self.tree.wrong(measure, "a measure", format!("`values` with {count} numbers in one text"));
            return None;
        }
        Some(values)
    }
}
