package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetTableCreator;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes the copied tables once all of their rows are at one position: creates indexes and checks table by table over several
 * connections, then foreign keys. A large table is completed and recorded in a transaction of its own, small ones in one together, so that an
 * interrupted completion resumes.
 */
public final class CopyCompletion {

    private static final Logger LOG = LoggerFactory.getLogger(CopyCompletion.class);

    /**
     * A table to complete.
     *
     * @param schema its design
     * @param sources the source tables that are merged into it
     * @param indexNames the names of its indexes, which do not depend on the order of completion
     */
    private record Open(TargetSchema schema, List<TableId> sources, List<String> indexNames) {}

    /** Tables completed in one transaction: enough for its commit to cost little of each. */
    private static final int MOST_TOGETHER = 20;

    /** A transaction that has worked for longer, nanoseconds, completes no further table. */
    private static final long LONGEST_TOGETHER_NANOS = 200_000_000L;

    private final TargetConnections targets;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy policy;
    private final int workers;
    private final Supervisor threads;
    private final Queue<SchemaLimitation> limitations = new ConcurrentLinkedQueue<>();

    /**
     * @param to the target
     * @param conversion determines column types
     * @param workers tables completed at the same time
     * @param threads the parent of the workers' threads
     */
    public CopyCompletion(CopyTarget to, Conversion conversion, int workers, Supervisor threads) {
        this.targets = to.connections();
        this.store = to.store();
        this.conversion = conversion;
        this.policy = to.foreignKeys();
        this.workers = workers;
        this.threads = threads;
    }

    /**
     * Creates all indexes, checks and foreign keys. The caller commits the foreign keys and the state of the copy.
     *
     * @param target for the foreign keys
     * @param epoch the epoch of the ownership
     * @param definitions the copied tables, always in the same order: of two indexes with the same name, the first one keeps it
     * @param cascadesLogged whether the source's binlog contains the rows that foreign key actions change
     */
    public void complete(Connection target, long epoch, Collection<TableDefinition> definitions, boolean cascadesLogged)
            throws SQLException, InterruptedException {
        Map<TableId, CopyStore.Table> known = store.tables(target);
        Set<TableId> created = new HashSet<>();
        Set<TableId> reserved = ConcurrentHashMap.newKeySet();
        definitions.forEach(table -> reserved.add(table.targetId()));
        TargetTableCreator creator = new TargetTableCreator(target, policy, reserved);
        Map<TableId, Open> open = new LinkedHashMap<>();
        for (TableDefinition table : definitions) {
            CopyStore.Table state = known.get(table.id());
            if (state != null && state.created()) {
                created.add(table.id());
            }
            if (state != null && !state.complete()) {
                Open first = open.get(table.targetId());
                if (first == null) {
                    TargetSchema schema = TargetSchema.of(table, conversion);
                    first = new Open(schema, new ArrayList<>(), creator.names(schema));
                    open.put(table.targetId(), first);
                }
                first.sources().add(table.id());
            }
        }
        target.commit();
        completeTables(new ConcurrentLinkedQueue<>(open.values()), reserved, epoch);
        creator.createForeignKeys(definitions, created, cascadesLogged);
        limitations.addAll(creator.limitations());
        report();
        store.reached(target, epoch, CopyStore.State.DONE);
    }

    private void completeTables(Queue<Open> open, Set<TableId> reserved, long epoch)
            throws SQLException, InterruptedException {
        Supervisor builders = threads.within("completion");
        builders.onAbort(open::clear);
        try {
            List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < Math.min(workers, open.size()); i++) {
                connections.add(builders.own(targets.open(), ConnectionAborter::abort));
            }
            for (Connection connection : connections) {
                builders.start("complete-" + connections.indexOf(connection), Role.WORKS, () -> {
                    while (!open.isEmpty()) {
                        completeSome(connection, open, reserved, epoch);
                    }
                });
            }
            builders.join();
        } finally {
            builders.closeOwned();
        }
    }

    /** Completes tables in one transaction. */
    private void completeSome(Connection connection, Queue<Open> open, Set<TableId> reserved, long epoch)
            throws SQLException {
        TargetTableCreator creator = new TargetTableCreator(connection, policy, reserved);
        long started = System.nanoTime();
        List<Open> completed = new ArrayList<>();
        Open next = open.poll();
        while (next != null) {
            creator.complete(next.schema(), next.indexNames());
            for (TableId source : next.sources()) {
                store.complete(connection, source);
            }
            completed.add(next);
            boolean isEnough =
                    completed.size() == MOST_TOGETHER || System.nanoTime() - started > LONGEST_TOGETHER_NANOS;
            next = isEnough ? null : open.poll();
        }
        if (completed.isEmpty()) {
            return;
        }
        store.count(connection, epoch, 0);
        connection.commit();
        limitations.addAll(creator.limitations());
        for (Open table : completed) {
            analyze(connection, table.schema().table().targetId());
            LOG.info(
                    "Copied table {}",
                    table.sources().size() == 1
                            ? table.schema().table().label()
                            : table.schema().table().targetId() + " of " + table.sources());
        }
    }

    /** Without statistics the first statements of the replay may scan whole tables. openGauss rejects ANALYZE within a transaction. */
    private static void analyze(Connection connection, TableId table) throws SQLException {
        connection.setAutoCommit(true);
        try {
            Sql.execute(connection, "ANALYZE " + Identifiers.quoteTarget(table));
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            LOG.warn("ANALYZE of table {} failed, run it manually: {}", table, e.getMessage());
        }
        connection.setAutoCommit(false);
    }

    /** Logs the parts of the definitions that the created tables lack. */
    private void report() {
        if (!limitations.isEmpty()) {
            LOG.warn(
                    "Not supported in the created tables ({}):\n  {}",
                    limitations.size(),
                    limitations.stream()
                            .map(SchemaLimitation::toString)
                            .sorted()
                            .collect(Collectors.joining("\n  ")));
        }
    }
}
