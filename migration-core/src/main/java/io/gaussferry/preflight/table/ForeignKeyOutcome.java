package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The outcome for the source's foreign keys.
 *
 * @param onTarget the keys that are enforced on the target, now or after the initial copy
 * @param left the keys that the target does not get, with reasons
 * @param byCollation the keys of {@code onTarget} whose rows may refer to parents that are equal only by the source's
 *     collation
 */
public record ForeignKeyOutcome(
        List<ForeignKey> onTarget, List<SchemaLimitation> left, List<ForeignKeyPlan.Key> byCollation) {

    private static final String NOT_CHANGED =
            "the table already exists on the target without it, and Gaussferry does not change existing tables";

    /**
     * Determines the outcome.
     *
     * @param conversion determines the columns' target types
     * @param copied whether the initial copy is complete, so that no key will be created
     * @param unfinished the tables that an interrupted copy has created; it creates their keys at its end
     */
    public static ForeignKeyOutcome of(
            SourceServer source,
            List<TableDefinition> tables,
            ForeignKeyPolicy policy,
            ExistingTables targets,
            Conversion conversion,
            boolean copied,
            Set<TableId> unfinished)
            throws SQLException {
        ForeignKeyPlan plan = ForeignKeyPlan.of(tables, policy, CascadeLogging.isOn(source.connection()));
        List<ForeignKey> onTarget = new ArrayList<>(targets.foreignKeys());
        List<SchemaLimitation> left = new ArrayList<>(plan.limitations());
        List<ForeignKeyPlan.Key> byCollation = new ArrayList<>();
        for (ForeignKeyPlan.Key key : plan.keys()) {
            ForeignKey wanted = ForeignKey.onTarget(key);
            boolean created = !copied
                    && (!targets.has(key.child().targetId())
                            || unfinished.contains(key.child().id()));
            if (created && hasAnonymousType(key, conversion)) {
                left.add(new SchemaLimitation(
                        key.child().id(),
                        "foreign key " + key.definition().name(),
                        "the target does not support foreign keys on the types that it creates for ENUM"
                                + " and SET columns",
                        "choose text for both columns (gaussferry.rules.types), or drop the key at the source"));
                continue;
            }
            if (created) {
                onTarget.add(wanted);
            }
            if (created || targets.foreignKeys().stream().anyMatch(wanted::actsLike)) {
                if (key.comparesByCollation() && !(created && keepsCollations(key, conversion))) {
                    byCollation.add(key);
                }
            } else {
                left.add(new SchemaLimitation(
                        key.child().id(),
                        "foreign key " + key.definition().name(),
                        NOT_CHANGED,
                        "add it on the target, or drop the table there to have it created"));
            }
        }
        return new ForeignKeyOutcome(List.copyOf(onTarget), List.copyOf(left), List.copyOf(byCollation));
    }

    /** Returns whether the target's columns ignore case. Another check reports the remaining differences. */
    private static boolean keepsCollations(ForeignKeyPlan.Key key, Conversion conversion) {
        return keepsCollations(key.child(), key.definition().columns(), conversion)
                && keepsCollations(key.parent(), key.definition().referencedColumns(), conversion);
    }

    private static boolean keepsCollations(TableDefinition table, List<String> names, Conversion conversion) {
        return table.columns().stream()
                .filter(column -> names.contains(column.name()) && column.type().isText())
                .allMatch(column -> conversion
                        .collation(
                                table.id(),
                                column,
                                table.extras().column(column.name()).collation())
                        .isPresent());
    }

    /** Returns whether a column of the key gets an anonymous type, as ENUM and SET columns do with dolphin. */
    private static boolean hasAnonymousType(ForeignKeyPlan.Key key, Conversion conversion) {
        return hasAnonymousType(key.child(), key.definition().columns(), conversion)
                || hasAnonymousType(key.parent(), key.definition().referencedColumns(), conversion);
    }

    private static boolean hasAnonymousType(TableDefinition table, List<String> names, Conversion conversion) {
        return table.columns().stream()
                .filter(column -> names.contains(column.name()))
                .map(column -> conversion.columnType(table.id(), column))
                .anyMatch(type -> type.startsWith("enum(") || type.startsWith("set("));
    }
}
