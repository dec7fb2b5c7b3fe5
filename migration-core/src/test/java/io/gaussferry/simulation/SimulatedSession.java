package io.gaussferry.simulation;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.ChangeException;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.apply.Refusals;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
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
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An applier's session on the simulated target. */
final class SimulatedSession implements TargetSession {

    /** Simulated time; longer than any linger, so that lock timeouts alone do not determine the order. */
    private static final long LOCK_TIMEOUT_NANOS = 1_000_000_000L;

    private static final Map<String, Table> TABLES =
            History.TABLES.stream().collect(Collectors.toMap(Table::name, Function.identity()));

    private final SimulatedTarget target;
    private final Conductor conductor;
    private final Chaos chaos;
    private final Process daemon;
    private final int applier;
    private final long epoch;
    private final List<Change> changes = new ArrayList<>();
    private final Set<String> held = new HashSet<>();
    private @Nullable Progress progress;
    private int transactions;
    private final List<TableId> toQuarantine = new ArrayList<>();

    /** The process of a session. */
    interface Process {

        /** Returns whether its connections are closed. */
        boolean isCut();

        /** Returns whether its order was aborted, so that no commit may start. */
        boolean isAborted();

        /** Returns the tables whose changes it skips. */
        Quarantine quarantine();
    }

    SimulatedSession(
            SimulatedTarget target, Conductor conductor, Chaos chaos, Process daemon, int applier, long epoch) {
        this.daemon = daemon;
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
    Progress progress() {
        return progress;
    }

    int transactions() {
        return transactions;
    }

    @Override
    public void writeAsSets(Batch batch) throws SQLException {
        write(BatchPlan.of(batch, target.foreignKeys()));
    }

    @Override
    public SplitSteps inHalves(Batch batch) {
        return BatchPlan.inHalves(batch, target.foreignKeys());
    }

    @Override
    public void write(List<Step> steps) throws SQLException {
        for (Step step : steps) {
            strike();
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
            } else if (step instanceof Step.Single single) {
                write(single.change());
            }
        }
    }

