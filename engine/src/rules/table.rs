//! The form of the tables of rules: a row for each field, with its type, its default, and its row in the list of
//! [fields](super::fields).

/// Defines a struct of rules with its defaults and the list of its fields. `by` finds the struct in the rules; a field
/// has one `row`, or the `rows` of the table that it holds.
macro_rules! table {
    (
        $(#[$meta:meta])*
        pub struct $name:ident at $prefix:literal by $find:expr;
        $(
            $(#[$field_meta:meta])*
            $field:ident: $type:ty = $default:expr; $kind:ident $row:expr;
        )*
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }

        impl $name {
            /// Returns its fields, in order.
            pub(super) fn fields() -> Vec<$crate::rules::fields::Field> {
                let mut fields = Vec::new();
                $($crate::rules::table::table!(@$kind fields, $name, $prefix, $find, $field, $row);)*
                fields
            }
        }
    };
    (@row $fields:ident, $name:ident, $prefix:literal, $find:expr, $field:ident, $row:expr) => {
        fn $field(rules: &mut $crate::rules::Rules) -> Option<&mut dyn $crate::rules::slot::Slot> {
            let find: fn(&mut $crate::rules::Rules) -> Option<&mut $name> = $find;
            find(rules).map(|table| &mut table.$field as &mut dyn $crate::rules::slot::Slot)
        }
        let row = $row.at(concat!($prefix, stringify!($field)));
        $fields.push($crate::rules::fields::Field { slot: Some($field), ..row });
    };
    (@rows $fields:ident, $name:ident, $prefix:literal, $find:expr, $field:ident, $rows:expr) => {
        $fields.extend($rows);
    };
}

pub(super) use table;
