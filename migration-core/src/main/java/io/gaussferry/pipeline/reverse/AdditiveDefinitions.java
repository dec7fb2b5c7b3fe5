package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.checkpoint.CreatedTableStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseTableStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.additive.AdditiveChange;
import io.gaussferry.opengauss.additive.DefinedTable;
import io.gaussferry.opengauss.additive.DefinedTables;
import io.gaussferry.opengauss.additive.MySqlAlteration;
import io.gaussferry.opengauss.additive.NewTable;
import io.gaussferry.opengauss.decoding.PublicationMembers;
import io.gaussferry.opengauss.decoding.TableAdmission;
import io.gaussferry.opengauss.decoding.TargetRelations;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives MySQL the definitions that were added on the target, while reverse replication does not run. Each step finds what
 * MySQL has already, so that it may be repeated after a crash; the target records last that MySQL has a definition.
 */
final class AdditiveDefinitions {

    private static final Logger LOG = LoggerFactory.getLogger(AdditiveDefinitions.class);

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final ReverseRunner.Changes changes;
    /** Why MySQL did not get a definition, by table, with the definition. */
    private final Map<TableId, Refusal> refusals = new ConcurrentHashMap<>();

    private long completed;

    /** A definition that MySQL did not get. */
    private record Refusal(String definition, String reason) {}

    AdditiveDefinitions(ReverseSettings settings, OwnershipProof proof, ReverseRunner.Changes changes) {
        this.settings = settings;
        this.proof = proof;
        this.changes = changes;
    }

    /** Returns why MySQL did not get the definition of a table, by its name on the target. */
    Map<TableId, String> refusals() {
        Map<TableId, String> reasons = new ConcurrentHashMap<>();
        refusals.forEach((table, refusal) -> reasons.put(table, refusal.reason()));
        return reasons;
    }

    /** Returns how many definitions MySQL has received. */
    long completed() {
        return completed;
    }

    /**
     * Gives MySQL all definitions that it can have.
     *
     * @param target without autocommit, in no transaction
     * @param mysql writes to MySQL
     */
    void bring(Connection target, Connection mysql, TargetDialect dialect) throws SQLException, InterruptedException {
        ReverseReplicationStore.Armed armed =
                new ReverseReplicationStore(settings.name()).find(target).orElse(null);
        if (armed == null) {
            target.rollback();
            return;
        }
        Set<TableId> pending = new TargetTables(settings).pending(target);
        target.rollback();
        for (TableId table : pending) {
            String before = armed.fingerprints().get(table);
            try {
                if (before != null) {
                    alter(target, mysql, dialect, table, before);
                } else {
                    create(target, mysql, dialect, table);
                }
            } catch (SQLException e) {
                target.rollback();
                mysql.rollback();
                if (SqlFailure.of(e) == SqlFailure.CONTENTION && before == null) {
                    LOG.info("Table {} is in use on the target; MySQL gets it later", table);
                    continue;
                }
                if (SqlFailure.of(e).mayPass()) {
                    throw e;
                }
                refuse(target, table, RowValueMarks.message(e));
            } catch (GaussferryException e) {
                target.rollback();
                mysql.rollback();
                if (e.category() == ErrorCategory.RETRY) {
                    throw e;
                }
                refuse(target, table, e.problem());
            }
        }
        new ReturnedIndexes(settings, proof).bring(target, mysql);
    }

    private void refuse(Connection target, TableId table, String reason) throws SQLException {
        TargetShape shape = TargetShapes.read(target, List.of(table)).get(table);
        target.rollback();
        refusals.put(table, new Refusal(shape == null ? "" : shape.fingerprint(), reason));
        LOG.error("MySQL does not get the definition of table {} of the target: {}", table, reason);
    }

    private boolean isRefused(TableId table, TargetShape shape) {
        Refusal refusal = refusals.get(table);
        return refusal != null && refusal.definition().equals(shape.fingerprint());
    }

    private void alter(Connection target, Connection mysql, TargetDialect dialect, TableId table, String before)
            throws SQLException, InterruptedException {
        TargetShape shape = TargetShapes.read(target, List.of(table)).get(table);
        DefinedTable defined = DefinedTables.read(target, table).orElse(null);
        if (shape == null || defined == null || isRefused(table, shape)) {
            return;
        }
        AdditiveChange change = AdditiveChange.of(before, shape.fingerprint(), defined, dialect.profile());
        if (!change.isPossible()) {
            return;
        }
        // another daemon that owns the pipeline now does the same
        proof.hold(target);
        target.commit();
        TableDefinition known = inMySql(table);
        String sql = MySqlAlteration.statement(change, known, declaration(mysql, known), dialect.profile())
                .orElse(null);
        if (sql != null) {
            LOG.info("Table {} was altered on the target; MySQL gets its definition: {}", table, sql);
            execute(mysql, sql);
        }
        TableDefinition after = inMySql(table);
        changes.defined(after);
        record(target, dialect, after, shape);
        refusals.remove(table);
        completed++;
    }

    /** Records on the target that MySQL has a definition; the next run uses it. */
    private void record(Connection target, TargetDialect dialect, TableDefinition table, TargetShape shape)
            throws SQLException {
        TableId id = table.targetId();
        proof.hold(target);
        new TableAdmission(settings.decoding(), dialect).identify(target, table, shape);
        long oid = oid(target, id);
        new ReverseReplicationStore(settings.name()).put(target, id, shape.fingerprint());
        new ReverseTableStore(settings.name()).altered(target, id, oid);
        define(target, table);
        target.commit();
    }

