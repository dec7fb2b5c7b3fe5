package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.type.TargetCollation;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Creates the probes of unique keys: whether two rows have keys that differ on the source and are equal on the target.
 * The target ignores trailing blanks in compatibility mode B, and case with some collations.
 */
final class KeyProbes {

    private final TargetCatalog catalog;
    private final Conversion conversion;

    /**
     * @param target a connection to the target
     * @param conversion determines the collations of columns that do not exist yet
     */
    KeyProbes(Connection target, Conversion conversion) {
        this.catalog = new TargetCatalog(target);
        this.conversion = conversion;
    }

    List<ValueProbe> about(TableDefinition table) throws SQLException {
        Optional<TargetTable> existing = existing(table);
        List<ValueProbe> probes = new ArrayList<>();
        for (IndexDefinition index : table.uniqueIndexes()) {
            about(table, index, existing).ifPresent(probes::add);
        }
        return probes;
    }

    private Optional<TargetTable> existing(TableDefinition table) throws SQLException {
        try {
            return catalog.find(table);
        } catch (GaussferryException lacksAColumn) {
            // Another check reports this.
            return Optional.empty();
        }
    }

    private Optional<ValueProbe> about(TableDefinition table, IndexDefinition index, Optional<TargetTable> existing) {
        List<String> groups = new ArrayList<>();
        List<String> present = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean looser = false;
        boolean byCase = false;
        for (IndexDefinition.Part part : index.parts()) {
            if (part.column() < 0) {
                return Optional.empty();
            }
            ColumnDefinition column = table.columns().get(part.column());
            String name = Identifiers.quoteSource(column.name());
            String value = part.prefixLength() == 0 ? name : "LEFT(" + name + ", " + part.prefixLength() + ")";
            present.add(name + " IS NOT NULL");
            names.add(column.name());
            String collation =
                    String.valueOf(table.extras().column(column.name()).collation());
            StringEquality equality = existing.map(
                            found -> found.columns().get(part.column()).equality())
                    .orElseGet(() -> ofNewColumn(table, column, collation));
            if (!column.type().isText()) {
                groups.add(value);
                continue;
            }
            looser |= equality.isLooserThan(collation);
            byCase |= equality == StringEquality.BY_COLLATION;
            groups.add(grouped(value, equality));
        }
        return looser ? Optional.of(probe(table, index, names, present, groups, byCase)) : Optional.empty();
    }

    private StringEquality ofNewColumn(TableDefinition table, ColumnDefinition column, String sourceCollation) {
        return TargetTypes.equality(
                conversion.target(),
                conversion
                        .collation(table.id(), column, sourceCollation)
                        .map(TargetCollation::sqlName)
                        .orElse(""));
    }

    /** Returns an expression that is equal for strings that are equal on the target. */
    private static String grouped(String value, StringEquality equality) {
        String text = "CONVERT(" + value + " USING utf8mb4)";
        return switch (equality) {
            case EXACT -> "CAST(" + text + " AS BINARY)";
            case WITHOUT_TRAILING_BLANKS -> "CAST(RTRIM(" + text + ") AS BINARY)";
            case BY_COLLATION -> "RTRIM(" + text + ") COLLATE " + TargetCollation.GENERAL_CI.sqlName();
        };
    }

    private static ValueProbe probe(
            TableDefinition table,
            IndexDefinition index,
            List<String> names,
            List<String> present,
            List<String> groups,
            boolean byCase) {
        String colliding = Identifiers.quoteSource(table.id()) + " WHERE " + String.join(" AND ", present)
                + " GROUP BY " + String.join(", ", groups) + " HAVING COUNT(*) > 1";
        String values = names.stream().map(Identifiers::quoteSource).collect(Collectors.joining(", "));
        return new ValueProbe(
                FindingCode.VALUE_KEYS_MEET,
                FindingLocation.SOURCE.in(table.id(), names.get(0)),
                "Unique key " + index.name() + " (" + String.join(", ", names) + ") of table " + table.id(),
                colliding + " LIMIT 1",
                byCase
                        ? "keys that are equal on the target, in collation " + TargetCollation.GENERAL_CI.sqlName()
                        : "keys that differ only in trailing blanks, and are equal on the target",
                "The target accepts only one of these rows; the migration stops at the second. This lists them:"
                        + " SELECT GROUP_CONCAT(CONCAT_WS(', ', " + values + ") SEPARATOR ' | ') FROM " + colliding,
                byCase
                        ? "give one of the rows another key at the source, or let the target compare the columns by bytes,"
                                + " without trailing blanks (gaussferry.rules.columns with collations: binary)"
                        : "give one of the rows another key at the source, or migrate into a database of"
                                + " compatibility PG, which compares every character");
    }
}
