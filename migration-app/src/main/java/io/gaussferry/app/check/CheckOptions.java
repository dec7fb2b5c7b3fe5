package io.gaussferry.app.check;

import io.gaussferry.app.command.CommandWords;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The options of {@code check}.
 *
 * @param configuration the configuration file
 * @param json whether to write JSON instead of text
 * @param details whether the text has all findings, and not only some of each code
 * @param scanValues whether to look through the source's tables
 */
public record CheckOptions(Path configuration, boolean json, boolean details, boolean scanValues) {

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--details")
        private boolean details;

        @Option(names = "--scan-values")
        private boolean scanValues;
    }

    /** Parses what follows {@code check} on the command line, in any order. A GaussferryException says what is not understood. */
    public static CheckOptions parse(List<String> arguments) {
        Given given = CommandWords.read(new Given(), arguments);
        return new CheckOptions(given.configuration, given.json, given.details, given.scanValues);
    }
}
