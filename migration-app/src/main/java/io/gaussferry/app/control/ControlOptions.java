package io.gaussferry.app.control;

import io.gaussferry.app.command.CommandArguments;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of a command that controls a daemon.
 *
 * @param command status, pause, resume, throttle, failures or retry
 * @param configuration the daemon's configuration file
 * @param url the daemon's address; null for the configured address
 * @param json whether to print the daemon's JSON response
 * @param reason a reason for the daemon's log; empty for none
 * @param rowsPerSecond the speed limit of throttle; 0 for none
 */
record ControlOptions(
        String command, Path configuration, @Nullable URI url, boolean json, String reason, long rowsPerSecond) {

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--reason", defaultValue = "")
        private String reason;

        @Parameters(arity = "0..1")
        private @Nullable String limit;

        private ControlOptions options(String command) {
            return new ControlOptions(command, configuration, url, json, reason, rowsPerSecond());
        }

        private long rowsPerSecond() {
            return limit == null || limit.equals("off") ? 0 : Long.parseUnsignedLong(limit);
        }
    }

    /** Parses a command line with options in any order; empty if it is invalid. */
    static Optional<ControlOptions> parse(List<String> arguments) {
        String command = arguments.get(0);
        try {
            return Optional.of(CommandArguments.read(new Arguments(), arguments.subList(1, arguments.size())))
                    .filter(given -> (given.limit != null) == command.equals("throttle"))
                    .map(given -> given.options(command));
        } catch (NumberFormatException noLimit) {
            return Optional.empty();
        }
    }
}
