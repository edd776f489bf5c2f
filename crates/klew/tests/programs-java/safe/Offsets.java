// Times with offsets from UTC, and adjusters.
import java.time.*;
import java.time.temporal.*;
public class Offsets {
    public static void main(String[] a) {
        OffsetDateTime o = OffsetDateTime.of(2024,1,1,0,0,0,0,ZoneOffset.ofHours(2));
        assert o.toInstant().toString().equals("2023-12-31T22:00:00Z");
        ZonedDateTime z = ZonedDateTime.of(2024,1,1,0,0,0,0,ZoneOffset.UTC);
        assert z.toString().equals("2024-01-01T00:00Z");
        assert LocalDate.of(2024,1,1).with(TemporalAdjusters.lastDayOfMonth()).getDayOfMonth()==31;
        assert LocalDate.of(2024,1,1).with(TemporalAdjusters.next(DayOfWeek.FRIDAY)).getDayOfMonth()==5;
        assert Instant.parse("2024-01-01T00:00:00Z").getEpochSecond()==1704067200L;
        assert Duration.parse("PT1H2M").toMinutes()==62;
        assert LocalDateTime.ofEpochSecond(0,0,ZoneOffset.UTC).toString().equals("1970-01-01T00:00");
    }
}
