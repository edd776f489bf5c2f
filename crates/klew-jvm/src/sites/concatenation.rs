//! String concatenation: a chain of `StringBuilder.append`.

use super::site::{METHOD, Site};
use crate::class_file::assembler::{
    Assembler, ClassBuilder, DUP, INVOKESPECIAL, INVOKEVIRTUAL, LDC_W, NEW,
};
use crate::class_file::flags::{PUBLIC, STATIC};
use crate::class_file::{ClassFile, Constant, JavaType};
use crate::classes::Classes;

const BUILDER: &str = "java/lang/StringBuilder";

/// A chain that grows.
pub(super) struct Chain<'a> {
    pub class: &'a mut ClassBuilder,
    pub code: Assembler,
}

impl<'a> Chain<'a> {
    /// Begins with a new builder on the stack.
    pub fn new(class: &'a mut ClassBuilder) -> Chain<'a> {
        let mut code = Assembler::default();
        let builder = class.class_constant(BUILDER);
        code.with_constant(NEW, builder);
        code.plain(DUP);
        let constructor = class.member_constant(&Classes::member(BUILDER, "<init>", "()V"));
        code.with_constant(INVOKESPECIAL, constructor);
        Chain { class, code }
    }

    /// Appends a text.
    pub fn text(&mut self, units: &[u16]) {
        if !units.is_empty() {
            let index = self.class.string_constant(units);
            self.code.with_constant(LDC_W, index);
            self.append(&JavaType::Reference("java/lang/String".into()));
        }
    }

    /// Appends the value on top of the stack.
    pub fn append(&mut self, value_type: &JavaType) {
        let parameter = match value_type {
            JavaType::Byte | JavaType::Short => JavaType::Int,
            JavaType::Reference(name) if &**name != "java/lang/String" => {
                JavaType::Reference("java/lang/Object".into())
            }
            other => other.clone(),
        };
        let descriptor = format!("({})L{BUILDER};", parameter.descriptor());
        let append = self.class.member_constant(&Classes::member(BUILDER, "append", &descriptor));
        self.code.with_constant(INVOKEVIRTUAL, append);
    }

    /// Ends with the text on the stack.
    pub fn finish(mut self) -> Assembler {
        let text = Classes::member(BUILDER, "toString", "()Ljava/lang/String;");
        let text = self.class.member_constant(&text);
        self.code.with_constant(INVOKEVIRTUAL, text);
        self.code
    }
}

/// The class of a concatenation.
pub(super) fn make(site: &Site, number: usize, recipe: bool) -> Result<ClassFile, String> {
    let pool = &site.host.pool;
    let string = |index: u16| match pool.get(index) {
        Ok(Constant::String(text)) => pool.string(*text).map_err(|why| why.to_string()),
        _ => Err("a concatenation with a constant that is no string".to_owned()),
    };
    let recipe = match recipe {
        true => string(site.argument(0)?)?,
        false => vec![1; site.signature.parameters.len()],
    };
    let mut class = site.class("Concatenation", number, Vec::new());
    let mut chain = Chain::new(&mut class);
    let mut constants = site.arguments.iter().skip(1);
    let mut parameters = site.signature.parameters.iter();
    let mut local = 0;
    let mut text = Vec::new();
    for unit in recipe {
        match unit {
            1 => {
                chain.text(&std::mem::take(&mut text));
                let parameter = parameters.next().ok_or("a concatenation of too few values")?;
                chain.code.load(parameter, local);
                local += parameter.slots();
                chain.append(parameter);
            }
            2 => {
                let index = constants.next().ok_or("a concatenation of too few constants")?;
                text.extend(string(*index)?);
            }
            unit => text.push(unit),
        }
    }
    chain.text(&text);
    let mut code = chain.finish();
    code.give_back(site.signature.result.as_ref());
    class.method(METHOD, &site.signature, PUBLIC | STATIC, code);
    Ok(class.finish())
}
