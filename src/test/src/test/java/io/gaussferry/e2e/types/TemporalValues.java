package io.gaussferry.e2e.types;

import static io.gaussferry.e2e.types.Reading.DATE;
import static io.gaussferry.e2e.types.Reading.INSTANT;
import static io.gaussferry.e2e.types.Reading.TEMPORAL;
import static io.gaussferry.e2e.types.Reading.YEAR;
import static io.gaussferry.e2e.types.TypeValues.REFUSED;
import static io.gaussferry.e2e.types.TypeValues.type;

import io.gaussferry.e2e.SourceSql;
import java.util.ArrayList;
import java.util.List;

/** Dates and times. */
public final class TemporalValues {

    private static final String DIGITS = "123456";

    private TemporalValues() {}

    public static List<TypeValues> dates() {
        return List.of(
                type("DATE", DATE)
                        .text("0001-01-01")
                        .text("1000-01-01")
                        .text("1582-10-10")
                        .text("1970-01-01")
                        .text("2024-02-29")
                        .text("9999-12-31")
                        .value("'0000-00-00'", REFUSED, "0000-00-00")
                        .refused("'2024-00-15'")
                        .refused("'2024-02-30'")
                        .value("'0000-01-01'", REFUSED, "0000-01-01")
                        .value("'0000-02-29'", REFUSED, "0000-02-29"),
                type("YEAR", YEAR).value("'0000'", "0", "0000").values("1901", "2024", "2155"));
    }

    /** PostgreSQL's {@code time} ends at 24 hours and has no sign. */
    public static List<TypeValues> times() {
        List<TypeValues> types = new ArrayList<>();
        types.add(type("TIME", TEMPORAL)
                .text("00:00:00")
                .text("23:59:59")
                .value("'24:00:00'", REFUSED, "24:00:00")
                .value("'-00:00:01'", REFUSED, "-00:00:01")
                .value("'838:59:59'", REFUSED, "838:59:59")
                .value("'-838:59:59'", REFUSED, "-838:59:59"));
        for (int fraction = 1; fraction <= 6; fraction++) {
            String digits = DIGITS.substring(0, fraction);
            types.add(type("TIME(" + fraction + ")", TEMPORAL)
                    .text("12:34:56." + digits)
                    .text("23:59:59." + "9".repeat(fraction))
                    .text("00:00:00." + "0".repeat(fraction - 1) + "1")
                    .value("'-00:00:00." + digits + "'", REFUSED, "-00:00:00." + digits)
                    .value("'-838:59:58." + digits + "'", REFUSED, "-838:59:58." + digits));
        }
        return types;
    }

    /** No time zone may ever shift these, including those at which a zone's clocks are set forward. */
    public static List<TypeValues> dateTimes() {
        List<TypeValues> types = new ArrayList<>();
        types.add(type("DATETIME", TEMPORAL)
                .text("0001-01-01 00:00:00")
                .text("1000-01-01 00:00:00")
                .text("1582-10-10 12:00:00")
                .text("2024-03-10 02:30:00")
                .text("2024-03-31 02:30:00")
                .text("9999-12-31 23:59:59")
                .value("'0000-00-00 00:00:00'", REFUSED, "0000-00-00 00:00:00")
                .value("'0000-00-00 23:59:59'", REFUSED, "0000-00-00 23:59:59")
                .value("'0000-12-31 23:59:59'", REFUSED, "0000-12-31 23:59:59")
                .refused("'2024-00-15 12:00:00'"));
        for (int fraction = 1; fraction <= 6; fraction++) {
            types.add(type("DATETIME(" + fraction + ")", TEMPORAL)
                    .text("2024-03-31 02:30:00." + DIGITS.substring(0, fraction))
                    .value("'0000-00-00 00:00:00'", REFUSED, "0000-00-00 00:00:00")
                    .text("1969-12-31 23:59:59." + "9".repeat(fraction))
                    .text("0001-01-01 00:00:00." + "0".repeat(fraction - 1) + "1")
                    .text("9999-12-31 23:59:59." + "9".repeat(fraction)));
        }
        return types;
    }

    /** Instants, which are the same in every zone; European and American clocks are changed at some of these. */
    public static List<TypeValues> timestamps() {
        List<TypeValues> types = new ArrayList<>();
        types.add(instants("TIMESTAMP NULL", "", "1970-01-01 00:00:01", "2024-03-10 02:30:00", "2024-03-31 01:00:00")
                .value("'0000-00-00 00:00:00'", REFUSED, "0000-00-00 00:00:00+00"));
        types.add(instants("TIMESTAMP NULL", "", "2024-10-27 00:30:00", "2024-10-27 01:30:00", "2038-01-19 03:14:07"));
        for (int fraction = 1; fraction <= 6; fraction++) {
            types.add(instants(
                    "TIMESTAMP(" + fraction + ") NULL",
                    "." + DIGITS.substring(0, fraction),
                    "1970-01-01 00:00:01",
                    "2024-03-31 02:30:00",
                    "2038-01-19 03:14:07"));
        }
        return types;
    }

    private static TypeValues instants(String declaration, String fraction, String... instants) {
        TypeValues values = type(declaration, INSTANT);
        for (String instant : instants) {
            values.value(SourceSql.instant(instant + fraction), instant + fraction + "+00");
        }
        return values;
    }
}
