package io.gaussferry.cutover.compare;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Limits the comparison of whole tables while writers are refused. Rows are compared by key unless their table has none, is merged with
 * others, or is changed by actions of foreign keys: the check before the cutover names these tables and their rows. Stateless.
 */
public final class WholeTables {

    /** Rows that are compared in about a tenth of a second. */
    static final long FEW_ROWS = 20_000;

    private WholeTables() {}

    /**
     * Returns whether changes of a table lead to its comparison as a whole.
     *
     * @param tables all tables of the pipeline
     */
    public static boolean isComparedWhole(TableDefinition table, Collection<TableDefinition> tables) {
        return hasNoUsableKey(table, tables) || isChangedByForeignKeys(table);
    }

    private static boolean isChangedByForeignKeys(TableDefinition table) {
        return table.extras().foreignKeys().stream().anyMatch(ForeignKeyDefinition::cascades);
    }

    /** Returns whether the changed rows of a table cannot be found by key. */
    private static boolean hasNoUsableKey(TableDefinition table, Collection<TableDefinition> tables) {
        return table.rowKey().isEmpty()
                || tables.stream()
                                .filter(other -> other.targetId().equals(table.targetId()))
                                .count()
                        > 1;
    }

    /** Returns whether a comparison before FENCE is of no use, because another one follows while writers are refused. */
    static boolean isComparedAgain(TableDefinition table, Collection<TableDefinition> tables) {
        // a table that a foreign key changes must be compared together with the table that the key refers to
        return hasNoUsableKey(table, tables) && !isChangedByForeignKeys(table);
    }

    /**
     * Requires that writers are not refused for as long as the comparison of large tables takes.
     *
     * @param scope the scope while writers are refused
     * @param known whether the changed rows of a table are known
     * @param tables all tables of the pipeline
     * @param sizes the approximate number of rows of a table
     * @param remedy for the error
     * @throws GaussferryException if the changed rows of large tables are not known
     */
    static void requireFew(
            ComparisonScope scope,
            Predicate<TableDefinition> known,
            Collection<TableDefinition> tables,
            ToLongFunction<TableId> sizes,
            String remedy) {
        List<TableDefinition> unknown = scope.whole().stream()
                .filter(table -> !known.test(table) && !isComparedWhole(table, tables))
                .toList();
        long rows = unknown.stream()
                .mapToLong(table -> sizes.applyAsLong(table.id()))
                .sum();
        if (rows > FEW_ROWS) {
            throw new GaussferryException(
                    ErrorCode.CHANGED_ROWS_UNKNOWN,
                    "The changed rows of " + unknown.size() + " tables with about " + rows
                            + " rows are no longer known: "
                            + unknown.stream()
                                    .map(table -> table.id().toString())
                                    .sorted()
                                    .limit(5)
                                    .collect(Collectors.joining(", "))
                            + ". Replication was restarted, a definition was changed on a side, or a large transaction was replicated"
                            + " since they were compared.",
                    remedy,
                    null);
        }
    }
}
