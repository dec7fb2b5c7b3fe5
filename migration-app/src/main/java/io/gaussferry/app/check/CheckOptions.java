package io.gaussferry.app.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code check}.
 *
 * @param configuration the configuration file
 * @param json whether to write JSON instead of text
 * @param scanValues whether to look through the source's tables
 */
public record CheckOptions(Path configuration, boolean json, boolean scanValues) {

    private static final String CONFIG = "--config";

    /** Parses what follows {@code check} on the command line, in any order; empty if it is not understood. */
    public static Optional<CheckOptions> parse(List<String> arguments) {
        @Nullable String configuration = null;
        boolean json = false;
        boolean scanValues = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--json")) {
                json = true;
            } else if (argument.equals("--scan-values")) {
                scanValues = true;
            } else if (argument.startsWith(CONFIG + "=") && configuration == null) {
                configuration = argument.substring(CONFIG.length() + 1);
            } else if (argument.equals(CONFIG) && configuration == null && i + 1 < arguments.size()) {
                i++;
                configuration = arguments.get(i);
            } else {
                return Optional.empty();
            }
        }
        return configuration == null
                ? Optional.empty()
                : Optional.of(new CheckOptions(Path.of(configuration), json, scanValues));
    }
}
