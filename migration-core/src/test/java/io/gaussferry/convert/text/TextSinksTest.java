package io.gaussferry.convert.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** COPY and arrays, read again by parsers that follow the target's documentation: an escape that is missed moves columns. */
class TextSinksTest {

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private List<@Nullable String> values() {
        List<@Nullable String> values = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            StringBuilder value = new StringBuilder();
            for (int j = random.nextInt(6); j > 0; j--) {
                value.append(List.of(
                                "\\", "\"", "N", "\t", "\n", "\r", ",", "{", "}", "a", "ü", "😀", " ", "NULL", "\\N",
                                "\b", "\\.")
                        .get(random.nextInt(17)));
            }
            values.add(random.nextInt(5) == 0 ? null : value.toString());
        }
        return values;
    }

    private static void write(List<@Nullable String> values, ValueSink sink) {
        for (String value : values) {
            if (value == null) {
                sink.nullValue();
                continue;
            }
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            sink.beginValue();
            assertThat(sink.utf8(bytes, 0, bytes.length)).isEqualTo(bytes.length);
            sink.endValue();
        }
    }

    /** Parses rows as the documentation of COPY's text format describes them. */
    private static List<List<@Nullable String>> copied(String text) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        assertThat(text).endsWith("\n");
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            List<@Nullable String> row = new ArrayList<>();
            for (String column : line.split("\t", -1)) {
                row.add(column.equals("\\N") ? null : unescaped(column));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String unescaped(String column) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < column.length(); i++) {
            char character = column.charAt(i);
            if (character == '\\') {
                character = column.charAt(++i);
                value.append(
                        switch (character) {
                            case 'b' -> '\b';
                            case 't' -> '\t';
                            case 'n' -> '\n';
                            case 'r' -> '\r';
                            default -> character;
                        });
            } else {
                value.append(character);
            }
        }
        return value.toString();
    }

    @RepeatedTest(50)
    void copyPreservesRows() {
        CopyText sink = new CopyText();
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            List<@Nullable String> row = values();
            rows.add(row);
            write(row, sink);
            sink.endRow();
        }
        String text = new String(sink.buffer(), 0, sink.length(), StandardCharsets.UTF_8);
        assertThat(copied(text)).as("seed %d", seed).isEqualTo(rows);
    }

    /** Parses an array as the documentation describes its input. */
    private static List<@Nullable String> parsed(String array) {
        assertThat(array).startsWith("{").endsWith("}");
        List<@Nullable String> values = new ArrayList<>();
        int at = 1;
        while (at < array.length() - 1) {
            StringBuilder value = new StringBuilder();
            boolean isQuoted = array.charAt(at) == '"';
            if (isQuoted) {
                for (at++; array.charAt(at) != '"'; at++) {
                    at += array.charAt(at) == '\\' ? 1 : 0;
                    value.append(array.charAt(at));
                }
                at++;
            } else {
                while (array.charAt(at) != ',' && at < array.length() - 1) {
                    value.append(array.charAt(at++));
                }
            }
            values.add(isQuoted || !value.toString().equals("NULL") ? value.toString() : null);
            at++;
        }
        return values;
    }

    @RepeatedTest(50)
    void arrayPreservesValues() {
        List<@Nullable String> values = values();
        ArrayText sink = new ArrayText();
        write(List.of("from before"), sink);
        sink.reset();
        write(values, sink);
        assertThat(parsed(sink.toString())).as("seed %d", seed).isEqualTo(values);
        assertThat(sink.toString()).as("twice").isEqualTo(sink.toString());
        if (values.size() == 1) {
            assertThat(sink.single()).as("seed %d", seed).isEqualTo(values.get(0));
        } else {
            assertThatThrownBy(sink::single).isInstanceOf(IllegalStateException.class);
        }
    }

    /** The buffer goes to the drain in parts, also within a value: together they are the same rows. */
    @RepeatedTest(20)
    void drainedPartsAreTheSameRows() {
        StringBuilder drained = new StringBuilder();
        CopyText whole = new CopyText();
        CopyText parts = new CopyText(
                (buffer, length) -> drained.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1)),
                1 + random.nextInt(20));
        for (int i = 1 + random.nextInt(10); i > 0; i--) {
            List<@Nullable String> row = values();
            write(row, whole);
            write(row, parts);
            whole.endRow();
            parts.endRow();
        }
        drained.append(new String(parts.buffer(), 0, parts.length(), StandardCharsets.ISO_8859_1));
        assertThat(drained.toString())
                .as("seed %d", seed)
                .isEqualTo(new String(whole.buffer(), 0, whole.length(), StandardCharsets.ISO_8859_1));
    }

    /** Exactly the sequences that Java's strict decoder accepts are valid, whatever surrounds them. */
    @RepeatedTest(20)
    void acceptsUtf8AsJavaDoes() {
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[1 + random.nextInt(5)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextBoolean() ? 0x80 + random.nextInt(0x40) : 0xC0 + random.nextInt(0x40));
            }
            PlainText sink = new PlainText();
            int valid = sink.utf8(bytes, 0, bytes.length);
            String decoded = new String(bytes, 0, valid, StandardCharsets.UTF_8);
            assertThat(decoded.getBytes(StandardCharsets.UTF_8))
                    .as("seed %d: the accepted part of %s", seed, Arrays.toString(bytes))
                    .isEqualTo(Arrays.copyOf(bytes, valid));
            boolean isValid =
                    Arrays.equals(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), bytes);
            assertThat(valid == bytes.length)
                    .as("seed %d: %s", seed, Arrays.toString(bytes))
                    .isEqualTo(isValid);
        }
    }

    @Test
    void plainTextKnowsNull() {
        PlainText sink = new PlainText();
        sink.nullValue();
        assertThat(sink.isNull()).isTrue();
        sink.reset();
        assertThat(sink.isNull()).isFalse();
        assertThat(sink.length()).isZero();
    }
}
