package io.gaussferry.control;

import io.gaussferry.metrics.ChangeCounts.TableRows;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.DaemonView;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One table of the response of {@code /api/tables}; {@code docs/reference/openapi.yml} describes every field. Null means unknown: the table was
 * copied by an earlier run, or never compared.
 */
public record TableDocument(
        String table,
        State state,
        @Nullable Long copiedRows,
        @Nullable Long estimatedRows,
        @Nullable Long copySecondsLeft,
        long inserted,
        long updated,
        long deleted,
        @Nullable Long comparedRows,
        @Nullable Long comparableRows,
        @Nullable Instant verifiedUpTo,
        @Nullable Long differences,
        @Nullable String undecided) {

    /** The state of a table. */
    public enum State {
        /** Quarantined: its changes are skipped. */
        SET_ASIDE,
        /** Its rows are being copied. */
        COPYING,
        /** Its rows will be copied. */
        WAITING,
        /** Its rows are copied, but not yet consistent with the source. */
        COPIED,
        /** Its changes are replicated. */
        REPLAYING
    }

    /** Quarantined tables first, then tables with differences, then tables in progress, then those with the most changes. */
    private static final Comparator<TableDocument> BY_INTEREST = Comparator.comparing(
                    (TableDocument table) -> table.state != State.SET_ASIDE)
            .thenComparing(table -> table.differences == null || table.differences == 0)
            .thenComparing(TableDocument::state)
            .thenComparing(Comparator.comparingLong(TableDocument::changes).reversed())
            .thenComparing(TableDocument::table);

    private long changes() {
        return inserted + updated + deleted;
    }

    /** Returns all known tables, the most important first. */
    public static List<TableDocument> of(DaemonView daemon) {
        PipelineStatus status = daemon.pipeline().status();
        Map<TableId, TableRows> changes = new HashMap<>();
        daemon.statistics().details().tables().forEach(rows -> changes.put(rows.table(), rows));
        Map<TableId, CopyProgress.Table> copied = new HashMap<>();
        daemon.copied().get().ifPresent(copy -> copy.byTable().forEach(table -> copied.put(table.table(), table)));
        Map<TableId, Long> left = secondsLeft(daemon);
        boolean copying = daemon.copying().get().isPresent();
        Map<TableId, ContinuousVerification.TableState> verified = new HashMap<>();
        daemon.verification().tables().forEach(table -> verified.put(table.table(), table));

        Set<TableId> names = new TreeSet<>(daemon.pipeline().tables());
        names.addAll(changes.keySet());
        names.addAll(copied.keySet());
        names.addAll(verified.keySet());
        names.addAll(status.quarantined());
        List<TableDocument> documents = new ArrayList<>();
        for (TableId name : names) {
            TableRows rows = changes.getOrDefault(name, new TableRows(name, 0, 0, 0));
            CopyProgress.Table copy = copied.get(name);
            ContinuousVerification.TableState compared = verified.get(name);
            documents.add(new TableDocument(
                    name.toString(),
                    state(name, status, copying ? copy : null),
                    copy == null ? null : Long.valueOf(copy.rows()),
                    copy == null ? null : Long.valueOf(copy.estimatedRows()),
                    left.get(name),
                    rows.inserted(),
                    rows.updated(),
                    rows.deleted(),
                    compared == null ? null : Long.valueOf(compared.rows()),
                    compared == null ? null : Long.valueOf(compared.estimatedRows()),
                    compared == null ? null : compared.verifiedUpTo(),
                    compared == null ? null : Long.valueOf(compared.differences()),
                    compared == null || compared.undecided().isEmpty() ? null : compared.undecided()));
        }
        documents.sort(BY_INTEREST);
        return documents;
    }

    private static State state(TableId name, PipelineStatus status, CopyProgress.@Nullable Table copy) {
        if (status.quarantined().contains(name)) {
            return State.SET_ASIDE;
        }
        if (copy != null) {
            return State.valueOf(copy.stage().name());
        }
        return status.phase() == PipelineStatus.Phase.COPYING ? State.COPIED : State.REPLAYING;
    }

    /** Returns the remaining time of each table. Tables are copied one after another, so each waits for those before it. */
    private static Map<TableId, Long> secondsLeft(DaemonView daemon) {
        Map<TableId, Long> left = new HashMap<>();
        daemon.copying().get().filter(copy -> copy.rowsPerSecond() > 0).ifPresent(copy -> {
            long rows = 0;
            for (CopyProgress.Table table : copy.byTable()) {
                if (table.stage() != CopyProgress.Stage.COPIED) {
                    rows += table.estimatedRows() - table.rows();
                    left.put(table.table(), rows / copy.rowsPerSecond());
                }
            }
        });
        return left;
    }
}
