package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the documents that MySQL stores otherwise than it receives them, and the recognition of documents in normal form. */
class JsonFormTest {

    @Test
    void returnsWhatMySqlStores() {
        assertThat(stored("{\"a\": 1, \"a\": 2}")).isEqualTo("{\"a\": 2}");
        assertThat(stored("[{\"b\":1,\"a\":2,\"b\":3}]")).isEqualTo("[{\"a\": 2, \"b\": 3}]");
        assertThat(stored("[-0, -0.0]")).isEqualTo("[0, -0.0]");
        assertThat(stored("100000000000000000000")).isEqualTo("100000000000000000000.0");
        assertThat(stored("18446744073709551615")).isEqualTo("18446744073709551615");
        assertThat(stored("{\"name\":\"x\",\"id\":1.50}")).isEqualTo("{\"id\": 1.5, \"name\": \"x\"}");
    }

    @Test
    void keepsWhatMySqlRejects() {
        // the value never reaches MySQL, so no document there is equal to it
        assertThat(stored("0.12345678901234567890")).isEqualTo("0.1234567890123456789");
        assertThat(stored("\"\\ud83d\"")).isEqualTo("\"\\ud83d\"");
        assertThat(JsonForm.normal("1e9999999999")).isEqualTo("1e9999999999");
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(JsonForm.normal(deep)).isEqualTo(deep);
    }

    private static String stored(String json) {
        return JsonForm.asStored(JsonForm.normal(json));
    }

    @Test
    void recognizesPrintedDocuments() {
        assertThat(isPrinted("{\"id\": 1, \"tags\": [\"a\", \"b\\n\"], \"price\": -1.5}"))
                .isTrue();
        assertThat(isPrinted("[{}, [], null, true, false, \"\", 0, 0.0, 18446744073709551615]"))
                .isTrue();
        for (String other : new String[] {
            "{\"id\":1}",
            "{\"b\": 1, \"a\": 2}",
            "{\"a\": 1, \"a\": 2}",
            "[1,2]",
            " 1",
            "1 ",
            "1.10",
            "1e2",
            "01",
            "\"\\/\"",
            "\"\\u0041\"",
            "[1",
            "",
            "tru",
            "{\"a\": 1, }",
            "1.",
            "-",
            "\"a"
        }) {
            assertThat(isPrinted(other)).as(other).isFalse();
        }
    }

    /** The two implementations must agree: a recognized document is not parsed. */
    @Test
    void recognizesOnlyNormalForms() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int recognized = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder json = new StringBuilder();
            append(random, json, 0);
            String document = json.toString();
            String normal = JsonForm.normal(document);
            assertThat(JsonForm.normal(normal))
                    .as("seed %d: %s", seed, document)
                    .isEqualTo(normal);
            if (isPrinted(document)) {
                recognized++;
                assertThat(normal).as("seed %d", seed).isEqualTo(document);
            }
        }
        assertThat(recognized).isPositive();
    }

    private static void append(Random random, StringBuilder json, int depth) {
        String blank = random.nextInt(5) == 0 ? "" : " ";
        switch (random.nextInt(depth > 3 ? 3 : 5)) {
            case 0 -> json.append(random.nextBoolean() ? "null" : "true");
            case 1 -> appendNumber(random, json);
            case 2 -> appendString(random, json);
            case 3 -> {
                json.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    append(random, json, depth + 1);
                    json.append(i > 1 ? "," + blank : "");
                }
                json.append(']');
            }
            default -> {
                json.append('{');
                for (int i = random.nextInt(4); i > 0; i--) {
                    appendString(random, json);
                    json.append(":").append(blank);
                    append(random, json, depth + 1);
                    json.append(i > 1 ? "," + blank : "");
                }
                json.append('}');
            }
        }
    }

    private static void appendNumber(Random random, StringBuilder json) {
        json.append(random.nextBoolean() ? "-" : "").append(random.nextInt(20) * random.nextInt(20));
        if (random.nextBoolean()) {
            json.append('.').append("0".repeat(random.nextInt(22))).append(random.nextInt(30));
        }
        if (random.nextInt(4) == 0) {
            json.append('e').append(random.nextInt(60) - 30);
        }
    }

    private static void appendString(Random random, StringBuilder json) {
        String[] parts = {"a", "b", "é", "😀", "\\n", "\\\"", "\\u0041", "\\/", "\\\\", " "};
        json.append('"');
        for (int i = random.nextInt(4); i > 0; i--) {
            json.append(parts[random.nextInt(parts.length)]);
        }
        json.append('"');
    }

    private static boolean isPrinted(String json) {
        byte[] bytes = ("<" + json + ">").getBytes(StandardCharsets.UTF_8);
        return PrintedJson.isNormal(bytes, 1, bytes.length - 1);
    }
}
