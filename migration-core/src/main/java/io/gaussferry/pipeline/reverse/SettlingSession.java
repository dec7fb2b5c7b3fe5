package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.ChangeException;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.SettlingWindow.Stage;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The session of reverse replication's only applier while changes are applied by state: see {@link SettlingWindow}.
 * Rows of tables whose keys cannot be looked up are applied as logged at every stage, exactly once, because no other
 * change of them is applied by state. The rows of a transaction and the progress are one transaction in MySQL, as always:
 * after a crash the same part of the log is applied by state again.
 */
final class SettlingSession implements TargetSession {

    private final TargetSession logged;
    private final StateTables tables;
    private final RowStates states;
    private final RowWriters writers;
    private final SettlingWindow window;
    private final Runnable onSettled;
    private @Nullable Batch started;

    /** @param onSettled called when the first transaction after the window arrives */
    SettlingSession(
            TargetSession logged,
            RowWriters writers,
            StateTables tables,
            RowStates states,
            SettlingWindow window,
            Runnable onSettled) {
        this.logged = logged;
        this.writers = writers;
        this.tables = tables;
        this.states = states;
        this.window = window;
        this.onSettled = onSettled;
    }

    @Override
    public void writeAsSets(Batch batch) throws SQLException {
        write(batch, false);
    }

    @Override
    public SplitSteps inHalves(Batch batch) {
        started = batch;
        return new SplitSteps(List.of(), List.of());
    }

    @Override
    public void write(List<Step> steps) throws SQLException {
        Batch batch = started;
        if (batch != null) {
            started = null;
            write(batch, false);
        }
    }

    @Override
    public void writeInOrder(Batch batch) throws SQLException {
        write(batch, true);
    }

    @Override
    public void writeFragment(Batch fragment) throws SQLException {
        write(fragment, true);
    }

    private void write(Batch batch, boolean inOrder) throws SQLException {
        try {
            if (stage(batch.transactions().get(0)) == Stage.LOGGED) {
                window.end();
                onSettled.run();
            }
            List<RowChange> changes = batch.changes();
            for (int from = 0, to = 0; from < changes.size(); from = to) {
                Stage stage = stage(changes.get(from).transaction());
                while (to < changes.size() && stage(changes.get(to).transaction()) == stage) {
                    to++;
                }
                write(batch, changes.subList(from, to), stage, inOrder);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", "57014", e);
        }
    }

    private Stage stage(SourceTransaction transaction) throws SQLException, InterruptedException {
        return window.stage(transaction.start().offset());
    }

    private void write(Batch batch, List<RowChange> changes, Stage stage, boolean inOrder)
            throws SQLException, InterruptedException {
        if (stage == Stage.LOGGED) {
            writeLogged(batch, changes, inOrder);
            return;
        }
        List<RowChange> withoutKey = new ArrayList<>();
        Map<TableId, Map<List<String>, Optional<RowChange>>> byTable = new LinkedHashMap<>();
        for (RowChange change : changes) {
            TableId id = change.format().table().definition().id();
            Optional<ComparedTable> table = tables.keyed(id);
            if (table.isEmpty()) {
                withoutKey.add(change);
            } else {
                add(table.get(), change, byTable.computeIfAbsent(id, unused -> new LinkedHashMap<>()));
            }
        }
        writeLogged(batch, withoutKey, inOrder);
        SourceTransaction last = changes.get(changes.size() - 1).transaction();
        for (Map.Entry<TableId, Map<List<String>, Optional<RowChange>>> entry : byTable.entrySet()) {
            ComparedTable table = tables.keyed(entry.getKey()).orElseThrow();
            writeStates(batch, table, entry.getValue(), last, stage, inOrder);
        }
    }

    private void writeStates(
            Batch batch,
            ComparedTable table,
            Map<List<String>, Optional<RowChange>> rows,
            SourceTransaction last,
            Stage stage,
            boolean inOrder)
            throws SQLException, InterruptedException {
        RowStates.Insertion insertion = inserted -> insert(batch, table, inserted, inOrder);
        List<RowChange> after = rows.values().stream().flatMap(Optional::stream).toList();
        if (stage == Stage.LOGGED_STATE) {
            Set<List<String>> others = states.othersWithUniqueValues(table, after);
            others.addAll(states.withEqualKeys(table, rows.keySet()));
            others.removeAll(rows.keySet());
            if (others.isEmpty()) {
                states.write(table, rows.keySet(), after, last, insertion);
                return;
            }
            // a row that is already in its later state has a unique value of this one
            window.extend();
        }
        states.writeCurrent(table, rows.keySet(), last, insertion);
    }

    private void add(ComparedTable table, RowChange change, Map<List<String>, Optional<RowChange>> rows) {
        if (change.operation().hasBefore()) {
            rows.put(states.key(table, RowImage.before(change)), Optional.empty());
        }
        if (change.operation().hasAfter()) {
            RowChange insertion = new RowChange(
                    change.transaction(),
                    change.format(),
                    RowOperation.INSERT,
                    change.bytes(),
                    RowChange.NONE,
                    change.after(),
                    change.end(),
                    0,
                    change.afterKeyHash());
            rows.put(states.key(table, RowImage.after(change)), Optional.of(insertion));
        }
    }

    private void insert(Batch batch, ComparedTable table, List<RowChange> rows, boolean inOrder) throws SQLException {
        if (inOrder) {
            writeLogged(batch, rows, true);
        } else {
            writers.of(table.definition())
                    .insert(rows.stream().map(RowImage::after).toList());
        }
    }

    private void writeLogged(Batch batch, List<RowChange> changes, boolean inOrder) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        Batch part = new Batch(batch.number());
        part.add(changes.get(changes.size() - 1).transaction(), changes, inOrder, false);
        if (inOrder) {
            logged.writeInOrder(part);
        } else {
            logged.writeAsSets(part);
        }
    }

    @Override
    public void updateProgress(Progress progress, int transactions) throws SQLException {
        logged.updateProgress(progress, transactions);
    }

    @Override
    public void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        logged.saveFailure(failure, batch, quarantined);
    }

    @Override
    public void commitFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        logged.commitFailure(failure, batch, quarantined);
    }

    @Override
    public void requireOwnership() throws SQLException {
        logged.requireOwnership();
    }

    @Override
    public void commit(CommitPermit permit) throws SQLException, InterruptedException {
        logged.commit(permit);
    }

    @Override
    public void rollback() throws SQLException {
        started = null;
        logged.rollback();
    }
}
