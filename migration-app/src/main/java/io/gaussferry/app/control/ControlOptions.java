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
 * @param target the process that it controls
 * @param json whether to print the daemon's JSON response
 * @param reason a reason for the daemon's log; empty for none
 * @param rowsPerSecond the speed limit of throttle; 0 for none
 */
record ControlOptions(String command, ControlTarget target, boolean json, String reason, long rowsPerSecond) {

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--config")
        private @Nullable Path configuration;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--fleet")
        private @Nullable List<URI> fleet;

        @Option(names = "--pipeline")
        private @Nullable String pipeline;

        @Option(names = "--token-file")
        private @Nullable Path tokenFile;

        @Option(names = "--json")
        private boolean json;

        @Option(names = "--reason", defaultValue = "")
        private String reason;

        @Parameters(arity = "0..1")
        private @Nullable String limit;

        private ControlOptions options(String command) {
            ControlTarget target =
                    new ControlTarget(configuration, url, fleet == null ? List.of() : fleet, pipeline, tokenFile);
            return new ControlOptions(command, target, json, reason, rowsPerSecond());
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
                    .filter(given -> given.configuration != null || given.fleet != null)
                    .map(given -> given.options(command));
        } catch (NumberFormatException noLimit) {
            return Optional.empty();
        }
    }
}
