package io.gaussferry.app.check;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.error.GaussferryException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The options of {@code check}.
 *
 * @param configuration the configuration file
 * @param json whether to write JSON instead of lines for people
 * @param details whether to print all findings, instead of examples of each code
 * @param scanValues whether to read the source's tables
 */
public record CheckOptions(Path configuration, boolean json, boolean details, boolean scanValues) {

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--details")
        private boolean details;

        @Option(names = "--scan-values")
        private boolean scanValues;
    }

    /**
     * Parses the arguments after {@code check}, in any order.
     *
     * @throws GaussferryException if an argument is invalid
     */
    public static CheckOptions parse(List<String> arguments) {
        Arguments given = CommandArguments.read(new Arguments(), arguments);
        return new CheckOptions(given.configuration, given.json, given.details, given.scanValues);
    }
}
