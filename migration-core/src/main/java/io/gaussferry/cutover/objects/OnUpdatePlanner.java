package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.opengauss.definition.OnUpdateAttribute;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.opengauss.definition.TargetColumns.Column;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans {@code ON UPDATE CURRENT_TIMESTAMP}, which only the dolphin plugin supports. */
final class OnUpdatePlanner {

    private final Connection target;
    private final TargetProfile profile;

    OnUpdatePlanner(Connection target, TargetProfile profile) {
        this.target = target;
        this.profile = profile;
    }

    ObjectPlan plan(List<TableDefinition> tables) throws SQLException {
        List<ObjectAction> actions = new ArrayList<>();
        List<ManualWork> manual = new ArrayList<>();
        List<TableDefinition> updated = tables.stream()
                .filter(table -> !updatedColumns(table).isEmpty())
                .toList();
        TargetColumns columns = TargetColumns.read(
                target,
                updated.stream().map(table -> table.targetId().schema()).collect(Collectors.toSet()),
                updated.stream()
                        .flatMap(table -> updatedColumns(table).stream())
                        .map(ColumnDefinition::name)
                        .collect(Collectors.toSet()));
        for (TableDefinition table : updated) {
            for (ColumnDefinition column : updatedColumns(table)) {
                String name = table.targetId() + "." + column.name();
                Optional<Column> present = columns.find(table.targetId(), column.name());
                if (TargetTypes.isDolphin(profile) && present.isPresent()) {
                    actions.add(action(table, column, present.get(), name));
                } else {
                    manual.add(new ManualWork(
                            "ON UPDATE CURRENT_TIMESTAMP",
                            name,
                            "the target has no equivalent: create a trigger there, or set the column in the application",
                            ""));
                }
            }
        }
        return new ObjectPlan(actions, manual);
    }

    private static List<ColumnDefinition> updatedColumns(TableDefinition table) {
        return table.columns().stream()
                .filter(column -> table.extras().column(column.name()).onUpdateCurrentTimestamp())
                .toList();
    }

    private static ObjectAction action(TableDefinition table, ColumnDefinition column, Column present, String name) {
        return new ObjectAction(
                Kind.ON_UPDATE,
                name,
                "an update sets it to the current time"
                        + (table.extras().foreignKeys().stream().anyMatch(ForeignKeyDefinition::updatesChild)
                                ? "; so does the action of a foreign key, which does not in MySQL"
                                : ""),
                List.of(OnUpdateAttribute.add(table.targetId(), column, present)),
                List.of(OnUpdateAttribute.remove(table.targetId(), column, present)));
    }
}
