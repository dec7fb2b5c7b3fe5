package io.gaussferry.application;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The statements of an application with their grades.
 *
 * @param statements those with the most time first
 * @param missing the numbers of statements that were not examined, by reason
 */
public record ApplicationReport(List<GradedStatement> statements, Map<String, Long> missing) {
    public ApplicationReport {
        statements = List.copyOf(statements);
        missing = Map.copyOf(missing);
    }

    /** Returns the number of statements of each grade. */
    public Map<StatementGrade, Long> counts() {
        Map<StatementGrade, Long> counts = new EnumMap<>(StatementGrade.class);
        for (StatementGrade grade : StatementGrade.values()) {
            counts.put(
                    grade,
                    statements.stream()
                            .filter(statement -> statement.grade() == grade)
                            .count());
        }
        return counts;
    }

    /** Returns 2 if a statement fails, 0 if all are alike, otherwise 1. */
    public int exitCode() {
        if (statements.stream().anyMatch(statement -> statement.grade() == StatementGrade.FAILS)) {
            return 2;
        }
        return statements.stream().allMatch(statement -> statement.grade() == StatementGrade.ALIKE) ? 0 : 1;
    }
}
