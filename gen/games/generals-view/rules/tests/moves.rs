//! Paths keep their steps.

use fairmarch_generals_view::Path;

#[test]
fn a_path_keeps_its_steps() {
    let mut path = Path::default();
    let steps: Vec<u8> = (0..Path::STEPS_MAX as u8).map(|step| (step * 7 + 3) % 4).collect();
    for &step in &steps {
        path = path.then(step);
    }
    assert_eq!(path.steps().collect::<Vec<_>>(), steps);
    assert!(Path::default().is_empty() && !path.is_empty());
    assert_eq!(format!("{:?}", Path::default().then(0).then(1).then(2).then(3)), "nesw");
}
