package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal values must have equal forms, or a comparison reports a difference; others must not, or it hides one. */
class NormalFormsTest {

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private String digits(int most) {
        StringBuilder digits = new StringBuilder();
        for (int i = random.nextInt(most) + 1; i > 0; i--) {
            digits.append("0001259".charAt(random.nextInt(7)));
        }
        return digits.toString();
    }

    /** Returns a number of JSON, often with zeros at its ends and sometimes with an exponent. */
    private String number() {
        String whole = digits(6).replaceFirst("^0+(?=.)", "");
        String fraction = random.nextBoolean() ? "." + digits(6) : "";
        String exponent = random.nextInt(3) == 0 ? (random.nextBoolean() ? "e" : "E+") + random.nextInt(60) : "";
        return (random.nextBoolean() ? "-" : "") + whole + fraction + exponent.replace("E+", "E-");
    }

    private static boolean isInteger(String number) {
        return number.matches("-?\\d+");
    }

    /** Without regard to integers and fractions, two numbers have one form exactly if they are equal. */
    @RepeatedTest(20)
    void formsOfNumbersAreEqualIfValuesAre() {
        for (int i = 0; i < 200; i++) {
            String one = number();
            BigDecimal value = new BigDecimal(one);
            // the same value in another notation
            String same = random.nextBoolean()
                    ? value.toPlainString()
                    : value.setScale(value.scale() + 3).toString();
            String other = number();
            assertThat(JsonNumber.normal(same, true))
                    .as("seed %d, %s and %s", seed, one, same)
                    .isEqualTo(JsonNumber.normal(one, true));
            assertThat(JsonNumber.normal(other, true).equals(JsonNumber.normal(one, true)))
                    .as("seed %d, %s and %s", seed, one, other)
                    .isEqualTo(new BigDecimal(other).compareTo(value) == 0);
        }
    }

    /** MySQL distinguishes the integer 1 from the double 1.0, and keeps the sign of a zero. */
    @RepeatedTest(20)
    void formsOfNumbersKeepTheirKind() {
        for (int i = 0; i < 200; i++) {
            String one = number();
            String normal = JsonNumber.normal(one, false);
            assertThat(new BigDecimal(normal)).as("seed %d, %s", seed, one).isEqualByComparingTo(new BigDecimal(one));
            assertThat(normal.startsWith("-")).as("seed %d, %s", seed, one).isEqualTo(one.startsWith("-"));
            assertThat(isInteger(normal)).as("seed %d, %s", seed, one).isEqualTo(isInteger(one));
            assertThat(JsonNumber.normal(normal, false))
                    .as("seed %d, %s again", seed, one)
                    .isEqualTo(normal);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.10, 1.1",
        "1e2, 100.0",
        "1.0, 1.0",
        "-0, -0",
        "-0.00, -0.0",
        "0e5, 0.0",
        "1e30, 1e30",
        "1e-30, 1e-30",
        "123e-2, 1.23",
        "0.00100, 0.001",
        "1e999999999, 1e999999999"
    })
    void printsNumbers(String number, String expected) {
        assertThat(JsonNumber.normal(number, false)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "0x1", "1e9999999999"})
    void rejectsOtherNumbers(String number) {
        assertThatThrownBy(() -> JsonNumber.normal(number, false)).isInstanceOf(IllegalArgumentException.class);
    }

    private String document(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0 -> number();
            case 1 -> random.nextBoolean() ? "null" : "true";
            case 2 -> "\"" + "aü\\n/".substring(random.nextInt(2)) + "\"";
            case 3 -> "\"\"";
            case 4 -> container('[', ']', depth);
            default -> container('{', '}', depth);
        };
    }

    private String container(char open, char close, int depth) {
        StringBuilder text = new StringBuilder().append(open);
        for (int i = random.nextInt(4); i > 0; i--) {
            if (open == '{') {
                text.append('"')
                        .append("abc".substring(random.nextInt(3)))
                        .append(random.nextInt(3))
                        .append("\":");
                text.append(random.nextInt(8) > 0 ? " " : "");
            }
            text.append(document(depth - 1)).append(i > 1 ? random.nextInt(8) > 0 ? ", " : "," : "");
        }
        return text.append(close).toString();
    }

    private static boolean isPrinted(String text) {
        byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.UTF_8);
        return PrintedJson.isNormal(bytes, 1, bytes.length - 1);
    }

    /** The fast recognition may miss a document in normal form, and must not take another one for it. */
    @RepeatedTest(20)
    void recognizedDocumentsAreInNormalForm() {
        int recognized = 0;
        for (int i = 0; i < 300; i++) {
            String document = document(3);
            String normal = JsonForm.normal(document);
            assertThat(JsonForm.normal(normal))
                    .as("seed %d, %s again", seed, document)
                    .isEqualTo(normal);
            if (isPrinted(document)) {
                recognized++;
                assertThat(normal).as("seed %d", seed).isEqualTo(document);
            }
        }
        assertThat(recognized).as("seed %d: recognized documents", seed).isPositive();
    }

    /** Damage to a recognized document either makes it unrecognized, or it is another one in normal form. */
    @RepeatedTest(20)
    void damagedDocumentsAreNotRecognized() {
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder(JsonForm.normal(document(3)));
            int at = random.nextInt(text.length());
            if (random.nextBoolean()) {
                text.deleteCharAt(at);
            } else {
                text.insert(at, " ,:\"{}[]0-.e\\".charAt(random.nextInt(13)));
            }
            if (isPrinted(text.toString())) {
                assertThat(JsonForm.normal(text.toString())).as("seed %d", seed).isEqualTo(text.toString());
            }
        }
    }

    /** Products print intervals differently; their microseconds are equal. */
    @ParameterizedTest
    @CsvSource({
        "01:02:03.5, 3723500000",
        "-01:02:03, -3723000000",
        "838:59:59, 3020399000000",
        "1 day 01:00:00, 90000000000",
        "-1 days +23:00:00, -3600000000",
        "-1 days -23:00:00, -169200000000",
        "1 hours 2 minutes 3.5 seconds, 3723500000",
        "-1 hours -2 minutes -3 seconds, -3723000000",
        "1 hour 2 mins 3 secs, 3723000000",
        "00:00:00, 0",
        "34 days 22:59:59.000001, 3020399000001",
        "1 mon, 1 mon",
        "'', ''",
        "1 day x, 1 day x"
    })
    void comparesIntervalsByMicroseconds(String printed, String expected) {
        assertThat(IntervalForm.canonical(printed)).isEqualTo(expected);
    }

    @Test
    void intervalFormsAreEqualForAllNotations() {
        long micros = random.nextLong(3_020_399_000_000L);
        long seconds = micros / 1_000_000;
        String fraction = String.format(Locale.ROOT, ".%06d", micros % 1_000_000);
        String clock = seconds / 3600 + ":" + seconds / 60 % 60 + ":" + seconds % 60 + fraction;
        String units =
                seconds / 3600 + " hours " + seconds / 60 % 60 + " minutes " + seconds % 60 + fraction + " seconds";
        String days = seconds / 86_400 + " days " + seconds / 3600 % 24 + ":" + seconds / 60 % 60 + ":" + seconds % 60
                + fraction;
        assertThat(IntervalForm.canonical(clock))
                .as("seed %d", seed)
                .isEqualTo(String.valueOf(micros))
                .isEqualTo(IntervalForm.canonical(units))
                .isEqualTo(IntervalForm.canonical(days));
    }
}
