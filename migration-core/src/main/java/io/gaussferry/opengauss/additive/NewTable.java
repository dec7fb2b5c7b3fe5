package io.gaussferry.opengauss.additive;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.opengauss.additive.DefinedTable.Index;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * A table that was created on the target, as MySQL would have it.
 *
 * @param table its definition on the target
 * @param target the target's properties
 */
public record NewTable(DefinedTable table, TargetProfile target) {

    /** Returns why MySQL cannot have the table; empty if it can. */
    public List<String> obstacles() {
        List<String> obstacles = new ArrayList<>();
        table.others().forEach(other -> obstacles.add("it has " + other));
        for (Column column : table.columns()) {
            String type = MySqlTypes.of(column, target).orElse(null);
            if (type == null || column.isComputed()) {
                obstacles.add("column " + column.name() + " has type " + column.declaration()
                        + (column.isComputed() ? " and is computed" : "") + ", which MySQL does not have");
                continue;
            }
            MySqlDefault.Kind kind = MySqlDefault.of(column, type).kind();
            if (kind == MySqlDefault.Kind.OTHER || (kind == MySqlDefault.Kind.NUMBER && !isKey(column, type))) {
                obstacles.add("column " + column.name() + " has the default " + column.defaultExpression()
                        + ", which MySQL does not have");
            }
        }
        for (Index index : table.indexes()) {
            if (index.isUnique() && !index.isPlain()) {
                obstacles.add("index " + index.name() + " is unique and not one of whole columns");
            }
        }
        return List.copyOf(obstacles);
    }

    /** MySQL numbers one column, which must be the first of an index. */
    private boolean isKey(Column column, String type) {
        boolean isFirst = table.indexes().stream()
                .anyMatch(index -> index.isPlain() && index.columns().get(0).equals(column.name()));
        long numbered = table.columns().stream()
                .filter(one -> MySqlDefault.of(one, type).kind() == MySqlDefault.Kind.NUMBER)
                .count();
        return isFirst && numbered == 1 && type.contains("int");
    }

    /**
     * Returns the statement that creates the table with its keys.
     *
     * @param id its name in MySQL
     */
    public String statement(TableId id) {
        List<String> parts = new ArrayList<>();
        for (Column column : table.columns()) {
            parts.add(MySqlAlteration.column(column, target));
        }
        for (Index index : table.indexes()) {
            if (index.isPrimary()) {
                parts.add("PRIMARY KEY " + MySqlAlteration.parts(index));
            } else if (index.isUnique()) {
                parts.add("UNIQUE KEY " + Identifiers.quoteSource(index.name()) + " " + MySqlAlteration.parts(index));
            } else if (isNumbered(index)) {
                parts.add("KEY " + Identifiers.quoteSource(index.name()) + " " + MySqlAlteration.parts(index));
            }
        }
        return "CREATE TABLE " + Identifiers.quoteSource(id) + " (" + String.join(", ", parts) + ") ENGINE = InnoDB";
    }

    /** Other indexes are created afterwards, because the table does not depend on them. */
    private boolean isNumbered(Index index) {
        return index.isPlain()
                && table.column(index.columns().get(0))
                        .map(column -> MySqlDefault.of(column, "bigint").kind() == MySqlDefault.Kind.NUMBER)
                        .orElse(false);
    }

    /**
     * Requires that MySQL's table is the one of {@link #statement}.
     *
     * @throws GaussferryException if it is not
     */
    public void requireSame(TableDefinition mysql) {
        List<String> wanted = table.columns().stream()
                .map(column -> column.name() + " " + MySqlAlteration.typeOf(column, target)
                        + (column.notNull() ? " NOT NULL" : ""))
                .toList();
        List<String> present = mysql.columns().stream()
                .map(column -> column.name() + " " + column.declaration() + (column.nullable() ? "" : " NOT NULL"))
                .toList();
        if (!wanted.equals(present)) {
            throw new GaussferryException(
                    ErrorCode.DEFINITION_NOT_RETURNED,
                    "MySQL has another table " + mysql.id() + ".",
                    "rename or drop MySQL's table, or return without the table of the target",
                    null);
        }
    }
}
