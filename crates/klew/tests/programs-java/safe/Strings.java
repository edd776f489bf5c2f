// Strings of constants: what the Java virtual machine says, klew says.
public class Strings {
    public static void main(String[] args) {
        String text = "Hello, World";
        assert text.length() == 12 && text.charAt(4) == 'o';
        assert text.substring(7).equals("World") && text.substring(0, 5).equals("Hello");
        assert text.indexOf('o') == 4 && text.indexOf('o', 5) == 8 && text.lastIndexOf('o') == 8;
        assert text.indexOf("World") == 7 && text.indexOf("world") == -1 && text.lastIndexOf("l") == 10;
        assert text.toUpperCase().equals("HELLO, WORLD") && text.toLowerCase().equals("hello, world");
        assert text.startsWith("Hell") && text.endsWith("ld") && text.contains(", ") && !text.startsWith("hell");
        assert text.replace('l', 'L').equals("HeLLo, WorLd") && text.replace("l", "").equals("Heo, Word");
        assert "aaa".replace("aa", "b").equals("ba") && "ab".replace("", "-").equals("-a-b-");
        assert "  x y ".trim().equals("x y") && " \t".isBlank() && "".isEmpty() && "x".strip().equals("x");
        assert "ab".compareTo("ac") < 0 && "ab".compareTo("a") == 1 && "B".compareToIgnoreCase("a") > 0;
        assert "Straße".equalsIgnoreCase("straße") && !"a".equals(null) && !"a".equals((Object) 'a');
        assert "abc".hashCode() == 96354 && "".hashCode() == 0;
        assert String.join("-", "a", "b", "c").equals("a-b-c") && "ab".repeat(3).equals("ababab");
        assert String.valueOf(new char[] {'x', 'y'}).equals("xy") && String.valueOf((Object) null).equals("null");
        assert String.valueOf(3.0).equals("3.0") && String.valueOf(true).equals("true") && String.valueOf('c').equals("c");
        assert "a,b,,c,,".split(",").length == 4 && "a,b,,c,,".split(",", -1).length == 6;
        assert "a.b".split("\\.")[1].equals("b") && "x".split(",")[0].equals("x");
        assert "abc".toCharArray()[2] == 'c' && new String(new char[] {'o', 'k'}).equals("ok");
        assert "abcdef".regionMatches(2, "xcde", 1, 3) && "ABC".regionMatches(true, 0, "abc", 0, 3);
        assert "a" + 1 + 2L + 'c' + 1.5f + true + null == "x" || ("a" + 1 + 2L + 'c' + true + null).equals("a12ctruenull");
        assert "literal" == "lit" + "eral" && new String("x") != "x" && new String("x").intern() == "x";
    }
}
