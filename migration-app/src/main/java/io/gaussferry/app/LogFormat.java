package io.gaussferry.app;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the log is written: lines for people, or JSON for programs. It belongs to where the daemon runs, not to the migration, so it
 * comes from the environment: {@code GAUSSFERRY_LOG_FORMAT}, or the system property of the name below.
 */
final class LogFormat {

    /** Read by {@code logback-spring.xml} too, by Spring's rules for names of variables. */
    private static final String PROPERTY = "gaussferry.log.format";

    private static final String VARIABLE = "GAUSSFERRY_LOG_FORMAT";
    private static final Set<String> KNOWN = Set.of("text", "json");

    private LogFormat() {}

    /** Refuses a format that is none, before the logging begins. */
    static void require() {
        @Nullable String property = System.getProperty(PROPERTY);
        require(property == null ? System.getenv(VARIABLE) : property);
    }

    static void require(@Nullable String format) {
        if (format != null && !KNOWN.contains(format)) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    VARIABLE + " is " + format + ".",
                    "set it to text or json, or not at all",
                    null);
        }
    }
}
