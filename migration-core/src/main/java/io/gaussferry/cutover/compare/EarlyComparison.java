package io.gaussferry.cutover.compare;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.cutover.compare.VerifiedTables.Started;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares both sides while writers write and replication runs, so that only the rows of the last seconds are left to compare while writers
 * are refused. The first pass compares the tables that are not known to be equal as a whole, and the changed rows of the others; each
 * further pass compares the rows that were changed during the one before. Ends when a pass has few rows, or no fewer than the one before.
 */
public final class EarlyComparison implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EarlyComparison.class);

    /** A bound for a source whose definitions change all the time. */
    private static final int MOST_PASSES = 30;

    /** A pass of so many rows takes little longer than an empty one. */
    private static final long FEW_ROWS = 500;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final Links links;
    private final SourceLink source;
    private final TargetLink target;
    private final Function<List<TablePattern>, VerifySettings> settings;
    private final VerifiedTables verified;
    private final Opening watch;
    private final BooleanSupplier isRunning;
    private final Set<TableId> without;
    private @Nullable ReadyComparison ready;

    /** Opens the watch of the position of a source that follows the target; null where the target follows. */
    public interface Opening {
        /** Opens the watch, which the comparison closes. */
        @Nullable
        PositionWatch open() throws InterruptedException;
    }

    /**
     * @param settings of a comparison of these tables, or of all if the list is empty
     * @param isRunning whether the run whose commits are tracked is active
     * @param without tables that are not compared, by their names on the target
     */
    public EarlyComparison(
            Links links,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            Opening watch,
            BooleanSupplier isRunning,
            Set<TableId> without) {
        this.links = links;
        this.source = links.source();
        this.target = links.target();
        this.settings = settings;
        this.verified = verified;
        this.watch = watch;
        this.isRunning = isRunning;
        this.without = Set.copyOf(without);
    }

    /**
     * Compares until few rows are left.
     *
     * @return a description of the comparison
     * @throws GaussferryException of category DATA if the sides are not equal
     */
    public String run(StepControl control) throws InterruptedException {
        long started = System.nanoTime();
        long first = 0;
        long last = Long.MAX_VALUE;
        int passes = 0;
        close();
        verified.forgetIfCommitWasLost();
        try (PositionWatch back = watch.open()) {
            // before the last pass, whose rows would otherwise wait for it
            ready = ReadyComparison.open(links, settings.apply(List.of()), tables(), back != null, control);
            for (boolean isEnough = false; !isEnough; ) {
                awaitReplication(control);
                long rows = pass(last == Long.MAX_VALUE, back, control);
                passes++;
                first = Math.max(first, rows);
                isEnough = passes >= MOST_PASSES || (rows >= 0 && (rows <= FEW_ROWS || rows > last / 2));
                last = rows < 0 ? last : rows;
            }
        }
        String description = String.format(
                Locale.ROOT,
                "%d rows compared in %d passes while writers wrote (%.1f s)",
                first,
                passes,
                (System.nanoTime() - started) / 1e9);
        LOG.info("Before writers are refused: {}", description);
        return description;
    }

    private void awaitReplication(StepControl control) throws InterruptedException {
        while (!isRunning.getAsBoolean()) {
            control.pause(POLL_INTERVAL);
        }
        control.check();
    }

    /** Returns the number of compared rows; negative if the result is void, because replication was interrupted. */
    private long pass(boolean isFirst, @Nullable PositionWatch back, StepControl control) throws InterruptedException {
        // before the start: a copy that ends later has changed rows that the comparison may not see
        Map<TableId, Entry> copies = copies();
        Started started = verified.start();
        ComparisonScope scope = scope(isFirst, back != null, started.changed(), copies);
        if (scope.isEmpty()) {
            return verified.complete(started, Map.of(), List.of()) ? 0 : -1;
        }
        VerificationReport report = new Interruptible(control)
                .run(() -> new Verification(
                                settings.apply(scope.patterns(true)), scope, rows -> {}, ChunkListener.NONE, back)
                        .runRows());
        boolean isRelevant = isRunning.getAsBoolean();
        if (isRelevant) {
            new RowEquality(back != null).require(report);
        }
        if (!isRelevant || !verified.complete(started, rows(scope, report), byKey(scope))) {
            return -1;
        }
        if (isFirst) {
            verified.copiesCompared(copies);
        }
        return report.rows();
    }

    /** Returns the prepared comparison behind the fence, from {@link #run}; null if it did not run. */
    @Nullable
    ReadyComparison ready() {
        return ready;
    }

    @Override
    public void close() {
        ReadyComparison known = ready;
        ready = null;
        if (known != null) {
            known.close();
        }
    }

    private List<TableDefinition> tables() throws InterruptedException {
        return source.ask("read the definitions", "check the account's privileges", this::tables);
    }

    private List<TableDefinition> tables(Connection connection) throws SQLException {
        return new MySqlSchemaReader(connection, settings.apply(List.of()).source())
                .read().definitions().stream()
                        .filter(table -> !without.contains(table.targetId()))
                        .toList();
    }

    private Map<TableId, Entry> copies() throws InterruptedException {
        return target.read("read which tables were copied", new TableCopyStore(links.pipeline())::read);
    }

    private ComparisonScope scope(
            boolean isFirst, boolean isReturn, Map<TableId, ChangedKeys> changed, Map<TableId, Entry> copies)
            throws InterruptedException {
        return source.ask("read the definitions", "check the account's privileges", connection -> {
            List<TableDefinition> tables = tables(connection);
            TableSizes sizes = TableSizes.read(connection);
            ComparisonScope scope = isReturn
                    ? ComparisonScope.changedOnTarget(tables, sizes, changed)
                    : ComparisonScope.changed(tables, sizes, changed, verified.copiedSince(copies));
            return isFirst
                    ? scope
                    : new ComparisonScope(
                            scope.whole().stream()
                                    .filter(table -> !WholeTables.isComparedAgain(table, tables))
                                    .toList(),
                            scope.changed(),
                            scope.unchanged());
        });
    }

    /** Returns the rows of the tables that were compared as a whole, by their reported names. */
    private static Map<TableId, Long> rows(ComparisonScope scope, VerificationReport report) {
        Set<TableId> byKey = Set.copyOf(byKey(scope));
        Map<TableId, Long> rows = new HashMap<>();
        for (TableOutcome table : report.tables()) {
            if (!byKey.contains(table.table())) {
                rows.put(table.table(), table.rows());
            }
        }
        return rows;
    }

    private static List<TableId> byKey(ComparisonScope scope) {
        List<TableId> names = new ArrayList<>();
        scope.changed().keySet().forEach(table -> names.add(table.id()));
        return names;
    }
}
