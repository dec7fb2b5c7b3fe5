package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.TargetTables;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What becomes of the source's foreign keys.
 *
 * @param onTarget those that the target has, or gets with the initial copy, and that act there
 * @param left those that it does not get, with reasons
 */
public record ForeignKeyOutcome(List<ForeignKey> onTarget, List<SchemaLimitation> left) {

    private static final String TAKEN_AS_IT_IS = "the table is on the target already without it, and is taken as it is";

    /**
     * @param copied whether the initial copy is complete: then nothing is created any more
     * @param unfinished the tables that an interrupted copy has created: their keys come at its end
     */
    public static ForeignKeyOutcome of(
            SourceServer source,
            List<TableDefinition> tables,
            ForeignKeyPolicy policy,
            TargetTables targets,
            boolean copied,
            Set<TableId> unfinished)
            throws SQLException {
        ForeignKeyPlan plan = ForeignKeyPlan.of(tables, policy, CascadeLogging.isOn(source.connection()));
        List<ForeignKey> onTarget = new ArrayList<>(targets.foreignKeys());
        List<SchemaLimitation> left = new ArrayList<>(plan.limitations());
        for (ForeignKeyPlan.Key key : plan.keys()) {
            ForeignKey wanted = ForeignKey.onTarget(key);
            boolean created = !copied
                    && (!targets.has(key.child().targetId())
                            || unfinished.contains(key.child().id()));
            if (created) {
                onTarget.add(wanted);
            } else if (targets.foreignKeys().stream().noneMatch(wanted::actsLike)) {
                left.add(new SchemaLimitation(
                        key.child().id(),
                        "foreign key " + key.definition().name(),
                        TAKEN_AS_IT_IS,
                        "add it on the target, or drop the table there to have it created"));
            }
        }
        return new ForeignKeyOutcome(List.copyOf(onTarget), List.copyOf(left));
    }
}
