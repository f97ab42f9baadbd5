//! The inverse of a small matrix.

/// Gauss-Jordan elimination with the largest pivot of each column; `None` if a pivot is nearly 0, so that rows depend on each
/// other.
pub(super) fn invert(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let scale = matrix.iter().flatten().fold(0.0, |most: f64, entry| most.max(entry.abs()));
    // The matrix with the unit matrix to its right.
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    for (index, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        let divisor = rows[pivot][column];
        if divisor.is_nan() || divisor.abs() <= scale * 1e-12 {
            return None;
        }
        rows.swap(pivot, column);
        for entry in &mut rows[column] {
            *entry /= divisor;
        }
        let taken = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0.0 {
                for (entry, from) in row.iter_mut().zip(&taken) {
                    *entry -= factor * from;
                }
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Needs an exchange of rows.
        let found = invert(&[vec![0.0, 2.0], vec![4.0, 0.0]]).unwrap();
        assert_eq!(found, [[0.0, 0.25], [0.5, 0.0]]);
        let found = invert(&[vec![2.0, 1.0], vec![1.0, 1.0]]).unwrap();
        assert_eq!(found, [[1.0, -1.0], [-1.0, 2.0]]);
        assert!(invert(&[vec![1.0, 2.0], vec![2.0, 4.0]]).is_none());
        let dependent = [vec![0.1, 0.2, 0.3], vec![0.4, 0.5, 0.6], vec![0.7, 0.8, 0.9]];
        assert!(invert(&dependent).is_none(), "but for rounding its third row follows from the others");
        assert!(invert(&[vec![0.0]]).is_none() && invert(&[vec![f64::NAN]]).is_none());
        assert_eq!(invert(&[]), Some(vec![]));
    }
}
