//! Where the zones of sides lie: as far apart as can be.
//!
//! Homes are chosen together. A set begins as the farthest points from a random one (Gonzalez, "Clustering to minimize the maximum
//! intercluster distance", 1985); then one home after the other moves to where its nearest neighbour is farthest. The best of several
//! sets is taken. If none keeps zones apart, they are packed as tight as they go. In a symmetric world the first home of each block
//! of sides is chosen, and its images are the others. Without symmetry three homes or more are then moved so that each has its rivals
//! as near as the others have.

use chance::Stream;
use design::counted;
use grid::{Area, Cell, Symmetry, disk};
use starts::images_of_cell;
use synth::SynthesisError;
use world::{SideId, image_of_side};

/// How many sets of homes are compared.
const SETS: usize = 6;
/// How often the homes of a set are moved one after the other.
const ROUNDS: usize = 6;
/// How often zones are packed in a random order.
const PACKINGS: usize = 60;
/// Among how many cells homes are chosen.
const CELLS_MAX: usize = 2400;
/// The part of the greatest least distance, in percent, that is left when homes are moved so that all have rivals as near.
const LEVEL_PERCENT: u32 = 85;
/// By how many cells an area is enlarged to see which size would do.
const LARGER_MAX: u32 = 200;

/// What is asked of homes.
pub(super) struct Wish<'a> {
    pub area: Area,
    /// The symmetry that all homes keep.
    pub symmetry: Option<&'a Symmetry>,
    /// By side: its home, if it has one already.
    pub given: Vec<Option<Cell>>,
    /// The radius of a zone.
    pub radius: u32,
}

impl Wish<'_> {
    /// The least distance between two homes: zones share no cell.
    const fn least(&self) -> u32 {
        2 * self.radius + 1
    }

    /// How many homes are chosen at once: a side and its images.
    fn order(&self) -> usize {
        self.symmetry.map_or(1, Symmetry::order)
    }

    fn images(&self, cell: Cell) -> Vec<Cell> {
        images_of_cell(self.symmetry, cell)
    }

    /// The least distance between a cell and its images.
    fn own_gap(&self, cell: Cell) -> u32 {
        let images = self.images(cell);
        images[1..].iter().map(|&image| self.area.distance(cell, image)).min().unwrap_or(u32::MAX)
    }
}

/// The homes of all sides, in their order. `may_be_home` says which cells can be the centre of a zone.
///
/// # Errors
/// `Unmet` if zones do not fit, with a size or a number of sides that would do.
pub(super) fn choose(
    mut wish: Wish<'_>,
    may_be_home: &dyn Fn(Cell) -> bool,
    stream: &mut Stream,
) -> Result<Vec<Cell>, SynthesisError> {
    complete_blocks(&mut wish);
    check_given(&wish)?;
    let free: Vec<usize> = (0..wish.given.len()).filter(|&side| wish.given[side].is_none()).collect();
    if free.is_empty() {
        return Ok(wish.given.iter().flatten().copied().collect());
    }
    let blocks = free.len() / wish.order();
    let homes: Vec<Cell> = wish.area.cells().filter(|&cell| may_be_home(cell)).collect();
    let whole = whole_zones(&wish, &homes);
    // A zone that a bound cuts off is smaller than others; it is taken only where no other fits.
    let found = find(&wish, &whole, blocks, stream).or_else(|_| find(&wish, &homes, blocks, stream));
    let found = found.map_err(|packed| unmet(&wish, packed, homes.len(), stream))?;
    let mut chosen = wish.given.clone();
    for (first, home) in free.iter().step_by(wish.order()).zip(found) {
        for (map, image) in wish.images(home).into_iter().enumerate() {
            chosen[first + map] = Some(image);
        }
    }
    let mut chosen: Vec<Cell> = chosen.into_iter().flatten().collect();
    if wish.symmetry.is_none() && chosen.len() > 2 {
        level(&wish, &whole, &free, &mut chosen);
    }
    Ok(chosen)
}

/// Moves homes so that all have rivals as near as the others have: a side that lies apart plays another game. The least distance may
/// become shorter for that, by a few percent.
fn level(wish: &Wish<'_>, cells: &[Cell], free: &[usize], homes: &mut [Cell]) {
    let least = wish.least().max(super::apart(&wish.area, homes).unwrap_or(0) * LEVEL_PERCENT / 100);
    let mut best = unevenness(&wish.area, homes);
    for _ in 0..ROUNDS {
        let before = best;
        for &side in free {
            let here = homes[side];
            let mut taken = here;
            for &cell in cells.iter().step_by(1 + cells.len() / CELLS_MAX) {
                homes[side] = cell;
                if gap_to(&wish.area, cell, homes, side) < least {
                    continue;
                }
                let found = unevenness(&wish.area, homes);
                // Among homes that are as even, those farther apart.
                if found < best {
                    (best, taken) = (found, cell);
                }
            }
            homes[side] = taken;
        }
        if best == before {
            break;
        }
    }
}

