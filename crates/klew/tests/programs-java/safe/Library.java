// What programs commonly use of the language and of java.util, every result checked.
import java.math.BigInteger;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class Library {
  static void ck(boolean b, int n){ if (!b) throw new RuntimeException("check " + n); }
  static StringBuilder log = new StringBuilder();
  static class Res implements AutoCloseable { String n; Res(String n){this.n=n; log.append("o").append(n);} public void close() throws Exception { log.append("c").append(n); throw new Exception("close" + n); } }
  static class Base { int v = 1; Base(){ init(); } void init(){ v = 2; } static String s(){ return "B"; } String who(){ return "base"; } Object cov(){ return null; } }
  static class Der extends Base { int w = 5; { w += 1; } void init(){ w = 9; v = 7; } String who(){ return "der" + super.who(); } String cov(){ return "x"; } Supplier<String> sup(){ return super::who; } }
  interface A { default String m(){ return "A"; } } interface B2 extends A { default String m(){ return "B" + A.super.m(); } } static class C3 implements A, B2 {}
  interface K { int X = note("K.X"); static int st(){ return priv() + 1; } private static int priv(){ return 4; } }
  static int note(String s){ log.append(s); return 3; }
  enum Op { ADD("+") { int ap(int a,int b){return a+b;} }, MUL("*") { int ap(int a,int b){return a*b;} }; final String sy; Op(String s){sy=s;} abstract int ap(int a,int b); }
  sealed interface Sh permits Ci, Sq {} record Ci(double r) implements Sh {} record Sq(double s) implements Sh { Sq { if (s < 0) throw new IllegalArgumentException(); } }
  static int va(int... xs){ int s=0; for(int x:xs) s+=x; return s; }
  @SuppressWarnings("finally") static int f1(){ try { throw new RuntimeException(); } catch (RuntimeException e) { return 1; } finally { return 2; } }
  static int f2(){ int x = 1; try { return x; } finally { x = 5; } }
  static <T extends Comparable<T>> T max(List<T> l){ T m = l.get(0); for (T t : l) if (t.compareTo(m) > 0) m = t; return m; }
  class Inner { int q = outer * 2; class Deep { int z = q + outer; } }
  int outer = 11;
  static class Node<T> implements Iterable<T> { T v; Node<T> n; Node(T v, Node<T> n){this.v=v;this.n=n;} public Iterator<T> iterator(){ return new Iterator<T>(){ Node<T> c = Node.this; public boolean hasNext(){return c!=null;} public T next(){ T r=c.v; c=c.n; return r; } }; } }
  static synchronized int sync(){ synchronized(log){ return 8; } }
  static long gcd(long a,long b){ return b==0?a:gcd(b,a%b); }
  public static void main(String[] args) throws Exception {
    try (Res r = new Res("1"); Res q = new Res("2")) { log.append("b"); throw new RuntimeException("body"); } catch (RuntimeException e) { ck(e.getMessage().equals("body") && e.getSuppressed().length == 2 && e.getSuppressed()[0].getMessage().equals("close2"), 1); }
    ck(log.toString().equals("o1o2bc2c1"), 2); log.setLength(0);
    Der d = new Der(); ck(d.v == 7 && d.w == 6 && d.who().equals("derbase") && d.sup().get().equals("base"), 3);
    Base bb = d; ck(bb.cov().equals("x"), 4); ck(new C3().m().equals("BA"), 5);
    ck(K.st() == 5 && K.X == 3 && log.toString().equals("K.X"), 6);
    ck(Op.valueOf("MUL").ap(3,4) == 12 && Op.ADD.sy.equals("+") && Op.values().length == 2 && Op.ADD.getClass() != Op.class && Op.ADD.getDeclaringClass() == Op.class, 7);
    Sh sh = new Sq(2); double area = sh instanceof Sq s ? s.s() * s.s() : sh instanceof Ci c ? c.r() : -1; ck(area == 4.0, 8);
    try { new Sq(-1); ck(false, 9); } catch (IllegalArgumentException | NullPointerException e) {}
    ck(va() == 0 && va(1,2,3) == 6, 10); ck(f1() == 2 && f2() == 1, 11);
    ck(max(Arrays.asList(3,9,2)) == 9, 12);
    Library m = new Library(); Library.Inner in = m.new Inner(); ck(in.new Deep().z == 33, 13);
    int tot = 0; for (int x : new Node<>(1, new Node<>(2, null))) tot += x; ck(tot == 3, 14); ck(sync() == 8, 15);
    switch ("BB") { case "Aa": ck(false, 16); case "BB": break; default: ck(false, 17); }
    Function<String,Integer> len = String::length; Supplier<Integer> bound = "abcd"::length; Function<Integer,List<Integer>> ctor = ArrayList::new; BiFunction<Integer,Integer,Integer> mx = Math::max; ToIntFunction<String> ti = Integer::parseInt; UnaryOperator<String> up = String::toUpperCase;
    ck(len.apply("abc") == 3 && bound.get() == 4 && ctor.apply(10).isEmpty() && mx.apply(3,8) == 8 && ti.applyAsInt("42") == 42 && up.apply("aZ").equals("AZ"), 18);
    Runnable rr = (Runnable & java.io.Serializable) () -> log.append("R"); rr.run();
    List<String> names = new ArrayList<>(List.of("bob", "al", "christine", "dan")); names.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())); ck(names.equals(List.of("al","dan","bob","christine")), 19);
    ck(names.stream().filter(s -> s.length() == 3).map(String::toUpperCase).collect(Collectors.joining(",")).equals("DAN,BOB"), 20);
    ck(IntStream.rangeClosed(1,5).map(x -> x*x).sum() == 55, 21);
    ck(Optional.of(5).map(x -> x + 1).orElse(0) == 6 && !Optional.empty().isPresent(), 22);
    PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(5,1,4)); ck(pq.poll() == 1 && pq.poll() == 4, 23);
    TreeSet<String> ts = new TreeSet<>(names); ck(ts.first().equals("al") && ts.headSet("c").size() == 2, 24);
    EnumMap<Op,Integer> em = new EnumMap<>(Op.class); em.put(Op.MUL, 3); ck(em.get(Op.MUL) == 3 && em.size() == 1, 25);
    LinkedHashMap<String,Integer> lhm = new LinkedHashMap<>(); lhm.put("z",1); lhm.put("a",2); ck(lhm.keySet().iterator().next().equals("z"), 26);
    int[][] tri = new int[3][]; tri[0] = new int[]{1}; ck(tri[1] == null && tri.clone()[0] == tri[0], 28);
    long lsh = 1L << 35; int ish = 1 << 35; ck(lsh == 34359738368L && ish == 8, 29); byte by = (byte) 0xff; by >>>= 1; ck(by == -1, 30); int ii = 5; ii += 3.7; ck(ii == 8, 31);
    char cc = 'x'; cc++; ck(cc == 'y' && (cc + 1) == 122 && Character.isLetter(cc) && Character.getNumericValue('7') == 7, 32);
    Object o = true ? 1 : 2.0; ck(o.equals(1.0), 33); ck(0.1 + 0.2 != 0.3 && Double.compare(0.0, -0.0) > 0 && Double.isNaN(0.0/0.0) && 1/0.0 == Double.POSITIVE_INFINITY, 34);
    ck("%s-%d".formatted("a", 5).equals("a-5") && String.join("|", "a", "b").equals("a|b") && "  x ".trim().equals("x") && "aXbX".replace("X","").equals("ab") && "abc".contains("bc") && "abcabc".lastIndexOf('b') == 4 && "b".compareTo("a") > 0 && "A".equalsIgnoreCase("a"), 35);
    StringBuilder sb = new StringBuilder("hello"); sb.insert(0, "x").deleteCharAt(1).setCharAt(0, 'y'); ck(sb.toString().equals("yello") && sb.indexOf("l") == 2, 36);
    Iterator<Integer> it = Stream.iterate(1, x -> x * 2).limit(4).iterator(); int last = 0; while (it.hasNext()) last = it.next(); ck(last == 8, 37);
    Map<Boolean,List<Integer>> parts = Stream.of(1,2,3,4).collect(Collectors.partitioningBy(x -> x % 2 == 0)); ck(parts.get(true).equals(List.of(2,4)), 38);
    Map<Integer,Long> grp = names.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())); ck(grp.get(3) == 2L, 39);
    ck(gcd(48, 18) == 6 && Long.parseLong("-9223372036854775808") == Long.MIN_VALUE && Long.toHexString(255).equals("ff") && Integer.toBinaryString(5).equals("101") && Integer.bitCount(255) == 8 && Integer.reverse(1) == Integer.MIN_VALUE && Long.numberOfTrailingZeros(8) == 3, 40);
    try { Object[] oa = new Integer[2]; oa[0] = "s"; ck(false, 41); } catch (ArrayStoreException e) {}
    try { List.of(1).add(2); ck(false, 42); } catch (UnsupportedOperationException e) {}
    try { for (Integer x : new ArrayList<>(List.of(1,2,3)) {{ add(4); }}) if (x == 9) break; List<Integer> cm = new ArrayList<>(List.of(1,2,3)); for (Integer x : cm) cm.remove(x); ck(false, 43); } catch (ConcurrentModificationException e) {}
    try { Iterator<String> ei = new ArrayList<String>().iterator(); ei.next(); ck(false, 44); } catch (NoSuchElementException e) {}
    try { "abc".charAt(5); ck(false, 45); } catch (StringIndexOutOfBoundsException e) {}
    try { Objects.requireNonNull(null, "msg"); ck(false, 46); } catch (NullPointerException e) { ck(e.getMessage().equals("msg"), 47); }
    try { throw new Error("deep", new Exception("c")); } catch (Throwable t) { ck(t.getCause().getMessage().equals("c") && t.toString().equals("java.lang.Error: deep"), 48); }
    int[] arr = {5,3,1}; Arrays.sort(arr); ck(Arrays.binarySearch(arr, 3) == 1 && Arrays.equals(arr, new int[]{1,3,5}) && Arrays.stream(arr).max().getAsInt() == 5, 49); int[] cp = Arrays.copyOfRange(arr, 1, 5); ck(cp.length == 4 && cp[3] == 0, 50);
    Integer[] boxed = {3,1,2}; Arrays.sort(boxed, Collections.reverseOrder()); ck(boxed[0] == 3, 51); String[] sa = names.toArray(new String[0]); ck(sa.length == 4 && sa.getClass() == String[].class, 52);
    BitSet bs = new BitSet(); bs.set(70); ck(bs.get(70) && bs.cardinality() == 1, 53); StringJoiner sj = new StringJoiner(",", "[", "]"); sj.add("a").add("b"); ck(sj.toString().equals("[a,b]"), 54);
    Supplier<Supplier<Integer>> nest = () -> () -> tri[0][0] + 41; ck(nest.get().get() == 42, 55);
    BiFunction<Double,Double,Double> pw = Math::pow; ck(Math.floorMod(-3, 5) == 2 && Math.round(2.5) == 3 && Math.signum(-2.0) == -1.0, 56);
    var text = """
      hi
        there"""; ck(text.equals("hi\n  there"), 57);
    Thread.currentThread(); 
    long h = 0; for (char ch : "abc".toCharArray()) h = h * 31 + ch; ck(h == "abc".hashCode(), 58);
    List<? super Integer> sup = new ArrayList<Number>(); sup.add(3); ck(((Number) sup.get(0)).intValue() == 3, 59);
    ck(Stream.of("a","b").reduce("", String::concat).equals("ab") && "a-b-c".split("-").length == 3 && "x".repeat(3).equals("xxx") && "Abc".chars().filter(Character::isUpperCase).count() == 1, 60);
    Deque<Character> st = new ArrayDeque<>(); for (char ch : "(())".toCharArray()) if (ch == '(') st.push(ch); else st.pop(); ck(st.isEmpty(), 61);
    ck(new Object().equals(null) == false && new int[0].getClass().getName().equals("[I") && int.class.getName().equals("int") && Base.class.isInstance(d) && Base.class.isAssignableFrom(Der.class), 62);
    Collections.reverse(names); ck(names.get(0).equals("christine"), 63); ck(Collections.max(List.of(1,5,2)) == 5 && Collections.frequency(List.of(1,1,2), 1) == 2, 64);
    System.out.println("done");
  }
}
