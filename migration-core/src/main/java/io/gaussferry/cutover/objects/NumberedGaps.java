package io.gaussferry.cutover.objects;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.type.ValueGap;
import java.util.List;
import java.util.OptionalInt;

/**
 * Value gaps of tables with AUTO_INCREMENT. openGauss refuses a check that refers to such a column, so that no guard is possible: the values
 * are listed, and stop reverse replication.
 */
final class NumberedGaps {

    private NumberedGaps() {}

    /** Returns the gaps of a table; those that would need a check of an AUTO_INCREMENT column are not guarded. */
    static List<ValueGap> of(TableDefinition table, List<ValueGap> gaps, TargetProfile profile) {
        OptionalInt numbered = table.autoIncrementColumn();
        if (numbered.isEmpty() || !TargetTypes.isDolphin(profile)) {
            return gaps;
        }
        ColumnDefinition column = table.columns().get(numbered.getAsInt());
        String quoted = Identifiers.quoteTarget(column.name());
        return gaps.stream()
                .map(gap -> gap.condition().contains(quoted)
                        ? ValueGap.unguarded(gap.column(), gap.reason(), gap.values())
                        : gap)
                .toList();
    }
}
