package io.gaussferry.app.verify;

import io.gaussferry.app.command.CommandArguments;
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
 * @param tables the tables; empty for all
 * @param repair whether to repair the target
 * @param values whether to show values
 * @param json whether to write JSON instead of lines for people
 * @param connections ranges compared concurrently
 * @param share percentage of the time that each connection is busy
 * @param rowsPerRange rows of a range
 * @param limit maximum number of differences listed
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
    private static final class Arguments {

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

    /** Parses the arguments after {@code verify}, in any order; empty if they are invalid. */
    public static Optional<VerifyOptions> parse(List<String> arguments) {
        try {
            return Optional.of(CommandArguments.read(new Arguments(), arguments))
                    .filter(Arguments::isInBounds)
                    .map(Arguments::options);
        } catch (IllegalArgumentException noPattern) {
            return Optional.empty();
        }
    }
}
