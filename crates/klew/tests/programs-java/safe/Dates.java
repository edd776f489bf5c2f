// Dates, times, durations and periods of java.time.
import java.time.*;
import java.time.temporal.*;
import java.time.format.*;
public class Dates {
    public static void main(String[] a) {
        LocalDate d = LocalDate.of(2024, 2, 28);
        assert d.plusDays(2).equals(LocalDate.of(2024,3,1));
        assert d.isLeapYear();
        assert d.getDayOfWeek() == DayOfWeek.WEDNESDAY;
        assert d.toString().equals("2024-02-28");
        assert ChronoUnit.DAYS.between(d, d.plusMonths(1)) == 29;
        assert d.lengthOfMonth()==29;
        assert Period.between(d, LocalDate.of(2025,3,1)).toString().equals("P1Y1D");
        LocalDateTime t = LocalDateTime.of(2024,1,1,23,59,30);
        assert t.plusSeconds(45).toString().equals("2024-01-02T00:00:15");
        assert Duration.ofMinutes(90).toString().equals("PT1H30M");
        assert Duration.between(t, t.plusHours(5)).toHours()==5;
        assert Instant.ofEpochSecond(0).toString().equals("1970-01-01T00:00:00Z");
        assert YearMonth.of(2023,2).lengthOfMonth()==28;
        assert LocalTime.of(10,5).toString().equals("10:05");
        assert DayOfWeek.MONDAY.plus(8)==DayOfWeek.TUESDAY;
        assert Month.of(3)==Month.MARCH;
    }
}
