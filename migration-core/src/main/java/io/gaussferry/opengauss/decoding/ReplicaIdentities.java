package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets the replica identities of the tables of reverse replication. Not thread-safe. */
public final class ReplicaIdentities {

    /** Sessions of the application wait as long behind a lock that waits for its table. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final Duration RETRY_DELAY = Duration.ofMillis(100);

    /** A change of a definition takes no longer, on a busy server. */
    private static final Duration CHANGE = Duration.ofMillis(20);

    /** Locked tables after which the others are left to {@link #set}. */
    private static final int MOST_LOCKED = 3;

    /** Tables whose replica identity is set in one transaction. */
    private static final int TABLES_TOGETHER = 50;

    private final OwnershipProof proof;
    private final Conversion conversion;
    private final List<TableDefinition> tables;

    /**
     * @param proof of the pipeline's ownership, in each transaction
     * @param settings of logical decoding
     * @param dialect the target's
     * @param tables as defined in MySQL
     */
    public ReplicaIdentities(
            OwnershipProof proof, DecodingSettings settings, TargetDialect dialect, List<TableDefinition> tables) {
        this(proof, settings.conversion(dialect.profile()), tables);
    }

    ReplicaIdentities(OwnershipProof proof, Conversion conversion, List<TableDefinition> tables) {
        this.proof = proof;
        this.conversion = conversion;
        this.tables = List.copyOf(tables);
    }

    /**
     * Sets those that are missing while the tables are in use, one after the other, so that {@link #set} finds them when writers wait. A table
     * that others have locked for too long keeps its own; after a few of them, so do all others, since appliers wait behind each lock.
     *
     * @param connection to the target, without autocommit, in no transaction
     * @param shapes of the tables
     */
    public void setAhead(Connection connection, Map<TableId, TargetShape> shapes) throws SQLException {
        int locked = 0;
        for (Map.Entry<TableId, ReplicaIdentity> table :
                missing(connection, shapes).entrySet()) {
            if (!isSet(connection, Map.of(table.getKey(), table.getValue())) && ++locked == MOST_LOCKED) {
                return;
            }
        }
    }

    /**
     * Sets those that are missing, those of many tables in one transaction, since writers wait. If a table is locked, each of them is changed
     * alone: together they could deadlock with a transaction that uses several of them.
     *
     * @param shapes of the tables
     * @param until the time limit, by {@link System#nanoTime}
     */
    void set(Connection connection, Map<TableId, TargetShape> shapes, long until)
            throws SQLException, InterruptedException {
        Map<TableId, ReplicaIdentity> missing = missing(connection, shapes);
        List<TableId> names = List.copyOf(missing.keySet());
        for (int from = 0; from < names.size(); from += TABLES_TOGETHER) {
            Map<TableId, ReplicaIdentity> group = new TreeMap<>(missing);
            group.keySet().retainAll(names.subList(from, Math.min(names.size(), from + TABLES_TOGETHER)));
            if (isSet(connection, group, until)) {
                continue;
            }
            for (Map.Entry<TableId, ReplicaIdentity> table : group.entrySet()) {
                while (!isSet(connection, Map.of(table.getKey(), table.getValue()), until)) {
                    Thread.sleep(RETRY_DELAY.toMillis());
                }
            }
        }
    }

    /** Returns the tables that have theirs. */
    Set<TableId> present(Connection connection, Map<TableId, TargetShape> shapes) throws SQLException {
        Set<TableId> present = new TreeSet<>(shapes.keySet());
        present.removeAll(missing(connection, shapes).keySet());
        return present;
    }

    /** Returns the replica identities to set, by table. */
    private Map<TableId, ReplicaIdentity> missing(Connection connection, Map<TableId, TargetShape> shapes)
            throws SQLException {
        Map<TableId, ReplicaIdentity> missing = new TreeMap<>();
        for (TableDefinition table : tables) {
            TargetShape shape = shapes.get(table.targetId());
            if (shape == null) {
                throw DecodedTables.changed(table.targetId(), "the table no longer exists");
            }
            missing.put(table.targetId(), ReplicaIdentity.of(table, shape, conversion));
        }
        missing.keySet().removeAll(Publication.identified(connection, missing));
        connection.commit();
        return missing;
    }

    private boolean isSet(Connection connection, Map<TableId, ReplicaIdentity> group, long until) throws SQLException {
        if (isSet(connection, group)) {
            return true;
        }
        if (System.nanoTime() < until) {
            return false;
        }
        throw new GaussferryException(
                ErrorCode.TABLE_LOCKED,
                "REPLICA IDENTITY of "
                        + group.keySet().stream().map(TableId::toString).collect(Collectors.joining(", "))
                        + " could not be set in time: a transaction on the target has locked a table.",
                "end long-running transactions on the target (pg_stat_activity), and retry",
                null);
    }

    /** Returns whether the tables have the replica identity now; otherwise a transaction has locked one of them. */
    private boolean isSet(Connection connection, Map<TableId, ReplicaIdentity> group) throws SQLException {
        try {
            proof.hold(connection);
            Publication.identify(connection, group, LOCK_WAIT.plus(CHANGE.multipliedBy(group.size())));
            connection.commit();
            return true;
        } catch (SQLException e) {
            connection.rollback();
            if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                throw e;
            }
            return false;
        }
    }
}
