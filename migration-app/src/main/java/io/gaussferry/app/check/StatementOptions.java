package io.gaussferry.app.check;

import io.gaussferry.application.StatementInputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name the statements of an application. */
public final class StatementOptions {

    private static final String PERFORMANCE_SCHEMA = "performance_schema";

    @Option(
            names = "--from",
            paramLabel = "INPUT",
            description = {
                "performance_schema (default): the statements that the source has executed. Or a file or directory: scripts (.sql), MyBatis"
                        + " mappers (.xml), general and slow logs (.log). May be repeated."
            })
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "The database of names without one in files; by default the only one that is migrated.")
    private String database = "";

    /** Returns whether an option is given. */
    boolean areGiven() {
        return !inputs.isEmpty() || !database.isEmpty();
    }

    /** Returns the inputs. */
    public StatementInputs inputs() {
        List<Path> files = inputs.stream()
                .filter(input -> !isPerformanceSchema(input))
                .map(Path::of)
                .toList();
        return new StatementInputs(
                inputs.isEmpty() || inputs.stream().anyMatch(StatementOptions::isPerformanceSchema), files, database);
    }

    private static boolean isPerformanceSchema(String input) {
        return input.equals(PERFORMANCE_SCHEMA);
    }
}
