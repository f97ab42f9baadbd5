//! Forms of GDL.

use fairmarch_formats::gdl::FORMS;

/// Each form is known to the reader by its example: whatever else is wrong in it, its head is not.
#[test]
fn every_example_begins_with_a_form_that_the_reader_knows() {
    for form in FORMS {
        let module = fairmarch_formats::gdl::Module::read("example", "example.g", form.example, &|_| None);
        let (_, faults) = module.game(&std::collections::BTreeMap::new(), &design::Known::default());
        let unknown = faults.0.iter().find(|fault| fault.code == "unknown-form");
        assert_eq!(unknown, None, "{}", form.name);
        assert!(form.syntax.starts_with(&format!("({}", form.name)), "{}", form.name);
    }
}
