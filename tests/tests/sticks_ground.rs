//! The ground of [`crate::sticks`]: a method that deals unequal hands, the measure of them, a lever that levels them.

use diagnostics::RonTree;
use fairness::{Evidence, MeasureKind, OwnMeasures, Source};
use grid::Area;
use starts::changes::{Aim, Change, Lever, Magnitude, Proposal, SectionChange, SectionChangeKind};
use starts::{GameGoal, GoalMatches, GoalRound, GoalWay, Ground};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, SideId};

use crate::sticks::{FIRST_CELL, hands, read_hand};

pub const GROUND: &Ground =
    &Ground { methods: &[&DealSticks], measures: Some(&MEASURES), levers: &[HANDS], goals: &[FIRST_TAKES] };

struct DealSticks;

const INFO: MethodInfo = MethodInfo {
    name: "deal-sticks",
    summary: "puts each side somewhere, and deals it some sticks more or fewer than the rules say",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Countries, Part::Section],
    by_level: false,
    parameters: &[],
};

impl SynthesisMethod for DealSticks {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let hand = i32::from(read_hand(&synthesis.scenario.design).0);
        let mut lots = synthesis.stream("hands");
        let dealt: Vec<u8> = synthesis.scenario.sides.iter().map(|_| (hand + lots.between(-4, 4)) as u8).collect();
        let told = format!("{dealt:?} sticks");
        let area = synthesis.scenario.world.area;
        for (number, side) in synthesis.scenario.sides.iter_mut().enumerate() {
            side.center = area.cell(2 * number as i32 + 1, 4);
        }
        deal(synthesis.scenario, &dealt);
        Ok(MethodOutcome::Made(told))
    }
}

fn deal(scenario: &mut Scenario, dealt: &[u8]) {
    let list = RonTree::list(dealt.iter().map(RonTree::of));
    scenario.sections.entry("sticks".to_owned()).or_default().set("hands", &list, None);
}

const MEASURES: OwnMeasures = OwnMeasures {
    rows: &[&STICKS],
    survey: |scenario, _| Some(Box::new(hands(scenario))),
    weights: r#"{ "fitted": ["sticks"], "sticks": 200 }"#,
};

const STICKS: MeasureKind = MeasureKind {
    name: "sticks",
    unit: "units",
    source: Source::Own,
    summary: "sticks in the hidden hand of the seat at the start",
    values: |survey| survey.own::<Vec<u8>>().map_or(Vec::new(), |hands| hands.iter().copied().map(f64::from).collect()),
    evidence: |_, _| Evidence::default(),
    clause: |_, seats| format!("begins with {} sticks, while the best-placed seat has {}", seats.own, seats.best),
    ..MeasureKind::DEFAULT
};

const HANDS: Lever = Lever {
    part: Part::Section,
    fineness: 2,
    is_measured: true,
    propose: |survey, seat, aim, magnitude| {
        let counts: &[i64] = if magnitude == Magnitude::Small { &[1] } else { &[2, 1] };
        let sign = if aim == Aim::Richer { 1 } else { -1 };
        let proposal = |count: &i64| {
            let numbers = [survey.seats[seat].side.0.into(), sign * count, 0];
            let changes = vec![Change::Section(SectionChange { kind: &STICKS_MORE, numbers })];
            Proposal { changes, effect: 0.35, cost: 1 }
        };
        counts.iter().map(proposal).collect()
    },
};

/// That the first side takes the first cell in a chosen share of matches: it gets sticks, or loses them.
const FIRST_TAKES: GameGoal = GameGoal {
    name: "first-takes",
    words: ("matches", "begin with a cell of the first side"),
    part: Part::Section,
    begin: |_| Ok(Box::new(FirstTakes)),
};

struct FirstTakes;

impl GoalWay for FirstTakes {
    fn figure(&self) -> &str {
        FIRST_CELL
    }

    fn steps(&self, now: &Scenario, played: &GoalMatches<'_>, _: GoalRound) -> Vec<Vec<Change>> {
        let is_short = played.missing(FIRST_CELL) > 0.0;
        let (by, most) = if is_short { (1, 9) } else { (-1, usize::from(hands(now)[0])) };
        vec![vec![Change::Section(SectionChange { kind: &STICKS_MORE, numbers: [1, by, 0] })]; most]
    }
}

/// The sticks of a side: its number, and how many more.
const STICKS_MORE: SectionChangeKind = SectionChangeKind {
    name: "sticks",
    apply: |[side, by, _], scenario| {
        let mut dealt = hands(scenario);
        let own = SideId(side as u8).index().and_then(|index| dealt.get_mut(index)).ok_or("there is no such side")?;
        *own = u8::try_from(i64::from(*own) + by).map_err(|_| "it has no stick left")?;
        deal(scenario, &dealt);
        Ok(())
    },
    join: |[side, by, _], [other, more, _]| (side == other).then(|| (by + more != 0).then_some([side, by + more, 0])),
    tell: |[side, by, _], scenario| format!("{} has {by:+} sticks", scenario.side(SideId(side as u8)).name),
    cells_moved: |_, _: &Area| None,
};