    @Override
    public void writeInOrder(Batch batch) throws SQLException {
        for (RowChange change : batch.changes()) {
            strike();
            try {
                write(change);
            } catch (SQLException e) {
                if (e.getSQLState().startsWith("23")) {
                    throw Refusals.of(change, e);
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

    /**
     * Decodes a row image independently of the production code: a bitmap of NULLs, and four bytes for each other value.
     */
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
        removeIfExists(wanted.table(), wanted.before());
        removeIfExists(wanted.table(), wanted.after());
        if (wanted.after() != null) {
            write(new Change(wanted.table(), null, wanted.after()));
        }
    }

    private void removeIfExists(Table table, @Nullable List<@Nullable Integer> image) throws SQLException {
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

    private void strike() throws SQLException {
        if (daemon.isCut()) {
            throw Chaos.connectionLost();
        }
        chaos.strike();
    }

    private void write(Change change) throws SQLException {
        if (daemon.quarantine().tables().contains(change.table().id())) {
            return;
        }
        if (target.refusesValues() && change.after() != null && isRefused(change)) {
            throw new SQLException("a check is violated by " + change.after(), "23514");
        }
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
        requireReferences(actual);
        target.current.apply(actual);
        changes.add(actual);
    }

    private static boolean isRefused(Change change) {
        return change.table() == History.KEYED
                && Objects.equals(Objects.requireNonNull(change.after()).get(2), History.REFUSED);
    }

    /** Checks foreign keys like PostgreSQL: row by row, with a shared lock on the referenced row. */
    private void requireReferences(Change change) throws SQLException {
        if (target.foreignKeys() == ForeignKeys.NONE) {
            return;
        }
        List<@Nullable Integer> before = change.before();
        List<@Nullable Integer> after = change.after();
        if (change.table() == History.CHILD && after != null && after.get(1) != null) {
            List<@Nullable Integer> parent = Rows.row(after.get(1));
            lock("parent" + List.of(0) + parent, true);
            if (target.current.of("parent").stream().noneMatch(row -> parent.equals(key(History.PARENT, row)))) {
                throw new SQLException("no parent for " + after, "23503");
            }
        }
        if (change.table() == History.PARENT
                && before != null
                && after == null
                && target.current.of("child").stream().anyMatch(row -> Objects.equals(row.get(1), before.get(0)))) {
            throw new SQLException("children of " + before, "23503");
        }
    }

    /** Finds a row by its primary key; in a table without one, any equal row. */
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
        for (List<Integer> columns : table.enforcedKeys(true, target.isCatchingUp())) {
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
        for (List<Integer> columns : table.enforcedKeys(true, target.isCatchingUp())) {
            List<Integer> key = Table.key(columns, image);
            if (key != null) {
                lock(table.name() + columns + key);
            }
        }
    }

    private void lock(String name) throws SQLException {
        lock(name, false);
    }

    /** @param shared whether other sessions may hold the lock too */
    private void lock(String name, boolean shared) throws SQLException {
        BooleanSupplier mayContinue = () -> daemon.isCut() || isFree(name, shared);
        long deadline = conductor.nanos() + LOCK_TIMEOUT_NANOS;
        conductor.await(mayContinue, LOCK_TIMEOUT_NANOS);
        while (!mayContinue.getAsBoolean()) {
            if (conductor.nanos() >= deadline) {
                throw new SQLException("lock timeout on " + name, "55P03");
            }
            conductor.await(mayContinue, deadline - conductor.nanos());
        }
        if (daemon.isCut()) {
            throw Chaos.connectionLost();
        }
        if (shared) {
            target.sharedLocks.computeIfAbsent(name, key -> new HashSet<>()).add(this);
        } else {
            target.locks.put(name, this);
        }
        held.add(name);
    }

    private boolean isFree(String name, boolean shared) {
        SimulatedSession owner = target.locks.get(name);
        Set<SimulatedSession> sharers = target.sharedLocks.getOrDefault(name, Set.of());
        return (owner == null || owner == this) && (shared || sharers.isEmpty() || sharers.equals(Set.of(this)));
    }

    @Override
    public void updateProgress(Progress newProgress, int newTransactions) throws SQLException {
        strike();
        lock("progress " + applier);
        requireOwnership();
        progress = newProgress;
        transactions = newTransactions;
    }

    @Override
    public void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        strike();
        if (!target.refusesValues()) {
            throw new AssertionError("a change of a valid history failed in commit order", failure);
        }
        if (quarantined) {
            toQuarantine.add(failure.table());
        }
    }

    @Override
    public void commitFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        saveFailure(failure, batch, quarantined);
        toQuarantine.forEach(target::quarantine);
        toQuarantine.clear();
    }

    @Override
    public void requireOwnership() {
        if (epoch != target.epoch()) {
            throw new GaussferryException(ErrorCode.PIPELINE_TAKEN_OVER, "fenced", "", null);
        }
    }

    /** Waits for the current commits of all appliers, like an UPDATE of all their rows. */
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
        if (daemon.isAborted()) {
            throw new AssertionError("a commit after an abort");
        }
        toQuarantine.forEach(target::quarantine);
        target.commit(this);
        changes.clear();
        release();
        if (chaos.loses()) {
            // the commit succeeded, and its answer is lost
            throw Chaos.connectionLost();
        }
    }

    @Override
    public void rollback() {
        undo();
        conductor.pause();
    }

    /** Undoes all changes and releases all locks. */
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
        for (String name : held) {
            target.locks.remove(name, this);
            target.sharedLocks.getOrDefault(name, new HashSet<>()).remove(this);
        }
        held.clear();
        toQuarantine.clear();
        progress = null;
        transactions = 0;
    }
}
