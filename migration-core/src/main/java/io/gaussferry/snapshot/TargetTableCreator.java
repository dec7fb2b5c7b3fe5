package io.gaussferry.snapshot;

import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates target tables from MySQL's as {@link TargetSchema} designs them, and gathers what they lack. A MySQL database
 * becomes a schema of the same name.
 */
public final class TargetTableCreator {

    private static final Logger LOG = LoggerFactory.getLogger(TargetTableCreator.class);

    private static final String RELATION = "SELECT 1 FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?";

    private final Connection target;
    private final ForeignKeyPolicy foreignKeys;
    private final Set<TableId> reserved = new HashSet<>();
    private final List<SchemaLimitation> limitations = new ArrayList<>();

    /**
     * @param target where to create; joins its transaction
     * @param foreignKeys what becomes of foreign keys
     */
    public TargetTableCreator(Connection target, ForeignKeyPolicy foreignKeys) {
        this.target = target;
        this.foreignKeys = foreignKeys;
    }

    /** Keeps the names of tables from being given to indexes: both share one name space on the target. */
    void reserve(Collection<TableDefinition> tables) {
        tables.forEach(table -> reserved.add(table.id()));
    }

    /** Creates the table with its primary key, and its schema if that is missing. */
    void createTable(TargetSchema schema) throws SQLException {
        createSchemaIfMissing(schema.table().id().schema());
        execute(schema.createTable());
        for (String comment : schema.comments()) {
            execute(comment);
        }
        limitations.addAll(schema.limitations());
    }

    private void createSchemaIfMissing(String schema) throws SQLException {
        try (PreparedStatement statement =
                target.prepareStatement("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?")) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                if (rows.next()) {
                    return;
                }
            }
        }
        execute("CREATE SCHEMA " + Identifiers.quoteTarget(schema));
    }

    /** Creates the table's other indexes and its checks, after its rows are there. */
    void complete(TargetSchema schema) throws SQLException {
        TableDefinition table = schema.table();
        for (TargetSchema.Index index : schema.indexes()) {
            String create = index.create(table, freeName(table.id().schema(), index.name()));
            if (index.unique()) {
                execute(create);
            } else {
                executeIfPossible(create, table.id(), "index " + index.source());
            }
        }
        for (TargetSchema.Check check : schema.checks()) {
            executeIfPossible(check.add(table), table.id(), "check " + check.name());
        }
    }

    /**
     * Creates the foreign keys of tables that were created, after all rows are there.
     *
     * @param tables all that are replicated
     * @param created those of them that were not on the target before: the others are taken as they are
     * @param cascadesLogged whether the source's binlog has what actions change
     */
    void createForeignKeys(Collection<TableDefinition> tables, Set<TableId> created, boolean cascadesLogged)
            throws SQLException {
        ForeignKeyPlan plan = ForeignKeyPlan.of(tables, foreignKeys, cascadesLogged);
        TargetForeignKeys adding = new TargetForeignKeys(target);
        for (ForeignKeyPlan.Key key : plan.keys()) {
            if (created.contains(key.child())) {
                adding.add(key).ifPresent(limitations::add);
            }
        }
        plan.limitations().stream()
                .filter(limitation -> created.contains(limitation.table()))
                .forEach(limitations::add);
    }

    /** MySQL's index names are unique in a table, the target's in a schema, tables included. */
    private String freeName(String schema, String wanted) throws SQLException {
        boolean taken = reserved.contains(new TableId(schema, wanted));
        try (PreparedStatement statement = target.prepareStatement(RELATION)) {
            statement.setString(1, schema);
            statement.setString(2, wanted);
            try (ResultSet rows = statement.executeQuery()) {
                taken |= rows.next();
            }
        }
        return taken ? freeName(schema, TargetNames.withHash(wanted)) : wanted;
    }

    /** What only helps queries, or only guards what the source has guarded already, is no reason to give up the copy. */
    private void executeIfPossible(String sql, TableId table, String object) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            execute(sql);
            target.releaseSavepoint(before);
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            if (failure == SqlFailure.CONNECTION || failure == SqlFailure.CONTENTION) {
                throw e;
            }
            target.rollback(before);
            limitations.add(new SchemaLimitation(
                    table,
                    object,
                    "the target refuses " + sql + ": "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    "create an equal one on the target by hand"));
        }
    }

    /** Says once what the created tables lack. */
    void report() {
        if (!limitations.isEmpty()) {
            LOG.warn(
                    "What the created tables lack ({}):\n  {}",
                    limitations.size(),
                    limitations.stream().map(SchemaLimitation::toString).collect(Collectors.joining("\n  ")));
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(sql);
        }
    }
}
