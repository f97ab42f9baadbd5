//! What has changed between two JSON values, as a merge patch (RFC 7396).

use serde_json::{Map, Value};

/// The merge patch that makes one value of another, if neither has a null in it: entries of objects that differ; null for a key that
/// is gone. A list that differs is given whole. For objects that are equal it is empty.
#[must_use]
pub fn merge_patch(before: &Value, now: &Value) -> Value {
    let (Value::Object(before), Value::Object(now)) = (before, now) else { return now.clone() };
    let mut patch = Map::new();
    for (key, value) in now {
        match before.get(key) {
            Some(known) if known == value => {}
            Some(known) if known.is_object() && value.is_object() => {
                patch.insert(key.clone(), merge_patch(known, value));
            }
            _ => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    for key in before.keys().filter(|key| !now.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    Value::Object(patch)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The procedure of RFC 7396, section 2, word by word.
    fn apply(target: Value, patch: &Value) -> Value {
        let Value::Object(patch) = patch else { return patch.clone() };
        let mut target = match target {
            Value::Object(target) => target,
            _ => Map::new(),
        };
        for (key, value) in patch {
            if value.is_null() {
                target.remove(key);
            } else {
                let old = target.remove(key).unwrap_or(Value::Null);
                target.insert(key.clone(), apply(old, value));
            }
        }
        Value::Object(target)
    }

    /// Values without null. Keys are few, so that two values have some in common.
    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..3).prop_map(Value::from),
            "[a-c]?".prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 40, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    #[test]
    fn only_what_differs_is_in_it() {
        let before = json!({ "month": 1, "realms": { "1": { "owner": 1 }, "2": { "owner": 0 } }, "orders": ["a", "b"], "battle": {} });
        let now = json!({ "month": 2, "realms": { "1": { "owner": 1 }, "2": { "owner": 1 } }, "orders": ["a"] });
        let patch = json!({ "month": 2, "realms": { "2": { "owner": 1 } }, "orders": ["a"], "battle": null });
        assert_eq!(merge_patch(&before, &now), patch);
        assert_eq!(merge_patch(&now, &now), json!({}));
        assert_eq!(merge_patch(&json!({ "a": {} }), &json!({ "a": 1 })), json!({ "a": 1 }));
    }

    proptest! {
        #[test]
        fn a_patch_makes_the_new_value_of_the_old(before in value(), now in value()) {
            prop_assert_eq!(apply(before.clone(), &merge_patch(&before, &now)), now);
        }
    }
}
