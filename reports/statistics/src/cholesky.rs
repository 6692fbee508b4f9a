//! Symmetric positive definite matrices: A = LLᵀ, where L has nothing above its diagonal.

/// The factor L of a matrix.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    /// Each column of L from its diagonal on.
    columns: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a symmetric matrix, given by its rows; `None` if it is not positive definite.
    pub fn new(matrix: &[Vec<f64>]) -> Option<Self> {
        let mut columns: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (place, row) in matrix.iter().enumerate() {
            // The matrix is symmetric, so a row is a column.
            let mut column = row[place..].to_vec();
            for (earlier, factor) in columns.iter().enumerate() {
                subtract(&mut column, factor[place - earlier], &factor[place - earlier..]);
            }
            let root = Some(column[0].sqrt()).filter(|&root| root > 0.0)?;
            column.iter_mut().for_each(|entry| *entry /= root);
            columns.push(column);
        }
        Some(Cholesky { columns })
    }

    /// Returns the x of Ax = b.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = self.solve_lower(right.to_vec(), 0);
        for (place, column) in self.columns.iter().enumerate().rev() {
            let known: f64 = column[1..].iter().zip(&solution[place + 1..]).map(|(entry, x)| entry * x).sum();
            solution[place] = (solution[place] - known) / column[0];
        }
        solution
    }

    /// Returns the rows of the inverse of A.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        (0..self.columns.len()).map(|place| self.solve(&self.unit(place))).collect()
    }

    /// Returns the diagonal of the inverse of A, in a sixth of the time of the whole.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let norm = |place| self.solve_lower(self.unit(place), place).iter().map(|x| x * x).sum();
        (0..self.columns.len()).map(norm).collect()
    }

    fn unit(&self, place: usize) -> Vec<f64> {
        (0..self.columns.len()).map(|other| f64::from(u8::from(other == place))).collect()
    }

    /// Returns the x of Lx = b, where all numbers of b before a place are 0.
    fn solve_lower(&self, mut right: Vec<f64>, first: usize) -> Vec<f64> {
        for (place, column) in self.columns.iter().enumerate().skip(first) {
            right[place] /= column[0];
            let (known, others) = right.split_at_mut(place + 1);
            subtract(others, known[place], &column[1..]);
        }
        right
    }
}

/// Subtracts a multiple of some numbers from others.
fn subtract(from: &mut [f64], multiple: f64, numbers: &[f64]) {
    from.iter_mut().zip(numbers).for_each(|(entry, number)| *entry -= multiple * number);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
        assert!(found.iter().zip(expected).all(is_near), "{found:?}, expected {expected:?}");
    }

    /// A textbook case: L has the rows 2, 6 1, and −8 5 3.
    #[test]
    fn a_known_matrix_is_factored_solved_and_inverted() {
        let matrix = [[4.0, 12.0, -16.0], [12.0, 37.0, -43.0], [-16.0, -43.0, 98.0]].map(|row| row.to_vec());
        let factor = Cholesky::new(&matrix).expect("it is positive definite");
        assert_eq!(factor.columns, [vec![2.0, 6.0, -8.0], vec![1.0, 5.0], vec![3.0]]);
        assert_near(&factor.solve(&[0.0, 6.0, 39.0]), &[1.0, 1.0, 1.0]);
        let inverse = [[1777.0, -488.0, 76.0], [-488.0, 136.0, -20.0], [76.0, -20.0, 4.0]];
        for (found, expected) in factor.inverse().iter().zip(inverse) {
            assert_near(found, &expected.map(|entry| entry / 36.0));
        }
        assert_near(&factor.inverse_diagonal(), &[1777.0, 136.0, 4.0].map(|entry| entry / 36.0));
    }

    /// Hilbert matrices are nearly singular; their inverses are whole numbers.
    #[test]
    fn the_inverse_of_a_hilbert_matrix_is_a_matrix_of_integers() {
        let entry = |row: u32, column: u32| 1.0 / f64::from(row + column + 1);
        let matrix: Vec<Vec<f64>> = (0..4).map(|row| (0..4).map(|column| entry(row, column)).collect()).collect();
        let inverse = Cholesky::new(&matrix).expect("it is positive definite").inverse();
        assert_near(&inverse[0], &[16.0, -120.0, 240.0, -140.0]);
        assert_near(&inverse[3], &[-140.0, 1680.0, -4200.0, 2800.0]);
    }

    #[test]
    fn other_matrices_have_no_factor() {
        for matrix in [[[1.0, 2.0], [2.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [0.0, 1.0]], [[f64::NAN; 2]; 2]]
        {
            assert!(Cholesky::new(&matrix.map(|row| row.to_vec())).is_none(), "{matrix:?}");
        }
    }
}
