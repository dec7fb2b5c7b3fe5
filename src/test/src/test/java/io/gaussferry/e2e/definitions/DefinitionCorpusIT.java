package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.e2e.Servers;
import io.gaussferry.e2e.definitions.RandomHistory.RefusedBySourceException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executes each statement of the corpus on the source, with rows in its tables. The source's definitions must equal the computed ones; the target
 * follows and has the rows and tables that a copy would create.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefinitionCorpusIT {

    private DefinitionTrial trial;

    @BeforeAll
    void begin() throws Exception {
        trial = DefinitionTrial.of(Servers.sandbox());
    }

    @AfterAll
    void end() throws Exception {
        trial.close();
    }

    /**
     * Cases of the other test only, because a session does not execute them, their expression is not printed as MySQL prints it, or the comparison of
     * contents does not support their types.
     */
    private static final List<String> NOT_EXECUTED = List.of(
            "what cannot be read",
            "an unknown table",
            "as a query, as servers since 8.0.21 log it",
            "as a query",
            "by the clock and an expression",
            "geometry");

    /** Returns the cases that the source can execute unchanged: a statement that names other databases, or is not DDL, is only in the other test. */
    static Stream<StatementCase> cases() {
        return StatementCase.files().stream()
                .flatMap(file -> StatementCase.read(file).stream())
                .filter(one -> !one.family().equals("others"))
                .filter(one -> !(one.part("before") + one.part("statement")).contains("elsewhere"))
                .filter(one -> !NOT_EXECUTED.contains(one.name()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void computesSameDefinitionsAsSourceAndTarget(StatementCase one) throws Exception {
        Outcome outcome;
        try {
            outcome = run(trial, here(one, trial.database()));
        } catch (RefusedBySourceException e) {
            assumeFalse(Servers.isMariaDb(), () -> "MariaDB refuses a statement of this case: " + e.getMessage());
            throw e;
        }
        assertThat(outcome.problems()).as(one.part("statement")).isEmpty();
    }

    static StatementCase here(StatementCase one, String database) {
        return one.with(Map.of(
                "statement",
                Pattern.compile("\\b" + StatementCase.DATABASE + "\\.")
                        .matcher(one.part("statement"))
                        .replaceAll("`" + database + "`.")));
    }

    /**
     * The outcome of a statement.
     *
     * @param result {@code followed}, or the reason why not
     * @param problems the problems; empty if there are none
     */
    record Outcome(String result, List<String> problems) {}

    static Outcome run(DefinitionTrial trial, StatementCase one) throws Exception {
        trial.begin(one.part("session"));
        for (String part : List.of("before", "rows")) {
            for (String statement : one.statements(part)) {
                trial.executeOnSource(statement);
            }
        }
        KnownDefinitions known = trial.definitions();
        trial.copy(known.definitions());
        return follow(trial, one, known);
    }

    /** A table whose new definition only the source knows is copied again. */
    private static boolean isComputed(List<TableChange> changes) {
        return !changes.isEmpty()
                && changes.stream()
                        .flatMap(change -> Optional.ofNullable(change.after()).stream())
                        .noneMatch(after -> Description.of(after).indexOf(ColumnDefinition.UNKNOWN_CHARACTER) >= 0);
    }

    /** Executes the statement on both sides; updates the known definitions to those after it. */
    static Outcome follow(DefinitionTrial trial, StatementCase one, KnownDefinitions known) throws Exception {
        DefinitionPlan plan = trial.plan(one, one.part("statement"), known);
        trial.executeOnSource(one.part("statement"));
        List<String> problems = new ArrayList<>();
        boolean computed = plan instanceof Follow || isComputed(KnownDefinitions.changes(plan));
        known.take(plan);
        KnownDefinitions real;
        try {
            real = trial.definitions();
        } catch (GaussferryException e) {
            if (plan instanceof Follow) {
                problems.add("followed, but a copy would refuse it: " + e.getMessage());
            }
            return new Outcome("REFUSED " + e.code() + ": " + Description.of(plan), problems);
        }
        String difference = Comparison.ofDefinitions(known.definitions(), real.definitions());
        if (computed && !difference.isEmpty()) {
            problems.add("computed and real definition:\n" + difference);
        }
        if (!(plan instanceof Follow follow)) {
            return new Outcome(Description.of(plan), problems);
        }
        Optional<String> refusal = trial.follow(follow);
        if (refusal.isPresent()) {
            return new Outcome(refusal.get(), problems);
        }
        ComparisonResult content = trial.compareContent();
        if (content.differences() > 0) {
            problems.add("content: " + content.firstDifferences());
        }
        Map<String, List<String>> catalogs = trial.catalogs(real.definitions());
        String unlike = Comparison.ofLines(
                catalogs.getOrDefault("followed", List.of()), catalogs.getOrDefault("fresh", List.of()));
        if (!unlike.isEmpty()) {
            problems.add("target that followed, and after a copy:\n" + unlike);
        }
        return new Outcome("followed", problems);
    }
}
