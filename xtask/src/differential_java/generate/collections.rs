//! Statements on lists, maps, sets, queues and iterators.

use super::statements::simple;
use super::{Kind::*, Maker};
use crate::differential::program::Statement;

impl Maker {
    /// One of them.
    pub(super) fn collection_statement(&mut self) -> Statement {
        match self.random.below(8) {
            0 | 1 => self.list_statement(),
            2 => self.map_statement(),
            3 => self.sorted_statement(),
            4 => self.set_statement(),
            5 => self.queue_statement(),
            6 => self.iteration(),
            _ => self.words_statement(),
        }
    }

    fn list_statement(&mut self) -> Statement {
        let Some(list) = self.variable(List) else { return self.declaration() };
        let value = self.expression(Int, 2);
        let guard = format!("if ({list}.size() < 8) ");
        simple(match self.random.below(14) {
            0..=2 => format!("{guard}{list}.add({value});"),
            3 => format!("{guard}{list}.add({}, {value});", self.index()),
            4 => format!("{list}.remove({});", self.index()),
            5 => format!("mix({list}.remove((Integer) ({value})));"),
            6 => format!("mix({list}.set({}, {value}));", self.index()),
            7 => format!(
                "{list}.sort({});",
                self.of(&[
                    "null",
                    "Comparator.reverseOrder()",
                    "Comparator.comparing(x -> x % 3)",
                    "(x, y) -> y - x"
                ])
            ),
            8 => format!("mix({list}.removeIf(x -> x % 2 == 0));"),
            9 => format!("{list}.replaceAll(x -> x * 2 - 1);"),
            10 => format!(
                "Collections.{}({list});",
                self.of(&["reverse", "sort", "unmodifiableList"])
            ),
            11 => format!("mix({list}.subList(0, Math.min(2, {list}.size())));"),
            12 => format!("{guard}{list}.addAll({});", self.leaf(Deque)),
            _ => format!("mix(Collections.max({list})); mix({list}.lastIndexOf({value}));"),
        })
    }

    fn words_statement(&mut self) -> Statement {
        let Some(list) = self.variable(Words) else { return self.declaration() };
        let value = self.expression(Text, 2);
        let name = self.name("w");
        simple(match self.random.below(7) {
            0 | 1 => format!("if ({list}.size() < 8) {list}.add({value});"),
            2 => format!("{list}.removeIf(x -> x == null); Collections.sort({list});"),
            3 => format!("mix(String.join(\"+\", {list}));"),
            4 => format!(
                "mix({list}.stream().filter(x -> x != null).map(String::length).reduce(0, Integer::sum));"
            ),
            5 => format!(
                "{{ String {name} = {value}; mix({list}.contains({name})); mix((long) {list}.indexOf({name})); }}"
            ),
            _ => format!(
                "mix({list}.stream().filter(x -> x != null).sorted().collect(Collectors.toList()));"
            ),
        })
    }

    fn map_statement(&mut self) -> Statement {
        let Some(map) = self.variable(Map) else { return self.declaration() };
        let key = self.expression(Text, 2);
        let value = self.expression(Int, 2);
        simple(match self.random.below(9) {
            0..=2 => format!("mix({map}.put({key}, {value}));"),
            3 => format!("{map}.merge({key}, {value}, Integer::sum);"),
            4 => format!("mix({map}.computeIfAbsent({key}, k -> k.length()));"),
            5 => format!("mix({map}.remove({key}));"),
            6 => format!("mix({map}.putIfAbsent({key}, {value}));"),
            7 => format!("{map}.computeIfPresent({key}, (k, v) -> v > 2 ? null : v + 1);"),
            _ => format!(
                "{map}.replaceAll((k, v) -> v == null ? 0 : v + 1); mix({map}.keySet()); mix({map}.values());"
            ),
        })
    }

    fn sorted_statement(&mut self) -> Statement {
        let Some(map) = self.variable(Sorted) else { return self.declaration() };
        let key = self.expression(Int, 2);
        simple(match self.random.below(7) {
            0..=2 => format!("mix({map}.put({key}, {}));", self.leaf(Text)),
            3 => format!("mix({map}.remove({key}));"),
            4 => format!(
                "mix({map}.{}({key}));",
                self.of(&["floorKey", "ceilingKey", "higherKey", "lowerKey"])
            ),
            5 => format!("mix({map}.{}({key}));", self.of(&["tailMap", "headMap"])),
            _ => format!("mix({map}.descendingMap()); mix((Object) {map}.pollFirstEntry());"),
        })
    }

    fn set_statement(&mut self) -> Statement {
        let Some(set) = self.variable(Set) else { return self.declaration() };
        let value = self.expression(Int, 2);
        simple(match self.random.below(5) {
            0..=2 => format!("mix({set}.add({value}));"),
            3 => format!("mix({set}.remove({value}));"),
            _ => format!(
                "mix({set}.{}({}));",
                self.of(&["retainAll", "removeAll", "containsAll", "addAll"]),
                self.leaf(List)
            ),
        })
    }

    fn queue_statement(&mut self) -> Statement {
        let value = self.expression(Int, 2);
        if self.chance(60)
            && let Some(deque) = self.variable(Deque)
        {
            return simple(match self.random.below(5) {
                0 => format!("{deque}.addFirst({value});"),
                1 => format!("{deque}.offerLast({value});"),
                2 => format!("{deque}.push({value});"),
                3 => format!("mix({deque}.{}());", self.of(&["pollFirst", "pollLast", "peekLast"])),
                _ => format!("mix({deque}.removeFirstOccurrence({value}));"),
            });
        }
        let Some(queue) = self.variable(Queue) else { return self.declaration() };
        simple(match self.random.below(3) {
            0 => format!("{queue}.add({value});"),
            1 => format!("mix({queue}.poll());"),
            _ => format!("mix({queue}.remove((Object) ({value})));"),
        })
    }

    fn iteration(&mut self) -> Statement {
        let kind = *self.random.pick(&[List, Set, Deque]);
        let Some(collection) = self.variable(kind) else { return self.declaration() };
        let iterator = self.name("it");
        let element = self.name("x");
        match self.random.below(4) {
            0 => simple(format!(
                "for (Iterator<Integer> {iterator} = {collection}.iterator(); {iterator}.hasNext();) {{ Integer {element} = {iterator}.next(); mix({element}); if ({element} % 2 == 0) {iterator}.remove(); }}"
            )),
            1 if self.risk > 0 => simple(format!(
                "for (Integer {element} : {collection}) {{ mix({element}); if ({element} == {}) {collection}.remove({element}); }}",
                self.leaf(Int)
            )),
            2 if kind == List => simple(format!(
                "for (ListIterator<Integer> {iterator} = {collection}.listIterator({collection}.size()); {iterator}.hasPrevious();) {{ int {element} = {iterator}.previous(); {iterator}.set({element} + {iterator}.nextIndex()); }}"
            )),
            _ => simple(format!("{collection}.forEach({element} -> mix((long) {element} * 2));")),
        }
    }
}
