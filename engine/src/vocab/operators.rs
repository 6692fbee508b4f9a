//! Operators of sets, and of sets in lanes.

/// Implements operators of a type, each by an expression. The brackets contain the type's parameters.
macro_rules! operators {
    (@ [$($parameters:tt)*] $type:ty, $operator:ident $name:ident ($a:ident $(, $b:ident: $right:ty)?) $value:expr) => {
        impl<$($parameters)*> std::ops::$operator$(<$right>)? for $type {
            type Output = Self;

            #[inline(always)]
            fn $name(self $(, $b: $right)?) -> Self {
                let $a = self;
                $value
            }
        }
    };
    ($parameters:tt $type:ty; $($operator:ident $name:ident $operands:tt => $value:expr;)+) => {
        $($crate::vocab::operators! { @ $parameters $type, $operator $name $operands $value })+
    };
}
pub(crate) use operators;
