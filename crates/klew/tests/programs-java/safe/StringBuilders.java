public class StringBuilders {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        assert text.length() == 0 && text.capacity() == 16;
        text.append("abc").append(12).append('d').append(true).append(3L).append(1.5).append((Object) null);
        assert text.toString().equals("abc12dtrue31.5null");
        assert text.capacity() == 34;
        text.setLength(3);
        text.insert(0, "x").insert(2, 7).reverse();
        assert text.toString().equals("cb7ax") && text.charAt(2) == '7' && text.indexOf("a") == 3;
        text.deleteCharAt(2).setCharAt(0, 'C');
        assert text.toString().equals("Cbax");
        text.delete(1, 3).replace(0, 1, "hello");
        assert text.toString().equals("hellox") && text.substring(5).equals("x");
        StringBuffer buffer = new StringBuffer("ab");
        buffer.append(text).append("cd", 0, 1).append(new char[] {'!', '?'});
        assert buffer.toString().equals("abhelloxc!?") && buffer.lastIndexOf("l") == 5;
        assert new StringBuilder("abc").compareTo(new StringBuilder("abd")) < 0;
        StringBuilder grown = new StringBuilder(2);
        for (int i = 0; i < 30; i++) {
            grown.append(i);
        }
        assert grown.length() == 50 && grown.toString().endsWith("272829");
        try {
            grown.charAt(50);
            assert false;
        } catch (IndexOutOfBoundsException exception) {
            assert exception instanceof StringIndexOutOfBoundsException;
        }
    }
}
