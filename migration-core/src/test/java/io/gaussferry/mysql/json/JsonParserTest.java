package io.gaussferry.mysql.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses strings to MySQL's binary form, which BinaryJson prints again. */
class JsonParserTest {

    private static String roundTrip(String json) {
        byte[] input = ("  " + json + "?").getBytes(StandardCharsets.UTF_8);
        BinaryOutput output = new BinaryOutput(1);
        JsonParser.parse(input, 1, input.length - 1, "c").writeDocument(output);
        byte[] bytes = output.toByteArray();
        PlainText sink = new PlainText();
        BinaryJson.write(bytes, 0, bytes.length, "c", sink);
        return new String(sink.buffer(), 0, sink.length(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-32768",
                "32768",
                "65536",
                "-2147483649",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "18446744073709551615",
                "0.1",
                "-1.5",
                "1e300",
                "1.7976931348623157e308",
                "\"\"",
                "\"ü 😀 \\\" \\\\ \\n \\t / 中\"",
                "\"\\u0000\\u0001\"",
                "{}",
                "[]",
                "[[], {}, \"\", null]",
                "{\"\": 1, \"a\": {\"b\": [1, 2.5, true, null, \"c\"]}}",
            })
    void preservesCanonicalDocuments(String json) {
        assertThat(roundTrip(json)).isEqualTo(json);
    }

    @Test
    void normalizesLikeMySql() {
        assertThat(roundTrip(" { \"bb\" : 1 ,\"a\":2,\"a\"\t:\n3 } ")).isEqualTo("{\"a\": 3, \"bb\": 1}");
        assertThat(roundTrip("\"\\u00e9\\ud83d\\ude00\\/\"")).isEqualTo("\"é😀/\"");
        assertThat(roundTrip("[1.10, 1E2, 100000000000000000000]")).isEqualTo("[1.1, 100.0, 1e20]");
        assertThat(roundTrip("[-0, -0.0]")).isEqualTo("[0, -0.0]");
        String deepest = "[".repeat(100) + "]".repeat(100);
        assertThat(roundTrip(deepest)).isEqualTo(deepest);
        String large = "{\"k\": \"" + "x".repeat(200_000) + "\", \"z\": 1}";
        assertThat(roundTrip(large)).isEqualTo(large);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[1,]",
                "[1",
                "{\"a\" 1}",
                "{a: 1}",
                "tru",
                "1 2",
                "\"\\ud83d\"",
                "\"\\x\"",
                "\"a\tb\"",
                "1e400",
                "-",
                "0.12345678901234567890",
                "123456789012345678901234567890",
            })
    void rejectsInvalidDocuments(String json) {
        assertThatThrownBy(() -> roundTrip(json)).isInstanceOf(UnconvertibleValueException.class);
    }

    @Test
    void rejectsTooDeeplyNestedDocuments() {
        assertThatThrownBy(() -> roundTrip("[".repeat(101) + "]".repeat(101))).hasMessageContaining("levels");
        assertThatThrownBy(() -> roundTrip("[".repeat(100_000))).hasMessageContaining("levels");
    }

    @RepeatedTest(3)
    void preservesRandomDocuments() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            // the first round trip normalizes the document
            String json = roundTrip(document(random, 4));
            assertThat(roundTrip(json)).as("seed %d", seed).isEqualTo(json);
        }
    }

    private static String document(Random random, int depth) {
        StringBuilder json = new StringBuilder();
        int count = random.nextInt(5);
        switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> json.append(random.nextLong());
            case 1 -> json.append(Double.toString(random.nextGaussian()));
            case 2 -> json.append(random.nextBoolean());
            case 3 -> json.append("null");
            case 4 ->
                json.append('"').append("aü😀\\\\".substring(random.nextInt(2))).append('"');
            case 5 -> {
                json.append('[');
                for (int i = 0; i < count; i++) {
                    json.append(i == 0 ? "" : ",").append(document(random, depth - 1));
                }
                json.append(']');
            }
            default -> {
                json.append('{');
                for (int i = 0; i < count; i++) {
                    json.append(i == 0 ? "" : " , ")
                            .append('"')
                            .append("k".repeat(random.nextInt(4)))
                            .append("\":");
                    json.append(document(random, depth - 1));
                }
                json.append('}');
            }
        }
        return json.toString();
    }
}
