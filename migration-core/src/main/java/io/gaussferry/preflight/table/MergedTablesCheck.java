package io.gaussferry.preflight.table;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.MergedTables;
import io.gaussferry.opengauss.definition.MergedTables.Group;
import io.gaussferry.opengauss.definition.MergedTables.Obstacle;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks tables of the source that are merged into one: whether their definitions are compatible, and whether their
 * rows have distinct keys.
 */
public final class MergedTablesCheck implements Check {

    private static final Duration LONGEST_QUERY = Duration.ofSeconds(10);
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(60);

    /** The maximum length of a key's values in a message, characters. */
    private static final int SHOWN_CHARACTERS = 100;

    private final SourceServer server;
    private final List<TableDefinition> tables;
    private final RuleBook rules;
    private final ExistingTables targets;

    /** @param targets the existing objects of the target */
    public MergedTablesCheck(
            SourceServer server, List<TableDefinition> tables, RuleBook rules, ExistingTables targets) {
        this.server = server;
        this.tables = tables;
        this.rules = rules;
        this.targets = targets;
    }

    @Override
    public String subject() {
        return "the merged tables";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        Set<TableId> refused = new HashSet<>();
        for (Obstacle obstacle :
                MergedTables.obstacles(tables, server.settings().renames(), rules)) {
            refused.add(obstacle.table());
            findings.add(
                    FindingCode.SOURCE_TABLES_NOT_ALIKE,
                    FindingLocation.SOURCE.in(obstacle.table()),
                    obstacle.problem(),
                    "The copy refuses to merge it: rows of one table would not fit the merged table, or"
                            + " would be mistaken for rows of another.",
                    obstacle.remedy());
        }
        Sql.execute(server.connection(), server.dialect().limitQueries(LONGEST_QUERY));
        try {
            compareKeys(findings, refused);
        } finally {
            Sql.execute(server.connection(), server.dialect().limitQueries(Duration.ZERO));
        }
    }

    private void compareKeys(Findings findings, Set<TableId> refused) throws SQLException {
        long end = System.nanoTime() + LONGEST_SEARCH.toNanos();
        for (Group group : MergedTables.of(tables)) {
            if (group.tables().stream().anyMatch(table -> refused.contains(table.id()))) {
                continue;
            }
            checkTargetKey(findings, group);
            for (IndexDefinition index : group.tables().get(0).uniqueIndexes()) {
                if (index.isOnWholeColumns()) {
                    checkKey(findings, group, index, end);
                }
            }
        }
    }

    /**
     * Checks that the target has the key that distinguishes the rows of merged tables: without it they would be mixed
     * up silently.
     */
    private void checkTargetKey(Findings findings, Group group) {
        TableDefinition table = group.tables().get(0);
        boolean missing = table.rowKey()
                .filter(key -> targets.has(group.target())
                        && !targets.hasUniqueKey(group.target(), new HashSet<>(names(table, key))))
                .isPresent();
        if (missing) {
            findings.add(
                    FindingCode.TARGET_MERGED_KEY_MISSING,
                    FindingLocation.TARGET.in(group.target()),
                    group + ", which already exists on the target without a unique key on "
                            + String.join(", ", names(table, table.rowKey().orElseThrow())) + ".",
                    "Rows of different tables with the same key would not be detected.",
                    "add the key on the target (ALTER TABLE … ADD PRIMARY KEY), or drop the table there to have it created");
        }
    }

