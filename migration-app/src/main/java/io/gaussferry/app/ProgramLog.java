package io.gaussferry.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.gaussferry.error.ErrorCategory;
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
 * What the program logs, on standard error: standard output belongs to the speed line, and to what a command prints. Lines for people, or
 * a daemon's as JSON for programs. Which of them belongs to where the daemon runs, not to the migration, so it comes from the environment:
 * {@code GAUSSFERRY_LOG_FORMAT}, or the system property of the name below.
 *
 * <p>It is set up here and not by a file of logback's, whose reading took a tenth of the processor time of a start.
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
            // A connection that is gone is told of by the stage that it failed, with the remedy; the pool would tell it
            // once more for each.
            "com.zaxxer.hikari.pool.PoolBase",
            Level.ERROR,
            "com.zaxxer.hikari.pool.ProxyConnection",
            Level.ERROR,
            "org.springframework",
            Level.WARN,
            // warns of pages that are open when the daemon ends
            "org.springframework.web.servlet.mvc.support",
            Level.ERROR,
            "org.apache",
            Level.WARN,
            "org.opengauss",
            Level.WARN);

    private ProgramLog() {}

    /** Begins with lines for people; called once, before anything is logged. What is logged by {@code java.util.logging} goes there too. */
    static void begin() {
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
     * Goes on as the environment wants a daemon's log.
     *
     * @throws GaussferryException of category CONFIGURATION if the format is none
     */
    static void asTheEnvironmentWants() {
        @Nullable String format = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        require(format);
        if (JSON.equals(format)) {
            writeJson();
        }
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

    /** One object a line, in the Elastic Common Schema. */
    private static void writeJson() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "process",
                        Map.of("spring.application.pid", ProcessHandle.current().pid())));
        // where Spring Boot's encoder looks for it
        context().putObject(Environment.class.getName(), environment);
        StructuredLogEncoder objects = new StructuredLogEncoder();
        objects.setCharset(StandardCharsets.UTF_8);
        objects.setFormat("ecs");
        write(objects);
    }

    /** From now on all is written by this encoder. */
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
