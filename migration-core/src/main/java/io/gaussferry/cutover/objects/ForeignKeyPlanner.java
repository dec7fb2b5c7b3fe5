package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.ForeignKeyViolations;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plans the foreign keys that were not created during replication, because they were deferred or because their actions were in the binlog.
 */
final class ForeignKeyPlanner {

    private static final String KEYS =
            "SELECT k.conname, rn.nspname, rc.relname, a.attname FROM pg_catalog.pg_constraint k"
                    + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_class rc ON rc.oid = k.confrelid"
                    + " JOIN pg_catalog.pg_namespace rn ON rn.oid = rc.relnamespace"
                    + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)"
                    + " WHERE k.contype = 'f' AND n.nspname = ? AND c.relname = ?";

    private final Connection target;

    ForeignKeyPlanner(Connection target) {
        this.target = target;
    }

    ObjectPlan plan(List<TableDefinition> tables) throws SQLException {
        ForeignKeyPlan all = all(tables);
        List<ObjectAction> actions = new ArrayList<>();
        for (ForeignKeyPlan.Key key : missing(all)) {
            TableId child = key.child().targetId();
            String name = freeName(key);
            actions.add(new ObjectAction(
                    Kind.FOREIGN_KEY,
                    child + "." + name,
                    key + ", NOT VALID: enforced for new rows; PRECHECK has checked the existing ones",
                    // validation would read all rows while writers are refused
                    List.of(key.addUnchecked(name)),
                    List.of("ALTER TABLE " + Identifiers.quoteTarget(child) + " DROP CONSTRAINT "
                            + Identifiers.quoteTarget(name))));
        }
        List<ManualWork> manual = new ArrayList<>();
        for (SchemaLimitation limitation : all.limitations()) {
            manual.add(new ManualWork(
                    "foreign key", limitation.table() + ", " + limitation.object(), limitation.problem(), ""));
        }
        return new ObjectPlan(actions, manual);
    }

    /** A check of the same table may have the name: MySQL counts them apart. */
    private String freeName(ForeignKeyPlan.Key key) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(
                        NameQueries.freeConstraint(key.child().targetId(), key.constraintName()))) {
            row.next();
            return row.getString(1);
        }
    }

    private static ForeignKeyPlan all(List<TableDefinition> tables) {
        return ForeignKeyPlan.of(tables, ForeignKeyPolicy.CREATE, false);
    }

    /** Returns the missing keys, each once: merged tables have the same keys. */
    private List<ForeignKeyPlan.Key> missing(ForeignKeyPlan all) throws SQLException {
        List<ForeignKeyPlan.Key> missing = new ArrayList<>();
        Set<String> planned = new HashSet<>();
        for (ForeignKeyPlan.Key key : all.keys()) {
            if (!exists(key.child().targetId(), key) && planned.add(key.add(""))) {
                missing.add(key);
            }
        }
        return missing;
    }

    /** Returns the keys that rows of the target violate. */
    List<ObjectObstacle> obstacles(List<TableDefinition> tables) throws SQLException {
        return ForeignKeyViolations.find(target, missing(all(tables))).stream()
                .map(key -> new ObjectObstacle(
                        "Rows violate the " + key + ", which the step OBJECTS would create.",
                        "correct the rows at the source; this query finds them on the target: " + key.orphans()))
                .toList();
    }

    private boolean exists(TableId child, ForeignKeyPlan.Key key) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>();
        Sql.each(
                target,
                rows -> {
                    if (new TableId(rows.getString(2), rows.getString(3))
                            .equals(key.parent().targetId())) {
                        columns.computeIfAbsent(rows.getString(1), name -> new HashSet<>())
                                .add(rows.getString(4));
                    }
                },
                KEYS,
                child.schema(),
                child.name());
        return columns.containsValue(Set.copyOf(key.definition().columns()));
    }
}
