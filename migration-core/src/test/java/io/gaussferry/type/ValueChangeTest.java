package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.type.ValueChange.Refusal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MySQL converts the values of a changed column without row events: the target converts them alike, or refuses the change. */
class ValueChangeTest {

    private static ColumnDefinition column(String declaration) {
        String set = declaration.matches("(char|varchar|\\w*text|enum|set)\\b.*") ? "utf8mb4" : null;
        return Columns.column(declaration, set);
    }

    private record Converted(Optional<String> value, List<String> refusals) {}

    private static Converted convert(ColumnDefinition from, ColumnDefinition to, boolean strict) {
        String targetType = ColumnType.of(to).targetType(Columns.DOLPHIN, ConversionRules.defaults());
        ValueChange change = new ValueChange(from, to, targetType, strict, ZoneOffset.UTC);
        Optional<String> value = ColumnType.of(to).convert(change);
        return new Converted(
                value, change.refusals().stream().map(Refusal::condition).toList());
    }

    /** A longer type of the same kind holds every value as it is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int           | bigint
            tinyint       | int
            varchar(10)   | varchar(20)
            varchar(10)   | text
            decimal(5,2)  | decimal(9,2)
            datetime      | datetime(3)
            tinytext      | longtext
            """)
    void widensWithoutRefusal(String from, String to) {
        for (boolean strict : new boolean[] {true, false}) {
            Converted converted = convert(column(from), column(to), strict);
            assertThat(converted.value()).as("%s to %s", from, to).isPresent();
            assertThat(converted.refusals()).as("%s to %s", from, to).isEmpty();
        }
    }

    /** A value that the new type lacks is refused on the target, as a strict session has refused it at the source. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            varchar(20)     | varchar(10)      | char_length(CAST("c" AS TEXT)) > 10
            text            | varchar(10)      | char_length(CAST("c" AS TEXT)) > 10
            varchar(10)     | tinytext         | -
            varchar(100)    | tinytext         | octet_length(CAST("c" AS TEXT)) > 255
            text            | tinytext         | octet_length(CAST("c" AS TEXT)) > 255
            int             | varchar(5)       | char_length(CAST("c" AS TEXT)) > 5
            int             | varchar(20)      | -
            bigint          | int              | "c" < -2147483648 OR "c" > 2147483647
            int             | int unsigned     | "c" < 0
            """)
    void refusesValuesThatNewTypeLacks(String from, String to, String expected) {
        Converted converted = convert(column(from), column(to), true);
        assertThat(converted.value()).isPresent();
        String refusals = String.join(" OR ", converted.refusals());
        if (expected.equals("-")) {
            assertThat(refusals).isEmpty();
        } else {
            assertThat(refusals).contains(expected);
        }
    }

    /** Without a rule for a pair of types nothing is converted: the statement is held. */
    @ParameterizedTest
    @CsvSource({"json, varchar(20)", "blob, text", "datetime, int", "varchar(20), json", "double, varchar(30)"})
    void convertsOnlyKnownPairs(String from, String to) {
        assertThat(convert(column(from), column(to), true).value()).isEmpty();
    }

    /** A session that is not strict replaces characters that the new character set lacks. */
    @Test
    void refusesForeignCharactersOfLenientSession() {
        ColumnDefinition latin = Columns.column("varchar(10)", "latin1");
        ColumnDefinition utf8 = column("varchar(10)");
        assertThat(convert(utf8, latin, true).refusals()).isEmpty();
        assertThat(convert(utf8, latin, false).refusals())
                .containsExactly("octet_length(CAST(\"c\" AS TEXT)) <> char_length(CAST(\"c\" AS TEXT))");
        assertThat(convert(latin, utf8, false).refusals()).isEmpty();
    }

    private static ValueChange change(String from, String to) {
        return new ValueChange(column(from), column(to), "numeric", true, null);
    }

    /** abs() would fail for the lowest integer. */
    @Test
    void comparesMagnitudesOnBothSides() {
        assertThat(change("int", "int").beyond("=", "100")).isEqualTo("\"c\" <= -100 OR \"c\" >= 100");
        assertThat(change("int unsigned", "int").beyond("", "100")).isEqualTo("\"c\" > 100");
        ValueChange digits = change("decimal(9,2)", "decimal(5,2)");
        digits.refuseDigits(3);
        assertThat(digits.refusals())
                .containsExactly(new Refusal("\"c\" <= -1000 OR \"c\" >= 1000", "has more digits than the new type"));
    }

    @Test
    void refusesLostFractionsOfSeconds() {
        ValueChange shorter = change("datetime(6)", "datetime(2)");
        shorter.refuseLostDigits();
        assertThat(shorter.refusals())
                .extracting(Refusal::condition)
                .containsExactly("CAST(EXTRACT(MICROSECONDS FROM \"c\") AS bigint) % 10000 <> 0");
        ValueChange longer = change("datetime(2)", "datetime(6)");
        longer.refuseLostDigits();
        assertThat(longer.refusals()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            timestamp(6) without time zone | timestamp without time zone | 6
            numeric(10,2)                  | numeric                     | 10,2
            numeric(10, 2)                 | numeric                     | 10,2
            decimal(10)                    | numeric                     | 10,0
            "varbinary"(30)                | varbinary                   | 30
            VARCHAR(20)                    | character varying           | 20
            pg_catalog.int4                | integer                     | ''
            double  precision              | double precision            | ''
            timestamptz                    | timestamp with time zone    | ''
            """)
    void parsesNamesOfTypes(String text, String base, String arguments) {
        TypeName name = TypeName.parse(text).canonical();
        assertThat(name.base()).isEqualTo(base);
        assertThat(name.arguments().stream().map(String::valueOf))
                .containsExactlyElementsOf(arguments.isEmpty() ? List.of() : List.of(arguments.split(",", -1)));
        assertThat(name.argument(5)).isZero();
    }
}
