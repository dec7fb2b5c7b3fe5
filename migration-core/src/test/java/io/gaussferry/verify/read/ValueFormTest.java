package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which values count as equal. */
class ValueFormTest {

    private static String form(ValueForm form, String text) {
        Row row = new Row(1);
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        form.append(bytes, 1, bytes.length - 1, row);
        return String.valueOf(row.text(0));
    }

    private static void equal(ValueForm form, String left, String right) {
        assertThat(form(form, left)).isEqualTo(form(form, right));
    }

    private static void differ(ValueForm form, String left, String right) {
        assertThat(form(form, left)).isNotEqualTo(form(form, right));
    }

    @Test
    void comparesNumbersByValue() {
        equal(ValueForm.NUMBER, "1.50", "1.5");
        equal(ValueForm.NUMBER, "0000", "0");
        equal(ValueForm.NUMBER, "-0.00", "0");
        equal(ValueForm.NUMBER, "18446744073709551615", "18446744073709551615.0");
        equal(ValueForm.NUMBER, "007", "7");
        differ(ValueForm.NUMBER, "18446744073709551615", "18446744073709551614");
        differ(ValueForm.NUMBER, "-1", "1");
        differ(ValueForm.NUMBER, "10", "1");
        differ(ValueForm.NUMBER, "NaN", "0");
    }

    @Test
    void comparesFloatingPointBitByBit() {
        equal(ValueForm.FLOAT, "1e-45", "1.4E-45");
        equal(ValueForm.DOUBLE, "100000", "1e5");
        differ(ValueForm.DOUBLE, "-0", "0");
        differ(ValueForm.DOUBLE, "0.1", "0.10000000000000002");
        equal(ValueForm.FLOAT, "0.1", "0.100000001");
    }

    @Test
    void comparesTrailingBlanksUnlessPadded() {
        equal(ValueForm.PADDED, "a", "a   ");
        differ(ValueForm.PADDED, " a", "a");
        differ(ValueForm.EXACT, "a", "a ");
        differ(ValueForm.EXACT, "a", "A");
    }

    @Test
    void comparesTimestampsWithoutZoneAndTrailingZeros() {
        equal(ValueForm.TEMPORAL, "2024-02-29 10:20:30.100+00", "2024-02-29 10:20:30.1");
        equal(ValueForm.TEMPORAL, "10:20:30.000", "10:20:30");
        differ(ValueForm.TEMPORAL, "10:20:30.001", "10:20:30");
        differ(ValueForm.TEMPORAL, "-10:20:30", "10:20:30");
        differ(ValueForm.TEMPORAL, "10:20:00", "10:20:30");
        equal(ValueForm.DATE, "2024-02-29", "2024-02-29 00:00:00");
        differ(ValueForm.DATE, "2024-02-29", "2024-02-29 00:00:01");
    }

    @Test
    void comparesIntervalsByLength() {
        equal(ValueForm.INTERVAL, "838 hours 59 minutes 59.5 seconds", "34 days 22:59:59.5");
        equal(ValueForm.INTERVAL, "-1 hours -0 minutes -0 seconds", "-01:00:00");
        equal(ValueForm.INTERVAL, "838 hours 59 minutes 59 seconds", "838:59:59");
        differ(ValueForm.INTERVAL, "1 hours 0 minutes 0 seconds", "-01:00:00");
    }

    @Test
    void acceptsSpellingsOfBytesAndBooleans() {
        equal(ValueForm.BYTES, "\\x00ff", "00FF");
        differ(ValueForm.BYTES, "\\x00", "\\x0000");
        equal(ValueForm.BOOLEAN, "1", "t");
        equal(ValueForm.BOOLEAN, "0", "false");
        differ(ValueForm.BOOLEAN, "2", "t");
        equal(ValueForm.UUID, "{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    }

    @Test
    void comparesJsonByTargetType() {
        equal(ValueForm.JSON, "{\"a\": [1, 2]}", "{\"a\":[1,2]}");
        differ(ValueForm.JSON, "{\"a\": 1.0}", "{\"a\": 1}");
        differ(ValueForm.JSON, "{\"a b\": 1}", "{\"ab\": 1}");
        equal(ValueForm.JSONB, "{\"b\": 1e2, \"a\": \"\\u0041\\n\"}", "{\"a\":\"A\\n\", \"b\": 100}");
        differ(ValueForm.JSONB, "{\"a\": \"1\"}", "{\"a\": 1}");
        differ(ValueForm.JSONB, "[1, 2]", "[2, 1]");
        equal(ValueForm.JSONB, "[]", "[ ]");
        equal(ValueForm.JSONB, "{}", "{ }");
        differ(ValueForm.JSONB, "[{}, null]", "[{}, false]");
    }

    @Test
    void choosesFormByTargetType() {
        ColumnDefinition bytes = column(MySqlType.BINARY);
        ColumnDefinition text = column(MySqlType.VARCHAR);
        assertThat(ValueForm.of(bytes, "bytea")).isEqualTo(ValueForm.ZERO_PADDED);
        assertThat(ValueForm.of(bytes, "binary(4)")).isEqualTo(ValueForm.ZERO_PADDED);
        assertThat(ValueForm.of(bytes, "binary(4)").inKey()).isEqualTo(ValueForm.BYTES);
        assertThat(ValueForm.of(text, "character varying(20)")).isEqualTo(ValueForm.EXACT);
        assertThat(ValueForm.of(text, "character(20)")).isEqualTo(ValueForm.PADDED);
        assertThat(ValueForm.of(text, "\"char\"")).isEqualTo(ValueForm.PADDED);
        assertThat(ValueForm.of(column(MySqlType.TINYINT), "boolean")).isEqualTo(ValueForm.BOOLEAN);
        assertThat(ValueForm.of(column(MySqlType.BIGINT), "uint8")).isEqualTo(ValueForm.NUMBER);
        assertThat(ValueForm.of(column(MySqlType.TIMESTAMP), "timestamp(3) with time zone"))
                .isEqualTo(ValueForm.TEMPORAL);
        assertThat(ValueForm.of(column(MySqlType.DATE), "timestamp(0) without time zone"))
                .as("a date in compatibility A")
                .isEqualTo(ValueForm.DATE);
        assertThat(ValueForm.of(column(MySqlType.TIME), "interval(3)")).isEqualTo(ValueForm.INTERVAL);
    }

    private static ColumnDefinition column(MySqlType type) {
        return new ColumnDefinition("c", type, false, "", 10, 0, 0, null, List.of(), true);
    }
}
