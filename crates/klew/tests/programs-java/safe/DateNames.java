// Names of days and months in formats of dates.
import java.time.*;
import java.time.format.*;
import java.util.*;
import java.time.temporal.*;
public class DateNames {
    public static void main(String[] a) {
        LocalDate d = LocalDate.of(2024, 2, 28);
        assert d.format(DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH)).equals("28 Feb 2024");
        assert d.format(DateTimeFormatter.ofPattern("EEEE, MMMM d", Locale.US)).equals("Wednesday, February 28");
        assert LocalDate.parse("3 Mar 2021", DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH)).getMonthValue() == 3;
        assert DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.ENGLISH).equals("Mon");
        assert Month.MAY.getDisplayName(TextStyle.NARROW, Locale.ENGLISH).equals("M");
        assert LocalTime.of(15, 4).format(DateTimeFormatter.ofPattern("h:mm a", Locale.ENGLISH)).equals("3:04 PM");
        assert ZonedDateTime.of(2024,1,2,3,4,5,0,ZoneOffset.UTC).format(DateTimeFormatter.RFC_1123_DATE_TIME).equals("Tue, 2 Jan 2024 03:04:05 GMT");
        assert d.get(WeekFields.ISO.weekOfWeekBasedYear()) == 9;
        assert d.get(WeekFields.of(Locale.US).dayOfWeek()) == 4;
        assert d.format(DateTimeFormatter.ISO_WEEK_DATE).equals("2024-W09-3");
        assert d.format(DateTimeFormatter.BASIC_ISO_DATE).equals("20240228");
        assert d.get(IsoFields.QUARTER_OF_YEAR) == 1;
        assert new DateTimeFormatterBuilder().appendText(ChronoField.AMPM_OF_DAY, TextStyle.FULL_STANDALONE).toFormatter(Locale.ENGLISH).format(LocalTime.NOON).equals("1");
        assert d.format(DateTimeFormatter.ofPattern("uuuu G", Locale.ENGLISH)).equals("2024 AD");
    }
}
