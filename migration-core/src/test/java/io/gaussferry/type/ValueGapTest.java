package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.type.ValueGap.Coverage;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueGapTest {

    private static final TargetProfile DOLPHIN = new TargetProfile(Product.OPENGAUSS, "", "B", true);
    private static final TargetProfile POSTGRESQL = new TargetProfile(Product.POSTGRESQL, "", "PG", false);

    /** MySQL's type with length, precision and scale; the target's type; the conditions of the guards for dolphin (D) or others (P). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            TINYINT 0 0 0            | D | tinyint          | -
            TINYINT 0 0 0            | P | smallint         | c >= -128 AND c <= 127
            TINYINT_UNSIGNED 0 0 0   | D | uint1            | -
            TINYINT_UNSIGNED 0 0 0   | P | smallint         | c >= 0 AND c <= 255
            SMALLINT 0 0 0           | P | smallint         | -
            MEDIUMINT 0 0 0          | D | integer          | c >= -8388608 AND c <= 8388607
            MEDIUMINT_UNSIGNED 0 0 0 | D | uint4            | c <= 16777215
            INT_UNSIGNED 0 0 0       | P | bigint           | c >= 0 AND c <= 4294967295
            BIGINT 0 0 0             | P | bigint           | -
            BIGINT_UNSIGNED 0 0 0    | D | uint8            | -
            BIGINT_UNSIGNED 0 0 0    | P | numeric(20,0)    | c >= 0.0 AND c <= 18446744073709551615.0
            BIGINT 0 0 0             | P | numeric          | c >= -9223372036854775808.0 AND c <= 9223372036854775807.0 AND c = trunc(c)
            TINYINT 0 0 0            | P | boolean          | -
            YEAR 0 0 0               | D | year             | -
            YEAR 0 0 0               | P | smallint         | (c = 0 OR c >= 1901 AND c <= 2155)
            DECIMAL 0 5 2            | D | numeric(5,2)     | c < 1000.0
            DECIMAL_UNSIGNED 0 5 2   | D | numeric(5,2)     | c >= 0.0 AND c < 1000.0
            DECIMAL 0 5 2            | P | numeric(8,3)     | c > -1000.0 AND c < 1000.0 AND c = round(c, 2)
            DECIMAL 0 2 2            | P | numeric(2,2)     | c < 1.0
            FLOAT 0 0 0              | D | real             | abs(c) < 'Infinity'
            FLOAT 0 0 0              | P | double precision | abs(c) < 'Infinity' AND c = CAST(CAST(c AS float4) AS float8)
            DOUBLE_UNSIGNED 0 0 0    | P | double precision | c >= '0' AND c < 'Infinity'
            DOUBLE 0 7 2             | P | numeric(7,2)     | c < 100000.0
            BIT 3 0 0                | P | bit(3)           | -
            BIT 3 0 0                | P | bit varying(9)   | length(c) = 3
            BINARY 4 0 0             | D | "binary"(4)      | -
            BINARY 4 0 0             | P | bytea            | octet_length(c) <= 4
            VARBINARY 9 0 0          | D | "varbinary"(9)   | -
            VARBINARY 9 0 0          | D | "varbinary"(10)  | octet_length(c) <= 9
            BLOB 255 0 0             | D | tinyblob         | octet_length(c) <= 255
            BLOB 65535 0 0           | P | bytea            | octet_length(c) <= 65535
            BLOB 4294967295 0 0      | P | bytea            | -
            DATE 0 0 0               | P | date             | c < '10000-01-01'
            DATE 0 0 0               | D | date             | c < '10000-01-01'
            DATETIME 0 0 6           | P | timestamp(6) without time zone | c < '10000-01-01'
            DATETIME 0 0 3           | P | timestamp without time zone    | c < '10000-01-01' & c = CAST(c AS timestamp(3) without time zone)
            TIMESTAMP 0 0 0          | P | timestamp(0) with time zone    | c >= '1970-01-01 00:00:01+00' AND c < '2038-01-19 03:14:08+00'
            TIMESTAMP 0 0 0          | D | timestamp(0) with time zone    | (c >= '1970-01-01 00:00:01+00' AND c < '2038-01-19 03:14:08+00' OR c = '0000-00-00 00:00:00+00')
            TIME 0 0 0               | D | time(0) without time zone      | -
            TIME 0 0 0               | P | interval(0)      | c >= '-838:59:59' AND c <= '838:59:59' AND date_part('month', c) = 0 AND date_part('year', c) = 0
            """)
    void hasTheConditionOfTheCatalogue(String type, String profile, String targetType, String conditions) {
        assertThat(conditions(column(type), targetType, profile.equals("D") ? DOLPHIN : POSTGRESQL))
                .isEqualTo(conditions);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            VARCHAR 10 utf8mb4   | character varying(10) | -
            VARCHAR 10 utf8mb4   | character varying(40) | char_length(c) <= 10
            VARCHAR 10 utf8mb4   | text                  | char_length(c) <= 10
            VARCHAR 0 utf8mb4    | character varying(1)  | char_length(c) <= 0
            CHAR 3 utf8mb4       | character(3)          | -
            VARCHAR 10 ascii     | character varying(10) | c !~ E'[^\\\\u0001-\\\\u007f]'
            VARCHAR 10 utf8mb3   | character varying(10) | c !~ E'[^\\\\u0001-\\\\uffff]'
            VARCHAR 300 utf8mb3  | character varying(300) | (octet_length(c) = char_length(c) OR c !~ E'[^\\\\u0001-\\\\uffff]')
            TEXT 255 utf8mb4     | text                  | octet_length(c) <= 255
            TEXT 16777215 utf8mb4 | text                 | octet_length(c) <= 16777215
            TEXT 4294967295 utf8mb4 | text               | -
            TEXT 255 ascii       | text                  | (octet_length(c) = char_length(c) OR c !~ E'[^\\\\u0001-\\\\u007f]') & char_length(c) <= 255
            TEXT 255 utf32       | text                  | char_length(c) <= 63
            """)
    void limitsStringsInTheUnitOfMySql(String type, String targetType, String conditions) {
        String[] parts = type.split(" ");
        assertThat(conditions(text(parts[0], Long.parseLong(parts[1]), parts[2]), targetType, POSTGRESQL))
                .isEqualTo(conditions);
    }

    /** The finding names them to the operator. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            DECIMAL 0 5 2            | numeric(5,2)     | NaN
            DECIMAL_UNSIGNED 0 5 2   | numeric(5,2)     | NaN, negative numbers
            DECIMAL 0 5 2            | numeric(8,3)     | NaN, numbers that do not fit 5 digits with 2 decimals
            DECIMAL 0 5 2            | numeric(6,3)     | NaN, numbers that do not fit 5 digits with 2 decimals
            FLOAT 0 0 0              | double precision | NaN and infinity, numbers with more digits than FLOAT
            DOUBLE_UNSIGNED 0 0 0    | double precision | NaN and infinity, negative numbers
            """)
    void namesTheValuesOfAGap(String type, String targetType, String values) {
        assertThat(gaps(column(type), targetType, POSTGRESQL))
                .extracting(ValueGap::values)
                .containsExactly(values);
    }

    @Test
    void namesTheYearsOfATarget() {
        assertThat(gaps(column("DATE 0 0 0"), "date", POSTGRESQL))
                .extracting(ValueGap::values)
                .containsExactly("years after 9999 and before 1, and infinity");
        assertThat(gaps(column("DATE 0 0 0"), "date", DOLPHIN))
                .extracting(ValueGap::values)
                .containsExactly("years after 9999 and before 0, and infinity");
    }

    @Test
    void namesValuesOfMembers() {
        assertThat(gaps(members(MySqlType.ENUM), "text", POSTGRESQL))
                .extracting(ValueGap::values)
                .containsExactly("strings that are not a member");
        assertThat(gaps(members(MySqlType.SET), "text", POSTGRESQL))
                .extracting(ValueGap::values)
                .containsExactly("strings that are not a set of members");
    }

    @Test
    void locatesAGapOfTheColumn() {
        ValueGap gap = gaps(column("BIT 3 0 0"), "bit varying(9)", POSTGRESQL).get(0);
        assertThat(gap.location(new TableId("s", "t"))).isEqualTo("s.t.c");
        assertThat(gap.key()).isEqualTo("c_length");
        assertThat(gap.isGuarded()).isTrue();
    }

    @Test
    void latin1IsWindows1252() {
        String pattern = CharacterClass.of("latin1").orElseThrow().others();
        assertThat(pattern).startsWith("[^\\u0001-\\u007f").contains("\\u20ac").contains("\\u00a0-\\u00ff");
        assertThat("é€ÿœ").doesNotContainPattern(pattern);
        assertThat("表").containsPattern(pattern);
        assertThat("α").containsPattern(pattern);
    }

    @Test
    void widensScatteredCharacterSetsAndSaysSo() {
        CharacterClass sjis = CharacterClass.of("sjis").orElseThrow();
        assertThat(sjis.isExact()).isFalse();
        assertThat(sjis.others()).hasSizeLessThan(2000);
        assertThat("表テスト漢字ｱ").doesNotContainPattern(sjis.others());
        assertThat("한").containsPattern(sjis.others());
        assertThat(gaps(text("VARCHAR", 10, "sjis"), "character varying(10)", POSTGRESQL))
                .singleElement()
                .satisfies(gap -> assertThat(gap.coverage()).isEqualTo(Coverage.PARTIAL));
    }

    @Test
    void hasMembersOnlyWhereTheTargetHasStrings() {
        ColumnDefinition set = members(MySqlType.SET);
        assertThat(conditions(set, "text", POSTGRESQL))
                .isEqualTo("(c = '' OR string_to_array(c, ',') <@ ARRAY['a', 'it''s'])");
        assertThat(conditions(set, "t_c_set", DOLPHIN)).isEqualTo("-");
        assertThat(conditions(members(MySqlType.ENUM), "character varying(4)", POSTGRESQL))
                .isEqualTo("c IN ('a', 'it''s', '')");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FLOAT 0 7 3    | numeric(7,3)  | number
            FLOAT 0 8 3    | numeric(9,3)  | number, digits
            DOUBLE 0 15 3  | numeric(15,3) | number
            DOUBLE 0 16 3  | numeric(17,3) | number, digits
            FLOAT 0 0 0    | numeric       | digits
            """)
    void namesDigitsThatMySqlRoundsAway(String type, String targetType, String reasons) {
        assertThat(gaps(column(type), targetType, POSTGRESQL))
                .extracting(ValueGap::reason)
                .containsExactly(reasons.split(", "));
    }

    @Test
    void namesWhatNoGuardRefuses() {
        ColumnDefinition json =
                new ColumnDefinition("c", MySqlType.JSON, false, "json", 0, 0, 0, null, List.of(), false);
        assertThat(gaps(json, "json", POSTGRESQL))
                .extracting(ValueGap::key, ValueGap::coverage)
                .containsExactly(tuple("c_json", Coverage.NONE));
    }

    private static ColumnDefinition column(String type) {
        String[] parts = type.split(" ");
        String name = parts[0].replace("_UNSIGNED", "");
        return new ColumnDefinition(
                "c",
                MySqlType.valueOf(name),
                parts[0].endsWith("_UNSIGNED"),
                "",
                Long.parseLong(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                null,
                List.of(),
                true);
    }

    private static ColumnDefinition text(String type, long length, String characterSet) {
        return new ColumnDefinition(
                "c", MySqlType.valueOf(type), false, "", length, 0, 0, characterSet, List.of(), true);
    }

    private static ColumnDefinition members(MySqlType type) {
        return new ColumnDefinition("c", type, false, "", 0, 0, 0, "utf8mb4", List.of("a", "it's"), true);
    }

    private static List<ValueGap> gaps(ColumnDefinition column, String targetType, TargetProfile profile) {
        return ColumnType.of(column).gaps(new ColumnPair(column, targetType, false, profile), new CharacterClasses());
    }

    private static String conditions(ColumnDefinition column, String targetType, TargetProfile profile) {
        String conditions = gaps(column, targetType, profile).stream()
                .filter(ValueGap::isGuarded)
                .map(gap -> gap.condition().replace("\"", ""))
                .collect(Collectors.joining(" & "));
        return conditions.isEmpty() ? "-" : conditions;
    }
}