    private void checkKey(Findings findings, Group group, IndexDefinition index, long end) throws SQLException {
        for (int i = 0; i < group.tables().size(); i++) {
            for (int j = i + 1; j < group.tables().size(); j++) {
                TableDefinition one = group.tables().get(i);
                TableDefinition other = group.tables().get(j);
                try {
                    if (System.nanoTime() > end) {
                        unknown(
                                findings,
                                group,
                                index,
                                "the whole search took longer than " + LONGEST_SEARCH.toSeconds() + " s");
                        return;
                    }
                    Optional<String> common = common(one, other, index);
                    if (common.isPresent()) {
                        findings.add(
                                FindingCode.SOURCE_KEYS_MEET,
                                FindingLocation.SOURCE.in(one.id()),
                                group + ", but " + one.id() + " and " + other.id() + " both have a row with "
                                        + String.join(", ", names(one, index)) + " = "
                                        + RowValueMarks.marked(common.get())
                                        + ".",
                                "The target's table can hold only one row with this key: the copy or"
                                        + " replication stops at the second.",
                                "give the rows of one table other keys at the source, or give the table"
                                        + " another name in gaussferry.source.rename");
                        return;
                    }
                } catch (SQLException e) {
                    unknown(
                            findings,
                            group,
                            index,
                            server.dialect().isQueryLimit(e)
                                    ? "the query took longer than " + LONGEST_QUERY.toSeconds() + " s"
                                    : ConnectionFailures.firstLine(e));
                    return;
                }
            }
        }
    }

    private static void unknown(Findings findings, Group group, IndexDefinition index, String reason) {
        TableDefinition first = group.tables().get(0);
        findings.add(
                FindingCode.SOURCE_KEYS_NOT_COMPARED,
                FindingLocation.SOURCE.in(first.id()),
                group + "; could not determine whether two of them have the same "
                        + String.join(", ", names(first, index)) + ": " + reason + ".",
                "If they do, the copy or replication stops at the second row.",
                "compare their keys in a copy of the data or at a quiet time");
    }

    /** Returns a key that exists in both tables, which may be the empty string; empty if there is none. */
    private Optional<String> common(TableDefinition one, TableDefinition other, IndexDefinition index)
            throws SQLException {
        if (index.parts().size() == 1 && areRangesDisjoint(one, other, index)) {
            return Optional.empty();
        }
        List<String> equalities = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (IndexDefinition.Part part : index.parts()) {
            ColumnDefinition column = one.columns().get(part.column());
            String name = Identifiers.quoteSource(column.name());
            equalities.add("a." + name + " = b." + name);
            if (column.characterSet() != null) {
                // The target distinguishes values that a collation considers equal.
                equalities.add("CAST(a." + name + " AS BINARY) = CAST(b." + name + " AS BINARY)");
            }
            values.add("LEFT(a." + name + ", " + SHOWN_CHARACTERS + ")");
        }
        return first("CONCAT_WS(', ', " + String.join(", ", values) + ")"
                + " FROM " + Identifiers.quoteSource(one.id()) + " a JOIN " + Identifiers.quoteSource(other.id())
                + " b ON " + String.join(" AND ", equalities) + " LIMIT 1");
    }

    /**
     * Returns whether the tables' key ranges are disjoint, by two index look-ups. This is the case for most shards with
     * consecutive numbers.
     */
    private boolean areRangesDisjoint(TableDefinition one, TableDefinition other, IndexDefinition index)
            throws SQLException {
        ColumnDefinition column = one.columns().get(index.parts().get(0).column());
        if (column.characterSet() != null) {
            return false;
        }
        String name = Identifiers.quoteSource(column.name());
        String range = "(SELECT %s(" + name + ") FROM %s)";
        String a = Identifiers.quoteSource(one.id());
        String b = Identifiers.quoteSource(other.id());
        return first("COALESCE(" + String.format(range, "MAX", a) + " < " + String.format(range, "MIN", b) + " OR "
                        + String.format(range, "MAX", b) + " < " + String.format(range, "MIN", a) + ", 1)")
                .filter("1"::equals)
                .isPresent();
    }

    private Optional<String> first(String expression) throws SQLException {
        return Sql.first(server.connection(), row -> String.valueOf(row.getString(1)), "SELECT " + expression);
    }

    private static List<String> names(TableDefinition table, IndexDefinition index) {
        return index.parts().stream()
                .map(part -> table.columns().get(part.column()).name())
                .collect(Collectors.toList());
    }
}