    private void define(Connection target, TableDefinition table) throws SQLException {
        define(settings.name(), target, table);
    }

    /** Makes replication from MySQL, after a return, read rows by this definition. */
    static void define(String pipeline, Connection target, TableDefinition table) throws SQLException {
        TableHistory history = new TableHistory(pipeline);
        history.put(target, table.id(), TableDefinitionFormat.writeWithExtras(table), history.startedAfter(target));
    }

    private void create(Connection target, Connection mysql, TargetDialect dialect, TableId table)
            throws SQLException, InterruptedException {
        TargetShape shape = TargetShapes.read(target, List.of(table)).get(table);
        DefinedTable defined = DefinedTables.read(target, table).orElse(null);
        TableId id = SourceNames.of(table, settings.source()).orElse(null);
        if (shape == null || defined == null || id == null || isRefused(table, shape)) {
            return;
        }
        NewTable created = new NewTable(defined, dialect.profile());
        if (!created.obstacles().isEmpty()) {
            return;
        }
        proof.hold(target);
        target.commit();
        if (!exists(mysql, id)) {
            String sql = created.statement(id);
            LOG.info("Table {} was created on the target; MySQL gets it: {}", table, sql);
            execute(mysql, sql);
        }
        TableDefinition known = inMySql(table);
        created.requireSame(known);
        changes.defined(known);
        copy(target, mysql, dialect, known, shape);
        refusals.remove(table);
        completed++;
    }

    /**
     * Copies the rows that a new table has at a position of the log, and records that later changes are replicated. The
     * position and the rows are those of one moment in which no session writes to the table.
     */
    private void copy(
            Connection target, Connection mysql, TargetDialect dialect, TableDefinition table, TargetShape shape)
            throws SQLException, InterruptedException {
        TableId id = table.targetId();
        TableAdmission admission = new TableAdmission(settings.decoding(), dialect);
        Ownership owner = proof.hold(target);
        Ownership ownership = new MySqlProgress(settings.name())
                .takeOwnership(mysql, owner, settings.appliers())
                .orElseThrow()
                .ownership();
        mysql.commit();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection rows = sessions.open()) {
            rows.rollback();
            rows.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            // a table that is published and not complete is skipped by the next run
            new ReverseTableStore(settings.name()).exclude(target, id);
            long position = admission.admit(target, table, shape);
            takeSnapshot(rows);
            target.commit();
            long copied = new CreatedTableCopy(rows, mysql, ownership, table, shape, dialect.profile()).run();
            recordCreated(target, admission, table, shape, position);
            LOG.info("MySQL has the {} rows of table {}, and receives its changes", copied, id);
        }
    }

    private static void takeSnapshot(Connection rows) throws SQLException {
        try (Statement statement = rows.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM pg_catalog.pg_namespace LIMIT 1")) {
            row.next();
        }
    }

    private void recordCreated(
            Connection target, TableAdmission admission, TableDefinition table, TargetShape shape, long position)
            throws SQLException {
        TableId id = table.targetId();
        proof.hold(target);
        long oid = oid(target, id);
        ReverseReplicationStore store = new ReverseReplicationStore(settings.name());
        Map<TableId, String> armed = store.find(target).orElseThrow().fingerprints();
        store.put(target, id, shape.fingerprint());
        store.put(target, PublicationMembers.STORED_AS, admission.members(target, armed, oid));
        new ReverseTableStore(settings.name()).altered(target, id, oid);
        new CreatedTableStore(settings.name()).put(target, id, position);
        define(target, table);
        target.commit();
    }

    private long oid(Connection target, TableId table) throws SQLException {
        TargetRelations.Relation relation = TargetRelations.read(
                        target, Set.of(table.schema()), settings.decoding().publication())
                .get(table);
        return Objects.requireNonNull(relation, () -> table + " no longer exists")
                .oid();
    }

    private static boolean exists(Connection mysql, TableId table) throws SQLException {
        try (PreparedStatement select = mysql.prepareStatement(
                "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            select.setString(1, table.schema());
            select.setString(2, table.name());
            try (ResultSet row = select.executeQuery()) {
                boolean exists = row.next();
                mysql.commit();
                return exists;
            }
        }
    }

    private TableDefinition inMySql(TableId target) throws SQLException {
        try (Connection mysql = settings.openForDefinitions()) {
            return new MySqlSchemaReader(mysql, settings.source())
                    .read().definitions().stream()
                            .filter(table -> table.targetId().equals(target))
                            .findFirst()
                            .orElseThrow(() -> new GaussferryException(
                                    ErrorCode.DEFINITION_NOT_RETURNED,
                                    "MySQL has no table for table " + target + " of the target.",
                                    "return without the table: gaussferry cutover back --without " + target,
                                    null));
        }
    }

    private static String declaration(Connection mysql, TableDefinition table) throws SQLException {
        try (Statement statement = mysql.createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + Identifiers.quoteSource(table.id()))) {
            row.next();
            String declaration = row.getString(2);
            mysql.commit();
            return declaration;
        }
    }

    private static void execute(Connection mysql, String sql) throws SQLException {
        Sql.execute(mysql, sql + " " + WriterSearch.DEFINITION_MARK);
    }
}
