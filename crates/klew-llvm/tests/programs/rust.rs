//! A Rust program whose LLVM text the reader must read.
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
enum Shape {
    Circle(f64),
    Named { name: String, sides: u128 },
}

fn area(shapes: &[Shape]) -> Result<f64, Box<dyn std::error::Error>> {
    let mut total = 0.0;
    for shape in shapes {
        total += match shape {
            Shape::Circle(r) => r * r * 3.14,
            Shape::Named { name, sides } => name.parse::<f64>()? * *sides as f64,
        };
    }
    Ok(total)
}

fn main() {
    let mut map = BTreeMap::new();
    map.insert("\u{e9}", Shape::Circle(1.5));
    map.insert("b", Shape::Named { name: "2.5".into(), sides: u128::MAX });
    let shapes: Vec<Shape> = map.values().cloned().collect();
    println!("{:?} {:?}", map, area(&shapes).ok());
}
