package io.gaussferry.cutover.fence;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The triggers of a fence on the target's tables. They are created and dropped while applications write, and never cause a
 * deadlock: a transaction waits for the lock of a table only if it holds no other table. Several tables are locked
 * together without waiting.
 */
final class TargetFenceTriggers {

    /** Sessions of the application wait as long behind a lock that waits for its table. */
    private static final int LOCK_WAIT_SECONDS = 1;

    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final int ATTEMPTS = 20;
    private static final int TABLES_AT_ONCE = 20;

    private static final String EXISTING = "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p')";

    private static final String WITH_TRIGGERS = "SELECT n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE t.tgname IN (?, ?) GROUP BY 1, 2 HAVING COUNT(*) >= ? ORDER BY 1, 2";

    private static final String COMPLETE = "SELECT n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE t.tgname IN (?, ?) AND t.tgenabled = 'A' GROUP BY 1, 2 HAVING COUNT(*) = ? ORDER BY 1, 2";

    private final TargetLink target;
    private final OwnershipProof proof;
    private final String name;
    private final String function;

    /**
     * @param name of the triggers
     * @param function that they execute, with its schema
     */
    TargetFenceTriggers(TargetLink target, OwnershipProof proof, String name, String function) {
        this.target = target;
        this.proof = proof;
        this.name = name;
        this.function = function;
    }

    /** Returns the name of the trigger that refuses TRUNCATE. */
    static String truncate(String name) {
        return name + "_truncate";
    }

    /** Returns the existing tables among these. */
    static Set<TableId> existing(Connection connection, Collection<TableId> tables) throws SQLException {
        Set<TableId> names = new HashSet<>(
                Sql.list(connection, rows -> new TableId(rows.getString(1), rows.getString(2)), EXISTING));
        names.retainAll(tables);
        return names;
    }

    /** Returns the tables that have both triggers, which fire in every session. */
    Set<TableId> complete(Connection connection) throws SQLException {
        return tables(connection, COMPLETE, 2);
    }

    /** Returns the tables that have one of the triggers. */
    Set<TableId> present(Connection connection) throws SQLException {
        return tables(connection, WITH_TRIGGERS, 1);
    }

    private Set<TableId> tables(Connection connection, String query, int triggers) throws SQLException {
        return new HashSet<>(Sql.list(
                connection,
                rows -> new TableId(rows.getString(1), rows.getString(2)),
                query,
                name,
                truncate(name),
                triggers));
    }

    /** Creates the triggers where they are missing or disabled. The function must exist. */
    void create(Collection<TableId> tables) throws InterruptedException {
        List<TableId> missing = target.read("find the tables without the fence's triggers", connection -> {
            Set<TableId> names = existing(connection, tables);
            names.removeAll(complete(connection));
            return sorted(names);
        });
        String what = "create the triggers of the target's fence";
        for (List<TableId> part : parts(missing)) {
            if (!change(what, part, this::creation, true)) {
                for (TableId table : part) {
                    createAlone(what + " on table " + table, table);
                }
            }
        }
    }

    private List<String> creation(TableId table) {
        List<String> statements = new ArrayList<>(removal(table));
        statements.addAll(creation(name, "INSERT OR UPDATE OR DELETE", table));
        statements.addAll(creation(truncate(name), "TRUNCATE", table));
        return statements;
    }

    private List<String> creation(String trigger, String events, TableId table) {
        String on = Identifiers.quoteTarget(table);
        return List.of(
                "CREATE TRIGGER " + trigger + " BEFORE " + events + " ON " + on
                        + " FOR EACH STATEMENT EXECUTE PROCEDURE " + function + "()",
                // an ordinary trigger does not fire in sessions with session_replication_role = replica
                "ALTER TABLE " + on + " ENABLE ALWAYS TRIGGER " + trigger);
    }

    private void createAlone(String what, TableId table) throws InterruptedException {
        for (int attempt = 1; !change(what, List.of(table), this::creation, false); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new GaussferryException(
                        ErrorCode.TABLE_LOCKED,
                        "Could not " + what + ": other sessions hold it without interruption.",
                        "end long transactions that use the table, and retry",
                        null);
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    /**
     * Drops the triggers of all tables, without waiting for a lock.
     *
     * @return whether none remains
     */
    boolean drop() throws InterruptedException {
        String what = "drop the triggers of the target's fence";
        boolean isComplete = true;
        for (List<TableId> part : parts(sorted(target.read("find the target's fence", this::present)))) {
            if (!change(what, part, this::removal, true)) {
                for (TableId table : part) {
                    isComplete &= change(what, List.of(table), this::removal, true);
                }
            }
        }
        return isComplete;
    }

    private static List<TableId> sorted(Collection<TableId> tables) {
        return tables.stream().sorted().toList();
    }

    private static List<List<TableId>> parts(List<TableId> tables) {
        List<List<TableId>> parts = new ArrayList<>();
        for (int from = 0; from < tables.size(); from += TABLES_AT_ONCE) {
            parts.add(tables.subList(from, Math.min(from + TABLES_AT_ONCE, tables.size())));
        }
        return parts;
    }

    private List<String> removal(TableId table) {
        String on = " ON " + Identifiers.quoteTarget(table);
        return List.of("DROP TRIGGER IF EXISTS " + name + on, "DROP TRIGGER IF EXISTS " + truncate(name) + on);
    }

    /**
     * Returns whether the tables could be locked.
     *
     * @param changes the statements for a table
     * @param atOnce whether not to wait for them
     */
    private boolean change(String what, List<TableId> tables, Function<TableId, List<String>> changes, boolean atOnce)
            throws InterruptedException {
        String names = tables.stream().map(Identifiers::quoteTarget).collect(Collectors.joining(", "));
        return target.write(what, proof, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SAVEPOINT gaussferry_unlocked");
                // not every account may change the server's limit for lock waits
                statement.setQueryTimeout(LOCK_WAIT_SECONDS);
                try {
                    statement.execute("LOCK TABLE " + names + " IN ACCESS EXCLUSIVE MODE" + (atOnce ? " NOWAIT" : ""));
                } catch (SQLException e) {
                    if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                        throw e;
                    }
                    statement.execute("ROLLBACK TO SAVEPOINT gaussferry_unlocked");
                    return false;
                }
                statement.setQueryTimeout(0);
                // with few round trips: others wait for the locks
                for (TableId table : tables) {
                    for (String sql : changes.apply(table)) {
                        statement.addBatch(sql);
                    }
                }
                statement.executeBatch();
                return true;
            }
        });
    }
}
