package io.gaussferry.simulation;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.BatchPlan.Halves;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.ChangeException;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.ApplierProgress;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.simulation.Rows.Change;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An applier's session on the simulated target. */
final class SimulatedSession implements TargetSession {

    /** Simulated; longer than any linger, so that locks alone never decide. */
    private static final long LOCK_TIMEOUT_NANOS = 1_000_000_000L;

    private static final Map<String, Table> TABLES = Map.of(
            "keyed", History.KEYED, "composite", History.COMPOSITE, "keyless", History.KEYLESS, "hot", History.HOT);

    private final SimulatedTarget target;
    private final Conductor conductor;
    private final Chaos chaos;
    private final int applier;
    private final long epoch;
    private final List<Change> changes = new ArrayList<>();
    private final Set<String> held = new HashSet<>();
    private @Nullable ApplierProgress progress;
    private int transactions;

    SimulatedSession(SimulatedTarget target, Conductor conductor, Chaos chaos, int applier, long epoch) {
        this.target = target;
        this.conductor = conductor;
        this.chaos = chaos;
        this.applier = applier;
        this.epoch = epoch;
        target.register(this);
    }

    int applier() {
        return applier;
    }

    List<Change> changes() {
        return changes;
    }

    @Nullable
    ApplierProgress progress() {
        return progress;
    }

    int transactions() {
        return transactions;
    }

    @Override
    public void writeAsSets(Batch batch) throws SQLException {
        write(BatchPlan.of(batch, ForeignKeys.NONE));
    }

    @Override
    public Halves inHalves(Batch batch) {
        return BatchPlan.inHalves(batch, ForeignKeys.NONE);
    }

    @Override
    public void write(List<Step> steps) throws SQLException {
        for (Step step : steps) {
            chaos.strike();
            Table table = Objects.requireNonNull(TABLES.get(step.table().id().name()));
            if (step instanceof Step.Delete delete) {
                for (RowImage image : delete.images()) {
                    write(new Change(table, decode(image), null));
                }
            } else if (step instanceof Step.Update update) {
                for (NetRow row : update.rows()) {
                    write(new Change(
                            table,
                            decode(Objects.requireNonNull(row.before())),
                            decode(Objects.requireNonNull(row.after()))));
                }
            } else if (step instanceof Step.Insert insert) {
                for (RowImage image : insert.images()) {
                    write(new Change(table, null, decode(image)));
                }
            } else if (step instanceof Step.One one) {
                write(one.change());
            }
        }
    }

    @Override
    public void writeInOrder(Batch batch) throws SQLException {
        for (RowChange change : batch.changes()) {
            chaos.strike();
            try {
                write(change);
            } catch (SQLException e) {
                if (e.getSQLState().startsWith("23")) {
                    throw new GaussferryException(ErrorCategory.DATA, String.valueOf(e.getMessage()), "", e);
                }
                throw e;
            }
        }
    }

    @Override
    public void writeFragment(Batch fragment) throws SQLException {
        int mark = changes.size();
        try {
            writeAsSets(fragment);
        } catch (SQLException e) {
            if (!e.getSQLState().startsWith("23")) {
                throw e;
            }
            undoTo(mark);
            writeInOrder(fragment);
        }
    }

    private static Change change(RowChange change) {
        Table table = Objects.requireNonNull(
                TABLES.get(change.format().table().definition().id().name()));
        return new Change(
                table,
                change.operation().hasBefore() ? decode(RowImage.before(change)) : null,
                change.operation().hasAfter() ? decode(RowImage.after(change)) : null);
    }

