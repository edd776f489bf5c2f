// What programs commonly use of the language and of java.util, every result checked.
import java.util.*;
import java.util.function.*;
public class Language {
  enum Color { RED, GREEN { int v() { return 7; } }, BLUE; int v(){ return ordinal(); } }
  record P(int a, String b, double c) {}
  interface I { default int d() { return 5; } int e(); }
  static int cnt;
  static class S { static int x = init(); static int init(){ cnt++; return 42; } }
  static class Bad { static int y; static { if (cnt >= 0) throw new IllegalStateException("x"); } }
  static long fib(int n){ return n < 2 ? n : fib(n-1)+fib(n-2); }
  static void ck(boolean b, int n){ if (!b) throw new RuntimeException("check " + n); }
  static int fin(int k){ try { if (k==1) throw new Exception("e"); return 1; } catch (Exception e) { return 2; } finally { cnt += 100; } }
  public static void main(String[] args) throws Exception {
    List<Integer> l = new ArrayList<>();
    for (int i = 0; i < 20; i++) l.add(i*3 % 7);
    Collections.sort(l);
    ck(l.get(0) == 0 && l.get(19) == 6, 1);
    Map<String,Integer> m = new HashMap<>();
    for (int i = 0; i < 30; i++) m.put("k" + i, i);
    ck(m.get("k17") == 17, 2); ck(m.size() == 30, 3); ck(!m.containsKey("zz"), 4);
    int sum = 0; for (Map.Entry<String,Integer> e : m.entrySet()) sum += e.getValue();
    ck(sum == 435, 5);
    TreeMap<Integer,String> t = new TreeMap<>();
    for (int i = 10; i > 0; i--) t.put(i, "" + i);
    ck(t.firstKey() == 1 && t.lastEntry().getValue().equals("10"), 6);
    Deque<Integer> dq = new ArrayDeque<>(); dq.push(1); dq.addLast(2); ck(dq.pop() == 1 && dq.pollLast() == 2, 7);
    LinkedList<String> ll = new LinkedList<>(); ll.add("x"); ll.addFirst("y"); ck(ll.get(0).equals("y"), 8);
    Function<Integer,Integer> f = x -> x + cnt + 1; Supplier<List<String>> s = ArrayList::new; BinaryOperator<Integer> add = Integer::sum;
    ck(f.apply(3) == 4, 9); ck(s.get().isEmpty(), 10); ck(add.apply(2,3) == 5, 11);
    IntFunction<int[]> mk = int[]::new; ck(mk.apply(4).length == 4, 12);
    int base = 10; I i = () -> base * 2; ck(i.e() == 20 && i.d() == 5, 13);
    P p = new P(1, "q", 2.5); ck(p.equals(new P(1,"q",2.5)), 14); ck(!p.equals(new P(2,"q",2.5)), 15);
    ck(p.toString().equals("P[a=1, b=q, c=2.5]"), 16); ck(p.hashCode() == new P(1,"q",2.5).hashCode(), 17);
    ck(Color.GREEN.v() == 7 && Color.BLUE.v() == 2, 18);
    ck(Color.valueOf("RED") == Color.RED, 19);
    switch (Color.BLUE) { case RED: ck(false, 20); break; case BLUE: break; default: ck(false, 21); }
    String str = "hello"; switch (str) { case "world": ck(false, 22); break; case "hello": break; default: ck(false, 23); }
    ck(S.x == 42 && cnt == 1 && S.x == 42 && cnt == 1, 24);
    try { Bad.y = 1; ck(false, 25); } catch (ExceptionInInitializerError e) { ck(e.getCause() instanceof IllegalStateException, 26); }
    try { Bad.y = 1; ck(false, 27); } catch (NoClassDefFoundError e) { }
    ck(fib(15) == 610, 28);
    cnt = 0; ck(fin(0) == 1 && fin(1) == 2 && cnt == 200, 29);
    int[][] g = new int[3][4]; g[2][3] = 5; ck(g[2][3] == 5 && g.length == 3 && g[0].length == 4, 30);
    Object[] os = new String[1]; try { os[0] = 1; ck(false, 31); } catch (ArrayStoreException e) {}
    try { Object o = "s"; Integer n = (Integer) o; ck(false, 32); } catch (ClassCastException e) {}
    try { int[] neg = new int[-1]; ck(false, 33); } catch (NegativeArraySizeException e) {}
    int[] c = {1,2,3}; int[] d = c.clone(); d[0] = 9; ck(c[0] == 1 && d[0] == 9, 34);
    ck((int) Float.NaN == 0 && (int) 1e20 == Integer.MAX_VALUE && (long) -1e30 == Long.MIN_VALUE, 35);
    ck((byte) 200 == -56 && (char) -1 == 65535 && (5 >> 33) == 2 && (-5 >>> 28) == 15 && (1L << 65) == 2, 36);
    ck(Integer.MIN_VALUE / -1 == Integer.MIN_VALUE && -7 % 3 == -1 && 5.5 % 2 == 1.5, 37);
    ck(Long.compare(3, 4) < 0 && Math.max(3, 4) == 4 && Math.abs(-3) == 3, 38);
    StringBuilder sb = new StringBuilder(); sb.append(1).append('c').append(2L).append(true).append("z").reverse(); ck(sb.toString().equals("zeurt2c1"), 39);
    ck("abc".substring(1).equals("bc") && "a,b".split(",").length == 2 && "abc".indexOf("c") == 2, 40);
    ck(Arrays.asList(1,2,3).contains(2) && Arrays.toString(c).equals("[1, 2, 3]"), 41);
    Iterator<Integer> it = l.iterator(); while (it.hasNext()) if (it.next() == 6) it.remove(); ck(!l.contains(6), 42);
    ck("x".getClass() == String.class && new ArrayList<>().getClass().getName().equals("java.util.ArrayList"), 43);
    ck(Objects.hash(1,2) == Objects.hash(1,2) && Objects.equals("a", "a"), 44);
    Object o = 5; if (o instanceof Integer n && n > 3) ck(n == 5, 45); else ck(false, 46);
    int yy = switch (3) { case 1, 2 -> 10; case 3 -> { int q = 4; yield q; } default -> 0; }; ck(yy == 4, 47);
    Integer bx = 127, by = 127; ck(bx == by && bx.equals(127), 48);
    char ch = 'a'; ch += 1; ck(ch == 'b', 49); short sh = (short) 70000; ck(sh == 4464, 50);
    long big = 1L << 40; ck((int) big == 0 && (float) big == 1.09951163E12f, 51);
    label: for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) { if (b == 1) continue label; if (a == 2) break label; }
    ck(String.valueOf(3.5).equals("3.5") && Integer.parseInt("-12") == -12 && Integer.toString(255, 16).equals("ff"), 52);
    l.sort(Comparator.reverseOrder()); ck(l.get(0) >= l.get(1), 53);
    m.computeIfAbsent("new", k -> k.length()); ck(m.get("new") == 3, 54);
    ck(l.stream().mapToInt(x -> x).sum() > 0, 55);
    Set<Color> es = EnumSet.of(Color.RED); ck(es.contains(Color.RED), 56);
    String.format("%d", 3);
  }
}
