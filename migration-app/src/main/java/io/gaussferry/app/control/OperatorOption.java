package io.gaussferry.app.control;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the operator, for the record. */
final class OperatorOption {

    @Option(names = "--operator", paramLabel = "NAME", description = "Who (default: the user of this machine).")
    private @Nullable String given;

    /** Returns the operator's name. */
    String name() {
        return given == null ? System.getProperty("user.name", "unknown") : given;
    }
}