    /** Reads a row image by itself: a bitmap of NULLs, and four bytes for each other value. */
    private static List<@Nullable Integer> decode(RowImage image) {
        byte[] bytes = image.change().bytes();
        int columns = image.change().format().columnCount();
        int offset = image.offset() + (columns + 7) / 8;
        List<@Nullable Integer> row = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            if ((bytes[image.offset() + column / 8] & 1 << column % 8) != 0) {
                row.add(null);
                continue;
            }
            int value = 0;
            for (int i = 3; i >= 0; i--) {
                value = value << 8 | bytes[offset + i] & 0xFF;
            }
            row.add(value);
            offset += 4;
        }
        return row;
    }

    private void write(RowChange change) throws SQLException {
        Change wanted = change(change);
        if (!change.isIdempotent()) {
            write(wanted);
            return;
        }
        removeIfThere(wanted.table(), wanted.before());
        removeIfThere(wanted.table(), wanted.after());
        if (wanted.after() != null) {
            write(new Change(wanted.table(), null, wanted.after()));
        }
    }

    private void removeIfThere(Table table, @Nullable List<@Nullable Integer> image) throws SQLException {
        if (image == null) {
            return;
        }
        lock(table, image);
        List<List<@Nullable Integer>> found = target.current.of(table.name()).stream()
                .filter(row -> Objects.equals(key(table, row), key(table, image)))
                .toList();
        for (List<@Nullable Integer> row : found) {
            write(new Change(table, row, null));
        }
    }

    private void write(Change change) throws SQLException {
        lock(change.table(), change.before());
        lock(change.table(), change.after());
        List<@Nullable Integer> before = change.before();
        if (before != null) {
            before = find(change.table(), before);
        }
        List<@Nullable Integer> after = change.after();
        Change actual = new Change(change.table(), before, after);
        if (after != null) {
            requireUnique(change.table(), before, after);
        }
        target.current.apply(actual);
        changes.add(actual);
    }

    /** By its primary key; any of the equal rows of a table without one. */
    private List<@Nullable Integer> find(Table table, List<@Nullable Integer> wanted) throws SQLException {
        for (List<@Nullable Integer> row : target.current.of(table.name())) {
            boolean same = table.hasRowKey() ? Objects.equals(key(table, row), key(table, wanted)) : row.equals(wanted);
            if (same) {
                return row;
            }
        }
        throw new SQLException("0 rows instead of 1: " + wanted, "23000");
    }

    private static @Nullable List<Integer> key(Table table, List<@Nullable Integer> row) {
        return Table.key(table.uniqueKeys().get(0), row);
    }

    private void requireUnique(Table table, @Nullable List<@Nullable Integer> before, List<@Nullable Integer> after)
            throws SQLException {
        for (List<Integer> columns : table.enforcedKeys(target.hasHiddenKeys(), target.isCatchingUp())) {
            List<Integer> key = Table.key(columns, after);
            for (List<@Nullable Integer> row : target.current.of(table.name())) {
                if (key != null && !row.equals(before) && key.equals(Table.key(columns, row))) {
                    throw new SQLException("duplicate key " + key + " in " + table.name(), "23505");
                }
            }
        }
    }

    private void lock(Table table, @Nullable List<@Nullable Integer> image) throws SQLException {
        if (image == null) {
            return;
        }
        if (!table.hasRowKey()) {
            lock(table.name() + image);
        }
        for (List<Integer> columns : table.enforcedKeys(target.hasHiddenKeys(), target.isCatchingUp())) {
            List<Integer> key = Table.key(columns, image);
            if (key != null) {
                lock(table.name() + columns + key);
            }
        }
    }

    private void lock(String name) throws SQLException {
        long deadline = conductor.nanos() + LOCK_TIMEOUT_NANOS;
        conductor.await(() -> isFree(name), LOCK_TIMEOUT_NANOS);
        while (!isFree(name)) {
            if (conductor.nanos() >= deadline) {
                throw new SQLException("lock timeout on " + name, "55P03");
            }
            conductor.await(() -> isFree(name), deadline - conductor.nanos());
        }
        target.locks.put(name, this);
        held.add(name);
    }

    private boolean isFree(String name) {
        SimulatedSession owner = target.locks.get(name);
        return owner == null || owner == this;
    }

    @Override
    public void updateProgress(ApplierProgress newProgress, int newTransactions) throws SQLException {
        chaos.strike();
        lock("progress " + applier);
        requireOwnership();
        progress = newProgress;
        transactions = newTransactions;
    }

    @Override
    public void saveFailure(ChangeException failure, Batch batch, boolean quarantined) {
        throw new AssertionError("no change of a sound history fails in its turn", failure);
    }

    @Override
    public void keepFailure(ChangeException failure, Batch batch, boolean quarantined) {
        throw new AssertionError("no change of a sound history fails in its turn", failure);
    }

    @Override
    public void requireOwnership() {
        if (epoch != target.epoch()) {
            throw new GaussferryException(ErrorCategory.FATAL, "fenced", "", null);
        }
    }

    /** Waits for the commits in progress of all appliers, as an UPDATE of all their rows does. */
    void lockAllProgress(int appliers) throws SQLException {
        for (int i = 0; i < appliers; i++) {
            lock("progress " + i);
        }
    }

    @Override
    public void commit(CommitPermit permit) throws SQLException, InterruptedException {
        if (chaos.loses()) {
            undo();
            throw Chaos.connectionLost();
        }
        conductor.pause();
        permit.require();
        target.commit(this);
        changes.clear();
        release();
        if (chaos.loses()) {
            // it is there, and nobody was told
            throw Chaos.connectionLost();
        }
    }

    @Override
    public void rollback() {
        undo();
        conductor.pause();
    }

    /** Undoes everything and lets go of all locks. */
    void undo() {
        undoTo(0);
        release();
    }

    private void undoTo(int mark) {
        while (changes.size() > mark) {
            Change change = changes.remove(changes.size() - 1);
            target.current.apply(new Change(change.table(), change.after(), change.before()));
        }
    }

    private void release() {
        held.forEach(target.locks::remove);
        held.clear();
        progress = null;
        transactions = 0;
    }
}
