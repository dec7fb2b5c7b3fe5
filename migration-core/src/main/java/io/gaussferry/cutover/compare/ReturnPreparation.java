package io.gaussferry.cutover.compare;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.cutover.compare.VerifiedTables.Started;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.Attempt;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Handles the rows that reverse replication has changed since the switch, before the writers return: finds those that MySQL's foreign keys
 * forbid, and gives those on the target MySQL's values of generated columns. First in passes while the target is written to, then once for
 * the rows changed since, while it refuses writes. Used by one thread.
 */
public final class ReturnPreparation {

    private static final int MOST_PASSES = 10;

    private static final long FEW_ROWS = 500;

    private final VerifySettings settings;
    private final VerifiedTables written;
    private final Set<TableId> without;
    private final GeneratedColumnsReturn generated;

    /**
     * @param settings of a comparison of all tables
     * @param written the rows that reverse replication has changed since the switch, as far as known; others are searched in whole tables
     * @param without tables, by their names on the target, whose generated columns are left as they are
     */
    public ReturnPreparation(
            Links links, VerifySettings settings, VerifiedTables written, Set<TableId> without, OwnershipProof proof) {
        this.settings = settings;
        this.written = written;
        this.without = Set.copyOf(without);
        this.generated = new GeneratedColumnsReturn(links.target(), settings, proof);
    }

    /** The rows of one pass: those to check, and those that received values. */
    private record Pass(ComparisonScope scope, long updated) {}

    /**
     * Handles the rows changed so far, while the target is written to; few are left for {@link #finish}.
     *
     * @return the number of rows that received values
     */
    public long run(StepControl control) throws InterruptedException {
        long updated = 0;
        long last = Long.MAX_VALUE;
        written.forgetIfCommitWasLost();
        for (int passes = 1; passes <= MOST_PASSES; passes++) {
            Started started = written.start();
            Pass pass = pass(started.changed(), control);
            updated += pass.updated();
            ComparisonScope scope = pass.scope();
            Map<TableId, Long> whole = new HashMap<>();
            scope.whole().forEach(table -> whole.put(table.id(), 0L));
            boolean isValid = written.complete(
                    started,
                    whole,
                    scope.changed().keySet().stream().map(TableDefinition::id).toList());
            long rows = scope.changedRows();
            if (isValid && scope.whole().isEmpty() && (rows <= FEW_ROWS || rows > last / 2)) {
                break;
            }
            last = scope.whole().isEmpty() ? rows : last;
        }
        return updated;
    }

    /**
     * Handles the rows changed since {@link #run}, while the target refuses writes and the source has received all of them.
     *
     * @return the number of rows that received values
     */
    public long finish(StepControl control) throws InterruptedException {
        return pass(written.changedRows(), control).updated();
    }

    private Pass pass(Map<TableId, ChangedKeys> known, StepControl control) throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection source = Sessions.openSource(settings.source());
                Connection reader = Sessions.openTarget(sessions)) {
            List<TableDefinition> definitions = List.copyOf(
                    new MySqlSchemaReader(source, settings.source()).read().definitions());
            ComparisonScope scope = ComparisonScope.changedOnTarget(definitions, TableSizes.read(source), known);
            Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), new RuleUsage());
            Map<TableId, ComparedTable> tables = tables(definitions, scope, conversion, reader);
            Map<TableId, ComparedTable> keyed = new HashMap<>();
            tables.forEach((name, table) -> {
                ComparedTable identified = table.withoutGeneratedColumns();
                if (identified.hasKey()) {
                    keyed.put(name, identified);
                }
            });
            SourceForeignKeys.require(source, definitions, new WrittenRows(scope, keyed));
            long updated = 0;
            for (ComparedTable table : tables.values()) {
                if (table.generatedColumns().length > 0
                        && !without.contains(table.target().id())) {
                    updated += generated.write(table, scope, source, reader, control);
                }
            }
            return new Pass(scope, updated);
        } catch (SQLException e) {
            throw Attempt.failure(
                    "read the rows that were changed since the switch",
                    "check the accounts' privileges, and run gaussferry cutover back again",
                    e);
        }
    }

    /** Returns the tables with rows in the scope that the target has, by their names on the source. */
    private static Map<TableId, ComparedTable> tables(
            List<TableDefinition> definitions, ComparisonScope scope, Conversion conversion, Connection reader)
            throws SQLException {
        TargetCatalog catalog = new TargetCatalog(reader);
        catalog.prefetch(definitions);
        Map<TableId, ComparedTable> tables = new HashMap<>();
        for (TableDefinition definition : definitions) {
            if (scope.unchanged().contains(definition)) {
                continue;
            }
            Optional<TargetTable> found = catalog.find(definition);
            found.ifPresent(
                    target -> tables.put(definition.id(), ComparedTable.of(List.of(definition), target, conversion)));
        }
        reader.rollback();
        return tables;
    }
}
