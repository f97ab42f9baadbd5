//! Control of cells, and people who change sides (`kernel-rules` 5.7).

use crate::{Course, UnitId};

/// A unit has come to its cell: people there may go over to its side, and it controls the cell.
pub(crate) fn enter_cell(_course: &mut Course<'_>, _id: UnitId) {}
