//! Root's rights: a run has none of them, so that root may call klew as well. bubblewrap sees to that by itself.

use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities,
};

/// Takes them from this thread and all that it starts, for good.
///
/// # Errors
/// They cannot be taken.
pub(super) fn drop_all() -> Result<(), String> {
    let cannot = |error| format!("capabilities cannot be dropped: {error}");
    for capability in CapabilitySet::all().iter() {
        // Who has none cannot take any from the bounding set, and needs not: nothing gives new ones to this thread.
        let _ = remove_capability_from_bounding_set(capability);
    }
    // Kernels before 4.3 have no such set.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(cannot)
}