/// The distance to the nearest of some homes, one of which does not count; `u32::MAX` if there is none.
fn gap_to(area: &Area, cell: Cell, homes: &[Cell], without: usize) -> u32 {
    let mut gap = u32::MAX;
    for (number, &home) in homes.iter().enumerate() {
        if number != without {
            gap = gap.min(area.distance(cell, home));
        }
    }
    gap
}

/// By how much the nearest rivals, and all rivals together, are nearer to one home than to another; then how near the nearest two are.
fn unevenness(area: &Area, homes: &[Cell]) -> (u32, std::cmp::Reverse<u32>) {
    let (mut near, mut all) = ((u32::MAX, 0), (u32::MAX, 0));
    for (number, &home) in homes.iter().enumerate() {
        let nearest = gap_to(area, home, homes, number);
        let sum: u32 = homes.iter().map(|&other| area.distance(home, other)).sum();
        near = (near.0.min(nearest), near.1.max(nearest));
        all = (all.0.min(sum), all.1.max(sum));
    }
    let rivals = homes.len() as u32 - 1;
    ((near.1 - near.0) * rivals + all.1 - all.0, std::cmp::Reverse(near.0))
}

/// In a symmetric world one given home gives those of all its images.
fn complete_blocks(wish: &mut Wish<'_>) {
    let Some(symmetry) = wish.symmetry else { return };
    for side in 0..wish.given.len() {
        let Some(home) = wish.given[side] else { continue };
        for (map, image) in symmetry.images(home).enumerate() {
            let other = image_of_side(symmetry, map, SideId::from_index(side)).index();
            if let Some(other) = other.and_then(|other| wish.given.get_mut(other)) {
                other.get_or_insert(image);
            }
        }
    }
}

fn check_given(wish: &Wish<'_>) -> Result<(), SynthesisError> {
    for (side, home) in wish.given.iter().enumerate() {
        for (other, near) in wish.given[..side].iter().enumerate() {
            let (Some(home), Some(near)) = (*home, *near) else { continue };
            let apart = wish.area.distance(home, near);
            if apart < wish.least() {
                return Err(SynthesisError::Unmet {
                    constraint: format!("zones of radius {} that share no cell", wish.radius),
                    reason: format!("the centres of sides {} and {} lie {apart} apart", other + 1, side + 1),
                    remedy: format!("give them centres at least {} apart", wish.least()),
                });
            }
        }
    }
    Ok(())
}

/// The cells whose zone is cut off by no bound.
fn whole_zones(wish: &Wish<'_>, homes: &[Cell]) -> Vec<Cell> {
    let lattice = wish.area.shape().lattice();
    let full: usize = (0..=wish.radius).map(|radius| lattice.ring_length(radius) as usize).sum();
    homes.iter().copied().filter(|&home| disk(&wish.area, home, wish.radius).count() == full).collect()
}

/// One home for each block of sides among these cells, or how many blocks could be packed.
fn find(wish: &Wish<'_>, homes: &[Cell], blocks: usize, stream: &mut Stream) -> Result<Vec<Cell>, usize> {
    let mut cells: Vec<Cell> = match wish.symmetry {
        Some(symmetry) => {
            homes.iter().copied().filter(|&cell| symmetry.is_first(cell) && symmetry.is_full(cell)).collect()
        }
        None => homes.to_vec(),
    };
    if cells.len() > CELLS_MAX {
        stream.shuffle(&mut cells);
        cells.truncate(CELLS_MAX);
        cells.sort_unstable();
    }
    let given: Vec<Cell> = wish.given.iter().flatten().copied().collect();
    // What a cell has without any chosen home: its distance to given homes and to its own images.
    let mut open = Vec::new();
    for cell in cells {
        let gap = gap_to(&wish.area, cell, &given, usize::MAX).min(wish.own_gap(cell));
        if gap >= wish.least() {
            open.push((cell, gap));
        }
    }
    let cells = open;
    if cells.is_empty() {
        return Err(0);
    }
    let mut best: Option<(u32, Vec<Cell>)> = None;
    // A single home is at its best at once.
    for _ in 0..if blocks > 1 { SETS } else { 1 } {
        let (gap, set) = far_set(wish, &cells, blocks, stream);
        if best.as_ref().is_none_or(|&(known, _)| gap > known) {
            best = Some((gap, set));
        }
    }
    if let Some((_, set)) = best.filter(|&(gap, _)| gap >= wish.least()) {
        return Ok(set);
    }
    pack(wish, &cells, blocks, stream)
}

