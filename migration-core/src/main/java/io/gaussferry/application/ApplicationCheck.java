package io.gaussferry.application;

import io.gaussferry.application.AccountSettings.Choice;
import io.gaussferry.application.ApplicationReport.Proposal;
import io.gaussferry.application.collect.Workload;
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
import java.util.Optional;

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
     * @param choice the settings of the application's sessions
     * @throws GaussferryException if a server fails, or an input cannot be read
     */
    public ApplicationReport run(StatementInputs inputs, Choice choice) {
        try (Connection source = SourceConnections.open(sourceSettings).connection();
                TargetSessions sessions = new TargetSessions(targetSettings, 1);
                Connection target = Sessions.openTarget(sessions)) {
            GradingContext context = new GradingContext(source, sourceSettings, sessions.dialect(), inputs);
            context.createMissingTables(target, rules, targetSettings.partitions());
            context.createViews(target);
            AccountGrades byDefault = AccountGrades.of(context, target, AccountSettings.DEFAULTS);
            AccountGrades best = AccountGrades.best(context, target, byDefault);
            target.rollback();
            return report(choice == Choice.DEFAULT ? byDefault : best, best, context.workload());
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static ApplicationReport report(AccountGrades chosen, AccountGrades best, Workload workload) {
        Optional<Proposal> proposal = Optional.of(best)
                .filter(grades -> !grades.settings().equals(chosen.settings()))
                .map(grades -> new Proposal(grades.settings(), AccountGrades.counts(grades.statements())));
        return new ApplicationReport(chosen.statements(), workload.missing(), chosen.settings(), proposal);
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
