// java.util.Date.
import java.util.*;
public class OldDates {
    public static void main(String[] a) throws Exception {
        Date d=new Date(5);
        assert d.getTime()==5;
        assert d.before(new Date(6));
        assert d.equals(new Date(5));
        assert d.compareTo(new Date(1))>0;
        assert d.toInstant().toEpochMilli()==5;
        assert Date.from(java.time.Instant.ofEpochMilli(7)).getTime()==7;
        assert new Date(9).hashCode()==9;
        d.setTime(8);
        assert d.after(new Date(5));
        assert ((Date) d.clone()).equals(d);
    }
}