/// A set of homes that no move of one of them makes better, and its least distance.
fn far_set(wish: &Wish<'_>, cells: &[(Cell, u32)], blocks: usize, stream: &mut Stream) -> (u32, Vec<Cell>) {
    // Distances are the same to a home and from its images to those of another, so one end needs no images.
    let images = |home: Cell| wish.images(home);
    let near = |cell: Cell, homes: &[Vec<Cell>], without: usize| {
        let mut gap = u32::MAX;
        for (number, home) in homes.iter().enumerate() {
            if number != without {
                gap = gap.min(gap_to(&wish.area, cell, home, usize::MAX));
            }
        }
        gap
    };
    let farthest = |homes: &[Vec<Cell>], without: usize, stream: &mut Stream| {
        let (mut most, mut best) = (0, Vec::new());
        for &(cell, fixed) in cells {
            let gap = fixed.min(near(cell, homes, without));
            if gap > most {
                most = gap;
                best.clear();
            }
            if gap == most {
                best.push(cell);
            }
        }
        (best[stream.index(best.len())], most)
    };
    let mut homes: Vec<Vec<Cell>> = Vec::new();
    // Several homes begin anywhere, and then move.
    if blocks > 1 {
        homes.push(images(cells[stream.index(cells.len())].0));
    }
    while homes.len() < blocks {
        let (home, _) = farthest(&homes, usize::MAX, stream);
        homes.push(images(home));
    }
    let fixed_of = |cell: Cell| cells.iter().find(|&&(other, _)| other == cell).map_or(0, |&(_, fixed)| fixed);
    let gap = |homes: &[Vec<Cell>], number: usize| {
        let home = homes[number][0];
        fixed_of(home).min(near(home, homes, number))
    };
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for number in 0..homes.len() {
            let (home, most) = farthest(&homes, number, stream);
            if most > gap(&homes, number) {
                homes[number] = images(home);
                is_better = true;
            }
        }
        if !is_better {
            break;
        }
    }
    let least = (0..homes.len()).map(|number| gap(&homes, number)).min().unwrap_or(0);
    (least, homes.into_iter().map(|images| images[0]).collect())
}

/// Homes as near each other as zones allow: in rows from the south, then in random orders. Else the most blocks that were packed.
fn pack(wish: &Wish<'_>, cells: &[(Cell, u32)], blocks: usize, stream: &mut Stream) -> Result<Vec<Cell>, usize> {
    let mut cells: Vec<Cell> = cells.iter().map(|&(cell, _)| cell).collect();
    let mut most = 0;
    for _ in 0..PACKINGS {
        let mut taken: Vec<Cell> = Vec::new();
        let mut set = Vec::new();
        for &cell in &cells {
            if set.len() < blocks && taken.iter().all(|&home| wish.area.distance(cell, home) >= wish.least()) {
                taken.extend(wish.images(cell));
                set.push(cell);
            }
        }
        if set.len() == blocks {
            return Ok(set);
        }
        most = most.max(set.len());
        stream.shuffle(&mut cells);
    }
    Err(most)
}

fn unmet(wish: &Wish<'_>, packed: usize, homes: usize, stream: &mut Stream) -> SynthesisError {
    let (area, sides) = (&wish.area, wish.given.len());
    let given = wish.given.iter().flatten().count();
    let fit = given + packed * wish.order();
    let kind = wish.symmetry.map(|symmetry| format!(" in {}", symmetry.kind())).unwrap_or_default();
    let reason = match (homes, given) {
        (0, _) => "asteroids and solid bodies that were given leave no room for one".to_owned(),
        (_, 0) => format!("a {} of {}x{}{kind} has room for {fit}", area.shape().name(), area.width(), area.height()),
        _ => format!("beside the centres that were given there is room for {packed}"),
    };
    let larger = size_for(wish, stream).map(|(width, height)| format!("a size of at least {width}x{height}"));
    let fewer = (fit > 0).then(|| format!("at most {}", counted(fit, "side")));
    let uneven = wish.symmetry.map(|_| "a `symmetry` of none".to_owned());
    let remedies: Vec<String> = larger.into_iter().chain(fewer).chain(uneven).collect();
    SynthesisError::Unmet {
        constraint: format!("{} of radius {} that share no cell", counted(sides, "zone"), wish.radius),
        reason,
        remedy: match remedies.is_empty() {
            true => "ask for a larger area or for fewer sides".to_owned(),
            false => format!("ask for {}", remedies.join(", or ")),
        },
    }
}

/// The first larger size on which as many zones fit if nothing else lies there.
fn size_for(wish: &Wish<'_>, stream: &mut Stream) -> Option<(u32, u32)> {
    (0..=LARGER_MAX).find_map(|more| {
        let (shape, width) = (wish.area.shape(), wish.area.width() + more);
        let area = Area::new(shape, width, shape.fitting_height(width, wish.area.height() + more)).ok()?;
        let symmetry = match wish.symmetry {
            Some(symmetry) => Some(Symmetry::new(&area, symmetry.kind()).ok()?),
            None => None,
        };
        let bare = Wish { area, symmetry: symmetry.as_ref(), given: vec![None; wish.given.len()], radius: wish.radius };
        let cells: Vec<Cell> = area.cells().collect();
        find(&bare, &cells, bare.given.len() / bare.order(), stream).ok().map(|_| (area.width(), area.height()))
    })
}
