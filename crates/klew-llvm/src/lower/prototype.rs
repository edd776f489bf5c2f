//! What a function's declaration in the source says: names and types of its parameters. LLVM's own parameters
//! are what the platform's calling convention made of them.

use klew_ir::SourceTypeId;

use super::debug::Nodes;
use super::shared::ModuleContext;
use super::sources::Sources;
use crate::syntax::{self, MetadataId, MetadataNode, MetadataValue};

/// A parameter as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name; `argument 2` if it has none.
    pub name: String,
    /// Its type.
    pub source_type: SourceTypeId,
}

/// A declaration.
pub(super) struct Prototype {
    pub parameters: Vec<Parameter>,
    /// None for `void`.
    pub result: Option<SourceTypeId>,
}

/// The declaration of a function, if there is debug information.
pub(super) fn prototype(
    context: &ModuleContext,
    function: &syntax::Function,
    sources: &mut Sources,
) -> Option<Prototype> {
    let nodes = Nodes::new(context);
    let attachment = nodes.table.attachment(&function.attachments, "dbg")?;
    let subprogram = nodes.table.resolve(attachment)?;
    let signature = nodes.node(subprogram, "type")?;
    let names = names(&nodes, subprogram);
    let types = nodes.elements(signature, "types");
    let result = match types.first() {
        Some(MetadataValue::Node(id)) => Some(nodes.source_type(*id, sources)),
        _ => None,
    };
    // A null at the end stands for `...`.
    let types = types.iter().skip(1);
    let types = types.filter_map(|value| match value {
        MetadataValue::Node(id) => Some(*id),
        _ => None,
    });
    let parameter = |(index, id): (u64, MetadataId)| Parameter {
        name: match names.iter().find(|(number, _)| *number == index + 1) {
            Some((_, name)) => (*name).to_owned(),
            None => format!("argument {}", index + 1),
        },
        source_type: nodes.source_type(id, sources),
    };
    Some(Prototype { parameters: (0u64..).zip(types).map(parameter).collect(), result })
}

/// Names of the parameters of a function, with their numbers.
fn names<'m>(nodes: &Nodes<'_, 'm>, subprogram: &'m MetadataNode) -> Vec<(u64, &'m str)> {
    let own = |node: &&'m MetadataNode| {
        nodes.table.name(node) == Some("DILocalVariable")
            && nodes.node(node, "scope").is_some_and(|scope| std::ptr::eq(scope, subprogram))
    };
    let all = nodes.table.nodes().iter().map(|(_, node)| node).filter(own);
    let named = all.map(|node| (nodes.integer(node, "arg"), nodes.text(node, "name")));
    named.filter_map(|(number, name)| Some((number, name?))).filter(|(n, _)| *n > 0).collect()
}
