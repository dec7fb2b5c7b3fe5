package io.gaussferry.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Configures the program's log on standard error. Standard output carries the speed line and the output of commands.
 *
 * <p>The format is plain lines, or JSON for a daemon. It depends on where the daemon runs, not on the migration; therefore it is set by
 * the environment variable {@code GAUSSFERRY_LOG_FORMAT} or the system property {@code gaussferry.log.format}.
 *
 * <p>The log is configured in code because reading a logback configuration file took a tenth of the processor time of a start.
 */
final class ProgramLog {

    private static final String PROPERTY = "gaussferry.log.format";
    private static final String VARIABLE = "GAUSSFERRY_LOG_FORMAT";
    private static final String JSON = "json";
    private static final Set<String> KNOWN = Set.of("text", JSON);

    private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %-10.10thread %logger{0}: %msg%n%nopex";

    private static final Map<String, Level> LEVELS = Map.of(
            Logger.ROOT_LOGGER_NAME,
            Level.INFO,
            "com.github.shyiko",
            Level.WARN,
            "com.zaxxer.hikari",
            Level.WARN,
            // the stage that loses a connection reports it with a remedy; the pool would report each connection again
            "com.zaxxer.hikari.pool.PoolBase",
            Level.ERROR,
            "com.zaxxer.hikari.pool.ProxyConnection",
            Level.ERROR,
            "org.springframework",
            Level.WARN,
            // warns about pages that are open when the daemon ends
            "org.springframework.web.servlet.mvc.support",
            Level.ERROR,
            "org.apache",
            Level.WARN,
            "org.opengauss",
            Level.WARN);

    private ProgramLog() {}

    /**
     * Starts logging plain lines, also for {@code java.util.logging}. Called once, before the first log call.
     */
    static void initialize() {
        LoggerContext context = context();
        context.reset();
        LEVELS.forEach((name, level) -> context.getLogger(name).setLevel(level));
        PatternLayoutEncoder lines = new PatternLayoutEncoder();
        lines.setCharset(StandardCharsets.UTF_8);
        lines.setPattern(LINE);
        write(lines);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /**
     * Switches a daemon's log to the format that the environment sets.
     *
     * @throws GaussferryException of category CONFIGURATION if the format is unknown
     */
    static void useConfiguredFormat() {
        @Nullable String format = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        require(format);
        if (JSON.equals(format)) {
            writeJson();
        }
    }

    static void require(@Nullable String format) {
        if (format != null && !KNOWN.contains(format)) {
            throw new GaussferryException(
                    ErrorCode.SETTING_INVALID,
                    VARIABLE + " is " + format + ", which is no log format.",
                    "set it to text or json, or unset it",
                    null);
        }
    }

    /** Writes one JSON object per line, in the Elastic Common Schema. */
    private static void writeJson() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "process",
                        Map.of("spring.application.pid", ProcessHandle.current().pid())));
        // Spring Boot's encoder reads the environment from this key
        context().putObject(Environment.class.getName(), environment);
        StructuredLogEncoder objects = new StructuredLogEncoder();
        objects.setCharset(StandardCharsets.UTF_8);
        objects.setFormat("ecs");
        write(objects);
    }

    /** Replaces the encoder of all loggers. */
    private static void write(Encoder<ILoggingEvent> encoder) {
        LoggerContext context = context();
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
}
