package io.gaussferry.app.verify;

import io.gaussferry.model.TablePattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code verify}.
 *
 * @param configuration the configuration file
 * @param tables which tables; none for all
 * @param repair whether to make the target right
 * @param values whether to show values
 * @param json whether to write JSON instead of text
 * @param connections ranges compared at the same time
 * @param share of the time for which each connection is busy, in percent
 * @param rowsPerRange rows of a range
 * @param limit differences that are named
 */
public record VerifyOptions(
        Path configuration,
        List<TablePattern> tables,
        boolean repair,
        boolean values,
        boolean json,
        int connections,
        int share,
        int rowsPerRange,
        int limit) {

    private static final int DEFAULT_CONNECTIONS = 4;
    private static final int DEFAULT_ROWS = 20_000;
    private static final int DEFAULT_LIMIT = 1_000;

    /** Parses what follows {@code verify} on the command line, in any order; empty if it is not understood. */
    public static Optional<VerifyOptions> parse(List<String> arguments) {
        @Nullable Path configuration = null;
        List<TablePattern> tables = new ArrayList<>();
        boolean repair = false;
        boolean values = false;
        boolean json = false;
        int connections = DEFAULT_CONNECTIONS;
        int share = 100;
        int rows = DEFAULT_ROWS;
        int limit = DEFAULT_LIMIT;
        List<String> words = split(arguments);
        try {
            for (int i = 0; i < words.size(); i++) {
                switch (words.get(i)) {
                    case "--repair" -> repair = true;
                    case "--values" -> values = true;
                    case "--json" -> json = true;
                    case "--config" -> configuration = Path.of(words.get(++i));
                    case "--tables" -> {
                        for (String pattern : words.get(++i).split(",", -1)) {
                            tables.add(TablePattern.parse(pattern.strip()));
                        }
                    }
                    case "--connections" -> connections = number(words.get(++i), 1, 16);
                    case "--share" -> share = number(words.get(++i), 1, 100);
                    case "--rows-per-range" -> rows = number(words.get(++i), 100, 10_000_000);
                    case "--limit" -> limit = number(words.get(++i), 0, 1_000_000);
                    default -> {
                        return Optional.empty();
                    }
                }
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException notUnderstood) {
            return Optional.empty();
        }
        return configuration == null
                ? Optional.empty()
                : Optional.of(new VerifyOptions(
                        configuration, tables, repair, values, json, connections, share, rows, limit));
    }

    /** {@code --name=value} is {@code --name value}. */
    private static List<String> split(List<String> arguments) {
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            if (equals < 0) {
                words.add(argument);
            } else {
                words.add(argument.substring(0, equals));
                words.add(argument.substring(equals + 1));
            }
        }
        return words;
    }

    private static int number(String text, int least, int most) {
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(text + " is not from " + least + " to " + most);
        }
        return number;
    }
}
