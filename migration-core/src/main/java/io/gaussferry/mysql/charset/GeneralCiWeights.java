package io.gaussferry.mysql.charset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The weights of MySQL's collation {@code utf8mb4_general_ci}, which compares strings character by character, by their weights. Letters that
 * differ only in case or accents mostly have one weight. The target's collation of this name treats the same characters as equal, except for U+00DF, which is equal
 * to no other character there.
 */
public final class GeneralCiWeights {

    /** The weight of all characters above U+FFFF. */
    private static final int SUPPLEMENTARY = 0xFFFD;

    private static final String RESOURCE = "/io/gaussferry/mysql/charset/general-ci-weights.txt";

    private static final int HEXADECIMAL = 16;

    private static final char[] WEIGHTS = read();

    private GeneralCiWeights() {}

    /** Returns the weight of a character. */
    public static int of(int codePoint) {
        return codePoint < WEIGHTS.length ? WEIGHTS[codePoint] : SUPPLEMENTARY;
    }

    private static char[] read() {
        char[] weights = new char[Character.MAX_VALUE + 1];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (char) i;
        }
        for (String line : lines()) {
            if (!line.startsWith("#")) {
                set(line, weights);
            }
        }
        return weights;
    }

    private static void set(String line, char[] weights) {
        String[] parts = line.split("[ /-]");
        int first = Integer.parseInt(parts[0], HEXADECIMAL);
        if (parts.length == 2) {
            weights[first] = (char) Integer.parseInt(parts[1], HEXADECIMAL);
            return;
        }
        int last = Integer.parseInt(parts[1], HEXADECIMAL);
        int step = Integer.parseInt(parts[2], HEXADECIMAL);
        int weight = Integer.parseInt(parts[3], HEXADECIMAL);
        int weightStep = Integer.parseInt(parts[4], HEXADECIMAL);
        for (int character = first; character <= last; character += step) {
            weights[character] = (char) weight;
            weight += weightStep;
        }
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(GeneralCiWeights.class.getResourceAsStream(RESOURCE));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
