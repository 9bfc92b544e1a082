//! What holds for every text.

use proptest::prelude::*;

use super::{Address, Host};

fn addresses() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(https?://)?[a-z0-9.@:/?#%\\[\\]-]{1,30}",
        "http://(localhost|127\\.1)(:[0-9]{1,5})?(/[a-z%.]{0,9}){0,3}"
    ]
}

proptest! {
    #[test]
    fn an_address_that_is_accepted_has_no_user_is_safe_and_reads_the_same_again(text in addresses()) {
        if let Ok(address) = Address::parse(&text) {
            prop_assert_eq!(Address::parse(&address.to_string()), Ok(address.clone()));
            prop_assert_eq!((address.base().username(), address.base().password()), ("", None));
            prop_assert!(address.base().scheme() == "https" || address.host().is_loopback());
            prop_assert_eq!(Host::of(&address.at(&["rest"])), Some(address.host().clone()));
            prop_assert_eq!(Host::parse(&address.host().to_string()), Some(address.host().clone()));
        }
    }
}
