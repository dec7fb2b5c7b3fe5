package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.RowValueMarks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the statements of OBJECTS while writers write, and rolls them back. Those of AUTO_INCREMENT are not executed: a sequence is not
 * rolled back. Nor are those of indexes, which PREPARE creates. A statement that waits or reads for too long is cancelled, because replication waits for its lock.
 */
public final class ObjectRehearsal {

    /** Replication waits for as long. */
    private static final int LONGEST_STATEMENT_SECONDS = 5;

    private static final int LONGEST_LOCK_WAIT_MILLIS = 1000;
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final DeferredObjects objects;
    private final TargetLink target;

    /** Creates a rehearsal of these objects. */
    public ObjectRehearsal(DeferredObjects objects, TargetLink target) {
        this.objects = objects;
        this.target = target;
    }

    /**
     * The result.
     *
     * @param executed number of objects whose statements were executed and rolled back
     * @param others objects whose statements were not executed
     * @param problems objects that the target refuses, or that take too long
     */
    public record Result(int executed, List<ObjectAction> others, List<String> problems) {

        public Result {
            others = List.copyOf(others);
            problems = List.copyOf(problems);
        }
    }

    /** Executes the statements, and rolls them back. */
    public Result run(StepControl control) throws InterruptedException {
        ObjectPlan plan = objects.plan();
        List<ObjectAction> others = new ArrayList<>();
        List<ObjectAction> application = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int executed = 0;
        for (ObjectAction action : plan.actions()) {
            control.check();
            if (action.kind() == ObjectAction.Kind.AUTO_INCREMENT || action.kind() == ObjectAction.Kind.INDEX) {
                others.add(action);
                continue;
            }
            if (action.kind().isOfApplication()) {
                application.add(action);
                continue;
            }
            problems.addAll(target.read("open the target", connection -> execute(List.of(action))));
            executed++;
        }
        // a view may need a function
        problems.addAll(target.read("open the target", connection -> execute(application)));
        executed += application.size();
        return new Result(executed, others, problems);
    }

    /** Executes objects in one transaction, up to the first that the server refuses; returns its error. */
    private List<String> execute(List<ObjectAction> actions) throws SQLException, InterruptedException {
        String name = "";
        try (Connection connection = target.openAnother();
                Statement statement = connection.createStatement()) {
            try {
                limit(connection, statement);
                statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
                for (ObjectAction action : actions) {
                    name = action.kind() + " of " + action.name();
                    for (String sql : action.statements()) {
                        statement.execute(sql);
                    }
                }
                return List.of();
            } catch (SQLException e) {
                return List.of(name + ": " + RowValueMarks.message(e));
            } finally {
                connection.rollback();
            }
        }
    }

    /** Not every account may change the limit: then the statements are limited only as a whole. */
    private void limit(Connection connection, Statement statement) throws SQLException, InterruptedException {
        for (String limit : target.dialect().lockTimeoutStatements(LONGEST_LOCK_WAIT_MILLIS)) {
            try {
                statement.execute(limit);
            } catch (SQLException e) {
                if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                    throw e;
                }
                connection.rollback();
            }
        }
    }
}
