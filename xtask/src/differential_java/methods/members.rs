//! The public members of the classes that have models, as the JVM lists them.

/// What kind of member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A constructor.
    Constructor,
    /// A method of objects.
    Method,
    /// A static method.
    Static,
    /// A static field.
    Constant,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    /// What it is.
    pub kind: Kind,
    /// Whether the model has it, too.
    pub modelled: bool,
    /// The class it is called on: the one with the model.
    pub class: String,
    /// Whether the class is abstract.
    pub is_abstract: bool,
    /// Where it is declared.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// The type of its result.
    pub result: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
}

impl Member {
    /// How people write it.
    pub fn text(&self) -> String {
        let name = match self.kind {
            Kind::Constructor => format!("new {}", self.class),
            _ => format!("{}.{}", self.class, self.name),
        };
        match self.kind {
            Kind::Constant => name,
            _ => format!("{name}({})", self.parameters.join(",")),
        }
    }

    /// Why the JVM's answer is no truth about it; nothing if it is.
    pub fn excluded(&self) -> Option<&'static str> {
        let name = self.name.as_str();
        match self.class.as_str() {
            "java.lang.Runtime" => return Some("depends on the machine"),
            "java.lang.Thread" => return Some("threads"),
            "java.util.concurrent.ThreadLocalRandom" => return Some("random"),
            "java.security.SecureRandom" if self.kind == Kind::Method => return Some("random"),
            // They wait for other threads, and so for ever.
            "java.util.concurrent.Semaphore"
            | "java.util.concurrent.CountDownLatch"
            | "java.lang.ref.ReferenceQueue"
                if matches!(
                    name,
                    "acquire" | "acquireUninterruptibly" | "await" | "remove" | "tryAcquire"
                ) && !(name == "tryAcquire" && self.parameters.len() < 2) =>
            {
                return Some("threads");
            }
            "java.security.AccessController" => return Some("depends on the caller"),
            "java.lang.System" if !matches!(name, "arraycopy" | "lineSeparator") => {
                return Some("depends on the machine");
            }
            "java.lang.Object" | "java.lang.Class" | "java.lang.Throwable"
                if matches!(name, "hashCode" | "toString" | "<init>" | "printStackTrace")
                    && self.class != "java.lang.Throwable" =>
            {
                return Some("identity");
            }
            _ => {}
        }
        match name {
            "wait" | "notify" | "notifyAll" | "park" | "lockInterruptibly" => Some("threads"),
            "random" | "randomUUID" => Some("random"),
            "printStackTrace" | "getStackTrace" | "fillInStackTrace" => Some("stack traces"),
            "hashCode" | "toString" if self.owner == "java.lang.Object" => Some("identity"),
            "<init>" if self.class == "java.util.Random" && self.parameters.is_empty() => {
                Some("random")
            }
            _ => None,
        }
    }
}

/// Reads the JVM's list.
pub fn read(lines: &[String]) -> Vec<Member> {
    let mut members = Vec::new();
    let (mut class, mut is_abstract) = (String::new(), false);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, modelled, owner, name, result, parameters] = fields[..] else { continue };
        let kind = match kind {
            "constructor" => Kind::Constructor,
            "method" => Kind::Method,
            "static" => Kind::Static,
            "constant" => Kind::Constant,
            other => {
                owner.clone_into(&mut class);
                is_abstract = other == "abstract";
                continue;
            }
        };
        // What a class inherits from Object belongs to Object.
        if owner == "java.lang.Object" && class != owner {
            continue;
        }
        members.push(Member {
            kind,
            modelled: modelled == "yes",
            class: class.clone(),
            is_abstract,
            owner: owner.to_owned(),
            name: name.to_owned(),
            result: result.to_owned(),
            parameters: parameters
                .split(',')
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect(),
        });
    }
    members
}
