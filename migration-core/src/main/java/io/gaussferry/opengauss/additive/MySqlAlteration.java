package io.gaussferry.opengauss.additive;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.additive.AdditiveChange.Changed;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.opengauss.additive.DefinedTable.Index;
import io.gaussferry.opengauss.additive.DefinedTable.Part;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the statement that gives a table of MySQL what an additive change of the target added. What MySQL has already is
 * left out, so that the statement may be written again after it was executed. Stateless.
 */
public final class MySqlAlteration {

    private static final String NOT_NULL = " NOT NULL";

    /** Types of MySQL whose wider form keeps every value, and its declaration the other attributes. */
    private static final Set<MySqlType> WIDENED = Set.of(
            MySqlType.TINYINT,
            MySqlType.SMALLINT,
            MySqlType.MEDIUMINT,
            MySqlType.INT,
            MySqlType.BIGINT,
            MySqlType.DECIMAL,
            MySqlType.FLOAT,
            MySqlType.CHAR,
            MySqlType.VARCHAR,
            MySqlType.VARBINARY,
            MySqlType.TIME,
            MySqlType.DATETIME,
            MySqlType.TIMESTAMP);

    private MySqlAlteration() {}

    /**
     * Returns the statement; empty if MySQL has everything.
     *
     * @param mysql the table's present definition in MySQL
     * @param declaration the output of {@code SHOW CREATE TABLE}
     * @throws GaussferryException if MySQL's table cannot get the definition
     */
    public static Optional<String> statement(
            AdditiveChange change, TableDefinition mysql, String declaration, TargetProfile target) {
        List<String> clauses = new ArrayList<>();
        Map<String, ColumnDefinition> known = new HashMap<>();
        mysql.columns().forEach(column -> known.put(column.name(), column));
        for (Column column : change.added()) {
            ColumnDefinition present = known.get(column.name());
            if (present == null) {
                clauses.add("ADD COLUMN " + column(column, target) + position(change, column));
            } else if (!typeOf(column, target).equals(present.declaration())
                    || present.nullable() == column.notNull()) {
                throw impossible(mysql, "MySQL has another column " + column.name());
            }
        }
        for (Changed changed : change.changed()) {
            ColumnDefinition present = known.get(changed.column().name());
            if (present == null) {
                throw impossible(
                        mysql, "MySQL has no column " + changed.column().name());
            }
            modification(changed, present, mysql, declaration, target).ifPresent(clauses::add);
        }
        for (Index index : change.unique()) {
            if (!has(mysql, index)) {
                clauses.add("ADD " + uniqueKey(index, change, mysql));
            }
        }
        return clauses.isEmpty()
                ? Optional.empty()
                : Optional.of("ALTER TABLE " + Identifiers.quoteSource(mysql.id()) + " " + String.join(", ", clauses));
    }

    /** Returns the statement that creates an index which is not unique. */
    public static String indexStatement(Index index, TableDefinition mysql) {
        return "CREATE INDEX " + Identifiers.quoteSource(freeName(index.name(), mysql)) + " ON "
                + Identifiers.quoteSource(mysql.id()) + " " + parts(index);
    }

    /** Returns whether MySQL has an index with the same columns; for a unique one, a unique one. */
    public static boolean has(TableDefinition mysql, Index index) {
        return mysql.indexes().stream()
                .anyMatch(known -> (known.unique() || !index.isUnique())
                        && known.isOnWholeColumns()
                        && columns(mysql, known).equals(index.columns()));
    }

    private static List<String> columns(TableDefinition mysql, IndexDefinition index) {
        return index.parts().stream()
                .map(part -> mysql.columns().get(part.column()).name())
                .toList();
    }

    /** Returns a column's type as MySQL declares it, without its character set. */
    static String typeOf(Column column, TargetProfile target) {
        return base(MySqlTypes.of(column, target).orElseThrow());
    }

    /** Returns a type without its character set. */
    private static String base(String type) {
        int end = type.indexOf(MySqlTypes.CHARACTER_SET);
        return end < 0 ? type : type.substring(0, end);
    }

    /** Returns the declaration of a new column. */
    static String column(Column column, TargetProfile target) {
        String type = MySqlTypes.of(column, target).orElseThrow();
        return Identifiers.quoteSource(column.name()) + " " + type + (column.notNull() ? NOT_NULL : " NULL")
                + MySqlDefault.of(column, type).sql();
    }

