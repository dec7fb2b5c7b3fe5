package io.gaussferry.verify;

import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definitions where replay stands. A table that the source has otherwise by now cannot be compared before replay has come to that
 * statement: what is missing on the target is no difference.
 *
 * @param texts by table; none for a pipeline that was begun by an older version
 */
record ReplayedDefinitions(Map<TableId, String> texts) {

    static ReplayedDefinitions read(Connection target, String pipeline) throws SQLException {
        return new ReplayedDefinitions(new TableHistory(pipeline).read(target));
    }

    /** What decides how a column's values are compared; a declaration may be spelled in several ways. */
    private record Column(
            String name,
            MySqlType type,
            boolean unsigned,
            @Nullable String characterSet,
            List<String> members) {}

    private static List<Column> shape(TableDefinition table) {
        return table.columns().stream()
                .map(column -> new Column(
                        column.name(), column.type(), column.unsigned(), column.characterSet(), column.members()))
                .toList();
    }

    /** Returns why a table cannot be compared yet, by its definition at the source; empty if it can. */
    Optional<String> difference(TableDefinition today) {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        String text = texts.get(today.id());
        if (text == null) {
            return Optional.of("replay has not come to the statement that created it");
        }
        TableDefinition replayed = DefinitionText.read(today.id(), text);
        return shape(replayed).equals(shape(today))
                ? Optional.empty()
                : Optional.of(
                        "the source has other columns by now, and replay has not come to the statement that made them so");
    }
}
