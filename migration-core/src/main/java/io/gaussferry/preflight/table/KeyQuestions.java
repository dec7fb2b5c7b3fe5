package io.gaussferry.preflight.table;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TextEquality;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is asked about unique keys: whether two rows have keys that the source keeps apart and the target takes for equal. Text is
 * compared there without trailing blanks in compatibility B, and without case by some collations.
 */
final class KeyQuestions {

    /** With this option in {@code b_format_behavior_compat_options} new columns of text ignore case. */
    private static final String DEFAULT_COLLATION = "default_collation";

    private static final String COLLATION_OF_NEW_COLUMNS = "utf8mb4_general_ci";

    private final TargetCatalog catalog;
    private final TextEquality ofNewColumns;

    /** @param target the connection by which to ask, as the daemon's are prepared */
    KeyQuestions(Connection target) throws SQLException {
        this.catalog = new TargetCatalog(target);
        boolean ignoresCase = Rows.of(
                        target,
                        "SELECT setting FROM pg_catalog.pg_settings WHERE name = 'b_format_behavior_compat_options'")
                .stream()
                .anyMatch(row -> row.text(0).contains(DEFAULT_COLLATION));
        this.ofNewColumns = TextEquality.of(catalog.profile(), ignoresCase ? COLLATION_OF_NEW_COLUMNS : "");
    }

    List<ValueQuestion> about(TableDefinition table) throws SQLException {
        Optional<TargetTable> existing = existing(table);
        List<ValueQuestion> questions = new ArrayList<>();
        for (IndexDefinition index : table.uniqueIndexes()) {
            about(table, index, existing).ifPresent(questions::add);
        }
        return questions;
    }

    private Optional<TargetTable> existing(TableDefinition table) throws SQLException {
        try {
            return catalog.find(table);
        } catch (GaussferryException lacksAColumn) {
            // a finding of another check's
            return Optional.empty();
        }
    }

    private Optional<ValueQuestion> about(
            TableDefinition table, IndexDefinition index, Optional<TargetTable> existing) {
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
            TextEquality equality = existing.map(
                            found -> found.columns().get(part.column()).equality())
                    .orElse(ofNewColumns);
            String collation =
                    String.valueOf(table.extras().column(column.name()).collation());
            if (!column.type().isText()) {
                groups.add(value);
                continue;
            }
            looser |= equality.isLooserThan(collation);
            byCase |= equality == TextEquality.BY_COLLATION;
            groups.add(grouped(value, equality));
        }
        return looser ? Optional.of(question(table, index, names, present, groups, byCase)) : Optional.empty();
    }

    /** Returns an expression that is the same for texts that the target takes for equal. */
    private static String grouped(String value, TextEquality equality) {
        String text = "CONVERT(" + value + " USING utf8mb4)";
        return switch (equality) {
            case EXACT -> "CAST(" + text + " AS BINARY)";
            case WITHOUT_TRAILING_BLANKS -> "CAST(RTRIM(" + text + ") AS BINARY)";
            case BY_COLLATION -> "RTRIM(" + text + ") COLLATE " + COLLATION_OF_NEW_COLUMNS;
        };
    }

    private static ValueQuestion question(
            TableDefinition table,
            IndexDefinition index,
            List<String> names,
            List<String> present,
            List<String> groups,
            boolean byCase) {
        return new ValueQuestion(
                FindingCode.VALUE_KEYS_MEET,
                Place.SOURCE.in(table.id(), names.get(0)),
                "Unique key " + index.name() + " (" + String.join(", ", names) + ") of table " + table.id(),
                Identifiers.quoteSource(table.id()) + " WHERE " + String.join(" AND ", present) + " GROUP BY "
                        + String.join(", ", groups) + " HAVING COUNT(*) > 1 LIMIT 1",
                byCase
                        ? "keys that are equal on the target, whose collation ignores case and trailing blanks"
                        : "keys that differ in trailing blanks only, and are equal on the target",
                "The target takes one of these rows only, and the migration stops at the second.",
                "give one of the rows another key at the source, or migrate into a database of compatibility PG, which compares"
                        + " every character");
    }
}
