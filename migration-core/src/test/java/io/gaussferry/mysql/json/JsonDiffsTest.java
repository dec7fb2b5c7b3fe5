package io.gaussferry.mysql.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.json.JsonPath.Leg;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Partial updates of JSON, compared with the same changes of lists and maps: a wrong element would differ silently. */
class JsonDiffsTest {

    private static final int REPLACE = 0;
    private static final int INSERT = 1;
    private static final int REMOVE = 2;

    /** MySQL sorts keys by their length, then by their bytes. */
    private static final Comparator<String> KEYS = Comparator.<String>comparingInt(key -> utf8(key).length)
            .thenComparing(JsonDiffsTest::utf8, Arrays::compareUnsigned);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] document(String json) {
        byte[] text = utf8(json);
        BinaryOutput output = new BinaryOutput(16);
        JsonParser.parse(text, 0, text.length, "c").writeDocument(output);
        return output.toByteArray();
    }

    private static String printed(JsonNode document) {
        BinaryOutput output = new BinaryOutput(16);
        document.writeDocument(output);
        byte[] bytes = output.toByteArray();
        PlainText text = new PlainText();
        BinaryJson.write(bytes, 0, bytes.length, "c", text);
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
    }

    private static void lengthEncoded(byte[] bytes, BinaryOutput output) {
        if (bytes.length > 250) {
            output.appendLittleEndian(252, 1);
            output.appendLittleEndian(bytes.length, 2);
        } else {
            output.appendLittleEndian(bytes.length, 1);
        }
        output.append(bytes, 0, bytes.length);
    }

    private static void diff(int operation, String path, @Nullable String value, BinaryOutput output) {
        output.appendLittleEndian(operation, 1);
        lengthEncoded(utf8(path), output);
        if (value != null) {
            lengthEncoded(document(value), output);
        }
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0 -> (long) random.nextInt(-70_000, 70_000);
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong();
            case 3 -> "text ü".substring(random.nextInt(6)) + "x".repeat(random.nextInt(4) == 0 ? 300 : 0);
            case 4 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(value(depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> map = new TreeMap<>(KEYS);
                for (int i = random.nextInt(5); i > 0; i--) {
                    map.put(key(), value(depth - 1));
                }
                yield map;
            }
        };
    }

    private String key() {
        return List.of("a", "b c", "größe", "q\"", "", "long_name", "ab").get(random.nextInt(7));
    }

    private static String json(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(JsonDiffsTest::json).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> json(entry.getKey()) + ": " + json(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value instanceof String text ? "\"" + text.replace("\"", "\\\"") + "\"" : String.valueOf(value);
    }

    /** Makes one random change of a container that exists, and returns it as a diff. */
    @SuppressWarnings("unchecked")
    private void change(Object document, BinaryOutput diffs) {
        Object container = document;
        StringBuilder path = new StringBuilder("$");
        while (true) {
            Object next = null;
            String leg = "";
            if (container instanceof List<?> list && !list.isEmpty()) {
                int index = random.nextInt(list.size());
                next = list.get(index);
                leg = cell(index, list.size());
            } else if (container instanceof Map<?, ?> map && !map.isEmpty()) {
                String key = (String) new ArrayList<>(map.keySet()).get(random.nextInt(map.size()));
                next = map.get(key);
                leg = member(key);
            }
            if (!(next instanceof List<?> || next instanceof Map<?, ?>) || random.nextInt(3) == 0) {
                break;
            }
            container = next;
            path.append(leg);
        }
        Object value = value(1);
        if (container instanceof List<?>) {
            List<Object> list = (List<Object>) container;
            int operation = list.isEmpty() ? INSERT : random.nextInt(3);
            int index = random.nextInt(list.size() + (operation == INSERT ? 1 : 0));
            path.append(index == list.size() ? "[" + index + "]" : cell(index, list.size()));
            diff(operation, path.toString(), operation == REMOVE ? null : json(value), diffs);
            switch (operation) {
                case REPLACE -> list.set(index, value);
                case INSERT -> list.add(index, value);
                default -> list.remove(index);
            }
        } else {
            Map<String, Object> map = (Map<String, Object>) container;
            String key = key();
            boolean exists = map.containsKey(key);
            int operation = exists ? random.nextBoolean() ? REPLACE : REMOVE : INSERT;
            diff(operation, path + member(key), operation == REMOVE ? null : json(value), diffs);
            if (operation == REMOVE) {
                map.remove(key);
            } else {
                map.put(key, value);
            }
        }
    }

    private String cell(int index, int size) {
        int fromEnd = size - 1 - index;
        return random.nextInt(3) > 0 ? "[" + index + "]" : fromEnd == 0 ? "[last]" : "[last-" + fromEnd + "]";
    }

    private static String member(String key) {
        return key.matches("\\w+") ? "." + key : ".\"" + key.replace("\"", "\\\"") + "\"";
    }

    @RepeatedTest(100)
    void changesDocumentLikeCollections() {
        Object model = random.nextBoolean() ? new ArrayList<>() : new TreeMap<String, Object>(KEYS);
        for (int i = 0; i < 4; i++) {
            if (model instanceof List<?>) {
                @SuppressWarnings("unchecked")
                List<Object> list = (List<Object>) model;
                list.add(value(3));
            } else {
                @SuppressWarnings("unchecked")
                Map<String, Object> map = (Map<String, Object>) model;
                map.put(key(), value(3));
            }
        }
        String before = json(model);
        byte[] bytes = document(before);
        JsonNode node = JsonNode.document(bytes, 0, bytes.length, "c");
        BinaryOutput output = new BinaryOutput(64);
        output.appendLittleEndian(0xEE, 1);
        for (int i = random.nextInt(8); i >= 0; i--) {
            change(model, output);
        }
        byte[] diffs = output.toByteArray();
        JsonDiffs.apply(diffs, 1, diffs.length, node, "c");
        assertThat(printed(node)).as("seed %d, from %s", seed, before).isEqualTo(json(model));
    }

    private static void apply(String json, int operation, String path, @Nullable String value) {
        byte[] bytes = document(json);
        BinaryOutput output = new BinaryOutput(64);
        diff(operation, path, value, output);
        byte[] diffs = output.toByteArray();
        JsonDiffs.apply(diffs, 0, diffs.length, JsonNode.document(bytes, 0, bytes.length, "c"), "c");
    }

    /** A change whose position does not exist shows that the row's previous value is another one: it must not be skipped. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1, 2]     | 0 | $[2]      | 7
            [1, 2]     | 0 | $[last-2] | 7
            [1, 2]     | 2 | $[2]      |
            [1, 2]     | 0 | $.a       | 7
            [1, 2]     | 1 | $.a       | 7
            {"a": 1}   | 0 | $.b       | 7
            {"a": 1}   | 1 | $.a       | 7
            {"a": 1}   | 2 | $.b       |
            {"a": 1}   | 0 | $[0]      | 7
            {"a": 1}   | 1 | $.b.c     | 7
            {"a": [1]} | 0 | $.a[0].b  | 7
            17         | 0 | $.a       | 7
            17         | 0 | $         | 7
            [1]        | 0 | a         | 7
            [1]        | 3 | $[0]      | 7
            """)
    void refusesChangeWithoutTarget(String json, int operation, String path, @Nullable String value) {
        assertThatThrownBy(() -> apply(json, operation, path, value))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("column c")
                .hasMessageContaining(path);
    }

    private static List<Leg> legs(String path) {
        byte[] bytes = utf8("xx" + path + "y");
        JsonPath parsed = JsonPath.parse(bytes, 2, bytes.length - 1);
        return parsed == null ? List.of() : parsed.legs();
    }

    @Test
    void parsesLegs() {
        assertThat(legs("$[7].a[last].\"b c\"[last-3]"))
                .extracting(leg -> leg.member() == null ? null : new String(leg.member(), StandardCharsets.UTF_8))
                .containsExactly(null, "a", null, "b c", null);
        assertThat(legs("$[7].a[last].\"b c\"[last-3]"))
                .extracting(Leg::index, Leg::fromEnd)
                .startsWith(tuple(7, false))
                .endsWith(tuple(3, true));
        assertThat(new String(
                        legs("$.\"\\u00fc\\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d\\ude00\"")
                                .get(0)
                                .member(),
                        StandardCharsets.UTF_8))
                .isEqualTo("ü\"\\/\b\f\n\r\t😀");
        assertThat(legs("$[4294967295]")).singleElement().extracting(Leg::index).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "[0]",
                "$a",
                "$.",
                "$..a",
                "$[",
                "$[]",
                "$[x]",
                "$[-1]",
                "$[1",
                "$[last-]",
                "$[last+1]",
                "$.\"a",
                "$.\"\\x\"",
                "$.\"\\u12\"",
                "$[4294967296]"
            })
    void rejectsOtherPaths(String path) {
        byte[] bytes = utf8(path);
        assertThat(JsonPath.parse(bytes, 0, bytes.length)).isNull();
    }

    @Test
    void limitsLegsToDepthOfDocuments() {
        assertThat(legs("$" + "[0]".repeat(100))).hasSize(100);
        assertThat(legs("$" + "[0]".repeat(101))).isEmpty();
    }

    /** As MySQL prints a value of a type that JSON does not have: with a line break, escaped, after 76 characters. */
    @RepeatedTest(10)
    void encodesBytesLikeMime() {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        PlainText text = new PlainText();
        JsonBase64.write(252, bytes, 0, bytes.length, text);
        String expected =
                Base64.getMimeEncoder(76, utf8("\n")).encodeToString(bytes).replace("\n", "\\n");
        assertThat(new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8))
                .as("seed %d", seed)
                .isEqualTo("\"base64:type252:" + expected + "\"");
    }
}
