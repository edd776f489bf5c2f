//! A call site, as the parts that make classes for sites see it.

use std::rc::Rc;

use crate::class_file::assembler::ClassBuilder;
use crate::class_file::{ClassFile, DynamicSite, Signature, flags::SYNTHETIC};

/// A call site that is linked: who holds it, and what its bootstrap method is given.
pub(super) struct Site {
    pub host: Rc<ClassFile>,
    pub site: DynamicSite,
    pub signature: Signature,
    pub arguments: Vec<u16>,
}

/// The method that made classes have for their site.
pub(super) const METHOD: &str = "site";

impl Site {
    /// A class for the site.
    pub fn class(&self, what: &str, number: usize, interfaces: Vec<Rc<str>>) -> ClassBuilder {
        let name = format!("{}$${what}${number}", self.host.name);
        ClassBuilder::new(&name, "java/lang/Object", interfaces, SYNTHETIC)
    }

    /// The constant index of a static argument.
    pub fn argument(&self, number: usize) -> Result<u16, String> {
        let found = self.arguments.get(number).copied();
        found.ok_or_else(|| "a bootstrap method with too few arguments".to_owned())
    }
}