    /** Returns the position of a column that others follow. */
    private static String position(AdditiveChange change, Column column) {
        List<Column> all = change.table().columns();
        int index = all.indexOf(column);
        boolean isLast = change.added().containsAll(all.subList(index, all.size()));
        if (isLast) {
            return "";
        }
        return index == 0
                ? " FIRST"
                : " AFTER " + Identifiers.quoteSource(all.get(index - 1).name());
    }

    private static Optional<String> modification(
            Changed changed,
            ColumnDefinition present,
            TableDefinition mysql,
            String declaration,
            TargetProfile target) {
        Column column = changed.column();
        String type = changed.hasOtherType() ? wider(column, present, mysql, target) : present.declaration();
        boolean isNullable = present.nullable() || !column.notNull();
        if (type.equals(present.declaration()) && isNullable == present.nullable()) {
            return Optional.empty();
        }
        String start = Identifiers.quoteSource(present.name()) + " " + present.declaration();
        String line = declaration
                .lines()
                .map(String::strip)
                .filter(one -> one.startsWith(start))
                .findFirst()
                .orElseThrow(() -> impossible(mysql, "MySQL declares column " + present.name() + " otherwise"));
        String attributes = line.substring(start.length()).replaceFirst(",$", "");
        if (isNullable && !present.nullable()) {
            attributes = attributes.replaceFirst("^((?: CHARACTER SET \\w+)?(?: COLLATE \\w+)?)" + NOT_NULL, "$1 NULL");
        }
        return Optional.of("MODIFY COLUMN " + Identifiers.quoteSource(present.name()) + " " + type + attributes);
    }

    private static String wider(Column column, ColumnDefinition present, TableDefinition mysql, TargetProfile target) {
        if (!WIDENED.contains(present.type())
                || mysql.extras().column(present.name()).generation() != null) {
            throw impossible(mysql, "column " + present.name() + " has type " + present.declaration() + " in MySQL");
        }
        String type = typeOf(column, target);
        boolean staysUnsigned = present.unsigned() && (type.startsWith("decimal") || type.equals("double"));
        return staysUnsigned ? type + " unsigned" : type;
    }

    /** A unique key of MySQL must distinguish the same strings as that of the target. */
    private static String uniqueKey(Index index, AdditiveChange change, TableDefinition mysql) {
        for (String name : index.columns()) {
            String collation = mysql.extras().column(name).collation();
            Optional<Column> added = change.added().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst();
            if (added.filter(MySqlTypes::ignoresCase).isPresent()) {
                throw impossible(
                        mysql,
                        "unique index " + index.name() + ": MySQL's collation of column " + name
                                + " makes ß and s equal");
            }
            if (added.isEmpty() && collation != null && !collation.equals("utf8mb4_0900_bin")) {
                throw impossible(
                        mysql,
                        "unique index " + index.name() + ": in MySQL the collation " + collation + " of column " + name
                                + " makes more strings equal");
            }
        }
        return "UNIQUE KEY " + Identifiers.quoteSource(freeName(index.name(), mysql)) + " " + parts(index);
    }

    /** Returns a name that no index of the table has. */
    static String freeName(String wanted, TableDefinition mysql) {
        String name = wanted;
        for (int number = 2; isTaken(name, mysql); number++) {
            name = wanted.substring(0, Math.min(wanted.length(), 60)) + "_" + number;
        }
        return name;
    }

    private static boolean isTaken(String name, TableDefinition mysql) {
        return mysql.indexes().stream().anyMatch(index -> index.name().equalsIgnoreCase(name))
                || mysql.extras().otherIndexes().keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    /** Returns the parts of an index, in parentheses. */
    static String parts(Index index) {
        return index.parts().stream().map(MySqlAlteration::part).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String part(Part part) {
        return Identifiers.quoteSource(part.column()) + (part.isDescending() ? " DESC" : "");
    }

    private static GaussferryException impossible(TableDefinition table, String reason) {
        return new GaussferryException(
                ErrorCode.DEFINITION_NOT_RETURNED,
                "MySQL's table " + table.id() + " cannot get the target's definition: " + reason + ".",
                "return without the table (gaussferry cutover back --without), or undo the definition on the target",
                null);
    }
}
