package io.gaussferry.app.control;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options of a command that steers a daemon.
 *
 * @param command status, pause, resume, throttle, failures or retry
 * @param configuration the daemon's configuration file
 * @param url where the daemon is; null for where the configuration says
 * @param json whether to print the daemon's answer as it is
 * @param reason why, for the daemon's log; empty for none
 * @param rowsPerSecond the speed limit of throttle; 0 for none
 */
record ControlOptions(
        String command, Path configuration, @Nullable URI url, boolean json, String reason, long rowsPerSecond) {

    /** Parses a command line, options in any order; empty if it is not understood. */
    static Optional<ControlOptions> parse(List<String> arguments) {
        String command = arguments.get(0);
        @Nullable Path configuration = null;
        @Nullable URI url = null;
        boolean json = false;
        String reason = "";
        @Nullable Long rowsPerSecond = null;
        try {
            for (int i = 1; i < arguments.size(); i++) {
                String word = arguments.get(i);
                switch (word) {
                    case "--config" -> configuration = Path.of(arguments.get(++i));
                    case "--url" -> url = URI.create(arguments.get(++i));
                    case "--reason" -> reason = arguments.get(++i);
                    case "--json" -> json = true;
                    default -> {
                        if (rowsPerSecond != null || !command.equals("throttle")) {
                            return Optional.empty();
                        }
                        rowsPerSecond = word.equals("off") ? 0 : Long.parseUnsignedLong(word);
                    }
                }
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return Optional.empty();
        }
        if (configuration == null || (command.equals("throttle") && rowsPerSecond == null)) {
            return Optional.empty();
        }
        return Optional.of(new ControlOptions(
                command, configuration, url, json, reason, rowsPerSecond == null ? 0 : rowsPerSecond));
    }
}
