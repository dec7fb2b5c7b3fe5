package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.SchemaMismatchException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that some or all targets cannot store: refused by default, converted by rule, equally in copy and replication.
 */
class HazardsTest {

    private static final ConversionRules DEFAULTS = ConversionRules.defaults();

    private static ValueCodec codec(
            String declaration, @Nullable String characterSet, TargetProfile target, ConversionRules rules) {
        return ColumnType.of(Columns.column(declaration, characterSet)).codec(target, rules, ColumnUsage.NONE);
    }

    private static String image(ValueCodec codec, String hex) {
        return Columns.copied(codec, HexFormat.of().parseHex(hex));
    }

    private static String selected(ValueCodec codec, String text) {
        return Columns.copiedSelected(codec, text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # declaration , row image (hex)   , selected
            date          , 000000            , 0000-00-00
            date          , 0fd00f            , 2024-00-15
            date          , 5ed00f            , 2024-02-30
            date          , 210000            , 0000-01-01
            datetime      , 8000000000        , 0000-00-00 00:00:00
            datetime(6)   , 8000000000000001  , 0000-00-00 00:00:00.000001
            timestamp     , 00000000          , 0000-00-00 00:00:00
            timestamp(3)  , 000000000000      , 0000-00-00 00:00:00.000
            """)
    void appliesRuleToDatesOutsideCalendar(String declaration, String hex, String text) {
        ValueCodec refusing = codec(declaration, null, Columns.POSTGRES, DEFAULTS);
        ValueCodec toNull = codec(declaration, null, Columns.POSTGRES, ChosenRules.of(ZeroDate.NULL));
        ValueCodec toDate = codec(declaration, null, Columns.POSTGRES, ChosenRules.zeroDate(LocalDate.of(1970, 1, 1)));
        String replacement = declaration.equals("date")
                ? "1970-01-01"
                : declaration.startsWith("datetime") ? "1970-01-01 00:00:00" : "1970-01-01 00:00:00+00";

        assertThatThrownBy(() -> image(refusing, hex))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("column c: ")
                .hasMessageContaining("gaussferry.rules.zero-date to \"null\"");
        assertThatThrownBy(() -> selected(refusing, text)).isInstanceOf(UnconvertibleValueException.class);
        assertThat(image(toNull, hex)).isEqualTo(selected(toNull, text)).isEqualTo("\\N");
        assertThat(image(toDate, hex)).isEqualTo(selected(toDate, text)).isEqualTo(replacement);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # declaration , row image (hex)   , selected                   , on dolphin
            date          , 000000            , 0000-00-00                 , 0000-00-00
            date          , 0fd00f            , 2024-00-15                 ,
            date          , 5ed00f            , 2024-02-30                 ,
            date          , 200000            , 0000-01-00                 ,
            date          , 210000            , 0000-01-01                 , 0000-01-01
            date          , 5d0000            , 0000-02-29                 , 0000-02-29
            datetime      , 8000000000        , 0000-00-00 00:00:00        , 0000-00-00 00:00:00
            datetime(6)   , 8000000000000001  , 0000-00-00 00:00:00.000001 , 0000-00-00 00:00:00.000001
            timestamp     , 00000000          , 0000-00-00 00:00:00        , 0000-00-00 00:00:00+00
            timestamp(3)  , 000000000000      , 0000-00-00 00:00:00.000    , 0000-00-00 00:00:00.000+00
            """)
    void keepsZeroDatesWhereTargetSupportsThem(String declaration, String hex, String text, @Nullable String kept) {
        ValueCodec keeping = codec(declaration, null, Columns.DOLPHIN, DEFAULTS);
        ValueCodec refusing = codec(declaration, null, Columns.DOLPHIN, ChosenRules.of(ZeroDate.REFUSE));
        if (kept == null) {
            assertThatThrownBy(() -> image(keeping, hex)).isInstanceOf(UnconvertibleValueException.class);
            assertThatThrownBy(() -> selected(keeping, text)).isInstanceOf(UnconvertibleValueException.class);
        } else {
            assertThat(image(keeping, hex)).isEqualTo(selected(keeping, text)).isEqualTo(kept);
        }
        assertThatThrownBy(() -> image(refusing, hex)).isInstanceOf(UnconvertibleValueException.class);
    }

    @Test
    void appliesRuleToInvalidEnumValue() {
        ValueCodec refusing = codec("enum('a','b')", "utf8mb4", Columns.DOLPHIN, DEFAULTS);
        assertThatThrownBy(() -> image(refusing, "00"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("invalid-enum");
        assertThatThrownBy(() -> selected(refusing, "0")).isInstanceOf(UnconvertibleValueException.class);
        assertThat(image(refusing, "02")).isEqualTo("b");
        ConversionRules toNull = ChosenRules.of(InvalidEnum.NULL);
        assertThat(image(codec("enum('a','b')", "utf8mb4", Columns.DOLPHIN, toNull), "00"))
                .isEqualTo("\\N");
        ConversionRules asText = ChosenRules.of(InvalidEnum.TEXT);
        for (ConversionRules rules : List.of(DEFAULTS, toNull, asText)) {
            assertThat(image(codec("enum('a','b')", "utf8mb4", Columns.POSTGRES, rules), "00"))
                    .isEmpty();
        }
        ColumnDefinition column = Columns.column("enum('a','b')", "utf8mb4");
        assertThat(image(codec("enum('a','b')", "utf8mb4", Columns.DOLPHIN, asText), "00"))
                .isEmpty();
        assertThat(ColumnType.of(column).targetType(Columns.DOLPHIN, asText)).isEqualTo("varchar(1)");
        assertThat(ColumnType.of(column).check(Columns.DOLPHIN, asText, "c")).hasValue("c IN ('a', 'b', '')");
    }

    @Test
    void rejectsInvalidEnumValueInNotNullColumn() {
        ColumnDefinition column =
                new ColumnDefinition("c", MySqlType.ENUM, false, "enum('a')", 0, 0, 0, "utf8mb4", List.of("a"), false);
        ValueCodec codec =
                ColumnType.of(column).codec(Columns.DOLPHIN, ChosenRules.of(InvalidEnum.NULL), ColumnUsage.NONE);
        assertThatThrownBy(() -> image(codec, "00")).isInstanceOf(UnconvertibleValueException.class);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
            varchar(20)   | 00       | ""
            varchar(20)   | 020000   | "\0\0"
            enum('','a')  | 01       | 1
            enum('a')     | 00       | 0
            set('a','b')  | 00       | 0
            """)
    void convertsEmptyStringToNullOnlyByRule(String declaration, String hex, String text) {
        ConversionRules kept = DEFAULTS.withNul(Nul.STRIP);
        ConversionRules asNull = ChosenRules.emptyStringAsNull().withNul(Nul.STRIP);
        for (TargetProfile target : List.of(Columns.OPENGAUSS_A, Columns.POSTGRES)) {
            ValueCodec keeping = codec(declaration, "utf8mb4", target, kept);
            ValueCodec toNull = codec(declaration, "utf8mb4", target, asNull);
            assertThat(image(keeping, hex)).isEqualTo(selected(keeping, text)).isEmpty();
            assertThat(image(toNull, hex)).isEqualTo(selected(toNull, text)).isEqualTo("\\N");
        }
    }

    @Test
    void keepsNonEmptyStringsWithEmptyStringRule() {
        ConversionRules asNull = ChosenRules.emptyStringAsNull();
        assertThat(selected(codec("varchar(20)", "utf8mb4", Columns.OPENGAUSS_A, asNull), " "))
                .isEqualTo(" ");
        assertThat(selected(codec("set('a','b')", "utf8mb4", Columns.OPENGAUSS_A, asNull), "3"))
                .isEqualTo("a,b");
        assertThat(selected(codec("varbinary(20)", null, Columns.OPENGAUSS_A, asNull), ""))
                .isEqualTo("\\\\x");
    }

    @Test
    void rejectsEmptyStringAsNullInNotNullColumn() {
        ColumnDefinition column =
                new ColumnDefinition("c", MySqlType.VARCHAR, false, "varchar(9)", 9, 0, 0, "utf8mb4", List.of(), false);
        ValueCodec codec =
                ColumnType.of(column).codec(Columns.OPENGAUSS_A, ChosenRules.emptyStringAsNull(), ColumnUsage.NONE);
        assertThatThrownBy(() -> selected(codec, ""))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("empty-string-as-null");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # declaration , row image (hex) , selected           , as interval
            time          , 4b9105          , -838:59:59         , -838 hours -59 minutes -59 seconds
            time          , b46efb          , 838:59:59          , 838 hours 59 minutes 59 seconds
            time(2)       , 7fffffce        , -00:00:00.50       , -0 hours -0 minutes -0.50 seconds
            time(2)       , 7ffffece        , -00:00:01.50       , -0 hours -0 minutes -1.50 seconds
            time          , 818000          , 24:00:00           , 24 hours 0 minutes 0 seconds
            """)
    void appliesRuleToTimesOutsideOneDay(String declaration, String hex, String text, String interval) {
        ValueCodec refusing = codec(declaration, null, Columns.POSTGRES, DEFAULTS);
        ValueCodec dolphin = codec(declaration, null, Columns.DOLPHIN, DEFAULTS);
        ValueCodec asText = codec(declaration, null, Columns.POSTGRES, ChosenRules.of(TimeOutOfRange.TEXT));
        ValueCodec asInterval = codec(declaration, null, Columns.POSTGRES, ChosenRules.of(TimeOutOfRange.INTERVAL));

        assertThatThrownBy(() -> image(refusing, hex))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining(text.substring(0, 8));
        assertThatThrownBy(() -> selected(refusing, text)).isInstanceOf(UnconvertibleValueException.class);
        assertThat(image(dolphin, hex)).isEqualTo(selected(dolphin, text)).isEqualTo(text);
        assertThat(image(asText, hex)).isEqualTo(selected(asText, text)).isEqualTo(text);
        assertThat(image(asInterval, hex)).isEqualTo(selected(asInterval, text)).isEqualTo(interval);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # declaration , type , row image (hex)    , text
            time          , 11   , 082000             , malformed
            time          , 11   , 590a80             , -838:59:59
            time          , 11   , a7f57f             , 838:59:59
            datetime      , 12   , 40e3c34269120000   , malformed
            datetime      , 12   , 80c5aa8b68120000   , 2024-02-29 12:34:56
            timestamp     , 7    , ffffff7f           , 2038-01-19 03:14:07+00
            """)
    void readsTemporalTypesOfMySql55(String declaration, int code, String hex, String text) {
        ValueCodec codec = ColumnType.of(Columns.column(declaration, null))
                .codec(WireType.of(code, 0), Columns.DOLPHIN, DEFAULTS, ColumnUsage.NONE);
        byte[] bytes = HexFormat.of().parseHex(hex);
        if (text.equals("malformed")) {
            assertThatThrownBy(() -> Columns.copied(codec, bytes)).isInstanceOf(MalformedRowImageException.class);
            return;
        }
        assertThat(Columns.copied(codec, bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"utf8mb4, 610062", "utf8mb3, 610062", "latin1, 610062", "gbk, 610062", "utf16, 006100000062"})
    void appliesRuleToNulCharacter(String characterSet, String hex) {
        ValueCodec refusing = codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS);
        ValueCodec stripping = codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS.withNul(Nul.STRIP));
        byte[] text = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> Columns.copiedSelected(refusing, text))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("U+0000")
                .hasMessageContaining("strip");
        assertThat(Columns.copiedSelected(stripping, text)).isEqualTo("ab");
    }

    @ParameterizedTest
    @CsvSource({
        "utf8mb4, 61ff62, a\uFFFDb",
        "utf8mb4, 61c0af62, a\uFFFD\uFFFDb",
        "utf8mb4, 61eda08062, a\uFFFD\uFFFD\uFFFDb",
        "utf8mb4, 61f4908080, a\uFFFD\uFFFD\uFFFD\uFFFD",
        "utf8mb4, 61e282, a\uFFFD\uFFFD",
        "ascii, 618062, a\uFFFDb",
        "cp1251, 619862, a\uFFFDb",
        "gbk, 61ff62, a\uFFFDb",
        "gbk, 6181, a\uFFFD",
        "utf16, 0061d800, a\uFFFD",
        "utf32, 0000006100110000, a\uFFFD",
        "utf32, 00000061000000, a\uFFFD",
    })
    void appliesRuleToInvalidBytes(String characterSet, String hex, String replaced) {
        ValueCodec refusing = codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS);
        ValueCodec replacing =
                codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS.withInvalidBytes(InvalidBytes.REPLACE));
        byte[] text = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> Columns.copiedSelected(refusing, text))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not valid " + characterSet)
                .hasMessageContaining("replace");
        assertThat(Columns.copiedSelected(replacing, text)).isEqualTo(replaced);
    }

    @Test
    void preservesByteOrderMark() {
        for (String characterSet : List.of("utf16", "utf16le", "utf32", "utf8mb4")) {
            ValueCodec codec = codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS);
            String javaName = characterSet.equals("utf16")
                    ? "UTF-16BE"
                    : characterSet.equals("utf16le") ? "UTF-16LE" : characterSet.equals("utf32") ? "UTF-32BE" : "UTF-8";
            byte[] text = "\uFEFFa".getBytes(java.nio.charset.Charset.forName(javaName));

            assertThat(Columns.copiedSelected(codec, text)).isEqualTo("\uFEFFa");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "latin1, 81, 0081",
        "latin1, 80, 20AC",
        "tis620, 80, 0080",
        "cp866, fc, 207F",
        "gbk, a892, 2295",
        "gb18030, a6d9, E78D",
        "gb18030, 84318236, FE10",
        "sjis, 815f, 005C",
        "ujis, a1bd, 2015",
        "ujis, 8fa2b7, 007E"
    })
    void decodesCharacterSetsLikeMySqlWhereJdkDiffers(String characterSet, String hex, String codePoint) {
        ValueCodec codec = codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS);
        String expected = Character.toString(Integer.parseInt(codePoint, 16)).replace("\\", "\\\\");

        assertThat(Columns.copiedSelected(codec, HexFormat.of().parseHex(hex))).isEqualTo(expected);
    }

    @Test
    void decodesLongMultibyteStringInPieces() {
        String text = "中a\uD83D\uDE00".repeat(20_000);
        ValueCodec codec = codec("longtext", "gb18030", Columns.DOLPHIN, DEFAULTS);

        assertThat(Columns.copiedSelected(codec, text.getBytes(java.nio.charset.Charset.forName("GB18030"))))
                .isEqualTo(text);
    }

    @Test
    void rejectsUnknownCharacterSet() {
        for (String characterSet : List.of("armscii8", "swe7", "armscii8", "klingon")) {
            assertThatThrownBy(() -> codec("varchar(20)", characterSet, Columns.DOLPHIN, DEFAULTS))
                    .isInstanceOf(UnsupportedColumnException.class)
                    .hasMessageContaining("column c")
                    .hasMessageContaining(characterSet)
                    .hasMessageContaining("remedy");
        }
    }

    @Test
    void showsShortPrintableValueInMessage() {
        ValueCodec codec = codec("longtext", "utf8mb4", Columns.DOLPHIN, DEFAULTS);

        assertThatThrownBy(() -> selected(codec, "line\n" + "x".repeat(1_000_000) + "\0"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageStartingWith("column c: ‹'line\uFFFD" + "x".repeat(74) + "…› contains");
    }

    @Test
    void rejectsNumbersBeyondMembersAsMalformed() {
        ValueCodec enumeration = codec("enum('a','b')", "utf8mb4", Columns.DOLPHIN, DEFAULTS);
        ValueCodec set = codec("set('a','b')", "utf8mb4", Columns.DOLPHIN, DEFAULTS);

        assertThatThrownBy(() -> image(enumeration, "03")).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> image(set, "04")).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> selected(set, "18446744073709551615")).isInstanceOf(MalformedRowImageException.class);
    }

    @Test
    void acceptsSelectedFloatOnlyIfExact() {
        ValueCodec codec = codec("float", null, Columns.DOLPHIN, DEFAULTS);

        assertThat(selected(codec, "3.140000104904175")).isEqualTo("3.14");
        assertThatThrownBy(() -> selected(codec, "0.1")).isInstanceOf(UnconvertibleValueException.class);
        assertThatThrownBy(() -> selected(codec, "NaN")).isInstanceOf(UnconvertibleValueException.class);
        assertThat(codec.selectExpression("`f`")).isEqualTo("`f` * 1e0");
    }

    @ParameterizedTest
    @CsvSource({
        "int, 15, 20",
        "int, 8, 0",
        "varchar(5), 3, 0",
        "bit(9), 16, 0x0102",
        "time(3), 19, 6",
        "datetime(3), 12, 0",
        "binary(4), 15, 4",
        "'enum(''a'')', 254, 0xf702",
        "'set(''a'')', 254, 0xf802",
        "json, 252, 4"
    })
    void rejectsDifferentWireType(String declaration, int code, Integer metadata) {
        WireType wire = WireType.of(code, metadata);

        assertThatThrownBy(() -> ColumnType.of(Columns.column(declaration, "utf8mb4"))
                        .codec(wire, Columns.DOLPHIN, DEFAULTS, ColumnUsage.NONE))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("column c is " + declaration + " in the schema")
                .hasMessageContaining(wire.toString());
    }

    @Test
    void rejectsDifferentPrecision() {
        WireType wire = WireType.of(WireType.NEWDECIMAL, 12 | 4 << 8);

        assertThatThrownBy(() -> ColumnType.of(Columns.column("decimal(10,2)", null))
                        .codec(wire, Columns.DOLPHIN, DEFAULTS, ColumnUsage.NONE))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("DECIMAL(12,4)");
    }

    @Test
    void readsConsecutiveValuesOfRow() {
        // int 7, varchar(10) 'a', datetime(3), tinyint -1; the whole row inside a larger event
        byte[] event = HexFormat.of().parseHex("ffff" + "07000000" + "0161" + "99b2bac8b81ed2" + "ff" + "ee");
        List<ValueCodec> row = List.of(
                codec("int", null, Columns.DOLPHIN, DEFAULTS),
                codec("varchar(10)", "utf8mb4", Columns.DOLPHIN, DEFAULTS),
                codec("datetime(3)", null, Columns.DOLPHIN, DEFAULTS),
                codec("tinyint", null, Columns.DOLPHIN, DEFAULTS));
        CopyText copy = new CopyText();
        int offset = 2;
        for (ValueCodec codec : row) {
            codec.write(event, offset, event.length - 1, copy);
            offset = codec.skip(event, offset, event.length - 1);
        }
        copy.endRow();

        assertThat(offset).isEqualTo(event.length - 1);
        assertThat(Columns.text(copy)).isEqualTo("7\ta\t2024-02-29 12:34:56.789\t-1\n");
    }

    @ParameterizedTest
    @CsvSource({
        "int, , c",
        "float, , c * 1e0",
        "varchar(10), utf8mb4, c",
        "varchar(10), latin1, CAST(c AS BINARY)",
        "'enum(''a'')', utf8mb4, CAST(c AS UNSIGNED)",
        "json, , c"
    })
    void returnsSelectExpression(String declaration, @Nullable String characterSet, String expression) {
        assertThat(codec(declaration, characterSet, Columns.DOLPHIN, DEFAULTS).selectExpression("c"))
                .isEqualTo(expression);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            float  , 00000080
            double , 0000000000000080
            """)
    void dropsSignOfZeroWhereTargetHasNone(String declaration, String hex) {
        assertThat(image(codec(declaration, null, Columns.POSTGRES, DEFAULTS), hex))
                .isEqualTo("-0");
        for (TargetProfile target : List.of(Columns.DOLPHIN, Columns.OPENGAUSS_PG)) {
            ValueCodec codec = codec(declaration, null, target, DEFAULTS);
            assertThat(image(codec, hex)).isEqualTo(selected(codec, "-0")).isEqualTo("0");
            ValueCodec refusing = codec(declaration, null, target, ChosenRules.of(NegativeZero.REFUSE));
            assertThatThrownBy(() -> image(refusing, hex))
                    .isInstanceOf(UnconvertibleValueException.class)
                    .hasMessageContaining("negative-zero");
            assertThatThrownBy(() -> selected(refusing, "-0")).isInstanceOf(UnconvertibleValueException.class);
        }
    }
}
