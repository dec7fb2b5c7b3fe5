package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.type.ColumnType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values captured from a real server: {@code captured-mysql-9.7.4.txt}. The row image and the SELECT must produce the
 * same string for each value, equal to MySQL's output in the target's format.
 */
class CapturedValuesTest {

    private static final Pattern RUN = Pattern.compile("\\((..)\\*(\\d+)\\)|(..)");

    record Captured(
            String declaration,
            @Nullable String characterSet,
            WireType wire,
            byte[] image,
            byte[] selected,
            byte[] printed) {

        @Override
        public String toString() {
            String value = HexFormat.of().formatHex(image);
            return declaration.substring(0, Math.min(40, declaration.length())) + " " + characterSet + " "
                    + value.substring(0, Math.min(40, value.length()));
        }
    }

    static Stream<Captured> captured() throws IOException {
        try (InputStream resource = CapturedValuesTest.class.getResourceAsStream("captured-mysql-9.7.4.txt")) {
            String text = new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).map(CapturedValuesTest::parse).toList().stream();
        }
    }

    private static Captured parse(String line) {
        String[] fields = line.split("\t", -1);
        byte[] metadata = fields[3].equals("-") ? new byte[0] : bytes(fields[3]);
        List<WireType> wire = WireType.parse(bytes(fields[2]), metadata);
        String characterSet = fields[1].equals("-") ? null : fields[1];
        return new Captured(fields[0], characterSet, wire.get(0), bytes(fields[4]), bytes(fields[5]), bytes(fields[6]));
    }

    private static byte[] bytes(String hex) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher matcher = RUN.matcher(hex);
        while (matcher.find()) {
            boolean single = matcher.group(3) != null;
            byte unit = (byte) Integer.parseInt(single ? matcher.group(3) : matcher.group(1), 16);
            for (int i = single ? 1 : Integer.parseInt(matcher.group(2)); i > 0; i--) {
                bytes.write(unit);
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("captured")
    void convertsRowImageAndSelectionToMySqlOutput(Captured captured) {
        ColumnDefinition column = Columns.column(captured.declaration(), captured.characterSet());
        ConversionRules rules = ChosenRules.of(ZeroDate.NULL, InvalidEnum.TEXT);
        ValueCodec codec = ColumnType.of(column).codec(captured.wire(), Columns.DOLPHIN, rules, ColumnUsage.NONE);
        ValueCodec copyCodec = ColumnType.of(column).codec(Columns.DOLPHIN, rules, ColumnUsage.NONE);

        int end = codec.skip(captured.image(), 0, captured.image().length);
        String replayed = Columns.copied(codec, captured.image());
        String copied = Columns.copiedSelected(copyCodec, captured.selected());

        assertThat(end).isEqualTo(captured.image().length);
        assertThat(replayed).isEqualTo(copied);
        assertThat(inPrintedForm(column, replayed)).isEqualTo(expected(column, captured.printed()));
    }

    /** Removes the target format's additions to MySQL's format. */
    private static String inPrintedForm(ColumnDefinition column, String copied) {
        return switch (column.type()) {
            case BIT -> copied.replaceFirst("^0+(?=.)", "");
            case TIMESTAMP -> copied.replaceFirst("\\+00$", "");
            case FLOAT -> sixDigits(copied);
            case DOUBLE ->
                column.precision() > 0
                        ? new BigDecimal(copied)
                                .setScale(column.scale(), java.math.RoundingMode.HALF_EVEN)
                                .toPlainString()
                        : copied;
            default -> copied;
        };
    }

    private static String expected(ColumnDefinition column, byte[] printed) {
        // openGauss has no negative zero
        String text = new String(printed, StandardCharsets.UTF_8).replaceFirst("^-0$", "0");
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL -> text.replaceFirst("^0+(?=\\d)", "");
            case FLOAT -> sixDigits(text);
            case BINARY, VARBINARY, BLOB, VECTOR -> "\\\\x" + HexFormat.of().formatHex(printed);
            case GEOMETRY -> "\\\\x" + HexFormat.of().formatHex(printed, 4, printed.length);
            case DATE, DATETIME, TIMESTAMP -> isReal(text) ? text : "\\N";
            case DOUBLE ->
                column.precision() > 0
                        ? new BigDecimal(text)
                                .setScale(column.scale(), java.math.RoundingMode.HALF_EVEN)
                                .toPlainString()
                        : text;
            default ->
                text.replace("\\", "\\\\")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r");
        };
    }

    private static boolean isReal(String date) {
        return !date.startsWith("0000") && !date.startsWith("2024-00") && !date.startsWith("2024-02-30");
    }

    /** MySQL prints a FLOAT with six digits, so only these are compared. */
    private static String sixDigits(String text) {
        return String.format("%.5e", Float.parseFloat(text));
    }
}
