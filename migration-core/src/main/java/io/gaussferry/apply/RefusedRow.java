package io.gaussferry.apply;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Remedies for rows that MySQL stores and the target rejects although no other session changed the target. Stateless.
 */
final class RefusedRow {

    private static final String FOREIGN_KEY_VIOLATION = "23503";

    /** {@code program_limit_exceeded}. */
    private static final String TOO_LARGE = "54000";

    private RefusedRow() {}

    /** Returns the remedy; empty if the rejection has no cause of this kind. */
    static Optional<String> remedy(TableDefinition table, SQLException failure) {
        if (TOO_LARGE.equals(failure.getSQLState())) {
            return Optional.of(String.valueOf(failure.getMessage()).contains("index") ? indexEntry() : row());
        }
        return FOREIGN_KEY_VIOLATION.equals(failure.getSQLState()) ? foreignKey(table) : Optional.empty();
    }

    private static String indexEntry() {
        return "the index entry is larger than a third of the target's page of 8 KiB, which MySQL's indexes allow: drop that index on"
                + " the target until the switch, or index a prefix or a hash at the source, then retry (gaussferry retry --config"
                + " FILE); or exclude the table (gaussferry.source.tables.exclude)";
    }

    private static String row() {
        return "the row is larger than the target's page of 8 KiB, and its values are too short to be stored outside of it: split the"
                + " table or change its columns to shorter types at the source, or exclude it (gaussferry.source.tables.exclude)";
    }

    private static Optional<String> foreignKey(TableDefinition table) {
        return table.extras().foreignKeys().stream()
                .filter(key -> comparesStrings(table, key))
                .findFirst()
                .map(
                        key -> "MySQL compares the columns of foreign key " + key.name()
                                + " by collation, the target exactly: if the row"
                                + " refers to a row of " + key.referenced()
                                + " whose key differs in case, accents or trailing blanks,"
                                + " give both the same spelling at the source, or drop the key on the target until the switch, then"
                                + " retry (gaussferry retry --config FILE); if both have the same spelling, compare the rows on both sides");
    }

    private static boolean comparesStrings(TableDefinition table, ForeignKeyDefinition key) {
        return table.columns().stream()
                .filter(column -> key.columns().stream().anyMatch(column.name()::equalsIgnoreCase))
                .map(ColumnDefinition::characterSet)
                .anyMatch(characterSet -> characterSet != null);
    }
}
