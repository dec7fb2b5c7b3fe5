package io.gaussferry.application;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statements of an application with their grades.
 *
 * @param statements those with the most time first
 * @param missing the numbers of statements that were not examined, by reason
 * @param settings of the application's sessions, with which the statements were graded
 * @param proposal other settings with better grades; empty if none are known
 */
public record ApplicationReport(
        List<GradedStatement> statements,
        Map<String, Long> missing,
        AccountSettings settings,
        Optional<Proposal> proposal) {

    /**
     * Settings that change the grades.
     *
     * @param settings of the application's sessions
     * @param counts the number of statements of each grade with them
     */
    public record Proposal(AccountSettings settings, Map<StatementGrade, Long> counts) {
        public Proposal {
            counts = Map.copyOf(counts);
        }
    }

    public ApplicationReport {
        statements = List.copyOf(statements);
        missing = Map.copyOf(missing);
    }

    /** Creates a report by the account's own settings. */
    public ApplicationReport(List<GradedStatement> statements, Map<String, Long> missing) {
        this(statements, missing, AccountSettings.DEFAULTS, Optional.empty());
    }

    /** Returns the number of statements of each grade. */
    public Map<StatementGrade, Long> counts() {
        return AccountGrades.counts(statements);
    }

    /** Returns 2 if a statement fails, 0 if all are alike, otherwise 1. */
    public int exitCode() {
        if (statements.stream().anyMatch(statement -> statement.grade() == StatementGrade.FAILS)) {
            return 2;
        }
        return statements.stream().allMatch(statement -> statement.grade() == StatementGrade.ALIKE) ? 0 : 1;
    }
}
