package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands between the parentheses of CREATE TABLE. */
public sealed interface TableElement {

    /** What an index is for. */
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
     * @param name its name; null where MySQL gives it one
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
     * @param length characters or bytes that are indexed; 0 for all
     * @param descending whether it is ordered downwards
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
     * @param constraint its name; null where MySQL gives it one
     * @param index the name of the index that comes with it; null where none is given
     * @param onUpdate as {@code information_schema} names it
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

        /** Returns the same key to a table of another name. */
        public ForeignKeySpec referring(TableId table) {
            return new ForeignKeySpec(constraint, index, columns, table, referencedColumns, onUpdate, onDelete);
        }
    }

    /**
     * A check.
     *
     * @param name its name; null where MySQL gives it one
     */
    record CheckSpec(@Nullable String name, Expression condition, boolean enforced) implements TableElement {}

    /**
     * A column.
     *
     * @param name its name
     * @param type its type
     * @param characters its character set, with what {@code COLLATE} says
     * @param nullable whether it may be NULL; null where that is not said
     * @param columnDefault its default; null where none is given
     * @param onUpdateNow whether an update sets it to the time
     * @param autoIncrement whether it numbers the rows
     * @param key the index that is declared with the column: PRIMARY or UNIQUE; null for none
     * @param comment its comment; empty for none
     * @param generation what computes it; null for an ordinary column
     * @param invisible whether {@code SELECT *} leaves it out
     * @param checks the checks that are declared with it
     * @param references the foreign key that is declared with it, which servers before 9.0 take no notice of; null for none
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

        /** Returns the same column with another foreign key. */
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
