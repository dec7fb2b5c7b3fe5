package io.gaussferry.application;

import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.ApplicationCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The grades of all statements in sessions with the same settings.
 *
 * @param settings of the application's sessions
 * @param statements with their grades
 */
record AccountGrades(AccountSettings settings, List<GradedStatement> statements) {

    /** The better ones first: fewer statements with the severe grades. */
    private static final Comparator<AccountGrades> BETTER = Comparator.<AccountGrades>comparingLong(
                    grades -> grades.number(StatementGrade.FAILS))
            .thenComparingLong(grades -> grades.number(StatementGrade.DIFFERS))
            .thenComparingLong(grades -> grades.number(StatementGrade.REWRITE))
            .thenComparingLong(grades -> grades.number(StatementGrade.UNKNOWN));

    /** Grades the statements in sessions with some settings. */
    static AccountGrades of(GradingContext context, Connection target, AccountSettings settings) throws SQLException {
        ApplicationCatalog catalog = context.catalog(target, settings);
        StatementGrader grader = context.grader(target, catalog, settings);
        List<GradedStatement> graded = new ArrayList<>();
        for (ApplicationStatement statement : context.workload().statements()) {
            graded.add(grader.grade(statement));
        }
        return new AccountGrades(settings, graded);
    }

    /** Returns the best grades: those by default, or with one of the proposed settings if these are better. */
    static AccountGrades best(GradingContext context, Connection target, AccountGrades byDefault) throws SQLException {
        AccountGrades best = byDefault;
        for (AccountSettings settings : context.proposals(target)) {
            AccountGrades proposed = of(context, target, settings);
            best = BETTER.compare(proposed, best) < 0 ? proposed : best;
        }
        return best;
    }

    private long number(StatementGrade grade) {
        return counts(statements).getOrDefault(grade, 0L);
    }

    /** Returns the number of statements of each grade. */
    static Map<StatementGrade, Long> counts(List<GradedStatement> statements) {
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
}
