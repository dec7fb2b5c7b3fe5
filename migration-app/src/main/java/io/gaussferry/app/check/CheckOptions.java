package io.gaussferry.app.check;

import io.gaussferry.app.command.CommandWords;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options of {@code check}.
 *
 * @param configuration the configuration file
 * @param json whether to write JSON instead of text
 * @param scanValues whether to look through the source's tables
 */
public record CheckOptions(Path configuration, boolean json, boolean scanValues) {

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--scan-values")
        private boolean scanValues;
    }

    /** Parses what follows {@code check} on the command line, in any order; empty if it is not understood. */
    public static Optional<CheckOptions> parse(List<String> arguments) {
        return CommandWords.read(new Given(), arguments)
                .map(given -> new CheckOptions(given.configuration, given.json, given.scanValues));
    }
}
