package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetTableCreator;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Builds what copied tables still lack, when all of their rows are of one position: indexes and checks table by table over several
 * connections, then foreign keys. Each table is a transaction of its own that also notes it; an interrupted completion goes on.
 */
public final class Completion {

    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

    /**
     * A table to complete.
     *
     * @param schema how
     * @param sources the tables of the source that have become it
     * @param indexNames the names of its indexes, which do not depend on who is first
     */
    private record Open(TargetSchema schema, List<TableId> sources, List<String> indexNames) {}

    private final TargetConnections targets;
    private final CopyStore store;
    private final Conversion conversion;
    private final ForeignKeyPolicy policy;
    private final int workers;
    private final Supervisor threads;
    private final Queue<SchemaLimitation> limitations = new ConcurrentLinkedQueue<>();

    /**
     * @param to where
     * @param conversion decides on types
     * @param workers tables that are completed at the same time
     * @param threads whose part this is
     */
    public Completion(CopyTarget to, Conversion conversion, int workers, Supervisor threads) {
        this.targets = to.connections();
        this.store = to.store();
        this.conversion = conversion;
        this.policy = to.foreignKeys();
        this.workers = workers;
        this.threads = threads;
    }

    /**
     * Builds everything. Foreign keys, and that the copy is done, are left to the caller to commit.
     *
     * @param target for the foreign keys
     * @param epoch the right to write
     * @param definitions the copied tables, in an order that is the same every time: of two indexes that would have one name, the
     *     first keeps it
     * @param cascadesLogged whether the source's binlog has what actions change
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
                connections.add(builders.own(targets.open()));
            }
            for (Connection connection : connections) {
                builders.start("complete-" + connections.indexOf(connection), Role.WORKS, () -> {
                    for (Open table = open.poll(); table != null; table = open.poll()) {
                        complete(connection, table, reserved, epoch);
                    }
                });
            }
            builders.join();
        } finally {
            builders.closeOwned();
        }
    }

    private void complete(Connection connection, Open open, Set<TableId> reserved, long epoch) throws SQLException {
        TargetTableCreator creator = new TargetTableCreator(connection, policy, reserved);
        creator.complete(open.schema(), open.indexNames());
        TableDefinition table = open.schema().table();
        for (TableId source : open.sources()) {
            store.complete(connection, source);
        }
        store.count(connection, epoch, 0);
        connection.commit();
        limitations.addAll(creator.limitations());
        analyze(connection, table.targetId());
        LOG.info(
                "Copied table {}",
                open.sources().size() == 1 ? table.label() : table.targetId() + " of " + open.sources());
    }

    /** Without statistics, the first statements of the replay may scan whole tables. openGauss refuses it in a transaction. */
    private static void analyze(Connection connection, TableId table) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE " + Identifiers.quoteTarget(table));
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            LOG.warn("Table {} could not be analyzed, ANALYZE it by hand: {}", table, e.getMessage());
        }
        connection.setAutoCommit(false);
    }

    /** Says what the created tables lack. */
    private void report() {
        if (!limitations.isEmpty()) {
            LOG.warn(
                    "What the created tables lack ({}):\n  {}",
                    limitations.size(),
                    limitations.stream()
                            .map(SchemaLimitation::toString)
                            .sorted()
                            .collect(Collectors.joining("\n  ")));
        }
    }
}
