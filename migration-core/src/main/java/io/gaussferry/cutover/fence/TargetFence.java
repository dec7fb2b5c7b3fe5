package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetDialect;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Makes the target's tables refuse writes, for the time in which the source is the side that is written to: by a trigger on each, which
 * throws for everybody but Gaussferry's own sessions. It is there in one transaction or not at all, it waits for whoever writes, and it
 * outlives every crash.
 */
public class TargetFence {

    /** Writers that have begun may end; new ones wait for as long. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final String TRIGGER = "gaussferry_fence";

    private static final String FENCED = "SELECT n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE t.tgname = '" + TRIGGER + "' ORDER BY 1, 2";

    private final TargetLink target;

    /** A fence of the target at the end of this link. */
    public TargetFence(TargetLink target) {
        this.target = target;
    }

    /** Raises it; throws if somebody writes for too long. */
    public void raise(Collection<TableId> tables) throws InterruptedException {
        TargetDialect dialect = target.dialect();
        target.transact("have the target refuse writes", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String limit : dialect.lockTimeoutStatements(LONGEST_WAIT.toMillis())) {
                    statement.execute(limit);
                }
                statement.execute(function(connection));
                for (TableId table : tables) {
                    statement.execute("CREATE TRIGGER " + TRIGGER + " BEFORE INSERT OR UPDATE OR DELETE ON "
                            + Identifiers.quoteTarget(table)
                            + " FOR EACH STATEMENT EXECUTE PROCEDURE gaussferry.refuse_writes()");
                    statement.execute("CREATE TRIGGER " + TRIGGER + "_truncate BEFORE TRUNCATE ON "
                            + Identifiers.quoteTarget(table)
                            + " FOR EACH STATEMENT EXECUTE PROCEDURE gaussferry.refuse_writes()");
                }
            }
            return true;
        });
    }

    /** Sessions of our account that name themselves otherwise are somebody else's. */
    private static String function(Connection connection) throws SQLException {
        String account;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT session_user")) {
            row.next();
            account = row.getString(1);
        }
        return "CREATE OR REPLACE FUNCTION gaussferry.refuse_writes() RETURNS trigger LANGUAGE plpgsql AS $gaussferry$ BEGIN"
                + " IF session_user::text = " + Identifiers.literal(account)
                + " AND current_setting('application_name') = 'gaussferry' THEN RETURN NULL; END IF;"
                + " RAISE EXCEPTION 'Gaussferry has given the writers back to MySQL: this database takes no writes';"
                + " END $gaussferry$";
    }

    /** Lowers it, if it is up; any number of times. */
    public void lower() throws InterruptedException {
        target.transact("let the target take writes", connection -> {
            List<TableId> fenced = fenced(connection);
            try (Statement statement = connection.createStatement()) {
                for (TableId table : fenced) {
                    String name = Identifiers.quoteTarget(table);
                    statement.execute("DROP TRIGGER " + TRIGGER + " ON " + name);
                    statement.execute("DROP TRIGGER " + TRIGGER + "_truncate ON " + name);
                }
            }
            return fenced.size();
        });
    }

    private static List<TableId> fenced(Connection connection) throws SQLException {
        List<TableId> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(FENCED)) {
            while (rows.next()) {
                tables.add(new TableId(rows.getString(1), rows.getString(2)));
            }
        }
        return tables;
    }
}
