package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** For each type, tests which spellings of a value count as equal, and that other values do not. Either side may have either spelling. */
class SpellingsTest {

    /**
     * A value.
     *
     * @param type the type in MySQL
     * @param target the type on the target
     * @param value as MySQL has it
     * @param spellings of the same value on the target
     * @param others other values
     */
    private record Case(MySqlType type, String target, String value, List<String> spellings, List<String> others) {}

    private static final List<Case> CASES = List.of(
            of(MySqlType.TINYINT, "boolean", "1", List.of("t", "true"), List.of("f", "2")),
            of(MySqlType.INT, "integer", "00042", List.of("42"), List.of("-42", "420")),
            of(
                    MySqlType.BIGINT,
                    "numeric(20)",
                    "18446744073709551615",
                    List.of("18446744073709551615.0"),
                    List.of("0")),
            of(MySqlType.DECIMAL, "numeric(10,2)", "1.50", List.of("1.5", "01.500"), List.of("1.51", "-1.50", "NaN")),
            of(MySqlType.DECIMAL, "numeric(10,2)", "0.00", List.of("0", "-0.0"), List.of("0.01")),
            of(MySqlType.FLOAT, "real", "0.1", List.of("0.100000001", "1e-1", "0.10000000149011612"), List.of("0.11")),
            of(MySqlType.FLOAT, "numeric(7,2)", "1.50", List.of("1.5"), List.of("1.51")),
            of(MySqlType.DOUBLE, "double precision", "1e20", List.of("100000000000000000000"), List.of("1e21")),
            of(MySqlType.DOUBLE, "double precision", "0", List.of("0.0"), List.of("-0", "5e-324")),
            of(MySqlType.BIT, "bit(4)", "0101", List.of(), List.of("101", "0100")),
            of(MySqlType.YEAR, "smallint", "0000", List.of("0"), List.of("2000")),
            of(MySqlType.YEAR, "year", "2024", List.of("2024"), List.of("24")),
            of(MySqlType.CHAR, "character(5)", "ab", List.of("ab   "), List.of(" ab", "AB")),
            of(MySqlType.CHAR, "text", "ab", List.of("ab  "), List.of("ab\t", " ab")),
            of(MySqlType.VARCHAR, "character varying(5)", "ab", List.of(), List.of("ab ", "AB")),
            of(MySqlType.TEXT, "text", "ab", List.of(), List.of("ab ", "Ab")),
            of(
                    MySqlType.BINARY,
                    "bytea",
                    "61620000",
                    List.of("\\x6162", "6162", "\\x616200"),
                    List.of("\\x61620001", "")),
            of(MySqlType.BINARY, "bytea", "00000000", List.of("\\x", "\\x00"), List.of("\\x01")),
            of(MySqlType.VARBINARY, "bytea", "6a00", List.of("\\x6a00", "6A00"), List.of("\\x6a")),
            of(MySqlType.BLOB, "blob", "6a", List.of("6A", "\\x6a"), List.of("\\x6a00")),
            of(
                    MySqlType.BINARY,
                    "uuid",
                    "a0eebc999c0b4ef8",
                    List.of("A0EEBC99-9C0B-4EF8"),
                    List.of("a0eebc999c0b4ef9")),
            of(MySqlType.DATE, "date", "2024-02-29", List.of("2024-02-29 00:00:00"), List.of("2024-02-28")),
            of(
                    MySqlType.DATETIME,
                    "timestamp(3) without time zone",
                    "2024-02-29 01:02:03.100",
                    List.of("2024-02-29 01:02:03.1"),
                    List.of("2024-02-29 01:02:03", "infinity")),
            of(
                    MySqlType.TIMESTAMP,
                    "timestamp(3) with time zone",
                    "2024-02-29 01:02:03.000",
                    List.of("2024-02-29 01:02:03+00"),
                    List.of("2024-02-29 01:02:04+00")),
            of(MySqlType.TIME, "time(3)", "01:02:03.500", List.of("01:02:03.5"), List.of("-01:02:03.5")),
            of(
                    MySqlType.TIME,
                    "interval(3)",
                    "838 hours 59 minutes 59 seconds",
                    List.of("838:59:59", "34 days 22:59:59"),
                    List.of("34 days 22:59:58")),
            of(MySqlType.TIME, "text", "01:02:03", List.of("1:02:03", "01:02:03.000"), List.of("-01:02:03", "01:02")),
            of(MySqlType.ENUM, "character varying(9)", "red", List.of(), List.of("RED", "")),
            of(MySqlType.SET, "text", "c,a", List.of("a,c", "a,c,a"), List.of("a", "a,C", "")),
            of(MySqlType.SET, "set", "a", List.of("a,a"), List.of("b")),
            of(
                    MySqlType.JSON,
                    "json",
                    "{\"id\": 1, \"name\": \"x\"}",
                    List.of("{\"name\":\"x\",\"id\":1}", " { \"id\" :1 ,\n\"name\": \"\\u0078\" } "),
                    List.of(
                            "{\"name\": \"x\"}",
                            "{\"id\": \"1\", \"name\": \"x\"}",
                            "{\"id\": 1, \"name\": \"X\"}",
                            "{\"id\": 1, \"id\": 1, \"name\": \"x\"}",
                            "{\"id\": 1 \"name\": \"x\"}")),
            of(
                    MySqlType.JSON,
                    "json",
                    "{\"z\": 1, \"aa\": 2}",
                    List.of("{\"aa\":2,\"z\":1}"),
                    List.of("{\"aa\":1,\"z\":2}")),
            of(MySqlType.JSON, "json", "1.10", List.of("1.1", "11e-1", "0.11E+1"), List.of("1", "1.11", "-1.1")),
            of(MySqlType.JSON, "json", "100.0", List.of("1e2", "1.0E2", "100.00"), List.of("100", "10.0")),
            of(
                    MySqlType.JSON,
                    "json",
                    "1e30",
                    List.of("1000000000000000000000000000000.0"),
                    List.of("1e31", "1e300000")),
            of(MySqlType.JSON, "json", "-0.0", List.of("-0e5"), List.of("0.0", "-0", "0")),
            of(
                    MySqlType.JSON,
                    "json",
                    "18446744073709551615",
                    List.of(),
                    List.of("18446744073709551616", "1.8446744073709552e19")),
            of(
                    MySqlType.JSON,
                    "json",
                    "\"Aé😀\\n/\"",
                    List.of("\"\\u0041\\u00e9\\ud83d\\ude00\\u000a\\/\""),
                    List.of("\"A\"", "\"Aé\\ud83d\\n/\"")),
            of(
                    MySqlType.JSON,
                    "json",
                    "[1, [], {}, null, true]",
                    List.of("[1,[ ],{ },null,true]"),
                    List.of("[1, [], {}, null, false]", "[1]")),
            of(MySqlType.JSON, "text", "[1, 2]", List.of("[1,2]"), List.of("[2, 1]", "[1, 2", "[1, 2]]")),
            of(
                    MySqlType.JSON,
                    "jsonb",
                    "{\"b\": 100.0, \"a\": \"A\\n\"}",
                    List.of("{\"a\":\"\\u0041\\n\",\"b\":100}"),
                    List.of("{\"a\": \"A\\n\", \"b\": 101}")));

    private static Case of(MySqlType type, String target, String value, List<String> spellings, List<String> others) {
        return new Case(type, target, value, spellings, others);
    }

    @TestFactory
    List<DynamicTest> equalsByValue() {
        return CASES.stream()
                .map(one -> DynamicTest.dynamicTest(one.type() + " as " + one.target() + ": " + one.value(), () -> {
                    ValueForm form = ValueForm.of(column(one.type()), one.target());
                    String expected = form(form, one.value());
                    assertThat(form(form, expected)).as("the form of a form").isEqualTo(expected);
                    one.spellings()
                            .forEach(spelling -> assertThat(form(form, spelling))
                                    .as(spelling)
                                    .isEqualTo(expected));
                    one.others()
                            .forEach(other ->
                                    assertThat(form(form, other)).as(other).isNotEqualTo(expected));
                }))
                .toList();
    }

    private static String form(ValueForm form, String text) {
        Row row = new Row(1);
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        form.append(bytes, 1, bytes.length - 1, row);
        return String.valueOf(row.text(0));
    }

    private static ColumnDefinition column(MySqlType type) {
        return new ColumnDefinition("c", type, false, "", 10, 0, 0, null, List.of(), true);
    }
}
