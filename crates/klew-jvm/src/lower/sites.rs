//! Where exceptions come from, so that each place that lets one escape is a finding of its own.
//!
//! A global holds the number of the place of the user's code where the exception that is under way began: where it was
//! made, or where a library method that ended with it was called. A handler that catches it clears the number.
//!
//! The number is for reports alone: if a program makes an exception long before it throws it, another
//! place of that class may be told.

use klew_ir::{Comparison, Constant, Initializer, Operand, Type};

use super::body::Body;
use super::builder::{Builder, int};
use super::lowering::{Lowering, Site};
use crate::classes::{ClassId, Origin};

impl Lowering<'_, '_> {
    /// The global that holds the number.
    fn site_global(&mut self) -> Operand {
        let id = match self.throw_sites.global {
            Some(id) => id,
            None => {
                let id = self.add_global("klew.site".into(), 4, Initializer::Zero);
                *self.throw_sites.global.insert(id)
            }
        };
        Operand::Constant(Constant::Global(id, 0))
    }

    fn site_number(&mut self, site: Site) -> u32 {
        let sites = &mut self.throw_sites;
        *sites.numbers.entry(site).or_insert_with(|| {
            sites.list.push(site);
            sites.list.len() as u32
        })
    }

    /// All places, from number 1 on.
    pub(super) fn all_sites(&self) -> Vec<Site> {
        self.throw_sites.list.clone()
    }

    /// An exception of that class begins where a builder is, in code of the user.
    pub(super) fn begins_at(&mut self, builder: &mut Builder, class: ClassId) {
        let number = self.site_number((builder.position, Some(class)));
        let global = self.site_global();
        builder.store(global, 0, int(i64::from(number)));
    }

    /// The number of the place of the exception under way.
    pub(super) fn current_site(&mut self, builder: &mut Builder) -> Operand {
        let global = self.site_global();
        builder.load(global, 0, Type::Int(32))
    }
}

impl Body<'_, '_, '_> {
    fn is_users(&self) -> bool {
        self.class.origin == Origin::User
    }

    /// An exception of that class begins here.
    pub(super) fn begin_exception(&mut self, class: ClassId) {
        if self.is_users() {
            self.low.begins_at(&mut self.builder, class);
        }
    }

    /// An exception comes out of a method; of a library method, if no place is known yet.
    pub(super) fn receive_exception(&mut self) {
        if self.is_users() {
            let number = self.low.site_number((self.builder.position, None));
            let global = self.low.site_global();
            let old = self.builder.load(global.clone(), 0, Type::Int(32));
            let none = self.builder.compare(Comparison::Equal, old.clone(), int(0));
            let new = self.builder.select(none, int(i64::from(number)), old);
            self.builder.store(global, 0, new);
        }
    }

    /// An exception is caught.
    pub(super) fn end_exception(&mut self) {
        if self.is_users() {
            let global = self.low.site_global();
            self.builder.store(global, 0, int(0));
        }
    }
}
