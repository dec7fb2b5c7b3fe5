package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An element of CREATE TABLE. */
public sealed interface TableElement {

    /** The kind of an index. */
    enum IndexKind {
        PRIMARY,
        UNIQUE,
        PLAIN,
        FULLTEXT,
        SPATIAL
    }

    /**
     * An index.
     *
     * @param name its name; null if MySQL generates it
     */
    record IndexSpec(IndexKind kind, @Nullable String name, List<KeyPartSpec> parts) implements TableElement {

        public IndexSpec {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A part of an index.
     *
     * @param column the column; null for an expression
     * @param length the indexed characters or bytes; 0 for all
     * @param descending whether the order is descending
     * @param expression the expression; null for a column
     */
    record KeyPartSpec(
            @Nullable String column,
            int length,
            boolean descending,
            @Nullable Expression expression) {}

    /**
     * A foreign key.
     *
     * @param constraint its name; null if MySQL generates it
     * @param index the name of its index; null if not specified
     * @param onUpdate the action, as {@code information_schema} names it
     * @param onDelete likewise
     */
    record ForeignKeySpec(
            @Nullable String constraint,
            @Nullable String index,
            List<String> columns,
            TableId referenced,
            List<String> referencedColumns,
            String onUpdate,
            String onDelete)
            implements TableElement {

        public ForeignKeySpec {
            columns = List.copyOf(columns);
            referencedColumns = List.copyOf(referencedColumns);
        }

        /** Returns this key with another referenced table. */
        public ForeignKeySpec referring(TableId table) {
            return new ForeignKeySpec(constraint, index, columns, table, referencedColumns, onUpdate, onDelete);
        }
    }

    /**
     * A check.
     *
     * @param name its name; null if MySQL generates it
     */
    record CheckSpec(@Nullable String name, Expression condition, boolean enforced) implements TableElement {}

    /**
     * A column.
     *
     * @param name its name
     * @param type its type
     * @param characters its character set, including {@code COLLATE}
     * @param nullable whether it may be NULL; null if not specified
     * @param columnDefault its default; null if not specified
     * @param onUpdateNow whether an update sets it to the current time
     * @param autoIncrement whether it is AUTO_INCREMENT
     * @param key the index that is declared with the column: PRIMARY or UNIQUE; null for none
     * @param comment its comment; empty for none
     * @param generation its generation expression; null for an ordinary column
     * @param invisible whether {@code SELECT *} omits it
     * @param checks the checks that are declared with it
     * @param references the foreign key that is declared with it, which servers before 9.0 ignore; null for none
     */
    record ColumnSpec(
            String name,
            TypeSpec type,
            CharacterSetSpec characters,
            @Nullable Boolean nullable,
            @Nullable DefaultSpec columnDefault,
            boolean onUpdateNow,
            boolean autoIncrement,
            @Nullable IndexKind key,
            String comment,
            @Nullable Expression generation,
            boolean invisible,
            List<CheckSpec> checks,
            @Nullable ForeignKeySpec references)
            implements TableElement {

        public ColumnSpec {
            checks = List.copyOf(checks);
        }

        /** Returns this column with another foreign key. */
        public ColumnSpec withReferences(ForeignKeySpec other) {
            return new ColumnSpec(
                    name,
                    type,
                    characters,
                    nullable,
                    columnDefault,
                    onUpdateNow,
                    autoIncrement,
                    key,
                    comment,
                    generation,
                    invisible,
                    checks,
                    other);
        }
    }
}
