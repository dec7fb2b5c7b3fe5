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
 * rolled back. A statement that waits or reads for too long is cancelled, because replication waits for its lock.
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
        List<String> problems = new ArrayList<>();
        int executed = 0;
        for (ObjectAction action : plan.actions()) {
            control.check();
            if (action.kind() == ObjectAction.Kind.AUTO_INCREMENT) {
                others.add(action);
                continue;
            }
            String problem = target.read("open the target", connection -> execute(action));
            executed++;
            if (!problem.isEmpty()) {
                problems.add(action.kind() + " of " + action.name() + ": " + problem);
            }
        }
        return new Result(executed, others, problems);
    }

    /** Returns the server's error; empty if it made all changes. */
    private String execute(ObjectAction action) throws SQLException, InterruptedException {
        try (Connection connection = target.openAnother();
                Statement statement = connection.createStatement()) {
            try {
                limit(connection, statement);
                statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
                for (String sql : action.statements()) {
                    statement.execute(sql);
                }
                return "";
            } catch (SQLException e) {
                return RowValueMarks.message(e);
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
