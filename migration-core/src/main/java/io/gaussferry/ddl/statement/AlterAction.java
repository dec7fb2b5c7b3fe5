package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Partitioning.Partition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One action of ALTER TABLE. */
public sealed interface AlterAction {

    /** Returns the tables that it changes besides the altered one. */
    default List<TableId> otherTables() {
        return List.of();
    }

    /**
     * The position of a column.
     *
     * @param first whether it precedes all others
     * @param after the column that it follows; null for none
     */
    record Place(boolean first, @Nullable String after) {

        /** The current position, or the last for a new column. */
        public static final Place UNSPECIFIED = new Place(false, null);

        /** Returns whether the statement specifies a position. */
        public boolean isSpecified() {
            return first || after != null;
        }
    }

    /** {@code ADD COLUMN}. */
    record AddColumn(ColumnSpec column, Place place) implements AlterAction {}

    /**
     * {@code CHANGE} and {@code MODIFY COLUMN}. The column loses all attributes that the new declaration does not
     * repeat.
     */
    record ChangeColumn(String name, ColumnSpec column, Place place) implements AlterAction {}

    /** {@code RENAME COLUMN}. */
    record RenameColumn(String from, String to) implements AlterAction {}

    /** {@code DROP COLUMN}. */
    record DropColumn(String name) implements AlterAction {}

    /** {@code ALTER COLUMN … SET DEFAULT}; null for {@code DROP DEFAULT}. */
    record SetDefault(String column, @Nullable DefaultSpec value) implements AlterAction {}

    /** {@code ALTER COLUMN … SET VISIBLE} or {@code INVISIBLE}. */
    record SetVisibility(String column, boolean invisible) implements AlterAction {}

    /** {@code ADD} of an index, a foreign key or a check. */
    record AddElement(TableElement element) implements AlterAction {}

    /** {@code DROP INDEX} and {@code DROP PRIMARY KEY}, whose index is {@code PRIMARY}. */
    record DropIndex(String name) implements AlterAction {}

    /** {@code RENAME INDEX}. */
    record RenameIndex(String from, String to) implements AlterAction {}

    /** {@code DROP FOREIGN KEY}. */
    record DropForeignKey(String name) implements AlterAction {}

    /** {@code DROP CHECK}. */
    record DropCheck(String name) implements AlterAction {}

    /** {@code DROP CONSTRAINT}: a check, a foreign key, or a unique index. */
    record DropConstraint(String name) implements AlterAction {}

    /** {@code ALTER CHECK} and {@code ALTER CONSTRAINT}. */
    record EnforceCheck(String name, boolean enforced) implements AlterAction {}

    /** {@code RENAME TO}. */
    record RenameTable(TableId to) implements AlterAction {

        @Override
        public List<TableId> otherTables() {
            return List.of(to);
        }
    }

    /** {@code CONVERT TO CHARACTER SET}; without a character set for {@code DEFAULT}. */
    record ConvertCharacters(CharacterSetSpec characters) implements AlterAction {}

    /** Options. */
    record SetOptions(TableOptions options) implements AlterAction {

        @Override
        public List<TableId> otherTables() {
            return options.members();
        }
    }

    /** {@code PARTITION BY}; null for {@code REMOVE PARTITIONING}. */
    record Repartition(@Nullable PartitionSpec partitioning) implements AlterAction {}

    /**
     * {@code ADD PARTITION}.
     *
     * @param count the number of unnamed partitions
     */
    record AddPartitions(List<Partition> partitions, int count) implements AlterAction {

        public AddPartitions {
            partitions = List.copyOf(partitions);
        }
    }

    /** {@code DROP PARTITION}. */
    record DropPartitions(List<String> names) implements AlterAction {

        public DropPartitions {
            names = List.copyOf(names);
        }
    }

    /** {@code TRUNCATE PARTITION}; no names for {@code ALL}. */
    record TruncatePartitions(List<String> names) implements AlterAction {

        public TruncatePartitions {
            names = List.copyOf(names);
        }
    }

    /** {@code REORGANIZE PARTITION}. */
    record ReorganizePartitions(List<String> names, List<Partition> into) implements AlterAction {

        public ReorganizePartitions {
            names = List.copyOf(names);
            into = List.copyOf(into);
        }
    }

    /** {@code REBUILD PARTITION}. */
    record RebuildPartitions() implements AlterAction {}

    /** {@code COALESCE PARTITION}. */
    record CoalescePartitions(int count) implements AlterAction {}

    /** {@code EXCHANGE PARTITION}: exchanges the rows of a partition and of another table. */
    record ExchangePartition(String name, TableId with) implements AlterAction {

        @Override
        public List<TableId> otherTables() {
            return List.of(with);
        }
    }

    /** An action that replaces rows without naming them, such as {@code IMPORT TABLESPACE}. */
    record ReplaceRows(String what) implements AlterAction {}

    /** {@code ALGORITHM}, for all other actions of the statement. */
    record Algorithm(String name) implements AlterAction {

        /** Returns whether MySQL evaluates no expression for the rows: they stay in the table or move unchanged. */
        public boolean isInPlace() {
            return name.equalsIgnoreCase("INPLACE") || name.equalsIgnoreCase("INSTANT");
        }
    }

    /** An action that changes neither definitions nor ordinary columns, such as {@code FORCE}. */
    record NoEffect(String what) implements AlterAction {

        /** Returns whether the action affects partitions, for whose rows MySQL evaluates no expression. */
        public boolean affectsPartitions() {
            return what.endsWith(" PARTITION") || what.endsWith(" PARTITIONING");
        }
    }
}
