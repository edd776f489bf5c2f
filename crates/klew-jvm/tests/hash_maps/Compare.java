package maps;

import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;

/** Does the same to maps of the JDK and of the model, and compares what they answer and their order. */
public final class Compare {
    /** A key whose hash others have as well. */
    record Key(int number, int hash) {
        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final Random random;
    private final int kind;
    private final int keys;
    private final int spread;
    private Map<Object, Object> real;
    private Map<Object, Object> model;

    private Compare(int seed) {
        random = new Random(seed);
        Intrinsics.random = new Random(seed);
        Intrinsics.percent = random.nextInt(3) * 50;
        kind = random.nextInt(5);
        keys = 2 + random.nextInt(random.nextInt(4) == 0 ? 150 : 30);
        spread = random.nextInt(4);
        make(random.nextInt(100), 1 + random.nextInt(6), 0.1f + random.nextInt(20) / 10f);
    }

    private void make(int capacity, int most, float load) {
        switch (kind) {
            case 0 -> {
                real = new java.util.HashMap<>();
                model = new HashMap<>();
            }
            case 1 -> {
                real = new java.util.HashMap<>(capacity);
                model = new HashMap<>(capacity);
            }
            case 2 -> {
                real = new java.util.HashMap<>(capacity, load);
                model = new HashMap<>(capacity, load);
            }
            case 3 -> {
                real = new java.util.LinkedHashMap<>();
                model = new LinkedHashMap<>();
            }
            default -> {
                real = new java.util.LinkedHashMap<>(capacity, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
                        return size() > most;
                    }
                };
                model = new LinkedHashMap<>(capacity, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
                        return size() > most;
                    }
                };
            }
        }
    }

    private Object key() {
        int number = random.nextInt(keys);
        return switch (random.nextInt(30) == 0 ? -1 : spread) {
            case -1 -> null;
            case 0 -> "k" + number;
            case 1 -> number * 7;
            case 2 -> new Key(number, number % 5);
            default -> new Key(number, number % 3 << 16 | number % 7);
        };
    }

    private void both(String what, Function<Map<Object, Object>, Object> action) {
        Object expected = answer(action, real);
        Object found = answer(action, model);
        if (!Objects.equals(expected, found)) {
            throw new AssertionError(what + ": " + found + " and not " + expected);
        }
    }

    private static Object answer(Function<Map<Object, Object>, Object> action, Map<Object, Object> map) {
        try {
            return action.apply(map);
        } catch (Intrinsics.Unsupported e) {
            throw e;
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static Object everyThird(Map<Object, Object> map) {
        int count = 0;
        for (Iterator<Object> walk = map.keySet().iterator(); walk.hasNext(); count++) {
            walk.next();
            if (count % 3 == 1) {
                walk.remove();
            }
        }
        return count;
    }

    private static Object removedMeanwhile(Map<Object, Object> map) {
        for (Object key : map.keySet()) {
            if (key != null && key.hashCode() % 3 == 0) {
                map.remove(key);
            }
        }
        return null;
    }

    private Object putAll(Map<Object, Object> map, int seed) {
        Random own = new Random(seed);
        Map<Object, Object> others = new java.util.LinkedHashMap<>();
        for (int count = own.nextInt(20); count > 0; count--) {
            others.put("q" + own.nextInt(60), count);
        }
        map.putAll(others);
        return null;
    }

    private void copy() {
        if (real instanceof java.util.LinkedHashMap<Object, Object> linked) {
            real = new java.util.LinkedHashMap<>(linked);
            model = new LinkedHashMap<>(model);
        } else if (random.nextBoolean()) {
            real = new java.util.HashMap<>(real);
            model = new HashMap<>(model);
        } else {
            real = clone((java.util.HashMap<Object, Object>) real);
            model = clone((HashMap<Object, Object>) model);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> clone(java.util.HashMap<Object, Object> map) {
        return (Map<Object, Object>) map.clone();
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> clone(HashMap<Object, Object> map) {
        return (Map<Object, Object>) map.clone();
    }

    private void step() {
        Object key = key();
        Object value = random.nextInt(10) == 0 ? null : (Object) random.nextInt(5);
        int seed = random.nextInt();
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3 -> both("put", map -> map.put(key, value));
            case 4 -> both("remove", map -> map.remove(key));
            case 5 -> both("get", map -> map.get(key) + " " + map.getOrDefault(key, 7) + map.containsKey(key));
            case 6 -> both("putIfAbsent", map -> map.putIfAbsent(key, value));
            case 7, 8 -> both("computeIfAbsent", map -> map.computeIfAbsent(key, k -> value));
            case 9 -> both("computeIfPresent", map -> map.computeIfPresent(key, (k, old) -> value));
            case 10, 11 -> both("compute", map -> map.compute(key, (k, old) -> value));
            case 12, 13 -> both("merge", map -> map.merge(key, value, (old, v) -> old.equals(2) ? null : v));
            case 14 -> both("contains", map -> map.containsValue(value) + " " + map.values().contains(value));
            case 15 -> both("replaceAll", map -> {
                map.replaceAll((k, v) -> v == null ? 1 : v);
                return null;
            });
            case 16 -> both("clear", map -> {
                map.clear();
                return null;
            });
            case 17 -> both("remove while walking", Compare::everyThird);
            case 18 -> both("remove beside walking", Compare::removedMeanwhile);
            case 19 -> both("change while computing", map -> map.computeIfAbsent(key, k -> {
                map.put("new", 1);
                return value;
            }));
            case 20 -> copy();
            case 21 -> both("putAll", map -> putAll(map, seed));
            case 22 -> both("views", map -> map.keySet().remove(key) + " " + map.entrySet().remove(Map.entry("k", 1)));
            default -> both("replace", map -> map.remove(key, value) + " " + map.replace(key, value, 3)
                    + map.replace(key, 4) + map.hashCode());
        }
        both("order", Map::toString);
    }

    /** How many maps, and how many steps with each at most. */
    public static void main(String[] numbers) {
        int maps = Integer.parseInt(numbers[0]);
        int agreed = 0;
        for (int seed = 0; seed < maps; seed++) {
            Compare compare = new Compare(seed);
            try {
                for (int step = compare.random.nextInt(100); step > 0; step--) {
                    compare.step();
                }
                agreed++;
            } catch (Intrinsics.Unsupported e) {
                // Bins of trees.
            } catch (AssertionError e) {
                throw new AssertionError("map " + seed, e);
            }
        }
        if (agreed < maps * 9 / 10) {
            throw new AssertionError("only " + agreed + " were compared to their end");
        }
    }
}
