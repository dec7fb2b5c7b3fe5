package io.gaussferry.application;

import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Grades the statements of an application. Changes nothing on either side, and executes none of the statements. */
public final class ApplicationCheck {

    private final SourceSettings sourceSettings;
    private final TargetSettings targetSettings;
    private final RuleBook rules;

    /** Creates the check. */
    public ApplicationCheck(SourceSettings source, TargetSettings target, RuleBook rules) {
        this.sourceSettings = source;
        this.targetSettings = target;
        this.rules = rules;
    }

    /**
     * Grades the statements.
     *
     * @throws GaussferryException if a server fails, or an input cannot be read
     */
    public ApplicationReport run(StatementInputs inputs) {
        try (Connection source = SourceConnections.open(sourceSettings).connection();
                TargetSessions sessions = new TargetSessions(targetSettings, 1);
                Connection target = Sessions.openTarget(sessions)) {
            GradingContext context = new GradingContext(source, sourceSettings, sessions.dialect(), inputs);
            context.createMissingTables(target, rules, targetSettings.partitions());
            StatementGrader grader = context.grader(target, context.catalog(target));
            List<GradedStatement> graded = new ArrayList<>();
            for (ApplicationStatement statement : context.workload().statements()) {
                graded.add(grader.grade(statement));
            }
            target.rollback();
            return new ApplicationReport(graded, context.workload().missing());
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    static GaussferryException failed(SQLException e) {
        return new GaussferryException(
                ErrorCode.SERVER_FAILED,
                SqlFailure.of(e).category(),
                "The application's statements cannot be examined: " + RowValueMarks.message(e) + " (SQLSTATE "
                        + e.getSQLState() + ").",
                "check that both servers are reachable, and the accounts' privileges",
                e);
    }
}
