//! The figures of a match, counted by hand on the ring of six provinces.

use contract::{Figures, Ruleset, Seat};
use fairmarch_empire::{Empire, Event, State};

use super::{ONE, TWO, game};

/// A match with its figures.
struct Watched {
    game: Empire,
    state: State,
    figures: Box<dyn Figures<Empire>>,
}

impl Watched {
    fn make(&mut self, seat: Seat, line: &str) {
        let action = self.game.read_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut events: Vec<Event> = Vec::new();
        self.game.apply(&mut self.state, seat, action, &mut |event| events.push(event)).expect("it is allowed");
        self.tell(&events);
    }

    fn tell(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.figures.event(&self.game, event));
        self.figures.after(&self.game, &self.state);
    }

    /// Both hand their orders in, and squads choose their targets themselves.
    fn end_month(&mut self) {
        let month = self.state.month;
        while self.state.month == month {
            let seat = self.game.who_acts(&self.state).iter().next().expect("somebody acts");
            self.make(seat, if self.state.battle.is_some() { "strike" } else { "end" });
        }
    }

    fn give_up(&mut self, seat: Seat) {
        let mut events: Vec<Event> = Vec::new();
        self.game.forfeit(&mut self.state, seat, &mut |event| events.push(event));
        self.tell(&events);
    }

    fn counts(&self) -> Vec<(u64, u64)> {
        let figures = self.figures.figures(&self.game, &self.state);
        figures.iter().map(|figure| (figure.count, figure.of)).collect()
    }
}

/// Two legions of the first seat walk around the ring and fall on the second in the fourth month; in the fifth somebody gives up.
fn campaign() -> Watched {
    let game = game();
    let (state, figures) = (game.begin(chance::Seed(1)), game.figures().expect("Empire keeps figures"));
    let mut watched = Watched { game, state, figures };
    // 1 is left, 2 taken, and 4 trains: three provinces.
    watched.make(ONE, "march 1 2 legion=2");
    watched.make(TWO, "recruit 4 legion 1");
    watched.end_month();
    // Nothing happens.
    watched.end_month();
    // 2 is left and 3 taken.
    watched.make(ONE, "march 2 3 legion=2");
    watched.end_month();
    // 3 is left, and 4 attacked: the only battle.
    watched.make(ONE, "march 3 4 legion=2");
    watched.end_month();
    watched
}

#[test]
fn figures_of_a_match_by_hand() {
    let mut watched = campaign();
    assert_eq!(
        watched.counts(),
        [(7, 24), (1, 4), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
        "before the end nobody has won"
    );
    watched.give_up(TWO);
    // At the end of the second month the second seat had four squads in a province, and the first had two provinces; after the
    // battle the first one had three provinces against one.
    assert_eq!(watched.counts(), [(7, 30), (1, 5), (0, 1), (0, 1), (0, 1), (0, 1), (1, 1)]);
    watched.give_up(ONE);
    assert_eq!(watched.counts()[1], (1, 5), "nothing is counted after the end");
}

#[test]
fn who_wins_from_behind_is_told() {
    let mut watched = campaign();
    let before = watched.figures.copy();
    watched.give_up(ONE);
    assert_eq!(watched.counts(), [(7, 30), (1, 5), (1, 1), (1, 1), (1, 1), (0, 1), (0, 1)]);
    // A copy is not changed by what follows.
    let figures = before.figures(&watched.game, &watched.state);
    assert_eq!((figures[0].count, figures[0].of), (7, 24));
}

/// Two empires that stand alike have no leader, and a battle with a garrison is none between them.
#[test]
fn what_nobody_leads_is_not_counted() {
    let mut game = game();
    game.provinces[1].first_troops = super::troops(&[(2, 1)]);
    let (state, figures) = (game.begin(chance::Seed(1)), game.figures().expect("Empire keeps figures"));
    let mut watched = Watched { game, state, figures };
    watched.end_month();
    watched.make(ONE, "march 1 2 legion=2");
    watched.end_month();
    watched.give_up(TWO);
    // 1 and 2 in the second of three months.
    assert_eq!(watched.counts(), [(2, 18), (1, 3), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]);
}
