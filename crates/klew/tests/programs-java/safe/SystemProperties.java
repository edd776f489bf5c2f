/** Properties that every JDK sets, that the program sets, and others. */
public class SystemProperties {
    public static void main(String[] args) {
        assert System.getProperty("line.separator").equals("\n");
        assert System.getProperty("file.separator").equals("/");
        assert System.getProperty("java.version").length() > 0;
        assert System.getProperty("os.name").equals("Linux");
        assert System.getProperty("my.flag") == null;
        assert System.getProperty("my.flag", "off").equals("off");
        assert System.setProperty("my.flag", "on") == null;
        assert System.setProperty("my.flag", "still").equals("on");
        assert System.getProperty("my.flag").equals("still");
        assert System.clearProperty("my.flag").equals("still");
        assert System.getProperty("my.flag") == null;
        try {
            System.getProperty("");
            assert false;
        } catch (IllegalArgumentException expected) {
            assert expected.getMessage().equals("key can't be empty");
        }
    }
}
