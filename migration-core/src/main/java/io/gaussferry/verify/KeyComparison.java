package io.gaussferry.verify;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.verify.compare.ComparisonContext;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.RowLookupComparison;
import io.gaussferry.verify.compare.SourceFrontier;
import io.gaussferry.verify.compare.UndecidedComparisonException;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.structure.StructureReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares single rows by their keys over connections that are already open, with definitions that are already read: a comparison of some
 * hundred rows takes milliseconds. The definitions must not have changed since. Used by one thread, except for {@link #abort}.
 */
public final class KeyComparison implements AutoCloseable {

    private static final int KEYS_PER_LOOKUP = 1_000;

    private final ComparisonContext sides;
    private final boolean sourceFollows;
    private final Map<TableId, ComparedTable> tables;
    private final Tally prepared;
    private final Runnable closing;

    /**
     * @param tables the comparable tables, by their names on the source
     * @param prepared why other tables cannot be compared
     * @param closing closes the connections to the target
     */
    KeyComparison(
            ComparisonContext sides,
            boolean sourceFollows,
            Map<TableId, ComparedTable> tables,
            Tally prepared,
            Runnable closing) {
        this.sides = sides;
        this.sourceFollows = sourceFollows;
        this.tables = Map.copyOf(tables);
        this.prepared = prepared;
        this.closing = closing;
    }

    private static KeyComparison open(VerifySettings settings, TargetSessions sessions, @Nullable PositionWatch back)
            throws SQLException {
        Verification sources = new Verification(settings, RowSelection.ALL, rows -> {}, ChunkListener.NONE, back);
        Connection target = Sessions.openTarget(sessions);
        SourceSettings server = sources.server(target);
        VerifySettings comparing = settings.comparingWith(server);
        Connection source = Sessions.openSource(server);
        try {
            PositionWatch watch = back == null ? sources.replay(Sessions.openTarget(sessions)) : back;
            ComparisonRound round = ComparisonRound.read(source, target, comparing);
            Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), new RuleUsage());
            TablesBeingCopied copied = new TablesBeingCopied(comparing.pipeline(), target);
            Tally prepared = new Tally(comparing.differencesKept());
            Map<TableId, ComparedTable> tables = new HashMap<>();
            round.comparable(round.groups().keySet(), target, conversion, copied, prepared)
                    .forEach(table -> tables.put(table.id(), table));
            return new KeyComparison(
                    new ComparisonContext(source, target, watch, round.replayed(), comparing),
                    back != null,
                    tables,
                    prepared,
                    sessions::close);
        } catch (SQLException | RuntimeException e) {
            ConnectionAborter.abort(source);
            throw e;
        }
    }

    /**
     * Opens the connections and reads the definitions.
     *
     * @param back how the source follows the target; null where the target follows
     */
    public static KeyComparison open(VerifySettings settings, @Nullable PositionWatch back) {
        try {
            TargetSessions sessions = new TargetSessions(settings.target(), 2);
            try {
                return open(settings, sessions, back);
            } catch (SQLException | RuntimeException e) {
                sessions.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /**
     * Compares the selected rows of these tables.
     *
     * @param names by their names on the source
     */
    public VerificationReport compare(Collection<TableId> names, RowSelection rows) throws InterruptedException {
        long started = System.nanoTime();
        Tally tally = new Tally(sides.settings().differencesKept());
        try {
            GtidSet sourceAtStart = SourceFrontier.executed(sides.source());
            for (TableId name : names) {
                tally.add(name);
                compare(name, rows, tally);
            }
            OrderStatement order = Verification.order(
                    sides.settings().pipeline(), sides.source(), sides.target(), sourceAtStart, sourceFollows);
            return new VerificationReport(
                    tally.outcomes(),
                    tally.differences(),
                    StructureReport.NONE,
                    tally.notes(),
                    order,
                    Duration.ofNanos(System.nanoTime() - started));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private void compare(TableId name, RowSelection rows, Tally tally) throws SQLException, InterruptedException {
        ComparedTable known = tables.get(name);
        if (known == null) {
            tally.undecided(name, undecided(name));
            return;
        }
        ComparedTable table = Verification.withoutUnwrittenColumns(known, sourceFollows, tally);
        Optional<Iterator<List<String>>> keys = table.hasKey() ? rows.keys(table) : Optional.empty();
        if (keys.isEmpty()) {
            tally.undecided(name, "its changed rows cannot be found by key");
            return;
        }
        try {
            RowLookupComparison comparison = new RowLookupComparison(table, sides, tally);
            for (Iterator<List<String>> left = keys.get(); left.hasNext(); ) {
                List<List<String>> some = new ArrayList<>();
                while (some.size() < KEYS_PER_LOOKUP && left.hasNext()) {
                    some.add(left.next());
                }
                tally.compared(name, comparison.compare(some));
            }
        } catch (UndecidedComparisonException e) {
            tally.undecided(name, String.valueOf(e.getMessage()));
            sides.target().rollback();
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            tally.undecided(name, RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")");
            sides.target().rollback();
        }
    }

    private String undecided(TableId name) {
        return prepared.outcomes().stream()
                .filter(table ->
                        table.table().equals(name) && !table.undecided().isEmpty())
                .map(TableOutcome::undecided)
                .findFirst()
                .orElse("the target has no such table");
    }

    private static RuntimeException failure(SQLException e) {
        return Attempt.failure("compare the changed rows", "check that both servers are reachable", e);
    }

    /** Closes the connections without waiting for the servers; any thread. */
    public void abort() {
        ConnectionAborter.abort(sides.source());
        ConnectionAborter.abort(sides.target());
    }

    @Override
    public void close() {
        ConnectionAborter.abort(sides.source());
        closing.run();
    }
}
