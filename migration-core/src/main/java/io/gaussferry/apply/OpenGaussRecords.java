package io.gaussferry.apply;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressTable;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.OwnerSessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An applier's rows in the tables {@code gaussferry.*} of openGauss. */
final class OpenGaussRecords implements OwnRecords {

    private final Connection connection;
    private final int applier;
    private final Ownership ownership;
    private final FailureStore failures;

    /** Null until the first transaction. */
    private @Nullable Boolean isPooled;

    OpenGaussRecords(Connection connection, int applier, Ownership ownership) {
        this.connection = connection;
        this.applier = applier;
        this.ownership = ownership;
        this.failures = new FailureStore(ownership.pipeline());
    }

    @Override
    public void begin() throws SQLException {
        if (isPooled == null) {
            isPooled = OwnerSessions.arePooled(connection);
        }
        if (isPooled) {
            OwnerSessions.markTransaction(connection, ownership.pipeline());
        }
    }

    @Override
    public void updateProgress(Progress progress, int transactions) throws SQLException {
        // the driver caches prepared statements by their SQL
        try (PreparedStatement statement = connection.prepareStatement(ProgressTable.UPDATE)) {
            ProgressTable.setUpdate(statement, ownership, applier, progress, transactions);
            ownership.requireUpdated(statement.executeUpdate());
        }
    }

    @Override
    public void requireOwnership() throws SQLException {
        ownership.require(connection);
    }

    @Override
    public void saveFailure(FailedChange change, List<Value> values) throws SQLException {
        failures.save(connection, change, values);
    }

    @Override
    public void quarantine(Set<TableId> tables, FailedChange because) throws SQLException {
        failures.quarantine(connection, tables, because.gtid(), because.message());
    }
}
