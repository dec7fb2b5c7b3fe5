package io.gaussferry.app.verify;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.model.TablePattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

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

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--tables", split = ",")
        private List<String> tables = new ArrayList<>();

        @Option(names = "--repair")
        private boolean repair;

        @Option(names = "--values")
        private boolean values;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--connections", defaultValue = "4")
        private int connections;

        @Option(names = "--share", defaultValue = "100")
        private int share;

        @Option(names = "--rows-per-range", defaultValue = "20000")
        private int rowsPerRange;

        @Option(names = "--limit", defaultValue = "1000")
        private int limit;

        private boolean isInBounds() {
            return isFrom(1, connections, 16)
                    && isFrom(1, share, 100)
                    && isFrom(100, rowsPerRange, 10_000_000)
                    && isFrom(0, limit, 1_000_000);
        }

        private static boolean isFrom(int least, int number, int most) {
            return number >= least && number <= most;
        }

        private VerifyOptions options() {
            return new VerifyOptions(
                    configuration,
                    tables.stream().map(String::strip).map(TablePattern::parse).toList(),
                    repair,
                    values,
                    json,
                    connections,
                    share,
                    rowsPerRange,
                    limit);
        }
    }

    /** Parses what follows {@code verify} on the command line, in any order; empty if it is not understood. */
    public static Optional<VerifyOptions> parse(List<String> arguments) {
        try {
            return Optional.of(CommandWords.read(new Given(), arguments))
                    .filter(Given::isInBounds)
                    .map(Given::options);
        } catch (IllegalArgumentException noPattern) {
            return Optional.empty();
        }
    }
}
