package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.json.BinaryJson;
import io.gaussferry.mysql.json.JsonDiffs;
import io.gaussferry.mysql.json.JsonNode;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class PartialUpdatesTest {

    private static final int REPLACE = 0;
    private static final int INSERT = 1;
    private static final int REMOVE = 2;

    private static final byte[] EMPTY_OBJECT = {BinaryJson.SMALL_OBJECT, 0, 0, 4, 0};
    private static final byte[] EMPTY_ARRAY = {BinaryJson.SMALL_ARRAY, 0, 0, 4, 0};
    private static final byte[] TRUE = {BinaryJson.LITERAL, 1};

    /** The server's encoding of {"a": 1, "b": "word"}. */
    private static final byte[] SERVERS_OBJECT = {
        0, 2, 0, 25, 0, 18, 0, 1, 0, 19, 0, 1, 0, 5, 1, 0, 12, 20, 0, 'a', 'b', 4, 'w', 'o', 'r', 'd'
    };

    private static final RowFormat FORMAT = format();

    @Test
    void sortsMembersInServerOrder() {
        byte[] document = changed(
                EMPTY_OBJECT,
                diff(INSERT, "$.bb", number(1)),
                diff(INSERT, "$.c", number(2)),
                diff(INSERT, "$.aa", number(3)),
                diff(INSERT, "$.a", TRUE),
                diff(INSERT, "$.\"\"", text("")));
        assertThat(print(document)).isEqualTo("{\"\": \"\", \"a\": true, \"c\": 2, \"aa\": 3, \"bb\": 1}");
    }

    @Test
    void changesSmallDocument() {
        assertThat(print(changed(SERVERS_OBJECT))).isEqualTo("{\"a\": 1, \"b\": \"word\"}");
        assertThat(print(changed(SERVERS_OBJECT, diff(REPLACE, "$.a", text("x".repeat(200))))))
                .isEqualTo("{\"a\": \"" + "x".repeat(200) + "\", \"b\": \"word\"}");
        assertThat(print(changed(SERVERS_OBJECT, diff(REMOVE, "$.b", null)))).isEqualTo("{\"a\": 1}");
        assertThat(print(changed(SERVERS_OBJECT, diff(REMOVE, "$.b", null), diff(REMOVE, "$.a", null))))
                .isEqualTo("{}");
    }

    @Test
    void appendsElementBeyondEnd() {
        byte[] document = changed(
                EMPTY_ARRAY,
                diff(INSERT, "$[0]", number(1)),
                diff(INSERT, "$[7]", number(2)),
                diff(INSERT, "$[1]", number(3)),
                diff(INSERT, "$[last]", number(4)),
                diff(INSERT, "$[last-9]", number(5)));
        assertThat(print(document)).isEqualTo("[5, 1, 3, 4, 2]");
        assertThat(print(changed(document, diff(REMOVE, "$[last]", null), diff(REPLACE, "$[last-1]", TRUE))))
                .isEqualTo("[5, 1, true, 4]");
    }

    @Test
    void resolvesPathsWithinEarlierChanges() {
        byte[] document = changed(
                EMPTY_OBJECT,
                diff(INSERT, "$.\"a b\"", EMPTY_ARRAY),
                diff(INSERT, "$.\"a b\"[0]", SERVERS_OBJECT),
                diff(REPLACE, "$.\"a b\"[0].b", EMPTY_OBJECT),
                diff(INSERT, "$.\"a b\"[0].b.\"quote\\\"\\u00e9\\n\"", number(-2)),
                diff(INSERT, "$.größe", number(7)));
        assertThat(print(document)).isEqualTo("{\"a b\": [{\"a\": 1, \"b\": {\"quote\\\"é\\n\": -2}}], \"größe\": 7}");
    }

    @Test
    void rejectsChangeThatDoesNotFit() {
        for (byte[] diff : List.of(
                diff(REPLACE, "$.c", TRUE),
                diff(REPLACE, "$[0]", TRUE),
                diff(REPLACE, "$.a.b", TRUE),
                diff(INSERT, "$.a", TRUE),
                diff(INSERT, "$[0]", TRUE),
                diff(INSERT, "$.c.d", TRUE),
                diff(REMOVE, "$.c", null),
                diff(REMOVE, "$.a[0]", null),
                diff(REMOVE, "$", null),
                diff(3, "$.a", TRUE),
                diff(REMOVE, "$.a[*]", null),
                diff(REMOVE, "a", null))) {
            assertThatThrownBy(() -> changed(SERVERS_OBJECT, diff))
                    .isInstanceOf(MalformedRowImageException.class)
                    .hasMessageContaining("column c")
                    .hasMessageContaining("its partial update has");
        }
    }

    @Test
    void completesRowsWithAnyPartialColumns() {
        byte[] before = image(0b0000, int32(1), json(SERVERS_OBJECT), varchar("x"), json(EMPTY_ARRAY));
        byte[] beforeWithNull = image(0b1000, int32(2), json(EMPTY_OBJECT), varchar("y"));
        byte[] changes = json(diff(REPLACE, "$.a", number(9)));
        byte[] bytes = concat(
                // options, partial columns, image: the first JSON column is partial
                before,
                new byte[] {1, 0b01},
                image(0b0000, int32(3), changes, varchar("z"), json(TRUE)),
                // both are partial, the second without a change
                before,
                new byte[] {1, 0b11},
                image(0b0000, int32(4), changes, varchar("z"), json(new byte[0])),
                // none is partial, and a NULL becomes a document
                beforeWithNull,
                new byte[] {0},
                image(0b0000, int32(5), json(TRUE), varchar("z"), json(TRUE)),
                // a document becomes NULL, the other one is partial
                before,
                new byte[] {1, 0b10},
                image(0b0010, int32(6), varchar("z"), json(diff(INSERT, "$[0]", TRUE))));

        byte[] complete = new PartialUpdates(FORMAT).complete(bytes, 0, bytes.length);

        assertThat(rows(complete))
                .containsExactly(
                        "1 {\"a\": 1, \"b\": \"word\"} x []",
                        "3 {\"a\": 9, \"b\": \"word\"} z true",
                        "1 {\"a\": 1, \"b\": \"word\"} x []",
                        "4 {\"a\": 9, \"b\": \"word\"} z []",
                        "2 {} y NULL",
                        "5 true z true",
                        "1 {\"a\": 1, \"b\": \"word\"} x []",
                        "6 NULL z [true]");
    }

    @Test
    void rejectsChangeOfNullAndUnknownOptions() {
        byte[] before = image(0b1010, int32(1), varchar("x"));
        byte[] partial = concat(
                before, new byte[] {1, 0b01}, image(0b1000, int32(1), json(diff(REPLACE, "$.a", TRUE)), varchar("x")));
        assertThatThrownBy(() -> new PartialUpdates(FORMAT).complete(partial, 0, partial.length))
                .hasMessageContaining("NULL");
        byte[] unknown = concat(before, new byte[] {2}, before);
        assertThatThrownBy(() -> new PartialUpdates(FORMAT).complete(unknown, 0, unknown.length))
                .hasMessageContaining("options 2");
    }

    @Test
    void readsOrRejectsDamagedBytes() {
        long seed = System.nanoTime();
        System.out.println("PartialUpdatesTest seed " + seed);
        Random random = new Random(seed);
        byte[] document =
                changed(SERVERS_OBJECT, diff(INSERT, "$.list", EMPTY_ARRAY), diff(INSERT, "$.list[0]", SERVERS_OBJECT));
        byte[] sound = concat(
                image(0b0000, int32(1), json(document), varchar("x"), json(EMPTY_ARRAY)),
                new byte[] {1, 0b11},
                image(
                        0b0000,
                        int32(3),
                        json(concat(diff(REPLACE, "$.list[0].b", document), diff(INSERT, "$.list[1]", TRUE))),
                        varchar("z"),
                        json(diff(INSERT, "$[0]", TRUE))));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int round = 0; round < 100_000; round++) {
                byte[] bytes =
                        Arrays.copyOf(sound, sound.length - random.nextInt(3) * random.nextInt(sound.length / 2));
                for (int change = random.nextInt(5); change >= 0; change--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                try {
                    assertThat(new PartialUpdates(FORMAT).complete(bytes, 0, bytes.length))
                            .hasSizeLessThan(20 * sound.length);
                } catch (MalformedRowImageException expected) {
                    assertThat(expected.getMessage()).contains("column ");
                }
            }
        });
    }

    private static RowFormat format() {
        List<ColumnDefinition> columns = List.of(
                column("i", MySqlType.INT, 0), column("j", MySqlType.JSON, 0),
                column("v", MySqlType.VARCHAR, 10), column("k", MySqlType.JSON, 0));
        byte[] types = {WireType.LONG, (byte) WireType.JSON, WireType.VARCHAR, (byte) WireType.JSON};
        TableVersion table = new TableVersion(
                new TableDefinition(new TableId("s", "t"), columns, List.of()), types, new byte[] {4, 40, 0, 4});
        return new Conversion(Columns.POSTGRES, ConversionRules.defaults()).format(table);
    }

    private static ColumnDefinition column(String name, MySqlType type, int length) {
        String characterSet = type == MySqlType.VARCHAR ? "utf8mb4" : null;
        return new ColumnDefinition(name, type, false, type.name(), length, 0, 0, characterSet, List.of(), true);
    }

    private static byte[] changed(byte[] document, byte[]... diffs) {
        byte[] all = concat(diffs);
        JsonNode node = JsonNode.document(document, 0, document.length, "c");
        JsonDiffs.apply(all, 0, all.length, node, "c");
        BinaryOutput output = new BinaryOutput(1);
        node.writeDocument(output);
        return output.toByteArray();
    }

    private static String print(byte[] document) {
        CopyText sink = new CopyText();
        BinaryJson.write(document, 0, document.length, "c", sink);
        return Columns.text(sink).replace("\\\\", "\\");
    }

    private static byte[] diff(int operation, String path, byte @Nullable [] value) {
        byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
        byte[] start = concat(new byte[] {(byte) operation, (byte) pathBytes.length}, pathBytes);
        if (value == null) {
            return start;
        }
        return concat(start, new byte[] {(byte) 252, (byte) value.length, (byte) (value.length >> 8)}, value);
    }

    private static byte[] number(int value) {
        return new byte[] {BinaryJson.INT16, (byte) value, (byte) (value >> 8)};
    }

    private static byte[] text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] length = bytes.length < 128
                ? new byte[] {(byte) bytes.length}
                : new byte[] {(byte) (bytes.length | 128), (byte) (bytes.length >> 7)};
        return concat(new byte[] {BinaryJson.STRING}, length, bytes);
    }

    private static byte[] image(int nulls, byte[]... values) {
        return concat(new byte[] {(byte) nulls}, concat(values));
    }

    private static byte[] int32(int value) {
        return new byte[] {(byte) value, 0, 0, 0};
    }

    private static byte[] varchar(String value) {
        return concat(new byte[] {(byte) value.length()}, value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] json(byte[] content) {
        return concat(new byte[] {(byte) content.length, (byte) (content.length >> 8), 0, 0}, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static List<String> rows(byte[] bytes) {
        List<String> rows = new ArrayList<>();
        int[] offsets = new int[FORMAT.columnCount() + 1];
        for (int offset = 0; offset < bytes.length; ) {
            offset = FORMAT.locate(bytes, offset, bytes.length, offsets);
            List<String> values = new ArrayList<>();
            for (int column = 0; column < FORMAT.columnCount(); column++) {
                CopyText text = new CopyText();
                if (offsets[column] == offsets[column + 1]) {
                    values.add("NULL");
                } else {
                    FORMAT.codec(column).write(bytes, offsets[column], offsets[column + 1], text);
                    values.add(Columns.text(text));
                }
            }
            rows.add(String.join(" ", values));
        }
        return rows;
    }
}
